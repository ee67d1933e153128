"""The middleware for any ASGI application: `ContractMiddleware(app)`."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from functools import partial
from types import GeneratorType, coroutine
from typing import Any, TypeAlias

from deploy_contract.answers import Answer
from deploy_contract.exceptions import ContractError
from deploy_contract.http.servers import request_of_scope
from deploy_contract.middleware import OUTCOME
from deploy_contract.middleware.buffers import FREE, Buffer
from deploy_contract.middleware.enforcement import Enforcer, Middleware
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
            arrival = enforcer.arrive(request_of_scope(scope, enforcer.base_path))
        except Exception as error:
            is_head = scope.get("method") == "HEAD"
            await send_answer(enforcer.unreadable(error), send, head=is_head)
            return
        route, mode, shows_candidate = arrival.route, arrival.mode, arrival.shows_candidate
        if arrival.request.headers is not scope["headers"]:
            scope = {**scope, "headers": arrival.request.headers}
        body, judged = None, None
        try:
            if mode != "off":
                content, fault = b"", route.fault
                if route.reads_body or shows_candidate:
                    # a body only for the candidate takes no memory reserved for enforced requests
                    body = RequestBody(receive, enforcer, is_needed=not shows_candidate)
                    if fault is None:
                        try:
                            fault = await within(body.read(), enforcer.options.body_seconds)
                        except TimeoutError:
                            fault = "body-timeout"
                    receive, content = body.again, body.content
                    is_cut = fault is not None and body.disconnected
                    if is_cut and mode == "enforce" and not shows_candidate:
                        # the client awaits no answer, and an incomplete body is not passed on
                        enforcer.reject(arrival, "body-incomplete")
                        return
                judged = await enforcer.judged(arrival, content, within, fault)
                scope, answer = {**scope, OUTCOME: judged[0]}, judged[2]  # for `report_of`
                if answer is not None:
                    await _refuse(answer, scope, send, is_read=fault is None or shows_candidate)
                    return
            if enforcer.judges_response(route):
                pending = PendingResponse(enforcer, arrival, judged)
                await _judged_response(pending, self.app, scope, receive, send)
            else:
                try:
                    await self.app(scope, receive, send)
                finally:
                    enforcer.invalidate(route)
        finally:
            if body is not None:
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
        pending.cancel()
        raise
    if not pending.done:
        for message in pending.leave():
            await send(message)


async def within(awaitable: Any, seconds: float) -> Any:
    """Return the result of an awaitable. Raises TimeoutError if it takes too long.

    Most awaitables have their result at once, such as a body that came with its headers. The fast
    path sets no timer for these, since a timer takes longer than the judging of a request.
    """
    # a coroutine of `types.coroutine` is its own iterator
    steps = awaitable if awaitable.__class__ is GeneratorType else awaitable.__await__()
    try:
        waiting = next(steps)
    except StopIteration as ended:
        return ended.value
    async with asyncio.timeout(seconds):
        return await _rest(steps, waiting)


@coroutine
def _rest(steps: Generator[Any, Any, Any], waiting: Any) -> Generator[Any, Any, Any]:
    while True:
        step: Callable[[], Any] = partial(next, steps)
        try:
            yield waiting
        except BaseException as error:  # a cancellation, which the awaitable must handle
            step = partial(steps.throw, error)
        try:
            waiting = step()
        except StopIteration as ended:
            return ended.value


class RequestBody:
    """The body of a request. It is read to its end or its limit, and passed on unchanged.

    `is_needed`: whether it may use the whole budget, like the bodies of enforced requests.
    """

    content = b""  # once it is read
    disconnected = False  # whether the client left before the end
    _ended = _given = False
    _buffer: Buffer | None = None  # of a body that is long, or comes in several messages
    _waiting: Message | None = None  # a message after the body, if one was read

    def __init__(self, receive: Receive, enforcer: Enforcer, *, is_needed: bool) -> None:
        self._receive = receive
        self._enforcer = enforcer
        self._is_needed = is_needed

    async def read(self) -> str | None:
        """Read the body to its end. Return the rule that it breaks, or None."""
        limit, buffer = self._enforcer.limits.request_body, None
        while True:
            message = await self._receive()
            if message["type"] != "http.request":
                self._waiting = message
                self.disconnected = True
                return "body-incomplete"
            self._ended = not message.get("more_body", False)
            chunk = message.get("body", b"")
            if buffer is None:
                if self._ended and len(chunk) <= FREE and len(chunk) <= limit:
                    self.content = bytes(chunk)
                    return None
                budget = self._enforcer.budget
                buffer = self._buffer = Buffer(budget, limit, request=self._is_needed)
            fault = buffer.add(chunk)
            if self._ended or fault is not None:
                self.content = buffer.content
                return fault

    def close(self) -> None:
        """Drop the bytes, and give back their share of the budget."""
        self.content = b""
        if self._buffer is not None:
            self._buffer.close()

    async def again(self) -> Message:
        """Return the next message for the application. The first has the bytes that were read."""
        if not self._given:
            self._given = True
            content = self.content if self._buffer is None else self._buffer.content
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
