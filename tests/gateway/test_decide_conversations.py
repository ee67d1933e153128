"""Conversations with the decision server have the same answers with the fast path as without it."""

import asyncio
import json
import random
import re
from collections.abc import Mapping
from typing import Any, Final

import pytest

from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.traffic import LiveCoverage
from deploy_contract_gateway.decide import messages
from deploy_contract_gateway.decide.order import StreamError
from deploy_contract_gateway.decide.runtime import DecideRuntime
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.exchange import CURRENT_EXCHANGE, Exchange
from deploy_contract_gateway.validation import Contracts, make_contracts
from deploy_contract_serving.addresses import Address
from tests.support.decisions import BUFFERED
from tests.support.gateways import DEPLOYMENT, ID, PATCH, PATH

Pairs = list[tuple[str, str]]
Shown = list[dict[str, Any] | bytes]
JSON: Final = ("content-type", "application/json")
LIST = json.dumps({"resources": [json.loads(DEPLOYMENT)], "offset": 0}).encode()
CACHED_ID: Final = "1" + ID[1:]  # in one answer alone
CACHED = json.loads(LIST.replace(ID.encode(), CACHED_ID.encode()))
CACHED["resources"][0]["source_config"] = {"build_on_push": True}  # which may change
CHANGING = json.dumps(CACHED).replace(CACHED_ID, ID).encode()
OTHER = DEPLOYMENT.replace(ID.encode(), ID[::-1].replace("-", "").encode())
OF_CONTAINER = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'
WITHHELD: Final = {"protocol_config": BUFFERED}
NO_RESPONSE = {"protocol_config": {**BUFFERED, "response_body_mode": 0}}
OPEN = b'{"source_revision_config": {"repo_ref": "main"}}'


def head(pairs: Pairs, *, end: bool = False) -> dict[str, Any]:
    values = [{"key": name, "raw_value": value.encode()} for name, value in pairs]
    return {"headers": {"headers": values}, "end_of_stream": end}


def asked(
    method: str,
    path: str,
    *headers: tuple[str, str],
    body: bytes | None = None,
    config: Mapping[str, Any] = WITHHELD,
) -> Shown:
    pairs = [(":method", method), (":path", path), *headers]
    shown: Shown = [{"request_headers": head(pairs, end=body is None), **config}]
    if body is not None:
        shown.append({"request_body": {"body": body, "end_of_stream": True}})
    return shown


def answered(body: bytes | None, *headers: tuple[str, str], status: str = "200") -> Shown:
    shown: Shown = [{"response_headers": head([(":status", status), *headers], end=body is None)}]
    if body is not None:
        shown.append({"response_body": {"body": body, "end_of_stream": True}})
    return shown


def mixed(pairs: Pairs, *older: tuple[str, str]) -> dict[str, Any]:
    """Return the first message with some headers as older Envoys write them."""
    values = head(pairs)["headers"]["headers"]
    values += [{"key": name, "value": value} for name, value in older]
    return {"request_headers": {"headers": {"headers": values}}, **WITHHELD}


def encoded(content: dict[str, Any] | bytes) -> bytes:
    """Return a message as Envoy encodes it, or as it is."""
    if isinstance(content, bytes):
        return content
    data: bytes = messages.ProcessingRequest(**content).SerializeToString()
    return data


def padded(data: bytes, place: int) -> bytes:
    """Return a message in which the number at a place, of one byte, has six."""
    return data[:place] + bytes([data[place] | 0x80, *b"\x80" * 4, 0]) + data[place + 1 :]


def stated(size: int) -> tuple[str, str]:
    return ("content-length", str(size))


PATCHED = asked("PATCH", PATH, JSON, body=PATCH)
LISTED = asked("GET", "/v2/deployments?limit=5")
CONVERSATIONS: dict[str, Shown] = {
    "a patch that is answered with the deployment": [*PATCHED, *answered(DEPLOYMENT, JSON)],
    "a patch that the source forbids": asked("PATCH", PATH, JSON, body=OF_CONTAINER),
    "a patch whose verdict depends on the source": [
        *asked("PATCH", PATH, JSON, body=OPEN), *answered(DEPLOYMENT, JSON),
    ],
    "a patch that teaches the source": [*PATCHED, *answered(DEPLOYMENT, JSON)],
    "a patch whose verdict depends on more than the source": asked(
        "PATCH", PATH, JSON, body=b'{"source_config": {"build_on_push": true}}'
    ),
    "a patch that breaks a rule": asked("PATCH", PATH, JSON, body=b'{"secrets": 1}'),
    "a patch that is no JSON": asked("PATCH", PATH, JSON, body=b"{"),
    "a patch of another type": asked("PATCH", PATH, ("content-type", "text/plain"), body=PATCH),
    "a method that a header overrides": asked(
        "PATCH", PATH, JSON, ("x-http-method-override", "GET"), body=PATCH
    ),
    "a list": [*LISTED, *answered(LIST, JSON)],
    "a list with a fact that may change": [*LISTED, *answered(CHANGING, JSON)],
    "a patch after it": [*PATCHED, *answered(DEPLOYMENT, JSON)],
    "a list that the query does not allow": asked("GET", "/v2/deployments?limit=x"),
    "a path of others": [*asked("GET", "/other"), *answered(b"x", ("content-type", "text/plain"))],
    "an answer that breaks a rule": [*PATCHED, *answered(b'{"id": 1}', JSON)],
    "an answer about another deployment": [*PATCHED, *answered(OTHER, JSON)],
    "an answer that is no JSON": [*PATCHED, *answered(b"{", JSON)],
    "an answer that is shorter than it says": [
        *PATCHED, *answered(DEPLOYMENT, JSON, ("content-length", str(len(DEPLOYMENT) + 1))),
    ],
    "an answer from a cache": [
        *LISTED, *answered(json.dumps(CACHED).encode(), JSON, ("age", "100000")),
    ],
    "an answer of another type": [*PATCHED, *answered(b"x", ("content-type", "text/plain"))],
    "an answer with two types": [*PATCHED, *answered(DEPLOYMENT, JSON, JSON)],
    "an answer of an error": [*PATCHED, *answered(b"{}", JSON, status="404")],
    "an answer of a status that is not described": [*PATCHED, *answered(b"{}", JSON, status="299")],
    "an answer without a body": [*PATCHED, *answered(None, JSON)],
    "an answer that ends after its headers": [*PATCHED, *answered(DEPLOYMENT, JSON)[:1]],
    "an answer that does not come": PATCHED,
    "an answer before trailers": [
        *PATCHED, answered(DEPLOYMENT, JSON)[0], {"response_body": {"body": DEPLOYMENT}},
        {"response_trailers": {}},
    ],
    "a wrong answer before trailers": [
        *PATCHED, answered(DEPLOYMENT, JSON)[0], {"response_body": {"body": b'{"id": 1}'}},
        {"response_trailers": {}},
    ],
    "an answer whose body is not shown before its trailers": [
        *PATCHED, answered(DEPLOYMENT, JSON)[0], {"response_trailers": {}},
    ],
    "an answer that is larger than the limit": [
        *PATCHED, *answered(DEPLOYMENT[:-1] + b" " * 9000 + b"}", JSON),
    ],
    "an answer of which a limit lets a part through": [
        *asked("PATCH", PATH, JSON, body=PATCH, config={}), answered(DEPLOYMENT, JSON)[0],
        {"response_body": {"body": DEPLOYMENT}},
    ],
    "an answer whose body is never shown": [
        *asked("PATCH", PATH, JSON, body=PATCH, config=NO_RESPONSE), *answered(DEPLOYMENT, JSON)[:1],
    ],
    "messages that are only observed": [
        *asked("PATCH", PATH, JSON, body=PATCH, config={"observability_mode": True, **WITHHELD}),
        *answered(b'{"id": 1}', JSON),
    ],
    "a patch of an older Envoy": [
        mixed([], (":path", PATH), (":method", "PATCH"), JSON), PATCHED[1], *answered(DEPLOYMENT, JSON),
    ],
    "an id of an older Envoy": [
        mixed([(":path", PATH), (":method", "PATCH"), JSON], ("x-request-id", "abc")), PATCHED[1],
    ],
    "two paths": [mixed([], (":path", PATH), (":method", "PATCH"), (":path", PATH), JSON), PATCHED[1]],
    "two methods": [
        mixed([], (":path", PATH), (":method", "PATCH"), (":method", "GET"), JSON), PATCHED[1],
    ],
    "two methods, one in upper case": [
        mixed([], (":path", PATH), (":method", "PATCH"), (":METHOD", "GET"), JSON), PATCHED[1],
    ],
    "two statuses, one in upper case": [*PATCHED, *answered(DEPLOYMENT, (":Status", "404"), JSON)],
    "a tag that is longer than needed": [PATCHED[0], padded(encoded(PATCHED[1]), 0)],
    "a length that is longer than needed": [PATCHED[0], padded(encoded(PATCHED[1]), 1)],
    "a field that nobody knows": [PATCHED[0], encoded(PATCHED[1]) + b"\x78\x01"],
    "no path": [mixed([], (":method", "PATCH"), JSON), PATCHED[1]],
    "names in upper case": [mixed([], (":PATH", PATH), (":Method", "PATCH"), JSON), PATCHED[1]],
    "an id in upper case": asked("PATCH", PATH, JSON, ("X-Request-ID", "abc"), body=PATCH),
    "an escaped path": asked("PATCH", PATH.replace("d", "%64", 1), JSON, body=PATCH),
    "a path with a fragment": asked("PATCH", f"{PATH}#x", JSON, body=PATCH),
    "a query with a fragment": asked("PATCH", f"{PATH}?a=%20#x", JSON, body=PATCH),
    "a query that is not needed": asked("PATCH", f"{PATH}?a=%20b", JSON, body=PATCH),
    "a query beyond ASCII": asked("GET", "/v2/deployments?limit=5&\xe9"),
    "a patch that states its length": [
        *asked("PATCH", PATH, JSON, stated(len(PATCH)), body=PATCH),
        *answered(DEPLOYMENT, JSON, stated(len(DEPLOYMENT))),
    ],
    "an answer that states its length twice": [
        *PATCHED, *answered(DEPLOYMENT, JSON, stated(len(DEPLOYMENT)), stated(len(DEPLOYMENT))),
    ],
    "a length beyond the limit": asked("PATCH", PATH, JSON, stated(10**9), body=PATCH),
    "a length that is no number": asked("PATCH", PATH, JSON, ("content-length", "x"), body=PATCH),
    "a coded body": asked("PATCH", PATH, JSON, ("content-encoding", "gzip"), body=PATCH),
    "a coded answer": [*PATCHED, *answered(DEPLOYMENT, JSON, ("content-encoding", "gzip"))],
    "an id of the client": asked("PATCH", PATH, JSON, ("x-request-id", "abc"), body=PATCH),
    "an id with a blank": asked("PATCH", PATH, JSON, ("x-request-id", "a b"), body=PATCH),
    "two ids of the client": asked(
        "PATCH", PATH, JSON, ("x-request-id", "a"), ("x-request-id", "b"), body=PATCH
    ),
    "a patch that ends with its headers": asked("PATCH", PATH, JSON),
    "a list with a body": [*asked("GET", "/v2/deployments", body=b"x"), *answered(LIST, JSON)],
    "an answer before the body": [PATCHED[0], *answered(b"x", status="413")],
    "trailers before the body": [PATCHED[0], {"request_trailers": {}}],
    "trailers after the body": [*PATCHED, {"request_trailers": {}}, *answered(DEPLOYMENT, JSON)],
    "a body before trailers": [
        PATCHED[0], {"request_body": {"body": PATCH}}, {"request_trailers": {}},
        *answered(DEPLOYMENT, JSON),
    ],
    "a patch whose body does not come": PATCHED[:1],
    "a patch whose body comes twice": [*PATCHED, PATCHED[1]],
    "headers twice": [PATCHED[0], PATCHED[0]],
    "headers after a body": [*PATCHED, PATCHED[0]],
    "headers after an answer": [*PATCHED, *answered(DEPLOYMENT, JSON), PATCHED[0]],
    "an answer whose headers come twice": [*PATCHED, *answered(DEPLOYMENT, JSON)[:1] * 2],
    "an answer whose body comes twice": [
        *PATCHED, *answered(DEPLOYMENT, JSON), answered(b"x")[1], {"response_trailers": {}},
    ],
    "an answer without a status": [
        *PATCHED, {"response_headers": head([JSON])}, answered(DEPLOYMENT)[1],
    ],
    "an answer with two statuses": [
        *PATCHED, *answered(DEPLOYMENT, (":status", "200"), JSON),
    ],
    "a status that is no number": [*PATCHED, *answered(DEPLOYMENT, JSON, status="+20")],
    "nothing after a patch": [*PATCHED, b""],
    "no message after headers": [PATCHED[0], b""],
    "no message after the headers of an answer": [*PATCHED, *answered(LIST, JSON)[:1], b"\xff"],
    "a body first": PATCHED[1:],
    "bodies that are partly withheld": [
        *asked("PATCH", PATH, JSON, body=PATCH, config={"protocol_config": {"request_body_mode": 3}}),
    ],
    "a patch whose body is not shown": [
        *asked(
            "PATCH", PATH, JSON, body=PATCH,
            config={"protocol_config": {**BUFFERED, "request_body_mode": 0}},
        ),
        *answered(DEPLOYMENT, JSON),
    ],
    "a large answer": [*LISTED, *answered(LIST[:-1] + b" " * 100_000 + b"}", JSON)],
}  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "responses enforced": {"responses": "enforce", "response_bytes": 120_000},
    "responses not judged": {"responses": "off"},
    "responses to patches not judged": {"responses": {"patch_deployment": "off"}},
    "half of the responses sampled": {"sample": 0.5},
    "requests only reported": {"requests": "report"},
    "open verdicts refused": {"when_indeterminate": "deny"},
}


def settings_with(**settings: Any) -> DecideSettings:
    """Return settings besides the usual ones."""
    usual = {"lookups": ("learned",), "responses": "report"}
    listen = Address("127.0.0.1", 1)
    return DecideSettings(dialect="envoy", grpc_listen=listen, **{**usual, **settings})


class Server:
    """A decision server in memory, with what it learns.

    Args:
        settings: its settings.
        contracts: the contracts that are made from them.
        fast: whether ordinary exchanges take the fast path.
    """

    def __init__(self, settings: DecideSettings, contracts: Contracts, *, fast: bool) -> None:
        self.coverage = LiveCoverage(1)
        self._learned = LearnedDeployments()
        self._runtime = DecideRuntime(settings, contracts, self._learned, self.coverage)
        self._fast = fast
        self.requests = self.responses = 0  # that took the fast path

    async def converse(self, shown: Shown) -> list[Any]:
        """Return all that a conversation shows to the outside, without times and random ids."""
        exchange = Exchange("-", _never)
        CURRENT_EXCHANGE.set(exchange)
        stream = self._runtime.open_stream(exchange)
        if not self._fast:
            stream._shown = None
        found: list[Any] = []
        for content in shown:
            try:
                taken = await stream.take(encoded(content))
            except StreamError as error:
                found.append(error.problem)
                break
            found.append(re.sub(rb"[0-9a-f]{32}", b"", taken or b""))
            is_body = taken == messages.CONTINUE["request_body"]
            self.requests += stream._shown is not None and is_body
        self.responses += stream._shown is not None and stream.ended
        stream.close()
        await self._runtime.leave()
        facts = [exchange.method, exchange.client_id, exchange.status, exchange.reason]
        facts += [exchange.relayed, exchange.complete]
        seen = [one._replace(seconds=0.0) for one in exchange.observations]
        known = [self._learned.find(identity) for identity in (ID, CACHED_ID)]
        return [found, stream.ended, facts, seen, known]


async def _never(_message: Any) -> None:
    raise AssertionError


@pytest.mark.parametrize("options", OPTIONS)
def test_a_conversation_is_the_same_without_the_fast_path(options: str) -> None:
    async def converse() -> tuple[int, int]:
        settings = settings_with(**OPTIONS[options])
        contracts = make_contracts(settings)
        fast, slow = (Server(settings, contracts, fast=fast) for fast in (True, False))
        for name, shown in CONVERSATIONS.items():
            for turn in (1, 2):  # by then something may have been learned, or forgotten
                seen: list[Any] = []
                for server in (fast, slow):
                    random.seed(f"{name} {turn}")  # which responses are sampled
                    seen.append(await server.converse(shown))
                assert seen[0] == seen[1], (name, turn)
        assert fast.coverage.to_dict() == slow.coverage.to_dict()
        assert (slow.requests, slow.responses) == (0, 0)
        return fast.requests, fast.responses

    requests, responses = asyncio.run(converse())
    assert requests > 0
    assert responses > 0


def test_messages_with_all_fields_of_envoy_take_the_fast_path() -> None:
    """They have metadata, attributes, and a protocol that does not wait for answers."""

    async def converse() -> int:
        settings = settings_with()
        server = Server(settings, make_contracts(settings), fast=True)
        first, second = map(encoded, PATCHED)
        config, longer = b"\x5a\x04\x08\x02\x10\x02", b"\x5a\x06\x08\x02\x10\x02\x18\x01"
        assert first.count(config) == 1
        first = first.replace(config, longer)
        await server.converse([first + b"\x42\x00" + b"\x4a\x02\x0a\x00" * 2, second])
        return server.requests

    assert asyncio.run(converse()) == 1


class _Wrong:
    """A fast path that takes the first message of any request, and leaves all others."""

    method, request_ids = "PATCH", ()

    def __init__(self) -> None:
        self._taken: bytes | None = None

    def take(self, data: bytes) -> str | None:
        if self._taken is not None:
            return None
        self._taken = data
        return "request_headers"

    def leave(self) -> tuple[None, bytes | None]:
        return None, self._taken


def test_a_request_that_the_fast_path_took_wrongly_is_refused() -> None:
    async def converse() -> None:
        settings = settings_with()
        runtime = DecideRuntime(
            settings, make_contracts(settings), LearnedDeployments(), LiveCoverage(0)
        )
        exchange = Exchange("-", _never)
        CURRENT_EXCHANGE.set(exchange)
        stream = runtime.open_stream(exchange)
        stream._shown = _Wrong()
        first, second = (
            messages.ProcessingRequest(**content).SerializeToString()
            for content in asked("PATCH", PATH, JSON, stated(10**9), body=PATCH)
            if isinstance(content, dict)
        )
        assert await stream.take(first) == messages.CONTINUE["request_headers"]
        taken = messages.ProcessingResponse.FromString(await stream.take(second))
        assert taken.immediate_response.status.code == 413

    asyncio.run(converse())
