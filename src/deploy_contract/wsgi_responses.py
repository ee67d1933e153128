"""Responses of WSGI applications (PEP 3333): sent on as they come, or withheld until they are judged."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from http import HTTPStatus
from itertools import chain, islice
from typing import Any

from deploy_contract import logs
from deploy_contract.answers import Answer
from deploy_contract.buffers import Buffer
from deploy_contract.gateway import Gateway, Passage
from deploy_contract.http.messages import Response

Environ = dict[str, Any]
Start = Callable[..., Callable[[bytes], object]]
App = Callable[[Environ, Start], Iterable[bytes]]


class Exchange:
    """A request that was passed on: what is to be said of its response, and what is to be given back at its end."""

    def __init__(self, gateway: Gateway, passage: Passage, asked: Buffer) -> None:
        self.gateway = gateway
        self.passage = passage
        self.answered = Buffer(gateway.budget, request=False)
        self._asked = asked

    def changed(self) -> None:
        """Nobody knows what the application did: forget what it may have changed."""
        self.gateway.changed(self.passage)

    def forget(self, _whole: bool) -> None:  # noqa: FBT001 - as a `_Passed` calls it
        """Forget what the application may have changed, however its response ended."""
        self.changed()

    @property
    def may_change(self) -> bool:
        """Whether the operation takes a body: the others change nothing."""
        operation = self.passage.route.operation
        return operation is not None and operation.request is not None

    def end(self) -> None:
        """Give back what both bodies took."""
        self._asked.clear()
        self.answered.clear()


def unjudged(exchange: Exchange, app: App, environ: Environ, start_response: Start) -> Iterable[bytes]:
    """Calls the application, and does not look at its response."""
    if not exchange.may_change:
        return app(environ, start_response)
    try:
        chunks = app(environ, start_response)
    except BaseException:
        exchange.changed()
        raise
    return _Passed(exchange, chunks, exchange.forget)


def judged(exchange: Exchange, app: App, environ: Environ, start_response: Start) -> Iterable[bytes]:
    """Calls the application, and judges what it answers."""
    gateway, passage = exchange.gateway, exchange.passage
    held = _Held(exchange, start_response)
    try:
        chunks = app(environ, held)
        if held.status is None:  # it may call start_response with the first chunk
            chunks = _begun(chunks)
        if held.status is None:
            _close(chunks)
    except BaseException as error:
        exchange.changed()
        exchange.end()
        if held.sent or not isinstance(error, Exception):
            raise
        logs.unexpected("the application", error)
        held.status = None
    if held.status is None:
        exchange.end()
        return answered(gateway.broken(passage), start_response)
    if held.withheld:
        return _enforced(exchange, held, chunks, start_response)
    if held.observed:
        return _Passed(exchange, chunks, held.judge, held.add)
    if gateway.speaks_of(passage, held.status):
        gateway.judge_response(passage, held.response(), final=False)  # by its headers alone
    return _Passed(exchange, chunks, exchange.forget) if exchange.may_change else chunks


class _Held:
    """A `start_response` that remembers what it was called with, and may keep it back.

    `withheld`: whether it keeps the response back; `observed`: whether it is sent on, and collected to be judged.
    """

    def __init__(self, exchange: Exchange, start: Start) -> None:
        self._exchange = exchange
        self._start = start
        self._most = exchange.gateway.contract.limits.response_body
        self.status: int | None = None
        self.headers: list[tuple[str, str]] = []
        self._call: tuple[Any, ...] = ()
        self.sent = self.withheld = self.observed = False
        self.full = self.lost = False  # whether there was no room for a chunk, and whether one was dropped

    def __call__(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
        """What the application calls; once more if it fails before anything was sent (PEP 3333)."""
        gateway, passage = self._exchange.gateway, self._exchange.passage
        self._call = (status, headers, exc_info) if exc_info else (status, headers)
        self.status, self.headers = int(status.split(" ", 1)[0]), list(headers)
        self._exchange.answered.clear()
        self.full = self.lost = False
        judged = self._is_json and gateway.speaks_of(passage, self.status)
        self.withheld = judged and not self.sent and gateway.enforces(passage)
        self.observed = judged and not self.withheld
        return self._keep if self.withheld else self.send()

    def send(self) -> Callable[[bytes], object]:
        """Begin the response at the server."""
        self.sent = True
        write = self._start(*self._call)
        self._call = ()  # it may hold a traceback
        return partial(self._written, write) if self.observed else write

    def _written(self, write: Callable[[bytes], object], chunk: bytes) -> None:
        """Send on what is written by the callable that PEP 3333 has for old applications."""
        self.add(chunk)
        write(chunk)

    def _keep(self, chunk: bytes) -> None:
        self.add(chunk)

    @property
    def is_enough(self) -> bool:
        """Whether nothing more is to be collected: there is no room, or the response is too long."""
        return self.full or self._exchange.answered.size > self._most

    def add(self, chunk: bytes) -> None:
        """Collect a chunk; one byte beyond the limit is enough to tell that there are too many."""
        if self.is_enough:
            self.lost = True
            return
        answered = self._exchange.answered
        kept = chunk[: self._most + 1 - answered.size] if self.observed else chunk
        if kept and not answered.add(kept):
            self.full = True
            if self.observed:
                answered.clear()

    @property
    def _is_json(self) -> bool:
        return any(name.lower() == "content-type" and "json" in value.lower() for name, value in self.headers)

    def response(self) -> Response:
        """The response as values, as far as it was collected."""
        return Response(self.status or 0, self.headers, self._exchange.answered.content)

    def judge(self, whole: bool) -> Answer | None:  # noqa: FBT001 - called by position, as others are
        """Judge the response; return the answer in its place, if it can still be refused."""
        gateway, passage = self._exchange.gateway, self._exchange.passage
        if self.full:
            return gateway.overflowing(passage, withheld=self.withheld)
        if self.withheld and self.lost:
            return gateway.broken(passage, "json-size")
        if whole:
            return gateway.judge_response(passage, self.response(), final=self.withheld)
        gateway.not_judged(passage)
        self._exchange.changed()
        return None


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

    def __init__(self, first: tuple[bytes, ...], rest: Iterator[bytes], whole: Iterable[bytes]) -> None:
        self._first = first
        self._rest = rest
        self._whole = whole

    def __iter__(self) -> Iterator[bytes]:
        return chain(self._first, self._rest)

    def close(self) -> None:
        """Closes what gave the chunks."""
        _close(self._whole)


def _enforced(exchange: Exchange, held: _Held, chunks: Iterable[bytes], start_response: Start) -> Iterable[bytes]:
    """The whole response, or the answer in its place."""
    rest: Iterator[bytes] = iter(())
    try:
        rest = iter(chunks)
        for chunk in rest:
            held.add(chunk)
            if held.is_enough:
                break
    except BaseException as error:
        exchange.changed()
        _close_after_failure(chunks)
        exchange.end()
        if not isinstance(error, Exception):
            raise
        logs.unexpected("the application", error)
        return answered(exchange.gateway.broken(exchange.passage), start_response)
    whole = not held.is_enough
    answer = held.judge(whole=True)
    if answer is not None or whole:
        _close_ended(exchange, chunks)
    if answer is not None:
        exchange.end()
        return answered(answer, start_response)
    held.send()
    content = (exchange.answered.content,)
    return _Passed(exchange, content if whole else _Begun(content, rest, chunks))


def _close_ended(exchange: Exchange, chunks: Iterable[bytes]) -> None:
    """Close what gave a response that was collected. It may be what commits: nobody knows whether it did if it raises."""
    try:
        _close(chunks)
    except BaseException as error:
        exchange.changed()
        if not isinstance(error, Exception):
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
