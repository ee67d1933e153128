"""Everything that is made from one reading of the settings: contract, middleware and client."""

from collections.abc import Mapping, MutableMapping
from typing import Any, cast

from aiohttp import ClientError
from deploy_contract_generated.names import EngineName, HostingName, RuleMode, UnknownChoice

from deploy_contract import Contract, ContractError, Limits, Request, Response
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.knowledge import AsyncUpstreamDeployments, LearnedDeployments
from deploy_contract.knowledge.callers import lookup_headers
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract.middleware.buffers import budget_of
from deploy_contract_gateway.client import Client, tls_context
from deploy_contract_gateway.exchange import Receive, Send, record_observation
from deploy_contract_gateway.headers import HeaderRewriter
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.upstream import UpstreamApp

LOOKUPS = ("learned", "upstream")


class Runtime:
    """Serves the requests that start while it is the current runtime; a reload makes another."""

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
        """Return the response to a lookup's request. Raises OSError if there is none."""
        try:
            return await self.client.fetch(request)
        except ClientError as error:
            if isinstance(error, OSError):
                raise
            raise ConnectionError from error


def make_contract(settings: Settings) -> Contract:
    """Return the compiled contract of the settings. Long policies take seconds.

    Raises:
        ContractError: a policy or an option is wrong.
    """
    return Contract(
        hosting=cast("HostingName | None", settings.hosting),
        unknown_fields=cast("UnknownChoice", settings.unknown_fields),
        unknown_operations=cast("UnknownChoice", settings.unknown_operations),
        modes=cast("Mapping[str, RuleMode]", settings.modes),
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
        engine=cast("EngineName", settings.engine),
    ).prepare()


def middleware_options(settings: Settings, lookups: list[Lookup]) -> dict[str, Any]:
    """Return the options of the middleware."""
    return {
        "requests": settings.requests,
        "responses": settings.responses,
        "sample": settings.sample,
        "deployments": lookups,
        "when_indeterminate": settings.when_indeterminate,
        "on_report": record_observation,
        "advice": settings.advice,
        "body_seconds": settings.body_seconds,
        "lookup_seconds": settings.lookup_seconds,
    }


def validate_settings(settings: Settings) -> None:
    """Try everything that a worker will do with the settings.

    Raises:
        ContractError: a setting, policy or certificate file is wrong.
    """
    contract = make_contract(settings)
    ContractMiddleware(_no_app, contract, **middleware_options(settings, []))
    if set(settings.lookups) - set(LOOKUPS):
        raise ContractError(f"lookups: each must be one of {', '.join(LOOKUPS)}")
    lookup_headers(settings.lookup_headers)
    for name in ("ready_path", "base_path"):
        path = getattr(settings, name)
        if path and not _is_path(path):
            raise ContractError(f"{name} must be a path as in a request line, such as /health")
    if settings.upstream.scheme == "https" or settings.ca_file:
        tls_context(settings)


async def _no_app(*_connection: object) -> None:
    """Stand in for the application while options are validated."""


def _is_path(text: str) -> bool:
    return text.startswith("/") and text.isascii() and text.isprintable() and " " not in text
