"""The gateway's HTTP/1.1 protocol: uvicorn's, made as strict as a proxy must be (RFC 9112)."""

import asyncio
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from deploy_contract_gateway import problems
from deploy_contract_gateway.lingering import LingeringTransport
from deploy_contract_gateway.problems import Problem
from deploy_contract_gateway.settings import Settings
from deploy_contract_serving.protocol import HttpProtocol

_ABSOLUTE_TARGET = re.compile(rb"https?://([^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)
_HOST = re.compile(  # RFC 9110, section 7.2
    rb"(?:[A-Za-z0-9._~!$&'()*+,;=%-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?"
)
_MAX_LENGTH_DIGITS = 18  # of Content-Length; all servers read such a number alike


class RefusedError(Exception):
    """A request that is refused while it is parsed; llhttp stops when a callback raises."""


def _ignore(_problem: Problem) -> None:
    """Report nothing."""


class StrictProtocol(HttpProtocol):
    """One client connection.

    In addition to the base class:

    - The size of the request line and headers is limited, and so is the time for them, for the body
      and for the client to read the response.
    - A request that servers read in two ways is refused: its target, host, framing or version.
    - A target in absolute form is replaced by its path (RFC 9112, section 3.2.2).
    - `scope["state"]["target"]` is the target as received. Trailers are dropped.
    - Requests for a tunnel are refused, and those that offer a protocol of `refused_upgrades`.
    - If the client leaves, `scope["state"]["client_gone"]` is called without arguments, if it is
      there.
    - A fault in a request that follows others on the connection is answered after them.
    - A connection with unread bytes is closed so that the answer arrives (section 9.6).
    """

    header_bytes = 65536
    header_seconds = 10.0
    pause_seconds = 60.0
    refused_upgrades: Mapping[bytes, Problem] = MappingProxyType({})
    report: Callable[[Problem], None] = staticmethod(_ignore)

    @classmethod
    def configured(
        cls,
        settings: Settings,
        report: Callable[[Problem], None],
        *,
        refused_upgrades: Mapping[bytes, Problem],
    ) -> type["StrictProtocol"]:
        """Return a subclass with the limits of the settings: uvicorn creates protocols itself.

        Args:
            settings: the settings.
            report: called with the problem of each request that is refused here.
            refused_upgrades: the answer to an offer of each of these protocols.
        """
        attributes = {
            "header_bytes": settings.header_bytes,
            "header_seconds": settings.header_seconds,
            "pause_seconds": settings.client_seconds,
            "refused_upgrades": refused_upgrades,
            "report": staticmethod(report),
        }
        return type("ConfiguredProtocol", (cls,), attributes)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_size = 0  # bytes of the current head, and of its trailers
        self._unparsed = 0  # bytes since the last callback: llhttp collects a header until it ends
        self._in_head = False
        self._head_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._body_timer: asyncio.TimerHandle | None = None
        self._last_body = 0.0  # loop time at which the last part of a body arrived
        self._problem: Problem | None = None  # to be answered after the requests before it
        self._running: Any = None  # uvicorn's cycle of the request that is being served
        self._refusing = False  # whether further bytes are ignored

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a request, if the connection is admitted."""
        lingering = LingeringTransport(transport, self)  # type: ignore[arg-type]
        super().connection_made(lingering)  # type: ignore[arg-type]
        if self.admitted:
            self._start_head_timer()

    def refuse_connection(self) -> None:
        """Answer with status 503, and close so that the answer arrives."""
        self._answer(problems.CONNECTIONS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the running request that its client has left."""
        self._stop_head_timer()
        self._stop_write_timer()
        if self._body_timer is not None:
            self._body_timer.cancel()
        running = self._running
        if running is not None and not running.response_complete:
            self._abandon(running)  # uvicorn tells only the last request that was parsed
        self.pipeline.clear()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, and refuse a request that is malformed or too long."""
        if self._refusing or self.parser is None:
            return
        self._unset_keepalive_if_required()
        self._unparsed += len(data)
        try:
            self.feed(data)
        except httptools.HttpParserError:
            self._refuse(self._problem or problems.MALFORMED)
        else:
            if self._unparsed > self.header_bytes + len(data):
                self._refuse(problems.HEAD_SIZE)
            elif self._in_head or self._running is None:
                if self._head_timer is None:  # most requests arrive whole, and need no timer
                    self._start_head_timer()
            elif self._is_reading_body():
                self._last_body = self.loop.time()
                if self._body_timer is None:
                    self._start_body_timer(self.pause_seconds)

    def discard(self) -> None:
        """Read and drop all further bytes."""
        self._refusing = True
        self._stop_head_timer()
        self.flow.resume_reading()

    @property
    def unread(self) -> bool:
        """True if the client may still send bytes that nobody reads."""
        return self._refusing or self._is_reading_body()

    def on_message_begin(self) -> None:
        """Start a request."""
        super().on_message_begin()
        self._head_size, self._unparsed, self._in_head = 0, 0, True

    def on_url(self, url: bytes) -> None:
        """Accept a part of the target."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Accept a header. Trailers are dropped: the request was judged without them."""
        self._count_head(len(name) + len(value) + 4)
        if self._in_head:
            # RFC 9112, section 5: white space around a value does not belong to it
            super().on_header(name, value.strip(b" \t"))

    def on_headers_complete(self) -> None:
        """Check the head as a whole, and start the application."""
        if self.parser.get_method() == b"CONNECT":
            self._fail(problems.TUNNEL)
        for name, value in self.headers:
            if name == b"upgrade":
                self._check_upgrade(value)
        if self.parser.should_upgrade():  # it is parsed again without the offer
            return
        self._in_head = False
        self._stop_head_timer()
        version = self.parser.get_http_version()
        if version not in ("1.1", "1.0"):
            self._fail(problems.VERSION)
        hosts, lengths, codings = [], [], []
        for name, value in self.headers:
            if name == b"host":
                hosts.append(value)
            elif name == b"content-length":
                lengths.append(value)
            elif name == b"transfer-encoding":
                codings.append(value.lower())
        self._check_framing(version, lengths, codings)
        if self.url[:1] != b"/":
            hosts = self._use_path_of_absolute_target(hosts)
        if b"#" in self.url:
            self._fail(problems.TARGET)
        self._check_host(version, hosts)
        self.scope["state"]["target"] = self.url
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Accept a part of a body."""
        self._unparsed = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        """Continue with the next request, answer a pending problem, or wait for a request."""
        self._running = None
        problem, self._problem = self._problem, None
        if problem and not self.pipeline and not self.transport.is_closing():
            self._answer(problem)
            return
        self._problem = problem
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Pause the application; a client that does not read is disconnected after a while."""
        super().pause_writing()
        self._write_timer = self.loop.call_later(self.pause_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Resume the application."""
        super().resume_writing()
        self._stop_write_timer()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even if the client has not read all of the response."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(self.pause_seconds, self.transport.abort)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's text
        """Refuse a request that uvicorn finds malformed."""
        self._refuse(problems.MALFORMED)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _check_upgrade(self, offers: bytes) -> None:
        """Refuse a request that offers a protocol which is refused (RFC 9110, section 7.8)."""
        for offer in offers.lower().split(b","):
            problem = self.refused_upgrades.get(offer.strip().partition(b"/")[0])
            if problem is not None:
                self._fail(problem)

    def _check_framing(self, version: str, lengths: list[bytes], codings: list[bytes]) -> None:
        """Refuse a request whose end servers may see at different places (RFC 9112, section 6)."""
        if len(lengths) + len(codings) > 1 or (codings and version == "1.0"):
            self._fail(problems.FRAMING)
        if lengths and len(lengths[0]) > _MAX_LENGTH_DIGITS:
            self._fail(problems.FRAMING)
        if codings and codings != [b"chunked"]:
            self._fail(problems.CODING)

    def _check_host(self, version: str, hosts: list[bytes]) -> None:
        if not hosts and version == "1.0":
            return
        if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
            self._fail(problems.HOST)

    def _use_path_of_absolute_target(self, hosts: list[bytes]) -> list[bytes]:
        """Replace a target in absolute form by its path, and the Host header by its host."""
        if self.url == b"*" and self.parser.get_method() == b"OPTIONS":
            return hosts
        found = _ABSOLUTE_TARGET.fullmatch(self.url)
        if found is None:
            self._fail(problems.TARGET)
        host, rest = found.groups()
        self.url = rest if rest.startswith(b"/") else b"/" + rest
        self.headers[:] = [(b"host", host), *(pair for pair in self.headers if pair[0] != b"host")]
        return [host]

    def _is_reading_body(self) -> bool:
        return self.cycle is not None and self.cycle.more_body

    def _count_head(self, size: int) -> None:
        self._head_size += size
        self._unparsed = 0
        if self._head_size > self.header_bytes:
            self._fail(problems.HEAD_SIZE)

    def _fail(self, problem: Problem) -> NoReturn:
        self._problem = problem
        raise RefusedError

    def _refuse(self, problem: Problem) -> None:
        """Answer a refused request after the requests before it; read no further ones."""
        self._refusing = True
        self._stop_head_timer()
        running = self._running
        if running is None or running.response_complete:
            self._answer(problem)
        elif self.cycle is not running:
            if self.cycle.more_body:
                self.pipeline.popleft()  # it waits behind others, and will never be complete
            self._problem = problem
        elif not running.more_body:
            self._problem = problem
        elif running.response_started:
            self.transport.close()
        else:
            self._abandon(running)
            self._answer(problem)

    def _abandon(self, running: Any) -> None:
        """Tell the application of a request that its client has left."""
        running.disconnected = True
        running.message_event.set()
        client_gone = running.scope["state"].get("client_gone")
        if client_gone is not None:
            client_gone()

    def _answer(self, problem: Problem) -> None:
        """Send a problem and close the connection."""
        self._refusing = True
        if self.transport.is_closing():
            return
        self.report(problem)
        headers, body = problems.encode(problem)
        lines = [b"%s: %s\r\n" % pair for pair in headers]
        head = [STATUS_LINE[problem.status], *lines, b"connection: close\r\n\r\n"]
        self.transport.write(b"".join([*head, body]))
        self.transport.close()

    def _start_head_timer(self) -> None:
        self._head_timer = self.loop.call_later(self.header_seconds, self._on_head_timeout)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _start_body_timer(self, seconds: float) -> None:
        self._body_timer = self.loop.call_later(seconds, self._on_body_timeout)

    def _stop_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _on_head_timeout(self) -> None:
        self._head_timer = None
        if self._head_size:
            self._refuse(problems.HEAD_TIME)
        else:  # nothing was requested, so nothing is answered
            self._refusing = True
            self.transport.close()

    def _on_body_timeout(self) -> None:
        """Refuse a body that has paused too long, unless the gateway itself does not read."""
        self._body_timer = None
        if self._refusing or not self._is_reading_body():
            return
        now = self.loop.time()
        if self.flow.read_paused:
            self._last_body = now
        left = self._last_body + self.pause_seconds - now
        if left > 0:
            self._start_body_timer(left)
        elif self.cycle.response_complete:
            self.transport.close()
        else:
            self._refuse(problems.BODY_TIME)
