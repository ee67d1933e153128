"""One client neither switches enforcement off nor stops others, behind the recipes for other gateways (promise 35)."""

import json
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy_contract_gateway.decide.settings import DecideSettings
from tests.support.envoy_module import SharedModule, enveloped
from tests.support.fronts import RECIPES, Fronted, free
from tests.support.gateways import (
    DEPLOYMENT,
    PATH,
    PATIENCE,
    Gateway,
    Got,
    Upstream,
    answer,
    head,
    running,
    soon,
    statuses,
    until,
)
from tests.support.http2 import http2_client

pytestmark = pytest.mark.promise(35)
ALERTS = RECIPES / "alerts.yaml"
JUDGING = ("envoy", "envoy-processing")  # recipes
by_each_recipe = pytest.mark.parametrize("recipe", JUDGING)
HURRIED = {"request_timeout: 30s": "request_timeout: 0.5s"}
FORBIDDEN = b'{"secrets": 1}'
OF_OTHER_SOURCE = b'{"secret_references": []}'
ROOM, LONG = 400_000, 160_000  # bytes of all bodies, and of one; of each, 64 KiB do not count
LISTS = "/v2/deployments"
TYPED = "Content-Type: application/json"
BEGUN = {":method": "PATCH", ":scheme": "http", ":authority": "x", ":path": PATH, "content-type": "application/json"}  # fmt: skip
SLOW = head("PATCH", PATH, TYPED, "Content-Length: 100") + b'{"secrets"'
DEFAULTS = DecideSettings()
DEFAULT_BREAKER = 1024  # requests at a time that Envoy sends to a cluster if nothing is set


@by_each_recipe
def test_unfinished_requests_leave_the_others_judged_and_served(
    fronted: Fronted, recipe: str
) -> None:
    decide = fronted.set()
    with fronted.by(recipe, opened=True) as found, ExitStack() as held:
        clients = [held.enter_context(http2_client(found.address)) for _ in range(11)]
        while clients[0].most_streams is None:
            clients[0].read(0.05)
        assert clients[0].most_streams == 100
        for client in clients:
            for _ in range(100):
                client.begin(BEGUN)
        for client in clients:
            client.read(0.05)
        assert sum(client.open_streams() for client in clients) > DEFAULT_BREAKER
        assert found.ask("GET", f"{LISTS}?limit=500").status == 400
        assert found.patch(FORBIDDEN).status == 422
        assert found.ask("GET", f"{LISTS}?limit=5").status == 200
        assert len(fronted.service.got) == 1
        assert soon(lambda: decide.metrics()["requests_under_way"] == 0)  # no unfinished request
        with suppress(ConnectionError):
            for _ in range(10):
                clients[0].begin(BEGUN)  # more than are allowed
        clients[0].read(5)  # until Envoy closes
        assert clients[0].open_streams() == 0


def test_unfinished_requests_leave_the_others_judged_inside_envoy(module: SharedModule) -> None:
    envoy = module.set()
    with ExitStack() as held:
        for _ in range(11):
            client = held.enter_context(http2_client(envoy.front.address))
            for _ in range(100):
                client.begin(BEGUN)
        assert soon(lambda: envoy.under_way() == 1100)
        assert envoy.front.ask("GET", f"{LISTS}?limit=500").status == 400
        assert envoy.front.patch(FORBIDDEN).status == 422
        assert envoy.front.ask("GET", f"{LISTS}?limit=5").status == 200
    assert len(module.service.got) == 1


def starve(front: Gateway, service: Upstream) -> None:
    """Take as much memory as bodies may by requests, then by responses; all others are judged."""
    listed = {"resources": [json.loads(DEPLOYMENT)], "offset": 0, "x": "y" * (LONG - 2000)}
    whole = answer(json.dumps(listed).encode())
    service.to_lists(whole)
    forbidden = FORBIDDEN + b" " * LONG
    begun = head("PATCH", PATH, TYPED, f"Content-Length: {len(forbidden)}") + forbidden[:-1]
    with ExitStack() as held:

        def leaves_no_room() -> bool:
            held.enter_context(front.connected()).sendall(begun)
            return front.patch(forbidden).status == 503

        assert soon(leaves_no_room)
        assert front.ask("GET", LISTS).status == 200
        assert front.patch(OF_OTHER_SOURCE).status == 422  # as the list says
    assert soon(lambda: front.patch(forbidden).status == 422)
    let_go = threading.Event()

    def slowly(got: Got, connection: socket.socket) -> bytes:
        if not got.line.startswith(b"GET"):
            return answer()
        connection.sendall(whole[:-1])
        let_go.wait(PATIENCE)
        return whole[-1:]

    service.reply = slowly
    with ExitStack() as held:
        for _ in range(4):
            client = held.enter_context(front.connected())
            client.sendall(head("GET", LISTS))
            until(client, lambda received: len(received) >= LONG - 2000)
        assert front.patch(forbidden).status == 422
        let_go.set()


def test_long_bodies_leave_memory_for_others_inside_envoy(module: SharedModule) -> None:
    envoy = module.set(buffer_bytes=ROOM)
    starve(envoy.front, module.service)
    [note] = envoy.counters("notes")
    assert note == 'notes{note="response-not-judged",reason="none"}'  # the fourth response


def test_long_bodies_leave_memory_for_others_in_the_gateway(
    upstream: Upstream, tmp_path: Path
) -> None:
    options = ["--upstream", upstream.url, "--buffer-bytes", str(ROOM)]
    with running(tmp_path, *options) as gateway:
        starve(gateway, upstream)


def test_a_slow_client_of_the_module_is_sent_away(upstream: Upstream, tmp_path: Path) -> None:
    with enveloped(tmp_path, upstream.port, changes=HURRIED) as envoy:
        assert envoy.front.send_away(SLOW) == [408]
    assert upstream.got == []


@by_each_recipe
def test_a_slow_client_is_sent_away(fronted: Fronted, recipe: str) -> None:
    fronted.set()
    with fronted.by(recipe, HURRIED, opened=True) as found:
        assert found.send_away(SLOW) == [408]
    assert fronted.service.got == []


@by_each_recipe
def test_large_bodies_are_refused_before_anybody_is_asked(fronted: Fronted, recipe: str) -> None:
    """While one is judged, others would wait beyond Envoy's time limit, and pass."""
    decide = fronted.set()
    chunk = b'{"secrets": 5, "x": "' + b"y" * ((2 << 20) - 23) + b'"}'
    start = head("PATCH", PATH, TYPED, "Transfer-Encoding: chunked", "Connection: close")
    sent = start + b"%x\r\n%s\r\n0\r\n\r\n" % (len(chunk), chunk)
    with fronted.by(recipe, opened=True) as found, ThreadPoolExecutor(8) as threads:
        answered = list(threads.map(found.raw, [sent] * 8))
    assert [statuses(each)[:1] for each in answered] == [[413]] * 8
    assert not any("request" in row for row in decide.lines("request"))  # but Envoy's answer
    assert fronted.service.got == []


@by_each_recipe
def test_slow_lookups_let_nothing_pass(fronted: Fronted, recipe: str) -> None:
    """Decide answers when --lookup-seconds are over, and Envoy waits for that."""

    def slowly(_got: object, _connection: object) -> bytes:
        time.sleep(2)
        return answer()

    upstream = fronted.service
    upstream.reply = slowly
    lookups: dict[str, Any] = {"lookups": ["upstream"], "lookup_seconds": 1.0}
    fronted.set(when_indeterminate="deny", upstream=upstream.url, **lookups)
    with fronted.by(recipe, opened=True) as found, ThreadPoolExecutor(20) as threads:
        answered = list(threads.map(found.patch, [b'{"secret_references": []}'] * 20))
    assert [each.status for each in answered] == [422] * 20
    assert {got.line.split()[0] for got in upstream.got} == {b"GET"}


@by_each_recipe
def test_envoy_counts_what_it_lets_pass_unjudged(fronted: Fronted, recipe: str) -> None:
    """The alert GatewayFailsOpen names these counters."""
    admin = free()
    name = "ext_authz" if recipe == "envoy" else "ext_proc"
    counter = f"envoy_http_{name}_failure_mode_allowed"
    assert f"increase({counter}[" in ALERTS.read_text("utf-8")
    address = f"admin: {{address: {{socket_address: {{address: 127.0.0.1, port_value: {admin}}}}}}}"
    changes = {"static_resources:\n": f"{address}\nstatic_resources:\n"}
    with fronted.by(recipe, changes, opened=True, decide=free()) as found:
        for passed in (0, 1):
            text = found.ask("GET", "/stats/prometheus", port=admin).body.decode()
            labels = 'envoy_http_conn_manager_prefix="front"'
            assert f"\n{counter}{{{labels}}} {passed}\n" in text
            assert found.patch(FORBIDDEN).status == 200


def seconds(text: str) -> float:
    return float(text.removesuffix("s"))


@pytest.mark.parametrize("recipe", sorted(path.stem for path in RECIPES.glob("envoy*.yaml")))
def test_each_recipe_for_envoy_has_limits_that_fit_those_of_decide(recipe: str) -> None:
    text = (RECIPES / f"{recipe}.yaml").read_text("utf-8")
    resources = yaml.safe_load(text)["static_resources"]
    (listener,) = resources["listeners"]
    manager = listener["filter_chains"][0]["filters"][0]["typed_config"]
    assert seconds(manager["request_timeout"]) <= DEFAULTS.body_seconds
    assert manager["http2_protocol_options"]["max_concurrent_streams"] == 100
    for cluster in resources["clusters"]:
        (limits,) = cluster["circuit_breakers"]["thresholds"]
        assert limits["max_connections"] < DEFAULTS.connections
        assert limits["max_connections"] < DEFAULTS.backlog
        assert limits["max_requests"] == limits["max_pending_requests"] > 50 * DEFAULT_BREAKER
    if recipe in JUDGING:
        waits = [seconds(given) for given in re.findall(r" (?:message_)?timeout: (10s)", text)]
        assert len(waits) == 1
        assert waits[0] >= 5 * DEFAULTS.lookup_seconds
        (largest,) = re.findall(r"max_request_bytes: (\d+)", text)
        assert int(largest) == DEFAULTS.request_bytes


def test_many_requests_of_one_client_of_nginx_leave_the_next_ones_to_others(
    fronted: Fronted,
) -> None:
    decide = fronted.set("nginx")
    with fronted.by("nginx", opened=True) as found, ExitStack() as held:
        for _ in range(100):
            held.enter_context(found.connected()).sendall(SLOW)
        assert soon(lambda: len(decide.lines("request")) == 100)
        assert found.ask("GET", f"{LISTS}?limit=500").status == 429
        held.close()
        assert soon(lambda: found.ask("GET", f"{LISTS}?limit=500").status == 400)
    assert fronted.service.got == []
