"""The contract that settings describe, and the check of all settings.

This module does not import the HTTP client. That import would almost double the time that the
supervisor takes to start.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

from deploy_contract import Bundle, Contract, ContractError, Limits
from deploy_contract.candidate import load_candidate
from deploy_contract.choices import require_choice
from deploy_contract.effective import OPTIONS
from deploy_contract.knowledge.callers import lookup_headers
from deploy_contract.knowledge.redis_calls import require_namespace, require_redis
from deploy_contract.limits import SETTINGS
from deploy_contract.middleware.enforcement import Enforcer
from deploy_contract.middleware.options import MiddlewareOptions
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import TlsFiles
from deploy_contract_gateway.tracing import validate_traces

_OPTIONS = (*OPTIONS, "policies", "engine")  # of `Contract`
_BY_OPERATION = ("requests", "responses", "sample")  # options that may name operations
LOOKUPS = ("learned", "shared", "upstream")
Contracts: TypeAlias = tuple[Contract, Contract | None]  # the contract in force, and the candidate


def make_contracts(settings: Settings) -> Contracts:
    """Compile the contracts of the settings. This takes seconds with long policies.

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
    return in_force, candidate


def _in_force(settings: Settings) -> Contract:
    path = settings.contract
    return _make_contract(settings, Bundle.installed() if path is None else Bundle.load(path))


def _make_contract(settings: Settings, bundle: Bundle) -> Contract:
    options: dict[str, Any] = {name: getattr(settings, name) for name in _OPTIONS}
    limits = {field: getattr(settings, name) for name, (field, _) in SETTINGS.items()}
    return Contract(**options, limits=Limits(**limits), bundle=bundle)


def faults(settings: Settings) -> Iterator[ContractError]:
    """Yield the faults of settings, and of the files that they name.

    Only the first fault of the contract is found. After such a fault, modes of single operations are
    checked only if the contract is the installed one. Without policies and a candidate, the contract
    is not compiled here, since the workers compile it.
    """
    checks: list[Callable[[], object]] = []
    contract = None
    try:
        contract = _in_force(settings)
        if settings.policies or settings.candidate is not None:
            contract, _ = make_contracts(settings)
    except ContractError as error:
        yield error
        if settings.contract is None:
            contract = Contract()
    if contract is not None:
        for name in _BY_OPERATION:
            option: dict[str, Any] = {name: getattr(settings, name)}
            checks.append(partial(Enforcer, contract, MiddlewareOptions(**option)))
    checks += [
        partial(require_choice, "each of lookups", name, LOOKUPS) for name in settings.lookups
    ]
    checks.append(partial(require_namespace, settings.shared_namespace))
    checks.append(partial(lookup_headers, settings.lookup_headers))
    if "shared" in settings.lookups:
        checks.append(require_redis)
    if settings.traces == "on":
        checks.append(validate_traces)
    for files in [TlsFiles(settings, end) for end in ("listen", "admin", "upstream")]:
        if files.given or files.has_tls:
            checks.append(files.read)
    for check in checks:
        try:
            check()
        except ContractError as error:
            yield error
    yield from map(ContractError, settings.conflicts())


def validate(settings: Settings) -> None:
    """Raise ContractError if a setting, or a file that a setting names, is wrong."""
    if fault := next(faults(settings), None):
        raise fault
