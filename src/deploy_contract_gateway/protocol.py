"""HTTP/1.1 as the gateway takes it: uvicorn's protocol on llhttp, made strict where a proxy must be (RFC 9112)."""

import asyncio
import re
from collections.abc import Callable
from typing import Any, NoReturn

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from deploy_contract_gateway import problems
from deploy_contract_gateway.lingering import Lingering
from deploy_contract_gateway.problems import Problem
from deploy_contract_gateway.settings import Settings
from deploy_contract_serving.upgrades import PlainProtocol

_ABSOLUTE = re.compile(rb"https?://([^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)
_HOST = re.compile(
    rb"(?:[A-Za-z0-9._~!$&'()*+,;=%-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?"
)  # RFC 9110, section 7.2

_DIGITS = 18  # of a length that every reader takes for the same number


class RefusedError(Exception):
    """A request that is refused before it is one; llhttp ends its work with it."""


class Protocol(PlainProtocol):
    """One connection of a client, beyond what uvicorn's protocol does without upgrades.

    - a request line and headers are bounded in size and time;
    - what has two readings is refused: targets, hosts, framing, versions; a target in absolute form is made a path (RFC 9112,
      section 3.2.2);
    - `scope["state"]["target"]` is the target as it was written; what begins a trailer is never a header;
    - a request that asks for websocket, or a tunnel, is refused;
    - a connection on which something of a request was not read is closed so that the answer arrives (section 9.6);
    - a client that does not take what it is sent is cut off;
    - a client that has gone is told to `scope["state"]["gone"]`, called without arguments, while it is there;
    - a fault in a request that follows others on the connection is answered after them.
    """

    header_bytes = 65536
    header_seconds = 10.0
    pause_seconds = 60.0
    tell: Callable[[Problem], None] = staticmethod(lambda _problem: None)

    @classmethod
    def bounded(cls, settings: Settings, tell: Callable[[Problem], None]) -> type["Protocol"]:
        """The same with other bounds; uvicorn makes protocols itself, and hands them nothing of ours. `tell`: of refusals."""
        bounds = {
            "header_bytes": settings.header_bytes,
            "header_seconds": settings.header_seconds,
            "pause_seconds": settings.client_seconds,
            "tell": staticmethod(tell),
        }
        return type("BoundedProtocol", (cls,), bounds)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._size = 0  # of the head that is being read, and of trailers
        self._quiet = (
            0  # bytes since anything came of them: llhttp gathers a header until it is whole
        )
        self._in_head = False
        self._head_timer: asyncio.TimerHandle | None = None
        self._taking_timer: asyncio.TimerHandle | None = None
        self._body_timer: asyncio.TimerHandle | None = None
        self._heard = 0.0  # when something of a body came
        self._fault: Problem | None = None
        self._running: Any = None  # the cycle whose application runs
        self._ending = False  # whether no more requests are read

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins to wait for a request."""
        self._closing = Lingering(transport, self)  # type: ignore[arg-type]
        super().connection_made(self._closing)  # type: ignore[arg-type]
        if self.admitted:
            self._wait_for_head()

    def turn_away(self) -> None:
        """Answer that there is no room, so that it arrives."""
        self._answer(problems.CONNECTIONS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tells whoever works for the client; a request may run while uvicorn looks at the one behind it."""
        self._stop_waiting()
        self._stop_taking()
        if self._body_timer is not None:
            self._body_timer.cancel()
        running = self._running
        if running is not None and not running.response_complete:
            self._lose(running)
        self.pipeline.clear()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Reads bytes of requests."""
        if self._ending or self.parser is None:
            return
        self._unset_keepalive_if_required()
        self._quiet += len(data)
        try:
            self.feed(data)
        except httptools.HttpParserError:
            self._refuse(self._fault or problems.MALFORMED)
        else:
            if self._quiet > self.header_bytes + len(data):
                self._refuse(problems.HEAD_SIZE)
            elif self._in_head or self._running is None:
                if self._head_timer is None:  # most requests come in one piece, and need none
                    self._wait_for_head()
            elif self._reading_body():
                self._heard = self.loop.time()
                if self._body_timer is None:
                    self._body_timer = self.loop.call_later(self.pause_seconds, self._stalled)

    def discard(self) -> None:
        """Reads what else comes, and looks at none of it."""
        self._ending = True
        self._stop_waiting()
        self.flow.resume_reading()

    @property
    def unread(self) -> bool:
        """Whether a client may still be sending what nobody reads."""
        return self._ending or self._reading_body()

    def on_message_begin(self) -> None:
        """Begins a request."""
        super().on_message_begin()
        self._size, self._quiet, self._in_head = 0, 0, True

    def on_url(self, url: bytes) -> None:
        """Takes a part of the target."""
        self._grow(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Takes a header. A trailer is dropped: it comes after the headers were believed (RFC 9110, section 6.5.1)."""
        self._grow(len(name) + len(value) + 4)
        if self._in_head:
            super().on_header(
                name, value.strip(b" \t")
            )  # RFC 9112, section 5: blanks around it are none of it

    def on_headers_complete(self) -> None:
        """Looks at the head as a whole, and begins to answer."""
        if self.parser.get_method() == b"CONNECT":
            self._fail(problems.TUNNEL)
        if any(
            name == b"upgrade" and value.lower() == b"websocket" for name, value in self.headers
        ):
            self._fail(problems.UPGRADE)
        if self.parser.should_upgrade():  # it comes again without the offer
            return
        self._in_head = False
        self._stop_waiting()
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
        if (
            len(lengths + codings) > 1
            or (codings and version == "1.0")
            or any(len(length) > _DIGITS for length in lengths)
        ):
            self._fail(problems.FRAMING)
        if codings and codings != [b"chunked"]:
            self._fail(problems.CODING)
        if self.url[:1] != b"/":
            hosts = self._path_of_absolute(hosts)
        if b"#" in self.url:
            self._fail(problems.TARGET)
        if (
            len(hosts) > 1
            or (not hosts and version == "1.1")
            or (hosts and not _HOST.fullmatch(hosts[0]))
        ):
            self._fail(problems.HOST)
        self.scope["state"]["target"] = self.url
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Takes a part of a body."""
        self._quiet = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        """Goes on with the request behind, or waits for one."""
        self._running = None
        fault, self._fault = self._fault, None
        if fault and not self.pipeline and not self.transport.is_closing():
            self._answer(fault)
            return
        self._fault = fault
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The client takes less than is sent: it has some time to catch up."""
        super().pause_writing()
        self._taking_timer = self.loop.call_later(self.pause_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It did."""
        super().resume_writing()
        self._stop_taking()

    def timeout_keep_alive_handler(self) -> None:
        """Closes an idle connection, also where the client has not taken all that was sent."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(self.pause_seconds, self.transport.abort)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - what uvicorn would say
        """Refuses what uvicorn finds to be no request."""
        self._refuse(problems.MALFORMED)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _path_of_absolute(self, hosts: list[bytes]) -> list[bytes]:
        """Takes the path out of a target in absolute form, and the host of it in place of the header."""
        if self.url == b"*" and self.parser.get_method() == b"OPTIONS":
            return hosts
        found = _ABSOLUTE.fullmatch(self.url)
        if found is None:
            self._fail(problems.TARGET)
        host, rest = found.groups()
        self.url = rest if rest.startswith(b"/") else b"/" + rest
        self.headers[:] = [(b"host", host), *(pair for pair in self.headers if pair[0] != b"host")]
        return [host]

    def _reading_body(self) -> bool:
        return self.cycle is not None and self.cycle.more_body

    def _grow(self, size: int) -> None:
        self._size += size
        self._quiet = 0
        if self._size > self.header_bytes:
            self._fail(problems.HEAD_SIZE)

    def _fail(self, fault: Problem) -> NoReturn:
        self._fault = fault
        raise RefusedError

    def _refuse(self, fault: Problem) -> None:
        """Answers what is no request, as soon as the requests before it are answered."""
        self._ending = True
        self._stop_waiting()
        running = self._running
        if running is None or running.response_complete:
            self._answer(fault)
        elif self.cycle is not running:
            if self.cycle.more_body:
                self.pipeline.popleft()  # it waits behind others, and will never be whole
            self._fault = fault
        elif not running.more_body:
            self._fault = fault
        elif running.response_started:
            self.transport.close()
        else:
            self._lose(running)
            self._answer(fault)

    def _lose(self, running: Any) -> None:
        """Tells the application of a request that its client has gone."""
        running.disconnected = True
        running.message_event.set()
        gone = running.scope["state"].get("gone")
        if gone is not None:
            gone()

    def _answer(self, fault: Problem) -> None:
        self._ending = True
        if self.transport.is_closing():
            return
        self.tell(fault)
        headers, body = problems.written(fault)
        lines = [b"%s: %s\r\n" % pair for pair in headers]
        self.transport.write(
            b"".join([STATUS_LINE[fault.status], *lines, b"connection: close\r\n\r\n", body])
        )
        self.transport.close()

    def _wait_for_head(self) -> None:
        self._head_timer = self.loop.call_later(self.header_seconds, self._late)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_taking(self) -> None:
        if self._taking_timer is not None:
            self._taking_timer.cancel()
            self._taking_timer = None

    def _stalled(self) -> None:
        """Refuses a body that does not go on, unless it is us who do not read it."""
        self._body_timer = None
        if self._ending or not self._reading_body():
            return
        pause = self.loop.time() - self._heard
        if self.flow.read_paused:
            pause, self._heard = 0.0, self.loop.time()
        if pause < self.pause_seconds:
            self._body_timer = self.loop.call_later(self.pause_seconds - pause, self._stalled)
        elif self.cycle.response_complete:
            self.transport.close()
        else:
            self._refuse(problems.BODY_TIME)

    def _late(self) -> None:
        self._head_timer = None
        if self._size:
            self._refuse(problems.HEAD_TIME)
        else:  # nothing was asked
            self._ending = True
            self.transport.close()
