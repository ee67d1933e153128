"""The contract and the middleware's options of the settings, and a trial of all settings.

The supervisor only tries the settings. Nothing here imports the HTTP client, which would almost
double the time that the supervisor takes to start.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, cast

from deploy_contract_generated.names import (
    EngineName,
    HostingName,
    RuleMode,
    UnknownChoice,
    UnknownFields,
)

from deploy_contract import Bundle, Contract, ContractError, Limits
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.candidate import load_candidate
from deploy_contract.choices import require_choice
from deploy_contract.knowledge.callers import lookup_headers
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract.knowledge.redis_options import require_namespace, require_redis
from deploy_contract_gateway.exchange import record_observation
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import tls_context
from deploy_contract_gateway.tracing import validate_traces

LOOKUPS = ("learned", "shared", "upstream")


class Contracts(NamedTuple):
    """The contract in force, and the candidate if there is one."""

    in_force: Contract
    candidate: Contract | None


def make_contracts(settings: Settings) -> Contracts:
    """Return the compiled contracts of the settings. Long policies take seconds.

    The candidate has the same options and policies as the contract in force, unless it is compiled.

    Raises:
        ContractError: a policy or an option is wrong, or the candidate cannot be read.
    """
    in_force, candidate = _in_force(settings).prepare(), None
    if settings.candidate is not None:
        make = partial(_make_contract, settings)
        try:
            candidate = load_candidate(settings.candidate, in_force, make).prepare()
        except ContractError as error:
            raise ContractError(f"candidate: {error}") from None
    return Contracts(in_force, candidate)


def try_contract(settings: Settings) -> Contract:
    """Return the contract in force. Without policies and a candidate, only workers compile it.

    Raises:
        ContractError: an option, a policy or the candidate is wrong.
    """
    if settings.policies or settings.candidate is not None:
        return make_contracts(settings).in_force
    return _in_force(settings)


def _in_force(settings: Settings) -> Contract:
    path = settings.contract
    return _make_contract(settings, Bundle.installed() if path is None else Bundle.load(path))


def _make_contract(settings: Settings, bundle: Bundle) -> Contract:
    return Contract(
        hosting=cast("HostingName | None", settings.hosting),
        unknown_fields=cast("UnknownFields", settings.unknown_fields),
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
        bundle=bundle,
    )


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
    """Try all settings that programs share, and the files that they name.

    Without policies and a candidate, only workers compile the contract.

    Raises:
        ContractError: a setting, policy or certificate file is wrong.
    """
    contract = try_contract(settings)
    ContractMiddleware(_no_app, contract, **middleware_options(settings, []))
    for trial in TRIALS:
        trial.attempt(settings)


def require_middleware_option(settings: Settings, name: str) -> None:
    """Raise ContractError if one option of the middleware is wrong."""
    options: dict[str, Any] = {name: middleware_options(settings, [])[name]}
    ContractMiddleware(_no_app, Contract(), **options)


class Trial(NamedTuple):
    """A trial of some settings, which raises ContractError if they are wrong."""

    settings: tuple[str, ...]
    attempt: Callable[[Any], object]


def _try_lookups(settings: Settings) -> None:
    for name in settings.lookups:
        require_choice("each of lookups", name, LOOKUPS)


def _try_shared(settings: Settings) -> None:
    if "shared" not in settings.lookups:
        return
    if settings.shared_url is None:
        raise ContractError("shared needs shared_url, the URL of Redis")
    require_redis()


def _try_learning(settings: Settings) -> None:
    if settings.learn_mutable == "on" and settings.workers > 1:
        raise ContractError(
            "learn_mutable needs workers = 1: a worker does not see the patches of another"
        )


def _try_traces(settings: Settings) -> None:
    if settings.traces == "on":
        validate_traces()


def _try_certificates(settings: Settings) -> None:
    is_secured = settings.upstream is not None and settings.upstream.scheme == "https"
    if is_secured or settings.ca_file:
        tls_context(settings)


TRIALS = (  # beside that of the contract and of the middleware's options
    Trial(("lookups",), _try_lookups),
    Trial(("lookups", "shared_url"), _try_shared),
    Trial(("learn_mutable", "workers"), _try_learning),
    Trial(("shared_namespace",), lambda given: require_namespace(given.shared_namespace)),
    Trial(("traces",), _try_traces),
    Trial(("lookup_headers",), lambda given: lookup_headers(given.lookup_headers)),
    Trial(("ready_path",), lambda given: require_path("ready_path", given.ready_path or "")),
    Trial(("base_path",), lambda given: require_path("base_path", given.base_path)),
    Trial(("upstream", "ca_file"), _try_certificates),
)


async def _no_app(*_connection: object) -> None:
    """Replace the application while options are validated."""


def require_path(name: str, text: str) -> None:
    """Raise ContractError if a setting is neither empty nor a path as in a request line."""
    if not text:
        return
    if not text.startswith("/") or not text.isascii() or not text.isprintable() or " " in text:
        raise ContractError(f"{name} must be a path as in a request line, such as /health")
