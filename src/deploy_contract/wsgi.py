"""The middleware for any WSGI application (PEP 3333): `ContractMiddleware(app)`."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BufferedReader, BytesIO, RawIOBase
from typing import Any, BinaryIO, ClassVar, TypeAlias

from deploy_contract import logs
from deploy_contract.answers import Answer, phrase
from deploy_contract.exceptions import ContractError
from deploy_contract.http.headers import METHOD_OVERRIDES, as_texts, length_fault
from deploy_contract.http.servers import request_of_environ
from deploy_contract.middleware import BODY, OUTCOME
from deploy_contract.middleware.buffers import FREE, Buffer, Use
from deploy_contract.middleware.enforcement import Enforcer, Judged, Middleware
from deploy_contract.middleware.responses import Message, PendingResponse

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

    unused: ClassVar[Mapping[str, str]] = {
        "body_seconds": "under WSGI: the server limits the time of a body",
        "lookup_seconds": "under WSGI: nothing awaits a lookup, so it limits itself",
    }

    def __call__(self, environ: Environ, start_response: Start | None = None) -> Iterable[bytes]:
        """Serve one request. Raises ContractError if a framework calls it with its own request."""
        if start_response is None:
            raise ContractError(
                "ContractMiddleware wraps a WSGI application, as in wsgi.py; it is no middleware "
                "of Django's MIDDLEWARE"
            )
        enforcer = self.enforcer
        is_head = environ.get("REQUEST_METHOD") == "HEAD"
        try:
            given = request_of_environ(environ, enforcer.base_path)
            arrival = enforcer.arrive(given)
        except Exception as error:
            return _answered(enforcer.unreadable(error), start_response, head=is_head)
        route, mode, shows_candidate = arrival.route, arrival.mode, arrival.shows_candidate
        if arrival.request is not given:
            for key in _OVERRIDES:
                environ.pop(key, None)
        buffer: Buffer | None = None
        judged: Judged | None = None
        if mode != "off":
            fault: str | None = None  # the headers of an environ have no Content-Length
            if route.reads_body or shows_candidate:
                buffer, fault = _read_body(environ, enforcer, arrival.use)
            content = b"" if buffer is None else buffer.content
            judged = enforcer.judged_at_once(arrival, content, fault)
            outcome, _, answer = judged
            environ[OUTCOME] = outcome  # for `report_of`
            if answer is not None:
                return _answered(answer, start_response, head=is_head)
            if route.operation is None:
                return self.app(environ, start_response)
        pending = PendingResponse(enforcer, arrival, judged)
        judged_later = enforcer.judges_response(route)
        exchange = _Exchange(pending, start_response, buffer, judged=judged_later)
        return exchange.run(self.app, environ)


def _read_body(environ: Environ, enforcer: Enforcer, use: Use) -> tuple[Buffer, str | None]:
    """Read the body, and put it back for the application.

    Return the buffer that holds the body, and the rule that the body breaks, or None.
    """
    limit = enforcer.limits.request_body
    buffer = environ[BODY] = Buffer(enforcer.budget, limit, use)
    stated = (environ.get("CONTENT_LENGTH") or "").strip() or None
    if stated is None:
        # PEP 3333: without a length there is no body, unless the server says that the stream ends
        if not environ.get("wsgi.input_terminated"):
            return buffer, None
        wanted = limit + 1
    else:
        fault = length_fault([stated], limit)
        if fault is not None:
            return buffer, fault
        wanted = int(stated[:20])
    stream = environ["wsgi.input"]
    fault = _read(stream, buffer, wanted)
    if fault is None and stated is not None and buffer.size < wanted:
        fault = "body-incomplete"
    content = BytesIO(buffer.content)
    left = sys.maxsize if stated is None else wanted - buffer.size
    environ["wsgi.input"] = (
        content if fault is None else BufferedReader(_Again(content, stream, left))
    )
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


class _Again(RawIOBase):
    """A stream whose beginning was read already.

    Of the rest, `left` bytes are read at most: at some servers, reading more waits for the client.
    """

    def __init__(self, begin: BinaryIO, rest: BinaryIO, left: int) -> None:
        self._begin = begin
        self._rest = rest
        self._left = left

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the next bytes."""
        found = self._begin.read(len(buffer))
        if not found:
            found = self._rest.read(min(len(buffer), self._left))
            self._left -= len(found)
        buffer[: len(found)] = found
        return len(found)


class _Exchange:
    """The response of an application on its way to the server. It may be withheld until judged.

    The application gets `begin` as its `start_response`. The server gets the object itself as the
    iterable of the response. At its end, the body of the request is dropped.
    """

    def __init__(
        self, pending: PendingResponse, start: Start, body: Buffer | None, *, judged: bool
    ) -> None:
        self._pending = pending
        self._start = start
        self._body = body
        self._judged = judged
        self._given: Iterable[bytes] = ()  # the iterable of the application
        self._write: Callable[[bytes], object]  # of the server
        self._is_whole = False

    def run(self, app: App, environ: Environ) -> Iterable[bytes]:
        """Call the application, and return the response for the server."""
        pending = self._pending
        if not (self._judged or pending.changes):
            return app(environ, self._start)
        try:
            self._given = app(environ, self.begin if self._judged else self._start)
        except BaseException as error:
            return list(self._failed(error))
        passes = pending.sent and not (pending.collected or pending.replaced or pending.changes)
        return self._given if passes else self

    def begin(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        """Begin the response, or replace one that was not sent before the application failed."""
        code = int(status.split(" ", 1)[0])
        start = {"type": "http.response.start", "status": code, "headers": headers}
        start |= {"line": status, "exc_info": exc_info}
        for _ in self._sent(self._pending.take(start)):
            pass
        return self.write

    def write(self, chunk: bytes) -> None:
        """Take a chunk, like the function that `start_response` returns (PEP 3333)."""
        for content in self._sent(self._pending.take(_body(chunk, more=True))):
            self._write(content)

    def _sent(self, messages: Iterable[Message]) -> Iterator[bytes]:
        """Begin the response at the server, and yield the chunks for it."""
        for message in messages:
            if "body" in message:
                yield message["body"]
                continue
            status = message["status"]
            line = message.get("line") or f"{status} {phrase(status)}"
            exc_info = message.pop("exc_info", None)  # it may hold a traceback
            more = [exc_info] if exc_info else []
            self._write = self._start(line, as_texts(message["headers"]), *more)

    def __iter__(self) -> Iterator[bytes]:
        pending = self._pending
        try:
            for chunk in self._given:
                if not self._judged:
                    yield chunk
                elif pending.status is None:  # PEP 3333: it must begin before the first chunk
                    break
                else:
                    yield from self._passed(_body(chunk, more=True))
                if pending.done:
                    break
            if pending.withheld:
                yield from self._passed(_body(b"", more=False))
            elif self._judged and pending.status is None:
                self._close_early()
                yield from self._sent(pending.leave())
        except BaseException as error:  # or the generator was closed before its end
            yield from self._failed(error)
        self._is_whole = True

    def _passed(self, message: Message) -> Iterator[bytes]:
        """Yield the chunks for the server after a chunk of the application, or after its last one.

        The messages are taken one by one, so that a withheld body keeps its share of the budget
        until the server has sent it.
        """
        for one in self._pending.take(message):
            if self._pending.replaced or not message["more_body"]:
                self._close_early()
            yield from self._sent([one])

    def _failed(self, error: BaseException) -> Iterator[bytes]:
        """Answer in place of a response whose application failed before it began.

        Otherwise, raise the exception; but not after an answer, which is complete.
        """
        pending = self._pending
        pending.invalidate()
        if self._body is not None:
            self._body.close()
        is_answered = self._judged and (pending.replaced or not pending.sent)
        if not (is_answered and isinstance(error, Exception)):
            raise error
        logs.unexpected("the application", error)
        self._close_early()
        yield from self._sent(pending.leave())

    def _close_early(self) -> None:
        """Close the application's iterable before the response is sent.

        Closing may commit a change. If `close` raises, it is unknown whether the change was
        committed.
        """
        try:
            self._close_given()
        except Exception as error:
            self._pending.invalidate()
            logs.unexpected("closing of the application", error)

    def _close_given(self) -> None:
        given, self._given = self._given, ()
        close = getattr(given, "close", None)
        if close is not None:
            close()

    def close(self) -> None:
        """Close the application's iterable, and judge a response that was only collected.

        The server calls it when no more can be sent. The response is complete if neither reading
        nor closing it raised.
        """
        pending = self._pending
        is_whole, self._is_whole = self._is_whole, False
        try:
            self._close_given()
        except BaseException:
            is_whole = False
            raise
        finally:
            if self._judged and is_whole and not pending.done:
                for _ in pending.take(_body(b"", more=False)):
                    pass
            elif pending.collected and not pending.withheld:
                pending.pass_unjudged()
            elif not pending.done:
                pending.invalidate()
            pending.close()
            if self._body is not None:
                self._body.close()


def _body(content: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": more}


def _answered(answer: Answer, start: Start, *, head: bool) -> list[bytes]:
    """Answer a request. Leave out the body if it is a HEAD request."""
    start(f"{answer.status} {phrase(answer.status)}", [*dict(answer.headers).items()])
    return [] if head else [answer.body]
