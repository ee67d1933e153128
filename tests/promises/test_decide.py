"""The decision server by the promises: no fault of a question or stream gets a verdict, shows a value or ends the process.

No phase of a protocol lets a request pass unseen, behind the real gateways.
"""

import json
from itertools import product
from typing import Any

import grpc
import pytest

from deploy_contract_gateway.decide import messages
from tests.support.decisions import converse
from tests.support.effort import tried
from tests.support.envoy_module import TO_SERVICE, SharedModule
from tests.support.fronts import OPENED, Fronted
from tests.support.gateways import (
    DEPLOYMENT,
    PATH,
    PATIENCE,
    Gateway,
    Shared,
    Upstream,
    head,
    soon,
    statuses,
)
from tests.support.http2 import http2_client
from tests.support.streams import encoded, headers

MARK = "c4n4ry"
TARGET = f"/v2/deployments?limit={MARK}"
BODY = json.dumps({"secrets": [{"name": MARK, "value": MARK}], "zz": MARK, "source": MARK}).encode()
TYPED = "Content-Type: application/json"


def question(*lines: str, method: str = "GET", target: str = "/", body: bytes = b"") -> bytes:
    head = [f"{method} {target} HTTP/1.1", "Host: x", *lines, f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "Connection: close", "", ""]).encode("latin-1") + body


def named(method: str, target: str) -> list[str]:
    """Return the headers of all dialects that name the original request."""
    pairs = [(f"X-{kind}-Method", method) for kind in ("Forwarded", "Original")]
    pairs += [("X-Forwarded-Uri", target), ("X-Original-URI", target)]
    return [f"{name}: {value}" for name, value in pairs]


QUESTIONS = {
    "a query": question(*named("GET", TARGET), target=TARGET),
    "a body": question(*named("PATCH", PATH), TYPED, method="PATCH", target=PATH, body=BODY),
    "a header": question(*named("GET", "/v2/deployments"), f"X-{MARK}: {MARK}", f"X-Request-ID: <{MARK}>"),
    "a content type": question(*named("PATCH", PATH), f"Content-Type: {MARK}/{MARK}; charset={MARK}", method="PATCH", target=PATH, body=BODY),
    "a method": question(*named(f"{MARK}\"'", PATH)),
    "two methods": question(*named(MARK, PATH), *named(MARK, PATH)),
    "a path": question(*named("GET", f"http://{MARK}/")),
    "a path of no text": question(*named("GET", f"/{MARK}\xff\xfe"), target=f"/{MARK}%ff"),
    "a fragment": question(*named("GET", f"/#{MARK}")),
    "a partial body": question(*named("PATCH", PATH), TYPED, f"x-envoy-auth-partial-body: {MARK}", method="PATCH", target=PATH, body=BODY),
    "an override of the method": question(*named("GET", PATH), f"X-HTTP-Method-Override: {MARK}", target=PATH),
    "a trace": question(*named("GET", TARGET), f"traceparent: {MARK}", target=TARGET),
    "a line that is none": f"{MARK} / {MARK}\r\n\r\n".encode(),
    "a name that is none": question(f"X {MARK}: 1"),
    "a length that is none": f"GET /{MARK} HTTP/1.1\r\nHost: x\r\nContent-Length: {MARK}\r\n\r\n".encode(),
}  # fmt: skip


@pytest.mark.promise(1, 5)
@pytest.mark.parametrize("dialect", ["traefik", "nginx", "envoy"])
def test_no_question_gets_a_canary_out(telling: Shared, dialect: str) -> None:
    decide = telling.set(dialect=dialect)
    for name, sent in QUESTIONS.items():
        answered = decide.raw(sent)
        assert answered.startswith(b"HTTP/1.1 "), name
        assert MARK.encode() not in answered.lower(), name
    assert MARK not in decide.told()
    assert decide.lines("failed") == []
    tried(len(QUESTIONS))


JSON = ("content-type", "application/json")
PATCHING = headers((":method", "PATCH"), (":path", PATH), (":authority", "x"), JSON)
STREAM = [
    encoded("request_headers", PATCHING),
    encoded("request_body", {"body": b"{}", "end_of_stream": True}),
    encoded("response_headers", headers((":status", "200"), JSON)),
    encoded("response_body", {"body": DEPLOYMENT, "end_of_stream": True}),
]


@pytest.mark.promise(1)
def test_clients_that_leave_in_the_middle_leave_nothing_under_way(telling: Shared) -> None:
    decide = telling.set()
    whole = QUESTIONS["a body"]
    for end in range(1, len(whole), 40):
        with decide.connected() as connection:
            connection.sendall(whole[:end])
    for count in range(1, 5):
        with grpc.insecure_channel(f"127.0.0.1:{telling.grpc_port}") as channel:
            call = channel.stream_stream(f"/{messages.SERVICE}/{messages.METHOD}")(
                iter(STREAM[:count]), timeout=20
            )
            next(call)
            call.cancel()
    assert soon(lambda: decide.metrics()["requests_under_way"] == 0)
    assert decide.lines("failed") == []


# --- no phase lets a request pass unseen

WAY = "envoy-processing"
UNSEEN = {"verdict": "indeterminate", "refused": False, "notes": ["not-judged: body"]}
TRAILERS = {  # Envoy drops trailers of HTTP/1.1 otherwise
    "stat_prefix: front\n": "stat_prefix: front\n                http_protocol_options: {enable_trailers: true}\n",
    "- name: service\n": f"- name: service\n{TO_SERVICE}",
}
BUFFERS = "- name: envoy.filters.http.buffer\n"
UNSENT = {"request_trailer_mode: SEND": "request_trailer_mode: SKIP"}
WAYS = {
    "enforced": {},
    "enforced, and Envoy fails open": OPENED,
    "observed": {
        "observability_mode: false": "observability_mode: true",
        "body_mode: BUFFERED": "body_mode: STREAMED",
    },
}
EMPTY = b"0\r\nX-Trailer: 1\r\n\r\n"  # a body of no chunk, and trailers
PATCHED = head("PATCH", PATH, TYPED, "Transfer-Encoding: chunked", "Connection: close") + EMPTY


@pytest.fixture
def enforcing(fronted: Fronted) -> Fronted:
    """Return the common decision server, which refuses responses too."""
    return fronted.usually(responses="enforce")


def line(decide: Gateway) -> dict[str, Any]:
    """Return the only line of a request in the log."""
    (found,) = decide.requests()
    decide.forget()
    row: dict[str, Any] = found
    return row


def over_http2(port: int) -> bytes:
    """Send a patch with trailers and no data over HTTP/2; return the frames that come back."""
    pseudo = {":method": "PATCH", ":scheme": "http", ":authority": "x", ":path": PATH}
    with http2_client(("127.0.0.1", port)) as client:
        stream = client.begin(pseudo | {"content-type": "application/json"})
        client.send_headers(stream, {"x-trailer": "1"}, end=True)
        while stream not in client.answered | client.refused:
            client.read(0.1)
        client.read(0.1)  # the body of the answer
        return client.received


@pytest.mark.promise(34)
def test_trailers_without_a_body_are_judged(enforcing: Fronted) -> None:
    decide, upstream = enforcing.set(), enforcing.service
    with enforcing.by(WAY, TRAILERS) as front:
        answered = front.raw(PATCHED)
        assert (statuses(answered), b"body-missing" in answered) == ([400], True)
        assert line(decide)["request"]["rules"] == ["body-missing"]
        assert b"body-missing" in over_http2(front.address[1])
        assert line(decide)["request"]["rules"] == ["body-missing"]
        assert upstream.got == []
        # the same in a response
        upstream.always(
            f"HTTP/1.1 200 OK\r\n{TYPED}\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + EMPTY
        )
        assert front.ask("GET", "/v2/deployments").status == 502
        assert line(decide)["response"]["rules"] == ["body-missing"]


@pytest.mark.promise(34, 30)
@pytest.mark.parametrize("way", WAYS)
def test_a_response_to_a_request_that_was_not_judged_is_refused_and_noted(
    enforcing: Fronted, way: str
) -> None:
    """Envoy does not show such a request if its recipe leaves out the trailers."""
    decide = enforcing.set()
    changes, status = {**TRAILERS, **UNSENT, **WAYS[way]}, 200 if way == "observed" else 500
    noted = 'notes_total{direction="request",note="not-judged",operation="patch_deployment",reason="body"}'
    before = decide.metrics().get(noted, 0)
    with enforcing.by(WAY, changes) as front:
        answered = front.raw(PATCHED)
        assert (statuses(answered), DEPLOYMENT in answered) == ([status], status == 200)
        found = line(decide)
        assert (found["status"], found["request"]) == (status, UNSEEN)
        assert found.get("reason") == (None if status == 200 else "unjudged")
        over_http2(front.address[1])
        assert line(decide)["request"] == UNSEEN
    assert decide.metrics()[noted] == before + 2


@pytest.mark.promise(34)
def test_answers_of_envoy_itself_to_half_a_request_pass(enforcing: Fronted) -> None:
    decide = enforcing.set()
    changes = {
        "buffer_limit_bytes: 16777216": "buffer_limit_bytes: 60000",
        "request_timeout: 30s": "request_timeout: 0.5s",
        BUFFERS: f"{BUFFERS}                    disabled: true\n",
    }
    with enforcing.by(WAY, changes) as front:
        stated = head("PATCH", PATH, TYPED, "Content-Length: 90000", "Connection: close")
        assert statuses(front.raw(stated + b" " * 90_000)) == [413]
        found = line(decide)
        assert (found["status"], "reason" in found, "request" in found) == (413, False, False)
        with front.connected() as client:
            client.sendall(stated + b" " * 9)
            client.settimeout(PATIENCE)
            assert statuses(client.recv(1 << 16)) == [408]
        assert line(decide)["status"] == 408
    assert enforcing.service.got == []


FORBIDDEN, HONEST = b'{"secrets": 1}', b'{"secrets": []}'
SERVICE = {"key": "response.code_details", "value": {"string_value": "via_upstream"}}


@pytest.mark.promise(34)
def test_no_order_of_messages_lets_a_request_pass_unseen(engine: str) -> None:
    """No answer lets a response of the service pass before a verdict, whatever Envoy leaves out."""
    pseudo = ((":method", "PATCH"), (":path", PATH), JSON)
    bodies: tuple[bytes | None, ...] = (None, FORBIDDEN, HONEST)
    cases: list[Any] = list(
        product(bodies, *([(False, True)] * 4), ("headers", "body", "headers and body"))
    )
    for body, is_shown, ends, has_trailers, says, parts in cases:
        shown: list[dict[str, Any]] = []
        if is_shown:
            is_alone = ends and body is None
            start = headers(*pseudo, end=is_alone)
            shown.append({"request_headers": start})
            if body is not None:
                shown.append({"request_body": {"body": body, "end_of_stream": ends}})
            if has_trailers and not is_alone:
                shown.append({"request_trailers": {}})
        answered = {"response_headers": headers((":status", "200"), JSON)}
        said = {"attributes": [{"key": "x", "value": {"fields": [SERVICE]}}]} if says else {}
        if not is_shown or "headers" in parts:
            shown.append(answered | said)
        if "body" in parts:
            shown.append({"response_body": {"body": DEPLOYMENT, "end_of_stream": True}})
        kinds, exchange = converse(engine, shown)
        passes = is_shown and body == HONEST
        assert ("immediate_response" not in kinds) == passes, kinds
        assert [found.verdict for found in exchange.observations][:1] != [], kinds
        if not passes:
            before, _, after = ",".join(kinds).partition("immediate_response")
            assert "response" not in before
            assert "immediate_response" not in after
    tried(len(cases))


H2C = (
    "Connection: Upgrade, HTTP2-Settings, close",
    "Upgrade: h2c",
    "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
)


@pytest.mark.promise(34)
@pytest.mark.parametrize("name", ["envoy", "envoy-processing", "nginx", "caddy"])
def test_no_gateway_passes_on_an_offer_of_http2(fronted: Fronted, name: str) -> None:
    """Java offers it in each first request, so the request itself passes."""
    fronted.set(name)
    with fronted.by(name) as front:
        require_no_offer(front, fronted.service)


@pytest.mark.promise(34)
def test_the_module_passes_on_no_offer_of_http2(module: SharedModule) -> None:
    require_no_offer(module.set().front, module.service)


def require_no_offer(front: Gateway, service: Upstream) -> None:
    """Offer HTTP/2, and check that the service gets the request without the offer."""
    answered = front.raw(head("GET", "/other", *H2C, "X-Last: 1"))
    assert statuses(answered) == [200]
    (got,) = service.got
    assert got.values("upgrade") == []
    assert got.values("connection") in ([], [b"keep-alive"], [b"close"])
