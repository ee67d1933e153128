"""The module in Envoy as operators run it: modes, routes, marks, reloads, and what fails."""

import json
import os
import re
import subprocess
import textwrap
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract, ContractError
from deploy_contract.knowledge.callers import lookup_headers
from tests.support.envoy_module import (
    FAULT,
    NEWEST,
    OLDEST,
    TYPED,
    SharedModule,
    discovered,
    enveloped,
    guide,
    library,
    program,
    recipe,
    write_contract,
)
from tests.support.fronts import RECIPES
from tests.support.gateways import CANARY, DEPLOYMENT, PATCH, PATH, Shared, Upstream, answer, soon
from tests.support.threads import again_and_again

pytestmark = pytest.mark.usefixtures("here")
LISTS = "/v2/deployments"
WRONG = b'{"secrets": "%s"}' % CANARY.encode()
REFERENCES = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'
BAD_LIST = answer(b'{"resources": "%s"}' % CANARY.encode())
ROUTER = "                  - name: envoy.filters.http.router\n"
ROUTE = "                        - match: {prefix: /}\n"


versions = pytest.mark.parametrize("version", [NEWEST, OLDEST])


def test_requests_are_reported_or_left_alone_by_operation(module: SharedModule) -> None:
    modes: dict[str, Any] = {"requests": {"patch_deployment": "report", "list_deployments": "off"}}
    envoy = module.set(responses="off", **modes)
    assert envoy.front.patch(WRONG).status == 200
    assert envoy.front.ask("GET", f"{LISTS}?limit=x").status == 200
    bad = "/v1/integrations/forge/codehost/x/repos"
    assert envoy.front.ask("GET", bad).status == 400
    labels = 'verdicts{direction="request",operation="%s",refused="%s",verdict="deny"}'
    assert envoy.counters("verdicts") == {
        labels % ("patch_deployment", "no"): 1,
        labels % ("list_repositories", "yes"): 1,
    }
    assert module.service.got[0].body == WRONG


@pytest.mark.parametrize("responses", ["report", "enforce"])
def test_a_response_beyond_the_limit_is_not_judged_by_a_part(
    module: SharedModule, responses: str
) -> None:
    contract = Contract(limits=Contract().limits._replace(response_body=1000))
    long = b'{"resources": [], "offset": 0, "x": "%s"}' % (b"y" * 100_000)
    module.service.always(answer(long))
    envoy = module.set(contract, responses=responses)
    found = envoy.front.ask("GET", LISTS)
    if responses == "enforce":
        assert found.status == 502
        assert [row["rule"] for row in json.loads(found.body)["violations"]] == ["json-size"]
    else:
        assert (found.status, found.body) == (200, long)


def test_bodies_take_no_more_memory_than_they_may(module: SharedModule) -> None:
    long = b'{"secrets": [], "x": "%s"}' % (b"y" * 200_000)
    body = b'{"resources": [], "offset": 0, "x": "%s"}' % (b"y" * 200_000)
    module.service.to_lists(answer(body))
    envoy = module.set(buffer_bytes=100_000)
    found = envoy.front.patch(long)
    assert (found.status, found.header("retry-after")) == (503, "1")
    assert envoy.front.patch(PATCH).status == 200
    assert envoy.front.ask("GET", LISTS).body == body
    assert envoy.counters("notes") == {'notes{note="response-not-judged",reason="none"}': 1}


def test_a_request_is_judged_once_however_often_it_is_tried(upstream: Upstream) -> None:
    upstream.reply = lambda _got, _connection: None if len(upstream.got) < 3 else answer()
    retries = {
        "timeout: 60s}": "timeout: 60s, retry_policy: {retry_on: 'reset,connect-failure', num_retries: 3}}"
    }
    with enveloped(Path.cwd(), upstream.port, changes=retries) as envoy:
        assert envoy.front.patch(PATCH).status == 200
        assert [got.body for got in upstream.got] == [PATCH] * 3
        assert sum(envoy.counters('verdicts{direction="request"').values()) == 1


def test_a_response_is_judged_as_the_service_sent_it(upstream: Upstream) -> None:
    """Another filter compresses it later, and names the coding in its headers."""
    compressor = """\
                  - name: envoy.filters.http.compressor
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.compressor.v3.Compressor
                      compressor_library:
                        name: gzip
                        typed_config:
                          "@type": type.googleapis.com/envoy.extensions.compression.gzip.compressor.v3.Gzip
"""
    filters = "                http_filters:\n"
    upstream.always(answer(b'{"resources": [], "offset": 0}' + b" " * 99))
    with enveloped(Path.cwd(), upstream.port, changes={filters: filters + compressor}) as envoy:
        found = envoy.front.ask("GET", LISTS, headers={"Accept-Encoding": "gzip"})
        assert (found.status, found.header("content-encoding")) == (200, "gzip")
        counted = envoy.counters('verdicts{direction="response"')
        labels = 'direction="response",operation="list_deployments",refused="no",verdict="allow"'
        assert counted == {f"verdicts{{{labels}}}": 1}


@versions
def test_a_route_chooses_other_modes(upstream: Upstream, version: str) -> None:
    [example] = guide("Other modes for a route")
    example = textwrap.indent(example, " " * 24)
    other = example.replace("/v2", "/v1").replace('"requests": "off"', '"requests": "report"')
    routes = example.replace('"responses": "off"', '"responses": "enforce"') + other
    changes = {ROUTE: routes + ROUTE}
    with enveloped(Path.cwd(), upstream.port, version=version, changes=changes) as envoy:
        assert envoy.front.patch(WRONG).status == 200
        upstream.always(BAD_LIST)
        assert envoy.front.ask("GET", LISTS).status == 502
        bad = "/v1/integrations/forge/codehost/x/repos"
        assert envoy.front.ask("GET", bad).status == 200
        assert envoy.front.patch(WRONG, PATH.replace("v2", "V2")).status == 400


@versions
def test_a_cluster_removes_the_header_that_calls_questions_internal(
    upstream: Upstream, version: str
) -> None:
    [example] = guide("Headers of questions")
    timeout = "      connect_timeout: 5s\n"
    settings: dict[str, Any] = {"version": version, "upstream": {"cluster": "service"}}
    for more, values in (("", [b"true"]), (textwrap.indent(example, " " * 6), [])):
        settings["changes"] = {timeout: timeout + more}
        upstream.got.clear()
        with enveloped(Path.cwd(), upstream.port, **settings) as envoy:
            envoy.front.patch(REFERENCES)
        assert upstream.got[0].line.startswith(b"GET")
        assert upstream.got[0].values("x-envoy-internal") == values


def test_a_mark_lets_another_filter_decide(common_decide: Shared, upstream: Upstream) -> None:
    decide = common_decide.set(dialect="envoy")
    text = (RECIPES / "envoy.yaml").read_text("utf-8")
    found = re.search(r"(?m)^ +- name: envoy.filters.http.ext_authz\n(?: {20}.*\n)+", text)
    assert found
    [only_the_rest] = guide("Leave the rest to decide")
    asking = found[0] + textwrap.indent(only_the_rest, " " * 22)
    cluster = """\
    - name: decide
      load_assignment:
        cluster_name: decide
        endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: %s}}}}]}]
"""
    changes = {
        ROUTER: asking + ROUTER,
        "  clusters:\n": "  clusters:\n" + cluster % decide.address[1],
    }
    with enveloped(Path.cwd(), upstream.port, changes=changes, mark_only=True) as envoy:
        assert envoy.front.patch(PATCH).status == 200
        assert envoy.front.ask("GET", "/other").status == 200
        assert envoy.front.patch(WRONG).status == 422
        assert envoy.front.patch(REFERENCES).status == 200
    verdicts = [row["request"]["verdict"] for row in decide.requests(2)]
    assert verdicts == ["deny", "indeterminate"]


@versions
def test_the_access_log_shows_verdict_operation_rule_and_note(
    upstream: Upstream, version: str
) -> None:
    names = ["verdict", "operation", "rule", "response_verdict", "note"]
    line = " ".join(f"%DYNAMIC_METADATA(deploy_contract:{name})%" for name in names)
    access = f"""\
                access_log:
                  - name: envoy.access_loggers.file
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog
                      path: {Path.cwd() / "access.log"}
                      log_format: {{text_format_source: {{inline_string: "%RESPONSE_CODE% %RESPONSE_CODE_DETAILS% {line}\\n"}}}}
"""
    http = "                stat_prefix: front\n"
    settings: dict[str, Any] = {"version": version, "changes": {http: http + access}}
    settings |= {"upstream": {"cluster": "nobody"}, "learn": False}
    with enveloped(Path.cwd(), upstream.port, **settings) as envoy:
        assert envoy.front.patch(PATCH).status == 200
        assert envoy.front.patch(REFERENCES).status == 200
        assert envoy.front.patch(WRONG).status == 422
        upstream.always(BAD_LIST)
        assert envoy.front.ask("GET", LISTS).status == 200
    rows = Path("access.log").read_text("utf-8").splitlines()
    assert rows == [
        "200 via_upstream allow - - - -",
        "200 via_upstream indeterminate patch_deployment - - lookup-failed",
        "422 deploy_contract deny patch_deployment schema-type - -",
        "200 via_upstream allow list_deployments - deny -",
    ]


@versions
def test_a_reload_loses_no_request(upstream: Upstream, tmp_path: Path, version: str) -> None:
    """The settings of the filter come by ECDS, from a file that Envoy watches."""
    write_contract(Contract(unknown_operations="reject"), tmp_path / "strict.json")
    usual = write_contract(Contract(), tmp_path / "usual.json")
    by_discovery = (TYPED, discovered(tmp_path, {"contract": str(usual)}))
    options: dict[str, Any] = {"version": version, "replaced": by_discovery}
    with enveloped(Path.cwd(), upstream.port, **options) as envoy:
        statuses: list[int] = []

        def reload(file: Path) -> None:
            earlier, count = envoy.now(), len(statuses)
            discovered(tmp_path, {"contract": str(file)})
            assert soon(lambda: f"{file} is in force" in earlier.log())
            assert soon(lambda: len(statuses) >= count + 4)

        with again_and_again(lambda: statuses.append(envoy.front.patch(PATCH).status), 2):
            for name in ("strict", "usual", "strict"):
                reload(tmp_path / f"{name}.json")
            assert soon(lambda: envoy.front.ask("GET", "/other").status == 404)
        assert set(statuses) == {200}


BAD_SETTINGS: list[tuple[dict[Any, Any], str]] = [
    ({1: "x", "1": "y"}, "a setting is given twice"),  # one name, as JSON
    ({"upstream": {1: "x", "1": "y"}}, "a setting is given twice"),
    ({"requests": json.loads("[" * 40 + "]" * 40)}, "the settings break the rule json-depth"),
    ({"responses": "repport"}, "responses: must be enforce, report or off"),
    ({"respones": "report"}, "respones: no such setting"),
    ({"contract": None, "contracts": "x"}, "contracts: no such setting"),
    ({"requests": {"other": "off"}}, "requests: must be by operations list_repositories"),
    ({"when_indeterminate": "maybe"}, "when_indeterminate: must be allow or deny"),
    ({"fail_open": "yes"}, "fail_open: must be true or false"),
    ({"advice": 2}, "advice: must be a number from 0 to 1"),
    ({"buffer_bytes": 0}, "buffer_bytes: must be an integer above 0"),
    ({"upstream": {}}, r"upstream\.cluster: is missing"),
    ({"upstream": {"cluster": 5}}, r"upstream\.cluster: must be a text"),
    ({"upstream": {"cluster": "x", "host": "y"}}, r"upstream\.host: no such setting"),
    ({"upstream": {"cluster": "x", "headers": ["host"]}}, r"upstream\.headers: must be a list"),
    ({"upstream": {"cluster": "x", "authority": "a\r\nb: c"}}, r"upstream\.authority: must be"),
    ({"upstream": {"cluster": "x", "authority": ""}}, r"upstream\.authority: must be a host"),
    ({"contract": None}, "contract: is missing"),
]


def changed(**members: Any) -> bytes:
    """Return a compiled contract with other members."""
    whole = json.loads(Contract().effective.to_json())
    return json.dumps({**whole, **members}).encode()


UNKNOWN_RULE = {
    "rule": "own-rule", "shape": "sounds_like", "mode": "enforce", "message": "x", "hint": "y",
    "on": ["DeploymentPatch"], "parameters": {},
}  # fmt: skip
COMPILED = Contract().effective.to_json()
BAD_CONTRACTS: dict[str, tuple[bytes, str]] = {
    "cut": (COMPILED[:-100], "not JSON at line 1"),
    "format": (changed(format=99), "it has another format"),
    "long": (COMPILED + b" " * (8 << 20), "it is longer than 8388608 bytes"),
    "rule": (changed(policies=[UNKNOWN_RULE]), "own-rule"),
}


def test_wrong_settings_and_contracts_are_refused_with_the_reason_and_the_earlier_ones_stay(
    module: SharedModule, tmp_path: Path
) -> None:
    envoy = module.set(Contract(unknown_operations="reject"))
    file = write_contract(Contract(), tmp_path / "gateway.contract.json")
    rows = [({"contract": str(file), **settings}, reason) for settings, reason in BAD_SETTINGS]
    os.mkfifo(tmp_path / "pipe")
    contracts = [
        (tmp_path / "missing", "entity not found"),
        (tmp_path, "not a regular file"),
        (tmp_path / "pipe", "not a regular file"),
    ]
    for name, (text, reason) in BAD_CONTRACTS.items():
        path = tmp_path / f"{name}.json"
        path.write_bytes(text)
        contracts.append((path, reason))
    rows += [({"contract": str(path)}, f"{path}: .*{reason}") for path, reason in contracts]
    for settings, pattern in rows:
        assert re.search(f"deploy_contract: {pattern}", module.refuse(settings)), pattern
        assert envoy.front.ask("GET", "/other").status == 404


def test_lookups_pass_on_the_same_headers_as_those_of_the_library(
    module: SharedModule, tmp_path: Path
) -> None:
    contract = str(write_contract(Contract(), tmp_path / "gateway.contract.json"))
    passed = ["tenant-id", "hostname", "Accept-Language", "x.tenant"]
    for name in [*passed, "host", "x-tunneled-method", "Content-Type", "x_tenant"]:
        upstream = {"cluster": "service", "headers": [name]}
        if name in passed:
            lookup_headers([name])
            module.set(upstream=upstream)
            continue
        with pytest.raises(ContractError):
            lookup_headers([name])
        found = module.refuse({"contract": contract, "upstream": upstream})
        assert "upstream.headers: must be a list of names" in found, name


def test_discovered_settings_that_are_wrong_let_no_request_pass(
    upstream: Upstream, tmp_path: Path
) -> None:
    by_discovery = (TYPED, discovered(tmp_path, {"contract": str(tmp_path / "missing")}))
    with enveloped(tmp_path, upstream.port, replaced=by_discovery) as envoy:
        assert envoy.front.patch(PATCH).status == 500
        assert "missing: entity not found" in envoy.log()
        discovered(tmp_path, {"contract": str(write_contract(Contract(), tmp_path / "right.json"))})
        assert soon(lambda: envoy.front.patch(PATCH).status == 200)
    assert {got.body for got in upstream.got} == {PATCH}


def test_a_contract_that_cannot_be_read_stops_envoy_at_its_start(tmp_path: Path) -> None:
    text, reason = BAD_CONTRACTS["rule"]
    contract, file = tmp_path / "rule.json", tmp_path / "envoy.yaml"
    contract.write_bytes(text)
    file.write_text(recipe(8080, 8081, {"contract": str(contract)}), "utf-8")
    command = [program(), "--mode", "validate", "-c", str(file)]
    here = {"ENVOY_DYNAMIC_MODULES_SEARCH_PATH": str(library())}
    done = subprocess.run(command, env=here, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"deploy_contract: {contract}: " in done.stderr
    assert reason in done.stderr


@pytest.mark.promise(1, 5, 29, 31)
@pytest.mark.parametrize("fail_open", [False, True])
def test_a_panic_ends_in_an_answer_and_a_living_envoy(
    module: SharedModule, *, fail_open: bool
) -> None:
    secret = json.dumps({"secrets": [{"name": "A", "value": CANARY}]}).encode()
    module.service.to_lists(answer(b'{"resources": [%s], "offset": 0}' % DEPLOYMENT))
    envoy = module.set(responses="enforce", fail_open=fail_open, upstream={"cluster": "service"})
    for place in ("headers", "body", "lookup", "response"):
        module.service.got.clear()
        envoy = envoy.now()
        given = REFERENCES if place == "lookup" else secret
        found = envoy.front.patch(given, **{FAULT: place})
        if fail_open:
            assert found.status == 200, place
        else:
            assert found.status == (502 if place == "response" else 400), place
            assert [row["rule"] for row in json.loads(found.body)["violations"]] == ["unjudged"]
        passed = [got.body for got in module.service.got if got.body]
        assert passed == ([given] if fail_open or place == "response" else []), place
        assert envoy.front.patch(PATCH).status == 200
        assert "panic at" in envoy.log()
        assert CANARY not in envoy.log()
