"""The gateway's client: requests whose bytes are ours, over the connections, pools and response parser of aiohttp."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from functools import partial
from typing import Any, cast

from aiohttp import (
    ClientError,
    ClientPayloadError,
    ClientRequest,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    DummyCookieJar,
    TCPConnector,
)
from aiohttp.client_proto import ResponseHandler
from aiohttp.http_writer import StreamWriter
from multidict import CIMultiDict
from yarl import URL

from deploy_contract import ContractError, Request, Response
from deploy_contract.files.bounded import read
from deploy_contract.middleware.buffers import Budget, Buffer
from deploy_contract_gateway.forwarding import HOP_BY_HOP, Pairs
from deploy_contract_gateway.settings import Settings

_LONGEST_CERTIFICATES = 8 << 20  # bytes of a file
_MOST_INTERIM = 16  # interim responses before a final one
_PIECE = 1 << 14  # bytes of a head that are parsed at once
Body = bytes | AsyncIterator[bytes] | None


class Outgoing:
    """A request as it goes out. `length`: of a body that comes bit by bit, None where it is not known.

    What is said of the length of a body that is here is what it is, whatever the headers say; a body that comes is held to it.
    """

    def __init__(
        self,
        method: str,
        target: bytes,
        headers: Pairs,
        body: Body = None,
        length: int | None = None,
    ) -> None:
        lines = [b"%s: %s\r\n" % pair for pair in headers if pair[0] != b"content-length"]
        self.length = len(body) if isinstance(body, bytes) else length
        self.chunked = body is not None and self.length is None
        if self.chunked:
            lines.append(b"transfer-encoding: chunked\r\n")
        elif self.length is not None:
            lines.append(b"content-length: %d\r\n" % self.length)
        self.head = b"".join(
            [method.encode("ascii"), b" ", target, b" HTTP/1.1\r\n", *lines, b"\r\n"]
        )
        self.body = body
        self.consumed = (
            False  # aiohttp asks before it sends a request of an idempotent method once more
        )

    async def write(self, writer: StreamWriter) -> None:
        """Writes the body, which comes bit by bit."""
        assert not isinstance(self.body, bytes | None)
        size = 0
        async for chunk in self.body:
            size += len(chunk)
            if (
                self.length is not None and size > self.length
            ):  # upstream would take the rest for another request
                raise ClientPayloadError
            await writer.write(chunk)
        if self.length not in (None, size):  # and the next request for the rest of this one
            raise ClientPayloadError
        await writer.write_eof()

    async def close(self) -> None:
        """Does nothing: aiohttp closes what it has sent."""


class _Request(ClientRequest):
    """Writes an Outgoing in place of what aiohttp would make of URL, headers and data: no byte is encoded anew or added."""

    _outgoing: Outgoing

    def update_headers(self, headers: Any) -> None:
        self.headers = CIMultiDict() if headers is None else headers

    def update_auto_headers(self, skip_auto_headers: Any) -> None:
        """Adds none."""

    def update_cookies(self, cookies: Any) -> None:
        """Adds none."""

    def update_content_encoding(self, data: Any) -> None:
        """Leaves the body as it is."""

    def update_transfer_encoding(self) -> None:
        """Is said in the head that is written."""

    def update_body_from_data(self, body: Any, _stacklevel: int = 3) -> None:
        self._outgoing = self._body = body

    async def send(self, conn: Any) -> ClientResponse:
        """Writes the request, or begins to: a body that comes bit by bit is written while the response is waited for."""
        outgoing, protocol = self._outgoing, conn.protocol
        writer, task = StreamWriter(protocol, self.loop), None
        if protocol.transport is None or protocol.transport.is_closing():
            raise ConnectionResetError
        if isinstance(outgoing.body, bytes | None):
            protocol.transport.write(
                outgoing.head + outgoing.body if outgoing.body else outgoing.head
            )
            protocol.start_timeout()
        else:
            outgoing.consumed = True
            protocol.transport.write(outgoing.head)
            if outgoing.chunked:
                writer.enable_chunking()
                writer._headers_written = True  # noqa: SLF001 - so that the last chunk is written
            task = self._writer = self.loop.create_task(self._stream(writer, conn))
        response = Answered(
            self.method,
            self.original_url,
            writer=task,
            continue100=None,
            timer=self._timer,
            request_info=self.request_info,
            traces=self._traces,
            loop=self.loop,
            session=self._session,
            stream_writer=writer,
        )
        response.carrier = protocol
        self.response = response  # type: ignore[assignment]  # aiohttp says that it is None
        return response

    async def _stream(self, writer: StreamWriter, conn: Any) -> None:
        try:
            await self._outgoing.write(writer)
        except BaseException as error:
            # half a body is no request: upstream is to see that it broke off, and whoever waits for a response that it did
            protocol = conn.protocol
            if (
                protocol is not None
                and isinstance(error, Exception)
                and protocol.exception() is None
            ):
                protocol.set_exception(error)
            if protocol is not None and protocol.transport is not None:
                protocol.transport.abort()
            if not isinstance(error, Exception):
                raise
        else:
            if conn.protocol is not None:
                conn.protocol.start_timeout()


class _Connection(ResponseHandler):
    """A connection to upstream. What breaks it also ends the body that is being read from it.

    aiohttp (3.14) leaves whoever reads a body waiting for ever where its framing turns out to be wrong. It also takes interim
    responses (1xx) without end, each of which begins the time limit anew: here a few may come before the final one, which is
    to come whole within the limit. They are dropped.
    """

    _interim = 0  # responses before the final one
    _waiting = False  # whether the final one is still to come
    _deadline = 0.0  # when its head is to have come, 0 as long as the request is being sent

    def set_response_params(self, **options: Any) -> None:
        """Begin to wait for a response."""
        self._interim, self._waiting, self._deadline = 0, True, 0.0
        super().set_response_params(**options)

    def feed_data(self, data: Any, size: int = 0) -> None:
        """Take the head of a response from the parser."""
        if (
            100 <= data[0].code < 200 and data[0].code != 101
        ):  # 101 is final: nobody asked for another protocol
            self._interim += 1
            return
        self._waiting = False
        self._reschedule_timeout()
        super().feed_data(data, size)

    def data_received(self, data: bytes) -> None:
        """Read bytes; a head in pieces, so that little is parsed of a flood before it is stopped."""
        if not self._waiting:  # aiohttp also calls it without bytes, to go on with a body
            super().data_received(data)
            return
        start = 0
        while start < len(data) and self.exception() is None:
            end = start + _PIECE if self._waiting else len(data)
            super().data_received(data[start:end])
            start = end
            if (
                self._waiting
                and self._read_timeout_handle is None
                and self._deadline
                and self.exception() is None
            ):
                # aiohttp stops the time with each interim response
                self._read_timeout_handle = self._loop.call_at(
                    self._deadline, self._on_read_timeout
                )
            if self._waiting and self._interim > _MOST_INTERIM:
                self.set_exception(ClientPayloadError("interim responses"))
                if self.transport is not None:
                    self.transport.abort()

    def start_timeout(self) -> None:
        """Begin the time that upstream has for its response: the request is sent."""
        self._deadline = self._loop.time() + (self._read_timeout or 0.0)
        super()._reschedule_timeout()

    def _reschedule_timeout(self) -> None:
        if not self._waiting:  # the head has one limit, from the end of the request to its own
            super()._reschedule_timeout()

    def set_exception(self, exc: Any, exc_cause: Any = None) -> None:
        body = self._payload
        super().set_exception(exc, exc_cause or exc)
        if body is not None and not body.is_eof() and body.exception() is None:
            body.set_exception(
                exc if isinstance(exc, ClientError) else ClientPayloadError("broken")
            )


class Answered(ClientResponse):
    """A response that knows its connection, also where that is free again: the body may have come with the head."""

    carrier: ResponseHandler

    def cut(self) -> None:
        """Ends the connection: what gave no sound head is not asked again. To be called as soon as it came."""
        self.carrier.close()


class _Connector(TCPConnector):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._factory = partial(_Connection, loop=self._loop)  # type: ignore[assignment]  # a kind of what it has


class Client:
    """Requests to one upstream, over connections that are kept. To be made within an event loop, and closed."""

    def __init__(self, settings: Settings, budget: Budget | None = None) -> None:
        upstream = settings.upstream
        self._budget = budget or Budget()
        self._url = URL.build(scheme=upstream.scheme, host=upstream.host, port=upstream.port)
        self._most = settings.response_bytes
        self._lookups = asyncio.Semaphore(
            settings.pool
        )  # apart from requests: one that waits for a lookup has no place yet
        self._prefix = upstream.prefix.encode("ascii")
        self._authority = upstream.authority.encode("ascii")
        connector = _Connector(
            limit=0,  # who asks has a place already, or waits for one
            keepalive_timeout=settings.idle_seconds,
            ssl=trust(settings) if upstream.scheme == "https" else True,
        )
        self._session = ClientSession(
            connector=connector,
            request_class=_Request,
            cookie_jar=DummyCookieJar(),
            auto_decompress=False,
            timeout=ClientTimeout(
                total=None,
                connect=settings.connect_seconds,
                sock_connect=settings.connect_seconds,
                sock_read=settings.upstream_seconds,
            ),
            max_line_size=1 << 16,
            max_field_size=1 << 16,
            max_headers=1000,
        )

    async def send(
        self,
        method: str,
        target: bytes,
        headers: Pairs,
        body: Body = None,
        length: int | None = None,
    ) -> Answered:
        """The response to a request, its body still to be read; `target`: as in a request line. Raises as aiohttp does."""
        written = target if target == b"*" else self._prefix + target
        outgoing = Outgoing(method, written, headers, body, length)
        # its `_Request` takes it
        return cast(
            "Answered",
            await self._session.request(method, self._url, data=outgoing, allow_redirects=False),
        )

    async def fetch(self, request: Request) -> Response:
        """The response to a request of a lookup, at most as long as one that is judged. ClientError where there is none."""
        headers = [
            (str(name).encode("latin-1"), str(value).encode("latin-1"))
            for name, value in request.headers
        ]
        target = request.path + (f"?{request.query}" if request.query else "")
        whole = [
            (b"host", self._authority),
            *(pair for pair in headers if pair[0].lower() not in {*HOP_BY_HOP, b"host"}),
        ]
        async with self._lookups:
            response = await self.send(request.method, target.encode("ascii"), whole)
            try:
                with closing(Buffer(self._budget, b"", request=False)) as buffer:
                    while part := await response.content.readany():
                        if not buffer.add(part) or buffer.size > self._most:
                            raise ClientPayloadError
                    return Response(response.status, response.raw_headers, buffer.content)
            finally:
                response.close()

    async def is_there(self, path: str | None, seconds: float = 2.0) -> bool:
        """Whether upstream answers a GET of the path with a status below 400; without a path, whether it takes connections."""
        with suppress(ClientError, OSError, TimeoutError):
            async with asyncio.timeout(seconds):
                if path is None:
                    _, writer = await asyncio.open_connection(self._url.host, self._url.port)
                    writer.close()
                    return True
                response = await self.send(
                    "GET", path.encode("ascii"), [(b"host", self._authority), (b"accept", b"*/*")]
                )
                response.close()
                return response.status < 400
        return False

    async def close(self) -> None:
        """Closes all connections."""
        await self._session.close()


def trust(settings: Settings) -> ssl.SSLContext:
    """Return the context that upstream's certificate is judged by.

    Raises:
        ContractError: the file of certificates cannot be read, or holds none.
    """
    if settings.ca_file is None:
        return ssl.create_default_context()
    content = read(settings.ca_file, _LONGEST_CERTIFICATES, "ca_file")
    try:
        return ssl.create_default_context(
            cadata=content.decode("ascii", "backslashreplace")
        )  # comments may be of any text
    except (ValueError, ssl.SSLError):
        raise ContractError(
            "ca_file cannot be read as certificates in PEM; check the path"
        ) from None
