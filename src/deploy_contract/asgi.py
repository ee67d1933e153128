"""The contract before any ASGI application: `ContractMiddleware(app)`."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from functools import partial
from typing import Any, TypeAlias

from deploy_contract.answers import Answer
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request, new_request
from deploy_contract.http.servers import request_of_scope
from deploy_contract.middleware.buffers import FREE, Buffer
from deploy_contract.middleware.construction import Middleware
from deploy_contract.middleware.enforcement import Enforcer, Judged, Judging
from deploy_contract.middleware.responses import PendingResponse

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

__all__ = ["App", "ContractMiddleware", "Message", "Receive", "Scope", "Send"]


class ContractMiddleware(Middleware[App]):
    """An ASGI application behind a contract: its requests are judged, and its responses.

    The body of an operation's request is read to its end, at most `Limits.request_body` bytes.
    Then the application is called with the same bytes. A response is withheld only if responses
    are enforced.

    Traffic of no operation of the contract passes untouched: other paths and methods,
    lifespan, websockets. On the paths of the contract, headers that override the method are
    dropped, and forms are read, since a field of a form may override it too.
    """

    _has_asyncio = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if not self._has_asyncio:
            _require_asyncio()
            self._has_asyncio = True
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        enforcer = self.enforcer
        is_head = scope.get("method") == "HEAD"
        try:
            if not isinstance(scope["headers"], list | tuple):  # such as an iterator
                scope = {**scope, "headers": list(scope["headers"])}
            given = request_of_scope(scope, enforcer.base_path)
            request, route, mode, reads_body = enforcer.arrive(given)
        except Exception as error:
            await send_answer(enforcer.unreadable(error), send, head=is_head)
            return
        if request.headers is not scope["headers"]:
            scope = {**scope, "headers": request.headers}
        if mode == "off":
            await self._pass_on(PendingResponse(enforcer, route), scope, receive, send)
            return
        fault: str | None = None
        body = RequestBody(receive, enforcer) if reads_body else None
        try:
            if body is not None:
                fault = await body.read(request.headers)
                if body.disconnected and mode == "enforce":
                    # nobody waits for an answer, and half a body is not passed on
                    enforcer.reject(route, "body-incomplete")
                    return
                receive = body.again
                request = new_request(Request, (*request[:4], body.content))
            if fault is None:
                judging = enforcer.judging(route, request)
                judged = await judge_awaiting(judging, enforcer.lookup_seconds)
            else:
                judged = enforcer.reject(route, fault)
            parameters, known, answer = judged
            if answer is not None:
                # the rest of the request is not read; HTTP/2 has no such header
                close = fault is not None and scope.get("http_version", "1.1") < "2"
                await send_answer(answer, send, close=close, head=is_head)
            elif route.operation is None:
                await self.app(scope, receive, send)
            else:
                pending = PendingResponse(enforcer, route, parameters, known)
                await self._pass_on(pending, scope, receive, send)
        finally:
            if body is not None:
                body.close()

    async def _pass_on(
        self, pending: PendingResponse, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Call the application, and judge its response if that is wanted."""
        sender = Sender(pending, send)
        try:
            await self.app(scope, receive, sender.send if pending.judged else send)
        except Exception:
            await sender.abandon()
            raise
        except BaseException:
            sender.cancel()
            raise
        if not sender.done:
            await sender.abandon()


def _require_asyncio() -> None:
    """Raise ContractError outside an event loop of asyncio.

    Time limits are its timers. Another event loop may end with its process when a `receive` that
    was started is given up.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        raise ContractError("ContractMiddleware needs an event loop of asyncio") from None


class RequestBody:
    """The body of a request, read to its end or its limit, and passed on as it came.

    The fast path: a body in one small message gets no buffer. That skips the budget and the
    limit, and is safe, since such a body takes nothing of the one and is within the other.

    Attributes:
        disconnected: whether the client left before the end.
        ended: whether the end was read.
    """

    disconnected = False
    ended = False
    _given = False
    _waiting: Message | None = None  # a message that is not of the body
    _small = b""  # a body without a buffer
    _buffer: Buffer | None = None

    def __init__(self, receive: Receive, enforcer: Enforcer) -> None:
        self._receive = receive
        self._enforcer = enforcer
        self._limit = enforcer.limits.request_body

    @property
    def content(self) -> bytes:
        """The bytes that were read."""
        return self._small if self._buffer is None else self._buffer.content

    def close(self) -> None:
        """Drop the bytes."""
        self._small = b""
        if self._buffer is not None:
            self._buffer.close()

    async def read(self, headers: Any) -> str | None:
        """Read to the end; return the rule that the body breaks if it is late or wrong.

        A small body comes with its headers, so the first message is taken without a timer, which
        would cost more than reading it.

        Args:
            headers: those of the request.
        """
        fault = stated_fault(headers, self._limit)
        if fault is not None:
            return fault
        steps = self._receive().__await__()
        try:
            waiting = next(steps)
        except StopIteration as message:
            fault = self._take(message.value)
            return fault if fault or self.ended else await self._rest(self._receive())
        return await self._rest(_Started(steps, waiting))

    async def _rest(self, coming: Awaitable[Message]) -> str | None:
        """Read the rest within the time limit; return the rule that is broken."""
        task, late = asyncio.current_task(), []

        def expire() -> None:
            late.append(True)
            if task is not None:
                task.cancel()

        # a third of the cost of asyncio.timeout
        timer = asyncio.get_running_loop().call_later(self._enforcer.body_seconds, expire)
        try:
            while True:
                fault = self._take(await coming)
                if fault or self.ended:
                    return fault
                coming = self._receive()
        except asyncio.CancelledError:
            if not late or task is None or task.uncancel() > 0:
                raise  # the task was cancelled from elsewhere
            return "body-timeout"
        finally:
            timer.cancel()

    def _take(self, message: Message) -> str | None:
        """Keep a message; return the rule that the body breaks with it."""
        if message["type"] != "http.request":
            self._waiting = message
            self.disconnected = True
            return "body-incomplete"
        self.ended = not message.get("more_body", False)
        chunk = message.get("body", b"")
        if self._buffer is None:
            if self.ended and len(chunk) <= FREE and len(chunk) <= self._limit:
                self._small = bytes(chunk)
                return None
            self._buffer = Buffer(self._enforcer.budget, self._limit, request=True)
        return self._buffer.add(chunk)

    async def again(self) -> Message:
        """Return the messages once more: one with all that was read, then those that follow."""
        if not self._given:
            self._given = True
            return {"type": "http.request", "body": self.content, "more_body": not self.ended}
        waiting, self._waiting = self._waiting, None
        return await self._receive() if waiting is None else waiting


def stated_fault(headers: Any, limit: int) -> str | None:
    """Return the rule that the length in the headers of a request breaks.

    Args:
        headers: of ASGI, with names in lower case.
        limit: the greatest number of bytes of a body.
    """
    for name, value in headers:
        if name == b"content-length":
            stated = value.strip(b" \t")  # RFC 9110, section 5.5; some servers leave them
            if not stated.isdigit():
                return "body-incomplete"
            if int(stated[:20]) > limit:
                return "json-size"
    return None


class _Started:
    """An awaitable that was started, and goes on when it is awaited.

    Args:
        steps: its iterator.
        waiting: the first item of that.
    """

    def __init__(self, steps: Generator[Any, Any, Message], waiting: Any) -> None:
        self._steps = steps
        self._waiting = waiting

    def __await__(self) -> Generator[Any, Any, Message]:
        while True:
            step: Callable[[], Any] = partial(next, self._steps)
            try:
                yield self._waiting
            except BaseException as error:  # a cancellation, which is for the awaitable to see
                step = partial(self._steps.throw, error)
            try:
                self._waiting = step()
            except StopIteration as ended:
                message: Message = ended.value
                return message


async def judge_awaiting(judging: Judging, seconds: float) -> Judged:
    """Judge a request, and await each awaitable of a lookup for some seconds at most."""
    try:
        awaited = next(judging)  # most lookups answer at once
        while True:
            try:
                async with asyncio.timeout(seconds):
                    found = await awaited
            except Exception as error:  # whatever a lookup raises
                awaited = judging.throw(error)
            else:
                awaited = judging.send(found)
    except StopIteration as ended:
        judged: Judged = ended.value
        return judged


class Sender:
    """A sender of a response, at once or after it was judged.

    Attributes:
        done: whether the end of the response was sent, or an answer in its place.
    """

    def __init__(self, pending: PendingResponse, send: Send) -> None:
        self._pending = pending
        self._send = send
        self._start: Message = {}
        self._kept: Message = {}  # a copy of it while it is withheld
        self.done = False

    async def send(self, message: Message) -> None:
        """Take a message of the application."""
        kind, pending = message["type"], self._pending
        if kind == "http.response.start":
            given = message.get("headers", ())
            headers = tuple(given)
            if given.__class__ not in (list, tuple):  # an iterator is read once
                message = {**message, "headers": list(headers)}
            self._start = message
            pending.begin(message["status"], headers)
            pending.judge_headers()
            if pending.withheld:
                self._kept = {**message, "headers": list(headers)}
            else:
                await self._send(message)
            return
        if kind != "http.response.body":
            # a file, or another message that the server sends in its own way
            if pending.collected and kind != "http.response.trailers":
                await self._release()
            await self._send(message)
            return
        more = message.get("more_body", False)
        collected, withheld = pending.collected, pending.withheld
        if collected:
            pending.add(message.get("body", b""))
        if not withheld:
            await self._send(message)
        if collected and (pending.is_enough or not more):
            answer = pending.judge()
            if withheld:
                await self._settle(answer, more=more)
            pending.close()
        if not more:
            self.done = True
            pending.end()

    async def _settle(self, answer: Answer | None, *, more: bool) -> None:
        """Send the withheld response, or the answer in its place."""
        send = self._send
        if answer is None:
            await send(self._withheld_start())
            await send(_body(self._pending.content, more=more))
            return
        self._send, self.done = _drop, True
        await send_answer(answer, send)

    async def _release(self) -> None:
        """Send on the withheld messages: they cannot be judged."""
        withheld, content = self._pending.withheld, self._pending.content
        self._pending.pass_unjudged()
        if withheld:
            await self._send(self._withheld_start())
            if content:
                await self._send(_body(content, more=True))
        self._pending.close()

    def _withheld_start(self) -> Message:
        """Return the first message as it was judged: the application may have changed it since."""
        start = self._start
        return start if start == self._kept else self._kept

    async def abandon(self) -> None:
        """End a response whose application failed, or ended before its response did."""
        pending = self._pending
        if self.done or not pending.judged:
            self.cancel()
            return
        self.done = True
        answer = pending.abandon()
        pending.close()
        if answer is not None:
            await send_answer(answer, self._send)

    def cancel(self) -> None:
        """End a response whose application was cancelled: it may have come far."""
        self._pending.invalidate()
        self._pending.close()


async def _drop(_message: Message) -> None:
    """Drop a message that comes after an answer was given in its place."""


def _body(content: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": more}


async def send_answer(
    answer: Answer, send: Send, *, close: bool = False, head: bool = False
) -> None:
    """Answer a request.

    Args:
        answer: the answer.
        send: the server's callable.
        close: whether to say that the connection ends.
        head: whether to leave out the body, for a request of HEAD.
    """
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    if close:
        headers.append((b"connection", b"close"))
    body = b"" if head else answer.body
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
