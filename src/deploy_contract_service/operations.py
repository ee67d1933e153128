"""The operations of the contract, behind the middleware that any service may use."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, cast

from deploy_contract_generated.names import HostingName
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from deploy_contract import Contract, Report, answers
from deploy_contract import Request as ContractRequest
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.http.servers import request_of_scope
from deploy_contract.judge.python.schema import fits
from deploy_contract.middleware import report_of
from deploy_contract_service import fields
from deploy_contract_service.errors import UnavailableError, failure
from deploy_contract_service.patching import complete
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Check, Deployment, Store

WRITES = 10  # limit of simultaneous writes in PostgreSQL, so that reads have free connections
QUEUE_SECONDS = 15.0  # the longest time that a write waits for other writes of this process


class Operations:
    """The operations over a store, and the lookup of its deployments."""

    answers_at_once = True  # else, a patch that is denied for all facts would not be looked up

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        # SQLite has one writer at a time, and its own waiters sleep between tries
        self._write_slots = asyncio.Semaphore(1 if store.database.is_sqlite else WRITES)
        self._contract = Contract(
            hosting=cast("HostingName | None", settings.hosting),
            base_path=settings.base_path,
            # without a choice, the middleware would report undeclared fields in each refusal
            unknown_fields=Contract(bundle=settings.bundle).unknown_fields,
            unknown_operations="reject",
            bundle=settings.bundle,
        )
        self._lists = {
            fields.LIST_REPOSITORIES: self._list_repositories,
            fields.LIST_DEPLOYMENTS: self._list_deployments,
        }
        served = {*self._lists, fields.PATCH_DEPLOYMENT}
        names = [str(row["operation"]) for row in self._contract.operations]
        self.unserved = [name for name in names if name not in served]
        # the ASGI application, which also refuses requests for no operation of the contract
        self.application = ContractMiddleware(
            self._respond,
            self._contract,
            deployments=self,
            responses="off",
            on_report=lambda _seen: None,  # log no verdict
        )

    def is_unknown(self, scope: Scope) -> bool:
        """Return True if the path of a request leads to no operation."""
        request = request_of_scope(scope, self._contract.base_path)
        return self._contract.checker.route(request).rule == "operation-unknown"

    async def find(self, identity: str, request: ContractRequest) -> Mapping[str, Any] | None:
        """Return the stored deployment for a patch that is denied for every deployment.

        So the refusal names all violations. Any other patch is judged in its transaction.
        """
        stored = None
        is_denied = self._contract.check_request(request).verdict == "deny"
        if is_denied and fits(fields.identity_schema(), identity):
            stored = await run_in_threadpool(self._store.deployment, identity)
        return None if stored is None else complete(stored)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that the contract allows. The answer to a failure is problem details."""
        report = report_of(scope)
        try:
            if report.operation == fields.PATCH_DEPLOYMENT:
                response = await self._patch_deployment(Request(scope, receive), report)
            elif report.operation in self._lists:
                response = await run_in_threadpool(self._lists[report.operation], report)
            elif report.operation is None:  # a compiled contract may only report this
                response = problem(404, "There is nothing at this path with this method.")
            else:
                response = problem(501, "The service does not have this operation.")
        except Exception as error:
            response = problem(*failure(error))
        await response(scope, receive, send)

    def _list_repositories(self, report: Report) -> Response:
        """Answer "interface.md", 1. List repositories of a code-hosting integration."""
        assert report.parameters is not None
        found = self._store.repositories(report.parameters["integration_id"])
        return problem(404, "There is no such integration.") if found is None else _json(found)

    def _list_deployments(self, report: Report) -> Response:
        """Answer "interface.md", 2. List deployments."""
        assert report.parameters is not None
        found = self._store.page(report.parameters)
        return _json({"resources": found, "offset": report.parameters["offset"] + len(found)})

    async def _patch_deployment(self, request: Request, report: Report) -> Response:
        """Answer "interface.md", 3. Patch a deployment.

        The middleware has judged the patch without the stored deployment, which other patches may
        change. So the patch is judged again within its transaction.
        """
        sent = request_of_scope(request.scope, self._contract.base_path)
        sent = sent._replace(body=await request.body())

        def check(stored: Deployment) -> Report:
            return self._contract.check_request(sent, deployment=stored)

        assert report.parameters is not None
        identity = report.parameters["deployment_id"]
        patched = None
        if fits(fields.identity_schema(), identity):
            patched = await self._write(identity, check)
        if patched is None:
            return problem(404, "There is no such deployment.")
        judged, deployment = patched
        if judged.ok:
            return _json(deployment)
        refusal = answers.problem(judged, judged.status)
        return Response(refusal.body, refusal.status, dict(refusal.headers))

    async def _write(self, identity: str, check: Check) -> tuple[Report, Deployment] | None:
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self._write_slots.acquire()
        except TimeoutError:
            raise UnavailableError("too many patches wait") from None
        try:
            return await run_in_threadpool(self._store.patch, identity, check)
        finally:
            self._write_slots.release()


def _json(value: Any) -> Response:
    return Response(
        json.dumps(value, separators=(",", ":")),
        headers={"cache-control": "no-store"},  # it contains secrets
        media_type="application/json",
    )


def problem(status: int, text: str, **headers: str) -> Response:
    """Return the response to a request that fails (RFC 9457)."""
    found = answers.failure(status, text)
    return Response(found.body, found.status, dict(found.headers) | headers)
