"""The operations of the contract, as the service performs them."""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, cast

from anyio import CapacityLimiter, to_thread
from deploy_contract_generated.names import HostingName
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Scope

from deploy_contract import Contract, Report, logs
from deploy_contract import Request as ContractRequest
from deploy_contract.http.routing import Route
from deploy_contract.http.servers import encoded_path, strip_mount
from deploy_contract.judge.python.schema import fits
from deploy_contract.report import report_of
from deploy_contract_service import fields
from deploy_contract_service.bodies import read_body
from deploy_contract_service.errors import UnavailableError
from deploy_contract_service.problems import CLOSE, problem, refusal
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Deployment, Store

LOG = logging.getLogger(logs.NAME)
WRITES = 10  # at a time; threads and connections beyond them are left to reads
QUEUE_SECONDS = 15.0  # that a write may wait for other writes of this process

Handler = Callable[[ContractRequest, Route], Response]


class Operations:
    """The operations over a store."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._write_slots = asyncio.Semaphore(WRITES)
        self._write_threads = CapacityLimiter(WRITES)
        self._contract = _contract(settings.hosting, settings)
        # a source that runs on one hosting only settles the hosting of its deployments
        self._contracts = {}
        for source in fields.sources():
            hosting = settings.hosting or fields.hosting_of(source)
            self._contracts[source] = _contract(hosting, settings)
        self._handlers: dict[str, Handler] = {
            fields.LIST_REPOSITORIES: self._list_repositories,
            fields.LIST_DEPLOYMENTS: self._list_deployments,
            fields.PATCH_DEPLOYMENT: self._patch_deployment,
        }

    @property
    def unserved(self) -> tuple[str, ...]:
        """Names of the contract's operations that the service does not have."""
        names = []
        for row in self._contract.operations:
            name = str(row["operation"])
            if name not in self._handlers:
                names.append(name)
        return tuple(names)

    def route(self, scope: Scope) -> Route:
        """Return the operation that a request is for, or the rule that rejects its path."""
        path = encoded_path(scope["path"], scope.get("raw_path"))
        if mount := scope.get("root_path"):
            path = strip_mount(path, mount, self._contract.base_path)
        return self._contract.checker.route(scope["method"], path)

    async def respond(self, request: Request, route: Route) -> Response:
        """Return the response to a request for an operation. Every failure is a problem."""
        name = route.operation.name if route.operation else None
        try:
            return await self._respond(request, route)
        except TimeoutError:
            return self._fault("body-timeout", name)
        except UnavailableError as error:
            LOG.error("database unavailable: %s", error)  # noqa: TRY400 - a traceback adds nothing
            return problem(503, "The service cannot reach its database; try again later.")
        except ClientDisconnect:
            return Response(status_code=499)  # no client is left to read it
        except Exception as error:  # its text may contain values
            logs.unexpected("answering a request", error)
            return problem(500, "The service failed to answer.")

    async def _respond(self, request: Request, route: Route) -> Response:
        contract_request = _contract_request(request)
        if route.operation is None:
            return await run_in_threadpool(self._refuse, contract_request, route)
        handler = self._handlers.get(route.operation.name)
        if handler is None:
            return problem(501, "The service does not have this operation.", CLOSE)
        if route.operation.request is None:
            return await run_in_threadpool(handler, contract_request, route)
        body = await read_body(request, self._contract.limits.request_body)
        if body is None:
            return self._fault("json-size", route.operation.name)
        return await self._write(handler, contract_request._replace(body=body), route)

    async def _write(self, handler: Handler, request: ContractRequest, route: Route) -> Response:
        """Run an operation that changes the store, in one of the threads for writes."""
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self._write_slots.acquire()
        except TimeoutError:
            raise UnavailableError("too many patches wait") from None
        try:
            return await to_thread.run_sync(handler, request, route, limiter=self._write_threads)
        finally:
            self._write_slots.release()

    async def other(self, request: Request, error: HTTPException) -> Response:
        """Return the response to a request that neither the contract nor a page answers."""
        if error.status_code == 404:
            return self._refuse(_contract_request(request), self.route(request.scope))
        return problem(error.status_code, error.detail)

    def _list_repositories(self, request: ContractRequest, route: Route) -> Response:
        """List the repositories of an integration.

        See "interface.md", 1. List repositories of a code-hosting integration.
        """
        report = report_of(self._contract.judge.request(request, route=route))
        if not report.ok:
            return refusal(report)
        integration = _parameters(report)["integration_id"]
        found = self._store.repositories(integration)
        if found is None:
            return problem(404, "There is no such integration.")
        return _json(found, route)

    def _list_deployments(self, request: ContractRequest, route: Route) -> Response:
        """Return a page of deployments ("interface.md", 2. List deployments)."""
        report = report_of(self._contract.judge.request(request, route=route))
        if not report.ok:
            return refusal(report)
        return _json(self._store.page(_parameters(report))._asdict(), route)

    def _patch_deployment(self, request: ContractRequest, route: Route) -> Response:
        """Patch a deployment and return it ("interface.md", 3. Patch a deployment)."""

        def check(stored: Deployment) -> Report:
            contract = self._contracts[stored["source"]]
            return report_of(contract.judge.request(request, deployment=stored, route=route))

        patched = None
        if _has_valid_path(route):
            patched = self._store.patch(route.texts["deployment_id"], check)
        if patched is None:
            report = report_of(self._contract.judge.request(request, route=route))
            if report.ok:
                return problem(404, "There is no such deployment.")
            return refusal(report)
        if not patched.report.ok:
            return refusal(patched.report)
        return _json(patched.deployment, route)

    def _refuse(self, request: ContractRequest, route: Route) -> Response:
        report = report_of(self._contract.judge.request(request, route=route))
        headers = {}
        if route.methods:
            headers["allow"] = ", ".join(route.methods)  # RFC 9110, section 15.5.6
        return refusal(report, headers)

    def _fault(self, rule: str, operation: str | None) -> Response:
        return refusal(report_of(self._contract.checker.fault(rule, operation)), CLOSE)


def _contract(hosting: str | None, settings: Settings) -> Contract:
    return Contract(
        hosting=cast("HostingName | None", hosting),
        base_path=settings.base_path,
        unknown_operations="reject",
        bundle=settings.bundle,
    )


def _contract_request(request: Request) -> ContractRequest:
    scope = request.scope
    path = encoded_path(scope["path"], scope.get("raw_path"))
    query = scope["query_string"].decode("utf-8", "surrogateescape")
    return ContractRequest(scope["method"], path, query, scope["headers"])


def _parameters(report: Report) -> dict[str, Any]:
    return dict(report.parameters or {})


def _has_valid_path(route: Route) -> bool:
    """Return True if the path parameters can be ids of stored resources."""
    if route.checked or route.operation is None:
        return True
    parameters = route.operation.path_parameters
    return all(fits(one["schema"], route.texts[one["name"]]) for one in parameters)


def _json(value: Any, route: Route) -> Response:
    assert route.operation is not None
    return Response(
        json.dumps(value, separators=(",", ":")),
        headers={"cache-control": "no-store"},  # it contains secrets
        media_type=route.operation.media_type,
    )
