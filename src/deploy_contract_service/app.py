"""The service as a Starlette application: the operations of the contract, and whatever else is mounted beside them."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from deploy_contract import Contract, Report, logs
from deploy_contract import Request as Asked
from deploy_contract.document.walker import fits
from deploy_contract.http.paths import below, written
from deploy_contract.http.routing import Route
from deploy_contract.tables import tables
from deploy_contract_service import fields
from deploy_contract_service.bodies import body
from deploy_contract_service.faults import UnavailableError
from deploy_contract_service.hosts import Hosts
from deploy_contract_service.problems import problem, refused
from deploy_contract_service.rollouts import Worker
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Deployment, Store

LOG = logging.getLogger("deploy_contract")
WRITES = 10  # at a time: those that wait leave threads and connections to reads
QUEUE_SECONDS = 15.0  # that a write may wait for others of this process before it begins


def application(
    store: Store,
    settings: Settings,
    routes: Sequence[BaseRoute] = (),
    lost: Callable[[Request], Response] | None = None,
) -> Starlette:
    """The service of a store. `routes`: what else is served, on all paths that are none of the contract's.

    Operations of the contract that have no handler are answered 501; `app.state.unserved` has their names.

    `lost`: the answer to a browser where nothing is served; all else gets a problem.

    While it runs, revisions are rolled out. The store is `app.state.store`; whoever opened it closes it.
    """

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        worker = Worker(store)
        worker.start()
        yield
        await run_in_threadpool(worker.stop)

    operations = Operations(store, settings)

    async def elsewhere(request: Request, error: Exception) -> Response:
        is_lost = isinstance(error, HTTPException) and error.status_code == 404
        if lost and is_lost and "text/html" in request.headers.get("accept", ""):
            return lost(request)
        return await operations.elsewhere(request, error)

    hosts = (
        [] if settings.allowed_hosts is None else [Middleware(Hosts, names=settings.allowed_hosts)]
    )
    app = Starlette(
        routes=list(routes),
        middleware=[*hosts, Middleware(_Api, operations=operations)],
        exception_handlers={HTTPException: elsewhere},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.store = store
    app.state.unserved = operations.unserved
    return app


class _Api:
    """Answers what the contract routes to an operation, or refuses for its path; passes on all else."""

    def __init__(self, app: ASGIApp, operations: "Operations") -> None:
        self._app = app
        self._operations = operations

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, as the server hands it over."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        route = self._operations.route(scope)
        if route.operation is None and route.rule == "operation-unknown":
            await self._app(scope, receive, send)
            return
        response = await self._operations.answer(Request(scope, receive), route)
        await response(scope, receive, send)


class Operations:
    """The operations, each a method with the name that the contract has for it."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._writes = asyncio.Semaphore(WRITES)
        self._writers = CapacityLimiter(WRITES)
        self._contract = _contract(settings.hosting, settings)
        # where a deployment runs follows from its source, if that may run in one place only
        self._contracts = {
            source: _contract(settings.hosting or fields.hosting_of(source), settings)
            for source in tables().book.sources
        }
        handlers: tuple[Callable[[Asked, Route], Response], ...] = (
            self.list_repositories,
            self.list_deployments,
            self.patch_deployment,
        )
        self._handlers = {handler.__name__: handler for handler in handlers}

    @property
    def unserved(self) -> tuple[str, ...]:
        """The names of the contract's operations that the service has no handler for."""
        names = [str(row["operation"]) for row in self._contract.operations]
        return tuple(name for name in names if name not in self._handlers)

    def route(self, scope: Scope) -> Route:
        """Where a request leads to."""
        path = written(scope["path"], scope.get("raw_path"))
        if mount := scope.get("root_path"):
            path = below(path, mount, self._contract.base_path)
        return self._contract.checker.route(scope["method"], path)

    async def answer(self, request: Request, route: Route) -> Response:
        """The answer to a request; whatever goes wrong, a problem."""
        try:
            if route.operation is not None and route.operation.name not in self._handlers:
                return problem(
                    501, "The contract has this operation, and this service does not.", CLOSE
                )
            asked = _asked(request)
            if route.operation is not None and route.operation.request is not None:
                sent = await body(request, self._contract.limits.request_body)
                if sent is None:
                    return refused(
                        self._contract.checker.fault("json-size", route.operation.name),
                        self._contract,
                        CLOSE,
                    )
                return await self._written(asked._replace(body=sent), route)
            handler = self._handlers[route.operation.name] if route.operation else self._refused
            return await run_in_threadpool(handler, asked, route)
        except TimeoutError:
            name = route.operation.name if route.operation else None
            return refused(
                self._contract.checker.fault("body-timeout", name), self._contract, CLOSE
            )
        except UnavailableError as error:
            LOG.error("the database cannot be asked: %s", error)  # noqa: TRY400 - a traceback says no more
            return problem(503, "The service cannot reach its database; try again later.")
        except ClientDisconnect:
            return Response(status_code=499)  # there is nobody to read it
        except Exception as error:  # its text may hold values
            logs.unexpected("answering a request", error)
            return problem(500, "The service has failed to answer.")

    async def _written(self, asked: Asked, route: Route) -> Response:
        """The answer of an operation that changes something, in a thread of those that are for that."""
        assert route.operation is not None
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self._writes.acquire()
        except TimeoutError:
            raise UnavailableError("too many patches wait") from None
        try:
            return await to_thread.run_sync(
                self._handlers[route.operation.name], asked, route, limiter=self._writers
            )
        finally:
            self._writes.release()

    async def elsewhere(self, request: Request, error: Exception) -> Response:
        """The answer to a request that is none of the contract's, and that nothing else serves."""
        assert isinstance(error, HTTPException)
        if error.status_code == 404:
            return self._refused(_asked(request), self.route(request.scope))
        return problem(error.status_code, error.detail)

    def list_repositories(self, asked: Asked, route: Route) -> Response:
        """The repositories of an integration ("interface.md", 1. List repositories of a code-hosting integration)."""
        report, values = self._judged(asked, route)
        if not report.ok:
            return refused(report, self._contract)
        found = self._store.repositories(values["integration_id"])
        return (
            problem(404, "There is no such integration.") if found is None else _json(found, route)
        )

    def list_deployments(self, asked: Asked, route: Route) -> Response:
        """A page of deployments ("interface.md", 2. List deployments)."""
        report, values = self._judged(asked, route)
        if not report.ok:
            return refused(report, self._contract)
        return _json(self._store.page(values)._asdict(), route)

    def patch_deployment(self, asked: Asked, route: Route) -> Response:
        """The deployment after a patch ("interface.md", 3. Patch a deployment)."""

        def judge(stored: Deployment) -> Report:
            contract = self._contracts[stored["source"]]
            return contract.checker.request(asked, deployment=stored, route=route)

        identity = route.texts["deployment_id"]
        patched = self._store.patch(identity, judge) if self._is_sound(route) else None
        if patched is None:
            report, _ = self._judged(asked, route)
            return (
                problem(404, "There is no such deployment.")
                if report.ok
                else refused(report, self._contract)
            )
        return (
            _json(patched.deployment, route)
            if patched.report.ok
            else refused(patched.report, self._contract)
        )

    def _judged(self, asked: Asked, route: Route) -> tuple[Report, dict[str, Any]]:
        report = self._contract.checker.request(asked, route=route)
        return report, dict(report.parameters or {})

    def _is_sound(self, route: Route) -> bool:
        """Whether the path names what can be looked for."""
        parameters = route.operation.path_parameters if route.operation else ()
        return route.checked or all(
            fits(one["schema"], route.texts[one["name"]]) for one in parameters
        )

    def _refused(self, asked: Asked, route: Route) -> Response:
        report = self._contract.checker.request(asked, route=route)
        allow = (
            {"allow": ", ".join(route.methods)} if route.methods else None
        )  # RFC 9110, section 15.5.6
        return refused(report, self._contract, allow)


CLOSE = {"connection": "close"}  # what is left of the request is not read


def _contract(hosting: str | None, settings: Settings) -> Contract:
    return Contract(hosting=hosting, base_path=settings.base_path, unknown_operations="reject")


def _asked(request: Request) -> Asked:
    scope = request.scope
    query = scope["query_string"].decode("utf-8", "surrogateescape")
    return Asked(
        scope["method"], written(scope["path"], scope.get("raw_path")), query, scope["headers"]
    )


def _json(value: Any, route: Route) -> Response:
    assert route.operation is not None
    keep = {"cache-control": "no-store"}  # secrets are in it: nobody on the way is to keep it
    return Response(
        json.dumps(value, separators=(",", ":")),
        headers=keep,
        media_type=route.operation.media_type,
    )
