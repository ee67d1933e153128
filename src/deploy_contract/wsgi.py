"""The middleware for any WSGI application (PEP 3333): `ContractMiddleware(app)`."""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import chain, islice
from typing import Any, BinaryIO, TypeAlias

from deploy_contract import logs
from deploy_contract.answers import Answer, phrase
from deploy_contract.http.headers import METHOD_OVERRIDES
from deploy_contract.http.servers import request_of_environ
from deploy_contract.middleware import BODY, OUTCOME
from deploy_contract.middleware.buffers import FREE, Buffer
from deploy_contract.middleware.enforcement import Enforcer, Judged, Middleware
from deploy_contract.middleware.responses import PendingResponse

Environ: TypeAlias = dict[str, Any]
Start: TypeAlias = Callable[..., Callable[[bytes], object]]
App: TypeAlias = Callable[[Environ, Start], Iterable[bytes]]
_OVERRIDES = tuple(f"HTTP_{name.upper().replace('-', '_')}" for name in sorted(METHOD_OVERRIDES))

__all__ = ["App", "ContractMiddleware", "Environ", "Start"]


class ContractMiddleware(Middleware[App]):
    """A WSGI application whose requests and responses are judged by a contract.

    It works like `deploy_contract.asgi.ContractMiddleware`, with two differences: the server limits
    the time that a body takes, and lookups are not awaited.
    """

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        """Serve one request."""
        enforcer = self.enforcer
        is_head = environ.get("REQUEST_METHOD") == "HEAD"
        try:
            given = request_of_environ(environ, enforcer.base_path)
            arrival = enforcer.arrive(given)
        except Exception as error:
            return _answered(enforcer.unreadable(error), start_response, head=is_head)
        request, route, mode, shows_candidate = arrival
        if request is not given:
            for key in _OVERRIDES:
                environ.pop(key, None)
        buffer: Buffer | None = None
        judged: Judged | None = None
        if mode != "off":
            fault: str | None = None  # the headers of an environ have no Content-Length
            if route.reads_body or shows_candidate:
                # for the candidate alone, nothing is taken that is reserved for enforced requests
                buffer, fault = _read_body(environ, enforcer, request=not shows_candidate)
            content = b"" if buffer is None else buffer.content
            judged = enforcer.judged_at_once(arrival, content, fault)
            outcome, _, answer = judged
            environ[OUTCOME] = outcome  # for `report_of`
            if answer is not None:
                return _answered(answer, start_response, head=is_head)
            if route.operation is None:
                return self.app(environ, start_response)
        pending = PendingResponse(enforcer, arrival, judged)
        exchange = _Exchange(pending, start_response, buffer)
        return exchange.run(self.app, environ, judged=enforcer.judges_response(route))


def _read_body(environ: Environ, enforcer: Enforcer, *, request: bool) -> tuple[Buffer, str | None]:
    """Read the body, and put it back for the application.

    Args:
        environ: the environ.
        enforcer: has limit and budget.
        request: whether the body may use the part of the budget that is reserved for requests.

    Returns:
        The buffer that holds the body, and the rule that the body breaks, or None.
    """
    limit = enforcer.limits.request_body
    buffer = environ[BODY] = Buffer(enforcer.budget, limit, request=request)
    stated = environ.get("CONTENT_LENGTH") or None
    if stated is None:
        # PEP 3333: without a length there is no body, unless the server says that the stream ends
        if not environ.get("wsgi.input_terminated"):
            return buffer, None
        wanted = limit + 1
    else:
        if not (stated.isascii() and stated.isdigit()):
            return buffer, "body-incomplete"
        wanted = int(stated[:20])
        if wanted > limit:
            return buffer, "json-size"
    stream = environ["wsgi.input"]
    fault: str | None = _read(stream, buffer, wanted)
    if fault is None and stated is not None and buffer.size < wanted:
        fault = "body-incomplete"
    content = BytesIO(buffer.content)
    environ["wsgi.input"] = content if fault is None else _Again(content, stream)
    if fault is None:
        # also for a chunked body, since Django reads only as many bytes as the header states
        environ["CONTENT_LENGTH"] = str(buffer.size)
    return buffer, fault


def _read(stream: BinaryIO, buffer: Buffer, wanted: int) -> str | None:
    """Read up to `wanted` bytes into a buffer; return the rule that the body breaks."""
    while buffer.size < wanted:
        chunk = stream.read(min(wanted - buffer.size, FREE))
        if not chunk:
            return None
        fault = buffer.add(chunk)
        if fault is not None:
            return fault
    return None


class _Again:
    """A stream whose beginning was read already."""

    def __init__(self, begin: BinaryIO, rest: BinaryIO) -> None:
        self._begin = begin
        self._rest = rest

    def read(self, size: int = -1) -> bytes:
        """Read up to `size` bytes."""
        found = self._begin.read(size)
        return found or self._rest.read(size) if size >= 0 else found + self._rest.read()

    def readline(self, size: int = -1) -> bytes:
        """Read up to a line."""
        return self._begin.readline(size) or self._rest.readline(size)

    def readlines(self, hint: int = -1) -> list[bytes]:
        """Read every line."""
        return [*self._begin.readlines(hint), *self._rest.readlines(hint)]

    def __iter__(self) -> Iterator[bytes]:
        yield from self._begin
        yield from self._rest


class _Exchange:
    """The response of an application on its way to the server. It may be withheld until judged.

    The application gets `begin` as its `start_response`. The server gets the object itself as the
    iterable of the response.

    Args:
        pending: the response.
        start: the `start_response` of the server.
        body: the body of the request, if it was read. It is dropped at the end of the response.
    """

    def __init__(self, pending: PendingResponse, start: Start, body: Buffer | None) -> None:
        self._pending = pending
        self._start = start
        self._body = body
        self._arguments: tuple[Any, ...] = ()
        self._given: Iterable[bytes] = ()  # the iterable of the application
        self._chunks: Iterable[bytes] = ()  # what is left of it
        self._is_sent = False  # whether the response was begun at the server
        self._is_collected = False  # while it is sent on, to be judged at its end
        self._is_whole = False
        self._may_change = True  # whether the deployment may change until the end

    def run(self, app: App, environ: Environ, *, judged: bool) -> Iterable[bytes]:
        """Call the application, and return the response for the server.

        `judged`: whether the response is to be judged.
        """
        pending = self._pending
        if not (judged or pending.changes):
            return app(environ, self._start)
        try:
            self._given = app(environ, self.begin if judged else self._start)
            self._chunks = self._given
            if judged and pending.status is None:
                # an application may call start_response with its first chunk
                rest = iter(self._given)
                self._chunks = chain(tuple(islice(rest, 1)), rest)
            if pending.withheld:
                self._collect()
            elif judged and pending.status is None:
                self._close_given()
        except BaseException as error:
            self._close_early()
            pending.invalidate()
            self._drop()
            if self._is_sent or not (judged and isinstance(error, Exception)):
                raise
            logs.unexpected("the application", error)
            return _answered(pending.break_off(), self._start)
        if not judged:
            return self
        if pending.status is None:
            self._drop()
            return _answered(pending.break_off(), self._start)
        if pending.withheld:
            return self._released()
        pending.judge_headers()
        self._is_collected = pending.collected
        is_passed = not (pending.collected or pending.changes) and self._chunks is self._given
        return self._given if is_passed else self

    def begin(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        """Begin the response, or replace one that was not sent before the application failed."""
        self._arguments = (status, headers, exc_info) if exc_info else (status, headers)
        pending = self._pending
        pending.begin(int(status.split(" ", 1)[0]), list(headers), sent=self._is_sent)
        return pending.collect if pending.withheld else self._send()

    def _send(self) -> Callable[[bytes], object]:
        """Begin the response at the server."""
        self._is_sent = True
        write = self._start(*self._arguments)
        self._arguments = ()  # the arguments may hold a traceback
        if not self._pending.collected:
            return write

        def collect(chunk: bytes) -> None:
            self._pending.collect(chunk)
            write(chunk)

        return collect

    def _collect(self) -> None:
        """Collect the chunks of a withheld response, as far as they are needed."""
        pending = self._pending
        self._chunks = rest = iter(self._chunks)
        for chunk in rest:
            if not pending.withheld:  # another response was begun, such as that to an error
                self._chunks = chain((chunk,), rest)
                return
            pending.collect(chunk)
            if pending.overflow is not None:
                return
        self._chunks = ()

    def _released(self) -> Iterable[bytes]:
        """Judge a withheld response. Return it, or the answer in its place."""
        pending = self._pending
        is_whole = pending.overflow is None
        answer = pending.judge()
        if answer is not None or is_whole:
            self._close_early()
        if answer is not None:
            self._drop()
            return _answered(answer, self._start)
        self._send()
        if is_whole and not pending.takes_budget:
            return (pending.content,)
        self._chunks = chain((pending.content,), self._chunks)
        self._may_change = False
        return self

    def _close_early(self) -> None:
        """Close the application's iterable before the response is sent.

        Closing may commit a change. If `close` raises, it is unknown whether the change was
        committed.
        """
        try:
            self._close_given()
        except BaseException as error:
            self._pending.invalidate()
            if not isinstance(error, Exception):
                self._drop()
                raise
            logs.unexpected("closing of the application", error)

    def _close_given(self) -> None:
        """Close the application's iterable once, if it has a `close`."""
        given, self._given = self._given, ()
        close = getattr(given, "close", None)
        if close is not None:
            close()

    def _drop(self) -> None:
        """Drop both bodies."""
        self._pending.close()
        if self._body is not None:
            self._body.close()

    def __iter__(self) -> Iterator[bytes]:
        pending = self._pending
        try:
            for chunk in self._chunks:
                if self._is_collected:
                    pending.collect(chunk)
                yield chunk
        except BaseException:  # also if the generator is not run to its end
            pending.invalidate()
            raise
        self._is_whole = True

    def close(self) -> None:
        """Close the application's iterable, and judge a response that was only collected.

        The server calls it when no more can be sent. The response is complete if neither reading
        nor closing it raised.
        """
        pending = self._pending
        try:
            self._close_given()
        except BaseException:
            self._is_whole = False
            raise
        finally:
            if self._is_collected:
                pending.judge(whole=self._is_whole)
            elif self._may_change:
                pending.invalidate()
            self._is_collected = self._may_change = False
            self._drop()


def _answered(answer: Answer, start: Start, *, head: bool = False) -> list[bytes]:
    """Answer a request. Leave out the body if it is a HEAD request."""
    start(f"{answer.status} {phrase(answer.status)}", [*dict(answer.headers).items()])
    return [] if head else [answer.body]
