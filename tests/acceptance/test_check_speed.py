"""`check` imports no more than its files need, an engine that compiles nothing gives the same verdicts, and a bar shows progress."""

import os
import re
import sys
from pathlib import Path

import pytest

from deploy_contract.contract import Contract
from tests.support.commands import ended, ran, run_python
from tests.support.terminals import on_terminal

SLOW = {
    "yaml", "rich", "fastjsonschema", "dacite", "tomllib", "pathlib", "shutil", "urllib", "logging",
    "importlib.metadata", "importlib.util", "deploy_contract.cli.recordings", "deploy_contract.cli.replay", "deploy_contract.cli.diff",
    "deploy_contract_format.yaml_text", "deploy_contract_generated.validators", "deploy_contract_generated.models",
    "deploy_contract_generated.names", "unicodedata", "bisect", "decimal", "deploy_contract.judge.python.documents",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _folder(here: Path) -> None:
    (here / "good.json").write_text("{}")
    (here / "bad.json").write_text('{"image_uri": 1, "secrets": 5}')
    (here / "good.yaml").write_text("{}")
    (here / "deploy-contract.toml").write_text("")


def imported(*arguments: str) -> set[str]:
    """Of the modules that take long to import, those that a run of `check` imports."""
    code = "import sys; from deploy_contract.cli.command import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    # without site, whose own imports depend on other installed packages
    command = (sys.executable, "-S", "-c", code, "check", *arguments)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = ran(*command, folder=Path(), env=environment)
    assert done.returncode == 0
    return SLOW & set(done.stderr.split())


def judging() -> set[str]:
    """Return the modules of `SLOW` that judge for a contract; none if the core judges."""
    return set() if Contract().engine == "native" else {"deploy_contract.judge.python.documents"}


def test_a_json_file_imports_nothing_that_it_does_not_need() -> None:
    Path("deploy-contract.toml").unlink()
    for style in ("text", "json", "github"):
        assert imported("--format", style, "good.json", "bad.json") == judging()


def test_a_yaml_file_imports_the_reader_and_a_mapping_its_own() -> None:
    assert imported("good.json") == {"tomllib", *judging()}
    reader = {"yaml", "deploy_contract_format.yaml_text"}
    assert imported("good.yaml") == {"tomllib", *reader, *judging()}


class NoDescriptor:
    """A finder of modules that fails for the Python judge."""

    MODULE = "deploy_contract.judge.python.documents"

    def find_spec(self, name: str, *_: object) -> None:
        if name == self.MODULE:
            raise OSError(24, "no descriptor")


def test_a_judge_that_cannot_be_loaded_late_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, NoDescriptor.MODULE, raising=False)
    monkeypatch.setattr(sys, "meta_path", [NoDescriptor(), *sys.meta_path])
    Path("cut.yaml").write_text("{")
    Path("odd.yaml").write_text("1: 2")
    for name in ("cut.yaml", "odd.yaml"):
        said = ended(2, "check", name).err
        assert said == "deploy-contract: cannot load the Python judge: OSError\n"


def test_the_version_imports_no_command() -> None:
    code = "import sys; from deploy_contract.cli import command\ntry: command.main(['--version'])\nfinally: print(*sys.modules)"
    done = run_python(code)
    assert done.returncode == 0
    names = {name for name in done.stdout.split() if name.startswith("deploy_contract.cli.")}
    assert "deploy_contract.cli.command" in names
    commands = ("check", "replay", "coverage", "rules", "explain", "schema", "diff", "completion")
    assert names.isdisjoint({f"deploy_contract.cli.{name}" for name in commands})


def test_a_bar_shows_progress_on_a_terminal_when_there_are_many_files() -> None:
    files = [f"{number}.json" for number in range(210)]
    for name in files:
        Path(name).write_text("{}")
    printed, shown = on_terminal("check", *files, output=False)
    assert "judging" in shown
    assert "/210" in shown
    assert printed.count(": allowed") == 210
    assert "judging" not in printed
    assert "judging" not in on_terminal("check", *files[:20], output=False)[1]


def test_a_narrow_terminal_breaks_lines_between_words_and_indents_the_rest() -> None:
    Path("bad.json").write_text('{"source_revision_config": {"repo_ref": "main"}}')
    _, shown = on_terminal("check", "--no-source", "bad.json", columns=60)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()
    assert max(map(len, lines)) <= 60
    starts = [line for line in lines if line.startswith("bad.json:1:")]
    assert [line for line in lines if not line.startswith(" ")] == [lines[0], *starts]
    assert starts[0].endswith(": depends: /source_revision_config/repo_ref:")
    after = lines.index(starts[0]) + 1
    assert lines[after] == "    repo_ref applies only to source codehost"
    assert lines[after + 1] == "    [repo-ref-source]"
    whole, _ = on_terminal("check", "--no-source", "bad.json", output=False)
    assert len(whole.splitlines()) == 3
    _, narrow = on_terminal("check", "bad.json", columns=30)
    assert "repo-ref-source" in "".join(narrow.split())
