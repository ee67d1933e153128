"""The operations of the contract, as the service performs them."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

from deploy_contract_generated.names import HostingName
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Scope

from deploy_contract import Contract, Report, answers, logs
from deploy_contract import Request as ContractRequest
from deploy_contract.http.routing import Route
from deploy_contract.http.servers import encoded_path, strip_mount
from deploy_contract.judge.python.schema import fits
from deploy_contract.report import to_report
from deploy_contract_service import fields
from deploy_contract_service.errors import UnavailableError, unavailable
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Deployment, Store

WRITES = 10  # at a time in PostgreSQL; threads and connections beyond them are left to reads
CLOSE = {"connection": "close"}  # for a request that was not read to its end
BODY_SECONDS = 30.0  # for a whole body to arrive
QUEUE_SECONDS = 15.0  # that a write may wait for other writes of this process

Handler = Callable[[ContractRequest, Route], Response]


class Operations:
    """The operations over a store."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        # SQLite has one writer at a time, and its own waiters sleep between tries
        self._write_slots = asyncio.Semaphore(1 if store.database.is_sqlite else WRITES)
        self._contract = _contract(settings.hosting, settings)
        # a source that runs on one hosting only settles the hosting of its deployments
        self._contracts = {
            source: _contract(settings.hosting or fields.hosting_of(source), settings)
            for source in fields.sources()
        }
        self._handlers: dict[str, Handler] = {
            fields.LIST_REPOSITORIES: self._list_repositories,
            fields.LIST_DEPLOYMENTS: self._list_deployments,
            fields.PATCH_DEPLOYMENT: self._patch_deployment,
        }
        names = [str(row["operation"]) for row in self._contract.operations]
        self.unserved = [name for name in names if name not in self._handlers]

    def route(self, scope: Scope) -> Route:
        """Return the operation that a request is for, or the rule that rejects its path."""
        path = encoded_path(scope["path"], scope.get("raw_path"))
        if mount := scope.get("root_path"):
            path = strip_mount(path, mount, self._contract.base_path)
        return self._contract.checker.route(ContractRequest(scope["method"], path))

    async def respond(self, request: Request, route: Route) -> Response:
        """Return the response to a request for an operation. Every failure is a problem."""
        name = route.operation.name if route.operation else None
        try:
            return await self._respond(request, route)
        except TimeoutError:
            return self._fault("body-timeout", name)
        except UnavailableError as error:
            return problem(503, unavailable(error))
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
            return problem(501, "The service does not have this operation.", **CLOSE)
        if route.operation.request is None:
            return await run_in_threadpool(handler, contract_request, route)
        body = await read_body(request, self._contract.limits.request_body)
        if body is None:
            return self._fault("json-size", route.operation.name)
        return await self._write(handler, contract_request._replace(body=body), route)

    async def _write(self, handler: Handler, request: ContractRequest, route: Route) -> Response:
        """Run an operation that changes the store, when few others do."""
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self._write_slots.acquire()
        except TimeoutError:
            raise UnavailableError("too many patches wait") from None
        try:
            return await run_in_threadpool(handler, request, route)
        finally:
            self._write_slots.release()

    async def other(self, request: Request, error: HTTPException) -> Response:
        """Return the response to a request that neither the contract nor a page answers."""
        if error.status_code == 404:
            return self._refuse(_contract_request(request), self.route(request.scope))
        return problem(error.status_code, error.detail)

    def _judge(self, request: ContractRequest) -> Report:
        return self._contract.check_request(request)

    def _list_repositories(self, request: ContractRequest, route: Route) -> Response:
        """Answer "interface.md", 1. List repositories of a code-hosting integration."""
        report = self._judge(request)
        if not report.ok or report.parameters is None:
            return refusal(report)
        found = self._store.repositories(report.parameters["integration_id"])
        if found is None:
            return problem(404, "There is no such integration.")
        return _json(found, route)

    def _list_deployments(self, request: ContractRequest, route: Route) -> Response:
        """Answer "interface.md", 2. List deployments."""
        report = self._judge(request)
        if not report.ok or report.parameters is None:
            return refusal(report)
        found = self._store.page(report.parameters)
        offset = report.parameters["offset"] + len(found)
        return _json({"resources": found, "offset": offset}, route)

    def _patch_deployment(self, request: ContractRequest, route: Route) -> Response:
        """Answer "interface.md", 3. Patch a deployment."""

        def check(stored: Deployment) -> Report:
            contract = self._contracts[stored["source"]]
            return contract.check_request(request, deployment=stored)

        identity = route.texts["deployment_id"]
        patched = None
        if fits(fields.identity_schema(), identity):
            patched = self._store.patch(identity, check)
        report, deployment = patched or (self._judge(request), None)
        if not report.ok:
            return refusal(report)
        if deployment is None:
            return problem(404, "There is no such deployment.")
        return _json(deployment, route)

    def _refuse(self, request: ContractRequest, route: Route) -> Response:
        # RFC 9110, section 15.5.6
        headers = {"allow": ", ".join(route.methods)} if route.methods else {}
        return refusal(self._judge(request), **headers)

    def _fault(self, rule: str, operation: str | None) -> Response:
        return refusal(to_report(self._contract.judge.fault(rule, operation)), **CLOSE)


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


def _json(value: Any, route: Route) -> Response:
    assert route.operation is not None
    return Response(
        json.dumps(value, separators=(",", ":")),
        headers={"cache-control": "no-store"},  # it contains secrets
        media_type=route.operation.media_type,
    )


def refusal(report: Report, **headers: str) -> Response:
    """Return the response to a request that the contract denies, with its violations."""
    found = answers.problem(report, report.status)
    return Response(found.body, found.status, dict(found.headers) | headers)


def problem(status: int, text: str, **headers: str) -> Response:
    """Return the response to a request that fails for another reason (RFC 9457)."""
    found = answers.failure(status, text)
    return Response(found.body, found.status, dict(found.headers) | headers)


async def read_body(request: Request, limit: int) -> bytes | None:
    """Return the body of a request, or None if it has more than `limit` bytes.

    Raises TimeoutError if the body did not arrive in BODY_SECONDS, and ClientDisconnect if the
    client closed the connection.
    """
    chunks: list[bytes] = []
    size = 0
    async with asyncio.timeout(BODY_SECONDS):
        async for chunk in request.stream():
            size += len(chunk)
            if size > limit:
                return None
            chunks.append(chunk)
    return b"".join(chunks)
