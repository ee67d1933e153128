"""Settings: one table, three sources, and one line about a wrong value."""

import argparse
import os
import socket
from pathlib import Path
from unittest.mock import patch

import pytest

from deploy_contract_gateway.configuration import problems, read_settings, register
from deploy_contract_gateway.decide import settings as decide_settings
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.setting_types import UpstreamUrl
from deploy_contract_gateway.settings import GatewaySettings, Settings, option_name, rows
from deploy_contract_serving.addresses import Address
from tests.support import spec_change
from tests.support.commands import ended, run_python
from tests.support.policies import NO_SECRETS
from tests.support.refusals import refused

UPSTREAM = "http://127.0.0.1:8000"
PREFIX = GatewaySettings.variable("")


def parsed(*options: str, environment: dict[str, str] | None = None) -> Settings:
    parser = argparse.ArgumentParser()
    register(parser)
    with patch.dict(os.environ, environment or {}):
        return read_settings(parser.parse_args(options))


def test_options_win_over_the_environment_which_wins_over_the_file(tmp_path: Path) -> None:
    config = tmp_path / "gateway.toml"
    more = 'lookups = []\npolicies = ["a.yaml"]\n'
    config.write_text(
        f'upstream = "{UPSTREAM}"\nworkers = 2\npool = 3\nbacklog = 4\n{more}', "utf-8"
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
    assert found.policies == (str(tmp_path / "a.yaml"),), "a file names others from where it is"
    assert parsed("--config", str(config)).workers == 2


def test_every_setting_is_an_option() -> None:
    parser = argparse.ArgumentParser()
    register(parser)
    text = parser.format_help()
    assert all(option_name(row) in text for row in rows(GatewaySettings))
    listening = ("--upstream", "https://[::1]:8443/x/", "--listen", "[::1]:0")
    given = parsed(*listening, "--modes", "unknown-field=off", "--trust-forwarded", "*")
    assert str(given.upstream) == "https://[::1]:8443/x"
    assert given.listen == Address("::1", 0)


WRONG = {
    "a URL of another kind": (("--upstream", "ftp://x"), {}, "--upstream must be an http or https URL"),
    "a URL with a user": (("--upstream", "http://user:secret-value@x"), {}, "--upstream must be an http or https URL"),
    "a port that is none": (("--upstream", "http://x:99999"), {}, "--upstream must be an http or https URL"),
    "no URL": (("--upstream", "127.0.0.1:8000"), {}, "--upstream must be an http or https URL"),
    "an address without a port": (("--listen", "127.0.0.1"), {}, "--listen must be HOST:PORT"),
    "a number that is none": (("--pool", "many"), {}, "--pool must be an integer from 1 to 999999999999"),
    "an unknown mode": (("--requests", "maybe"), {}, "--requests must be one of enforce, report, off"),
    "an unknown operation": (("--requests", "x=off"), {}, "an operation of requests must be one of list_repositories, "),
    "an unknown rule": (("--modes", "x=off"), {}, "modes: x names no rule; `deploy-contract rules` lists"),
    "a rule misspelt": (("--modes", "unknown-feld=off"), {}, "modes: unknown-feld names no rule; did you mean unknown-field?"),
    "a rule of an unknown operation": (("--modes", "x:unknown-field=off"), {}, "modes: x:unknown-field names no operation; they are list_repositories, "),
    "an unknown mode of one rule": (("--modes", "unknown-field=off", "--modes", "schema-type=of"), {}, "--modes for 'schema-type' must be one of enforce, report, off"),
    "an unknown lookup": (("--lookups", "x"), {}, "each of lookups must be one of"),
    "a share above 1": (("--sample", "2"), {}, "sample must be a number from 0 to 1"),
    "a base path that is none": (("--base-path", "x/"), {}, "base_path"),
    "a file that is not there": (("--config", "nowhere.toml"), {}, "there is no such file"),
    "an unknown variable": ((), {f"{PREFIX}UPSTRAEM": UPSTREAM}, f"{PREFIX}UPSTRAEM: there is no such setting; did you mean DEPLOY_CONTRACT_GATEWAY_UPSTREAM?"),
    "a variable at fault": ((), {f"{PREFIX}WORKERS": "0"}, f"{PREFIX}WORKERS must be an integer from 1 to 256"),
    "too many workers": (("--workers", "257"), {}, "--workers must be an integer from 1 to 256"),
    "too long a backlog": (("--backlog", "999999999999"), {}, "--backlog must be an integer from 1 to 65535"),
    "too much advice": (("--advice", "5"), {}, "--advice must be a number from 0 to 1"),
    "a file that is a folder": (("--config", "."), {}, ".: is a folder, not a regular file; check the path"),
    "a policy that is not there": (("--policies", "nowhere.yaml"), {}, "policy nowhere.yaml: there is no such file"),
    "a candidate that is not there": (("--candidate", "nowhere"), {}, "candidate: nowhere: there is no such file"),
    "certificates that are not there": (("--ca-file", "nowhere.pem"), {}, "ca_file nowhere.pem: there is no such file"),
    "an admin address for others": (("--admin", "0.0.0.0:0"), {}, "admin needs admin_token or admin_client_ca_file"),
    "a socket that is none": (("--admin", "unix:a"), {}, "--admin must be unix: and an absolute path"),
    "a short token": (("--admin-token", "secret-value"), {}, "--admin-token must be 16 to 256 letters"),
    "a header that no lookup passes on": (("--lookup-headers", "X_Tenant"), {}, "headers of lookups: each must be the name of a header of the caller, such as authorization or x-tenant-id"),
    "no Redis": (("--lookups", "shared"), {}, "shared needs shared_url, the URL of Redis"),
    "facts of several workers": (("--learn-mutable", "on", "--workers", "2"), {}, "learn_mutable needs workers = 1: a worker does not see the patches of another"),
    "a URL of no Redis": (("--shared-url", "http://secret-value"), {}, "--shared-url must be a URL of Redis, such as redis://127.0.0.1:6379/0, rediss:// or unix://"),
    "a namespace of two words": (("--shared-namespace", "a b"), {}, "the namespace has 1 to 64 letters, digits, dots, underscores and dashes"),
    "no time for Redis": (("--redis-seconds", "0"), {}, "--redis-seconds must be a number from 0.001 to 999999999999"),
    "a database of Redis by name": (("--shared-url", "redis://127.0.0.1/abc"), {}, "--shared-url must be a URL of Redis"),
    "no end": (("--drain-seconds", "inf"), {}, "--drain-seconds must be a number from 0 to 999999999999"),
    "too long a number": (("--request-bytes", "9" * 23), {}, "--request-bytes must be an integer from 1 to 999999999999"),
    "an address twice": (("--listen", "127.0.0.1:9180"), {}, "admin needs another address than listen"),
    "a socket twice": (("--listen", "unix:/tmp/a", "--admin", "unix:/tmp/a"), {}, "admin needs another address than listen"),
    "a lookup twice": (("--lookups", "learned,learned"), {}, "lookups must have each name once"),
    "a lookup misspelt": (("--lookups", "shard"), {}, "each of lookups must be one of learned, shared, upstream; did you mean shared?"),
}  # fmt: skip
WRONG_DECIDE = {
    "an unknown dialect": (("--dialect", "envy"), "--dialect must be one of envoy, traefik, apisix, caddy, nginx"),
    "a prefix of another gateway": (("--dialect", "nginx", "--path-prefix", "/x"), "path_prefix is a setting of the dialect envoy alone"),
    "a prefix that is no path": (("--dialect", "envoy", "--path-prefix", "x"), "--path-prefix must be a path"),
    "lookups without a service": (("--dialect", "envoy", "--lookups", "upstream"), "lookups needs upstream"),
    "nothing to learn from": (("--dialect", "envoy", "--lookups", "learned"), "learned needs grpc_listen: no other question shows a response"),
    "responses that nobody shows": (("--dialect", "nginx", "--responses", "enforce"), "responses = enforce needs grpc_listen: no other question shows a response"),
    "a response that nobody shows": (("--responses", "list_deployments=enforce"), "responses = enforce needs grpc_listen: no other question shows a response"),
    "an address of two servers": (("--listen", "127.0.0.1:9", "--grpc-listen", "127.0.0.1:9"), "grpc_listen needs another address than listen and admin"),
    "a path without a service": (("--dialect", "envoy", "--ready-path", "/x"), "ready_path needs upstream"),
}  # fmt: skip
FILES = {
    "no TOML": ("pool = \n", ":1:8: not a TOML document: invalid value"),
    "a byte order mark": (
        "\ufeffpool = 9\n",
        ":1: begins with a byte order mark; save it as UTF-8 without one",
    ),
    "an unknown key": ('policy = ["x"]\n', "policy: there is no such setting"),
    "a near key": ("pol = 1\n", "did you mean pool?"),
    "a value of another type": ('pool = "9"\n', "pool must be an integer from 1 to 999999999999"),
    "a truth for a number": ("pool = true\n", "pool must be an integer from 1 to 999999999999"),
    "a list of numbers": ("policies = [1]\n", "policies must be a list of strings"),
    "a deep nest": ("x = " + "[" * 100_000, "nests too deeply"),
    "a long file": ("#" * (8 << 20) + "\n", "is longer than 8 MiB"),
    "a table for a text": ("[upstream]\nx = 1\n", "upstream must be a string"),
    "a number in a text's place": ("log = 1\n", "log must be one of all, violations, refused, off"),
    "a mode that is none, of many": (
        '[modes]\nunknown-field = "off"\nsecret-names-unique = 1\n',
        "modes for 'secret-names-unique' must be one of enforce, report, off",
    ),
    "a share that is none, of one operation": (
        "[sample]\npatch_deployment = 2\n",
        "sample for 'patch_deployment' must be a number from 0 to 1",
    ),
}
SEVERAL = {
    "a mode and a lookup": (("--modes", "no-a=off", "--lookups", "shared"), ["modes: no-a names no rule", "shared needs shared_url"]),
    "a policy and operations": (("--policy", "a.yaml", "--requests", "patch=off", "--sample", "list=1"),
                                ["policy a.yaml: there is", "an operation of requests", "an operation of sample"]),
    "two texts": (("--ready-path", "y", "--pool", "0"), ["--pool must be an integer", "--ready-path must be a path"]),
    "a path and a lookup": (("--base-path", "x", "--lookups", "y"), ["base_path must be", "each of lookups must be one of"]),
    "two entries": (("--requests", "patch_deployment=enforc,list_deployments=x", "--pool", "0"),
                    ["--requests for 'patch_deployment' must be one of", "--requests for 'list_deployments' must be one of", "--pool must be an integer"]),
    "certificates": (("--ca-file", "none.pem", "--shared-namespace", " "), ["the namespace has", "ca_file none.pem: there is"]),
}  # fmt: skip


def found(
    *options: str,
    program: type[Settings] = GatewaySettings,
    environment: dict[str, str] | None = None,
) -> list[str]:
    """Return the problems of the settings of a program."""
    parser = argparse.ArgumentParser()
    register(parser, program)
    with patch.dict(os.environ, environment or {}):
        return problems(parser.parse_args(options))


@pytest.mark.promise(5)
def test_each_wrong_setting_is_one_line(here: Path) -> None:
    upstream = ("--upstream", UPSTREAM)
    cases: list[tuple[str, list[str], str]] = []
    for name, (options, environment, text) in WRONG.items():
        cases.append((name, found(*upstream, *options, environment=environment), text))
    for name, (options, text) in WRONG_DECIDE.items():
        cases.append((name, found("--dialect", "envoy", *options, program=DecideSettings), text))
    for name, (written, text) in FILES.items():
        (here / "gateway.toml").write_text(written, "utf-8")
        cases.append((name, found(*upstream, "--config", str(here / "gateway.toml")), text))
    for name, lines, text in cases:
        assert len(lines) == 1, (name, lines)
        assert text in lines[0], (name, lines)
        assert "secret-value" not in lines[0], name
    for admin in ("localhost:0", "[::1]:0", "unix:/tmp/a"):
        assert found(*upstream, "--admin", admin) == []
    assert found(*upstream, "--admin", "0.0.0.0:0", "--admin-token", "t" * 16) == []


def test_questions_over_grpc_need_its_extra_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide_settings, "_is_installed", lambda module: module != "grpc")
    by_http = ("--dialect", "envoy")
    assert found(*by_http, program=DecideSettings) == []
    (line,) = found(*by_http, "--grpc-listen", "127.0.0.1:0", program=DecideSettings)
    assert line.endswith("grpc_listen needs grpcio: pip install 'deploy-contract[ext-proc]'")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", SEVERAL)
def test_several_problems_are_found_at_once(name: str) -> None:
    options, starts = SEVERAL[name]
    lines = found("--upstream", UPSTREAM, *options)
    assert len(lines) == len(starts), lines
    assert all(map(str.startswith, lines, starts)), lines


@pytest.mark.parametrize("program", ["gateway", "decide"])
def test_wrong_use_ends_a_program_with_one_line_and_status_2(program: str) -> None:
    wanted = {"gateway": "the URL of the service", "decide": "the dialect of the gateway that asks"}
    said = refused(program=program)
    assert said.startswith(f"deploy-contract: {wanted[program]} is missing: give --")
    assert len(said.splitlines()) == 1


# --- --check-config says ok, or each problem in one line, and starts nothing


@pytest.mark.parametrize(
    ("name", "given"), [("gateway", ("--upstream", UPSTREAM)), ("decide", ("--dialect", "envoy"))]
)
def test_good_settings_are_ok_although_the_address_is_taken(
    name: str, given: tuple[str, ...]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        shown = ended(0, name, *given, "--listen", listen, "--check-config")
    assert shown == ("ok: the settings can be used\n", "")


def test_each_problem_is_a_line_of_standard_error(tmp_path: Path) -> None:
    (tmp_path / "gateway.toml").write_text('upstream = "hunter2"\nworkrs = 2\npool = -1\n')
    config = str(tmp_path / "gateway.toml")
    arguments = ["--config", config, "--lookups", "shared"]
    out, err = ended(2, "gateway", *arguments, "--check-config")
    assert out == ""
    assert "hunter2" not in err
    starts = [
        f"deploy-contract: {config}: upstream must be an http or https URL",
        f"deploy-contract: {config}: workrs: there is no such setting; did you mean workers?",
        f"deploy-contract: {config}: pool must be an integer from 1 to 999999999999",
    ]
    lines = err.splitlines()
    assert len(lines) == len(starts)
    assert all(map(str.startswith, lines, starts))


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
        "modes: none names no rule; `deploy-contract rules` lists them"
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
        "--dialect", "envoy", "--grpc-listen", "x", "--lookups", "learned", program=DecideSettings
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


def test_a_file_that_cannot_be_read_has_one_problem(tmp_path: Path) -> None:
    config = tmp_path / "gateway.toml"
    config.write_text(f'upstream = "{UPSTREAM}"\nupstream = "{UPSTREAM}"\n')
    (line,) = found("--config", str(config), "--pool", "3")
    assert line.startswith(f"{config}:2:")


def test_an_option_has_its_whole_name() -> None:
    """In `decide`, the option --host of the gateway would set --hosting."""
    shown = ended(2, "decide", "--dialect", "caddy", "--host", "cloud", "--check-config")
    assert "unknown argument --host; did you mean --hosting?" in shown.err


def test_a_worker_of_the_decision_server_imports_no_part_of_the_command() -> None:
    code = (
        "import sys; import deploy_contract_gateway.worker;"
        " print([name for name in ('argparse', 'deploy_contract_gateway.configuration') if name in sys.modules])"
    )
    assert run_python(code).stdout == "[]\n"
