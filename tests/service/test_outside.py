"""The service judged from outside, alone and through the gateway, by a tool that knows nothing but the bundled OpenAPI document."""

import re
import sys
from contextlib import ExitStack
from pathlib import Path

import deploy_contract_generated
import pytest

from deploy_contract import Contract
from tests.support.client import EXAMPLE
from tests.support.commands import succeeded
from tests.support.effort import effort
from tests.support.gateways import running as gateway
from tests.support.operations import not_served
from tests.support.processes import running

DOCUMENT = Path(deploy_contract_generated.__path__[0]) / "openapi.json"
# the interface describes no refusal, so their statuses are none of the document's; and rules refuse what its schemas admit
NOT_OURS = "status_code_conformance,positive_data_acceptance"


@pytest.mark.soak_only
@pytest.mark.parametrize("through", ["service", "gateway"])
def test_schemathesis_finds_no_fault(through: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        service = stack.enter_context(
            running(tmp_path, "--database", ":memory:", "--data", str(EXAMPLE))
        )
        address = f"http://127.0.0.1:{service.port}"
        if through == "gateway":
            address = "http://{}:{}".format(
                *stack.enter_context(gateway(tmp_path, "--upstream", address)).address
            )
        said = succeeded(
            sys.executable, "-m", "schemathesis.cli", "run", str(DOCUMENT), "--url", address, "--exclude-checks", NOT_OURS,
            "--max-examples", str(effort(3, 10)), "--seed", "17", "--phases", "examples,coverage,fuzzing,stateful",
            *(f"--exclude-operation-id={name}" for name in not_served()), folder=tmp_path,
        )  # fmt: skip
        tested = len(Contract().operations) - len(not_served())
        assert f"Tested: {tested}" in said
        phases = re.findall(r"✅ (\w+)", said)
        assert {"Coverage", "Fuzzing", "Stateful"} <= set(phases), said
        assert service.send().status == 0
