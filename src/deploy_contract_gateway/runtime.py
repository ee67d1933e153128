"""Everything that is made from one reading of the settings: contract, middleware and client."""

from collections.abc import MutableMapping
from typing import Any

from aiohttp import ClientError

from deploy_contract import Contract, Request, Response
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.knowledge import AsyncUpstreamDeployments, LearnedDeployments
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract.middleware.buffers import budget_of
from deploy_contract_gateway.client import Client
from deploy_contract_gateway.exchange import Receive, Send
from deploy_contract_gateway.headers import HeaderRewriter
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.upstream import UpstreamApp
from deploy_contract_gateway.validation import middleware_options


class Runtime:
    """The objects that serve requests until the next reload, which creates others."""

    def __init__(self, settings: Settings, contract: Contract, learned: LearnedDeployments) -> None:
        """Create a runtime within an event loop.

        Args:
            settings: the settings.
            contract: the contract that `make_contract` made from them.
            learned: facts about deployments, which outlive a reload.
        """
        self.settings = settings
        budget = budget_of(settings.buffer_bytes, contract.limits)
        self.client = Client(settings, budget)
        lookups: dict[str, Lookup] = {"learned": learned}
        if "upstream" in settings.lookups:
            lookups["upstream"] = AsyncUpstreamDeployments(
                self._fetch,
                contract,
                settings.lookup_seconds,
                headers=settings.lookup_headers or None,
            )
        options = middleware_options(settings, [lookups[name] for name in settings.lookups])
        options["buffer_bytes"] = budget
        upstream = UpstreamApp(self.client, settings, budget)
        self._app = ContractMiddleware(upstream, contract, **options)
        self.headers = HeaderRewriter(
            settings.upstream.authority.encode("ascii"),
            settings.trust_forwarded,
            preserve_host=settings.host == "preserve",
        )
        self._under_way = 0
        self._retired = False

    async def serve(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Serve one request. The last request of a retired runtime closes its connections."""
        self._under_way += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._under_way -= 1
            if self._retired and not self._under_way:
                await self.client.close()

    async def retire(self) -> None:
        """Close the connections as soon as no request is under way."""
        self._retired = True
        if not self._under_way:
            await self.client.close()

    async def _fetch(self, request: Request) -> Response:
        """Return the response to a lookup's request. Raises OSError without a response."""
        try:
            return await self.client.fetch(request)
        except ClientError as error:
            if isinstance(error, OSError):
                raise
            raise ConnectionError from error
