"""The contract before any ASGI application: `ContractMiddleware(app)`."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from functools import partial
from typing import Any, Unpack

from deploy_contract.contract import Contract
from deploy_contract.http.messages import Request
from deploy_contract.http.method_overrides import prepared
from deploy_contract.http.paths import below, written
from deploy_contract.middleware.asgi_responses import App, Judged, Message, Receive, Send, answered
from deploy_contract.middleware.buffers import FREE, Buffer, clear
from deploy_contract.middleware.enforcement import Gateway, Options, Passage
from deploy_contract.middleware.enforcement import Judged as Verdict

Judging = Generator[Awaitable[Any], Any, Verdict]

__all__ = ["App", "ContractMiddleware", "Message", "Receive", "Send"]


class ContractMiddleware:
    """Judges the requests to an application, and its responses. Options: see `deploy_contract.middleware.enforcement.Options`.

    A request of an operation that takes a body is read to its end, at most `Limits.request_body` bytes, before the application
    is called with the same bytes. A response is withheld only where responses are enforced. What is none of the contract's
    operations passes untouched: other paths and methods, lifespan, websockets. On the paths of the contract, headers that
    override the method are dropped, and forms are read, in which a field may do so.
    """

    def __init__(
        self, app: App, contract: Contract | None = None, **options: Unpack[Options]
    ) -> None:
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
            headers, reads_body = prepared(route, method, headers)
        except Exception as error:
            await answered(gateway.unreadable(error), send, head=scope.get("method") == "HEAD")
            return
        if headers is not scope["headers"]:
            scope = {**scope, "headers": headers}
        operation, head = route.operation, method == "HEAD"
        mode, name = (
            ("enforce", None)
            if operation is None
            else (gateway.requests[operation.name], operation.name)
        )
        if mode == "off":
            await self._pass_on(gateway, gateway.passage(route, None, None), scope, receive, send)
            return
        fault, content, body, checker = None, b"", None, gateway.contract.checker
        try:
            if reads_body:
                body = _Body(receive, gateway)
                fault = await body.read(headers, gateway.body_seconds)
                if (
                    body.disconnected and mode == "enforce"
                ):  # there is nobody to answer, and half a body is not passed on
                    gateway.decide(route, checker.fault("body-incomplete", name), 0.0)
                    return
                receive, content = body.again, body.content
            if fault is None:
                judging = gateway.judging(route, Request(method, path, query, headers, content))
                try:  # most lookups answer at once, and a coroutine costs more than they do
                    pending = next(judging)
                except StopIteration as ended:
                    parameters, known, answer = ended.value
                else:
                    parameters, known, answer = await _judge(gateway, judging, pending)
            else:
                parameters, known = None, None
                answer = gateway.decide(route, checker.fault(fault, name), 0.0)
            if answer:
                # what is left of the request is not read; HTTP/2 has no such header
                close = fault is not None and scope.get("http_version", "1.1") < "2"
                await answered(answer, send, close=close, head=head)
                return
            if operation is None:
                await self.app(scope, receive, send)
                return
            await self._pass_on(
                gateway, gateway.passage(route, parameters, known), scope, receive, send
            )
        finally:
            if body is not None:
                clear(body.buffer)

    async def _pass_on(
        self,
        gateway: Gateway,
        passage: Passage,
        scope: MutableMapping[str, Any],
        receive: Receive,
        send: Send,
    ) -> None:
        """Call the application, and judge its response if the passage says so."""
        if not passage.judge:
            try:
                await self.app(scope, receive, send)
            finally:
                gateway.changed(passage)
            return
        judged = Judged(gateway, passage, send)
        try:
            await self.app(scope, receive, judged.send)
        except Exception:
            await judged.abandon()
            raise  # after an answer, if there was still one to give: the server writes its log
        except BaseException:  # cancelled, say: nobody knows how far the application came
            gateway.changed(passage)
            raise
        else:
            if not judged.done:
                await judged.abandon()
        finally:
            judged.clear()


class _Body:
    """The body of a request, read to its end or to a limit, and handed on as it came."""

    def __init__(self, receive: Receive, gateway: Gateway) -> None:
        self._receive = receive
        self._most = gateway.contract.limits.request_body
        self._budget = gateway.budget
        self._first = b""
        self.buffer: Buffer | None = None  # what comes in one small piece needs none
        self._ended = False
        self._given = False
        self._waiting: list[Message] = []
        self.disconnected = False

    @property
    def content(self) -> bytes:
        """What was read."""
        return self._first if self.buffer is None else self.buffer.content

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
        fault = self._take(
            first.found
        )  # as of a small body, which comes with its headers: a timer costs more than to read it
        return fault if fault or self._ended else await self._rest(self._receive(), seconds)

    async def _rest(self, coming: Awaitable[Message], seconds: float) -> str | None:
        """Reads what is still to come, in some time; the rule that it breaks."""
        task, late = asyncio.current_task(), []

        def expire() -> None:
            late.append(True)
            if task is not None:
                task.cancel()

        timer = asyncio.get_running_loop().call_later(
            seconds, expire
        )  # a third of what asyncio.timeout costs
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
        if not chunk:
            return None
        if self.buffer is None and not self._first and len(chunk) <= FREE:
            self._first = chunk
            return "json-size" if len(chunk) > self._most else None
        if self.buffer is None:
            self.buffer = Buffer(self._budget, self._first, request=True)
        if not self.buffer.add(chunk):
            return "buffer-full"
        return "json-size" if self.buffer.size > self._most else None

    async def again(self) -> Message:
        """The messages once more: what was read, in one, then what else comes."""
        if not self._given:
            self._given = True
            return {"type": "http.request", "body": self.content, "more_body": not self._ended}
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


async def _judge(
    gateway: Gateway, judging: Judging, pending: Awaitable[Any] | None = None
) -> Verdict:
    """Judges a request, and awaits what lookups give. `pending`: the first of it, if it was asked for already."""
    try:
        awaited = next(judging) if pending is None else pending
        while True:
            try:
                async with asyncio.timeout(gateway.lookup_seconds):
                    found = await awaited
            except Exception as error:  # whatever a lookup raises
                awaited = judging.throw(error)
            else:
                awaited = judging.send(found)
    except StopIteration as ended:
        judged: Verdict = ended.value
        return judged
