"""The admin address: health, readiness, metrics and coverage."""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from deploy_contract.answers import Answer, failure
from deploy_contract.asgi import send_answer
from deploy_contract_gateway.exchange import Receive, Send

_METHODS = ("GET", "HEAD")  # the server sends no body in answer to HEAD


class AdminApp:
    """An ASGI application of pages: the path of each, and what answers a request for it."""

    def __init__(self, pages: Mapping[str, Callable[[], Awaitable[Answer]]]) -> None:
        self._pages = pages

    async def __call__(
        self, scope: MutableMapping[str, Any], _receive: Receive, send: Send
    ) -> None:
        """Answer a request."""
        page = self._pages.get(scope["path"].rstrip("/"))
        if page is None:
            answer = failure(404, f"The paths are {', '.join(self._pages)}.")
        elif scope["method"] in _METHODS:
            answer = await page()
        else:
            allowed = ", ".join(_METHODS)
            answer = failure(405, f"The methods are {allowed}.")
            answer = answer._replace(headers=(*answer.headers, ("allow", allowed)))
        await send_answer(answer, send)


def conditions(found: Mapping[str, bool]) -> Answer:
    """Return a page of conditions, with status 200 if all hold, else 503."""
    return json_page(found, 200 if all(found.values()) else 503)


def json_page(value: Any, status: int = 200) -> Answer:
    """Return a page of JSON."""
    text = json.dumps(value, separators=(",", ":")).encode()
    return page("application/json", text, status)


def page(media_type: str, body: bytes, status: int = 200) -> Answer:
    """Return a page that no cache keeps."""
    headers = (
        ("content-type", media_type),
        ("content-length", str(len(body))),
        ("cache-control", "no-store"),
    )
    return Answer(status, headers, body)
