"""The native engine is built where it can be, and the library does without it elsewhere."""

import os
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


@pytest.mark.skipif(not os.environ.get("CI"), reason="a clone may have no cargo")
def test_it_is_built_in_ci() -> None:
    assert "native" in ENGINES


def test_the_library_does_without_it() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=True
    )
    advice = "install Rust, then install deploy-contract again"
    assert ran.stdout.splitlines() == [
        "rust allow",
        f'engine "native" was not built; {advice}',
    ]
