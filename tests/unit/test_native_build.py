"""The native engine is built where that is asked for, and the library does without it elsewhere."""

import os
import shutil
from pathlib import Path

import pytest

from tests.support.commands import ROOT, run_python, succeeded
from tests.support.engines import ENGINES

WITHOUT = """
import sys
sys.modules["deploy_contract_native._native"] = None  # as if it was not built
from deploy_contract import Contract, ContractError
contract = Contract()
print(contract.engine, contract.check(b'{"secrets": []}', "DeploymentPatch").verdict)
try:
    Contract(engine="native")
except ContractError as error:
    print(error)
"""


EXPECTED = bool(os.environ.get("CI") or shutil.which("cargo"))


@pytest.mark.skipif(not EXPECTED, reason="cargo is not installed, and CI is not set")
def test_it_is_built_in_ci_and_where_cargo_is() -> None:
    advice = "run DEPLOY_CONTRACT_NATIVE=1 pip install -e . again"
    assert "native" in ENGINES, f"the native engine is not built; {advice}"


@pytest.mark.parametrize(
    ("environment", "has_cargo", "expected"),
    [
        ({}, True, "1"),
        ({}, False, "0"),
        ({"DEPLOY_CONTRACT_NATIVE": "0"}, True, "0"),
        ({"DEPLOY_CONTRACT_NATIVE": "1"}, False, "1"),
    ],
)
def test_make_asks_for_it_where_cargo_is_and_says_so_in_a_line(
    environment: dict[str, str], expected: str, tmp_path: Path, *, has_cargo: bool
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("pip", "python", *(["cargo"] if has_cargo else [])):
        (programs / name).write_text('#!/bin/sh\necho "$DEPLOY_CONTRACT_NATIVE" >> asked\n')
        (programs / name).chmod(0o755)
    for name in ("sh", "make", "touch"):
        (programs / name).symlink_to(shutil.which(name) or name)
    (tmp_path / "pyproject.toml").touch()
    given = [f"BIN={programs}", f"PYTHON={programs}/python", "READY=ready", "ready"]
    # not MAKELEVEL: below make, it names the folder, too
    environment = {"PATH": str(programs), **environment}
    makefile = str(ROOT / "Makefile")
    printed = succeeded("make", "--file", makefile, *given, folder=tmp_path, env=environment)
    assert (tmp_path / "asked").read_text().split("\n")[-2] == expected
    said = "Building the native engine" if expected == "1" else "Without the native engine"
    assert [said in line for line in printed.splitlines()] == [False, True]


def test_the_library_does_without_it() -> None:
    ran = run_python(WITHOUT)
    advice = "install Rust, then install deploy-contract again with DEPLOY_CONTRACT_NATIVE=1 in the environment"
    assert ran.stdout.splitlines() == [
        "python allow",
        f'engine "native" was not built; {advice}',
    ]
