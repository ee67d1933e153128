"""Node.js in tests: packages that are installed once, and the reports of the npm package on many documents."""

import json
import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import partial
from math import isinf
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Report, Request, Response
from tests.support.commands import ROOT, succeeded
from tests.support.made_once import made_once

PACKAGE = ROOT / "generated" / "npm"
INSTALL = ("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock")
PROGRAMS = Path(__file__).parent / "programs"  # of JavaScript, which use the package


def require(*programs: str) -> None:
    """Skip a test that lacks a program. In CI every program must be there: fail."""
    absent = [name for name in programs if shutil.which(name) is None]
    if absent:
        assert not os.environ.get("CI"), absent
        pytest.skip(f"not on this machine: {', '.join(absent)}")


def installed(sources: Path) -> Path:
    """Return a copy of a folder with the packages that its package.json names, which are installed once.

    Skip the test if the registry cannot be reached.
    """
    require("node", "npm")
    files = [path for path in sorted(sources.iterdir()) if path.is_file()]
    texts = [path.read_bytes() for path in files]
    try:
        return made_once(f"npm-{sources.name}", partial(_install, files), texts)
    except subprocess.CalledProcessError as failed:
        if subprocess.run(["npm", "ping"], capture_output=True, check=False).returncode:
            pytest.skip("the npm registry cannot be reached")
        pytest.fail(f"the registry answers, but npm install fails: {failed.stderr}")


def _install(files: Iterable[Path], folder: Path) -> None:
    for path in files:
        shutil.copy(path, folder)
    subprocess.run(INSTALL, cwd=folder, check=True, capture_output=True)


def node(script: str, *arguments: str, folder: Path = ROOT, text: str = "") -> str:
    """Return what a module prints under Node.js. The test fails if the module does."""
    command = ("node", "--input-type=module", "--eval", script, "--", *arguments)
    return succeeded(*command, folder=folder, text=text, seconds=120)


def run(name: str, *arguments: str, text: str = "") -> str:
    """Return what a program of `PROGRAMS` prints. The test fails if the program does."""
    command = ("node", str(PROGRAMS / f"{name}.mjs"), *arguments)
    return succeeded(*command, text=text, seconds=120)


def question(message: Request | Response) -> dict[str, Any]:
    """Return a request or a response in the form that `reports` takes."""
    parts = {name: value for name, value in message._asdict().items() if name != "body"}
    headers = [[_text(name), _text(value)] for name, value in message.headers]
    return {**parts, "headers": headers, "base64": b64encode(message.body).decode("ascii")}


def _text(text: str | bytes) -> str:
    return text if isinstance(text, str) else text.decode("latin-1")


def shown(report: Report) -> dict[str, Any]:
    """Return a report of the library as the package shows its own."""
    whole = {**report.to_dict(), "ok": report.ok, "status": report.status}
    values = {"parameters": report.parameters, "value": report.value}
    text = json.dumps(whole | values)
    # JavaScript has doubles alone, and its JSON no infinite ones
    found: dict[str, Any] = json.loads(text, parse_int=_number, parse_constant=lambda _: None)
    return found


def _number(text: str) -> float | None:
    number = float(text)
    return None if isinf(number) else number


def reports(questions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    text = json.dumps(list(questions), allow_nan=False)
    printed = run("reports", text=text)
    return [json.loads(line, parse_int=_number) for line in printed.removesuffix("\n").split("\n")]
