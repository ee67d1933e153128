"""Responses of ASGI applications: sent on as they come, or withheld until they are judged."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from deploy_contract.answers import Answer
from deploy_contract.http.messages import Response
from deploy_contract.middleware.buffers import FREE, Buffer, clear
from deploy_contract.middleware.enforcement import Gateway, Passage

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]
_LENGTH = len("content-type")


class Judged:
    """Sends a response on, at once or when it was judged. `done`: whether its end was sent, or an answer in its place."""

    def __init__(self, gateway: Gateway, passage: Passage, send: Send) -> None:
        self._gateway = gateway
        self._passage = passage
        self._send = send
        self._most = gateway.contract.limits.response_body
        self._withheld = gateway.enforces(passage)
        self._start: Message | None = None
        self._first = b""
        self._buffer: Buffer | None = None  # what comes in one small piece needs none
        self._collecting = False
        self._settled = False  # whether nothing is left to judge
        self.done = False

    async def send(self, message: Message) -> None:
        """What the application sends."""
        kind = message["type"]
        if kind == "http.response.start":
            self._start = message
            self._collecting = self._gateway.speaks_of(self._passage, message["status"])
            if self._collecting and not _is_json(message.get("headers", ())):
                self._gateway.judge_response(
                    self._passage, self._response(), final=False
                )  # by its headers alone
                self._collecting, self._settled = False, True
            if not (self._collecting and self._withheld):
                await self._send(message)
        elif kind == "http.response.body" and self._collecting:
            await self._collect(message)
        else:
            if (
                self._collecting and kind != "http.response.trailers"
            ):  # a file, or what else a server takes by another way
                await self._release()
            await self._send(message)
        if kind == "http.response.body" and not message.get("more_body", False):
            self.done = True
            if not self._collecting and not self._settled:
                self._gateway.changed(self._passage)

    async def _collect(self, message: Message) -> None:
        kept = self._keep(message.get("body", b""))
        last = not message.get("more_body", False)
        if not self._withheld:
            await self._send(message)
        if kept and not last and (self._buffer is None or self._buffer.size <= self._most):
            return
        self._collecting, self._settled = False, True
        if kept:
            answer = self._gateway.judge_response(
                self._passage, self._response(), final=self._withheld
            )
        else:
            answer = self._gateway.overflowing(self._passage, withheld=self._withheld)
        if self._withheld:
            self._withheld = False
            if answer is None:
                assert self._start is not None
                await self._send(self._start)
                await self._send(
                    {"type": "http.response.body", "body": self._content, "more_body": not last}
                )
            else:
                send, self._send, self.done = self._send, _nowhere, True
                await answered(answer, send)
        self.clear()

    def _keep(self, chunk: bytes) -> bool:
        """Collect a chunk. Return False if there is no room for it."""
        if self._buffer is None and not self._first and len(chunk) <= min(FREE, self._most):
            self._first = bytes(chunk)
            return True
        if self._buffer is None:
            self._buffer = Buffer(self._gateway.budget, self._first, request=False)
        if (
            not self._withheld
        ):  # one byte beyond the limit is enough to tell that there are too many
            chunk = chunk[: self._most + 1 - self._buffer.size]
        return not chunk or self._buffer.add(bytes(chunk))

    @property
    def _content(self) -> bytes:
        return self._first if self._buffer is None else self._buffer.content

    def clear(self) -> None:
        """Drop what was collected."""
        self._first = b""
        clear(self._buffer)

    async def _release(self) -> None:
        """Sends on what was withheld: it cannot be judged."""
        self._gateway.not_judged(self._passage)
        self._collecting, self._settled = False, True
        if self._withheld and self._start is not None:
            self._withheld = False
            await self._send(self._start)
            if self._content:
                await self._send(
                    {"type": "http.response.body", "body": self._content, "more_body": True}
                )
        self.clear()
        self._gateway.changed(self._passage)

    async def abandon(self) -> None:
        """The application has failed, or ended early: where something was withheld, there is an answer."""
        self._gateway.changed(self._passage)
        if self.done:
            return
        self.done = True
        if self._start is None or (self._collecting and self._withheld):
            await answered(self._gateway.broken(self._passage), self._send)
        elif not self._settled:
            self._gateway.not_judged(self._passage)

    def _response(self) -> Response:
        assert self._start is not None
        return Response(self._start["status"], self._start.get("headers", ()), self._content)


async def _nowhere(_message: Message) -> None:
    """Drops what comes after an answer was given in its place."""


def _is_json(headers: Any) -> bool:
    for name, value in headers:  # noqa: SIM110 - a generator costs three times as much
        if len(name) == _LENGTH and name.lower() == b"content-type" and b"json" in value.lower():
            return True
    return False


async def answered(answer: Answer, send: Send, *, close: bool = False, head: bool = False) -> None:
    """Answer a request; one of HEAD without the body. `close`: say that the connection ends."""
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    if close:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else answer.body})
