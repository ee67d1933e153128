"""Nothing that a file is called, and no text in one, begins a line of output or is a command to a CI system: every format."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract.cli.command import main
from deploy_contract_format.printing import as_line
from tests.support.commands import outcome
from tests.support.contracts import make
from tests.support.effort import effort, tried
from tests.support.policies import rule, written
from tests.support.strategies import patient
from tests.support.terminals import on_terminal

pytestmark = [pytest.mark.promise(33), pytest.mark.usefixtures("here")]

# Commands as the runners of GitHub (both of its forms), Azure and TeamCity find them in a line
COMMAND = re.compile(r"^\s*::|##\w*\[")
ANNOTATION = re.compile(r"::(?:error|warning|notice) (?:(?:file|line|col|title)=[^:,]*,?)+::.*")
HOSTILE = (
    "::warning file=x::y", " ::error::x", "\t::error::x", "\u3000::error::x", "::add-mask::x", "::stop-commands::x",
    "##[error]x", "a##[warning]b", "###[group]x", "##vso[task.setvariable variable=a]b", "##teamcity[x]",
    "a\n::error::x", "a\r::error::x", "a\r\n::error::x", "a\x0b::error::x", "a\x0c::error::x", "a\x85::error::x",
    "a\u2028::error::x", "a\u2029::error::x", "\x1b[31m::error::x", "\x1b]8;;http://example.com\x07x", "\x9b31mx", "\x08::error::x",
    "\u202e::error::x", "\u2066x", "\ufeff::error::x", "\u200b::error::x", "a%0A::error::x", "\udcff::error::x", "x,y:z=1",
)  # fmt: skip
PIECES = st.sampled_from([
    "::", "##", "[", "]", "error", "\n", "\r", "\x1b[", "\u2028", "\u202e", "\x85", " ", "\t",
    "\xe9", "\udce9", "%0A", ":", "#", "x", "\0",
])  # fmt: skip


def faults(text: str, *, annotations: bool = False) -> list[str]:
    """Return the lines of an output that hold a command, or what is not printable; `annotations`: those of our own may be there."""
    lines = text.split("\n")
    assert lines.pop() == "", "the last line is cut"
    found = []
    for line in lines:
        own = annotations and ANNOTATION.fullmatch(line)
        if not line.isprintable() or (COMMAND.search(line) and not own) or ("##[" in line):
            found.append(line)
    return found


def clean(*arguments: str, annotations: bool = False) -> tuple[object, str, str]:
    """Return the exit status of the command, what is printed, and the messages; none has a fault."""
    status, printed = outcome(*arguments)
    assert faults(printed.out, annotations=annotations) == [], arguments
    assert faults(printed.err) == [], arguments
    return status, printed.out, printed.err


def test_a_line_is_printable_and_no_command() -> None:
    @patient(500)
    @given(st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=20))
    def holds(text: str) -> None:
        tried(1)
        line = as_line(text)
        assert line.isprintable()
        assert not COMMAND.search(line)
        assert line == text or not text.isprintable() or COMMAND.search(text)

    holds()


def named() -> Iterator[str]:
    """Hostile names that a file may have."""
    yield from (name for name in HOSTILE if "/" not in name)


@pytest.mark.promise(25)
@pytest.mark.parametrize("style", ["text", "json", "github", "sarif"])
@pytest.mark.parametrize("ending", [".json", ".yaml"])
def test_file_names_in_every_format_of_check(style: str, ending: str) -> None:
    names = [name + ending for name in named()]
    document = json.dumps({hostile: 1 for hostile in HOSTILE if hostile.isprintable()})
    written = [name for index, name in enumerate(names) if index % 3]
    for name in written:
        Path(name).write_text(document if names.index(name) % 2 else "[")
    arguments = ("check", "--strict", "--format", style, *names)
    status, out, err = clean(*arguments, annotations=style == "github")
    assert status == 2
    assert len(err.splitlines()) >= len(names) // 3
    if style == "json":
        rows = map(json.loads, out.splitlines())
        shown = [name.replace("\udcff", "\\xff") for name in written]
        assert [row["file"] for row in rows] == shown
    if style == "sarif":
        assert json.loads(out)["version"] == "2.1.0"
    tried(len(names))


def test_file_names_on_a_terminal() -> None:
    names = [f"{name}.json" for name in named()]
    for name in names:
        Path(name).write_text('{"##[error]x": 1, "::error::x": "\\u2028"}')
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal("check", *names, output=True)[1])
    assert faults(shown) == []
    assert shown.count("is not a field of") == 2 * len(names)
    tried(len(names))


@pytest.mark.promise(6)
def test_keys_and_comments_of_a_file() -> None:
    keys = [key for key in HOSTILE if "\udcff" not in key]
    for name, ascii_alone in (("keys.json", True), ("plain.json", False)):
        text = json.dumps(dict.fromkeys(keys, 1), indent=1, ensure_ascii=ascii_alone)
        Path(name).write_text(text, "utf-8")
    for number, key in enumerate(keys):
        text = f"# {key}\n# deploy-contract: {key}=codehost\n{json.dumps(key)}: 1\n"
        Path(f"{number}.yaml").write_text(text, "utf-8")
    files = ["keys.json", "plain.json", *(f"{number}.yaml" for number in range(len(keys)))]
    for style in ("text", "json", "github", "sarif"):
        clean("check", "--format", style, *files, annotations=style == "github")
    tried(len(files) * 4)


def recorded(names: tuple[str, ...]) -> str:
    """Return a recording that says hostile things wherever a text may stand."""
    path = "https://example.com/v2/deployments/00000000-0000-4000-8000-000000000001"
    typed = {"name": "content-type", "value": "application/json"}
    entries = []
    for name in names:
        posted = {"mimeType": name, "text": json.dumps({name: 1, "secrets": name})}
        request = {"method": "PATCH", "url": f"{path}?{name}=1", "headers": [typed]}
        response = {"status": 200, "headers": [{"name": name, "value": name}]}
        response["content"] = {"text": name, "mimeType": name}
        whole = {"request": {**request, "postData": posted}, "response": response}
        entries.append({"startedDateTime": name, **whole})
    return json.dumps({"log": {"entries": entries}})


@pytest.mark.parametrize("style", ["text", "json"])
def test_recordings(style: str) -> None:
    names = [f"{name}.har" for name in named()]
    for index, name in enumerate(names):
        if index % 3:
            Path(name).write_text(recorded(HOSTILE) if index % 2 else "{")
    status, _, err = clean("replay", "--unknown-fields", "reject", "--format", style, *names)
    assert status == 2
    assert len(err.splitlines()) > len(names) // 3
    tried(len(names))


@pytest.mark.soak
def test_compared_contracts(here: Path) -> None:
    plain = make(here / "plain") / "generated" / "deploy_contract_generated"
    names = [*named()][:: effort(3, 1)]
    for number, name in enumerate(names):
        style = ("text", "json")[number % 2]
        shutil.copytree(plain, name)
        for file in ("rules", "openapi", "operations", "schemas/DeploymentPatch.open"):
            path = Path(name) / f"{file}.json"
            path.write_text(as_hostile(path.read_text("utf-8"), name), "utf-8")
        _, out, err = clean("diff", "--format", style, "plain/generated", f"./{name}")
        assert out + err
        clean("diff", "--format", style, f"./{name}", f"./{name}.gone")
    tried(2 * len(names))


def as_hostile(text: str, name: str) -> str:
    """Tables in which texts, names of rules and names of fields say something hostile."""
    said = json.dumps(name)[1:-1]
    names = ("secret_key", "a secret", "stated", "1.0.0", "repo-ref-source", "Secret")
    for old in (*names, "name_contains"):
        text = text.replace(old, f"{said}{old}")
    return text


def test_messages_of_wrong_use() -> None:
    Path("a.json").write_text("{}")
    commands = [
        ["explain", "{}"], ["explain", "--policy", "{}", "x"], ["check", "--policy", "{}", "a.json"], ["check", "--deployment", "{}", "a.json"],
        ["check", "--source", "{}", "a.json"], ["replay", "--sources", "{}", "a.json"], ["replay", "--base-path", "{}", "a.json"],
        ["diff", "{}", "a.json"], ["rules", "--policy", "{}"], ["{}"], ["gateway", "--upstream", "{}"], ["gateway", "--config", "{}"],
        ["gateway", "--listen", "{}", "--upstream", "http://127.0.0.1:9"], ["serve", "--listen", "{}"], ["serve", "--data", "{}", "--database", ":memory:"],
        ["serve", "--key-file", "{}", "--database", "a.db"], ["serve", "--database", "postgresql://{}"],
    ]  # fmt: skip
    for number, command in enumerate(commands):
        for name in HOSTILE[number % 3 :: 3]:
            arguments = [word.replace("{}", name) for word in command]
            assert clean(*arguments)[0] == 2, arguments
            tried(1)


def test_a_policy_and_its_texts() -> None:
    Path("a.json").write_text('{"secrets": [{"name": "a", "value": "b"}]}')
    names = [name for name in HOSTILE if "/" not in name]
    for name in names:
        texts = dict.fromkeys(("message", "hint", "section"), name)
        ours = rule("ours", each=["/secrets/*/name"], schema={"pattern": "^[A-Z]+$"}, **texts)
        written(Path(), ours, name=f"{name}.json")
        for arguments in ("rules", "rules --format json", "explain ours", "check a.json"):
            clean(*arguments.split(), "--policy", f"{name}.json")
    tried(len(names) * 4)


def test_names_are_unicode_where_the_locale_is_not() -> None:
    Path("\xe9").mkdir()
    Path("\xe9/p.yaml").write_text("secrets: 1\n")
    settings = '[files]\n"\xe9/*" = {as = "RepositoryList"}\n'
    Path("deploy-contract.toml").write_text(settings, "utf-8")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}
    names = ["\xe9/p.yaml", os.fsdecode(b"\xff.json")]
    Path(names[1]).write_text("[]")
    command = [sys.executable, "-m", "deploy_contract", "check", *names, "--format"]
    for style in ("json", "sarif", "text", "github"):
        done = subprocess.run([*command, style], env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (1, b"")
        printed = done.stdout.decode("ascii")
        assert "\\udc" not in printed
        if style == "json":
            rows = [json.loads(line) for line in printed.splitlines()]
            kinds = {row["file"]: row["document"] for row in rows}
            assert kinds == {"\xe9/p.yaml": "RepositoryList", "\\xff.json": "DeploymentPatch"}
        if style == "sarif":
            found = json.loads(printed)["runs"][0]["results"]
            places = [row["locations"][0]["physicalLocation"] for row in found]
            uris = {place["artifactLocation"]["uri"] for place in places}
            assert uris == {"%C3%A9/p.yaml", "%FF.json"}
        if style == "text":
            assert printed.startswith("\\xe9/p.yaml: denied\n")


def test_a_stream_that_is_no_text_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["check", "\u2028::error::x.json"]) == 2
    stream.seek(0)
    assert faults(stream.read()) == []
