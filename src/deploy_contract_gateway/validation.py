"""The contract of the settings, and a trial of all settings.

The supervisor only tries the settings. Nothing here imports the HTTP client, which would almost
double the time that the supervisor takes to start.
"""

import dataclasses
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract import Bundle, Contract, ContractError, Limits
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.candidate import load_candidate
from deploy_contract.choices import require_choice
from deploy_contract.knowledge.callers import lookup_headers
from deploy_contract.knowledge.redis_options import require_namespace, require_redis
from deploy_contract.limits import SETTINGS
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import tls_context
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


class Trial(NamedTuple):
    """A trial of some settings, which raises ContractError if they are wrong."""

    settings: tuple[str, ...]
    attempt: Callable[[Any], object]


def faults(
    settings: Settings, trials: Iterable[Trial], wrong: frozenset[str] = frozenset()
) -> Iterator[ContractError]:
    """Yield the faults of settings, and of the files that they name.

    Without policies and a candidate, only workers compile the contract.

    Args:
        settings: the settings.
        trials: those beside the trials of the contract and of the middleware's options.
        wrong: names of settings that could not be read. Trials that need them are left out.
    """
    contract = yield from _contract_faults(settings, wrong)
    by_operation = [Trial((name,), partial(_try_option, contract, name)) for name in _BY_OPERATION]
    for trial in (*by_operation, *trials):
        if wrong.isdisjoint(trial.settings):
            yield from _fault(trial.attempt, settings)


def _fault(attempt: Callable[[Any], object], settings: Settings) -> list[ContractError]:
    """Return the fault that an attempt finds, in a list."""
    try:
        attempt(settings)
    except ContractError as error:
        return [error]
    return []


def _contract_faults(
    settings: Settings, wrong: frozenset[str]
) -> Generator[ContractError, None, Contract]:
    """Yield the faults of the contract's settings: of all together, or else of each alone.

    Returns:
        The contract in force; the installed one without options if that cannot be had.
    """
    try:
        return Contract() if "contract" in wrong else _try_contract(settings)
    except ContractError:
        alone = dataclasses.replace(settings, policies=(), modes={}, candidate=None)
    found = _fault(_try_contract, alone)
    yield from found
    if found:  # each of the others would have the same fault
        return Contract()
    faulty: list[str] = []
    for policy in settings.policies:
        found = _fault(_try_contract, dataclasses.replace(alone, policies=(policy,)))
        yield from found
        faulty += [policy] * len(found)
    yield from _fault(_try_contract, dataclasses.replace(alone, candidate=settings.candidate))
    sound = tuple([policy for policy in settings.policies if policy not in faulty])
    ruled = dataclasses.replace(alone, policies=sound)
    yield from _fault(_try_contract, ruled)
    for number, (rule, mode) in enumerate(settings.modes.items(), 1):
        if any(_may_name(policy, rule) for policy in faulty):
            continue  # the policy may have this rule once it is corrected
        for error in _fault(_try_contract, dataclasses.replace(ruled, modes={rule: mode})):
            # alone it is the first entry; the text does not repeat its name
            yield ContractError(str(error).replace("entry 1 ", f"entry {number} ", 1))
    return _in_force(alone)


def _may_name(policy: str, rule: str) -> bool:
    """Return True if a faulty policy holds the id of a rule, or cannot be read."""
    path = Path(policy)
    try:
        return not path.is_file() or rule in path.read_text("utf-8", errors="replace")
    except OSError:
        return True


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


def _try_certificates(settings: Settings) -> None:
    is_secured = settings.upstream is not None and settings.upstream.scheme == "https"
    if is_secured or settings.ca_file:
        tls_context(settings)


TRIALS = (
    Trial(("lookups",), _try_lookups),
    Trial(("lookups", "shared_url"), _try_shared),
    Trial(("learn_mutable", "workers"), _try_learning),
    Trial(("shared_namespace",), lambda given: require_namespace(given.shared_namespace)),
    Trial(("traces",), _try_traces),
    Trial(("lookup_headers",), lambda given: lookup_headers(given.lookup_headers)),
    Trial(("ready_path",), lambda given: require_path("ready_path", given.ready_path or "")),
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
