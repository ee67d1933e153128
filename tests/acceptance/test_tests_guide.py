"""tests/README.md: its commands run, and the folders, files and targets that it names are there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "tests" / "README.md"
TEXT = GUIDE.read_text("utf-8")
PYTHON = ".venv/bin/python "
BLOCKS = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
LINES = [line.partition("#")[0].strip() for block in BLOCKS for line in block.splitlines()]
COMMANDS = [line.removeprefix(PYTHON) for line in LINES if line.startswith(PYTHON)]


def test_every_target_of_make_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)", "\n".join([*LINES, *re.findall(r"`(.*?)`", TEXT)])))
    assert len(named) > 5
    assert {name for name in named if not re.search(rf"^{name}:", makefile, re.MULTILINE)} == set()


def test_every_link_and_folder_exists() -> None:
    linked = re.findall(r"\]\(([^)]+)\)", TEXT)
    rows = re.findall(r"^\| `([a-z]+/)` \|", TEXT, re.MULTILINE)
    assert [name for name in (*linked, *rows) if not (GUIDE.parent / name).exists()] == []
    folders = {
        path.name for path in GUIDE.parent.iterdir() if path.is_dir() and path.name != "__pycache__"
    }
    assert {row.rstrip("/") for row in rows} == folders


def test_every_path_of_a_command_exists() -> None:
    words = [word for command in COMMANDS for word in shlex.split(command)]
    paths = [word for word in words if word.startswith("tests/")]
    assert len(paths) > 1
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=() if ".py" in command else pytest.mark.soak_only)
        for command in COMMANDS  # to collect a folder takes seconds
    ],
)
def test_every_command_selects_tests(command: str) -> None:
    done = subprocess.run(
        [sys.executable, *shlex.split(command), "--collect-only", "-p", "no:cacheprovider"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "test_" in done.stdout


def test_every_make_command_has_a_target() -> None:
    assert {line.split()[0] for line in LINES} == {"make", PYTHON.strip()}
