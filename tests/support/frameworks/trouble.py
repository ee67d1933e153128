"""An application that misbehaves on demand, for tests: `asgi` and `wsgi`, each behind gateways with different options.

The first segment of a path names the gateway, which is mounted there. The header X-Trouble says what the application does; it
answers with the digest of the body that it was given in X-Digest. /release lets one go on that waits in the middle of its answer.
"""

import asyncio
import gzip
import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import store

from deploy_contract.asgi import App as AsgiApp
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.asgi import Receive, Send
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from deploy_contract.wsgi import Environ, Start

LONGEST_WAIT = 5.0  # seconds; after it an answer goes on, and says so


OPTIONS: dict[str, dict[str, Any]] = {
    "report": {},
    "enforce": {"responses": "enforce"},
    "off": {"requests": "off", "responses": "off"},
    "caf\u00e9": {},
    "impatient": {"body_seconds": 0.3},
    "shadow": {"requests": "report", "body_seconds": 0.3},
}


class Reply(NamedTuple):
    """An action of the application: it sends what is given, then may raise, or stop without an end."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("content-type", "application/json"),)
    end: str = "whole"  # or "raises", "stops", "waits" (in the middle)
    length: int | None = None  # the Content-Length, where it is stated


TROUBLES: dict[str, Callable[[bytes], Reply | None]] = {
    "": Reply,
    "breaks": lambda _: Reply(b'{"resources": 5, "offset": 0}'),
    "half-stated-whole": lambda body: Reply(body[: len(body) // 2], length=len(body)),
    "whole-stated-longer": lambda body: Reply(body, length=len(body) + 100),
    "nothing": lambda _: None,
    "raises": lambda _: Reply(b"", end="raises-at-once"),
    "raises-late": lambda body: Reply(body[: len(body) // 2], end="raises"),
    "stops": lambda body: Reply(body[: len(body) // 2], end="stops"),
    "waits": lambda body: Reply(body, end="waits"),
    "page": lambda _: Reply(b"<p>hello</p>", headers=(("content-type", "text/html"),)),
    "fails": lambda _: Reply(b"out of order", 500, (("content-type", "text/plain"),)),
    "packed": lambda body: Reply(
        gzip.compress(body),
        headers=(("content-type", "application/json"), ("content-encoding", "gzip")),
    ),
}


def _reply(method: str, path: str, body: bytes, trouble: str) -> Reply | None:
    """Return the application's response to a request."""
    document = store.deployments()
    if method == "PATCH":
        document, _ = store.patch(path.rpartition("/")[2], body)
    reply = TROUBLES[trouble](json.dumps(document).encode())
    if reply is None or reply.end == "raises-at-once":
        return reply
    length = () if reply.length is None else (("content-length", str(reply.length)),)
    return reply._replace(
        headers=(*reply.headers, *length, ("x-digest", hashlib.sha256(body).hexdigest()))
    )


# ASGI

_released = asyncio.Event()


async def _asgi_application(scope: Any, receive: Receive, send: Send) -> None:
    headers = {bytes(name).decode(): bytes(value).decode() for name, value in scope["headers"]}
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    reply = _reply(scope["method"], scope["path"], body, headers.get("x-trouble", ""))
    if reply is None:
        return
    if reply.end == "raises-at-once":
        raise RuntimeError("CANARY-7f3a")
    sent = [(name.encode(), value.encode()) for name, value in reply.headers]
    await send({"type": "http.response.start", "status": reply.status, "headers": sent})
    if reply.end == "waits":
        await send({"type": "http.response.body", "body": reply.body[:10], "more_body": True})
        async with asyncio.timeout(LONGEST_WAIT):
            await _released.wait()
        _released.clear()
        await send({"type": "http.response.body", "body": reply.body[10:]})
        return
    await send(
        {"type": "http.response.body", "body": reply.body, "more_body": reply.end != "whole"}
    )
    if reply.end == "raises":
        raise RuntimeError("CANARY-7f3a")


_over_asgi: dict[str, AsgiApp] = {
    name: AsgiMiddleware(_asgi_application, **options) for name, options in OPTIONS.items()
}


async def asgi(scope: Any, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        raise RuntimeError("only HTTP is served here")  # as ASGI, Lifespan has it
    name = scope["path"].split("/")[1]
    if name in _over_asgi:
        await _over_asgi[name]({**scope, "root_path": f"/{name}"}, receive, send)
        return
    if name == "release":
        _released.set()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


# WSGI

_let_go = threading.Event()


def _wsgi_application(environ: Environ, start_response: Start) -> Iterable[bytes]:
    stated = (
        None if environ.get("wsgi.input_terminated") else int(environ.get("CONTENT_LENGTH") or 0)
    )
    body = environ["wsgi.input"].read() if stated is None else environ["wsgi.input"].read(stated)
    reply = _reply(
        environ["REQUEST_METHOD"], environ["PATH_INFO"], body, environ.get("HTTP_X_TROUBLE", "")
    )
    if reply is None:
        return []
    if reply.end == "raises-at-once":
        raise RuntimeError("CANARY-7f3a")
    start_response(f"{reply.status} Status", list(reply.headers))
    return _chunks(reply)


def _chunks(reply: Reply) -> Iterator[bytes]:
    if reply.end != "waits":
        yield reply.body
    else:
        yield reply.body[:10]
        if not _let_go.wait(LONGEST_WAIT):
            raise TimeoutError
        _let_go.clear()
        yield reply.body[10:]
    if reply.end == "raises":
        raise RuntimeError("CANARY-7f3a")


_over_wsgi = {
    name: WsgiMiddleware(_wsgi_application, **options) for name, options in OPTIONS.items()
}


def wsgi(environ: Environ, start_response: Start) -> Iterable[bytes]:
    first, _, rest = environ["PATH_INFO"].removeprefix("/").partition("/")
    name = first.encode("latin-1").decode()
    if name in _over_wsgi:
        mounted = {
            **environ,
            "SCRIPT_NAME": f"{environ.get('SCRIPT_NAME', '')}/{first}",
            "PATH_INFO": f"/{rest}",
        }
        return _over_wsgi[name](mounted, start_response)
    if name == "release":
        _let_go.set()
    start_response("200 OK", [])
    return []
