"""Test clients of each framework, all in front of one function that answers."""

import asyncio
import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import django
import flask
import httpx
import requests
from django.conf import settings
from django.http import HttpResponse
from django.test import AsyncClient, Client
from django.urls import re_path
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

Answer = Callable[[str, str, bytes], tuple[int, Any]]  # method, path, body -> status, JSON
Send = Callable[..., Any]  # method, path, JSON or None -> the response of the framework
METHODS = ["GET", "PATCH"]
JSON = {"content-type": "application/json"}
HOST = "http://service.example.com"
_answer: Answer | None = None  # of the Django project, which a process has once


def _encoded(value: Any) -> bytes:
    return b"" if value is None else json.dumps(value).encode()


def of_starlette(answer: Answer) -> tuple[Any, Send]:
    from starlette.testclient import TestClient

    client = TestClient(_starlette(answer))
    return client, _sending(client)


def of_httpx(answer: Answer) -> tuple[Any, Send]:
    def transport(request: httpx.Request) -> httpx.Response:
        status, value = answer(request.method, request.url.path, request.content)
        return httpx.Response(status, json=value)

    client = httpx.Client(transport=httpx.MockTransport(transport), base_url=HOST)
    return client, _sending(client)


def of_asynchronous_httpx(answer: Answer) -> tuple[Any, Send]:
    transport = httpx.ASGITransport(app=_starlette(answer))
    client = httpx.AsyncClient(transport=transport, base_url=HOST)
    return client, lambda *given: asyncio.run(_sending(client)(*given))


def _sending(client: Any, host: str = "", body: str = "content") -> Send:
    """Return a function that sends requests; `body`: the argument that takes their bodies."""
    return lambda method, path, value=None: client.request(
        method, host + path, **{body: _encoded(value)}, headers=JSON
    )


class _Adapter(requests.adapters.BaseAdapter):
    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self._answer = answer

    def send(self, request: requests.PreparedRequest, **_options: Any) -> requests.Response:  # type: ignore[override]
        assert request.method is not None
        body = request.body if isinstance(request.body, bytes) else b""
        status, value = self._answer(request.method, request.path_url.partition("?")[0], body)
        response = requests.Response()
        response.status_code, response.request = status, request
        response.url = str(request.url)
        response.headers["content-type"] = "application/json"
        response.raw = io.BytesIO(_encoded(value))
        return response

    def close(self) -> None:
        pass


def of_requests(answer: Answer) -> tuple[Any, Send]:
    session = requests.Session()
    session.mount(HOST, _Adapter(answer))
    return session, _sending(session, HOST, "data")


def of_flask(answer: Answer) -> tuple[Any, Send]:
    app = flask.Flask("service")

    @app.route("/<path:path>", methods=METHODS)
    def view(path: str) -> Any:
        status, value = answer(flask.request.method, f"/{path}", flask.request.get_data())
        return value, status

    client = app.test_client()
    return client, lambda method, path, value=None: client.open(
        path, method=method, data=_encoded(value), headers=JSON
    )


def _django(answer: Answer) -> None:
    global _answer  # noqa: PLW0603 - a process has one Django project
    _answer = answer
    if not settings.configured:
        settings.configure(ALLOWED_HOSTS=["*"])
        django.setup()
    settings.ROOT_URLCONF = __name__  # another test may have configured Django


def _view(request: Any) -> HttpResponse:
    assert _answer is not None
    status, value = _answer(request.method, request.path, request.body)
    return HttpResponse(_encoded(value), status=status, content_type="application/json")


urlpatterns = [re_path(".*", _view)]


def of_django(
    answer: Answer, kind: Any = Client, run: Callable[[Any], Any] = lambda answered: answered
) -> tuple[Any, Send]:
    _django(answer)
    client = kind()
    return client, lambda method, path, value=None: run(
        client.generic(method, path, _encoded(value), "application/json")
    )


def _starlette(answer: Answer) -> Starlette:
    async def endpoint(request: Request) -> Response:
        status, value = answer(request.method, request.url.path, await request.body())
        return Response(_encoded(value), status, media_type="application/json")

    return Starlette(routes=[Route("/{path:path}", endpoint, methods=METHODS)])


CLIENTS: dict[str, Callable[[Answer], tuple[Any, Send]]] = {
    "Starlette": of_starlette,
    "httpx": of_httpx,
    "httpx, asynchronous": of_asynchronous_httpx,
    "requests": of_requests,
    "Flask": of_flask,
    "Django": of_django,
    "Django, asynchronous": partial(of_django, kind=AsyncClient, run=asyncio.run),
}
