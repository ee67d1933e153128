"""The contract inside Envoy: messages in all forms, in the newest Envoy and in the oldest that the module supports."""

import json
import re
import socket
from contextlib import suppress
from http.client import HTTPException, HTTPResponse

import pytest

from deploy_contract import Contract
from tests.support.envoy_module import Module, SharedModule
from tests.support.fronts import RECIPES
from tests.support.gateways import (
    CANARY,
    DEPLOYMENT,
    ID,
    JSON,
    PATCH,
    PATH,
    Gateway,
    Got,
    Upstream,
    answer,
    head,
    listed,
    soon,
)
from tests.support.http2 import http2_client

LISTS = "/v2/deployments"
NOTHING = b'{"resources": [], "offset": 0}'
WRONG = b'{"secrets": "%s"}' % CANARY.encode()


@pytest.fixture
def upstream(each_module: SharedModule) -> Upstream:
    """Return the service behind the Envoy of the test."""
    return each_module.service


@pytest.fixture
def envoy(each_module: SharedModule, upstream: Upstream) -> Module:
    """Return an Envoy that judges requests and responses, and whose service answers each request rightly."""
    found = each_module.set(responses="enforce")
    upstream.to_lists(answer(NOTHING))
    return found


def test_a_method_that_the_path_has_not_is_named_with_those_that_it_has(
    module: SharedModule,
) -> None:
    envoy = module.set(Contract(unknown_operations="reject"))
    found = envoy.front.ask("DELETE", PATH)
    assert (found.status, found.header("allow")) == (405, "PATCH")
    assert envoy.front.ask("GET", "/other").status == 404


def sent(front: Gateway, *parts: bytes) -> tuple[int, bytes]:
    """Send the parts of a request, and return status and body of the answer."""
    with front.connected() as connection:
        for part in parts:
            with suppress(ConnectionError):  # it may be answered before its end
                connection.sendall(part)
        answered = HTTPResponse(connection)
        answered.begin()
        return answered.status, answered.read()


def test_a_long_body_is_refused_before_it_ends(envoy: Module, upstream: Upstream) -> None:
    limit = Contract().limits.request_body
    long = b'{"x": "%s"}' % (b"y" * limit)
    start = head("PATCH", PATH, JSON.strip(), f"Content-Length: {len(long)}")
    chunked = head("PATCH", PATH, JSON.strip(), "Transfer-Encoding: chunked")
    for parts in ([start], [chunked, b"%x\r\n%s" % (2 * len(long), long)]):
        status, told = sent(envoy.front, *parts)
        assert status == 413
        assert b"json-size" in told
    right = b'{"secrets": [], "x": "%s"}' % (b"y" * (limit - 100))
    assert envoy.front.patch(right).status == 200
    assert [got.body for got in upstream.got] == [right]


@pytest.mark.promise(5, 25, 31)
def test_verdicts_are_counted_and_logged_without_values(envoy: Module) -> None:
    assert envoy.front.patch(PATCH).status == 200
    assert envoy.front.patch(WRONG).status == 422
    labels = 'direction="request",operation="patch_deployment",refused="%s",verdict="%s"'
    assert envoy.counters("request") == {
        f"verdicts{{{labels % ('no', 'allow')}}}": 1,
        f"verdicts{{{labels % ('yes', 'deny')}}}": 1,
        'violations{direction="request",mode="enforce",rule="schema-type"}': 1,
    }
    line = (
        "request operation=patch_deployment verdict=deny refused=yes status=422 rules=schema-type"
    )
    assert line in envoy.log()
    assert envoy.front.ask("GET", f"{LISTS}?limit={CANARY}").status == 400
    assert envoy.front.patch(b'{"secrets": 1, "%s": 1}' % CANARY.encode()).status == 422
    assert CANARY not in envoy.log()
    assert ID not in envoy.log()


def chunked(body: bytes) -> bytes:
    """Return a response in chunks, with a trailer."""
    lines = f"HTTP/1.1 200 OK\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n".encode()
    return lines + b"%x\r\n%s\r\n0\r\nx-trailer: 1\r\n\r\n" % (len(body), body)


@pytest.mark.promise(34)
def test_responses_are_judged_to_their_trailers(each_module: SharedModule) -> None:
    for mode, status in (("enforce", 502), ("report", 200)):
        envoy = each_module.set(responses=mode)
        each_module.service.always(chunked(NOTHING))
        start = head("GET", LISTS, "Connection: close", "TE: trailers")
        assert envoy.front.raw(start).endswith(b"0\r\nx-trailer: 1\r\n\r\n")
        each_module.service.always(chunked(b'{"resources": 1}'))
        assert envoy.front.ask("GET", LISTS).status == status
        refused = "yes" if status == 502 else "no"
        labels = 'direction="response",operation="list_deployments",refused="%s",verdict="%s"'
        found = {f"verdicts{{{labels % key}}}": 1 for key in (("no", "allow"), (refused, "deny"))}
        assert soon(lambda: envoy.counters('verdicts{direction="response"') == found)  # noqa: B023


@pytest.mark.parametrize("responses", ["enforce", "report"])
def test_a_response_that_breaks_off_ends_no_other(
    each_module: SharedModule, responses: str
) -> None:
    envoy = each_module.set(responses=responses)
    whole = answer(NOTHING)

    def breaks_off(_got: Got, connection: socket.socket) -> None:
        connection.sendall(whole[:-5])

    each_module.service.reply = breaks_off
    if responses == "enforce":  # nothing was sent yet: Envoy itself answers
        assert envoy.front.ask("GET", LISTS).header("content-type") == "text/plain"
    else:
        with pytest.raises((HTTPException, ConnectionError)):
            envoy.front.ask("GET", LISTS)
    assert not envoy.counters('direction="response"')
    each_module.service.always(whole)
    assert envoy.front.ask("GET", LISTS).body == NOTHING


@pytest.mark.promise(35)
def test_bodies_that_are_given_up_leave_their_room_to_others(each_module: SharedModule) -> None:
    envoy = each_module.set(buffer_bytes=200_000)
    body = b'{"secrets": [], "x": "%s"}' % (b"y" * 200_000)
    start = head("PATCH", PATH, JSON.strip(), f"Content-Length: {len(body)}")

    def leaves_no_room() -> bool:
        # 64 KiB of each body do not count; if two arrive at once, both may be refused
        with envoy.front.connected() as client:
            client.sendall(start + body[:-1])
            return bool(soon(lambda: envoy.front.patch(body).status == 503, 1))

    assert soon(leaves_no_room)
    assert soon(lambda: envoy.front.patch(body).status == 200)


@pytest.mark.promise(34)
def test_all_ends_of_a_body_are_judged_over_http2(envoy: Module, upstream: Upstream) -> None:
    request = {":method": "PATCH", ":scheme": "http", ":authority": "x", ":path": PATH}
    request |= {"content-type": "application/json"}
    label = 'verdicts{direction="request",operation="patch_deployment",refused="%s",verdict="%s"}'

    def judged() -> list[int]:
        counters = envoy.counters("verdicts")
        return [counters.get(label % key, 0) for key in (("no", "allow"), ("yes", "deny"))]

    before = judged()
    with http2_client(envoy.front.address) as client:
        for body in (PATCH, WRONG):
            client.send(client.begin(request), body, end=True)
            stream = client.begin(request)
            client.send(stream, body[:5])
            client.send(stream, body[5:])
            client.send(stream, b"", end=True)
            stream = client.begin(request)
            client.send(stream, body)
            client.send_headers(stream, {"x-trailer": "1"}, end=True)
        client.begin(request, end=True)  # without a body
        left = client.begin(request)
        client.send(left, PATCH)
        client.reset(left)
        assert soon(lambda: judged() == [before[0] + 3, before[1] + 4])
        assert soon(lambda: len(upstream.got) == 3)
        client.read(0.2)
    assert [got.body for got in upstream.got] == [PATCH] * 3


def test_alerts_and_dashboard_name_counters_with_labels_that_the_filter_has(
    envoy: Module, upstream: Upstream
) -> None:
    assert envoy.front.patch(WRONG).status == 422
    for source in ("codehost", "external_container"):  # two responses contradict each other
        upstream.always(listed(json.loads(DEPLOYMENT) | {"source": source}))
        envoy.front.ask("GET", f"{LISTS}?limit=1")
    rows = envoy.counters()
    for file in ("alerts.yaml", "dashboard.json"):
        text = (RECIPES / file).read_text("utf-8").replace("\\", "")
        used = re.findall(r"dynamicmodulescustom_deploy_contract_(\w+)(?:{([^}]*)})?", text)
        assert {name for name, _ in used} >= {"verdicts", "notes"}
        for name, matchers in used:
            labels = set(re.findall(r"(\w+)=", matchers))
            found = [set(re.findall(r"(\w+)=", row)) for row in rows if row.startswith(f"{name}{{")]
            assert found, name
            assert all(labels <= names for names in found), (name, labels)
