"""The contract inside Envoy: the module is loaded into the real program, by the recipe of the guide."""

import json
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPResponse
from pathlib import Path

import pytest

from deploy_contract import Contract, Request
from deploy_contract.answers import problem
from deploy_contract.contract import for_middleware
from tests.support.engines import made
from tests.support.envoy_module import CAN_RUN, REASON, Module, enveloped
from tests.support.gateways import (
    CANARY,
    ID,
    JSON,
    PATCH,
    PATH,
    Gateway,
    Upstream,
    answer,
    head,
    soon,
)
from tests.support.http2 import http2_client

pytestmark = pytest.mark.skipif(not CAN_RUN, reason=REASON)
LISTS = "/v2/deployments"
NOTHING = b'{"resources": [], "offset": 0}'
WRONG = b'{"secrets": "%s"}' % CANARY.encode()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, origin: Upstream) -> Iterator[Module]:
    """Yield an Envoy that judges requests and responses."""
    folder = tmp_path_factory.mktemp("envoy")
    with enveloped(folder, origin.port, responses="enforce") as found:
        yield found


@pytest.fixture
def envoy(shared: Module, upstream: Upstream) -> Module:
    """Return that Envoy, in front of a service that answers each request rightly."""
    upstream.reply = lambda got, _connection: (
        answer(NOTHING) if got.line.startswith(b"GET") else answer()
    )
    return shared


MESSAGES = [
    ("PATCH", PATH, PATCH, "application/json"),
    ("PATCH", PATH, WRONG, "application/json"),
    ("PATCH", PATH, b"", "application/json"),
    ("PATCH", PATH, b'{"a": 1, "a": 2}', "application/json"),
    ("PATCH", PATH, b'{"x\\u00e4": "\\ud800"}', "application/json"),
    (
        "PATCH",
        PATH,
        b'{"source_config": {"x": 1}, "secrets": 3, "nonsense": 1}',
        "application/json",
    ),
    ("PATCH", PATH, PATCH, "text/plain"),
    ("PATCH", f"{PATH}?limit=%ff", PATCH, "application/json; charset=latin-1"),
    ("PATCH", f"{PATH}x", PATCH, "application/json"),
    ("PATCH", f"{PATH};x", PATCH, "application/json"),
    ("POST", PATH, b"_method=PATCH", "application/x-www-form-urlencoded"),
    ("GET", f"{LISTS}?limit=x&offset=-1", b"", ""),
    ("GET", f"{LISTS}?limit=1", b"", ""),
    ("GET", "/other?limit=x", b"", ""),
    ("DELETE", "/other", b"{", "application/json"),
]


@pytest.mark.parametrize("message", MESSAGES, ids=range(len(MESSAGES)))
def test_it_answers_as_the_other_gateways(
    envoy: Module, upstream: Upstream, message: tuple[str, str, bytes, str]
) -> None:
    method, target, body, media_type = message
    path, _, query = target.partition("?")
    headers = {"Content-Type": media_type} if media_type else {}
    contract = for_middleware(made("python"))
    report = contract.check_request(Request(method, path, query, list(headers.items()), body))
    found = envoy.front.ask(method, target, body or None, headers)
    if report.verdict == "deny":
        expected = problem(report, report.status)
        given = [(name, found.header(name)) for name, _ in expected.headers]
        assert (found.status, found.body, given) == (
            report.status,
            expected.body,
            list(expected.headers),
        )
        assert upstream.got == []
    else:
        assert found.status == 200
        assert upstream.got[0].body == body


def test_a_method_that_the_path_has_not_is_named_with_those_that_it_has(
    tmp_path: Path, upstream: Upstream
) -> None:
    contract = Contract(unknown_operations="reject")
    with enveloped(tmp_path, upstream.port, contract) as envoy:
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


def test_all_ends_of_a_body_are_judged(envoy: Module, upstream: Upstream) -> None:
    start = head("PATCH", PATH, JSON.strip(), "Transfer-Encoding: chunked")
    chunks = b"".join(b"%x\r\n%s\r\n" % (1, bytes([sign])) for sign in WRONG)
    assert sent(envoy.front, start, chunks, b"0\r\n\r\n")[0] == 422
    assert sent(envoy.front, start, chunks, b"0\r\nx-trailer: 1\r\n\r\n")[0] == 422
    empty = head("PATCH", PATH, JSON.strip(), "Content-Length: 0")
    assert sent(envoy.front, empty)[0] == 400  # the body is missing
    right = b"%x\r\n%s\r\n0\r\n\r\n" % (len(PATCH), PATCH)
    assert sent(envoy.front, start, right)[0] == 200
    assert [got.body for got in upstream.got] == [PATCH]


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


def test_a_response_that_breaks_the_contract_is_replaced(envoy: Module, upstream: Upstream) -> None:
    upstream.reply = lambda _got, _connection: answer(b'{"resources": 1}')
    found = envoy.front.ask("GET", LISTS)
    assert (found.status, found.header("content-type")) == (502, "application/problem+json")
    rules = [row["rule"] for row in json.loads(found.body)["violations"]]
    assert "schema-type" in rules
    upstream.reply = lambda _got, _connection: answer(NOTHING)
    assert envoy.front.ask("GET", LISTS).status == 200
    upstream.reply = lambda _got, _connection: answer(b"[", "404 Not Found")
    assert envoy.front.ask("GET", LISTS).status == 404


def test_verdicts_are_counted_and_logged_without_values(tmp_path: Path, upstream: Upstream) -> None:
    with enveloped(tmp_path, upstream.port) as envoy:
        assert envoy.front.patch(PATCH).status == 200
        assert envoy.front.patch(WRONG).status == 422
        verdicts = envoy.counters("verdicts")
        labels = 'verdicts{direction="request",operation="patch_deployment",refused="yes",verdict="deny"}'
        assert verdicts[labels] == 1
        assert envoy.counters("violations")
        assert (
            "request operation=patch_deployment verdict=deny refused=yes status=422 rules=schema-type"
            in envoy.log()
        )
        assert CANARY not in envoy.log()
        assert ID not in envoy.log()


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
        client.read(0.2)
    assert [got.body for got in upstream.got] == [PATCH] * 3
