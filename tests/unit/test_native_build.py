"""The native engine is built where it can be, and the library does without it elsewhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.engines import ENGINES

ROOT = Path(__file__).parents[2]
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
IN_CI = """
import sys
import pytest
sys.modules["deploy_contract_native._native"] = None  # as if it was not built
name = "tests/unit/test_native_build.py::test_it_is_built_in_ci_and_where_cargo_is"
sys.exit(pytest.main(["-p", "no:cacheprovider", "-q", name]))
"""


@pytest.mark.skipif(not EXPECTED, reason="cargo is not installed, and CI is not set")
def test_it_is_built_in_ci_and_where_cargo_is() -> None:
    assert "native" in ENGINES, "the native engine is not built; run pip install -e . again"


@pytest.mark.soak_only  # runs all tests of a file, twice
@pytest.mark.parametrize(("environment", "outcome"), [({}, (0, "s")), ({"CI": "true"}, (1, "F"))])
def test_a_missing_engine_fails_in_ci_and_no_clone_without_cargo(
    environment: dict[str, str], outcome: tuple[int, str]
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", IN_CI],
        cwd=ROOT,
        env={"PATH": "/none", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout[:1]) == outcome


@pytest.mark.parametrize(("status", "lines"), [(0, 0), (1, 1)])
def test_make_says_in_one_line_that_it_is_not_built(
    status: int, lines: int, tmp_path: Path
) -> None:
    python = f'#!/bin/sh\ncase "$2" in "import deploy"*) exit {status};; esac\n'
    for name, text in (("pip", "#!/bin/sh\n"), ("python", python)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "pyproject.toml").touch()
    given = [f"BIN={tmp_path}", f"PYTHON={tmp_path}/python", "READY=ready", "ready"]
    ran = subprocess.run(
        ["make", "--file", ROOT / "Makefile", *given],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"]},  # not MAKELEVEL: below make, it names the folder, too
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.count("The native engine is not built") == lines
    assert len(ran.stdout.splitlines()) == 1 + lines  # and that the environment is set up


def test_the_library_does_without_it() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=True
    )
    advice = "install Rust, then install deploy-contract again"
    assert ran.stdout.splitlines() == [
        "rust allow",
        f'engine "native" was not built; {advice}',
    ]
