"""`--check-config` says ok, or each problem in one line, and starts nothing."""

import argparse
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from deploy_contract.cli.command import main
from deploy_contract_gateway.configuration import add_options, problems
from deploy_contract_gateway.programs import DECIDE, GATEWAY, Program
from tests.support import spec_change
from tests.support.policies import NO_SECRETS

UPSTREAM = "http://127.0.0.1:8000"


def found(
    *options: str, program: Program = GATEWAY, environment: dict[str, str] | None = None
) -> list[str]:
    parser = argparse.ArgumentParser()
    add_options(parser, program)
    return problems(parser.parse_args(options), program, environment or {})


@pytest.mark.parametrize(
    ("name", "given"), [("gateway", ("--upstream", UPSTREAM)), ("decide", ("--dialect", "envoy"))]
)
def test_good_settings_are_ok_although_the_address_is_taken(
    name: str, given: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        assert main([name, *given, "--listen", listen, "--check-config"]) == 0
    assert capsys.readouterr() == ("ok: the settings can be used\n", "")


def test_each_problem_is_a_line_of_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gateway.toml").write_text('upstream = "hunter2"\nworkrs = 2\npool = -1\n')
    config = str(tmp_path / "gateway.toml")
    arguments = ["--config", config, "--lookups", "shared"]
    assert main(["gateway", *arguments, "--check-config"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "hunter2" not in err
    starts = [
        f"deploy-contract: {config}: upstream must be an http or https URL",
        f"deploy-contract: {config}: there is no setting 'workrs'; did you mean workers?",
        f"deploy-contract: {config}: pool must be an integer of at least 1",
    ]
    lines = err.splitlines()
    assert len(lines) == len(starts)
    assert all(map(str.startswith, lines, starts))


SEVERAL = {
    "a mode and a lookup": (("--modes", "no-a=off", "--lookups", "shared"), ["modes: entry 1 names no rule", "shared needs shared_url"]),
    "a policy and operations": (("--policy", "a.yaml", "--requests", "patch=off", "--sample", "list=1"),
                                ["policy a.yaml: there is", "an operation of requests", "an operation of sample"]),
    "paths": (("--base-path", "x", "--ready-path", "y"), ["base_path must be", "ready_path must be a path"]),
    "certificates": (("--ca-file", "none.pem", "--shared-namespace", " "), ["the namespace has", "ca_file none.pem: there is"]),
}  # fmt: skip


@pytest.mark.parametrize(("options", "starts"), SEVERAL.values(), ids=SEVERAL)
def test_several_problems_are_found_at_once(
    options: tuple[str, ...], starts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = found("--upstream", UPSTREAM, *options)
    assert len(lines) == len(starts), lines
    assert all(map(str.startswith, lines, starts)), lines


def test_a_wrong_policy_makes_no_operation_of_another_contract_a_problem() -> None:
    off = f"{spec_change.free('create_deployment')}=off"
    contract = str(spec_change.checkout())
    given = ("--upstream", UPSTREAM, "--contract", contract, "--requests", off)
    assert found(*given) == []
    lines = found(*given, "--policy", "none.yaml")
    assert [line.partition(":")[0] for line in lines] == ["policy none.yaml"]


def test_a_mode_may_be_that_of_a_rule_in_a_policy(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(NO_SECRETS)
    given = ("--upstream", UPSTREAM, "--policy", str(tmp_path / "own.yaml"))
    assert found(*given, "--modes", "no-secrets=report") == []
    assert found(*given, "--modes", "no-secrets=report,none=off") == [
        "modes: entry 2 names no rule; `deploy-contract rules` lists them"
    ]


def test_each_fault_of_a_policy_is_a_line(tmp_path: Path) -> None:
    policy = tmp_path / "own.yaml"
    policy.write_text(NO_SECRETS.replace("    basis: practice\n    section: our handbook\n", ""))
    lines = found("--upstream", UPSTREAM, "--policy", str(policy))
    assert [line.partition(" is missing")[0].rpartition(" ")[2] for line in lines] == [
        "basis",
        "section",
    ]


def test_a_wrong_value_hides_no_other_and_causes_no_problem() -> None:
    lines = found(
        "--dialect", "envoy", "--grpc-listen", "x", "--lookups", "learned", program=DECIDE
    )
    assert len(lines) == 1
    assert lines[0].startswith("--grpc-listen must be HOST:PORT")
    environment = {"DEPLOY_CONTRACT_GATEWAY_POOL": "0", "DEPLOY_CONTRACT_GATEWAY_POL": "1"}
    lines = found(environment=environment)
    assert [line.split()[0] for line in lines] == [
        "DEPLOY_CONTRACT_GATEWAY_POOL",
        "DEPLOY_CONTRACT_GATEWAY_POL:",
        "the",
    ]


def test_a_worker_of_the_decision_server_imports_no_part_of_the_command() -> None:
    code = (
        "import sys; import deploy_contract_gateway.worker;"
        " print([name for name in ('argparse', 'deploy_contract_gateway.configuration') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
