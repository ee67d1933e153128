"""The upstreams: how each one is started, and what it has read of a message."""

import json
import shutil
import socket
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.fronts import running
from tests.support.gateways import PATIENCE, head, soon
from tests.support.readers import setup

ROOT = Path(__file__).parents[3]
_PYTHON = (sys.executable, "-m")
_HERE = "tests.support.readers"
_GUNICORN = (*_PYTHON, "gunicorn", "--bind", "127.0.0.1:{port}", "--log-level", "warning")
_UVICORN = (*_PYTHON, "uvicorn", "--port", "{port}", "--log-level", "warning")
_ROUTER = (*_GUNICORN, "--env", f"DJANGO_URLS={_HERE}.drf_router")
_PHP = ("php", "-d", "display_errors=0", "-d", "log_errors=0", "-S", "127.0.0.1:{port}")
_PUMA = ("puma", "--quiet", "--environment", "production", "--bind", "tcp://127.0.0.1:{port}")
_GO, _SERVING = ("{ready}/reader",), ("{ready}/shapes.json", "{port}")


class Upstream(NamedTuple):
    """A server to start.

    `command`: with `{port}`, and `{ready}` for the folder that `setup` has made. `judged`: the same application behind the
    contract's middleware. `language`: a key of `setup.PROGRAMS`. `takes_rest`: an id that ends a path takes all further
    segments, so that `ID/x` is one: the id of no deployment.
    """

    command: tuple[str, ...]
    judged: tuple[str, ...] = ()
    language: str = ""
    takes_rest: bool = False


UPSTREAMS: Mapping[str, Upstream] = {
    "DRF": Upstream((*_GUNICORN, f"{_HERE}.drf_app:wsgi"), (*_GUNICORN, f"{_HERE}.drf_app:judged_wsgi")),
    "DRF-ASGI": Upstream((*_UVICORN, f"{_HERE}.drf_app:asgi")),
    "DRF-router": Upstream((*_ROUTER, f"{_HERE}.drf_app:wsgi")),
    "Flask": Upstream((*_GUNICORN, f"{_HERE}.flask_app:app"), (*_GUNICORN, f"{_HERE}.flask_app:judged")),
    "Starlette": Upstream((*_UVICORN, f"{_HERE}.starlette_app:app"), (*_UVICORN, f"{_HERE}.starlette_app:judged")),
    "FastAPI": Upstream((*_UVICORN, f"{_HERE}.fastapi_app:app")),
    "aiohttp": Upstream((*_PYTHON, f"{_HERE}.aiohttp_app", "{port}")),
    "Express": Upstream(("node", "{ready}/express.cjs", "{port}"), language="node"),
    "Koa": Upstream(("node", "{ready}/koa.cjs", "{port}"), language="node"),
    "Fastify4": Upstream(("node", "{ready}/fastify.cjs", "fastify4", "{port}"), language="node"),
    "Fastify5": Upstream(("node", "{ready}/fastify.cjs", "fastify5", "{port}"), language="node"),
    "restify": Upstream(("node", "{ready}/restify.cjs", "{port}"), language="node"),
    "Hono": Upstream(("node", "{ready}/hono.cjs", "{port}"), language="node"),
    "URL": Upstream(("node", "{ready}/url.cjs", "{port}"), language="node"),
    "PHP": Upstream((*_PHP, f"{setup.SOURCES}/php/index.php"), language="php"),
    "Symfony": Upstream((*_PHP, f"{setup.SOURCES}/php/symfony.php"), language="symfony"),
    "Rack": Upstream((*_PUMA, f"{setup.SOURCES}/ruby/config.ru"), language="ruby"),
    "Rails": Upstream((*_PUMA, f"{setup.SOURCES}/ruby/rails.ru"), language="rails"),
    "Go": Upstream((*_GO, "standard", *_SERVING), language="go"),
    "chi": Upstream((*_GO, "chi", *_SERVING), language="go"),
    "Gin": Upstream((*_GO, "gin", *_SERVING), language="go"),
    "Echo": Upstream((*_GO, "echo", *_SERVING), language="go", takes_rest=True),
    "Fiber": Upstream((*_GO, "fiber", *_SERVING), language="go"),
    "Java": Upstream((*setup.JAVA, "Reader", "serve", "{port}"), language="java"),
    "Spring": Upstream((*setup.JAVA, "Spring", "{port}"), language="java"),
}  # fmt: skip


class Message(NamedTuple):
    """A request to send."""

    method: str
    target: str
    headers: tuple[str, ...] = ()
    body: bytes = b""

    def written(self, connection: str) -> bytes:
        """Return the bytes of the request. `connection`: "close" or "keep-alive"."""
        lines = [f"Connection: {connection}", *self.headers]
        if self.body or self.method in ("PATCH", "POST"):
            lines.append(f"Content-Length: {len(self.body)}")
        return head(self.method, self.target, *lines, host="127.0.0.1") + self.body


class Reading(NamedTuple):
    """The request that an upstream has read: its operation, path parameter, query and body."""

    operation: str
    id: str | None
    query: Mapping[str, Any]
    body: str


class Answer(NamedTuple):
    """An answer, and the reading that it tells of.

    `refused`: by the contract. `status` is 0 if the server has just closed the connection.
    """

    status: int
    refused: bool
    reading: Reading | None


def ask(port: int, message: Message) -> Answer:
    """Send a message over a connection of its own."""
    with closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as connection:
        try:
            return _exchange(connection, message, "close")[0]
        except (HTTPException, ConnectionError):
            return Answer(0, refused=False, reading=None)


def ask_all(port: int, messages: Iterable[Message]) -> Iterator[Answer]:
    """Send messages over one connection, and over another one whenever the server closes it."""
    connection: socket.socket | None = None
    try:
        for message in messages:
            if connection is None:
                connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
            try:
                answer, is_closed = _exchange(connection, message, "keep-alive")
            except (HTTPException, ConnectionError):  # it was closed before, or for this message
                answer, is_closed = ask(port, message), True
            if is_closed:
                connection.close()
                connection = None
            yield answer
    finally:
        if connection is not None:
            connection.close()


def _exchange(connection: socket.socket, message: Message, kept: str) -> tuple[Answer, bool]:
    """Send a message and read the answer. The second value says whether the server closes the connection."""
    connection.sendall(message.written(kept))
    response = HTTPResponse(connection, method=message.method)
    with closing(response):
        response.begin()
        body = response.read()
    is_closed = response.will_close
    if response.getheader("content-type") == "application/problem+json":
        return Answer(response.status, response.status < 500, None), is_closed
    read = response.getheader("x-read")
    if read is None:
        return Answer(response.status, refused=False, reading=None), is_closed
    told = json.loads(read)
    reading = Reading(told["operation"], told.get("id"), told["query"] or {}, body.decode())
    return Answer(response.status, refused=False, reading=reading), is_closed


def missing(name: str) -> str | None:
    """Return why an upstream cannot be run here, or None if it can."""
    language = UPSTREAMS[name].language
    return setup.missing(language) if language else None


@contextmanager
def serving(command: tuple[str, ...], language: str, port: int, log: Path) -> Iterator[None]:
    """Run a server on a port of loopback, from when it answers."""
    folder = setup.ready(language) if "{ready}" in "".join(command) else ROOT
    first, *rest = (part.format(port=port, ready=folder) for part in command)
    program = [shutil.which(first) or first, *rest]
    with running(program, port, log, {"PYTHONPATH": str(ROOT)}):
        plain = Message("GET", "/ready")
        assert soon(lambda: ask(port, plain).status)  # some listen before they can answer
        yield
