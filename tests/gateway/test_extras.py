"""The gateway needs the packages of its own extra, and none of the service's."""

from pathlib import Path

import pytest

from tests.support.extras import GATEWAY_ONLY, SERVICE_ONLY, installed_by, refusal_without, without
from tests.support.gateways import Upstream, command, running


def test_the_extra_installs_no_database_driver_and_no_cryptography() -> None:
    installed = installed_by("gateway")
    assert installed >= GATEWAY_ONLY
    assert not installed & SERVICE_ONLY


@pytest.mark.soak_only
def test_the_gateway_runs_without_the_packages_of_the_service(
    upstream: Upstream, tmp_path: Path
) -> None:
    environment = without(tmp_path, SERVICE_ONLY | {"deploy_contract_service"})
    options = ("--upstream", upstream.url, "--lookups", "learned,upstream")
    with running(tmp_path, *options, environment=environment) as gateway:
        assert gateway.patch(b"{}").status == 200
        assert gateway.patch(b'{"secrets": 1}').status == 422
        assert gateway.watch("/-/ready").status == 200
        assert gateway.metrics()["workers"] == 1


@pytest.mark.soak_only
def test_without_its_own_packages_it_names_the_extra_in_one_line(tmp_path: Path) -> None:
    asked = command("--upstream", "http://127.0.0.1:1")
    assert refusal_without(tmp_path, GATEWAY_ONLY, asked) == (
        "deploy-contract: gateway needs prometheus_client: pip install 'deploy-contract[gateway]'\n"
    )
