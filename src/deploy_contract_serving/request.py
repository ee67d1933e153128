"""A request on its way through an ASGI application, and the bytes of its response."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Protocol

from deploy_contract.logs import unexpected

Message = MutableMapping[str, Any]
App = Callable[
    [Any, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]

HEADER_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, section 5.1
HEADER_VALUE = re.compile(rb"[^\x00-\x08\x0a-\x1f\x7f]*")
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
_FAILED = b"Internal Server Error"
_NO_BODY = (204, 304)
_PHRASES = {status.value: status.phrase for status in HTTPStatus}


class ClientConnection(Protocol):
    """The connection of a client, as far as a request needs it."""

    adds_date: bool

    async def write(self, data: bytes) -> None:
        """Send bytes; wait while the client does not read."""

    def resume_reading(self) -> None:
        """Read more of the body."""

    def end_response(self, *, keep_alive: bool) -> None:
        """Take the next request, or close."""

    def close(self) -> None:
        """Close once all is sent."""

    @property
    def is_closing(self) -> bool:
        """True if nothing more may be sent."""


class Request:
    """A request under way.

    Attributes:
        scope: of ASGI.
        body: bytes that the application has not received yet.
        more_body: whether more may come.
        disconnected: whether the client has left.
        response_started, response_complete: whether the head was sent, and the whole response.
    """

    def __init__(
        self,
        connection: ClientConnection,
        scope: dict[str, Any],
        *,
        keep_alive: bool,
        expects_continue: bool,
    ) -> None:
        self.scope = scope
        self.body = bytearray()
        self.more_body = True
        self.disconnected = self.response_started = self.response_complete = False
        self.keep_alive = keep_alive
        self._connection = connection
        self._expects_continue = expects_continue
        self._changed = asyncio.Event()
        self._is_chunked = False
        self._left = 0  # bytes of the body that Content-Length still promises

    async def run(self, app: App) -> None:
        """Let an application answer. What it leaves undone is status 500, or a closed connection."""
        try:
            await app(self.scope, self.receive, self.send)
        except Exception as error:
            unexpected("answering a request", error)
        finally:
            if not self.response_complete and not self.disconnected:
                if self.response_started:
                    self._connection.close()
                else:
                    await self._fail()

    async def receive(self) -> Message:
        """Return the next message of ASGI."""
        if self._expects_continue and not self._connection.is_closing:
            self._expects_continue = False
            await self._connection.write(_CONTINUE)
        if not self.disconnected and not self.response_complete:
            self._connection.resume_reading()
            await self._changed.wait()
            self._changed.clear()
        if self.disconnected or self.response_complete:
            return {"type": "http.disconnect"}
        body, self.body = bytes(self.body), bytearray()
        return {"type": "http.request", "body": body, "more_body": self.more_body}

    async def send(self, message: Message) -> None:
        """Send a message of ASGI.

        Raises:
            RuntimeError: the message is out of order, or cannot be sent as HTTP.
        """
        if self.disconnected:
            return
        kind = message["type"]
        wanted = "http.response.body" if self.response_started else "http.response.start"
        if self.response_complete or kind != wanted:
            raise RuntimeError(f"{kind} is out of order")
        if not self.response_started:
            self.response_started, self._expects_continue = True, False
            await self._connection.write(
                self._head(message["status"], list(message.get("headers", ())))
            )
            return
        more = message.get("more_body", False)
        await self._connection.write(self._part(message.get("body", b""), more=more))
        if not more:
            self.response_complete = True
            self._changed.set()
            self._connection.end_response(keep_alive=self.keep_alive)

    def add_body(self, part: bytes) -> None:
        """Add bytes of the body that have arrived."""
        self.body += part
        self._changed.set()

    def end_body(self) -> None:
        """Note that the whole body has arrived."""
        self.more_body = False
        self._changed.set()

    def disconnect(self) -> None:
        """Note that the client has left."""
        self.disconnected = True
        self._changed.set()

    def _head(self, status: int, headers: list[tuple[bytes, bytes]]) -> bytes:
        lines = [status_line(status)]
        length, says_close = None, False
        if self._connection.adds_date:
            headers.append((b"date", date(int(time.time()))))
        for given, value in headers:
            name = given.lower()
            if not HEADER_NAME.fullmatch(name) or not HEADER_VALUE.fullmatch(value):
                raise RuntimeError("a header of the response is not valid")
            if name == b"content-length":
                length = int(value)
            elif name == b"transfer-encoding":
                continue  # the framing is this server's
            elif name == b"connection" and b"close" in _options(value):
                says_close, self.keep_alive = True, False
            lines.append(b"%s: %s\r\n" % (name, value))
        if not self.keep_alive and not says_close:
            lines.append(b"connection: close\r\n")
        if self.scope["method"] != "HEAD" and status not in _NO_BODY:
            self._is_chunked = length is None
            self._left = length or 0
            if self._is_chunked:
                lines.append(b"transfer-encoding: chunked\r\n")
        lines.append(b"\r\n")
        return b"".join(lines)

    def _part(self, body: bytes, *, more: bool) -> bytes:
        if self.scope["method"] == "HEAD":
            return b""
        if self._is_chunked:
            last = b"" if more else b"0\r\n\r\n"
            return (b"%x\r\n%s\r\n" % (len(body), body) if body else b"") + last
        self._left -= len(body)
        if self._left < 0 or (self._left and not more):
            raise RuntimeError("the body does not have its Content-Length")
        return body

    async def _fail(self) -> None:
        length = b"%d" % len(_FAILED)
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", length),
            (b"connection", b"close"),
        ]
        await self.send({"type": "http.response.start", "status": 500, "headers": headers})
        await self.send({"type": "http.response.body", "body": _FAILED})


def _options(value: bytes) -> list[bytes]:
    return [option.strip() for option in value.lower().split(b",")]


@lru_cache(500)
def status_line(status: int) -> bytes:
    """Return the first line of a response."""
    return f"HTTP/1.1 {status} {_PHRASES.get(status, '')}\r\n".encode("ascii")


@lru_cache(1)  # formatted once a second, not for each response
def date(second: int) -> bytes:
    """Return a header Date (RFC 9110, section 6.6.1). `second`: since 1970."""
    return formatdate(second, usegmt=True).encode("ascii")
