"""The admin address: health, readiness, metrics and coverage."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

NO_STORE = {"cache-control": "no-store"}


def admin_app(
    healthy: Callable[[], bool],
    ready: Callable[[], Awaitable[dict[str, bool]]],
    metrics: Callable[[], Awaitable[bytes]],
    media_type: str,
    coverage: Callable[[], Awaitable[dict[str, Any] | None]],
) -> Starlette:
    """Return an ASGI application with the admin paths.

    Args:
        healthy: returns whether a worker serves requests.
        ready: returns the conditions of readiness by name; all must be true.
        metrics: returns the text of the metrics.
        media_type: Content-Type of that text.
        coverage: returns a summary of the coverage, None if none is counted.
    """

    async def health(_request: Request) -> Response:
        return _status({"healthy": healthy()})

    async def readiness(_request: Request) -> Response:
        conditions = await ready()
        return _status({"ready": all(conditions.values()), **conditions})

    async def exposition(_request: Request) -> Response:
        return Response(await metrics(), headers={**NO_STORE, "content-type": media_type})

    async def summary(_request: Request) -> Response:
        found = await coverage()
        if found is None:
            return JSONResponse({"detail": "coverage is 0"}, 404, NO_STORE)
        return JSONResponse(found, headers=NO_STORE)

    return Starlette(
        routes=[
            Route("/-/healthy", health),
            Route("/-/ready", readiness),
            Route("/-/metrics", exposition),
            Route("/-/coverage", summary),
        ],
    )


def _status(conditions: dict[str, bool]) -> Response:
    """Return status 200 if all conditions hold, else 503."""
    return JSONResponse(conditions, 200 if all(conditions.values()) else 503, NO_STORE)
