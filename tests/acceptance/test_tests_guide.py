"""tests/README.md: its targets and paths exist, and it names every folder. Its links and its maps have other tests."""

import re

from tests.support.guides import ROOT

FOLDER = ROOT / "tests"
TEXT = (FOLDER / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PYTHON = ".venv/bin/python "
BLOCKS = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
LINES = [line.partition("#")[0].strip() for block in BLOCKS for line in block.splitlines()]


def test_every_folder_has_a_row() -> None:
    rows = re.findall(r"^\| `([a-z]+)/` \|", TEXT, re.MULTILINE)
    assert {path.parent.name for path in FOLDER.glob("*/*.py")} == set(rows)


def test_every_other_command_is_a_target_of_make() -> None:
    others = [line.split() for line in LINES if not line.startswith(PYTHON)]
    assert {program for program, *_ in others} == {"make"}
    for _, target, *_ in others:
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target


def test_every_command_of_pytest_names_tests_that_exist() -> None:
    commands = [line for line in LINES if line.startswith(f"{PYTHON}-m pytest")]
    assert commands
    for command in commands:
        paths = re.findall(r"\btests/\S+", command)
        assert paths, command
        assert all((ROOT / path).exists() for path in paths), command
