"""Responses of ASGI applications: sent on as they come, or withheld until they are judged."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from deploy_contract.answers import Answer
from deploy_contract.middleware.asgi_requests import Message
from deploy_contract.middleware.responses import PendingResponse

Send: TypeAlias = Callable[[Message], Awaitable[None]]


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
