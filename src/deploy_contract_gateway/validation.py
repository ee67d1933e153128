"""The contract of the settings, and a trial of all settings.

The supervisor only tries the settings. Nothing here imports the HTTP client, which would almost
double the time that the supervisor takes to start.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from deploy_contract import Bundle, Contract, ContractError, Limits
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.candidate import load_candidate
from deploy_contract.choices import require_choice
from deploy_contract.knowledge.callers import lookup_headers
from deploy_contract.knowledge.redis_calls import require_namespace, require_redis
from deploy_contract.limits import SETTINGS
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import files_of, load
from deploy_contract_gateway.tracing import validate_traces

_OPTIONS = (  # of the contract
    "hosting",
    "unknown_fields",
    "unknown_operations",
    "modes",
    "policies",
    "base_path",
    "engine",
)
_BY_OPERATION = ("requests", "responses", "sample")  # options that may name operations
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


def _try_contract(settings: Settings) -> Contract:
    """Return the contract in force. Without policies and a candidate, only workers compile it."""
    if settings.policies or settings.candidate is not None:
        return make_contracts(settings).in_force
    return _in_force(settings)


def _in_force(settings: Settings) -> Contract:
    path = settings.contract
    return _make_contract(settings, Bundle.installed() if path is None else Bundle.load(path))


def _make_contract(settings: Settings, bundle: Bundle) -> Contract:
    options: dict[str, Any] = {name: getattr(settings, name) for name in _OPTIONS}
    limits = {field: getattr(settings, name) for name, (field, _) in SETTINGS.items()}
    return Contract(**options, limits=Limits(**limits), bundle=bundle)


Trial: TypeAlias = Callable[[Any], object]  # of settings; raises ContractError if they are wrong


def faults(settings: Settings, trials: Iterable[Trial]) -> list[ContractError]:
    """Return the faults of settings, and of the files that they name.

    Of the contract's settings, only the first fault is found; then options by operation are not tried
    if the contract is not the installed one. Without policies and a candidate, only workers compile
    the contract.

    Args:
        settings: the settings.
        trials: those beside the trials of the contract and of the middleware's options.
    """
    found: list[ContractError] = []
    contract = None
    try:
        contract = _try_contract(settings)
    except ContractError as error:
        found.append(error)
        if settings.contract is None:
            contract = Contract()
    options: list[Trial] = []
    if contract is not None:
        options = [partial(_try_option, contract, name) for name in _BY_OPERATION]
    for attempt in [*options, *trials]:
        try:
            attempt(settings)
        except ContractError as error:
            found.append(error)
    return found


def _try_option(contract: Contract, name: str, settings: Settings) -> None:
    options: dict[str, Any] = {name: getattr(settings, name)}
    ContractMiddleware(_no_app, contract, **options)


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


def _try_certificates(end: str, settings: Settings) -> None:
    files = files_of(settings, end)
    if files.given or files.has_tls:
        load(files)


def _try_admin(settings: Settings) -> None:
    is_guarded = settings.admin_token is not None or settings.admin_client_ca_file is not None
    if not settings.admin.is_local and not is_guarded:
        raise ContractError(
            "admin needs admin_token or admin_client_ca_file, since other machines reach the address"
        )


TRIALS: tuple[Trial, ...] = (
    _try_lookups,
    _try_shared,
    _try_learning,
    lambda given: require_namespace(given.shared_namespace),
    _try_traces,
    lambda given: lookup_headers(given.lookup_headers),
    lambda given: require_path("ready_path", given.ready_path or ""),
    *[partial(_try_certificates, end) for end in ("listen", "admin", "upstream")],
    _try_admin,
)


async def _no_app(*_connection: object) -> None:
    """Replace the application while options are validated."""


def require_path(name: str, text: str) -> None:
    """Raise ContractError if a setting is neither empty nor a path as in a request line."""
    if not text:
        return
    if not text.startswith("/") or not text.isascii() or not text.isprintable() or " " in text:
        raise ContractError(f"{name} must be a path as in a request line, such as /health")
