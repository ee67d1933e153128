"""An application for ASGI and WSGI, and requests to it through the middleware."""

import asyncio
import io
import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest

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


class App:
    """An application that gives every request the same response, and keeps the bodies it received."""

    def __init__(
        self, body: Any = None, status: int = 200, headers: dict[str, str] | None = None
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

    async def asgi(self, scope: Any, receive: Any, send: Any) -> None:
        self.calls += 1
        body, more = b"", scope["type"] == "http"
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        self.given.append(body)
        headers = [(name.encode(), value.encode()) for name, value in self.headers.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        for index in range(0, max(len(self.body), 1), 100):
            more_body = index + 100 < len(self.body)
            await send(
                {
                    "type": "http.response.body",
                    "body": self.body[index : index + 100],
                    "more_body": more_body,
                }
            )

    def wsgi(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        self.calls += 1
        self.given.append(environ["wsgi.input"].read())
        start_response(f"{self.status} Status", list(self.headers.items()))
        return [self.body[index : index + 100] for index in range(0, max(len(self.body), 1), 100)]


class Answered:
    """A response as its client received it."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def rules(self) -> list[str]:
        return [violation["rule"] for violation in json.loads(self.body)["violations"]]


Send = Callable[..., Answered]


def over_asgi(app: Any, **options: Any) -> Send:
    """Return a function that sends requests to an application behind the middleware of ASGI."""
    options.setdefault("contract", made(ENGINES[-1]))
    middleware = AsgiMiddleware(app.asgi if isinstance(app, App) else app, **options)

    def send(
        method: str,
        path: str,
        body: bytes = b"",
        headers: dict[str, str] | None = None,
        query: str = "",
        **scope: Any,
    ) -> Answered:
        sent: list[Any] = []
        chunks = [body[index : index + 64] for index in range(0, len(body), 64)] or [b""]
        messages = [
            {"type": "http.request", "body": chunk, "more_body": index + 1 < len(chunks)}
            for index, chunk in enumerate(chunks)
        ]

        async def receive() -> Any:
            return messages.pop(0) if messages else {"type": "http.disconnect"}

        async def collect(message: Any) -> None:
            sent.append(message)

        pairs = [
            (name.encode(), value.encode())
            for name, value in (headers if headers is not None else JSON).items()
        ]
        whole = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": pairs,
            **scope,
        }
        asyncio.run(middleware(whole, receive, collect))
        start, *rest = sent
        assert start["type"] == "http.response.start"
        assert not rest[-1].get("more_body", False)
        found = {bytes(name).decode(): bytes(value).decode() for name, value in start["headers"]}
        return Answered(start["status"], found, b"".join(message["body"] for message in rest))

    return send


def over_wsgi(app: Any, **options: Any) -> Send:
    """Return a function that sends requests to an application behind the middleware of WSGI."""
    options.setdefault("contract", made(ENGINES[-1]))
    middleware = WsgiMiddleware(app.wsgi if isinstance(app, App) else app, **options)

    def send(
        method: str,
        path: str,
        body: bytes = b"",
        headers: dict[str, str] | None = None,
        query: str = "",
        **environ: Any,
    ) -> Answered:
        given = dict(headers if headers is not None else JSON)
        whole = {
            "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body), "CONTENT_TYPE": given.pop("content-type", ""),
            **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in given.items()}, **environ,
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
        return Answered(got[0], got[1], b"".join(got[2:]) + text)

    return send


both = pytest.mark.parametrize("over", [over_asgi, over_wsgi], ids=["asgi", "wsgi"])
PATH = f"/v2/deployments/{ID}"
