"""The command in this process, with contracts that are made once for all its runs, and other Pythons."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from unittest.mock import patch

from deploy_contract import Bundle, Contract
from deploy_contract.cli import check, explain, recordings
from deploy_contract.cli.command import main

if TYPE_CHECKING:  # `make run` needs no pytest
    import pytest

ROOT = Path(__file__).parents[2]
Output: TypeAlias = "pytest.CaptureFixture[str]"  # what a test has printed
Main: TypeAlias = Callable[[list[str]], Any]
_kept = cache(Contract)


def ran(
    *command: str | Path, folder: Path = ROOT, seconds: float | None = 400,
    env: Mapping[str, str] | None = None, text: str | None = None,
) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Return a command that has ended. `env`: its whole environment; `text`: its input."""
    return subprocess.run(
        command, cwd=folder, env=env, timeout=seconds, input=text, capture_output=True, text=True, check=False
    )  # fmt: skip


def succeeded(*command: str | Path, **options: Any) -> str:
    """Return the output of a command that succeeds. `options`: those of `ran`."""
    done = ran(*command, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Printed(NamedTuple):
    """The output and the errors of a command."""

    out: str
    err: str

    @property
    def rows(self) -> list[Any]:
        """The output as lines of JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


def ended(status: int, *arguments: str, **options: Any) -> Printed:
    """Return the rest of an outcome of which the exit status is known. `options`: those of `outcome`."""
    found, shown = outcome(*arguments, **options)
    assert found == status, shown
    return shown


def outcome(*arguments: str, of: Main = main, given: bytes = b"") -> tuple[int, Printed]:
    """Run the command in this process, and return its exit status and the rest.

    `of`: the function of another command; `given`: what standard input holds.
    """
    found: Any
    out, err = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2)]
    held = patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    with redirect_stdout(out), redirect_stderr(err), held:
        try:
            found = of(list(arguments))
        except SystemExit as stopped:  # of argparse
            found = stopped.code
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return found, Printed(*texts)


def run_python(
    code: str, *arguments: str, folder: Path = ROOT, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run code in a Python of its own, with additions to the environment."""
    command = (sys.executable, "-c", code, *arguments)
    return ran(*command, folder=folder, env={**os.environ, **environ})


def run_pytest(
    folder: Path, *arguments: str, columns: int = 200
) -> subprocess.CompletedProcess[str]:
    """Run pytest with the plugin, which an environment made before may lack, and no other."""
    plugins = ["-p", "deploy_contract_pytest", "-p", "no:cacheprovider"]
    # in CI, Hypothesis waits for slow draws: it reads every module of a checkout at the first
    given = {"CI": "true", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": str(columns)}
    environment = {**os.environ, **given, "PYTHONDONTWRITEBYTECODE": "1"}
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER"):
        environment.pop(name, None)
    command = (sys.executable, "-m", "pytest", *plugins, *arguments)
    return ran(*command, folder=folder, env=environment)


def keep_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command use a contract again: compiling its rules takes longer than judging a file."""
    monkeypatch.setattr(check, "LateContract", _contract)
    for module in (explain, recordings):
        monkeypatch.setattr(module, "Contract", _contract)


def _contract(
    *, bundle: Bundle | None, policies: Any = (), modes: Any = None, **options: Any
) -> Contract:
    """Return a contract: one that was made before, unless it depends on files or modes."""
    if policies or modes or bundle is not Bundle.installed():
        return Contract(bundle=bundle, policies=policies, modes=modes, **options)
    return _kept(**options)
