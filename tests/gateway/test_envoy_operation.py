"""The module in Envoy as operators run it: modes, routes, marks, reloads, and what fails."""

import json
import re
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract
from tests.support.envoy_module import (
    CAN_RUN,
    FAULT,
    MODULE,
    REASON,
    enveloped,
    library,
    recipe,
    write_contract,
)
from tests.support.fronts import ENVOY, RECIPES, free
from tests.support.gateways import (
    CANARY,
    DEPLOYMENT,
    PATCH,
    PATH,
    Shared,
    Upstream,
    answer,
    soon,
)

pytestmark = pytest.mark.skipif(not CAN_RUN, reason=REASON)
LISTS = "/v2/deployments"
WRONG = b'{"secrets": "%s"}' % CANARY.encode()
REFERENCES = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'
BAD_LIST = answer(b'{"resources": "%s"}' % CANARY.encode())
ROUTER = "                  - name: envoy.filters.http.router\n"
ROUTE = "                        - match: {prefix: /}\n"


@pytest.fixture
def service() -> Iterator[Upstream]:
    """Yield a service that answers with a deployment."""
    found = Upstream()
    yield found
    found.close()


def test_requests_are_reported_or_left_alone_by_operation(
    service: Upstream, tmp_path: Path
) -> None:
    modes: dict[str, Any] = {"requests": {"patch_deployment": "report", "list_deployments": "off"}}
    with enveloped(tmp_path, service.port, responses="off", **modes) as envoy:
        assert envoy.front.patch(WRONG).status == 200
        assert envoy.front.ask("GET", f"{LISTS}?limit=x").status == 200
        bad = "/v1/integrations/forge/codehost/x/repos"
        assert envoy.front.ask("GET", bad).status == 400
        labels = 'verdicts{direction="request",operation="%s",refused="%s",verdict="deny"}'
        assert envoy.counters("verdicts") == {
            labels % ("patch_deployment", "no"): 1,
            labels % ("list_repositories", "yes"): 1,
        }
    assert service.got[0].body == WRONG


@pytest.mark.parametrize(("choice", "status"), [("allow", 200), ("deny", 422)])
def test_open_verdicts_pass_unless_they_are_denied(
    service: Upstream, tmp_path: Path, choice: str, status: int
) -> None:
    with enveloped(tmp_path, service.port, when_indeterminate=choice) as envoy:
        found = envoy.front.patch(REFERENCES)
        assert found.status == status
        if status == 422:
            [row] = json.loads(found.body)["violations"]
            assert row["rule"] == "secret-references-source"
            assert "rules=secret-references-source" in envoy.log()


def test_responses_are_reported_while_they_are_sent_on(service: Upstream, tmp_path: Path) -> None:
    long = answer(b'{"resources": 1, "x": "%s"}' % (b"y" * (1 << 20)))
    service.reply = lambda _got, _connection: long
    with enveloped(tmp_path, service.port) as envoy:
        found = envoy.front.ask("GET", LISTS)
        assert found.status == 200
        assert long.endswith(found.body)
        labels = 'verdicts{direction="response",operation="list_deployments",refused="no",verdict="deny"}'
        assert soon(lambda: envoy.counters("verdicts").get(labels)) == 1


@pytest.mark.parametrize("responses", ["report", "enforce"])
def test_a_response_beyond_the_limit_is_not_judged_by_a_part(
    service: Upstream, tmp_path: Path, responses: str
) -> None:
    contract = Contract(limits=Contract().limits._replace(response_body=1000))
    long = b'{"resources": [], "offset": 0, "x": "%s"}' % (b"y" * 100_000)
    service.reply = lambda _got, _connection: answer(long)
    with enveloped(tmp_path, service.port, contract, responses=responses) as envoy:
        found = envoy.front.ask("GET", LISTS)
        if responses == "enforce":
            assert found.status == 502
            assert [row["rule"] for row in json.loads(found.body)["violations"]] == ["json-size"]
        else:
            assert (found.status, found.body) == (200, long)


def test_bodies_take_no_more_memory_than_they_may(service: Upstream, tmp_path: Path) -> None:
    long = b'{"secrets": [], "x": "%s"}' % (b"y" * 200_000)
    body = b'{"resources": [], "offset": 0, "x": "%s"}' % (b"y" * 200_000)
    service.reply = lambda got, _connection: (
        answer(body) if got.line.startswith(b"GET") else answer()
    )
    with enveloped(tmp_path, service.port, buffer_bytes=100_000) as envoy:
        found = envoy.front.patch(long)
        assert (found.status, found.header("retry-after")) == (503, "1")
        assert envoy.front.patch(PATCH).status == 200
        assert envoy.front.ask("GET", LISTS).body == body
        assert envoy.counters("notes") == {'notes{note="response-not-judged"}': 1}


def test_answers_of_envoy_itself_are_left_alone(service: Upstream, tmp_path: Path) -> None:
    with enveloped(tmp_path, free(), responses="enforce") as envoy:
        found = envoy.front.ask("GET", LISTS)
        assert (found.status, found.header("content-type")) == (503, "text/plain")
    assert service.got == []


def test_a_request_is_judged_once_however_often_it_is_tried(
    service: Upstream, tmp_path: Path
) -> None:
    service.reply = lambda _got, _connection: None if len(service.got) < 3 else answer()
    retries = {
        "timeout: 60s}": "timeout: 60s, retry_policy: {retry_on: 'reset,connect-failure', num_retries: 3}}"
    }
    with enveloped(tmp_path, service.port, changes=retries) as envoy:
        assert envoy.front.patch(PATCH).status == 200
        assert [got.body for got in service.got] == [PATCH] * 3
        assert sum(envoy.counters('verdicts{direction="request"').values()) == 1


def test_a_route_chooses_other_modes(service: Upstream, tmp_path: Path) -> None:
    template = """\
                        - match: {prefix: %s}
                          route: {cluster: service, timeout: 60s}
                          typed_per_filter_config:
                            deploy_contract:
                              "@type": type.googleapis.com/envoy.extensions.filters.http.dynamic_modules.v3.DynamicModuleFilterPerRoute
                              dynamic_module_config: {name: deploy_contract, do_not_close: true}
                              per_route_config_name: deploy_contract
                              filter_config:
                                "@type": type.googleapis.com/google.protobuf.StringValue
                                value: '{"requests": "%s", "responses": "%s"}'
"""
    routes = template % ("/v2", "off", "enforce") + template % ("/v1", "report", "off")
    with enveloped(tmp_path, service.port, changes={ROUTE: routes + ROUTE}) as envoy:
        assert envoy.front.patch(WRONG).status == 200
        service.reply = lambda _got, _connection: BAD_LIST
        assert envoy.front.ask("GET", LISTS).status == 502
        bad = "/v1/integrations/forge/codehost/x/repos"
        assert envoy.front.ask("GET", bad).status == 200
        assert envoy.front.patch(WRONG, PATH.replace("v2", "V2")).status == 400


def test_a_mark_lets_another_filter_decide(
    common_decide: Shared, service: Upstream, tmp_path: Path
) -> None:
    decide = common_decide.set(dialect="envoy")
    text = (RECIPES / "envoy.yaml").read_text("utf-8")
    found = re.search(r"(?m)^ +- name: envoy.filters.http.ext_authz\n(?: {20}.*\n)+", text)
    assert found
    only_the_rest = """\
                      filter_enabled_metadata:
                        filter: deploy_contract
                        path: [{key: verdict}]
                        value: {string_match: {exact: allow}}
                        invert: true  # without a mark, decide is asked
"""
    cluster = """\
    - name: decide
      load_assignment:
        cluster_name: decide
        endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: %s}}}}]}]
"""
    changes = {
        ROUTER: found[0] + only_the_rest + ROUTER,
        "  clusters:\n": "  clusters:\n" + cluster % decide.address[1],
    }
    with enveloped(tmp_path, service.port, changes=changes, mark_only=True) as envoy:
        assert envoy.front.patch(PATCH).status == 200
        assert envoy.front.ask("GET", "/other").status == 200
        assert envoy.front.patch(WRONG).status == 422
        assert envoy.front.patch(REFERENCES).status == 200
    assert soon(lambda: len(decide.lines("request")) == 2)
    verdicts = [row["request"]["verdict"] for row in decide.lines("request")]
    assert verdicts == ["deny", "indeterminate"]


def test_the_access_log_shows_verdict_operation_and_rule(service: Upstream, tmp_path: Path) -> None:
    names = ["verdict", "operation", "rule", "response_verdict"]
    line = " ".join(f"%DYNAMIC_METADATA(deploy_contract:{name})%" for name in names)
    access = f"""\
                access_log:
                  - name: envoy.access_loggers.file
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog
                      path: {tmp_path / "access.log"}
                      log_format: {{text_format_source: {{inline_string: "%RESPONSE_CODE% %RESPONSE_CODE_DETAILS% {line}\\n"}}}}
"""
    http = "                stat_prefix: front\n"
    with enveloped(tmp_path, service.port, changes={http: http + access}) as envoy:
        assert envoy.front.patch(PATCH).status == 200
        assert envoy.front.patch(WRONG).status == 422
        service.reply = lambda _got, _connection: BAD_LIST
        assert envoy.front.ask("GET", LISTS).status == 200
    rows = (tmp_path / "access.log").read_text("utf-8").splitlines()
    assert rows == [
        "200 via_upstream allow - - -",
        "422 deploy_contract deny patch_deployment schema-type -",
        "200 via_upstream allow list_deployments - deny",
    ]


def discovered(folder: Path, settings: dict[str, Any]) -> str:
    """Write the settings of the filter where Envoy looks for them, and return the file's name."""
    text = json.dumps({
        "resources": [{
            "@type": "type.googleapis.com/envoy.config.core.v3.TypedExtensionConfig",
            "name": "deploy_contract",
            "typed_config": {
                "@type": f"{MODULE}.DynamicModuleFilter",
                "dynamic_module_config": {"name": "deploy_contract", "do_not_close": True},
                "filter_name": "deploy_contract",
                "filter_config": {
                    "@type": "type.googleapis.com/google.protobuf.StringValue",
                    "value": json.dumps(settings),
                },
            },
        }]
    })  # fmt: skip
    new = folder / "new.json"
    new.write_text(text, "utf-8")
    return str(new.rename(folder / "filter.json"))


def test_a_reload_loses_no_request_and_a_bad_file_changes_nothing(
    service: Upstream, tmp_path: Path
) -> None:
    """The settings of the filter come by ECDS, from a file that Envoy watches."""
    strict = write_contract(Contract(unknown_operations="reject"), tmp_path / "strict.json")
    usual = write_contract(Contract(), tmp_path / "usual.json")
    (tmp_path / "broken.json").write_bytes(strict.read_bytes()[:-100])
    file = discovered(tmp_path, {"contract": str(usual)})
    found = re.compile(
        r"(?m)^ {20}typed_config:\n {22}\"@type\": \S+DynamicModuleFilter\n(?: {22,}.*\n)+"
    )
    by_discovery = f"""\
                    config_discovery:
                      config_source: {{path_config_source: {{path: {file}}}, resource_api_version: V3}}
                      type_urls: ["{MODULE}.DynamicModuleFilter"]
"""
    with enveloped(tmp_path, service.port, replaced=(found, by_discovery)) as envoy:

        def has(name: str, count: int) -> bool:
            stats = envoy.front.ask("GET", "/stats?filter=extension_config", port=envoy.admin)
            return (
                re.search(rf"deploy_contract\S*{name}: {count}\n", stats.body.decode()) is not None
            )

        assert soon(partial(has, "config_reload", 1))
        statuses: list[int] = []
        stopped = threading.Event()

        def load() -> None:
            while not stopped.is_set():
                statuses.append(envoy.front.patch(PATCH).status)

        threads = [threading.Thread(target=load) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for number, name in enumerate(["strict", "usual", "strict"], 2):
                discovered(tmp_path, {"contract": str(tmp_path / f"{name}.json")})
                assert soon(partial(has, "config_reload", number))
            assert soon(lambda: envoy.front.ask("GET", "/other").status == 404)
            bad: list[dict[str, Any]] = [
                {"contract": str(tmp_path / "broken.json")},
                {"contract": str(tmp_path / "missing.json")},
                {"contract": str(strict), "responses": "repport"},
                {"contract": str(strict), "respones": "report"},
            ]
            for number, settings in enumerate(bad, 1):
                discovered(tmp_path, settings)
                assert soon(partial(has, "config_fail", number))
        finally:
            stopped.set()
            for thread in threads:
                thread.join()
        assert envoy.front.ask("GET", "/other").status == 404
        assert len(statuses) > 10
        assert set(statuses) == {200}
        for part in (
            "broken.json: not JSON",
            "missing.json: ",
            "responses: must be",
            "respones: no such",
        ):
            assert part in envoy.log()


BAD_SETTINGS: list[tuple[dict[str, Any], str]] = [
    ({"requests": {"other": "off"}}, "requests: must be by operations list_repositories"),
    ({"when_indeterminate": "maybe"}, "when_indeterminate: must be allow or deny"),
    ({"fail_open": "yes"}, "fail_open: must be true or false"),
    ({"advice": 2}, "advice: must be a number from 0 to 1"),
    ({"buffer_bytes": 0}, "buffer_bytes: must be an integer above 0"),
    ({"upstream": {}}, "upstream: cluster is missing"),
    ({"upstream": {"cluster": "x", "headers": ["host"]}}, "headers: must be a list of names"),
]


@pytest.mark.parametrize(("settings", "reason"), BAD_SETTINGS, ids=range(len(BAD_SETTINGS)))
def test_a_wrong_setting_stops_envoy_at_its_start_with_the_reason(
    tmp_path: Path, settings: dict[str, Any], reason: str
) -> None:
    assert ENVOY is not None
    file = write_contract(Contract(), tmp_path / "gateway.contract.json")
    text = recipe(8080, 8081, {"contract": str(file), **settings})
    (tmp_path / "envoy.yaml").write_text(text, "utf-8")
    done = subprocess.run(
        [ENVOY, "--mode", "validate", "-c", str(tmp_path / "envoy.yaml")],
        env={"ENVOY_DYNAMIC_MODULES_SEARCH_PATH": str(library())},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert reason in done.stderr


@pytest.mark.parametrize("place", ["headers", "body", "lookup", "response"])
@pytest.mark.parametrize("fail_open", [False, True])
def test_a_panic_ends_in_an_answer_and_a_living_envoy(
    service: Upstream, tmp_path: Path, place: str, *, fail_open: bool
) -> None:
    body = PATCH[:-1] + b"\n" + b" " * 10
    secret = json.dumps({"secrets": [{"name": "A", "value": CANARY}]}).encode()
    upstream = {"cluster": "service"}
    settings: dict[str, Any] = {
        "responses": "enforce",
        "fail_open": fail_open,
        "upstream": upstream,
    }
    service.reply = lambda got, _connection: (
        answer(b'{"resources": [%s], "offset": 0}' % DEPLOYMENT)
        if got.line.startswith(b"GET")
        else answer()
    )
    with enveloped(tmp_path, service.port, **settings) as envoy:
        given = REFERENCES if place == "lookup" else secret
        found = envoy.front.patch(given, **{FAULT: place})
        if fail_open:
            assert found.status == 200
        else:
            assert found.status == 500
            assert [row["rule"] for row in json.loads(found.body)["violations"]] == ["unjudged"]
        passed = [got.body for got in service.got if got.body]
        assert passed == ([given] if fail_open or place == "response" else [])
        assert envoy.front.patch(body).status == 200
        assert "panic at" in envoy.log()
        assert CANARY not in envoy.log()


def test_a_missing_library_stops_envoy_at_its_start(tmp_path: Path) -> None:
    assert ENVOY is not None
    done = subprocess.run(
        [ENVOY, "--mode", "validate", "-c", str(RECIPES / "envoy-module.yaml")],
        env={"ENVOY_DYNAMIC_MODULES_SEARCH_PATH": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "libdeploy_contract.so" in done.stderr
