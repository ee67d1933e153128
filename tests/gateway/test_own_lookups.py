"""Lookups that the programs and Envoy send to the service: no header spoils them, and garbage causes none."""

import socket
from collections.abc import Callable
from typing import NamedTuple, TypeAlias
from uuid import uuid4

import pytest

from tests.support.applications import deployment
from tests.support.gateways import Gateway, Got, Shared, Upstream, answer, listed
from tests.support.own_lookups import HOPELESS, HOSTILE, is_strict_about
from tests.support.questions import Asked, envoy, parsed, with_lines
from tests.support.streams import encoded, headers, streamed

pytestmark = pytest.mark.promise(35)

WRONG = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'
Pair: TypeAlias = tuple[str, str]
# sends a patch with headers besides, and returns the status of its refusal, else 200
Send: TypeAlias = Callable[[str, str, bytes, Pair], int]


LOOKUPS = ["learned", "upstream"]


def through(front: Gateway) -> Send:
    """Return a function that sends patches through a gateway or Envoy."""

    def send(path: str, kind: str, body: bytes, more: Pair) -> int:
        given = {"Content-Type": kind, "Authorization": "Bearer a", more[0]: more[1]}
        return front.ask("PATCH", path, body, given).status

    return send


def to_gateway(common: Shared, _decide: Shared, upstream: Upstream) -> Send:
    return through(common.set(upstream=upstream.url, lookups=LOOKUPS))


def to_question(_common: Shared, decide: Shared, upstream: Upstream) -> Send:
    server = decide.set(upstream=upstream.url, lookups=LOOKUPS)

    def send(path: str, kind: str, body: bytes, more: Pair) -> int:
        question = envoy(Asked("PATCH", path, body, kind))
        lines = ("Connection: close", "Authorization: Bearer a", f"{more[0]}: {more[1]}")
        return parsed(server.raw(with_lines(question, *lines))).status

    return send


def to_stream(_common: Shared, decide: Shared, upstream: Upstream) -> Send:
    decide.set(upstream=upstream.url, lookups=LOOKUPS)

    def send(path: str, kind: str, body: bytes, more: Pair) -> int:
        pairs = [
            (":method", "PATCH"), (":path", path), (":authority", "x"), ("content-type", kind),
            ("authorization", "Bearer a"), more,
        ]  # fmt: skip
        head = headers(*pairs, end=not body)
        shown = [encoded("request_headers", head)]
        if body:
            shown.append(encoded("request_body", {"body": body, "end_of_stream": True}))
        return streamed(decide.grpc_port, shown).status or 200

    return send


OF_ENVOY = (
    "x-envoy-",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-request-id",
)  # from it, not from callers
ENVOY = pytest.param(None, id="to_envoy")


class Way(NamedTuple):
    """How patches are sent, and the service that is asked."""

    send: Send
    upstream: Upstream


@pytest.fixture(params=[to_gateway, to_question, to_stream, ENVOY])
def way(request: pytest.FixtureRequest) -> Way:
    """Return each way to the service in turn."""
    if request.param is None:
        module = request.getfixturevalue("module")
        asking = module.set(upstream={"cluster": "service", "milliseconds": 20_000})
        return Way(through(asking.front), module.service)
    names = ("common", "common_decide", "upstream")
    common, decide, upstream = map(request.getfixturevalue, names)
    return Way(request.param(common, decide, upstream), upstream)


def reply(got: Got, _connection: socket.socket) -> bytes:
    """Answer as a service does that is strict about the headers of a list."""
    if not got.line.startswith(b"GET"):
        return answer()
    lines = got.head.decode("latin-1").split("\r\n")[1:]
    pairs = [line.partition(": ")[::2] for line in lines if line]
    if is_strict_about(pair for pair in pairs if not pair[0].startswith(OF_ENVOY)):
        return answer(b"{}", "503 Service Unavailable")
    identity = got.line.split(b"deployment_ids=")[1][:36].decode()
    return listed(deployment(identity))


def test_no_header_makes_the_callers_own_lookup_fail(way: Way) -> None:
    send, upstream = way
    upstream.reply = reply
    for pair in HOSTILE:
        path = f"/v2/deployments/{uuid4()}"
        assert (pair, send(path, "application/json", WRONG, pair)) == (pair, 422)
    assert {got.line[:3] for got in upstream.got} == {b"GET"}
    assert len(upstream.got) == len(HOSTILE)
    assert {value for got in upstream.got for value in got.values("authorization")} == {b"Bearer a"}


def test_a_patch_that_no_fact_can_save_asks_nobody(way: Way) -> None:
    send, upstream = way
    upstream.reply = reply
    for status, kind, body in HOPELESS.values():
        path = f"/v2/deployments/{uuid4()}"
        assert send(path, kind, body, ("accept", "*/*")) == status
    assert upstream.got == []
