"""The service as a Starlette application: the operations of the contract, and pages beside them."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from deploy_contract_service.hosts import Hosts
from deploy_contract_service.operations import Operations
from deploy_contract_service.rollouts import RolloutWorker
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store


def application(
    store: Store,
    settings: Settings,
    routes: Sequence[BaseRoute] = (),
    page_not_found: Callable[[Request], Response] | None = None,
) -> Starlette:
    """Return the service over a store.

    While the application runs, it rolls revisions out. `app.state.store` is the store, which the
    caller closes. `app.state.unserved` has the names of operations of the contract that the
    service does not have; it answers 501 to them.

    Args:
        store: the stored data.
        settings: settings of the service.
        routes: pages to serve on paths of no operation.
        page_not_found: makes the 404 for browsers; other clients get a problem (RFC 9457).
    """
    operations = Operations(store, settings)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        worker = RolloutWorker(store)
        worker.start()
        yield
        await run_in_threadpool(worker.stop)

    async def on_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        wants_html = "text/html" in request.headers.get("accept", "")
        if page_not_found and wants_html and error.status_code == 404:
            return page_not_found(request)
        return await operations.other(request, error)

    middleware = [Middleware(_Dispatch, operations=operations)]
    if settings.allowed_hosts is not None:
        middleware.insert(0, Middleware(Hosts, names=settings.allowed_hosts))
    app = Starlette(
        routes=list(routes),
        middleware=middleware,
        exception_handlers={HTTPException: on_error},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.store = store
    app.state.unserved = operations.unserved
    return app


class _Dispatch:
    """ASGI middleware that answers requests for operations, and passes on all others."""

    def __init__(self, app: ASGIApp, operations: Operations) -> None:
        self._app = app
        self._operations = operations

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        route = self._operations.route(scope)
        if route.operation is None and route.rule == "operation-unknown":
            await self._app(scope, receive, send)
            return
        response = await self._operations.respond(Request(scope, receive), route)
        await response(scope, receive, send)
