"""`check` prints the same about a file whichever way judged it: unparsed, parsed, or by the walker alone."""

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout

import pytest

from deploy_contract.bundle import Bundle
from deploy_contract.cli import selection
from deploy_contract.cli.command import main
from deploy_contract.document.engines import engine
from deploy_contract.document.interpreter import interpreter
from tests.support.effort import first
from tests.support.engines import ENGINES
from tests.support.suite import cases

BUNDLE = Bundle.installed()
KIND = "DeploymentPatch"
PLACED = (  # where places and lines are not those of json.dumps
    '{"secrets": [], "source_revision_config"\n:\n{"repo_ref"\n\n: "main"}}',
    '{"source_revision_config": {"repo\\u005fref": "main"}}',
    '{"a": ["repo_ref", {"repo_ref": 1}], "source_revision_config": {"repo_ref": "main"}}',
    '\t{\r\n"source_revision_config": {"image_uri": "\\"repo_ref\\": 1", "repo_ref": "\u00e4\U0001f600"}}',
    '{"source_revision_config":' + " " * 500 + '{"repo_ref": "main"}}',
    '{"source_revision_config": {"image_uri": null, "repo_ref"' + "\n" * 12 + ': "main"}}',
    '{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}], "secrets": [{"name": "A", "value": "x"}]}',
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("files")
    texts = [*PLACED, *dict.fromkeys(texts_of_the_suite())]
    names = []
    for number, text in enumerate(texts):
        path = folder / f"{number}.json"
        path.write_bytes(text.encode())
        names.append(str(path))
    return names


def texts_of_the_suite() -> Iterator[str]:
    """Patches of the suite, on one line and on several."""
    for _, case in cases():
        if case.get("document") != KIND:
            continue
        if "value" in case:
            yield json.dumps(case["value"], indent=2 if len(case["name"]) % 2 else None)
        elif "text" in case and len(case["text"]) < 10_000:
            yield case["text"]


def printed(arguments: list[str]) -> tuple[int, str, str]:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as errors:
        status = main(["check", *arguments])
    return status, out.getvalue(), errors.getvalue()


@pytest.mark.parametrize(
    "options",
    first(
        [
            [],
            ["--no-source"],
            ["--show-values"],
            ["--hosting", "cloud"],
            ["--source", "codehost", "--fail-on", "reported"],
            ["--format", "json"],
            ["--format", "github", "--unknown-fields", "allow"],
        ],
        3,
    ),
)
def test_each_way_prints_the_same(
    options: list[str], files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(files) > 200
    found: dict[str, tuple[int, str, str]] = {}
    for made in (interpreter(BUNDLE), *(engine(name, BUNDLE) for name in ENGINES)):
        monkeypatch.setattr(selection, "_choose_engine", lambda *_, made=made: made)
        found[made.name] = printed([*options, *files])
    expected = found.pop("walk")
    words = ("undecided", "indeterminate", "::warning")
    assert any(word in expected[1] for word in words)
    assert [name for name, shown in found.items() if shown != expected] == []
