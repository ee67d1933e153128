"""Questions that the decision server answers at once: the answers are those that it gives otherwise."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.access_log import AccessLog
from deploy_contract_gateway.app import ServingApp
from deploy_contract_gateway.at_once import AtOnceProtocol
from deploy_contract_gateway.decide.runtime import make_runtime
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.metrics import WorkerMetrics
from deploy_contract_gateway.validation import make_contracts
from tests.support.engines import ENGINES
from tests.support.gateways import (
    CANARY,
    PATCH,
    PATH,
    PATIENCE,
    Answer,
    Gateway,
    Shared,
    statuses,
)
from tests.support.questions import FORMS, Asked, parsed, requests, with_lines

LISTS = "/v2/deployments"
QUESTIONS = {
    "a list": Asked("GET", f"{LISTS}?limit=5", media_type=""),
    "a list of HEAD": Asked("HEAD", LISTS, media_type=""),
    "a wrong list": Asked("GET", f"{LISTS}?limit={CANARY}", media_type=""),
    "a patch": Asked("PATCH", PATH, PATCH),
    "a patch with an open verdict": Asked("PATCH", PATH, b'{"source_revision_config": {"repo_ref": "x"}}'),
    "an empty patch": Asked("PATCH", PATH, b""),
    "a wrong patch": Asked("PATCH", PATH, b'{"secrets": "%s"}' % CANARY.encode()),
    "a patch of another media type": Asked("PATCH", PATH, PATCH, "text/plain"),
    "another path": Asked("POST", "/other?x=%2Fy", b"a=1", "application/x-www-form-urlencoded"),
    "a path of two readings": Asked("GET", f"{LISTS}/%2e", media_type=""),
}  # fmt: skip
SETTINGS: dict[str, dict[str, Any]] = {
    "usual": {}, "open verdicts are refused": {"when_indeterminate": "deny"}, "reported": {"requests": "report"}, "off": {"requests": "off"},
}  # fmt: skip


def kept(decide: Gateway, question: bytes) -> bytes:
    """Return the answer to a question on a connection that goes on."""
    with decide.connected() as connection:
        connection.sendall(question)
        connection.settimeout(PATIENCE)
        answered = b""
        while len(answered) < whole(answered, question):
            part = connection.recv(1 << 16)
            assert part, answered
            answered += part
        return answered


def whole(answered: bytes, question: bytes) -> int:
    """Return the length of an answer of which a part may be missing."""
    head, end, _ = answered.partition(b"\r\n\r\n")
    if not end:
        return len(answered) + 1
    length = re.search(rb"content-length: (\d+)", head)
    assert length
    return len(head + end) + (0 if question.startswith(b"HEAD") else int(length[1]))


def fixed(answered: Answer, row: dict[str, Any]) -> tuple[Any, ...]:
    """Return the parts of an answer and of its line in the log that no clock and no chance makes."""
    varying = ("date", "x-request-id", "connection")
    headers = [(name, value) for name, value in answered.headers if name not in varying]
    line = {name: row[name] for name in row if name not in ("time", "id", "seconds")}
    assert answered.header("x-request-id") == row["id"]
    return answered.status, headers, answered.body, line


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("dialect", FORMS)
def test_the_answer_at_once_is_the_one_of_the_long_way(
    common_decide: Shared, dialect: str, settings: str
) -> None:
    """A question that ends its connection takes the long way."""
    decide = common_decide.set(dialect=dialect, **SETTINGS[settings])
    questions = [FORMS[dialect](asked) for asked in QUESTIONS.values()]
    overriding = FORMS[dialect](Asked("GET", PATH, media_type=""))
    questions.append(with_lines(overriding, "X-HTTP-Method-Override: PATCH"))
    for number, question in enumerate(questions):
        answers = [decide.raw(with_lines(question, "Connection: close")), kept(decide, question)]
        rows = requests(decide, 2 * number + 2)[-2:]
        ways = [fixed(parsed(answers[at]), rows[at]) for at in range(2)]
        assert ways[0] == ways[1]
    assert decide.metrics()["requests_under_way"] == 0


def test_questions_in_pieces_and_one_behind_another_are_answered_in_their_order(
    common_decide: Shared,
) -> None:
    decide = common_decide.set(dialect="envoy")
    patch = FORMS["envoy"](QUESTIONS["a patch"])
    wrong = FORMS["envoy"](QUESTIONS["a wrong patch"])
    assert statuses(decide.raw(patch[:40], patch[40:-9], patch[-9:])) == [200]
    assert statuses(decide.raw(patch + wrong + patch)) == [200, 422, 200]
    assert statuses(decide.raw(patch + patch[:-9], patch[-9:] + wrong)) == [200, 200, 422]
    assert statuses(decide.raw(patch + b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + patch)) == [200, 400]
    many = decide.raw(patch * 300)
    assert statuses(many) == [200] * 300
    assert len(set(re.findall(rb"x-request-id: (\w+)", many))) == 300
    requests(decide, 1 + 3 + 3 + 1 + 300)


def answered_at_once(asked: Asked) -> list[bytes]:
    """Return the answer of a server with the native engine, an empty list if it takes another way."""
    settings = DecideSettings(dialect="traefik", engine="native")
    written: list[bytes] = []

    async def answer() -> bool:
        contracts = make_contracts(settings)
        runtime = make_runtime(settings, contracts, LearnedDeployments(), LiveCoverage())
        app = ServingApp(runtime, AccessLog("off"), WorkerMetrics())
        lines = {b"x-forwarded-method": asked.method, b"x-forwarded-uri": asked.target}
        lines[b"content-type"] = asked.media_type
        headers = [(name, value.encode()) for name, value in lines.items() if value]
        scope = {"type": "http", "method": "GET", "headers": headers, "state": {}}
        return app.answer_at_once(scope, asked.body, written.append)

    assert asyncio.run(answer()) is bool(written)
    return written


@pytest.mark.skipif("native" not in ENGINES, reason="the native engine was not built")
def test_only_requests_that_pass_are_answered_at_once() -> None:
    for name in ("a patch", "a list"):
        (answered,) = answered_at_once(QUESTIONS[name])
        assert statuses(answered) == [200]
    assert answered_at_once(QUESTIONS["a wrong patch"]) == []


def test_no_coroutine_starts_for_a_request_that_came_whole() -> None:
    begun: list[str] = []

    async def app(scope: Any, _receive: object, send: Any) -> None:
        begun.append(scope["method"])
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body"})

    def answer(_scope: object, body: bytes, write: Callable[[bytes], object]) -> bool:
        write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
        return body == b"{}"

    async def asked(*parts: bytes) -> bytes:
        config = uvicorn.Config(app, lifespan="off", log_config=None)
        config.load()
        settings = DecideSettings(dialect="envoy")
        protocol = AtOnceProtocol.configured(settings, print, answer_at_once=answer)
        server = await asyncio.get_running_loop().create_server(
            partial(protocol, config, ServerState(), {}), "127.0.0.1", 0
        )
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        for part in parts:
            writer.write(part)
            await asyncio.sleep(0.05)
        try:
            return await asyncio.wait_for(reader.readuntil(b"\r\n"), PATIENCE)
        finally:
            writer.close()
            server.close()

    head = b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n"
    assert asyncio.run(asked(head + b"{}")) == b"HTTP/1.1 200 OK\r\n"
    assert begun == []
    assert asyncio.run(asked(head, b"{}")).startswith(b"HTTP/1.1 299")
    assert asyncio.run(asked(head + b"{", b"}")).startswith(b"HTTP/1.1 299")
    assert begun == ["POST", "POST"]
