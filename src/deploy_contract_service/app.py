"""The service as a Starlette application: the operations of the contract, and pages beside them."""

from collections.abc import Callable, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from deploy_contract_service.hosts import accepts
from deploy_contract_service.operations import CLOSE, Operations, problem
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store

_MISDIRECTED = (
    "The service does not answer for this host; name it with --allowed-hosts if it is its own."
)


def application(
    store: Store,
    settings: Settings,
    routes: Sequence[BaseRoute] = (),
    page_not_found: Callable[[Request], Response] | None = None,
) -> Starlette:
    """Return the service over a store, which the caller closes, with pages beside the operations.

    `page_not_found` makes the 404 for browsers; other clients get a problem (RFC 9457).
    `app.state.unserved` has the names of operations that the service answers with 501.
    """
    operations = Operations(store, settings)

    async def on_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        wants_html = "text/html" in request.headers.get("accept", "")
        if page_not_found and wants_html and error.status_code == 404:
            return page_not_found(request)
        return await operations.other(request, error)

    app = Starlette(
        routes=list(routes),
        middleware=[Middleware(_dispatch, operations, settings.allowed_hosts)],
        exception_handlers={HTTPException: on_error},
    )
    app.router.redirect_slashes = False
    app.state.unserved = operations.unserved
    return app


def _dispatch(app: ASGIApp, operations: Operations, names: frozenset[str] | None) -> ASGIApp:
    """Return ASGI middleware that answers requests for operations, and passes on all others.

    Requests for other hosts than `names` get a 421 (RFC 9110, section 15.5.20).
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        if names is not None and not accepts(names, scope["headers"]):
            await problem(421, _MISDIRECTED, **CLOSE)(scope, receive, send)
            return
        route = operations.route(scope)
        if route.operation is None and route.rule == "operation-unknown":
            await app(scope, receive, send)
            return
        response = await operations.respond(Request(scope, receive), route)
        await response(scope, receive, send)

    return serve
