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
from deploy_contract.middleware.responses import PendingResponse

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
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
            given = request_of_scope(scope, enforcer.base_path)
            arrival = enforcer.arrive(given)
        except Exception as error:
            is_head = scope.get("method") == "HEAD"
            await send_answer(enforcer.unreadable(error), send, head=is_head)
            return
        request, route, mode, shows_candidate = arrival
        if request is not given:
            scope = {**scope, "headers": request.headers}
        if mode == "off":
            await self._pass_on(enforcer, arrival, None, scope, receive, send)
            return
        fault, body = route.fault, None
        try:
            if route.reads_body or shows_candidate:
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
            content = b"" if body is None else body.content
            judged = await enforcer.judged(arrival, content, within, fault)
            outcome, _, answer = judged
            scope = {**scope, OUTCOME: outcome}  # for `report_of`
            if answer is not None:
                await send_answer(
                    answer,
                    send,
                    # the rest of the request is not read; HTTP/2 has no such header
                    close=fault is not None
                    and not shows_candidate
                    and scope.get("http_version", "1.1") < "2",
                    head=scope["method"] == "HEAD",
                )
            else:
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
        """Call the application, and judge its response if that is wanted."""
        if not enforcer.judges_response(arrival.route):
            try:
                await self.app(scope, receive, send)
            finally:
                enforcer.invalidate(arrival.route)
            return
        sender = Sender(enforcer, arrival, judged)
        sender.to = send
        try:
            await self.app(scope, receive, sender.send)
        except Exception:
            await sender.leave()
            raise
        except BaseException:
            sender.cancel()
            raise
        if not sender.done:
            await sender.leave()


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
    """Continue an awaitable that was started and is waiting."""
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
    """The body of a request. It is read to its end or its limit, and passed on unchanged.

    Attributes:
        receive: the `receive` of the server. Set it before reading.
        disconnected: whether the client left before the end.
    """

    receive: Receive
    disconnected = False
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


class Sender(PendingResponse):
    """A response that is sent at once, or after it was judged.

    Attributes:
        to: the `send` of the server. Set it before the first message.
        done: whether the end of the response, or an answer in its place, was sent.
    """

    to: Send
    done = False
    # the first message of a withheld response, which the application may change, and a copy of it
    _start: Message
    _kept_start: Message

    async def send(self, message: Message) -> None:
        """Take a message of the application."""
        kind = message["type"]
        if kind == "http.response.start":
            given = message.get("headers", ())
            headers = tuple(given)
            if given.__class__ not in _PAIRS:  # an iterator is read once
                message = {**message, "headers": list(headers)}
            self.begin(message["status"], headers)
            if self.withheld:
                self._start, self._kept_start = message, {**message, "headers": list(headers)}
                return
            if not self.collected:
                self.judge_headers()
            await self.to(message)
            return
        if kind != "http.response.body":
            # a file, or another message that the server sends in its own way
            if self.collected and kind != "http.response.trailers":
                await self._release()
            await self.to(message)
            return
        more = message.get("more_body", False)
        collected, withheld = self.collected, self.withheld
        if collected:
            self.collect(message.get("body", b""))
        if not withheld:
            await self.to(message)
        if collected and (self.overflow is not None or not more):
            answer = self.judge()
            if withheld:
                await self._settle(answer, more=more)
                self.close()
        if not more:
            self.done = True
            if not self.settled:
                self.invalidate()

    async def _settle(self, answer: Answer | None, *, more: bool) -> None:
        """Send the withheld response, or the answer in its place."""
        send = self.to
        if answer is None:
            await send(self._withheld_start())
            await send(_body(self.content, more=more))
            return
        self.to, self.done = _drop, True
        await send_answer(answer, send)

    async def _release(self) -> None:
        """Send on the withheld messages, since they cannot be judged."""
        withheld, content = self.withheld, self.content
        self.pass_unjudged()
        if withheld:
            await self.to(self._withheld_start())
            if content:
                await self.to(_body(content, more=True))
        self.close()

    def _withheld_start(self) -> Message:
        """Return the first message, or its copy if the application has changed the message since."""
        return self._start if self._start == self._kept_start else self._kept_start

    async def leave(self) -> None:
        """End a response whose application failed, or returned before the response was complete."""
        if self.done:
            self.cancel()
            return
        self.done = True
        answer = self.abandon()
        self.close()
        if answer is not None:
            await send_answer(answer, self.to)

    def cancel(self) -> None:
        """End a response whose application was cancelled. It may have changed a deployment."""
        self.invalidate()
        self.close()


async def _drop(_message: Message) -> None:
    """Drop a message of a response that an answer has replaced."""


def _body(content: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": more}


async def send_answer(
    answer: Answer, send: Send, *, close: bool = False, head: bool = False
) -> None:
    """Answer a request.

    Args:
        answer: the answer.
        send: the `send` of the server.
        close: whether to add the header `connection: close`.
        head: whether to leave out the body, for a HEAD request.
    """
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    if close:
        headers.append((b"connection", b"close"))
    body = b"" if head else answer.body
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
