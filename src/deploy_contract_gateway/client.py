"""The HTTP client for one upstream. It sends exactly the given bytes, over pooled connections.

httptools parses the responses (RFC 9112). A response cannot hang, because the head and each part of
the body have a time limit.
"""

import asyncio
import ssl
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial

import httptools

from deploy_contract import Request, Response
from deploy_contract.http.headers import as_texts
from deploy_contract.middleware.buffers import Budget, Buffer
from deploy_contract_gateway import problems
from deploy_contract_gateway.exchange import HeaderPairs, UpstreamError
from deploy_contract_gateway.headers import response_headers
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import TlsFiles

Body = bytes | AsyncIterator[bytes] | None

_IDEMPOTENT = {"GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"}  # RFC 9110, section 9.2.2
_FRAMING = (b"content-length", b"transfer-encoding")
_MAX_INTERIM = 16  # interim responses (1xx) before the final one
_MAX_LINE = 1 << 16  # bytes of a status line, of a header, or of data that no callback has taken
_MAX_HEADERS = 1000  # headers and trailers of a response
_MAX_UNREAD = 1 << 17  # bytes of a body in memory; the system buffers further bytes
_ATTEMPT_SECONDS = 0.25  # the wait before the next address of upstream is tried, too (RFC 8305)
_READY_SECONDS = 2.0


class Connection(asyncio.Protocol):
    """A connection to upstream. It sends one request at a time.

    `status` and `headers` have the head of the present response. `has_received` is True if a byte of
    this response has arrived.

    Args:
        seconds: time limit for the head of a response, and for each part of the body.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._writable = asyncio.Event()
        self._writable.set()
        self._changed = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._expiry: asyncio.TimerHandle | None = None
        self._begin("")

    def _begin(self, method: str) -> None:
        self._method = method
        self._parser = httptools.HttpResponseParser(self)
        # these faults of a response leave no doubt about its meaning, so they are accepted
        self._parser.set_dangerous_leniencies(
            lenient_headers=True,
            lenient_data_after_close=True,
            lenient_optional_cr_before_lf=True,
            lenient_spaces_after_chunk_size=True,
        )
        self.status = 0
        self.headers: HeaderPairs = []
        self.has_received = self._has_head = self._complete = self._is_reusable = False
        self._ends_by_closing = False
        self._interim = self._header_count = self._unparsed = 0
        self._body = bytearray()  # the bytes that are not read yet
        self._error: Exception | None = None

    # --- asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """End a body that lasts until the connection ends, or fail the response."""
        self._writable.set()
        if self._ends_by_closing and exc is None and self._error is None:
            self._complete = True
            self._changed.set()
        elif isinstance(exc, ssl.SSLError):  # TLS 1.3 refuses a client after the handshake
            self._fail(UpstreamError(problems.UPSTREAM_TLS))
        else:
            self._fail(UpstreamError())

    def pause_writing(self) -> None:
        """Pause the sending of a body."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Resume the sending of a body."""
        self._writable.set()

    def data_received(self, data: bytes) -> None:
        """Parse received bytes."""
        if not self._method or self._complete or self._error:  # no request waits for data
            self.abort()
            return
        self.has_received = True
        self._unparsed += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._is_reusable = False
        except httptools.HttpParserError:  # httptools raises this also if a callback raises
            self._fail(UpstreamError())
        if self._unparsed > _MAX_LINE + len(data):
            self._fail(UpstreamError())
        self._changed.set()

    # --- httptools

    def on_message_begin(self) -> None:
        """Begin a response. An earlier response to the same request must be an interim response."""
        if self._has_head:
            raise UpstreamError  # a second response

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header, and drop trailers."""
        self._unparsed = 0
        self._header_count += 1
        if self._header_count > _MAX_HEADERS or len(name) + len(value) > _MAX_LINE:
            raise UpstreamError
        if not self._has_head:
            self.headers.append((name, value.strip(b" \t")))

    def on_headers_complete(self) -> None:
        """Keep the head of the final response. Drop the heads of interim responses."""
        self._unparsed = 0
        status = self._parser.get_status_code()
        if 100 <= status < 200 and status != 101:  # 101 is a final response, which is refused later
            self._interim += 1
            self.headers = []
            if self._interim > _MAX_INTERIM:
                raise UpstreamError
            return
        self.status, self._has_head = status, True
        self._is_reusable = self._parser.should_keep_alive() and status != 101
        self._ends_by_closing = not any(name.lower() in _FRAMING for name, _ in self.headers)
        if self._method == "HEAD" or status == 101:  # the parser does not know the request
            self._complete = True

    def on_body(self, part: bytes) -> None:
        """Keep a part of the body until it is read."""
        self._unparsed = 0
        if self._complete:  # the response to a HEAD request has no body
            self._is_reusable = False
            return
        self._body += part
        if len(self._body) > _MAX_UNREAD:
            self._transport.pause_reading()

    def on_message_complete(self) -> None:
        """End the response."""
        if self._has_head:
            self._complete = True

    # --- requests

    async def request(
        self, method: str, start: bytes, body: AsyncIterator[bytes] | None, length: int | None
    ) -> None:
        """Send a request, and wait for the head of the response.

        The head of the response may arrive before a streamed body is sent completely.

        Args:
            start: the head of the request, with its body unless that is streamed.
            length: length of a streamed body in bytes, None for chunks.

        Raises:
            UpstreamError: the connection broke, or the response is invalid.
            TimeoutError: the head is not complete in time.
        """
        if self._expiry is not None:
            self._expiry.cancel()
        self._begin(method)
        if not self.is_open:
            raise UpstreamError
        self._transport.write(start)
        if body is not None:
            self._sending = self._loop.create_task(self._stream(body, length))
            self._sending.add_done_callback(lambda _: self._changed.set())
            while not (self._has_head or self._error or self._sending.done()):
                await self._wait()
        async with asyncio.timeout(self._seconds):
            while not (self._has_head or self._error):
                await self._wait()
        if self._error is not None and not self._has_head:
            raise self._error

    async def read(self) -> bytes:
        """Return the next part of the body; b"" at its end.

        Raises:
            UpstreamError: the connection broke, or the response is invalid.
            TimeoutError: no part arrived in time.
        """
        if not (self._body or self._complete or self._error):
            async with asyncio.timeout(self._seconds):
                while not (self._body or self._complete or self._error):
                    await self._wait()
        if self._body:
            part, self._body = bytes(self._body), bytearray()
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
        return not self._transport.is_closing()

    @property
    def is_reusable(self) -> bool:
        """True if the response has ended, and the connection can take another request."""
        is_sent = self._sending is None or self._sending.done()
        return self._is_reusable and self._complete and is_sent and self.is_open

    def abort(self) -> None:
        """Close the connection at once, and send no more of a body."""
        if self._sending is not None:
            self._sending.cancel()
        self._transport.abort()

    async def _stream(self, body: AsyncIterator[bytes], length: int | None) -> None:
        """Send a streamed body.

        If the body breaks off, the connection is closed, and the response fails. The same happens
        if the body has another length than stated: upstream would read surplus bytes as another
        request.
        """
        size = 0
        try:
            async for part in body:
                size += len(part)
                if length is not None and size > length:
                    raise UpstreamError
                chunk = b"%x\r\n%s\r\n" % (len(part), part) if length is None else part
                await self._write(chunk)
            if length is None:
                await self._write(b"0\r\n\r\n")
            elif size != length:
                raise UpstreamError
        except asyncio.CancelledError:
            self.abort()
            raise
        except Exception as error:
            self._fail(error)

    async def _write(self, part: bytes) -> None:
        if not self._writable.is_set():
            async with asyncio.timeout(self._seconds):
                await self._writable.wait()
        self._transport.write(part)

    async def _wait(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _fail(self, error: Exception) -> None:
        if self._error is None and not self._complete:
            self._error = error
        self._is_reusable = False
        self._transport.abort()
        self._changed.set()


class Client:
    """Requests to one upstream. Create it within an event loop.

    `budget` is the memory for the bodies of responses to lookups.
    """

    def __init__(
        self, settings: Settings, tls: TlsFiles | None = None, budget: Budget | None = None
    ) -> None:
        upstream = settings.upstream
        assert upstream is not None
        self._settings, self._upstream = settings, upstream
        self._budget = budget or Budget()
        # Lookups have their own limit: a request takes a place in the pool only after its lookup.
        self._lookups = asyncio.Semaphore(settings.pool)
        self._prefix = upstream.prefix.encode("ascii")
        self._authority = upstream.authority.encode("ascii")
        self._tls = tls
        self._idle: deque[Connection] = deque()  # the last one was used last

    async def send(
        self,
        method: str,
        target: bytes,
        headers: HeaderPairs,
        body: Body = None,
        length: int | None = None,
    ) -> Connection:
        """Send a request, and return the response before its body is read.

        The caller limits the number of requests under way, and must call `release` at the end of
        each response. If upstream had closed a reused connection, a request of an idempotent method
        is sent again, unless its body is streamed.

        Args:
            target: request target as in the request line, without upstream's path prefix.
            headers: headers, without those that frame the body.
            length: length of a streamed body in bytes, None if unknown.

        Raises:
            UpstreamError: upstream cannot be reached, or does not send a valid response.
            TimeoutError: upstream does not respond in time.
        """
        full_target = target if target == b"*" else self._prefix + target
        start = _encoded(method, full_target, headers, body, length)
        parts = None if isinstance(body, bytes) else body
        is_repeatable = method in _IDEMPOTENT and parts is None
        while True:
            connection = self._take()
            was_used = connection is not None
            if connection is None:
                connection = await self.connect()
            try:
                await connection.request(method, start, parts, length)
                connection.headers = response_headers(connection.headers, connection.status)
                return connection
            except BaseException as error:
                connection.abort()
                is_stale = was_used and not connection.has_received
                if not (is_stale and is_repeatable and isinstance(error, UpstreamError)):
                    raise

    def release(self, connection: Connection) -> None:
        """End a response. Unless the whole body was read, the connection is closed."""
        if connection.is_reusable:
            connection.expire(self._settings.idle_seconds)
            self._idle.append(connection)
        else:
            connection.abort()

    def _take(self) -> Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if connection.is_open:
                return connection
        return None

    async def connect(self) -> Connection:
        """Return a new connection.

        Raises:
            UpstreamError: upstream cannot be reached, or not in time.
        """
        settings, upstream = self._settings, self._upstream
        try:
            async with asyncio.timeout(settings.connect_seconds):
                loop = asyncio.get_running_loop()
                factory = partial(Connection, settings.upstream_seconds)
                if upstream.scheme == "unix":
                    _, connection = await loop.create_unix_connection(factory, upstream.host)
                else:
                    _, connection = await loop.create_connection(
                        factory,
                        upstream.host,
                        upstream.port,
                        ssl=None if self._tls is None else self._tls.context(),
                        happy_eyeballs_delay=_ATTEMPT_SECONDS,
                    )
        except TimeoutError:
            raise UpstreamError(problems.CONNECT_LATE) from None
        except ssl.SSLError as error:
            raise UpstreamError(problems.UPSTREAM_TLS) from error
        except OSError as error:
            raise UpstreamError(problems.UNREACHABLE) from error
        return connection

    async def fetch(self, request: Request) -> Response:
        """Return the whole response to a lookup's request.

        Raises:
            UpstreamError: upstream sends no valid response, or the response is longer than
                `response_bytes`, or the budget has no room for it.
            TimeoutError: upstream does not respond in time.
        """
        target = request.path
        if request.query:
            target += f"?{request.query}"
        headers = [(b"host", self._authority)]
        for name, value in as_texts(request.headers):
            headers.append((name.encode("latin-1"), value.encode("latin-1")))
        buffer = Buffer(self._budget, self._settings.response_bytes, "response")
        async with self._lookups:
            response = await self.send(request.method, target.encode("ascii"), headers)
            try:
                while part := await response.read():
                    if buffer.add(part) is not None:
                        raise UpstreamError
                return Response(response.status, response.headers, buffer.content)
            finally:
                self.release(response)
                buffer.close()


def _encoded(
    method: str, target: bytes, headers: HeaderPairs, body: Body, length: int | None
) -> bytes:
    """Return the head of a request, with its body unless the body is streamed."""
    lines = [b"%s: %s\r\n" % pair for pair in headers if pair[0] != b"content-length"]
    whole = body if isinstance(body, bytes) else b""
    length = len(body) if isinstance(body, bytes) else length
    if length is not None:
        lines.append(b"content-length: %d\r\n" % length)
    elif body is not None:
        lines.append(b"transfer-encoding: chunked\r\n")
    line = b"%s %s HTTP/1.1\r\n" % (method.encode("ascii"), target)
    return b"".join([line, *lines, b"\r\n", whole])


async def upstream_is_ready(settings: Settings, tls: TlsFiles | None) -> bool:
    """Return True if upstream answers a GET of `ready_path` in time with a status below 400.

    Without a path, upstream only has to accept a connection. The arguments are those of `Client`.
    """
    path, upstream = settings.ready_path, settings.upstream
    assert upstream is not None
    with suppress(OSError):  # a base class of UpstreamError and TimeoutError
        async with asyncio.timeout(_READY_SECONDS):
            client = Client(settings, tls)
            if path is None:
                (await client.connect()).abort()
                return True
            headers = [(b"host", upstream.authority.encode("ascii")), (b"accept", b"*/*")]
            response = await client.send("GET", path.encode("ascii"), headers)
            response.abort()
            return response.status < 400
    return False
