"""Settings: one table, three sources, and one line about a wrong value."""

import argparse
import dataclasses
import os
import socket
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from deploy_contract import ContractError
from deploy_contract.cli.command import main
from deploy_contract_gateway.configuration import add_options, read_settings
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.programs import DECIDE, GATEWAY
from deploy_contract_gateway.setting_types import UpstreamUrl
from deploy_contract_gateway.settings import (
    GatewaySettings,
    Settings,
    keep_restart_settings,
    option_name,
    rows,
)
from deploy_contract_gateway.supervisor import Supervisor
from deploy_contract_serving.addresses import Address, bound_address

UPSTREAM = "http://127.0.0.1:8000"
PREFIX = GATEWAY.prefix


def parsed(*options: str, environment: dict[str, str] | None = None) -> Settings:
    parser = argparse.ArgumentParser()
    add_options(parser, GATEWAY)
    return read_settings(parser.parse_args(options), GATEWAY, environment or {})


def test_options_win_over_the_environment_which_wins_over_the_file(tmp_path: Path) -> None:
    config = tmp_path / "gateway.toml"
    config.write_text(
        f'upstream = "{UPSTREAM}"\nworkers = 2\npool = 3\nbacklog = 4\nlookups = []\n', "utf-8"
    )
    environment = {
        f"{PREFIX}WORKERS": "5",
        f"{PREFIX}POOL": "6",
        f"{PREFIX}CONFIG": str(config),
        "OTHER": "x",
    }
    found = parsed("--workers", "7", environment=environment)
    assert (found.workers, found.pool, found.backlog) == (7, 6, 4)
    assert (found.upstream, found.lookups) == (UpstreamUrl("http", "127.0.0.1", 8000, ""), ())
    assert parsed("--config", str(config)).workers == 2


def test_tables_and_lists_are_alike_in_all_three(tmp_path: Path) -> None:
    config = tmp_path / "gateway.toml"
    config.write_text(
        f'upstream = "{UPSTREAM}"\npolicies = ["a.yaml", "b.yaml"]\ntrust_forwarded = ["10.0.0.0/8", "::1"]\n'
        'requests = "report"\n[modes]\nunknown-field = "report"\n[responses]\npatch_deployment = "enforce"\n',
        "utf-8",
    )
    texts = {
        "UPSTREAM": UPSTREAM, "POLICIES": "a.yaml,b.yaml", "TRUST_FORWARDED": "10.0.0.0/8, ::1", "REQUESTS": "report",
        "MODES": "unknown-field=report", "RESPONSES": "patch_deployment=enforce",
    }  # fmt: skip
    options = [
        "--upstream", UPSTREAM, "--policies", "a.yaml", "--policy", "b.yaml", "--trust-forwarded", "10.0.0.0/8", "--trust-forwarded",
        "::1", "--requests", "report", "--modes", "unknown-field=report", "--responses", "patch_deployment=enforce",
    ]  # fmt: skip
    by_file = parsed("--config", str(config))
    assert by_file.policies == (str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml")), (
        "a file names others from where it is"
    )
    by_file = dataclasses.replace(by_file, policies=("a.yaml", "b.yaml"))
    assert (
        by_file
        == parsed(environment={PREFIX + name: text for name, text in texts.items()})
        == parsed(*options)
    )
    assert by_file.responses == {"patch_deployment": "enforce"}


def test_every_setting_is_an_option() -> None:
    parser = argparse.ArgumentParser()
    add_options(parser, GATEWAY)
    text = parser.format_help()
    assert all(option_name(row) in text for row in rows(GatewaySettings))
    given = parsed(
        "--upstream",
        "https://[::1]:8443/x/",
        "--listen",
        "[::1]:0",
        "--modes",
        "unknown-field=off",
        "--trust-forwarded",
        "*",
    )
    assert str(given.upstream) == "https://[::1]:8443/x"
    assert given.listen == Address("::1", 0)


def test_what_lasts_as_long_as_the_program_is_not_changed() -> None:
    old = parsed("--upstream", UPSTREAM, "--workers", "2", "--pool", "3")
    new, lasting = keep_restart_settings(
        old, parsed("--upstream", UPSTREAM, "--workers", "4", "--pool", "5")
    )
    assert (new.workers, new.pool, lasting) == (2, 5, ("workers",))


WRONG = {
    "no upstream": ((), {}, "--upstream"),
    "a URL of another kind": (("--upstream", "ftp://x"), {}, "--upstream must be an http or https URL"),
    "a URL with a user": (("--upstream", f"http://user:{'secret'}@x"), {}, "--upstream must be an http or https URL"),
    "a port that is none": (("--upstream", "http://x:99999"), {}, "--upstream must be an http or https URL"),
    "no URL": (("--upstream", "127.0.0.1:8000"), {}, "--upstream must be an http or https URL"),
    "an address without a port": (("--upstream", UPSTREAM, "--listen", "127.0.0.1"), {}, "--listen must be HOST:PORT"),
    "a number that is none": (("--upstream", UPSTREAM, "--pool", "many"), {}, "--pool must be an integer of at least 1"),
    "an unknown mode": (("--upstream", UPSTREAM, "--requests", "maybe"), {}, "--requests must be one of enforce, report, off"),
    "an unknown operation": (("--upstream", UPSTREAM, "--requests", "x=off"), {}, "an operation of requests must be one of list_repositories, "),
    "an unknown rule": (("--upstream", UPSTREAM, "--modes", "x=off"), {}, "modes: entry 1 names no rule; `deploy-contract rules` lists"),
    "a rule misspelt": (("--upstream", UPSTREAM, "--modes", "unknown-feld=off"), {}, "modes: entry 1 names no rule; did you mean unknown-field?"),
    "an unknown mode of one rule": (("--upstream", UPSTREAM, "--modes", "unknown-field=off", "--modes", "schema-type=of"), {}, "--modes for 'schema-type' must be one of enforce, report, off"),
    "an unknown lookup": (("--upstream", UPSTREAM, "--lookups", "x"), {}, "each of lookups must be one of"),
    "a share above 1": (("--upstream", UPSTREAM, "--sample", "2"), {}, "sample must be a number from 0 to 1"),
    "a base path that is none": (("--upstream", UPSTREAM, "--base-path", "x/"), {}, "base_path"),
    "a file that is not there": (("--config", "nowhere.toml"), {}, "there is no such file"),
    "an unknown variable": ((), {f"{PREFIX}UPSTRAEM": UPSTREAM}, f"{PREFIX}UPSTRAEM: there is no such setting; did you mean DEPLOY_CONTRACT_GATEWAY_UPSTREAM?"),
    "a variable at fault": ((), {f"{PREFIX}WORKERS": "0"}, f"{PREFIX}WORKERS must be an integer from 1 to 256"),
    "too many workers": (("--upstream", UPSTREAM, "--workers", "257"), {}, "--workers must be an integer from 1 to 256"),
    "too long a backlog": (("--upstream", UPSTREAM, "--backlog", "999999999999"), {}, "--backlog must be an integer from 1 to 65535"),
    "too much advice": (("--upstream", UPSTREAM, "--advice", "5"), {}, "--advice must be a number from 0 to 1"),
    "a file that is a folder": (("--config", "."), {}, ".: is a folder, not a regular file; check the path"),
    "a policy that is not there": (("--upstream", UPSTREAM, "--policies", "nowhere.yaml"), {}, "policy nowhere.yaml: there is no such file"),
    "a candidate that is not there": (("--upstream", UPSTREAM, "--candidate", "nowhere"), {}, "candidate: nowhere: there is no such file"),
    "certificates that are none": (("--upstream", UPSTREAM, "--ca-file", "nowhere.pem"), {}, "ca_file nowhere.pem: there is no such file"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_use_is_one_line_and_status_2(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options, environment, text = WRONG[name]
    ports = () if "--listen" in options else ("--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0")
    monkeypatch.chdir(tmp_path)
    for variable in [key for key in os.environ if key.startswith(PREFIX)]:
        monkeypatch.delenv(variable)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr(Supervisor, "run", AsyncMock(side_effect=AssertionError("it serves")))
    assert main(["gateway", *ports, *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert text in err
    assert "secret" not in err


FILES = {
    "no TOML": ("upstream = \n", "not TOML (at line 1, column 12"),
    "an unknown key": (
        f'upstream = "{UPSTREAM}"\npolicy = ["x"]\n',
        "there is no setting 'policy'",
    ),
    "a near key": (f'upstraem = "{UPSTREAM}"\n', "did you mean upstream?"),
    "a value of another type": (
        f'upstream = "{UPSTREAM}"\npool = "9"\n',
        "pool must be an integer of at least 1",
    ),
    "a truth for a number": (
        f'upstream = "{UPSTREAM}"\npool = true\n',
        "pool must be an integer of at least 1",
    ),
    "a list of numbers": (
        f'upstream = "{UPSTREAM}"\npolicies = [1]\n',
        "policies must be a list of strings",
    ),
    "a deep nest": ("x = " + "[" * 100_000, "nested too deeply"),
    "a long file": ("#" * (8 << 20) + "\n", "is longer than 8 MiB"),
    "a table for a text": ("[upstream]\nx = 1\n", "upstream must be a string"),
    "a mode that is none, of many": (
        f'upstream = "{UPSTREAM}"\n[modes]\nunknown-field = "off"\nsecret-names-unique = 1\n',
        "modes for 'secret-names-unique' must be one of enforce, report, off",
    ),
    "a share that is none, of one operation": (
        f'upstream = "{UPSTREAM}"\n[sample]\npatch_deployment = 2\n',
        "sample for 'patch_deployment' must be a number from 0 to 1",
    ),
    "a number in a text's place": (
        f'upstream = "{UPSTREAM}"\nlog = 1\n',
        "log must be one of all, violations, refused, off",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_at_fault_is_one_line(name: str, tmp_path: Path) -> None:
    written, text = FILES[name]
    config = tmp_path / "gateway.toml"
    config.write_text(written, "utf-8")
    with pytest.raises(ContractError) as raised:
        parsed("--config", str(config))
    assert text in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize("name", ["listen", "admin", "grpc_listen"])
def test_a_start_at_a_port_in_use_leaves_no_socket_open(name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        addresses: dict[str, Any] = dict.fromkeys(
            ("listen", "admin", "grpc_listen"), Address("127.0.0.1", 0)
        )
        addresses[name] = bound_address(taken)
        settings = dataclasses.replace(DecideSettings(dialect="envoy"), **addresses)
        before = open_sockets()
        with pytest.raises(ContractError, match="Address already in use") as raised:
            Supervisor(DECIDE, lambda: settings)
        assert open_sockets() == before
        assert raised.value.__traceback__  # it keeps what the start had made


def open_sockets() -> set[str]:
    """Return the sockets of this process."""
    found = [one for one in Path("/proc/self/fd").iterdir() if one.is_symlink()]
    links = [str(one.readlink()) for one in found]
    return {link for link in links if link.startswith("socket:")}
