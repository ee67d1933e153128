"""The service judged from outside, by a tool that knows nothing but the bundled OpenAPI document."""

import subprocess
import sys
from pathlib import Path

import deploy_contract_generated

from tests.server.client import EXAMPLE
from tests.server.processes import running

DOCUMENT = Path(deploy_contract_generated.__path__[0]) / "openapi.json"
CHECKS = "not_a_server_error,content_type_conformance,response_schema_conformance"  # it documents no refusal, so their status is none


def test_schemathesis_finds_no_fault(tmp_path: Path) -> None:
    with running(tmp_path, "--database", ":memory:", "--data", str(EXAMPLE)) as service:
        done = subprocess.run(
            [
                sys.executable, "-m", "schemathesis.cli", "run", str(DOCUMENT), "--url", f"http://127.0.0.1:{service.port}",
                "--checks", CHECKS, "--max-examples", "10", "--seed", "17", "--phases", "fuzzing",
            ],
            cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Tested: 3" in done.stdout
        assert service.send().status == 0
