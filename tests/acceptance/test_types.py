"""Type checkers accept right uses of the public API, and reject each wrong one."""

import json
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.commands import ROOT, ran

USES = ROOT / "tests" / "support" / "typed_uses.py"
_WRONG = re.compile(r"# wrong: ([a-z-]+), ([A-Za-z]+)$")


def expected(part: int) -> Mapping[int, str]:
    """Return the code that a checker gives each wrong line; `part`: 1 for mypy, 2 for pyright."""
    found = {}
    for number, line in enumerate(USES.read_text("utf-8").splitlines(), 1):
        if match := _WRONG.search(line):
            found[number] = match[part]
    return found


def by_mypy() -> Mapping[int, str]:
    options = ("--strict", "--no-error-summary", "--hide-error-context")
    done = ran(sys.executable, "-m", "mypy", *options, USES)
    rows = re.findall(r"^(\S+?):(\d+): error: .*\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    assert done.returncode == 1, done.stdout + done.stderr
    assert {Path(file).name for file, _, _ in rows} == {USES.name}, done.stdout
    return {int(line): code for _, line, code in rows}


def by_pyright(folder: Path) -> Mapping[int, str]:
    shutil.copy(USES, folder)  # paths of the configuration are relative to its folder
    settings = {
        "include": [USES.name],
        "extraPaths": [str(ROOT / "src"), str(ROOT / "generated")],
        "reportUnnecessaryComparison": "error",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    options = ("--outputjson", "--pythonpath", sys.executable, "-p", folder)
    done = ran(sys.executable, "-m", "pyright", *options)
    if not done.stdout.startswith("{"):
        pytest.fail(f"pyright cannot start; `pip install 'pyright[nodejs]'`: {done.stderr[-500:]}")
    found = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] == 1, found
    rows = [row for row in found["generalDiagnostics"] if row["severity"] == "error"]
    return {row["range"]["start"]["line"] + 1: row["rule"] for row in rows}


def test_mypy_rejects_what_is_wrong_and_nothing_else() -> None:
    assert by_mypy() == expected(1)


def test_pyright_rejects_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    assert by_pyright(tmp_path) == expected(2)
