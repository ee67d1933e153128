"""An application for ASGI and WSGI, and requests to it through the middleware."""

import asyncio
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from deploy_contract import Request
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from tests.support.engines import ENGINES, made

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
OTHER = "5b0c9a52-7f0e-4a39-8a1c-0c5d1f6e2a77"
JSON = {"content-type": "application/json"}
REFERENCES = {
    "secret_references": [{"name": "A", "secret_name": "CANARY-7f3a", "secret_key": "CANARY-7f3a"}]
}


def deployment(identity: str = ID, source: str = "codehost", **more: Any) -> dict[str, Any]:
    return {
        "name": "checkout", "source": source, "source_config": {}, "source_revision_config": {}, "secrets": [], "id": identity,
        "tenant_id": OTHER, "created_at": "2026-01-31T12:00:00Z", "updated_at": "2026-01-31T12:00:00Z", "status": "READY",
        "latest_revision_id": None, "active_revision_id": None, **more,
    }  # fmt: skip


def cut(body: bytes, size: int) -> list[bytes]:
    """Return a body in pieces of a size; an empty one is one piece."""
    return [body[start : start + size] for start in range(0, len(body), size)] or [b""]


class App:
    """An application that gives every request the same response, and keeps the bodies it received.

    `piece`: bytes of each piece of the response. `pieces`: the response in pieces of any size.
    """

    def __init__(
        self,
        body: Any = None,
        status: int = 200,
        headers: dict[str, str] | None = None,
        piece: int = 100,
        pieces: list[bytes] | None = None,
    ) -> None:
        self.body = (
            body
            if isinstance(body, bytes)
            else json.dumps(deployment() if body is None else body).encode()
        )
        self.status = status
        self.headers = JSON if headers is None else headers
        self.given: list[bytes] = []
        self.calls = 0
        self.called = asyncio.Event()  # by ASGI
        self.kept: Any = None  # scope or environ of the last request
        self._piece, self._pieces = piece, pieces

    async def asgi(self, scope: Any, receive: Any, send: Any) -> None:
        self.calls += 1
        self.called.set()
        self.kept = scope
        body, more = bytearray(), scope["type"] == "http"
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        self.given.append(bytes(body))
        headers = [(name.encode(), value.encode()) for name, value in self.headers.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        for message in messages("http.response.body", self.answered()):
            await send(message)

    def wsgi(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        self.calls += 1
        self.kept = environ
        self.given.append(environ["wsgi.input"].read())
        start_response(f"{self.status} Status", list(self.headers.items()))
        return self.answered()

    def answered(self) -> list[bytes]:
        """Return the body of the response in pieces."""
        return self._pieces or cut(self.body, self._piece)


class Answered(NamedTuple):
    """A response as its client received it. `taken`: bytes of the request that were read."""

    status: int
    headers: dict[str, str]
    body: bytes
    taken: int = 0

    @property
    def rules(self) -> list[str]:
        return [violation["rule"] for violation in json.loads(self.body)["violations"]]

    @property
    def enforced(self) -> list[str]:
        """The rules that refuse; none if there is no body, as for HEAD."""
        rows = json.loads(self.body)["violations"] if self.body else []
        return [row["rule"] for row in rows if row["mode"] == "enforce"]


Send = Callable[..., Answered]
GONE = {"type": "http.disconnect"}
Headers = Mapping[str, str] | Iterable[tuple[Any, Any]]


def messages(kind: str, pieces: Sequence[bytes]) -> Iterator[dict[str, Any]]:
    """Yield the messages of ASGI with the pieces of a body."""
    for number, piece in enumerate(pieces, 1):
        yield {"type": kind, "body": piece, "more_body": number < len(pieces)}


def pairs_of(headers: Headers | None) -> list[tuple[str, str]]:
    """Return headers as pairs; those of JSON if there are none."""
    given = JSON if headers is None else headers
    pairs = given.items() if isinstance(given, Mapping) else given
    return [(str(name), str(value)) for name, value in pairs]


def scope_of(
    method: str, path: str, headers: Headers | None = None, query: str = "", **more: Any
) -> dict[str, Any]:
    encoded = [
        (name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs_of(headers)
    ]
    whole = {"type": "http", "method": method, "path": path, "query_string": query.encode()}
    return {**whole, "headers": encoded, **more}


async def exchange(
    middleware: Any,
    scope: dict[str, Any],
    incoming: Iterator[Any],
    *,
    sends: bool = True,
    patience: float = 60.0,
) -> list[Any]:
    """Return the messages that a middleware sends for a request of ASGI.

    Args:
        middleware: the middleware.
        scope: the scope of the request.
        incoming: what comes of the request: messages, and events of asyncio, which are waited for.
            After them the client has gone.
        sends: False if the client has gone when the response comes.
        patience: seconds after which the server cancels the exchange.
    """
    sent: list[Any] = []

    async def receive() -> Any:
        await asyncio.sleep(0)
        message = next(incoming, GONE)
        if isinstance(message, asyncio.Event):
            await message.wait()
            message = next(incoming, GONE)
        return message

    async def send(message: Any) -> None:
        if not sends:
            raise OSError
        await asyncio.sleep(0)
        sent.append(message)

    async with asyncio.timeout(patience):
        await middleware(scope, receive, send)
    return sent


def answer_of(sent: Sequence[Any], taken: int = 0) -> Answered:
    """Return the response that the messages of ASGI are."""
    start, *rest = sent
    assert start["type"] == "http.response.start"
    assert not rest[-1].get("more_body", False)
    headers = {bytes(name).decode(): bytes(value).decode() for name, value in start["headers"]}
    body = b"".join(message["body"] for message in rest)
    return Answered(start["status"], headers, body, taken)


def over_asgi(app: Any, **options: Any) -> Send:
    """Return a function that sends requests to an application behind the middleware of ASGI.

    `app` may be a middleware.
    """
    middleware = app
    if not isinstance(app, AsgiMiddleware):
        options.setdefault("contract", made(ENGINES[-1]))
        middleware = AsgiMiddleware(app.asgi if isinstance(app, App) else app, **options)

    def send(
        method: str,
        path: str,
        body: bytes = b"",
        headers: Headers | None = None,
        query: str = "",
        pieces: Sequence[bytes] | None = None,
        **scope: Any,
    ) -> Answered:
        taken: list[int] = []

        def incoming() -> Iterator[Any]:
            for message in messages("http.request", cut(body, 64) if pieces is None else pieces):
                taken.append(len(message["body"]))
                yield message

        whole = scope_of(method, path, headers, query, **scope)
        sent = asyncio.run(exchange(middleware, whole, incoming()))
        return answer_of(sent, sum(taken))

    return send


class Stream:
    """An input of WSGI that gives no more at once than one piece."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = filter(None, pieces)
        self._rest = b""
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        whole = self._rest or next(self._pieces, b"")
        given = whole if size < 0 else whole[:size]
        self._rest = whole[len(given) :]
        self.taken += len(given)
        return given


def over_wsgi(app: Any, **options: Any) -> Send:
    """Return a function that sends requests to an application behind the middleware of WSGI.

    Values of one name are joined, as servers do (PEP 3333). `app` may be a middleware.
    """
    middleware = app
    if not isinstance(app, WsgiMiddleware):
        options.setdefault("contract", made(ENGINES[-1]))
        middleware = WsgiMiddleware(app.wsgi if isinstance(app, App) else app, **options)

    def send(
        method: str,
        path: str,
        body: bytes = b"",
        headers: Headers | None = None,
        query: str = "",
        pieces: Sequence[bytes] | None = None,
        **environ: Any,
    ) -> Answered:
        several: dict[str, list[str]] = {}
        for name, value in pairs_of(headers):
            several.setdefault(name.upper().replace("-", "_"), []).append(value)
        fields = {name: ",".join(values) for name, values in several.items()}
        stream = None if pieces is None else Stream(pieces)
        size = len(body) if pieces is None else sum(map(len, pieces))
        has_end = "TRANSFER_ENCODING" in fields
        whole = {
            "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "wsgi.input": stream or io.BytesIO(body),
            **({"wsgi.input_terminated": True} if has_end else {"CONTENT_LENGTH": str(size)}),
            "CONTENT_TYPE": fields.pop("CONTENT_TYPE", ""), **{f"HTTP_{name}": value for name, value in fields.items()}, **environ,
        }  # fmt: skip
        got: list[Any] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], _exc_info: Any = None
        ) -> Any:
            got[:] = [int(status.split(maxsplit=1)[0]), dict(headers)]
            return got.append

        chunks = middleware(whole, start_response)
        text = b"".join(chunks)
        if hasattr(chunks, "close"):
            chunks.close()
        return Answered(got[0], got[1], b"".join(got[2:]) + text, stream.taken if stream else size)

    return send


def deliver(
    over: Any,
    app: Any,
    request: Request,
    pieces: Sequence[bytes] | None = None,
    *,
    raw: bool = True,
    **options: Any,
) -> Answered:
    """Return the response to a request that a server hands to a middleware before an application.

    Args:
        over: `over_asgi` or `over_wsgi`.
        app: the application.
        request: its path as it is written.
        pieces: its body in pieces; None for the body of the request.
        raw: False for a server that does not tell how the path was written.
        options: of the middleware.
    """
    path = unquote_to_bytes(request.path)
    decoded, written = path.decode("latin-1"), {"RAW_URI": request.path}
    if over is over_asgi:
        decoded = path.decode("utf-8", "surrogateescape")
        written = {"raw_path": request.path.encode()}  # type: ignore[dict-item]
    method, _, query, headers, body = request
    more = written if raw else {}
    answer: Answered = over(app, **options)(method, decoded, body, headers, query, pieces, **more)
    return answer


def as_protocol(request: Request, path: str, query: Any) -> Any:
    """Return a request as openapi-core's adapters present it, with its path and parameters decoded."""
    parameters = SimpleNamespace(query=query, header=list(request.headers), cookie={}, path={})
    types = [value for name, value in request.headers if str(name).lower() == "content-type"]
    return SimpleNamespace(
        host_url="http://127.0.0.1", path=path, method=request.method.lower(),
        parameters=parameters, content_type=str(types[0]) if types else "", body=request.body,
    )  # fmt: skip


def raising(error: Exception) -> Callable[..., Any]:
    """Return a function that raises an error, whatever it is given."""

    def fails(*_arguments: Any, **_options: Any) -> Any:
        raise error

    return fails


PATH = f"/v2/deployments/{ID}"
