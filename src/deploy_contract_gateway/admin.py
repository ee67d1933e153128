"""The admin address: health, readiness, metrics and coverage."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from deploy_contract.answers import Answer, failure
from deploy_contract_gateway.exchange import Receive, Send

_METHODS = ("GET", "HEAD")  # the server sends no body in answer to HEAD


class AdminApp:
    """An ASGI application with the admin paths."""

    def __init__(
        self,
        healthy: Callable[[], bool],
        ready: Callable[[], Awaitable[dict[str, bool]]],
        metrics: Callable[[], Awaitable[tuple[str, bytes]]],
        coverage: Callable[[], Awaitable[dict[str, Any] | None]],
    ) -> None:
        """Create the application.

        Args:
            healthy: returns whether a worker serves requests.
            ready: returns the conditions of readiness by name; all must be true.
            metrics: returns the media type and the text of the metrics.
            coverage: returns a summary of the coverage, None if none is counted.
        """
        self._is_healthy = healthy
        self._conditions = ready
        self._exposition = metrics
        self._summary = coverage
        self._pages: dict[str, Callable[[], Awaitable[Answer]]] = {
            "/-/healthy": self._health,
            "/-/ready": self._readiness,
            "/-/metrics": self._metrics,
            "/-/coverage": self._coverage,
        }

    async def __call__(
        self, scope: MutableMapping[str, Any], _receive: Receive, send: Send
    ) -> None:
        """Answer a request."""
        answer = await self._answer(scope["method"], scope["path"])
        headers = [(name.encode("ascii"), value.encode("ascii")) for name, value in answer.headers]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _answer(self, method: str, path: str) -> Answer:
        page = self._pages.get(path.rstrip("/"))
        if page is None:
            return failure(404, f"The paths are {', '.join(self._pages)}.")
        if method not in _METHODS:
            refused = failure(405, f"The methods are {', '.join(_METHODS)}.")
            return refused._replace(headers=(*refused.headers, ("allow", ", ".join(_METHODS))))
        return await page()

    async def _health(self) -> Answer:
        return _status({"healthy": self._is_healthy()})

    async def _readiness(self) -> Answer:
        conditions = await self._conditions()
        return _status({"ready": all(conditions.values()), **conditions})

    async def _metrics(self) -> Answer:
        media_type, text = await self._exposition()
        return _uncached(200, media_type, text)

    async def _coverage(self) -> Answer:
        summary = await self._summary()
        return failure(404, "coverage is 0") if summary is None else _json(200, summary)


def _status(conditions: dict[str, bool]) -> Answer:
    """Return status 200 if all conditions hold, else 503."""
    return _json(200 if all(conditions.values()) else 503, conditions)


def _json(status: int, value: Any) -> Answer:
    return _uncached(status, "application/json", json.dumps(value, separators=(",", ":")).encode())


def _uncached(status: int, media_type: str, body: bytes) -> Answer:
    headers = (
        ("content-type", media_type),
        ("content-length", str(len(body))),
        ("cache-control", "no-store"),
    )
    return Answer(status, headers, body)
