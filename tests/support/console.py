"""The console: its pages as they are answered, and a server of them for browsers."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from deploy_contract import Request
from deploy_contract.files.documents import Source
from deploy_contract_service import data_file
from deploy_contract_service.app import application
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Deployment, Store
from tests.support.client import EXAMPLE, LATER, send
from tests.support.gateways import soon
from tests.support.pages import Element, only, read

SECONDS = 30
FORM = {"content-type": "application/x-www-form-urlencoded"}


def page_of(answer: httpx.Response) -> Element:
    """Return the page of an answer. Raise AssertionError if an element is not closed."""
    return _page(answer.content.decode("utf-8"))


@lru_cache(4)  # a test looks at a page several times
def _page(text: str) -> Element:
    assert text.startswith("<!doctype html>\n")
    return read(text)


def main_of(answer: httpx.Response) -> Element:
    return only(page_of(answer), "main")


class Site:
    """A client of an application, in this process."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def call(
        self, method: str, path: str, body: Any = b"", headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        request = Request(method, path, "", list((headers or {}).items()))
        response = asyncio.run(send(self._app, request, body))
        found = response.headers.multi_items()
        assert len(dict(found)) == len(found), f"a header twice: {found}"
        return response

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.call("GET", f"{path}?{urlencode(query)}" if query else path)

    def judge(self, text: str, **fields: str) -> httpx.Response:
        return self.call("POST", "/playground", urlencode({"text": text, **fields}), FORM)


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """Serve an application on the loopback until the end, and yield its origin."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, ws="none", log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        assert soon(lambda: server.started or not thread.is_alive(), SECONDS)
        assert server.started, "the server has ended"
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(SECONDS)
        assert not thread.is_alive()


def example() -> dict[str, Any]:
    """Return the data of the example, to change."""
    found: dict[str, Any] = deepcopy(example_data()._asdict())
    return found


@cache
def example_data() -> data_file.Data:
    return data_file.load(str(EXAMPLE))


def stored(store: Store, identity: str) -> Deployment:
    """Return a deployment that a store has."""
    found = store.deployment(identity)
    assert found is not None
    return found


def revisions(store: Store, identity: str) -> list[Any]:
    """Return the revisions of a deployment that a store has."""
    found = store.revisions(identity)
    assert found is not None
    return found


def put(store: Store, data: Mapping[str, Any]) -> None:
    """Put data into a store, as `--data` does."""
    seed(store, data_file.read(data, "data", None, Source(b"")), LATER)


CHECKOUT, REFUNDS, FRAUD, REPORTS, SUMMARIES, TEMPLATE = (
    f"5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d700{n}" for n in range(1, 7)
)
PAYMENTS = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
NOBODY = "00000000-0000-4000-8000-000000000000"


def served(store: Store, settings: Settings | None = None) -> Starlette:
    return application(store, settings or Settings(), console=True)


HOSTILE = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg/onload=alert(1)>", "</title><h1>x", "&lt;b&gt; &amp;", "{{7*7}}",
    "\u202egnp.exe\u202c", "a\u2066b\u2069", "zero\u200bwidth", "a\x1b[31mb", "line\nbreak\ttab", "\u2028", "خدمة التحقق", "日本語 👩\u200d👩\u200d👧", " ", "x" * 500,
]  # fmt: skip
ODD = "aaaaaaaa-0000-4000-8000-0000000000{:02}"  # id of the deployment with a hostile name

REFERRING = ODD.format(99)  # id of a deployment that refers to secrets with hostile names


def hostile_example() -> dict[str, Any]:
    """Return the data of the example, and each hostile text wherever a deployment may have one."""
    data = example()
    for number, text in enumerate(HOSTILE):
        revision, link = ODD.format(50 + number), f"javascript:alert(1)//{text}"
        odd = deepcopy(data["deployments"][1])
        odd |= {"id": ODD.format(number), "name": text, "image_version": text}
        odd |= {"latest_revision_id": revision, "active_revision_id": revision}
        odd["secrets"] = [{"name": text, "value": "hidden"}]
        odd["source_config"] |= {"install_command": text, "repo_url": link}
        odd["source_config"]["resource_spec"] = {"labels": {text: text}}
        data["deployments"].append(odd)
        repository = {**data["repositories"][0], "id": 9000 + number, "name": text}
        data["repositories"].append({**repository, "owner": text, "url": link})
        data["integrations"].append({"id": ODD.format(number), "name": text})
    referring = deepcopy(data["deployments"][2])
    names = [{"name": text, "secret_name": text, "secret_key": text} for text in HOSTILE]
    referring |= {"id": REFERRING, "name": "referring", "secret_references": names, "revisions": []}
    referring |= {"latest_revision_id": None, "active_revision_id": None}
    data["deployments"].append(referring)
    return data
