"""All that is made of one reading of the settings: contract, middleware and client. A reload makes another one."""

from collections.abc import MutableMapping
from typing import Any

from aiohttp import ClientError

from deploy_contract import Contract, ContractError, Limits, Request, Response
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.knowledge.callers import lookup_headers
from deploy_contract.knowledge.learned import LearnedDeployments, Lookup
from deploy_contract.knowledge.upstream import AsyncUpstreamDeployments
from deploy_contract.middleware.buffers import budget_of
from deploy_contract.middleware.enforcement import Gateway, Options
from deploy_contract_gateway.client import Client, trust
from deploy_contract_gateway.exchange import Receive, Send, note
from deploy_contract_gateway.forwarding import Forwarding
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.upstream import Upstream

LOOKUPS = ("learned", "upstream")


class Generation:
    """Serves the requests that begin while it is the current one. To be made within an event loop.

    `contract`: that of the settings, which takes seconds to compile if policies are long. `learned`: what is known already.
    """

    def __init__(self, settings: Settings, contract: Contract, learned: LearnedDeployments) -> None:
        self.settings = settings
        budget = budget_of(settings.buffer_bytes, contract.limits)
        self.client = Client(settings, budget)
        known: dict[str, Lookup] = {"learned": learned}
        if "upstream" in settings.lookups:
            headers = settings.lookup_headers or None
            known["upstream"] = AsyncUpstreamDeployments(
                self._fetch, contract, settings.lookup_seconds, headers=headers
            )
        options = options_of(settings, [known[name] for name in settings.lookups])
        options["buffer_bytes"] = budget
        self._app = ContractMiddleware(Upstream(self.client, settings, budget), contract, **options)
        authority = settings.upstream.authority.encode("ascii")
        self.forwarding = Forwarding(
            authority, settings.trust_forwarded, preserve=settings.host == "preserve"
        )
        self._under_way = 0
        self._retired = False

    async def serve(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """One request. The last one of a generation that was retired closes its connections."""
        self._under_way += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._under_way -= 1
            if self._retired and not self._under_way:
                await self.client.close()

    async def _fetch(self, request: Request) -> Response:
        """Return the response to a lookup. Raises OSError if there is none."""
        try:
            return await self.client.fetch(request)
        except ClientError as error:
            if isinstance(error, OSError):
                raise
            raise ConnectionError from error

    async def retire(self) -> None:
        """No more requests begin with it."""
        self._retired = True
        if not self._under_way:
            await self.client.close()


def contract_of(settings: Settings) -> Contract:
    """Return the contract that the settings ask for, with all compiled that requests need."""
    return Contract(
        hosting=settings.hosting,
        unknown_fields=settings.unknown_fields,
        unknown_operations=settings.unknown_operations,
        modes=settings.modes,
        policies=settings.policies,
        base_path=settings.base_path,
        limits=Limits(
            request_body=settings.request_bytes,
            response_body=settings.response_bytes,
            request_objects=settings.request_objects,
            response_objects=settings.response_objects,
            items=settings.items,
            string=settings.string,
            violations=settings.violations,
            query=settings.query,
        ),
        engine=settings.engine,
    ).prepared()


def options_of(settings: Settings, lookups: list[Lookup]) -> Options:
    """What the settings ask of the middleware."""
    return {
        "requests": settings.requests,
        "responses": settings.responses,
        "sample": settings.sample,
        "deployments": lookups,
        "when_indeterminate": settings.when_indeterminate,
        "on_report": note,
        "advice": settings.advice,
        "body_seconds": settings.body_seconds,
        "lookup_seconds": settings.lookup_seconds,
    }


def try_out(settings: Settings) -> None:
    """ContractError where nothing can be made of the settings; all that a worker would stumble over is tried here first."""
    contract = contract_of(settings)
    Gateway(contract, options_of(settings, []))
    unknown = set(settings.lookups) - set(LOOKUPS)
    if unknown:
        raise ContractError(f"lookups: each is one of {', '.join(LOOKUPS)}")
    lookup_headers(settings.lookup_headers)
    for name in ("ready_path", "base_path"):
        path = getattr(settings, name)
        if path and not (
            path.startswith("/") and path.isascii() and path.isprintable() and " " not in path
        ):
            raise ContractError(f"{name} begins with /, and is written as in a request line")
    if settings.upstream.scheme == "https" or settings.ca_file:
        trust(settings)
