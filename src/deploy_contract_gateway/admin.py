"""What the gateway says of itself, at an address of its own: health, readiness, metrics."""

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

NO_STORE = {"cache-control": "no-store"}


def app(
    healthy: Callable[[], bool],
    ready: Callable[[], Awaitable[dict[str, bool]]],
    metrics: Callable[[], Awaitable[bytes]],
    kind: str,
) -> Starlette:
    """An application with three paths. `ready`: what has to be so, by name; `kind`: the media type of `metrics`."""

    async def health(_request: Request) -> Response:
        fine = healthy()
        return JSONResponse({"healthy": fine}, 200 if fine else 503, NO_STORE)

    async def readiness(_request: Request) -> Response:
        found = await ready()
        fine = all(found.values())
        return JSONResponse({"ready": fine, **found}, 200 if fine else 503, NO_STORE)

    async def exposition(_request: Request) -> Response:
        return Response(await metrics(), headers={**NO_STORE, "content-type": kind})

    return Starlette(
        routes=[
            Route("/-/healthy", health),
            Route("/-/ready", readiness),
            Route("/-/metrics", exposition),
        ],
    )
