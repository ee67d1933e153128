"""The contract before any ASGI application: `ContractMiddleware(app)`."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from functools import partial
from typing import Any, Unpack

from deploy_contract.answers import Answer
from deploy_contract.buffers import Buffer
from deploy_contract.contract import Contract
from deploy_contract.gateway import Gateway, Judged, Options, Passage
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.paths import below, written
from deploy_contract.http.routing import Route

_LENGTH = len("content-type")
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


class ContractMiddleware:
    """Judges the requests to an application, and its responses. Options: see `deploy_contract.gateway.Options`.

    A request of an operation that takes a body is read to its end, at most `Limits.request_body` bytes, before the application
    is called with the same bytes. A response is withheld only where responses are enforced. What is none of the contract's
    operations passes untouched: other paths and methods, lifespan, websockets.
    """

    def __init__(self, app: App, contract: Contract | None = None, **options: Unpack[Options]) -> None:
        self.app = app
        self.gateway = Gateway(contract, options)

    def use(self, contract: Contract) -> None:
        """Judges by another contract from now on; requests under way go on with the one they began with."""
        self.gateway = self.gateway.using(contract)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """One connection, as the server hands it over."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        gateway = self.gateway
        try:
            path = written(scope["path"], scope.get("raw_path"))
            if mount := scope.get("root_path"):
                path = below(path, mount, gateway.contract.base_path)
            method, headers = scope["method"], scope["headers"]
            query = scope["query_string"].decode("utf-8", "surrogateescape")
            route = gateway.route(method, path)
        except Exception as error:
            await _answer(gateway.unreadable(error), send, head=scope.get("method") == "HEAD")
            return
        operation, head = route.operation, method == "HEAD"
        if operation is None:
            _, _, answer = await _judge(gateway, route, Request(method, path, query, headers))
            await (_answer(answer, send, head=head) if answer else self.app(scope, receive, send))
            return
        mode = gateway.requests[operation.name]
        if mode == "off":
            await self._pass_on(gateway, gateway.passage(route, None, None), scope, receive, send)
            return
        fault, content, body = None, b"", None
        try:
            if operation.request is not None:
                body = _Body(receive, gateway)
                fault = await body.read(headers, gateway.body_seconds)
                if body.disconnected and mode == "enforce":  # there is nobody to answer, and half a body is not passed on
                    gateway.decide(route, gateway.contract.checker.fault("body-incomplete", operation.name), 0.0)
                    return
                receive, content = body.again, body.buffer.content
            if fault is None:
                request = Request(method, path, query, headers, content)
                parameters, known, answer = await _judge(gateway, route, request)
            else:
                parameters, known = None, None
                answer = gateway.decide(route, gateway.contract.checker.fault(fault, operation.name), 0.0)
            if answer:
                # what is left of the request is not read; HTTP/2 has no such header
                close = fault is not None and scope.get("http_version", "1.1") < "2"
                await _answer(answer, send, close=close, head=head)
                return
            await self._pass_on(gateway, gateway.passage(route, parameters, known), scope, receive, send)
        finally:
            if body is not None:
                body.buffer.clear()

    async def _pass_on(
        self, gateway: Gateway, passage: Passage, scope: MutableMapping[str, Any], receive: Receive, send: Send
    ) -> None:
        """Call the application, and judge its response if the passage says so."""
        if not passage.judge or scope["method"] == "HEAD":  # a response to HEAD has no body
            try:
                await self.app(scope, receive, send)
            finally:
                gateway.changed(passage)
            return
        judged = _Judged(gateway, passage, send)
        try:
            await self.app(scope, receive, judged.send)
        except Exception:
            await judged.abandon()
            raise  # after an answer, if there was still one to give: the server writes its log
        except BaseException:  # cancelled, say: nobody knows how far the application came
            gateway.changed(passage)
            raise
        else:
            await judged.abandon(failed=False)
        finally:
            judged.buffer.clear()


class _Body:
    """The body of a request, read to its end or to a limit, and handed on as it came."""

    def __init__(self, receive: Receive, gateway: Gateway) -> None:
        self._receive = receive
        self._most = gateway.contract.limits.request_body
        self.buffer = Buffer(gateway.budget, request=True)
        self._ended = False
        self._given = False
        self._waiting: list[Message] = []
        self.disconnected = False

    async def read(self, headers: Any, seconds: float) -> str | None:
        """Reads it; the rule that it breaks, where it does not come whole, in time, and within the limit."""
        for name, value in headers:
            if name == b"content-length":
                stated = value.strip(b" \t")  # some servers leave them (RFC 9110, section 5.5)
                if not stated.isdigit() or int(stated[:20]) > self._most:
                    return "json-size" if stated.isdigit() else "body-incomplete"
        first = _Begun(self._receive())
        if first.found is None:
            return await self._rest(first, seconds)
        fault = self._take(first.found)  # as of a small body, which comes with its headers: a timer costs more than to read it
        return fault if fault or self._ended else await self._rest(self._receive(), seconds)

    async def _rest(self, coming: Awaitable[Message], seconds: float) -> str | None:
        """Reads what is still to come, in some time; the rule that it breaks."""
        task, late = asyncio.current_task(), []

        def expire() -> None:
            late.append(True)
            if task is not None:
                task.cancel()

        timer = asyncio.get_running_loop().call_later(seconds, expire)  # a third of what asyncio.timeout costs
        try:
            while True:
                fault = self._take(await coming)
                if fault or self._ended:
                    return fault
                coming = self._receive()
        except asyncio.CancelledError:
            if not late or task is None or task.uncancel() > 0:
                raise  # somebody else has cancelled it
            return "body-timeout"
        finally:
            timer.cancel()

    def _take(self, message: Message) -> str | None:
        """Keeps a message; the rule that the body breaks with it."""
        if message["type"] != "http.request":
            self._waiting.append(message)
            self.disconnected = True
            return "body-incomplete"
        chunk = message.get("body", b"")
        self._ended = not message.get("more_body", False)
        if chunk and not self.buffer.add(chunk):
            return "buffer-full"
        return "json-size" if self.buffer.size > self._most else None

    async def again(self) -> Message:
        """The messages once more: what was read, in one, then what else comes."""
        if not self._given:
            self._given = True
            return {"type": "http.request", "body": self.buffer.content, "more_body": not self._ended}
        return self._waiting.pop() if self._waiting else await self._receive()


class _Begun:
    """A message that is awaited, begun at once: `found` where that was all, else it goes on when awaited."""

    def __init__(self, coming: Awaitable[Message]) -> None:
        self._steps = coming.__await__()
        self.found: Message | None = None
        try:
            self._waiting = next(self._steps)
        except StopIteration as ended:
            self.found = ended.value

    def __await__(self) -> Generator[Any, Any, Message]:
        while True:
            step: Callable[[], Any] = partial(next, self._steps)
            try:
                yield self._waiting
            except BaseException as error:  # as of who cancels it: for what waits to see
                step = partial(self._steps.throw, error)
            try:
                self._waiting = step()
            except StopIteration as ended:
                message: Message = ended.value
                return message


async def _judge(gateway: Gateway, route: Route, request: Request) -> Judged:
    judging = gateway.judging(route, request)
    try:
        pending = next(judging)
        while True:
            try:
                async with asyncio.timeout(gateway.lookup_seconds):
                    found = await pending
            except Exception as error:  # whatever a lookup raises
                pending = judging.throw(error)
            else:
                pending = judging.send(found)
    except StopIteration as ended:
        judged: Judged = ended.value
        return judged


class _Judged:
    """Sends a response on, at once or when it was judged."""

    def __init__(self, gateway: Gateway, passage: Passage, send: Send) -> None:
        self._gateway = gateway
        self._passage = passage
        self._send = send
        self._most = gateway.contract.limits.response_body
        self._withheld = gateway.enforces(passage)
        self._start: Message | None = None
        self.buffer = Buffer(gateway.budget, request=False)
        self._collecting = False
        self._settled = False  # whether nothing is left to judge
        self._done = False

    async def send(self, message: Message) -> None:
        """What the application sends."""
        kind = message["type"]
        if kind == "http.response.start":
            self._start = message
            self._collecting = self._gateway.speaks_of(self._passage, message["status"])
            if self._collecting and not _is_json(message.get("headers", ())):
                self._gateway.judge_response(self._passage, self._response(), final=False)  # by its headers alone
                self._collecting, self._settled = False, True
            if not (self._collecting and self._withheld):
                await self._send(message)
        elif kind == "http.response.body" and self._collecting:
            await self._collect(message)
        else:
            if self._collecting and kind != "http.response.trailers":  # a file, or what else a server takes by another way
                await self._release()
            await self._send(message)
        if kind == "http.response.body" and not message.get("more_body", False):
            self._done = True
            if not self._collecting and not self._settled:
                self._gateway.changed(self._passage)

    async def _collect(self, message: Message) -> None:
        chunk, buffer = message.get("body", b""), self.buffer
        if not self._withheld:  # one byte beyond the limit is enough to tell that there are too many
            chunk = chunk[: self._most + 1 - buffer.size]
        kept = not chunk or buffer.add(bytes(chunk))
        last = not message.get("more_body", False)
        if not self._withheld:
            await self._send(message)
        if kept and not last and buffer.size <= self._most:
            return
        self._collecting, self._settled = False, True
        if kept:
            answer = self._gateway.judge_response(self._passage, self._response(), final=self._withheld)
        else:
            answer = self._gateway.overflowing(self._passage, withheld=self._withheld)
        if self._withheld:
            self._withheld = False
            if answer is None:
                assert self._start is not None
                await self._send(self._start)
                await self._send({"type": "http.response.body", "body": buffer.content, "more_body": not last})
            else:
                send, self._send, self._done = self._send, _nowhere, True
                await _answer(answer, send)
        buffer.clear()

    async def _release(self) -> None:
        """Sends on what was withheld: it cannot be judged."""
        self._gateway.not_judged(self._passage)
        self._collecting, self._settled = False, True
        if self._withheld and self._start is not None:
            self._withheld = False
            await self._send(self._start)
            if self.buffer.size:
                await self._send({"type": "http.response.body", "body": self.buffer.content, "more_body": True})
        self.buffer.clear()
        self._gateway.changed(self._passage)

    async def abandon(self, *, failed: bool = True) -> None:
        """The application has ended: where it gave no whole response and something was withheld, there is an answer."""
        if failed or not self._done:
            self._gateway.changed(self._passage)
        if self._done:
            return
        self._done = True
        if self._start is None or (self._collecting and self._withheld):
            await _answer(self._gateway.broken(self._passage), self._send)
        elif not self._settled:
            self._gateway.not_judged(self._passage)

    def _response(self) -> Response:
        assert self._start is not None
        return Response(self._start["status"], self._start.get("headers", ()), self.buffer.content)


async def _nowhere(_message: Message) -> None:
    """Drops what comes after an answer was given in its place."""


def _is_json(headers: Any) -> bool:
    return any(len(name) == _LENGTH and name.lower() == b"content-type" and b"json" in value.lower() for name, value in headers)


async def _answer(answer: Answer, send: Send, *, close: bool = False, head: bool = False) -> None:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    if close:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else answer.body})
