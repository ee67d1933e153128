"""The service needs the packages of its own extra, and none of the gateway's."""

import re
from pathlib import Path

from tests.support.extras import GATEWAY_ONLY, SERVICE_ONLY, installed_by, refusal_without, without
from tests.support.processes import COMMAND, call, running


def test_the_extra_installs_nothing_of_the_gateway() -> None:
    installed = installed_by("service")
    assert installed >= SERVICE_ONLY - {"psycopg_binary"}
    assert not installed & GATEWAY_ONLY


def test_the_service_runs_without_the_packages_of_the_gateway(tmp_path: Path) -> None:
    path = without(tmp_path, GATEWAY_ONLY | {"deploy_contract_gateway"})["PYTHONPATH"]
    with running(tmp_path, "--database", ":memory:", PYTHONPATH=path) as service:
        status, body = call(service.connection(), "GET", "/v2/deployments")
    assert (status, body["resources"]) == (200, [])


def test_without_its_own_packages_it_names_the_extra_in_one_line(tmp_path: Path) -> None:
    line = r"deploy-contract: serve needs \w+: pip install 'deploy-contract\[service\]'\n"
    assert re.fullmatch(line, refusal_without(tmp_path, SERVICE_ONLY, COMMAND))
