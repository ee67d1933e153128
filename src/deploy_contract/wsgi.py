"""The contract before any WSGI application (PEP 3333): `ContractMiddleware(app)`."""

from collections.abc import Iterable, Iterator
from inspect import iscoroutine
from io import BytesIO
from typing import BinaryIO, Unpack

from deploy_contract.contract import Contract
from deploy_contract.http.messages import Request
from deploy_contract.http.method_overrides import HEADERS, prepared
from deploy_contract.http.paths import below, written
from deploy_contract.http.routing import Route
from deploy_contract.middleware.buffers import FREE, Buffer, clear
from deploy_contract.middleware.enforcement import Gateway, Judged, Options
from deploy_contract.middleware.wsgi_responses import (
    App,
    Environ,
    Exchange,
    Start,
    answered,
    judged,
    unjudged,
)

__all__ = ["App", "ContractMiddleware", "Environ", "Start"]


_OVERRIDES = tuple(f"HTTP_{name.upper().replace('-', '_')}" for name in sorted(HEADERS))


_TYPE_AGAIN = "HTTP_CONTENT_TYPE"


class ContractMiddleware:
    """Judges the requests to an application, and its responses. Options: see `deploy_contract.middleware.enforcement.Options`.

    As in `deploy_contract.asgi`, but that the time a body takes is the server's to bound, and lookups answer at once.
    """

    def __init__(
        self, app: App, contract: Contract | None = None, **options: Unpack[Options]
    ) -> None:
        self.app = app
        self.gateway = Gateway(contract, options)

    def use(self, contract: Contract) -> None:
        """Judges by another contract from now on; requests under way go on with the one they began with."""
        self.gateway = self.gateway.using(contract)

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        """One request, as the server hands it over."""
        gateway, head = self.gateway, environ.get("REQUEST_METHOD") == "HEAD"
        try:
            request = _request(environ, gateway.contract.base_path)
            route = gateway.route(request.method, request.path)
            headers, reads_body = prepared(route, request.method, request.headers)
        except Exception as error:
            return answered(gateway.unreadable(error), start_response, head=head)
        operation = route.operation
        if headers is not request.headers:
            request = request._replace(headers=headers)
            for key in _OVERRIDES:
                environ.pop(key, None)
        mode, name = (
            ("enforce", None)
            if operation is None
            else (gateway.requests[operation.name], operation.name)
        )
        buffer: Buffer | None = None
        try:
            parameters, known = None, None
            if mode != "off":
                fault = None
                if reads_body:
                    body, fault, buffer = _read(environ, gateway)
                    request = request._replace(body=body)
                if fault is None:
                    parameters, known, answer = _judge(gateway, route, request)
                else:
                    answer = gateway.decide(route, gateway.contract.checker.fault(fault, name), 0.0)
                if answer:
                    clear(buffer)
                    return answered(answer, start_response, head=head)
            if operation is None:
                clear(buffer)
                return self.app(environ, start_response)
            exchange = Exchange(
                gateway, gateway.passage(route, parameters, known), start_response, buffer
            )
            if exchange.passage.judge:
                return judged(exchange, self.app, environ)
            return unjudged(exchange, self.app, environ)
        except BaseException:
            clear(buffer)
            raise


def _request(environ: Environ, base_path: str) -> Request:
    """The request, but for its body."""
    mount, path = environ.get("SCRIPT_NAME", ""), environ.get("PATH_INFO", "")
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI")  # gunicorn's, and that of others
    text, mount = (
        part.encode("latin-1").decode("utf-8", "surrogateescape") for part in (mount + path, mount)
    )
    whole = written(text, raw.partition("?")[0] if raw else None)
    headers = [
        ("content-type" if name == "CONTENT_TYPE" else name[5:].replace("_", "-").lower(), value)
        for name, value in environ.items()
        # some servers set HTTP_CONTENT_TYPE beside CONTENT_TYPE (nginx by its own parameters for uWSGI)
        if (name == "CONTENT_TYPE" and value)
        or (
            name.startswith("HTTP_")
            and not (name == _TYPE_AGAIN and value in ("", environ.get("CONTENT_TYPE")))
        )
    ]
    query = environ.get("QUERY_STRING", "").encode("latin-1").decode("utf-8", "surrogateescape")
    return Request(environ["REQUEST_METHOD"], below(whole, mount, base_path), query, headers)


def _read(environ: Environ, gateway: Gateway) -> tuple[bytes, str | None, Buffer | None]:
    """The body, put back for the application; the rule that it breaks, where it is not whole or not within the limit.

    Also the buffer that it is in, None for one that came in one small piece.
    """
    stated, stream = environ.get("CONTENT_LENGTH") or None, environ["wsgi.input"]
    if stated is not None and not (stated.isascii() and stated.isdigit()):
        return b"", "body-incomplete", None
    if stated is None and not environ.get("wsgi.input_terminated"):
        return (
            b"",
            None,
            None,
        )  # PEP 3333: no length is no body, unless the server says that the stream ends with it
    most = gateway.contract.limits.request_body
    length = None if stated is None else int(stated[:20])
    if length is not None and length > most:
        return b"", "json-size", None
    wanted, fault, buffer = most + 1 if length is None else length, None, None
    chunk = body = stream.read(min(wanted, FREE)) if wanted else b""
    if chunk and len(chunk) < wanted:
        buffer = Buffer(gateway.budget, chunk, request=True)
        while chunk and buffer.size < wanted and fault is None:
            chunk = stream.read(min(wanted - buffer.size, FREE))
            if chunk and not buffer.add(chunk):
                fault = "buffer-full"
        body = buffer.content
    if fault is None and length is not None and len(body) < length:
        fault = "body-incomplete"
    elif fault is None and len(body) > most:
        fault = "json-size"
    environ["wsgi.input"] = BytesIO(body) if fault is None else _Again(BytesIO(body), stream)
    if fault is None:
        environ["CONTENT_LENGTH"] = str(
            len(body)
        )  # of a body in chunks too: Django reads no more than is stated
    return body, fault, buffer


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
        found: Judged = ended.value
        return found
