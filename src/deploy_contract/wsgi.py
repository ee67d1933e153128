"""The contract before any WSGI application (PEP 3333): `ContractMiddleware(app)`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from http import HTTPStatus
from inspect import iscoroutine
from io import BytesIO
from typing import Any, BinaryIO, Unpack

from deploy_contract.answers import Answer
from deploy_contract.contract import Contract
from deploy_contract.gateway import LOG, Gateway, Judged, Options, Passage
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.overrides import HEADERS, prepared
from deploy_contract.http.paths import below, written
from deploy_contract.http.routing import Route

Environ = dict[str, Any]
Start = Callable[..., Callable[[bytes], object]]
App = Callable[[Environ, Start], Iterable[bytes]]


_OVERRIDES = tuple(f"HTTP_{name.upper().replace('-', '_')}" for name in sorted(HEADERS))


class ContractMiddleware:
    """Judges the requests to an application, and its responses. Options: see `deploy_contract.gateway.Options`.

    As in `deploy_contract.asgi`, but that the time a body takes is the server's to bound, and lookups answer at once.
    """

    def __init__(self, app: App, contract: Contract | None = None, **options: Unpack[Options]) -> None:
        self.app = app
        self.gateway = Gateway(contract, options)

    def use(self, contract: Contract) -> None:
        """Judges by another contract from now on; requests under way go on with the one they began with."""
        self.gateway = self.gateway.using(contract)

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        """One request, as the server hands it over."""
        gateway = self.gateway
        request = _request(environ, gateway.contract.base_path)
        route = gateway.route(request.method, request.path)
        operation = route.operation
        headers, reads_body = prepared(route, request.method, request.headers)
        if headers is not request.headers:
            request = request._replace(headers=headers)
            for key in _OVERRIDES:
                environ.pop(key, None)
        mode, name = ("enforce", None) if operation is None else (gateway.requests[operation.name], operation.name)
        parameters, known = None, None
        if mode != "off":
            fault, checker = None, gateway.contract.checker
            if reads_body:
                body, fault = _read(environ, gateway.contract.limits.request_body)
                request = request._replace(body=body)
            if fault is None:
                parameters, known, answer = _judge(gateway, route, request)
            else:
                answer = gateway.decide(route, checker.fault(fault, name), 0.0)
            if answer:
                return _answer(answer, start_response)
        if operation is None:
            return self.app(environ, start_response)
        passage = gateway.passage(route, parameters, known)
        if passage.judge:
            return _judged(gateway, passage, self.app, environ, start_response)
        gateway.changed(passage)
        return self.app(environ, start_response)


def _request(environ: Environ, base_path: str) -> Request:
    """The request, but for its body."""
    mount, path = environ.get("SCRIPT_NAME", ""), environ.get("PATH_INFO", "")
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI")  # gunicorn's, and that of others
    text, mount = (part.encode("latin-1").decode("utf-8", "surrogateescape") for part in (mount + path, mount))
    whole = written(text, raw.partition("?")[0] if raw else None)
    headers = [
        ("content-type" if name == "CONTENT_TYPE" else name[5:].replace("_", "-").lower(), value)
        for name, value in environ.items()
        if name.startswith("HTTP_") or (name == "CONTENT_TYPE" and value)
    ]
    query = environ.get("QUERY_STRING", "").encode("latin-1").decode("utf-8", "surrogateescape")
    return Request(environ["REQUEST_METHOD"], below(whole, mount, base_path), query, headers)


def _read(environ: Environ, most: int) -> tuple[bytes, str | None]:
    """The body, put back for the application; and the rule that it breaks, where it is not whole or not within the limit."""
    stated, stream = environ.get("CONTENT_LENGTH") or None, environ["wsgi.input"]
    if stated is not None and not (stated.isascii() and stated.isdigit()):
        return b"", "body-incomplete"
    if stated is None and not environ.get("wsgi.input_terminated"):
        return b"", None  # PEP 3333: without a length there is no body, unless the server says that the stream ends with it
    length = None if stated is None else int(stated[:20])
    if length is not None and length > most:
        return b"", "json-size"
    chunks, size, wanted = [], 0, most + 1 if length is None else length
    while size < wanted:
        chunk = stream.read(min(wanted - size, 1 << 16))
        if not chunk:
            break
        chunks.append(chunk)
        size += len(chunk)
    body = b"".join(chunks)
    fault = "body-incomplete" if length is not None and size < length else "json-size" if size > most else None
    environ["wsgi.input"] = BytesIO(body) if fault is None else _Again(BytesIO(body), stream)
    if fault is None:
        environ["CONTENT_LENGTH"] = str(size)  # of a body in chunks too: Django reads no more than is stated
    return body, fault


class _Again:
    """A stream of which the beginning was read already."""

    def __init__(self, begin: BinaryIO, rest: BinaryIO) -> None:
        self._begin = begin
        self._rest = rest

    def read(self, size: int = -1) -> bytes:
        """Up to `size` bytes."""
        found = self._begin.read(size)
        return found or self._rest.read(size) if size >= 0 else found + self._rest.read()

    def readline(self, size: int = -1) -> bytes:
        """Up to a line."""
        return self._begin.readline(size) or self._rest.readline(size)

    def readlines(self, hint: int = -1) -> list[bytes]:
        """Every line."""
        return [*self._begin.readlines(hint), *self._rest.readlines(hint)]

    def __iter__(self) -> Iterator[bytes]:
        yield from self._begin
        yield from self._rest


def _judge(gateway: Gateway, route: Route, request: Request) -> Judged:
    judging = gateway.judging(route, request)
    try:
        pending = next(judging)
        while True:  # lookups made for ASGI, which nothing awaits here
            if iscoroutine(pending):
                pending.close()
            pending = judging.throw(TypeError())
    except StopIteration as ended:
        judged: Judged = ended.value
        return judged


def _judged(gateway: Gateway, passage: Passage, app: App, environ: Environ, start_response: Start) -> Iterable[bytes]:
    """Calls the application, and judges what it answers."""
    held = _Held(start_response, withhold=gateway.enforces(passage))
    try:
        chunks = app(environ, held)
        if held.status is None:  # it may call start_response with the first chunk
            chunks = _begun(chunks)
    except Exception as error:
        if held.sent:
            raise
        LOG.error("the application raised %s", type(error).__name__)
        return _answer(gateway.broken(passage), start_response)
    if held.status is None:
        _close(chunks)
        return _answer(gateway.broken(passage), start_response)
    if not gateway.speaks_of(passage, held.status):
        gateway.changed(passage)
        return held.passed(chunks)
    if not held.is_json:
        gateway.judge_response(passage, held.response(b""), final=False)  # by its headers alone
        return held.passed(chunks)
    if held.withhold:
        return _enforced(gateway, passage, held, chunks, start_response)
    return _Observed(gateway, passage, held, chunks)


class _Held:
    """A `start_response` that remembers what it was called with, and may keep it back."""

    def __init__(self, start: Start, *, withhold: bool) -> None:
        self._start = start
        self.withhold = withhold
        self.status: int | None = None
        self.headers: list[tuple[str, str]] = []
        self.written: list[bytes] = []  # by the callable that PEP 3333 has for old applications
        self._call: tuple[Any, ...] = ()
        self.sent = False

    def __call__(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
        """What the application calls."""
        self._call = (status, headers, exc_info) if exc_info else (status, headers)
        self.status, self.headers = int(status.split(" ", 1)[0]), list(headers)
        if self.withhold:
            return self.written.append
        return self._send()

    def _send(self) -> Callable[[bytes], object]:
        self.sent = True
        write = self._start(*self._call)

        def remembered(chunk: bytes) -> None:
            self.written.append(chunk)
            write(chunk)

        return remembered

    @property
    def is_json(self) -> bool:
        """Whether the response says that it is some JSON."""
        return any(name.lower() == "content-type" and "json" in value.lower() for name, value in self.headers)

    def response(self, body: bytes) -> Response:
        """The response as values."""
        return Response(self.status or 0, self.headers, b"".join(self.written) + body)

    def passed(self, chunks: Iterable[bytes]) -> Iterable[bytes]:
        """Sends on what was kept back, and gives the chunks as they are."""
        if self.withhold:
            write = self._send()
            written, self.written = self.written, []
            for chunk in written:
                write(chunk)
        return chunks


class _Begun:
    """Chunks of which the first was asked for already."""

    def __init__(self, first: tuple[bytes, ...], rest: Iterator[bytes], whole: Iterable[bytes]) -> None:
        self._first = first
        self._rest = rest
        self._whole = whole

    def __iter__(self) -> Iterator[bytes]:
        yield from self._first
        yield from self._rest

    def close(self) -> None:
        """Closes what gave the chunks."""
        _close(self._whole)


def _begun(chunks: Iterable[bytes]) -> _Begun:
    rest = iter(chunks)
    try:
        return _Begun((next(rest),), rest, chunks)
    except StopIteration:
        return _Begun((), rest, chunks)


def _enforced(
    gateway: Gateway, passage: Passage, held: _Held, chunks: Iterable[bytes], start_response: Start
) -> Iterable[bytes]:
    """The whole response, or the answer in its place."""
    most, size, kept = gateway.contract.limits.response_body, 0, []
    try:
        for chunk in chunks:
            kept.append(chunk)
            size += len(chunk)
            if size > most:
                break
    except Exception as error:
        LOG.error("the application raised %s", type(error).__name__)
        return _answer(gateway.broken(passage), start_response)
    finally:
        _close(chunks)
    answer = gateway.judge_response(passage, held.response(b"".join(kept)))
    return _answer(answer, start_response) if answer else held.passed(kept)


class _Observed:
    """A response that is sent on as it comes, and judged when it has ended."""

    def __init__(self, gateway: Gateway, passage: Passage, held: _Held, chunks: Iterable[bytes]) -> None:
        self._gateway = gateway
        self._passage = passage
        self._held = held
        self._chunks = chunks
        self._kept: list[bytes] = []
        self._ended = False

    def __iter__(self) -> Iterator[bytes]:
        most, size = self._gateway.contract.limits.response_body, 0
        for chunk in self._chunks:
            if size <= most:  # one byte beyond the limit is enough to tell
                self._kept.append(chunk)
            size += len(chunk)
            yield chunk
        self._ended = True

    def close(self) -> None:
        """Called by the server when all is sent, or no more can be."""
        _close(self._chunks)
        if self._ended:
            self._gateway.judge_response(self._passage, self._held.response(b"".join(self._kept)), final=False)
        else:
            self._gateway.not_judged(self._passage)
            self._gateway.changed(self._passage)


def _close(chunks: Any) -> None:
    close = getattr(chunks, "close", None)
    if close is not None:
        close()


def _answer(answer: Answer, start_response: Start) -> list[bytes]:
    headers: Mapping[str, str] = dict(answer.headers)
    start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", list(headers.items()))
    return [answer.body]
