"""The service as a Starlette application: pages, and the operations of the contract beside them."""

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from deploy_contract_service.hosts import accepts
from deploy_contract_service.operations import Operations, problem
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store

_MISDIRECTED = (
    "The service does not answer for this host; name it with --allowed-hosts if it is its own."
)


def application(store: Store, settings: Settings, *, console: bool = False) -> Starlette:
    """Return the service over a store, which the caller closes.

    `console` is True if the service also has the pages of the console.

    `app.state.unserved` has the names of operations that the service answers with 501.
    """
    operations = Operations(store, settings)
    api = operations.application
    pages: list[BaseRoute] = []
    if console:
        from deploy_contract_service.console import routes  # its templates take a while to import

        pages = routes.routes(store, settings)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        chosen: ASGIApp = api
        if scope["type"] != "http":
            chosen = app.router.not_found
        elif pages and "text/html" in Headers(scope=scope).get("accept", ""):
            chosen = routes.not_found(Request(scope)) if operations.is_unknown(scope) else api
        await chosen(scope, receive, send)

    app = Starlette(routes=pages, middleware=[Middleware(_of_hosts, settings.allowed_hosts)])
    app.router.redirect_slashes = False
    app.router.default = answer  # for requests that are not for a page
    app.state.unserved = operations.unserved
    return app


def _of_hosts(app: ASGIApp, names: frozenset[str] | None) -> ASGIApp:
    """Return ASGI middleware that refuses requests for other hosts than `names`; None: any host.

    The refused requests get a 421 (RFC 9110, section 15.5.20).
    """
    refusal = problem(421, _MISDIRECTED, connection="close")

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        is_ours = scope["type"] != "http" or names is None or accepts(names, scope["headers"])
        await (app if is_ours else refusal)(scope, receive, send)

    return serve
