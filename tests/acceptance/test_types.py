"""Type checkers accept right uses of the public API, and reject each wrong one."""

import json
import re
import sys
from pathlib import Path

import pytest

from tests.support.commands import ROOT, ran

USES = ROOT / "tests" / "support" / "typed_uses.py"
WRONG = re.compile(r"# wrong: ([a-z-]+), ([A-Za-z]+)$", re.MULTILINE)


@pytest.fixture
def uses(tmp_path: Path) -> Path:
    """Write the uses with comments that ignore their faults. A checker rejects unused comments."""
    ignored = r"# type: ignore[\1]  # pyright: ignore[\2]"
    text, count = WRONG.subn(ignored, USES.read_text("utf-8"))
    assert count > 20
    (tmp_path / USES.name).write_text(text, "utf-8")
    return tmp_path / USES.name


def test_mypy_rejects_only_wrong_uses(uses: Path) -> None:
    done = ran(sys.executable, "-m", "mypy", "--strict", uses)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright_rejects_only_wrong_uses(uses: Path) -> None:
    settings = {
        "include": [uses.name],
        "extraPaths": [str(ROOT / "src"), str(ROOT / "generated")],
        "reportUnnecessaryComparison": "error",
        "enableTypeIgnoreComments": False,  # those of mypy
        "reportUnnecessaryTypeIgnoreComment": "error",
    }
    (uses.parent / "pyrightconfig.json").write_text(json.dumps(settings))
    options = ("--pythonpath", sys.executable, "-p", uses.parent)
    done = ran(sys.executable, "-m", "pyright", *options)
    assert done.returncode == 0, done.stdout + done.stderr
