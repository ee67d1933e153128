"""Responses of WSGI applications (PEP 3333): sent on as they come, or withheld until they are judged."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from itertools import chain, islice
from typing import Any

from deploy_contract import logs
from deploy_contract.answers import Answer
from deploy_contract.http.messages import Response
from deploy_contract.middleware.buffers import FREE, Buffer, clear
from deploy_contract.middleware.enforcement import Gateway, Passage

Environ = dict[str, Any]
Start = Callable[..., Callable[[bytes], object]]
App = Callable[[Environ, Start], Iterable[bytes]]


class Exchange:
    """A request that was passed on, and the `start_response` of its response, which may keep the response back.

    `asked`: what holds the request's body, given back at the end. `sent`: whether the response was begun at the server;
    `withheld`: whether it is kept back; `observed`: whether it is sent on, and collected to be judged.
    """

    status: int | None = None
    headers: Sequence[tuple[str, str]] = ()
    sent = withheld = observed = False
    _full = _lost = False  # whether there was no room for a chunk, and whether one was dropped
    _call: tuple[Any, ...] = ()
    _first = b""
    _buffer: Buffer | None = None  # what comes in one small piece needs none

    def __init__(
        self, gateway: Gateway, passage: Passage, start: Start, asked: Buffer | None
    ) -> None:
        self.gateway = gateway
        self.passage = passage
        self.start = start
        self._asked = asked
        self._most = gateway.contract.limits.response_body

    def __call__(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        """What the application calls; once more if it fails before anything was sent (PEP 3333)."""
        self._call = (status, headers, exc_info) if exc_info else (status, headers)
        self.status, self.headers = int(status.split(" ", 1)[0]), list(headers)
        self._drop()
        judged = _is_json(self.headers) and self.gateway.speaks_of(self.passage, self.status)
        self.withheld = judged and not self.sent and self.gateway.enforces(self.passage)
        self.observed = judged and not self.withheld
        return self.add if self.withheld else self.send()

    def send(self) -> Callable[[bytes], object]:
        """Begin the response at the server."""
        self.sent = True
        write = self.start(*self._call)
        self._call = ()  # it may hold a traceback
        return partial(self._written, write) if self.observed else write

    def _written(self, write: Callable[[bytes], object], chunk: bytes) -> None:
        """Send on what is written by the callable that PEP 3333 has for old applications."""
        self.add(chunk)
        write(chunk)

    def add(self, chunk: bytes) -> None:
        """Collect a chunk; one byte beyond the limit is enough to tell that there are too many."""
        if self._buffer is None and not self._first and len(chunk) <= min(FREE, self._most):
            self._first = chunk
            return
        if self.is_enough:
            self._lost = True
            return
        buffer = self._buffer
        if buffer is None:
            buffer = self._buffer = Buffer(self.gateway.budget, self._first, request=False)
        kept = chunk[: self._most + 1 - buffer.size] if self.observed else chunk
        if kept and not buffer.add(kept):
            self._full = True
            if self.observed:
                buffer.clear()

    @property
    def is_enough(self) -> bool:
        """Whether nothing more is to be collected: there is no room, or the response is too long."""
        return self._full or (self._buffer is not None and self._buffer.size > self._most)

    @property
    def content(self) -> bytes:
        """What was collected."""
        return self._first if self._buffer is None else self._buffer.content

    def judge(self, whole: bool) -> Answer | None:  # noqa: FBT001 - called by position, as others are
        """Judge the response; return the answer in its place, if it can still be refused."""
        gateway, passage = self.gateway, self.passage
        if self._full:
            return gateway.overflowing(passage, withheld=self.withheld)
        if self.withheld and self._lost:
            return gateway.broken(passage, "json-size")
        if whole:
            response = Response(self.status or 0, self.headers, self.content)
            return gateway.judge_response(passage, response, final=self.withheld)
        gateway.not_judged(passage)
        self.changed()
        return None

    def changed(self, _whole: bool = False) -> None:  # noqa: FBT001, FBT002 - as it is called at the end of a response
        """Nobody knows what the application did: forget what it may have changed."""
        self.gateway.changed(self.passage)

    @property
    def may_change(self) -> bool:
        """Whether the operation takes a body: the others change nothing."""
        operation = self.passage.route.operation
        return operation is not None and operation.request is not None

    def _drop(self) -> None:
        self._first, self._full, self._lost = b"", False, False
        clear(self._buffer)

    @property
    def takes(self) -> bool:
        """Whether there is something to give back."""
        return self._asked is not None or self._buffer is not None

    def end(self) -> None:
        """Give back what both bodies took."""
        clear(self._asked)
        clear(self._buffer)


def unjudged(exchange: Exchange, app: App, environ: Environ) -> Iterable[bytes]:
    """Calls the application, and does not look at its response."""
    if not exchange.may_change:
        return app(environ, exchange.start)
    try:
        chunks = app(environ, exchange.start)
    except BaseException:
        exchange.changed()
        raise
    return _Passed(exchange, chunks, exchange.changed)


def judged(exchange: Exchange, app: App, environ: Environ) -> Iterable[bytes]:
    """Calls the application, and judges what it answers."""
    gateway, passage = exchange.gateway, exchange.passage
    try:
        chunks = app(environ, exchange)
        if exchange.status is None:  # it may call start_response with the first chunk
            chunks = _begun(chunks)
        if exchange.status is None:
            _close(chunks)
    except BaseException as error:
        exchange.changed()
        exchange.end()
        if exchange.sent or not isinstance(error, Exception):
            raise
        logs.unexpected("the application", error)
        exchange.status = None
    if exchange.status is None:
        exchange.end()
        return answered(gateway.broken(passage), exchange.start)
    if exchange.withheld:
        return _enforced(exchange, chunks)
    if exchange.observed:
        return _Passed(exchange, chunks, exchange.judge, exchange.add)
    if gateway.speaks_of(passage, exchange.status):
        response = Response(exchange.status, exchange.headers, b"")
        gateway.judge_response(passage, response, final=False)  # by its headers alone
    return _Passed(exchange, chunks, exchange.changed) if exchange.may_change else chunks


def _is_json(headers: Iterable[tuple[str, str]]) -> bool:
    for name, value in headers:  # noqa: SIM110 - a generator costs three times as much
        if name.lower() == "content-type" and "json" in value.lower():
            return True
    return False


def _begun(chunks: Iterable[bytes]) -> Iterable[bytes]:
    """Chunks of which the first was asked for already."""
    try:
        rest = iter(chunks)
        first = tuple(islice(rest, 1))
    except BaseException:
        _close_after_failure(chunks)
        raise
    return _Begun(first, rest, chunks)


class _Begun:
    """Chunks of which the first was asked for already."""

    def __init__(
        self, first: tuple[bytes, ...], rest: Iterator[bytes], whole: Iterable[bytes]
    ) -> None:
        self._first = first
        self._rest = rest
        self._whole = whole

    def __iter__(self) -> Iterator[bytes]:
        return chain(self._first, self._rest)

    def close(self) -> None:
        """Closes what gave the chunks."""
        _close(self._whole)


def _enforced(exchange: Exchange, chunks: Iterable[bytes]) -> Iterable[bytes]:
    """The whole response, or the answer in its place."""
    rest: Iterator[bytes] = iter(())
    try:
        rest = iter(chunks)
        for chunk in rest:
            exchange.add(chunk)
            if exchange.is_enough:
                break
    except BaseException as error:
        exchange.changed()
        _close_after_failure(chunks)
        exchange.end()
        if not isinstance(error, Exception):
            raise
        logs.unexpected("the application", error)
        return answered(exchange.gateway.broken(exchange.passage), exchange.start)
    whole = not exchange.is_enough
    answer = exchange.judge(whole=True)
    if answer is not None or whole:
        _close_ended(exchange, chunks)
    if answer is not None:
        exchange.end()
        return answered(answer, exchange.start)
    exchange.send()
    content = (exchange.content,)
    if whole and not exchange.takes:
        return content
    return _Passed(exchange, content if whole else _Begun(content, rest, chunks))


def _close_ended(exchange: Exchange, chunks: Iterable[bytes]) -> None:
    """Close what gave a response that was collected. It may be what commits: nobody knows whether it did if it raises."""
    try:
        _close(chunks)
    except BaseException as error:
        exchange.changed()
        if not isinstance(error, Exception):
            exchange.end()
            raise
        logs.unexpected("closing of the application", error)


class _Passed:
    """A response that is sent on as it comes. `seen` is called with each chunk, and `ended` at the end.

    `ended` is told whether the response came whole, and was closed without an exception.
    """

    def __init__(
        self,
        exchange: Exchange,
        chunks: Iterable[bytes],
        ended: Callable[[bool], object] = bool,
        seen: Callable[[bytes], object] = len,
    ) -> None:
        self._exchange = exchange
        self._chunks = chunks
        self._ended = ended
        self._seen = seen
        self._whole = self._closed = False

    def __iter__(self) -> Iterator[bytes]:
        seen = self._seen
        try:
            for chunk in self._chunks:
                seen(chunk)
                yield chunk
        except BaseException:  # also of a generator that is not run to its end
            self._exchange.changed()
            raise
        self._whole = True

    def close(self) -> None:
        """Called by the server when all is sent, or no more can be."""
        if self._closed:
            return
        self._closed = True
        try:
            _close(self._chunks)
        except BaseException:
            self._whole = False
            raise
        finally:
            try:
                self._ended(self._whole)
            finally:
                self._exchange.end()


def _close(chunks: Any) -> None:
    close = getattr(chunks, "close", None)
    if close is not None:
        close()


def _close_after_failure(chunks: Any) -> None:
    """Close chunks that raised already: that is raised on, and this is logged."""
    try:
        _close(chunks)
    except Exception as error:
        logs.unexpected("closing of the application", error)


def answered(answer: Answer, start_response: Start, *, head: bool = False) -> list[bytes]:
    """Answer a request; a request of HEAD without the body."""
    headers: Mapping[str, str] = dict(answer.headers)
    start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", list(headers.items()))
    return [] if head else [answer.body]
