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
from deploy_contract_gateway.decide.runtime import DecideRuntime
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.exchange import CURRENT_EXCHANGE, Exchange
from deploy_contract_gateway.validation import Contracts, make_contracts
from deploy_contract_serving.addresses import Address
from tests.support.decisions import BUFFERED
from tests.support.gateways import DEPLOYMENT, ID, PATCH, PATH

Pairs = list[tuple[str, str]]
Shown = list[dict[str, Any]]
JSON: Final = ("content-type", "application/json")
LIST = json.dumps({"resources": [json.loads(DEPLOYMENT)], "offset": 0}).encode()
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


PATCHED = asked("PATCH", PATH, JSON, body=PATCH)
LISTED = asked("GET", "/v2/deployments?limit=5")
CONVERSATIONS: dict[str, Shown] = {
    "a patch that is answered with the deployment": [*PATCHED, *answered(DEPLOYMENT, JSON)],
    "a patch that the source forbids": asked("PATCH", PATH, JSON, body=OF_CONTAINER),
    "a patch whose verdict depends on the source": [
        *asked("PATCH", PATH, JSON, body=OPEN), *answered(DEPLOYMENT, JSON),
    ],
    "a patch that breaks a rule": asked("PATCH", PATH, JSON, body=b'{"secrets": 1}'),
    "a patch that is no JSON": asked("PATCH", PATH, JSON, body=b"{"),
    "a patch of another type": asked("PATCH", PATH, ("content-type", "text/plain"), body=PATCH),
    "a method that a header overrides": asked(
        "PATCH", PATH, JSON, ("x-http-method-override", "GET"), body=PATCH
    ),
    "a list": [*LISTED, *answered(LIST, JSON)],
    "a list that the query does not allow": asked("GET", "/v2/deployments?limit=x"),
    "a path of others": [*asked("GET", "/other"), *answered(b"x", ("content-type", "text/plain"))],
    "an answer that breaks a rule": [*PATCHED, *answered(b'{"id": 1}', JSON)],
    "an answer about another deployment": [*PATCHED, *answered(OTHER, JSON)],
    "an answer that is no JSON": [*PATCHED, *answered(b"{", JSON)],
    "an answer that is shorter than it says": [
        *PATCHED, *answered(DEPLOYMENT, JSON, ("content-length", str(len(DEPLOYMENT) + 1))),
    ],
    "an answer from a cache": [*LISTED, *answered(LIST, JSON, ("age", "100000"))],
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
    "a large answer": [*LISTED, *answered(LIST[:-1] + b" " * 100_000 + b"}", JSON)],
}  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "responses enforced": {"responses": "enforce", "response_bytes": 120_000},
    "responses not judged": {"responses": "off"},
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
        self._runtime = DecideRuntime(settings, contracts, LearnedDeployments(), self.coverage)
        self._fast = fast
        self.requests = self.responses = 0  # that took the fast path

    async def converse(self, shown: Shown) -> list[Any]:
        """Return all that a conversation shows to the outside, without times and random ids."""
        exchange = Exchange("-", _never)
        CURRENT_EXCHANGE.set(exchange)
        stream = self._runtime.open_stream(exchange)
        if not self._fast:
            stream._carry = None
        found: list[Any] = []
        for content in shown:
            message = messages.ProcessingRequest(**content).SerializeToString()
            taken = await stream.take(message)
            found.append(re.sub(rb"[0-9a-f]{32}", b"", taken or b""))
            self.requests += stream._carried is not None and "request_body" in content
        self.responses += stream._carried is not None and stream.ended
        stream.close()
        await self._runtime.leave()
        facts = (exchange.status, exchange.reason, exchange.relayed, exchange.complete)
        seen = [one._replace(seconds=0.0) for one in exchange.observations]
        return [found, stream.ended, facts, seen]


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
    assert (responses > 0) == (options != "responses not judged")
