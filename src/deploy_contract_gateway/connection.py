"""Connections to upstream: HTTP/1.1 requests of exactly the given bytes (RFC 9112), and responses.

httptools parses the responses. A response cannot hang: its head must be complete within one limit,
and so must each further part of its body.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator

import httptools

from deploy_contract_gateway import problems
from deploy_contract_gateway.headers import HeaderList

Body = bytes | AsyncIterator[bytes] | None

_IDEMPOTENT = {"GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"}  # RFC 9110, section 9.2.2
_MAX_INTERIM = 16  # interim responses (1xx) before the final one
_MAX_LINE = 1 << 16  # bytes of a status line, of a header, and of bytes that no callback took
_MAX_HEADERS = 1000  # of a response and its trailers
_MAX_UNREAD = 1 << 17  # bytes of a body that wait to be read; more are left to the system


class UpstreamError(ConnectionError):
    """Upstream broke the connection, or sent no valid response. `problem`: the answer to the client."""

    problem = problems.BROKEN


class ConnectError(UpstreamError):
    """No connection to upstream can be made."""

    problem = problems.UNREACHABLE


class ConnectTimeoutError(ConnectError):
    """No connection to upstream was made in time."""

    problem = problems.CONNECT_LATE


class ConnectTlsError(ConnectError):
    """Upstream's certificate is not trusted, or upstream does not accept ours."""

    problem = problems.UPSTREAM_TLS


class DisconnectedError(UpstreamError):
    """Upstream closed the connection before a byte of its response."""


class OutgoingRequest:
    """The bytes of a request.

    The framing comes from the body and not from the headers. A streamed body must have the stated
    length: upstream would read surplus bytes as another request.
    """

    def __init__(
        self, method: str, target: bytes, headers: HeaderList, body: Body, length: int | None
    ) -> None:
        """Encode the head.

        Args:
            method: method of the request.
            target: request target as in the request line (RFC 9112, section 3.2).
            headers: headers; a Content-Length among them is ignored.
            body: bytes, or an iterator of parts.
            length: length of a streamed body in bytes, None if unknown.
        """
        lines = [b"%s: %s\r\n" % pair for pair in headers if pair[0] != b"content-length"]
        length = len(body) if isinstance(body, bytes) else length
        self._chunked = body is not None and length is None
        if self._chunked:
            lines.append(b"transfer-encoding: chunked\r\n")
        elif length is not None:
            lines.append(b"content-length: %d\r\n" % length)
        line = b"%s %s HTTP/1.1\r\n" % (method.encode("ascii"), target)
        self.method = method
        self.start = b"".join([line, *lines, b"\r\n", body if isinstance(body, bytes) else b""])
        self.streamed = None if isinstance(body, bytes) else body
        self._length = length

    @property
    def is_repeatable(self) -> bool:
        """True if it may be sent once more when a connection turns out to be closed."""
        return self.method in _IDEMPOTENT and self.streamed is None

    async def parts(self) -> AsyncIterator[bytes]:
        """Yield the parts of a streamed body, as they are written.

        Raises:
            UpstreamError: the body does not have the stated length.
        """
        assert self.streamed is not None
        size = 0
        async for part in self.streamed:
            size += len(part)
            if self._length is not None and size > self._length:
                raise UpstreamError
            yield b"%x\r\n%s\r\n" % (len(part), part) if self._chunked else part
        if self._chunked:
            yield b"0\r\n\r\n"
        elif size != self._length:
            raise UpstreamError


class Connection(asyncio.Protocol):
    """A connection to upstream, on which one request after the other is sent.

    The head of the response in progress is in `status` and `headers`.
    """

    def __init__(self, seconds: float) -> None:
        """Create a protocol.

        Args:
            seconds: for the head of a response, and between parts of its body.
        """
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._writable = asyncio.Event()
        self._writable.set()
        self._changed = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._expiry: asyncio.TimerHandle | None = None
        self._begin("")

    def _begin(self, method: str) -> None:
        """Expect the response to a request."""
        self._method = method
        self._parser = httptools.HttpResponseParser(self)
        # such responses are not refused; what they say is beyond doubt
        self._parser.set_dangerous_leniencies(
            lenient_headers=True,
            lenient_data_after_close=True,
            lenient_optional_cr_before_lf=True,
            lenient_spaces_after_chunk_size=True,
        )
        self.status = 0
        self.headers: HeaderList = []
        self._heard = self._has_head = self._complete = self._is_reusable = False
        self._interim = self._count = self._unparsed = 0
        self._body = bytearray()  # what is not read yet
        self._paused = False
        self._error: Exception | None = None

    # --- asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """End a body that lasts until the connection ends, or fail the response."""
        self._transport = None
        self._writable.set()
        if not self._complete:
            until_end = self._has_head and not has_framing(self.headers)
            if until_end and exc is None and self._error is None:
                self._complete = True
            elif isinstance(exc, ssl.SSLError):  # TLS 1.3 refuses a client after the handshake
                self._fail(ConnectTlsError())
            else:
                self._fail(UpstreamError() if self._heard else DisconnectedError())
        self._changed.set()

    def pause_writing(self) -> None:
        """Let the sender of a body wait."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Let the sender of a body go on."""
        self._writable.set()

    def data_received(self, data: bytes) -> None:
        """Parse received bytes."""
        if not self._method or self._complete or self._error:  # nothing was asked
            self.abort()
            return
        self._heard = True
        self._unparsed += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._is_reusable = False
        except httptools.HttpParserError:  # also if a callback raises
            self._fail(UpstreamError())
        if self._unparsed > _MAX_LINE + len(data):
            self._fail(UpstreamError())
        self._changed.set()

    # --- httptools

    def on_message_begin(self) -> None:
        """Begin a response; the one before, if any, was interim."""
        if self._has_head:
            raise UpstreamError  # a second response

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header, and drop trailers."""
        self._unparsed = 0
        self._count += 1
        if self._count > _MAX_HEADERS or len(name) + len(value) > _MAX_LINE:
            raise UpstreamError
        if not self._has_head:
            self.headers.append((name, value.strip(b" \t")))

    def on_headers_complete(self) -> None:
        """Accept the head of the final response, and drop those of interim ones."""
        self._unparsed = 0
        status = self._parser.get_status_code()
        if 100 <= status < 200 and status != 101:  # 101 is final; the gateway refuses it later
            self._interim += 1
            self.headers = []
            if self._interim > _MAX_INTERIM:
                raise UpstreamError
            return
        self.status, self._has_head = status, True
        self._is_reusable = self._parser.should_keep_alive() and status != 101
        if self._method == "HEAD" or status == 101:  # the parser knows no request
            self._complete = True

    def on_body(self, part: bytes) -> None:
        """Keep a part of the body until it is read."""
        self._unparsed = 0
        if self._complete:  # the response to a HEAD request has no body
            self._is_reusable = False
            return
        self._body += part
        if len(self._body) > _MAX_UNREAD and self._transport is not None and not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def on_message_complete(self) -> None:
        """End the response."""
        if self._has_head:
            self._complete = True

    # --- requests

    async def request(self, outgoing: OutgoingRequest) -> None:
        """Send a request, and wait for the head of the response.

        A streamed body may still be on its way when the head is there.

        Raises:
            UpstreamError: the connection broke, or the response is invalid.
            TimeoutError: the head is not complete in time.
        """
        if self._transport is None or self._transport.is_closing():
            raise DisconnectedError
        if self._expiry is not None:
            self._expiry.cancel()
        self._begin(outgoing.method)
        self._transport.write(outgoing.start)
        if outgoing.streamed is not None:
            self._sending = self._loop.create_task(self._stream(outgoing))
            self._sending.add_done_callback(lambda _: self._changed.set())
            while not self._has_head and self._error is None and not self._sending.done():
                await self._wait()
        async with asyncio.timeout(self._seconds):
            while not self._has_head and self._error is None:
                await self._wait()
        if not self._has_head:
            assert self._error is not None
            raise self._error

    async def read(self) -> bytes:
        """Return the next part of the body; b"" at its end.

        Raises:
            UpstreamError: the connection broke, or the response is invalid.
            TimeoutError: no part arrived in time.
        """
        if not self._body and not self._complete and self._error is None:
            async with asyncio.timeout(self._seconds):
                while not self._body and not self._complete and self._error is None:
                    await self._wait()
        if self._body:
            part, self._body = bytes(self._body), bytearray()
            if self._paused and self._transport is not None:
                self._paused = False
                self._transport.resume_reading()
            return part
        if self._error is not None:
            raise self._error
        return b""

    @property
    def at_end(self) -> bool:
        """True if the whole body was read."""
        return self._complete and not self._body

    def expire(self, seconds: float) -> None:
        """Close the connection after some seconds without a request."""
        self._expiry = self._loop.call_later(seconds, self.abort)

    @property
    def is_open(self) -> bool:
        """True if a request can be sent."""
        return self._transport is not None and not self._transport.is_closing()

    @property
    def is_reusable(self) -> bool:
        """True if the response has ended, and the connection can take another request."""
        is_sent = self._sending is None or self._sending.done()
        return self._is_reusable and self._complete and is_sent and self.is_open

    def abort(self) -> None:
        """Close the connection at once, and send no more of a body."""
        if self._sending is not None:
            self._sending.cancel()
        if self._transport is not None:
            self._transport.abort()

    async def _stream(self, outgoing: OutgoingRequest) -> None:
        """Send a streamed body. If it breaks off, upstream and the reader must see that."""
        try:
            async for part in outgoing.parts():
                if not self._writable.is_set():
                    async with asyncio.timeout(self._seconds):
                        await self._writable.wait()
                if self._transport is None:
                    return
                self._transport.write(part)
        except asyncio.CancelledError:
            self.abort()
            raise
        except Exception as error:
            self._fail(error)

    async def _wait(self) -> None:
        """Wait until something changes."""
        self._changed.clear()
        await self._changed.wait()

    def _fail(self, error: Exception) -> None:
        if self._error is None and not self._complete:
            self._error = error
        self._is_reusable = False
        if self._transport is not None:
            self._transport.abort()
        self._changed.set()


def has_framing(headers: HeaderList) -> bool:
    """Return True if headers say where the body ends."""
    return any(name.lower() in (b"content-length", b"transfer-encoding") for name, _ in headers)
