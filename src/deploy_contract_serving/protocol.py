"""The server side of HTTP/1.1, as strict as a proxy must be (RFC 9112). httptools parses requests."""

import asyncio
import math
import re
import socket
import struct
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from itertools import islice
from typing import Any, NoReturn
from urllib.parse import unquote

import httptools

from deploy_contract.answers import Answer, failure, unchanged
from deploy_contract.logs import unexpected
from deploy_contract_serving import problems
from deploy_contract_serving.connections import IDLE_GRACE, RepeatedEvent
from deploy_contract_serving.problems import Problem

Message = MutableMapping[str, Any]
App = Callable[
    [Any, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]

_ABSOLUTE_TARGET = re.compile(rb"https?://([^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)
_HOST = re.compile(  # RFC 9110, section 7.2
    rb"(?:[A-Za-z0-9._~!$&'()*+,;=%-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?"
)
_MAX_LENGTH_DIGITS = 18  # of Content-Length; all servers read 18 digits alike
_MAX_UNREAD = 1 << 16  # bytes of a body that wait for the application
_LINGER_SECONDS = 2.0
_EXAMINED = 8  # idle connections; one without unsent bytes is preferred among them
_ASGI = {"version": "3.0", "spec_version": "2.3"}
HEADER_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, section 5.1
HEADER_VALUE = re.compile(rb"[^\x00-\x08\x0a-\x1f\x7f]*")
_CLOSE = re.compile(rb"(?:^|,)\s*close\s*(?:,|$)", re.IGNORECASE)  # an option of Connection
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
_NO_BODY = (204, 304)
_PHRASES = {status.value: status.phrase for status in HTTPStatus}


class RefusedError(Exception):
    """A request that is refused while it is parsed; httptools stops when a callback raises."""


@dataclass(frozen=True, slots=True)
class Options:
    """Limits of a connection, and functions for the requests that the server refuses.

    Attributes:
        header_bytes: size limit for the request line, headers and trailers of a request.
        header_seconds: time limit for the request line and headers.
        pause_seconds: time limit for the next byte of a body, and for the client to read.
        keep_alive_seconds: time limit between a response and the next request.
        refused_upgrades: protocol -> the problem of a request that offers it; others are ignored.
        report: called with the problem of each refused request.
        adapt: returns the answer to a refused request in the form that the client needs.
    """

    header_bytes: int = 65536
    header_seconds: float = 10.0
    pause_seconds: float = 60.0
    keep_alive_seconds: float = 5.0
    refused_upgrades: Mapping[bytes, Problem] = field(default_factory=dict)
    report: Callable[[Problem], None] = lambda _problem: None
    adapt: Callable[[Answer], Answer] = unchanged


class Request:
    """A request under way.

    Attributes:
        body: bytes that the application has not received yet.
        more_body: whether more may come.
        disconnected: whether the client has left.
        response_started, response_complete: whether the head was sent, and the whole response.
    """

    keep_alive = False  # whether another request may follow on the connection

    def __init__(self, connection: "HttpProtocol", scope: dict[str, Any]) -> None:
        self.scope = scope
        self.body = bytearray()
        self.more_body = True
        self.disconnected = self.response_started = self.response_complete = False
        self._connection = connection
        headers = [(name, value.lower()) for name, value in scope["headers"]]
        self._expects_continue = (b"expect", b"100-continue") in headers
        self._changed = asyncio.Event()
        self._is_chunked = False
        # bytes of the body that Content-Length still promises; None without a Content-Length
        self._left: int | None = 0

    async def run(self, app: App) -> None:
        """Let an application answer. If it fails, answer 500, or close an unfinished response."""
        try:
            await app(self.scope, self.receive, self.send)
        except Exception as error:
            unexpected("answering a request", error)
        finally:
            if not self.response_complete and not self.disconnected:
                if self.response_started:
                    self._connection.close()
                else:
                    self._connection.answer(problems.INTERNAL)

    async def receive(self) -> Message:
        """Return the next ASGI message."""
        if self._expects_continue and not self._connection.is_closing:
            self._expects_continue = False
            await self._connection.write(_CONTINUE)
        if not self.disconnected and not self.response_complete:
            self._connection.transport.resume_reading()
            await self._changed.wait()
            self._changed.clear()
        if self.disconnected or self.response_complete:
            return {"type": "http.disconnect"}
        body, self.body = bytes(self.body), bytearray()
        return {"type": "http.request", "body": body, "more_body": self.more_body}

    async def send(self, message: Message) -> None:
        """Send an ASGI message.

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
            self._connection.end_response()

    def add_body(self, part: bytes, *, more: bool) -> None:
        """Add bytes of the body that have arrived."""
        self.body += part
        self.more_body = more
        self._changed.set()

    def disconnect(self) -> None:
        """Tell the application that the client has left."""
        self.disconnected = self.scope["state"]["disconnected"] = True
        self._changed.set()
        client_gone = self.scope["state"].get("client_gone")
        if client_gone is not None:
            client_gone()

    def _head(self, status: int, headers: list[tuple[bytes, bytes]]) -> bytes:
        lines = [_status_line(status)]
        length, says_close, is_dated = None, False, False
        for given, value in headers:
            name = given.lower()
            if not HEADER_NAME.fullmatch(name) or not HEADER_VALUE.fullmatch(value):
                raise RuntimeError("a header of the response is not valid")
            if name == b"content-length":
                length = int(value)
            elif name == b"transfer-encoding":
                continue  # this server chooses the framing
            elif name == b"date":
                is_dated = True
            elif name == b"connection" and _CLOSE.search(value):
                says_close, self.keep_alive = True, False
            lines.append(b"%s: %s\r\n" % (name, value))
        if not is_dated:  # RFC 9110, section 6.6.1
            lines.append(b"date: %s\r\n" % _date(int(time.time())))
        if not self.keep_alive and not says_close:
            lines.append(b"connection: close\r\n")
        if self.scope["method"] != "HEAD" and status not in _NO_BODY:
            self._left = length
            if length is None and self.scope["http_version"] == "1.0":  # which has no chunks
                self._connection.end_by_reset(wanted=True)
            elif length is None:
                self._is_chunked = True
                lines.append(b"transfer-encoding: chunked\r\n")
        lines.append(b"\r\n")
        return b"".join(lines)

    def _part(self, body: bytes, *, more: bool) -> bytes:
        if self.scope["method"] == "HEAD":
            return b""
        if self._is_chunked:
            last = b"" if more else b"0\r\n\r\n"
            return (b"%x\r\n%s\r\n" % (len(body), body) if body else b"") + last
        if self._left is not None:
            self._left -= len(body)
            if self._left < 0 or (self._left and not more):
                raise RuntimeError("the body does not have its Content-Length")
        return body


class HttpProtocol(asyncio.Protocol):
    """One client connection.

    - The size of the request line and headers is limited, and so is the time for them, for the body
      and for the client to read the response.
    - A request whose target, host, framing or version is ambiguous or invalid is refused.
    - A target in absolute form is replaced by its path (RFC 9112, section 3.2.2).
    - `scope["state"]["target"]` is the target as received. Trailers are dropped.
    - Requests for a tunnel (CONNECT) are refused. An offer of another protocol is ignored
      (RFC 9110, section 7.8), since Java's HttpClient offers HTTP/2 in each request. An offer in
      `refused_upgrades` is refused.
    - If the client leaves, `scope["state"]["client_gone"]` is called, if it is set.
    - Later requests on the connection wait. A fault in a request is answered in its turn.
    - A connection with unread bytes is closed in a way that lets the answer arrive (section 9.6).
    """

    def __init__(self, app: App, connections: "Connections", options: Options) -> None:
        self._app, self._connections, self._options = app, connections, options
        self._loop = asyncio.get_running_loop()
        self._parser = self._new_parser()
        # the first request is being served; it is removed after its response and its whole body
        self._requests: deque[Request] = deque()
        self._target = b""
        self._headers: list[tuple[bytes, bytes]] = []
        self._head_size = 0  # bytes of the current head, and of its trailers
        self._unparsed = 0  # bytes since the last callback; httptools keeps an unfinished header
        self._in_head = False
        # loop times by which the next part of a request must arrive, and the client must read
        self._deadline = self._write_deadline = math.inf
        self._problem: Problem | None = None  # to be answered after the requests before it
        self._refusing = False  # whether further bytes are ignored
        self._closing = False
        self._ends_response = False  # whether the end of the connection ends the response
        self._writable = asyncio.Event()
        self._writable.set()

    # --- asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a request, or refuse the connection if there are too many."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._server = _address(transport.get_extra_info("sockname"))
        self._client = _address(transport.get_extra_info("peername"))
        self._scheme = "https" if transport.get_extra_info("sslcontext") else "http"
        if self._connections.admit(self):
            self._expect(self._options.header_seconds)
        else:
            self.answer(problems.CONNECTIONS)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - of asyncio
        """Tell the running request that its client has left."""
        self._connections.remove(self)
        if self._requests:
            self._requests[0].disconnect()
        self._requests.clear()
        self._writable.set()

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, and refuse a request that is malformed or too long."""
        if self._refusing:
            return
        self._unparsed += len(data)
        try:
            self._feed(data)
        except httptools.HttpParserError:
            self._refuse(self._problem or problems.MALFORMED)
            return
        if self._unparsed > self._options.header_bytes + len(data):
            self._refuse(problems.HEAD_SIZE)

    def pause_writing(self) -> None:
        """Pause the application. If the client reads nothing for `pause_seconds`, disconnect."""
        self._writable.clear()
        self._write_deadline = self._loop.time() + self._options.pause_seconds

    def resume_writing(self) -> None:
        """Resume the application."""
        self._writable.set()
        self._write_deadline = math.inf

    # --- httptools

    def _new_parser(self) -> httptools.HttpRequestParser:
        parser = httptools.HttpRequestParser(self)
        # answer a request with `Connection: close` even if other requests follow it
        parser.set_dangerous_leniencies(lenient_data_after_close=True)
        return parser

    def _feed(self, data: bytes | memoryview) -> None:
        """Parse bytes, ignoring offers to upgrade.

        On an offer, httptools stops and skips the body. A proxy that forwarded the head would then
        send the bytes of the next request as the body. So the head is parsed again without the
        offer.

        Raises:
            httptools.HttpParserError: the bytes are not an HTTP request, or it is refused.
        """
        while True:
            try:
                self._parser.feed_data(data)
                return
            except httptools.HttpParserUpgrade as stopped:
                data = memoryview(data)[stopped.args[0] :]
            version = self._parser.get_http_version().encode("ascii")
            line = b"%s %s HTTP/%s\r\n" % (self._parser.get_method(), self._target, version)
            kept = [b"%s: %s\r\n" % pair for pair in self._headers if pair[0] != b"upgrade"]
            self._parser = self._new_parser()
            self._parser.feed_data(b"".join([line, *kept, b"\r\n"]))

    def on_message_begin(self) -> None:
        """Start a request."""
        self._target, self._headers = b"", []
        self._head_size, self._unparsed, self._in_head = 0, 0, True
        self._expect(self._options.header_seconds)

    def on_url(self, url: bytes) -> None:
        """Accept a part of the target."""
        self._count_head(len(url))
        self._target += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Accept a header. Trailers are dropped: the request was judged without them."""
        self._count_head(len(name) + len(value) + 4)
        if self._in_head:
            # RFC 9112, section 5: white space around a value does not belong to it
            self._headers.append((name.lower(), value.strip(b" \t")))

    def on_headers_complete(self) -> None:
        """Check the head as a whole, and start the application."""
        method = self._parser.get_method()
        if method == b"CONNECT":
            self._fail(problems.TUNNEL)
        for value in self._values(b"upgrade"):
            self._check_upgrade(value)
        if self._parser.should_upgrade():  # it is parsed again without the offer
            return
        self._in_head = False
        version = self._parser.get_http_version()
        if version not in ("1.1", "1.0"):
            self._fail(problems.VERSION)
        self._check_framing(version)
        if not self._target.startswith(b"/"):
            self._use_path_of_absolute_target(method)
        if b"#" in self._target:
            self._fail(problems.TARGET)
        self._check_host(version)
        request = Request(self, self._scope(method, version))
        request.keep_alive = version == "1.1" and self._parser.should_keep_alive()
        self._expect(self._options.pause_seconds)
        self._requests.append(request)
        self._connections.begin_request(self)
        if len(self._requests) == 1:
            self._start()
        else:
            self.transport.pause_reading()

    def on_body(self, part: bytes) -> None:
        """Accept a part of a body."""
        self._unparsed = 0
        self._expect(self._options.pause_seconds)
        request = self._requests[-1]
        if not request.response_complete:
            request.add_body(part, more=True)
            if len(request.body) > _MAX_UNREAD:
                self.transport.pause_reading()

    def on_message_complete(self) -> None:
        """End the request, unless its headers offer an upgrade and are parsed again."""
        if self._parser.should_upgrade():
            return
        self._deadline = math.inf
        request = self._requests[-1]
        request.add_body(b"", more=False)
        if request.response_complete:
            self._next()

    def _scope(self, method: bytes, version: str) -> dict[str, Any]:
        path, _, query = self._target.partition(b"?")
        return {
            "type": "http",
            "asgi": _ASGI,
            "http_version": version,
            "method": method.decode("ascii"),
            "scheme": self._scheme,
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "query_string": query,
            "root_path": "",
            "headers": self._headers,
            "state": {"target": self._target},
            "server": self._server,
            "client": self._client,
        }

    # --- requests

    async def write(self, data: bytes) -> None:
        """Send bytes; wait while the client does not read."""
        await self._writable.wait()
        if not self.is_closing:
            self.transport.write(data)

    def end_response(self) -> None:
        """Close the connection, or continue with the next request after the body of this one."""
        if self.is_closing:  # for example, the client has left, and no request is kept
            return
        if not self._requests[0].keep_alive:
            self.close()
        elif self._requests[0].more_body:
            self.transport.resume_reading()  # the rest is dropped
        else:
            self._next()

    def _next(self) -> None:
        """Serve the next request, answer a pending problem, or wait for a request."""
        self._requests.popleft()
        if self.is_closing:
            return
        self.transport.resume_reading()
        if self._requests:
            self._start()
        elif self._problem is not None:
            self.answer(self._problem)
        else:
            if not self._in_head:
                self._expect(self._options.keep_alive_seconds)
            self._connections.end_request(self)

    @property
    def is_closing(self) -> bool:
        """True if nothing more may be sent."""
        return self._closing or self.transport.is_closing()

    def close(self) -> None:
        """Close once all is sent, so that the answer arrives (RFC 9112, section 9.6).

        If unread bytes remain when a socket is closed, the system resets the connection, and the
        client may lose the answer. So the sending half is closed first. The rest is closed when the
        client has closed its half, or after two seconds. TLS cannot close one half: there, the
        client knows by the length of the answer that it is complete.
        """
        if self.is_closing:
            return
        self._closing = True
        if self._ends_response:
            if not self._requests[0].response_complete:
                self.abort()
                return
            self.end_by_reset(wanted=False)
        if not (self._refusing or self._is_reading_body()):
            self._expect(self._options.pause_seconds)  # for the client to read the response
            self.transport.close()
            return
        try:
            if self._scheme == "http":
                self.transport.write_eof()
        except OSError:  # the client has reset the connection, and nobody waits for the answer
            self.transport.abort()
            return
        self._refusing = True
        self._expect(_LINGER_SECONDS)
        self.transport.resume_reading()

    def abort(self) -> None:
        """Close at once. The client sees that a response is incomplete."""
        if self._ends_response and self.transport.get_write_buffer_size():
            self.end_by_reset(wanted=True)
        self.transport.abort()

    def end_by_reset(self, *, wanted: bool) -> None:
        """Let the system reset the connection when it is closed, even if the process is killed.

        In HTTP/1.0, any other end of the connection would end a response without a length. A Unix
        socket cannot be reset. `wanted`: False restores the usual end.
        """
        self._ends_response = True
        linger = struct.pack("ii", wanted, 0)
        self.transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, linger
        )

    def shut_down(self) -> None:
        """Close after the requests under way, or at once if no request is under way."""
        if self._requests and not self._requests[-1].response_complete:
            self._requests[-1].keep_alive = False
        else:  # the rest of a body would only be dropped
            self.close()

    def _start(self) -> None:
        task = self._loop.create_task(self._requests[0].run(self._app))
        self._connections.tasks.add(task)
        task.add_done_callback(self._connections.tasks.discard)

    def _is_reading_body(self) -> bool:
        return bool(self._requests) and self._requests[-1].more_body

    # --- refusals

    def _check_upgrade(self, offers: bytes) -> None:
        """Refuse a request that offers one of `refused_upgrades` (RFC 9110, section 7.8)."""
        for offer in offers.lower().split(b","):
            protocol = offer.strip().partition(b"/")[0]
            problem = self._options.refused_upgrades.get(protocol)
            if problem is not None:
                self._fail(problem)

    def _values(self, name: bytes) -> list[bytes]:
        return [value for key, value in self._headers if key == name]

    def _check_framing(self, version: str) -> None:
        """Refuse a request whose end servers may see at different places (RFC 9112, section 6)."""
        lengths = self._values(b"content-length")
        codings = self._values(b"transfer-encoding")
        if len(lengths) + len(codings) > 1 or (codings and version == "1.0"):
            self._fail(problems.FRAMING)
        if lengths and len(lengths[0]) > _MAX_LENGTH_DIGITS:
            self._fail(problems.FRAMING)
        if codings and codings[0].lower() != b"chunked":
            self._fail(problems.CODING)

    def _check_host(self, version: str) -> None:
        hosts = self._values(b"host")
        if not hosts and version == "1.0":
            return
        if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
            self._fail(problems.HOST)

    def _use_path_of_absolute_target(self, method: bytes) -> None:
        """Replace a target in absolute form by its path, and the Host header by its host."""
        if self._target == b"*" and method == b"OPTIONS":
            return
        found = _ABSOLUTE_TARGET.fullmatch(self._target)
        if found is None:
            self._fail(problems.TARGET)
        host, rest = found.groups()
        self._target = rest if rest.startswith(b"/") else b"/" + rest
        others = [pair for pair in self._headers if pair[0] != b"host"]
        self._headers[:] = [(b"host", host), *others]

    def _count_head(self, size: int) -> None:
        self._head_size += size
        self._unparsed = 0
        if self._head_size > self._options.header_bytes:
            self._fail(problems.HEAD_SIZE)

    def _fail(self, problem: Problem) -> NoReturn:
        self._problem = problem
        raise RefusedError

    def _refuse(self, problem: Problem) -> None:
        """Read no more requests, and answer a refused request after the requests before it."""
        self._refusing, self._problem = True, problem
        self._deadline = math.inf
        if not self._requests:
            self.answer(problem)
        elif not self._requests[-1].more_body:  # `_next` answers later
            return
        elif len(self._requests) > 1:
            self._requests.pop()  # it waits behind others, and will never be complete
        elif self._requests[0].response_started:
            self.close()
        else:
            self._requests[0].disconnect()
            self.answer(problem)

    def answer(self, problem: Problem) -> None:
        """Send a problem and close the connection."""
        self._refusing = True
        if self.is_closing:
            return
        self._options.report(problem)
        found = self._options.adapt(failure(problem.status, problem.detail))
        lines = [f"{name}: {value}\r\n".encode("ascii") for name, value in found.headers]
        head = [_status_line(found.status), *lines, b"connection: close\r\n\r\n"]
        self.transport.write(b"".join([*head, found.body]))
        self.close()

    # --- time

    def _expect(self, seconds: float) -> None:
        """Set the deadline of the next event that must occur."""
        self._deadline = self._loop.time() + seconds

    def check(self, now: float) -> None:
        """Close the connection, or refuse a request, if it is late. Called ten times a second."""
        is_late = now >= self._deadline
        if now >= self._write_deadline or (is_late and self._closing):
            self.abort()  # even if the client has not read all of the response
        elif not is_late:
            return
        elif not self.transport.is_reading():  # the server itself does not read
            self._expect(self._options.pause_seconds)
        elif self._in_head:
            self._refuse(problems.HEAD_TIME)
        elif self._is_reading_body() and not self._requests[-1].response_complete:
            self._refuse(problems.BODY_TIME)
        else:  # nothing waits for an answer
            self.close()


class Connections:
    """The open connections of a server, at most `limit`.

    A connection is idle while no request is under way on it. Beyond the limit, `make_room` closes
    an idle connection. If it cannot, the new connection is refused.

    `report` receives the event "connections-full", at most once a minute.
    """

    def __init__(self, limit: int, report: Callable[..., None]) -> None:
        self.limit = limit
        self._full = RepeatedEvent("connections-full", report)
        self.open: set[HttpProtocol] = set()
        self.tasks: set[asyncio.Task[None]] = set()  # requests under way
        self._idle_since: dict[HttpProtocol, float] = {}  # the longest idle one first

    def admit(self, connection: "HttpProtocol") -> bool:
        """Add a new connection. Return False if the caller has to refuse it."""
        self.open.add(connection)
        admitted = len(self.open) <= self.limit or self.make_room()
        if admitted:
            self._idle_since[connection] = time.monotonic()
        else:
            self._full.count("refused", limit=self.limit)
        return admitted

    def begin_request(self, connection: "HttpProtocol") -> None:
        """Mark a connection as busy."""
        self._idle_since.pop(connection, None)

    def end_request(self, connection: "HttpProtocol") -> None:
        """Mark an open connection as idle."""
        self._idle_since[connection] = time.monotonic()

    def remove(self, connection: "HttpProtocol") -> None:
        """Forget a connection that is closed."""
        self.open.discard(connection)
        self._idle_since.pop(connection, None)

    def make_room(self) -> bool:
        """Close the connection that has been idle for longest.

        A connection without unsent bytes is preferred. Return False if no connection has been idle
        for `IDLE_GRACE`.
        """
        until = time.monotonic() - IDLE_GRACE
        longest = islice(self._idle_since.items(), _EXAMINED)
        idle = [connection for connection, since in longest if since <= until]
        if not idle:
            return False
        chosen = min(idle, key=lambda one: one.transport.get_write_buffer_size() > 0)
        self.remove(chosen)
        chosen.transport.abort()
        self._full.count("closed", limit=self.limit)
        return True


def _address(given: object) -> tuple[str, int] | None:
    """Return host and port of a socket's address; None if it has no port."""
    return (str(given[0]), int(given[1])) if isinstance(given, tuple) else None


@lru_cache(500)
def _status_line(status: int) -> bytes:
    return f"HTTP/1.1 {status} {_PHRASES.get(status, '')}\r\n".encode("ascii")


@lru_cache(1)  # formatted once a second, not for each response
def _date(second: int) -> bytes:
    """Return the value of a header Date. `second`: since 1970."""
    return formatdate(second, usegmt=True).encode("ascii")
