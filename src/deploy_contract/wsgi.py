"""The middleware for any WSGI application (PEP 3333): `ContractMiddleware(app)`."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from itertools import chain, islice
from typing import Any, BinaryIO, TypeAlias

from deploy_contract import logs
from deploy_contract.answers import Answer, phrase
from deploy_contract.http.headers import METHOD_OVERRIDES
from deploy_contract.http.messages import Request, new_request
from deploy_contract.http.servers import request_of_environ
from deploy_contract.middleware.buffers import FREE, Buffer
from deploy_contract.middleware.enforcement import Enforcer, Judged, Middleware
from deploy_contract.middleware.handlers import OUTCOME
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
            request, route, mode, shows_candidate = enforcer.arrive(given)
        except Exception as error:
            return _answered(enforcer.unreadable(error), start_response, head=is_head)
        if request is not given:
            _drop_overrides(environ)
        if mode == "off":
            begun = _StartResponse(PendingResponse(enforcer, route), start_response, None)
            return _pass_on(begun, self.app, environ, judged=enforcer.judges_response(route))
        buffer: Buffer | None = None
        fault: str | None = None  # the headers of an environ have no Content-Length
        judged: Judged
        try:
            if route.reads_body:
                buffer, fault = _read_body(environ, enforcer)
                request = new_request(Request, (*request[:4], buffer.content))
            shown: bytes | None = None
            if shows_candidate:
                # it takes no memory that is reserved for requests that are enforced
                buffer, wrong = _read_body(environ, enforcer, request=False)
                shown = buffer.content if wrong is None else None
            if fault is None:
                judged = enforcer.judged_at_once(route, request, shown)
            else:
                judged = enforcer.reject(route, fault, request.headers)
            outcome, _, answer = judged
            environ[OUTCOME] = outcome  # for `report_of`
            if answer is None and route.operation is not None:
                pending = PendingResponse(enforcer, route, judged, request.headers)
                begun = _StartResponse(pending, start_response, buffer)
                return _pass_on(begun, self.app, environ, judged=enforcer.judges_response(route))
            if answer is None:
                chunks = self.app(environ, start_response)
                takes_budget = buffer is not None and buffer.takes_budget
                return _Held(buffer, chunks) if takes_budget else chunks
        except BaseException:
            _close(buffer)
            raise
        _close(buffer)
        return _answered(answer, start_response, head=is_head)


def _close(buffer: Buffer | None) -> None:
    if buffer is not None:
        buffer.close()


class _Held:
    """A response that is not judged, to a request whose body takes budget until the end."""

    def __init__(self, buffer: Buffer | None, chunks: Iterable[bytes]) -> None:
        self._buffer = buffer
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._chunks)

    def close(self) -> None:
        """Close the application's iterable, and give back the budget."""
        try:
            _close_chunks(self._chunks)
        finally:
            _close(self._buffer)


def _drop_overrides(environ: Environ) -> None:
    """Remove the headers that override the method from an environ."""
    for key in _OVERRIDES:
        environ.pop(key, None)


def _read_body(
    environ: Environ, enforcer: Enforcer, *, request: bool = True
) -> tuple[Buffer, str | None]:
    """Read the body, and put it back for the application.

    Args:
        environ: the environ.
        enforcer: has limit and budget.
        request: whether the body may use the part of the budget that is reserved for requests.

    Returns:
        The buffer that holds the body, and the rule that the body breaks, or None.
    """
    limit = enforcer.limits.request_body
    buffer = Buffer(enforcer.budget, limit, request=request)
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


class _StartResponse:
    """The `start_response` that an application gets. It may withhold the response.

    Args:
        pending: the response.
        start: the `start_response` of the server.
        body: the buffer of the request's body, which is closed at the end of the response.

    Attributes:
        sent: whether the response was begun at the server.
    """

    def __init__(self, pending: PendingResponse, start: Start, body: Buffer | None) -> None:
        self.pending = pending
        self.start = start
        self.sent = False
        self._body = body
        self._arguments: tuple[Any, ...] = ()

    def __call__(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        """Begin the response, or replace one that was not sent before the application failed."""
        self._arguments = (status, headers, exc_info) if exc_info else (status, headers)
        self.pending.begin(int(status.split(" ", 1)[0]), list(headers), sent=self.sent)
        return self.pending.collect if self.pending.withheld else self.send()

    def send(self) -> Callable[[bytes], object]:
        """Begin the response at the server."""
        self.sent = True
        write = self.start(*self._arguments)
        self._arguments = ()  # the arguments may hold a traceback
        return partial(self._write, write) if self.pending.collected else write

    def _write(self, write: Callable[[bytes], object], chunk: bytes) -> None:
        """Send on a chunk. PEP 3333 has this callable for old applications."""
        self.pending.collect(chunk)
        write(chunk)

    @property
    def takes_budget(self) -> bool:
        """True if the body of the request or of the response takes bytes of the budget."""
        return self.pending.takes_budget or (self._body is not None and self._body.takes_budget)

    def close(self) -> None:
        """Drop both bodies."""
        self.pending.close()
        if self._body is not None:
            self._body.close()


def _pass_on(begun: _StartResponse, app: App, environ: Environ, *, judged: bool) -> Iterable[bytes]:
    """Call the application, and judge its response if that is wanted."""
    if judged:
        return _judged(begun, app, environ)
    if not begun.pending.changes:
        return app(environ, begun.start)
    try:
        chunks = app(environ, begun.start)
    except BaseException:
        begun.pending.invalidate()
        raise
    return _Passed(begun, chunks, begun.pending.invalidate)


def _judged(begun: _StartResponse, app: App, environ: Environ) -> Iterable[bytes]:
    pending = begun.pending
    try:
        chunks = app(environ, begun)
        if pending.status is None:  # an application may call start_response with its first chunk
            chunks = _with_first(chunks)
        if pending.status is None:
            _close_chunks(chunks)
    except BaseException as error:
        pending.invalidate()
        begun.close()
        if begun.sent or not isinstance(error, Exception):
            raise
        logs.unexpected("the application", error)
        return _answered(pending.break_off(), begun.start)
    if pending.status is None:
        begun.close()
        return _answered(pending.break_off(), begun.start)
    if pending.withheld:
        return _enforced(begun, chunks)
    if pending.collected:
        return _Observed(begun, chunks)
    pending.judge_headers()
    return _Passed(begun, chunks, pending.invalidate) if pending.changes else chunks


def _enforced(begun: _StartResponse, chunks: Iterable[bytes]) -> Iterable[bytes]:
    """Return the whole response, or the answer in its place."""
    pending = begun.pending
    rest: Iterator[bytes] = iter(())
    try:
        rest = iter(chunks)
        for chunk in rest:
            pending.collect(chunk)
            if pending.overflow is not None:
                break
    except BaseException as error:
        pending.invalidate()
        _close_failed(chunks)
        begun.close()
        if not isinstance(error, Exception):
            raise
        logs.unexpected("the application", error)
        return _answered(pending.break_off(), begun.start)
    whole = pending.overflow is None
    answer = pending.judge()
    if answer is not None or whole:
        _close_collected(begun, chunks)
    if answer is not None:
        begun.close()
        return _answered(answer, begun.start)
    begun.send()
    content = (pending.content,)
    if not whole:
        return _Passed(begun, _Continued(content, rest, chunks))
    return _Passed(begun, content) if begun.takes_budget else content


def _close_collected(begun: _StartResponse, chunks: Iterable[bytes]) -> None:
    """Close the iterable of a response that was collected.

    Closing may commit a change. If `close` raises, it is unknown whether the change was committed.
    """
    try:
        _close_chunks(chunks)
    except BaseException as error:
        begun.pending.invalidate()
        if not isinstance(error, Exception):
            begun.close()
            raise
        logs.unexpected("closing of the application", error)


class _Passed:
    """A response that is sent on as it arrives. `end` is called at its end."""

    def __init__(
        self,
        begun: _StartResponse,
        chunks: Iterable[bytes],
        end: Callable[[], object] | None = None,
    ) -> None:
        self._begun = begun
        self._chunks = chunks
        self._end = end
        self._closed = False
        self._whole = False

    def __iter__(self) -> Iterator[bytes]:
        try:
            for chunk in self._chunks:  # noqa: UP028 - `yield from` would close the chunks as well
                yield chunk
        except BaseException:  # also if the generator is not run to its end
            self._begun.pending.invalidate()
            raise
        self._whole = True

    def end(self) -> None:
        """End the response."""
        if self._end is not None:
            self._end()

    def close(self) -> None:
        """Close the application's iterable. The server calls it when no more can be sent."""
        if self._closed:
            return
        self._closed = True
        try:
            _close_chunks(self._chunks)
        except BaseException:
            self._whole = False
            raise
        finally:
            try:
                self.end()
            finally:
                self._begun.close()


class _Observed(_Passed):
    """A response that is sent on as it arrives, and judged at its end."""

    def __iter__(self) -> Iterator[bytes]:
        collect = self._begun.pending.collect
        try:
            for chunk in self._chunks:
                collect(chunk)
                yield chunk
        except BaseException:
            self._begun.pending.invalidate()
            raise
        self._whole = True

    def end(self) -> None:
        """Judge the response. It is complete if neither reading nor closing it raised."""
        self._begun.pending.judge(whole=self._whole)


def _with_first(chunks: Iterable[bytes]) -> Iterable[bytes]:
    """Ask for the first chunk, and return chunks that begin with it."""
    try:
        rest = iter(chunks)
        first = tuple(islice(rest, 1))
    except BaseException:
        _close_failed(chunks)
        raise
    return _Continued(first, rest, chunks)


class _Continued:
    """Chunks of which the first was read already."""

    def __init__(
        self, first: tuple[bytes, ...], rest: Iterator[bytes], whole: Iterable[bytes]
    ) -> None:
        self._first = first
        self._rest = rest
        self._whole = whole

    def __iter__(self) -> Iterator[bytes]:
        return chain(self._first, self._rest)

    def close(self) -> None:
        """Close the iterable that gave the chunks."""
        _close_chunks(self._whole)


def _close_chunks(chunks: Any) -> None:
    """Close the iterable of an application if it has a `close`."""
    method = getattr(chunks, "close", None)
    if method is not None:
        method()


def _close_failed(chunks: Any) -> None:
    """Close an iterable that has raised. If closing raises too, log the exception."""
    try:
        _close_chunks(chunks)
    except Exception as error:
        logs.unexpected("closing of the application", error)


def _answered(answer: Answer, start: Start, *, head: bool = False) -> list[bytes]:
    """Answer a request. Leave out the body if it is a HEAD request."""
    start(f"{answer.status} {phrase(answer.status)}", [*dict(answer.headers).items()])
    return [] if head else [answer.body]
