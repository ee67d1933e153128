"""The middleware for any ASGI application: `ContractMiddleware(app)`."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from contextlib import suppress
from types import coroutine
from typing import Any, TypeAlias

from deploy_contract.answers import Answer
from deploy_contract.exceptions import ContractError
from deploy_contract.http.servers import request_of_scope
from deploy_contract.middleware import OUTCOME
from deploy_contract.middleware.buffers import Buffer, is_short
from deploy_contract.middleware.enforcement import Arrival, Enforcer, Middleware
from deploy_contract.middleware.responses import Message, PendingResponse, messages_of

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
_PAIRS = (list, tuple)  # classes of headers that can be read several times

__all__ = ["App", "ContractMiddleware", "Message", "Receive", "Scope", "Send"]


class ContractMiddleware(Middleware[App]):
    """An ASGI application whose requests and responses are judged by a contract.

    The body of a request to an operation is read to its end, at most `Limits.request_body` bytes.
    Then the application is called with the same bytes. A response is withheld only if responses
    are enforced.

    Messages that belong to no operation pass unchanged: other paths and methods, lifespan,
    websockets. On the paths of the contract, headers that override the method are dropped. Forms
    are read there, since a field of a form may override the method too.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection. Raises ContractError outside an event loop of asyncio.

        Time limits use the timers of asyncio. Another event loop may end its process if a call of
        `receive` is cancelled.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            raise ContractError("ContractMiddleware needs an event loop of asyncio") from None
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        enforcer = self.enforcer
        try:
            if scope["headers"].__class__ not in _PAIRS:  # such as an iterator
                scope = {**scope, "headers": list(scope["headers"])}
            arrival = enforcer.arrive(given := request_of_scope(scope, enforcer.base_path))
        except Exception as error:
            await send_answer(enforcer.unreadable(error), send, head=scope.get("method") == "HEAD")
            return
        request, route, mode, shows_candidate = arrival
        if request is not given:
            scope = {**scope, "headers": request.headers}
        body = judged = None
        try:
            if mode != "off":
                content, fault = b"", route.fault
                if fault is None and (route.reads_body or shows_candidate):
                    body = RequestBody(receive)
                    try:
                        reading = begun(body.read(enforcer, arrival))
                        if reading is not None:
                            await within(reading, enforcer.options.body_seconds)
                    except TimeoutError:
                        body.fault = "body-timeout"
                    receive, content, fault = body.again, body.content, body.fault
                judged = outcome, _, answer = await enforcer.judged(arrival, content, within, fault)
                if answer is not None:
                    is_read = fault is None or shows_candidate
                    # a client that left does not wait for an answer
                    if is_read or body is None or not body.is_cut:
                        await _refuse(answer, scope, send, is_read=is_read)
                    return
                scope = {**scope}  # `{**scope, OUTCOME: outcome}` takes twice as long
                scope[OUTCOME] = outcome  # for `report_of`
            if enforcer.judges_response(route):
                pending = PendingResponse(enforcer, arrival, judged)
                await _judged_response(pending, self.app, scope, receive, send)
            else:
                try:
                    await self.app(scope, receive, send)
                finally:
                    enforcer.invalidate(route)
        finally:
            if body is not None and body.buffer is not None:
                body.close()


async def _judged_response(
    pending: PendingResponse, app: App, scope: Scope, receive: Receive, send: Send
) -> None:
    """Call the application, and judge its response."""

    async def take(message: Message) -> None:
        for one in pending.take(message):
            await send(one)

    try:
        await app(scope, receive, take)
    except Exception:
        for message in pending.leave():
            await send(message)
        raise
    except BaseException:
        pending.invalidate()  # the application may have changed a deployment
        pending.close()
        raise
    if not pending.done:
        for message in pending.leave():
            await send(message)


def begun(coroutine: Coroutine[Any, Any, None]) -> Awaitable[None] | None:
    """Begin a coroutine that returns nothing. Return an awaitable of its rest, if there is any.

    Most coroutines end at once, such as the reading of a body that came with its headers. A loop
    sees that without an exception, which would take longer than the judging of a request.
    """
    steps = coroutine.__await__()
    for waiting in steps:
        return _rest(steps, waiting)
    return None


async def within(awaitable: Awaitable[Any], seconds: float) -> Any:
    """Return the result of an awaitable. Raises TimeoutError if it takes too long.

    A result that is there at once needs no timer, which would take longer than a judgement.
    """
    found = []

    async def find() -> None:
        found.append(await awaitable)

    finding = begun(find())
    if finding is not None:
        async with asyncio.timeout(seconds):
            await finding
    return found[0]


@coroutine
def _rest(steps: Generator[Any, Any, Any], waiting: Any) -> Generator[Any, Any, Any]:
    try:
        yield waiting
    except BaseException as error:  # a cancellation, which the awaitable must handle
        with suppress(StopIteration):
            yield from _rest(steps, steps.throw(error))
    else:
        yield from steps


class RequestBody:
    """The body of a request. It is read to its end or its limit, and passed on unchanged.

    Attributes:
        content: the bytes, once they are read.
        fault: the rule that the body breaks, or None.
        is_cut: whether the client left before the end.
        buffer: the buffer of a body that is long, or comes in several messages; otherwise None.
    """

    is_cut = False
    _ended = _given = False
    _waiting: Message | None = None  # a message after the body, if one was read

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.content = b""
        self.fault: str | None = None
        self.buffer: Buffer | None = None

    async def read(self, enforcer: Enforcer, arrival: Arrival) -> None:
        """Read the body to its end or its limit."""
        limit, buffer = enforcer.limits.request_body, None
        while True:
            message = await self._receive()
            if message["type"] != "http.request":
                self._waiting = message
                self.is_cut, self.fault = True, "body-incomplete"
                return
            chunk, self._ended = message.get("body", b""), not message.get("more_body", False)
            if buffer is None:
                if self._ended and is_short(chunk, limit):
                    self.content = bytes(chunk)
                    return
                buffer = self.buffer = Buffer(enforcer.budget, limit, arrival.use)
            self.fault = buffer.add(chunk)
            if self._ended or self.fault is not None:
                self.content = buffer.content
                return

    def close(self) -> None:
        """Drop the bytes of a long body, and give back their share of the budget."""
        self.content = b""
        if self.buffer is not None:
            self.buffer.close()

    async def again(self) -> Message:
        """Return the next message for the application. The first has the bytes that were read."""
        if not self._given:
            self._given = True
            content = self.content if self.buffer is None else self.buffer.content
            return {"type": "http.request", "body": content, "more_body": not self._ended}
        waiting, self._waiting = self._waiting, None
        return await self._receive() if waiting is None else waiting


async def _refuse(answer: Answer, scope: Scope, send: Send, *, is_read: bool) -> None:
    """Answer a request. If its body is not read to the end, close the connection of HTTP/1."""
    close = not is_read and scope.get("http_version", "1.1") < "2"
    await send_answer(answer, send, close=close, head=scope["method"] == "HEAD")


async def send_answer(
    answer: Answer, send: Send, *, close: bool = False, head: bool = False
) -> None:
    """Send an answer. The arguments are those of `messages_of`."""
    for message in messages_of(answer, close=close, head=head):
        await send(message)
