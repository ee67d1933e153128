"""The console behind a real server on the loopback, and what it answers."""

import http.client
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import uvicorn
import yaml
from starlette.applications import Starlette
from starlette.types import ASGIApp

from deploy_contract_service.app import application
from deploy_contract_service.console.routes import not_found, routes
from deploy_contract_service.data_file import load
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.client import EXAMPLE
from tests.support.pages import Element, only, read

SECONDS = 30
LATER = 3600.0  # seconds until a rollout that no test waits for
FORM = {"content-type": "application/x-www-form-urlencoded"}


class Answer(NamedTuple):
    """An answer, and its page where it is one."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    @property
    def page(self) -> Element:
        """The page; it fails where an element is not closed."""
        return _page(self.text)

    @property
    def main(self) -> Element:
        return only(self.page, "main")


@lru_cache(4)  # a test looks at a page several times
def _page(text: str) -> Element:
    assert text.startswith("<!doctype html>\n")
    return read(text)


class Site:
    """A server on the loopback."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"

    def call(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, body, dict(headers or {}))
            response = connection.getresponse()
            found = [(name.lower(), value) for name, value in response.getheaders()]
            assert len(dict(found)) == len(found), f"a header twice: {found}"
            return Answer(response.status, dict(found), response.read())
        finally:
            connection.close()

    def get(self, path: str, **query: Any) -> Answer:
        return self.call("GET", f"{path}?{urlencode(query)}" if query else path)

    def judge(self, text: str, **fields: str) -> Answer:
        return self.call("POST", "/playground", urlencode({"text": text, **fields}), FORM)


@contextmanager
def serving(app: ASGIApp) -> Iterator[Site]:
    """Serve an application until the end."""
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, ws="none", log_level="error", lifespan="on", access_log=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        until = time.monotonic() + SECONDS
        while not server.started:
            assert thread.is_alive(), "the server has ended"
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.01)
        yield Site(server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(SECONDS)
        assert not thread.is_alive()


def example() -> dict[str, Any]:
    """Return the data of the example, to change."""
    found: dict[str, Any] = json.loads(_example())
    return found


@cache
def _example() -> str:
    return json.dumps(_with_texts(yaml.safe_load(EXAMPLE.read_text("utf-8"))))


def _with_texts(value: Any) -> Any:
    """YAML takes times for times; the contract has texts."""
    if isinstance(value, dict):
        return {key: _with_texts(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_with_texts(item) for item in value]
    return value.isoformat() if hasattr(value, "isoformat") else value


def put(store: Store, folder: Path, data: Mapping[str, Any]) -> None:
    """Put data into a store, as `--data` does."""
    file = folder / "data.json"
    file.write_text(json.dumps(data), "utf-8")
    seed(store, load(str(file)), LATER)


CHECKOUT, REFUNDS, FRAUD, REPORTS, SUMMARIES, TEMPLATE = (
    f"5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d700{n}" for n in range(1, 7)
)
PAYMENTS = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
NOBODY = "00000000-0000-4000-8000-000000000000"


def served(store: Store, settings: Settings | None = None) -> Starlette:
    settings = settings or Settings()
    return application(store, settings, routes(store, settings), not_found)


HOSTILE = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg/onload=alert(1)>", "</title><h1>x", "&lt;b&gt; &amp;", "{{7*7}}",
    "\u202egnp.exe\u202c", "a\u2066b\u2069", "zero\u200bwidth", "a\x1b[31mb", "line\nbreak\ttab", "\u2028", "خدمة التحقق", "日本語 👩\u200d👩\u200d👧", " ", "x" * 500,
]  # fmt: skip
