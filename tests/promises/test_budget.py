"""Bodies that are kept in memory share a budget: what it has no room for, and that all of it is given back."""

import asyncio
import gc
import io
import json
from contextlib import suppress
from typing import Any

import pytest

from deploy_contract import Contract, ContractError, Limits
from deploy_contract.answers import detail
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.middleware.buffers import BUFFER_BYTES, FREE, Budget, Buffer, Use, budget_of
from deploy_contract.middleware.observation import Observation
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from tests.support.applications import (
    GONE,
    ID,
    JSON,
    PATH,
    App,
    deployment,
    exchange,
    messages,
    scope_of,
)
from tests.support.calls import traced
from tests.support.threads import at_once

pytestmark = pytest.mark.promise(14)
BIG = b'{"secrets": []' + b" " * 300_000 + b"}"
LIST = b'{"resources": [' + b" " * 300_000 + b'], "offset": 0}'
PARTS = [LIST[first : first + 50_000] for first in range(0, len(LIST), 50_000)]
PATCHING = scope_of("PATCH", PATH)
PAIRS = [(name.encode(), value.encode()) for name, value in JSON.items()]


@pytest.mark.promise(30)
@pytest.mark.parametrize("options", [{}, {"render": detail}, {"requests": "report"}])
def test_a_request_beyond_the_budget_is_refused_or_passed_on_and_noted_if_only_reported(
    over: Any, options: dict[str, Any]
) -> None:
    app, is_reported = App(), "requests" in options
    seen: list[Observation] = []
    send = over(app, buffer_bytes=100_000, on_report=seen.append, **options)
    answer = send("PATCH", PATH, BIG)
    assert (answer.status, answer.headers.get("retry-after"), app.given) == (
        (200, None, [BIG]) if is_reported else (503, "1", [])
    )
    assert [violation.rule for violation in seen[0].violations] == ["buffer-full"]
    assert (seen[0].verdict, seen[0].refused) == ("deny", not is_reported)
    assert send("PATCH", PATH, b"{}").status == 200  # small ones pass, however little is left


def test_small_bodies_are_judged_although_nothing_is_left(over: Any) -> None:
    budget = Budget(1_000_000)
    assert budget.take(750_000, "request")
    assert budget.take(250_000, "response")
    app = App()
    send = over(app, buffer_bytes=budget, responses="enforce")
    assert send("PATCH", PATH, b'{"secrets": 1}').status == 422
    assert send("PATCH", PATH, b'{"secrets": []}' + b" " * (FREE - 15)).status == 200
    assert send("PATCH", PATH, b'{"secrets": []}' + b" " * (FREE - 14)).status == 503


@pytest.mark.promise(35)
@pytest.mark.parametrize("first", ["request", "response", "candidate"])
@pytest.mark.parametrize("second", ["request", "response", "candidate"])
def test_no_use_takes_what_is_reserved_for_another(first: Use, second: Use) -> None:
    budget = Budget(400)
    for use in (first, second):
        while budget.take(1, use):
            pass
    assert budget.taken <= budget.most
    reserved: list[Use] = ["request", "response"]
    for use in reserved:
        if use not in {first, second}:
            assert budget.take(100, use)
    full = [budget.take(1, use) for use in (*reserved, first, second)]
    assert (budget.taken, any(full)) == (budget.most, False)


@pytest.mark.promise(30, 35)
def test_requests_that_stay_open_leave_responses_judged_and_learned(over: Any) -> None:
    budget = Budget(1_000_000)
    while budget.take(10_000, "request"):
        pass
    listed = {"resources": [deployment(ID)], "offset": 0, "x": "y" * 300_000}
    app = App(json.dumps(listed).encode())
    seen: list[Observation] = []
    send = over(app, buffer_bytes=budget, on_report=seen.append)
    references = b'{"secret_references": []}'
    assert send("PATCH", PATH, references).status == 200  # nothing is known
    assert send("GET", "/v2/deployments").status == 200
    assert seen[-1].notes == ()
    assert send("PATCH", PATH, references).status == 422


@pytest.mark.promise(30)
def test_a_response_beyond_the_budget_passes_unjudged_and_noted_or_is_refused(
    over: Any, caplog: pytest.LogCaptureFixture
) -> None:
    for mode, status in (("report", 200), ("enforce", 503)):
        app = App(LIST)
        seen: list[Observation] = []
        send = over(app, buffer_bytes=100_000, responses=mode, on_report=seen.append)
        answer = send("GET", "/v2/deployments")
        assert answer.status == status
        if mode == "report":
            assert answer.body == LIST
            assert seen[-1].notes == ("not-judged: buffer-full",)
            assert (seen[-1].refused, seen[-1].verdict) == (False, "allow")
        else:
            assert (answer.rules, answer.headers["retry-after"]) == (["buffer-full"], "1")
            assert (seen[-1].verdict, seen[-1].refused, seen[-1].status) == ("deny", True, 503)
    app = App(LIST)
    answer = over(app, buffer_bytes=100_000, responses="enforce")("PATCH", PATH, b"{}")
    assert answer.status == 502
    assert "retry-after" not in answer.headers  # to try again would patch again
    over(app, buffer_bytes=100_000)("GET", "/v2/deployments")
    assert "response list_deployments: not-judged: buffer-full" in caplog.text


def test_the_budget_has_room_for_the_longest_body_unless_it_is_said_otherwise() -> None:
    assert budget_of(None, Limits()).most == BUFFER_BYTES
    assert budget_of(None, Limits(response_body=1 << 30)).most == 4 << 30
    assert budget_of(5, Limits()).most == 5
    shared = Budget(7)
    assert budget_of(shared, Limits()) is shared
    wrong: list[Any] = [-1, True, 1.5, "5"]
    for given in wrong:
        with pytest.raises(ContractError):
            AsgiMiddleware(App().asgi, buffer_bytes=given)
    middleware = AsgiMiddleware(App().asgi, buffer_bytes=shared)
    middleware.use(Contract())
    assert middleware.enforcer.budget is shared


@pytest.mark.promise(26)
def test_threads_share_a_budget() -> None:
    budget = Budget(50 * 100_000)

    def work(_number: int) -> None:
        for _ in range(300):
            buffer = Buffer(budget, 1 << 20, "request")
            for _ in range(5):
                buffer.add(b"x" * 40_000)
                assert budget.taken <= budget.most
            buffer.close()

    at_once(work)
    assert budget.taken == 0


def test_a_body_is_not_held_twice() -> None:
    buffer, chunk = Buffer(Budget(1 << 30), 1 << 30, "response"), b"x" * (1 << 16)

    def fill() -> int:
        for _ in range(320):
            buffer.add(bytes(bytearray(chunk)))
        return len(buffer.content)

    size, peak = traced(fill)
    assert size == 320 << 16
    assert peak < 1.3 * (320 << 16)


# All is given back: tests/promises/test_endings.py has the ways in which an application ends


def piece(body: bytes) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": True}


@pytest.mark.promise(27)
@pytest.mark.parametrize("requests", ["enforce", "report"])
@pytest.mark.parametrize("last", [GONE, "hangs", piece(b"x" * 2_000_000), piece(b"}")])
def test_all_is_given_back_of_a_request_that_does_not_come_whole(last: Any, requests: Any) -> None:
    budget = Budget()
    for seconds, patience in ((0.05, 1.0), (5.0, 0.1)):
        options: dict[str, Any] = {"requests": requests, "body_seconds": seconds}
        app = App(pieces=[*PARTS, b""])
        middleware = AsgiMiddleware(app.asgi, buffer_bytes=budget, **options)
        hanging = asyncio.Event() if last == "hangs" else last
        incoming = iter([piece(b"{" + b" " * 200_000), hanging, {"type": "http.request"}])
        with suppress(TimeoutError):
            asyncio.run(exchange(middleware, PATCHING, incoming, patience=patience))
        gc.collect()
        assert budget.taken == 0


def test_what_a_request_takes_is_taken_while_it_is_under_way() -> None:
    taken: list[int] = []
    budget = Budget()

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await receive()  # it comes in one piece
        taken.append(budget.taken)
        await send({"type": "http.response.start", "status": 200, "headers": PAIRS})
        await send({"type": "http.response.body", "body": LIST[:200_000], "more_body": True})
        taken.append(budget.taken)
        await send({"type": "http.response.body", "body": LIST[200_000:]})
        taken.append(budget.taken)

    body = messages("http.request", [BIG])
    asyncio.run(exchange(AsgiMiddleware(app, buffer_bytes=budget), PATCHING, body))
    asked = len(BIG) - FREE
    assert taken == [asked, asked + 200_000 - FREE, asked]
    assert budget.taken == 0


@pytest.mark.parametrize("responses", ["enforce", "report"])
def test_what_is_written_is_capped(responses: Any) -> None:
    """`write()` of PEP 3333, for old applications."""
    block, count = b"x" * (1 << 20), 200

    def app(_environ: Any, start_response: Any) -> Any:
        write = start_response("200 OK", list(JSON.items()))
        for _ in range(count):
            write(bytes(bytearray(block)))
        return [b"]" * 1000]

    seen: list[Observation] = []
    sent: list[int] = []
    middleware = WsgiMiddleware(app, responses=responses, on_report=seen.append)

    def start_response(status: str, _headers: Any, _exc_info: Any = None) -> Any:
        sent.append(int(status[:3]))
        return lambda chunk: sent.append(len(chunk))

    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/v2/deployments", "wsgi.input": io.BytesIO()}

    def answered() -> int:
        chunks: Any = middleware(environ, start_response)
        rest = sum(map(len, chunks))
        if hasattr(chunks, "close"):
            chunks.close()
        return rest

    rest, peak = traced(answered)
    assert [violation.rule for violation in seen[-1].violations] == ["json-size"]
    assert peak < 1.5 * Limits().response_body
    if responses == "enforce":
        status, *written = sent
        assert status == 502
        assert sum(written) + rest < 1000, "nothing of the response"
        assert middleware.enforcer.budget.taken == 0
    else:
        assert sent == [200, *[1 << 20] * count]
        assert rest == 1000


def test_many_responses_at_once_take_no_more_than_the_budget() -> None:
    budget, most = Budget(2_000_000), 0
    seen: list[Observation] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        nonlocal most
        await send({"type": "http.response.start", "status": 200, "headers": PAIRS})
        for _ in range(20):
            await send({"type": "http.response.body", "body": b" " * 50_000, "more_body": True})
            most = max(most, budget.taken)
            await asyncio.sleep(0)
        await send({"type": "http.response.body", "body": b'{"resources": [], "offset": 0}'})

    middleware = AsgiMiddleware(app, buffer_bytes=budget, on_report=seen.append)

    async def go() -> list[list[Any]]:
        scope = scope_of("GET", "/v2/deployments")
        sent = [messages("http.request", [b""]) for _ in range(40)]
        return await asyncio.gather(*[exchange(middleware, scope, incoming) for incoming in sent])

    for sent in asyncio.run(go()):
        assert sum(len(message.get("body", b"")) for message in sent) == 1_000_030
    assert 1_000_000 < most <= 1_500_000
    assert budget.taken == 0
    notes = [item.notes for item in seen if item.direction == "response"]
    assert notes.count(()) >= 1
    assert notes.count(("not-judged: buffer-full",)) == 40 - notes.count(())
