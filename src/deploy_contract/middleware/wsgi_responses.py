"""Responses of WSGI applications (PEP 3333): sent on as they come, or withheld until judged."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any, TypeAlias

from deploy_contract import logs
from deploy_contract.answers import Answer, phrase
from deploy_contract.middleware.buffers import Buffer
from deploy_contract.middleware.responses import PendingResponse
from deploy_contract.middleware.wsgi_requests import Environ

Start: TypeAlias = Callable[..., Callable[[bytes], object]]
App: TypeAlias = Callable[[Environ, Start], Iterable[bytes]]


class StartResponse:
    """The `start_response` of an application, which may keep its response back.

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
        """Begin the response, or begin it anew if the application failed before it was sent."""
        self._arguments = (status, headers, exc_info) if exc_info else (status, headers)
        self.pending.begin(int(status.split(" ", 1)[0]), list(headers), sent=self.sent)
        return self.pending.add if self.pending.withheld else self.send()

    def send(self) -> Callable[[bytes], object]:
        """Begin the response at the server."""
        self.sent = True
        write = self.start(*self._arguments)
        self._arguments = ()  # they may hold a traceback
        return partial(self._write, write) if self.pending.collected else write

    def _write(self, write: Callable[[bytes], object], chunk: bytes) -> None:
        """Send on a chunk that comes by the callable that PEP 3333 has for old applications."""
        self.pending.add(chunk)
        write(chunk)

    @property
    def takes_budget(self) -> bool:
        """True if the body of request or response takes bytes of the budget."""
        return self.pending.takes_budget or (self._body is not None and self._body.takes_budget)

    def close(self) -> None:
        """Drop both bodies."""
        self.pending.close()
        if self._body is not None:
            self._body.close()


def pass_on(begun: StartResponse, app: App, environ: Environ) -> Iterable[bytes]:
    """Call the application, and judge its response if that is wanted."""
    if begun.pending.judged:
        return _judged(begun, app, environ)
    if not begun.pending.changes:
        return app(environ, begun.start)
    try:
        chunks = app(environ, begun.start)
    except BaseException:
        begun.pending.invalidate()
        raise
    return _Passed(begun, chunks, begun.pending.invalidate)


def _judged(begun: StartResponse, app: App, environ: Environ) -> Iterable[bytes]:
    pending = begun.pending
    try:
        chunks = app(environ, begun)
        if pending.status is None:  # an application may call start_response with its first chunk
            chunks = _with_first(chunks)
        if pending.status is None:
            close(chunks)
    except BaseException as error:
        pending.invalidate()
        begun.close()
        if begun.sent or not isinstance(error, Exception):
            raise
        logs.unexpected("the application", error)
        return answered(pending.break_off(), begun.start)
    if pending.status is None:
        begun.close()
        return answered(pending.break_off(), begun.start)
    if pending.withheld:
        return _enforced(begun, chunks)
    if pending.collected:
        return _Observed(begun, chunks)
    pending.judge_headers()
    return _Passed(begun, chunks, pending.invalidate) if pending.changes else chunks


def _enforced(begun: StartResponse, chunks: Iterable[bytes]) -> Iterable[bytes]:
    """Return the whole response, or the answer in its place."""
    pending = begun.pending
    rest: Iterator[bytes] = iter(())
    try:
        rest = iter(chunks)
        for chunk in rest:
            pending.add(chunk)
            if pending.is_enough:
                break
    except BaseException as error:
        pending.invalidate()
        _close_failed(chunks)
        begun.close()
        if not isinstance(error, Exception):
            raise
        logs.unexpected("the application", error)
        return answered(pending.break_off(), begun.start)
    whole = not pending.is_enough
    answer = pending.judge()
    if answer is not None or whole:
        _close_collected(begun, chunks)
    if answer is not None:
        begun.close()
        return answered(answer, begun.start)
    begun.send()
    content = (pending.content,)
    if not whole:
        return _Passed(begun, _Continued(content, rest, chunks))
    return _Passed(begun, content) if begun.takes_budget else content


def _close_collected(begun: StartResponse, chunks: Iterable[bytes]) -> None:
    """Close the iterable of a response that was collected.

    Closing may commit a change. If it raises, nobody knows whether it did.
    """
    try:
        close(chunks)
    except BaseException as error:
        begun.pending.invalidate()
        if not isinstance(error, Exception):
            begun.close()
            raise
        logs.unexpected("closing of the application", error)


class _Passed:
    """A response that is sent on as it comes. `end` is called at its end."""

    def __init__(
        self,
        begun: StartResponse,
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
            close(self._chunks)
        except BaseException:
            self._whole = False
            raise
        finally:
            try:
                self.end()
            finally:
                self._begun.close()


class _Observed(_Passed):
    """A response that is sent on as it comes, and judged at its end."""

    def __iter__(self) -> Iterator[bytes]:
        add = self._begun.pending.add
        try:
            for chunk in self._chunks:
                add(chunk)
                yield chunk
        except BaseException:
            self._begun.pending.invalidate()
            raise
        self._whole = True

    def end(self) -> None:
        """Judge the response; it is whole if it was closed without an exception too."""
        self._begun.pending.judge(whole=self._whole)


def _with_first(chunks: Iterable[bytes]) -> Iterable[bytes]:
    """Return the same chunks, the first of them asked for already."""
    try:
        rest = iter(chunks)
        first = tuple(islice(rest, 1))
    except BaseException:
        _close_failed(chunks)
        raise
    return _Continued(first, rest, chunks)


class _Continued:
    """Chunks whose beginning was asked for already."""

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
        close(self._whole)


def close(chunks: Any) -> None:
    """Close the iterable of an application if it has a `close`."""
    method = getattr(chunks, "close", None)
    if method is not None:
        method()


def _close_failed(chunks: Any) -> None:
    """Close an iterable that raised already; log a further exception."""
    try:
        close(chunks)
    except Exception as error:
        logs.unexpected("closing of the application", error)


def answered(answer: Answer, start: Start, *, head: bool = False) -> list[bytes]:
    """Answer a request; a request of HEAD without the body."""
    start(f"{answer.status} {phrase(answer.status)}", [*dict(answer.headers).items()])
    return [] if head else [answer.body]
