"""The decision server as three doors more: a question over HTTP or gRPC, and a stream of messages."""

import asyncio
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.traffic import LiveCoverage
from deploy_contract_gateway.decide import grpc_server, messages
from deploy_contract_gateway.decide.runtime import Decider
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.decide.streams import Stream
from deploy_contract_gateway.exchange import CURRENT_EXCHANGE, Exchange
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_serving.addresses import Address
from tests.support import streams
from tests.support.applications import exchange as sent_to
from tests.support.applications import messages as messages_of
from tests.support.applications import scope_of
from tests.support.engines import made

Pairs = Sequence[tuple[str, str]]


@cache
def runtime(engine: str) -> Decider:
    """Return a decision server that is asked in Traefik's form, and shown streams."""
    settings = DecideSettings(dialect="traefik", grpc_listen=Address("127.0.0.1", 1))
    contracts = (made(engine), None)
    made_runtime = Runtime(
        settings, contracts, LearnedDeployments(), LiveCoverage(1), lambda *_, **_fields: None
    )
    return Decider(settings, made_runtime)


def _application(engine: str, method: str, exchanges: list[Exchange]) -> Any:
    """Return an application that answers questions, and adds the exchange of each to a list."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        exchanges.append(Exchange(method, send))
        CURRENT_EXCHANGE.set(exchanges[-1])
        await runtime(engine).serve(scope, receive, exchanges[-1])

    return app


def ask(
    engine: str, method: str, target: str, headers: Pairs, body: bytes
) -> tuple[int, Exchange, bytes]:
    """Return the status of the answer to a question, its exchange, and its body."""
    exchanges: list[Exchange] = []
    asked = [("x-forwarded-method", method), ("x-forwarded-uri", target), *headers]
    pairs = [(name.lower(), value) for name, value in asked]
    scope = scope_of("GET", "/", pairs, raw_path=b"/", state={"target": b"/"})
    app = _application(engine, method, exchanges)
    sent = asyncio.run(sent_to(app, scope, messages_of("http.request", [body])))
    return sent[0]["status"], exchanges[0], b"".join(message["body"] for message in sent[1:])


def check(
    engine: str, method: str, target: str, headers: Pairs, body: bytes
) -> tuple[int, Exchange, bytes]:
    """Return the status of the answer to a question over gRPC, its exchange, and its body."""
    line = {"method": method.encode(), "path": target.encode("latin-1")}
    http = {**line, "raw_body": body, "header_map": streams.headers(*headers)["headers"]}
    given = messages.CheckRequest(attributes={"request": {"http": http}})
    exchanges: list[Exchange] = []
    app = _application(engine, method, exchanges)
    data = asyncio.run(grpc_server.answer(app, given.SerializeToString()))
    (exchange,) = exchanges
    answer = messages.CheckResponse.FromString(data)
    if answer.HasField("ok_response"):
        assert answer.status.code == 0
        return 200, exchange, b""
    denied = answer.denied_response
    return denied.status.code, exchange, denied.body


def show(
    engine: str, method: str, target: str, headers: Pairs, body: bytes
) -> tuple[int, Exchange, bytes]:
    """Return the status of the answer in place of a request, 200 if it passes; and as `ask` does."""
    pairs = [(":method", method), (":path", target), *headers]
    head = streams.headers(*pairs, end=not body)
    shown: list[dict[str, Any]] = [{"request_headers": head}]
    if body:
        shown.append({"request_body": {"body": body, "end_of_stream": True}})

    answers, exchange = asyncio.run(_conversed(engine, shown))
    for content, answer in zip(shown, answers, strict=False):
        if answer.HasField("immediate_response"):
            made = answer.immediate_response
            return made.status.code, exchange, made.body
        assert _kinds(answer) == [next(iter(content))]
    assert len(answers) == len(shown)
    return 200, exchange, b""


def converse(engine: str, shown: Sequence[dict[str, Any]]) -> tuple[list[str], Exchange]:
    """Return the kinds of the answers to the messages of a stream, and its exchange."""
    answers, exchange = asyncio.run(_conversed(engine, shown))
    return [kind for answer in answers for kind in _kinds(answer)], exchange


def _kinds(answer: Any) -> list[str]:
    return [field.name for field, _ in answer.ListFields()]


async def _conversed(engine: str, shown: Sequence[dict[str, Any]]) -> tuple[list[Any], Exchange]:
    """Return the answers to the messages of a stream, and its exchange."""
    first = {**shown[0], "protocol_config": streams.BUFFERED}
    rows = [messages.ProcessingRequest(**content) for content in (first, *shown[1:])]
    waiting = [row.SerializeToString() for row in rows]
    answers: list[Any] = []

    async def read() -> bytes | None:
        return waiting.pop(0) if waiting else None

    async def write(data: bytes) -> None:
        answers.append(messages.ProcessingResponse.FromString(data))

    stream = Stream(read, write)
    exchange = Exchange("-", stream.send)
    CURRENT_EXCHANGE.set(exchange)
    scope = {"type": "http", "http_version": "2", "state": {"stream": stream}}
    await runtime(engine).serve(scope, stream.receive, exchange)
    while await stream.next():
        pass
    return answers, exchange


def refusing(exchange: Exchange, answer: bytes) -> frozenset[str]:
    """Return the rules that refuse a request, or the reason that it gets no verdict."""
    if not exchange.observations:
        return frozenset({exchange.reason})
    found = exchange.observations[0].violations
    rules = frozenset(item.rule for item in found if item.mode == "enforce")
    if answer:  # as all but those to HEAD
        assert rules == {
            row["rule"] for row in json.loads(answer)["violations"] if row["mode"] == "enforce"
        }
    return rules
