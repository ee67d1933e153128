"""The gateway's runtime, made from one reading of the settings: contract, middleware and client."""

from collections.abc import Callable, MutableMapping
from typing import Any

from deploy_contract.asgi import ContractMiddleware
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract.middleware.buffers import budget_of
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.client import Client, upstream_lookup
from deploy_contract_gateway.exchange import Exchange, Receive
from deploy_contract_gateway.headers import HeaderRewriter
from deploy_contract_gateway.lifetime import Lifetime
from deploy_contract_gateway.memory import chosen_lookups
from deploy_contract_gateway.settings import GatewaySettings
from deploy_contract_gateway.upstream import UpstreamApp
from deploy_contract_gateway.validation import Contracts, middleware_options


class GatewayRuntime:
    """The objects of the gateway that serve requests until the next reload."""

    def __init__(
        self,
        settings: GatewaySettings,
        contracts: Contracts,
        learned: LearnedDeployments,
        coverage: LiveCoverage,
    ) -> None:
        """Create a runtime within an event loop.

        Args:
            settings: the settings.
            contracts: the contracts that `make_contracts` made from them.
            learned: facts about deployments, which outlive a reload.
            coverage: counts the parts of the contract that messages exercise, and outlives it too.
        """
        contract = contracts.in_force
        budget = budget_of(settings.buffer_bytes, contract.limits)
        self._client = Client(settings, budget)
        lookups: dict[str, Lookup] = {"learned": learned}
        if "upstream" in settings.lookups:
            lookups["upstream"] = upstream_lookup(self._client, settings, contract)
        options = middleware_options(settings, chosen_lookups(settings, lookups))
        options |= {"buffer_bytes": budget, "candidate": contracts.candidate, "coverage": coverage}
        upstream = UpstreamApp(self._client, settings, budget)
        self._app = ContractMiddleware(upstream, contract, **options)
        self._headers = HeaderRewriter(
            settings.upstream.authority.encode("ascii"),
            settings.trust_forwarded,
            preserve_host=settings.host == "preserve",
        )
        self._lifetime = Lifetime(self._client.close)

    async def serve(
        self, scope: MutableMapping[str, Any], receive: Receive, exchange: Exchange
    ) -> None:
        """Serve one request."""
        state, client = scope["state"], scope["client"]
        rewritten = self._headers.rewrite(
            scope["headers"],
            client[0] if client else "unknown",
            scope["scheme"].encode("ascii"),
            exchange.request_id.encode("ascii"),
        )
        scope["headers"] = rewritten.headers
        exchange.client_id = rewritten.client_id
        state["rewritten"], state["exchange"] = rewritten, exchange
        self._lifetime.enter()
        try:
            await self._app(scope, receive, exchange.send)
        finally:
            await self._lifetime.leave()

    async def retire(self, then: Callable[[], None] | None = None) -> None:
        """Close the connections as soon as no request is under way, and call `then` after it."""
        await self._lifetime.retire(then)
