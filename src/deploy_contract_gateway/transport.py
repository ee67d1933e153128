"""aiohttp's client requests, responses and connections, changed to send exactly the given bytes."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from aiohttp import ClientError, ClientPayloadError, ClientRequest, ClientResponse, TCPConnector
from aiohttp.client_proto import ResponseHandler
from aiohttp.http_writer import StreamWriter
from multidict import CIMultiDict

from deploy_contract_gateway.headers import HeaderList

_MAX_INTERIM = 16  # interim responses (1xx) before the final one
_HEAD_PIECE = 1 << 14  # bytes of a response's head that are parsed at once
Body = bytes | AsyncIterator[bytes] | None


class OutgoingRequest:
    """The bytes of a request to upstream.

    The framing comes from the body and not from the headers. A streamed body must have the stated
    length: upstream would read surplus bytes as another request.
    """

    def __init__(
        self,
        method: str,
        target: bytes,
        headers: HeaderList,
        body: Body = None,
        length: int | None = None,
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
        # aiohttp reads this before it repeats a request of an idempotent method
        self.consumed = False

    async def write(self, writer: StreamWriter) -> None:
        """Write a streamed body.

        Raises:
            ClientPayloadError: the body does not have the stated length.
        """
        assert not isinstance(self.body, bytes | None)
        size = 0
        async for chunk in self.body:
            size += len(chunk)
            if self.length is not None and size > self.length:
                raise ClientPayloadError
            await writer.write(chunk)
        if self.length not in (None, size):
            raise ClientPayloadError
        await writer.write_eof()

    async def close(self) -> None:
        """Do nothing: aiohttp closes each body that it has sent."""


class RawRequest(ClientRequest):
    """A request of aiohttp that writes an `OutgoingRequest`.

    aiohttp would encode the URL again, and add headers.
    """

    _outgoing: OutgoingRequest

    def update_headers(self, headers: Any) -> None:
        """Keep the headers as they are."""
        self.headers = CIMultiDict() if headers is None else headers

    def update_auto_headers(self, skip_auto_headers: Any) -> None:
        """Add no headers."""

    def update_cookies(self, cookies: Any) -> None:
        """Add no cookies."""

    def update_content_encoding(self, data: Any) -> None:
        """Keep the body as it is."""

    def update_transfer_encoding(self) -> None:
        """Add no header: the outgoing head has it."""

    def update_body_from_data(self, body: Any, _stacklevel: int = 3) -> None:
        """Keep the outgoing request, which the client passes as the body."""
        self._outgoing = self._body = body

    async def send(self, conn: Any) -> ClientResponse:
        """Write the request; a streamed body is written while the response is awaited."""
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
                writer._headers_written = True  # noqa: SLF001 - else the last chunk is not written
            task = self._writer = self.loop.create_task(self._stream(writer, conn))
        response = UpstreamResponse(
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
        response.upstream_protocol = protocol
        self.response = response  # type: ignore[assignment]  # aiohttp declares None
        return response

    async def _stream(self, writer: StreamWriter, conn: Any) -> None:
        try:
            await self._outgoing.write(writer)
        except BaseException as error:
            # Upstream must see that the body broke off, and so must the task that awaits it.
            protocol = conn.protocol
            expected = isinstance(error, Exception)
            if protocol is not None:
                if expected and protocol.exception() is None:
                    protocol.set_exception(error)
                if protocol.transport is not None:
                    protocol.transport.abort()
            if not expected:
                raise
        else:
            if conn.protocol is not None:
                conn.protocol.start_timeout()


class UpstreamConnection(ResponseHandler):
    """A connection to upstream that cannot hang.

    aiohttp (3.14) never wakes the reader of a body whose framing turns out to be wrong: here an
    exception of the connection also ends the body. aiohttp accepts interim responses (1xx) without
    end, each of which restarts the time limit: here at most 16 are accepted and dropped, and the
    head of the final response must be complete within one limit.
    """

    _interim = 0  # interim responses before the final one
    _awaiting_head = False  # whether the final response's head is incomplete
    _deadline = 0.0  # loop time by which it must be complete; 0 while the request is being sent

    def set_response_params(self, **options: Any) -> None:
        """Start to wait for a response."""
        self._interim, self._awaiting_head, self._deadline = 0, True, 0.0
        super().set_response_params(**options)

    def feed_data(self, data: Any, size: int = 0) -> None:
        """Accept a response's head from the parser, and drop interim responses."""
        status = data[0].code
        if 100 <= status < 200 and status != 101:  # 101 is final; the gateway refuses it later
            self._interim += 1
            return
        self._awaiting_head = False
        self._reschedule_timeout()
        super().feed_data(data, size)

    def data_received(self, data: bytes) -> None:
        """Parse received bytes: a head in pieces, so that a flood is stopped after one piece."""
        if not self._awaiting_head:  # aiohttp also calls it with no bytes, to resume a body
            super().data_received(data)
            return
        start = 0
        while start < len(data) and self.exception() is None:
            end = start + _HEAD_PIECE if self._awaiting_head else len(data)
            super().data_received(data[start:end])
            start = end
            if self._awaiting_head and self._deadline:
                self._resume_timeout()
            if self._awaiting_head and self._interim > _MAX_INTERIM:
                self.set_exception(ClientPayloadError("interim responses"))
                if self.transport is not None:
                    self.transport.abort()

    def start_timeout(self) -> None:
        """Start the time limit of the response: the request is sent."""
        self._deadline = self._loop.time() + (self._read_timeout or 0.0)
        super()._reschedule_timeout()

    def _resume_timeout(self) -> None:
        """Set the timer again, which aiohttp removes at each interim response."""
        if self._read_timeout_handle is None and self.exception() is None:
            self._read_timeout_handle = self._loop.call_at(self._deadline, self._on_read_timeout)

    def _reschedule_timeout(self) -> None:
        if not self._awaiting_head:  # the head has one limit, which nothing extends
            super()._reschedule_timeout()

    def set_exception(self, exc: Any, exc_cause: Any = None) -> None:
        """Fail the response, and the body that is being read."""
        body = self._payload
        super().set_exception(exc, exc_cause or exc)
        if body is not None and not body.is_eof() and body.exception() is None:
            body.set_exception(
                exc if isinstance(exc, ClientError) else ClientPayloadError("broken")
            )


class UpstreamResponse(ClientResponse):
    """A response that knows its connection, even after aiohttp has returned that to the pool."""

    upstream_protocol: ResponseHandler

    def disconnect(self) -> None:
        """Close the connection, so that an upstream that sent an invalid head is not asked again.

        Call it before anything else is awaited, while no other request uses the connection.
        """
        self.upstream_protocol.close()


class UpstreamConnector(TCPConnector):
    """aiohttp's connection pool, with connections of the class above."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._factory = partial(UpstreamConnection, loop=self._loop)  # type: ignore[assignment]
