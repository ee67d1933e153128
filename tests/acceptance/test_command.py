"""The command as people and scripts use it."""

import io
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from deploy_contract import Contract
from deploy_contract.cli.command import main
from tests.support.terminals import on_terminal

REFERENCES = '{"secret_references": [{"name": "a", "secret_name": "b", "secret_key": "c"}]}'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of its own for each test."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "references.json").write_text(REFERENCES)
    (tmp_path / "stored.json").write_text('{"source": "external_container"}')
    (tmp_path / "odd.json").write_text('{"source": ["hunter2"]}')
    return tmp_path


Output = pytest.CaptureFixture[str]


def test_the_three_verdicts_of_the_first_example(capsys: Output) -> None:
    assert main(["check", "--source", "codehost", "references.json"]) == 1
    denied = capsys.readouterr().out
    assert "references.json: denied" in denied
    assert (
        "/secret_references: secret_references applies only to source external_container" in denied
    )
    assert "[secret-references-source]" in denied
    assert main(["check", "--source", "external_container", "references.json"]) == 0
    assert "allowed" in capsys.readouterr().out
    assert main(["check", "references.json"]) == 0
    undecided = capsys.readouterr().out
    assert "undecided" in undecided
    assert "open for external_container" in undecided
    assert main(["check", "--strict", "references.json"]) == 1
    assert main(["check", "--hosting", "cloud", "references.json"]) == 1


def test_json_gives_one_object_a_line_and_document(capsys: Output, folder: Path) -> None:
    (folder / "two.yaml").write_text(
        "secret_refs: []\n---\nsource_config:\n  resource_spec:\n    cpu: '2'\n"
    )
    assert (
        main(
            [
                "check",
                "--unknown-fields",
                "report",
                "--format",
                "json",
                "references.json",
                "two.yaml",
            ]
        )
        == 1
    )
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["file"], row["number"], row["verdict"]) for row in rows] == [
        ("references.json", 1, "indeterminate"), ("two.yaml", 1, "allow"), ("two.yaml", 2, "deny"),
    ]  # fmt: skip
    assert rows[0]["needs"] == ["source", "hosting"]
    assert rows[0]["creates_revision"] == "yes"
    (violation,) = rows[2]["violations"]
    assert (violation["rule"], violation["pointer"], violation["line"], violation["column"]) == (
        "schema-type", "/source_config/resource_spec/cpu", 5, 5,
    )  # fmt: skip
    assert rows[1]["violations"][0]["hint"] == "did you mean secret_references?"


def test_a_file_that_cannot_be_read_is_one_line_and_the_others_are_checked(
    folder: Path, capsys: Output
) -> None:
    (folder / "empty").mkdir()
    assert main(["check", "missing.json", "empty", "references.json", "a\0b"]) == 2
    printed = capsys.readouterr()
    assert "references.json: undecided" in printed.out
    assert "3 not read" in printed.out
    assert [line.split(": ")[1] for line in printed.err.splitlines()] == [
        "empty",
        "missing.json",
        "a\\x00b",
    ]
    assert "Traceback" not in printed.err


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "--- # nothing\n", "---\n---\n...\n"])
def test_yaml_that_holds_no_document_is_passed_over(
    text: str, folder: Path, capsys: Output
) -> None:
    (folder / "a.yaml").write_text(text)
    assert main(["check", "--strict", "a.yaml"]) == 0
    assert capsys.readouterr() == ("", "deploy-contract: a.yaml: contains no document\n")
    (folder / "a.yaml").write_text(f"secrets: []\n---\n{text}---\n{{}}\n--- # the end\n")
    assert main(["check", "--format", "json", "a.yaml"]) == 0
    printed = capsys.readouterr()
    assert [
        (row["number"], row["verdict"]) for row in map(json.loads, printed.out.splitlines())
    ] == [
        (1, "allow"),
        (2, "allow"),
    ]
    assert printed.err == ""
    assert main(["check", "--deployment", "a.yaml", "references.json"]) == 2
    assert "one document is expected, there are 2" in capsys.readouterr().err


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    for text, status in ((REFERENCES, 1), ("secrets: []\n", 0), ("", 1)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["check", "--source", "codehost", "-"]) == status
    assert capsys.readouterr().out.count("-: ") == 3


def test_the_stored_deployment_and_policies_are_taken_from_files(
    folder: Path, capsys: Output
) -> None:
    (folder / "stored.yaml").write_text("source: codehost\nsource_config: {build_on_push: true}\n")
    (folder / "tag.yaml").write_text("source_revision_config: {repo_ref: refs/tags/v1}\n")
    assert main(["check", "--deployment", "stored.yaml", "tag.yaml"]) == 1
    assert "[tag-never-moves]" in capsys.readouterr().out
    (folder / "policy.yaml").write_text(POLICY)
    assert main(["check", "--source", "codehost", "--policy", "policy.yaml", "tag.yaml"]) == 1
    assert "[our-branches]" in capsys.readouterr().out
    assert main(["explain", "--policy", "policy.yaml", "our-branches"]) == 0
    assert "merge first" in capsys.readouterr().out
    assert main(["rules", "--policy", "policy.yaml"]) == 0
    assert "\n  our-branches " in capsys.readouterr().out


POLICY = """rules:
  - rule: our-branches
    on: [DeploymentPatch]
    each: [/source_revision_config/repo_ref]
    schema: {type: string, pattern: "^(?:main|release-[0-9]+)$"}
    basis: practice
    message: we deploy main and release branches only
    hint: merge first
    section: our handbook
"""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["check", "--deployment", "nothing.yaml", "references.json"],
            "nothing.yaml: cannot be read",
        ),
        (
            ["check", "--policy", "nothing.yaml", "references.json"],
            "policy nothing.yaml: there is no such file",
        ),
        (["explain", "secret-reference-source"], "did you mean secret-references-source?"),
        (["explain", "zzz"], "`deploy-contract rules` lists them"),
        (
            ["check", "--deployment", "stored.json", "--source", "codehost", "references.json"],
            "--source contradicts the source in stored.json",
        ),
        (
            ["check", "--deployment", "odd.json", "references.json"],
            "odd.json: source must be one of codehost, ",
        ),
    ],
)
def test_wrong_use_is_one_line_and_status_2(
    arguments: list[str], message: str, capsys: Output
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1


def test_a_stored_deployment_is_an_object(folder: Path, capsys: Output) -> None:
    (folder / "null.json").write_text("null")
    for name in ("null.json", ""):
        assert main(["check", "--deployment", name, "references.json"]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_output_that_cannot_be_written_is_no_success(folder: Path) -> None:
    (folder / "bad.json").write_text("[1]")
    command = f"'{sys.executable}' -m deploy_contract.cli.command"
    for line, status in (
        (f"{command} check --format json {'bad.json ' * 3000} | head -c 1", 141), (f"{command} check bad.json > /dev/full", 2),
        (f"{command} check bad.json >&-", 1), (f"{command} check - <&-", 2), (f"PYTHONIOENCODING=ascii {command} check bad.json \u00e9.json", 2),
    ):  # fmt: skip
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, check=False
        )
        assert (done.returncode, "Traceback" in done.stderr) == (status, False), line


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["check"],
        ["check", "--as", "Nothing", "x"],
        ["check", "--source", "x", "y"],
        ["nonsense"],
    ],
)
def test_wrong_arguments_are_status_2(arguments: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: deploy-contract" in capsys.readouterr().err


def run(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "deploy_contract.cli.command", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_colour_on_a_terminal_only() -> None:
    assert "\x1b[" not in run("check", "references.json").stdout
    _, shown = on_terminal("check", "references.json")
    assert "\x1b[" in shown
    assert "undecided" in shown


def test_it_says_which_version_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (
        0,
        f"deploy-contract {version('deploy-contract')} "
        f"(contract {Contract().version}, engine {Contract().engine})\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    ("arguments", "error", "status"),
    [
        ("good.json missing.json", "2>/dev/full", 2),
        ("--policy missing.yaml good.json", "2>&-", 2),
        ("bad.json", "2>&-", 1),
        ("good.json", "2>/dev/full", 0),
    ],
)
def test_the_status_counts_where_standard_error_takes_nothing(
    arguments: str, error: str, status: int, tmp_path: Path
) -> None:
    (tmp_path / "good.json").write_text("{}")
    (tmp_path / "bad.json").write_text("[]")
    command = [
        "sh",
        "-c",
        f"{sys.executable} -m deploy_contract.cli.command check --format json {arguments} {error}",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert all(line.startswith("{") for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["check", "--source", "codehots", "references.json"], "argument --source: must be one of codehost, external_container, internal_container, internal_source, internal_template; did you mean codehost?"),
        (["check", "--format", "CANARY", "references.json"], "argument --format: must be one of text, json, github, sarif"),
        (["chekc"], "argument COMMAND: must be one of check, replay, coverage, refusals, rules, explain, schema, compile, check-policy, diff, completion, serve, gateway, decide; did you mean check?"),
    ],
)  # fmt: skip
def test_a_wrong_choice_is_named_with_what_is_allowed_and_the_nearest(
    arguments: list[str], text: str, capsys: Output
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith(f"error: {text}")


UNSORTED = """secrets: 5
source_config:
  build_on_push: 1
  listener_id: l-1
  resource_spec: {cpu: 2, cpu_limit: 1, memory_mb: text}
secret_references: [{name: a, secret_name: b, secret_key: c}]
secret_refs: []
"""


@pytest.mark.parametrize("style", ["text", "json", "github", "sarif"])
def test_violations_come_in_the_order_of_lines(style: str, folder: Path, capsys: Output) -> None:
    (folder / "many.yaml").write_text(UNSORTED)
    assert main(["check", "--format", style, "many.yaml"]) == 1
    printed = capsys.readouterr().out
    if style == "json":
        lines = [row["line"] for row in json.loads(printed)["violations"]]
    elif style == "sarif":
        results = json.loads(printed)["runs"][0]["results"]
        places = [row["locations"][0]["physicalLocation"]["region"] for row in results]
        lines = [place["startLine"] for place in places]
    else:
        lines = [
            int(line)
            for line in re.findall(r"(?:^many\.yaml:|line=)(\d+)[:,]", printed, re.MULTILINE)
        ]
    assert lines == sorted(lines)
    assert len(set(lines)) > 3
