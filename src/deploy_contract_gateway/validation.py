"""The contract and the middleware's options of the settings, and a trial of all settings.

The supervisor only tries the settings. Nothing here imports the HTTP client, which would almost
double the time that the supervisor takes to start.
"""

from collections.abc import Mapping
from typing import Any, cast

from deploy_contract_generated.names import EngineName, HostingName, RuleMode, UnknownChoice

from deploy_contract import Contract, ContractError, Limits
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.choices import require_choice
from deploy_contract.knowledge.callers import lookup_headers
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract_gateway.exchange import record_observation
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import tls_context

LOOKUPS = ("learned", "upstream")


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
    for name in settings.lookups:
        require_choice("each of lookups", name, LOOKUPS)
    lookup_headers(settings.lookup_headers)
    for name in ("ready_path", "base_path"):
        path = getattr(settings, name)
        if path and not _is_path(path):
            raise ContractError(f"{name} must be a path as in a request line, such as /health")
    if settings.upstream.scheme == "https" or settings.ca_file:
        tls_context(settings)


async def _no_app(*_connection: object) -> None:
    """Replace the application while options are validated."""


def _is_path(text: str) -> bool:
    return text.startswith("/") and text.isascii() and text.isprintable() and " " not in text
