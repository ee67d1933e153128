"""The service as a Starlette application: the operations of the contract, and pages beside them."""

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


def application(store: Store, settings: Settings, *, console: bool = False) -> Starlette:
    """Return the service over a store, which the caller closes; `console`: with its pages.

    `app.state.unserved` has the names of operations that the service answers with 501.
    """
    operations = Operations(store, settings)
    pages: list[BaseRoute] = []
    if console:
        from deploy_contract_service.console import routes  # its templates take a while to import

        pages = routes.routes(store, settings)

    async def on_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        wants_html = "text/html" in request.headers.get("accept", "")
        if pages and wants_html and error.status_code == 404:
            return routes.not_found(request)
        return await operations.other(request, error)

    app = Starlette(
        routes=pages,
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
