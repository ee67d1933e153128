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
from deploy_contract.middleware.buffers import Buffer
from deploy_contract.middleware.enforcement import Arrival, Enforcer, Judged, Middleware
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

    awaits = True

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
            given = request_of_scope(scope, enforcer.base_path)
            arrival = enforcer.arrive(given)
        except Exception as error:
            is_head = scope.get("method") == "HEAD"
            await send_answer(enforcer.unreadable(error), send, head=is_head)
            return
        request, route, mode, shows_candidate = arrival
        if request is not given:
            scope = {**scope, "headers": request.headers}
        fault, body, judged = route.fault, None, None
        try:
            if mode != "off" and (route.reads_body or shows_candidate):
                # for the candidate alone, nothing is taken that is reserved for enforced requests
                body = RequestBody(
                    enforcer.budget, enforcer.limits.request_body, request=not shows_candidate
                )
                body.receive = receive
                if fault is None:
                    try:
                        fault = await within(body.read(), enforcer.options.body_seconds)
                    except TimeoutError:
                        fault = "body-timeout"
                receive = body.again
                if body.disconnected and mode == "enforce" and not shows_candidate:
                    # the client does not wait for an answer, and a part of a body is not passed on
                    enforcer.reject(arrival, "body-incomplete")
                    return
            if mode != "off":
                content = b"" if body is None else body.content
                judged = await enforcer.judged(arrival, content, within, fault)
                outcome, _, answer = judged
                scope = {**scope, OUTCOME: outcome}  # for `report_of`
                if answer is not None:
                    # the rest of the request is not read; HTTP/2 has no such header
                    is_unread = fault is not None and not shows_candidate
                    close = is_unread and scope.get("http_version", "1.1") < "2"
                    is_head = scope["method"] == "HEAD"
                    await send_answer(answer, send, close=close, head=is_head)
                    return
            await self._pass_on(enforcer, arrival, judged, scope, receive, send)
        finally:
            if body is not None:
                body.close()

    async def _pass_on(
        self,
        enforcer: Enforcer,
        arrival: Arrival,
        judged: Judged | None,
        scope: Scope,
        receive: Receive,
        send: Send,
    ) -> None:
        if not enforcer.judges_response(arrival.route):
            try:
                await self.app(scope, receive, send)
            finally:
                enforcer.invalidate(arrival.route)
            return
        pending = PendingResponse(enforcer, arrival, judged)

        async def take(message: Message) -> None:
            for one in pending.take(message):
                await send(one)

        try:
            await self.app(scope, receive, take)
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


class RequestBody(Buffer):
    """The body of a request. It is read to its end or its limit, and passed on unchanged."""

    receive: Receive  # of the server; set it before reading
    disconnected = False  # whether the client left before the end
    _ended = _given = False
    _waiting: Message | None = None  # a message after the body, if one was read

    async def read(self) -> str | None:
        """Read the body to its end. Return the rule that it breaks, or None."""
        while True:
            message = await self.receive()
            if message["type"] != "http.request":
                self._waiting = message
                self.disconnected = True
                return "body-incomplete"
            self._ended = not message.get("more_body", False)
            fault = self.add(message.get("body", b""))
            if self._ended or fault is not None:
                return fault

    async def again(self) -> Message:
        """Return the next message for the application. The first has the bytes that were read."""
        if not self._given:
            self._given = True
            return {"type": "http.request", "body": self.content, "more_body": not self._ended}
        waiting, self._waiting = self._waiting, None
        return await self.receive() if waiting is None else waiting


async def send_answer(
    answer: Answer, send: Send, *, close: bool = False, head: bool = False
) -> None:
    """Send an answer. The arguments are those of `messages_of`."""
    for message in messages_of(answer, close=close, head=head):
        await send(message)
