"""The options of a middleware: their types, and the checks that refuse wrong ones."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast, get_args

from deploy_contract_generated.names import IndeterminateChoice, OperationName, RuleMode

from deploy_contract.answers import Renderer
from deploy_contract.choices import require_choice, require_share
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.knowledge.protocol import Lookups
from deploy_contract.middleware.buffers import Budget
from deploy_contract.middleware.observation import CoverageCounter, Observation

Init = TypeVar("Init", bound=Callable[..., None])
Modes: TypeAlias = RuleMode | Mapping[OperationName, RuleMode]
Shares: TypeAlias = float | Mapping[OperationName, float]

# the defaults, also for operations that a mapping does not name
REQUESTS: RuleMode = "enforce"
RESPONSES: RuleMode = "report"
SAMPLE = 1.0
WHEN_INDETERMINATE: IndeterminateChoice = "allow"
ADVICE = 1.0
BODY_SECONDS = 30.0
LOOKUP_SECONDS = 1.0


class MiddlewareOptions(NamedTuple):
    """The options of a middleware, explained in `deploy_contract.middleware.construction`."""

    requests: Modes
    responses: Modes
    sample: Shares
    deployments: Lookups | None
    when_indeterminate: IndeterminateChoice
    render: Renderer
    on_report: Callable[[Observation], object] | None
    advice: float
    body_seconds: float
    lookup_seconds: float
    buffer_bytes: int | Budget | None
    candidate: Contract | None
    coverage: CoverageCounter | None
    chance: Callable[[], float]


def check_options(options: MiddlewareOptions) -> None:
    """Raise ContractError if an option that does not depend on the contract is wrong."""
    require_choice("when_indeterminate", options.when_indeterminate, get_args(IndeterminateChoice))
    require_share("advice", options.advice)
    for name in ("render", "on_report", "chance"):
        function = getattr(options, name)
        if not callable(function) and (function is not None or name != "on_report"):
            raise ContractError(f"{name} must be a function")
    if options.coverage is not None and not callable(getattr(options.coverage, "counter", None)):
        raise ContractError("coverage must be a LiveCoverage of deploy_contract.traffic.live")
    for name in ("body_seconds", "lookup_seconds"):
        seconds = getattr(options, name)
        if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not seconds > 0:
            raise ContractError(f"{name} must be a number of seconds above 0")


def modes(
    name: str, given: Modes, operations: Sequence[str], default: RuleMode
) -> dict[str, RuleMode]:
    """Return the mode of each operation. Raises ContractError if one is wrong."""
    chosen = _by_operation(name, given, operations, default)
    for mode in chosen.values():
        require_choice(name, mode, get_args(RuleMode))
    return chosen


def shares(name: str, given: Shares, operations: Sequence[str], default: float) -> dict[str, float]:
    """Return the share of each operation. Raises ContractError if one is not from 0 to 1."""
    chosen = _by_operation(name, given, operations, default)
    for share in chosen.values():
        require_share(name, share)
    return chosen


def refuse_unknown(init: Init) -> Init:
    """Return an `__init__` of the same signature that raises ContractError for an unknown option.

    Python raises a TypeError of its own, which names no option that may be meant.
    """

    @wraps(init)
    def checked(middleware: object, *given: Any, **options: Any) -> None:
        for name in options:
            if name not in ("app", "contract"):
                require_choice("an option", name, MiddlewareOptions._fields)
        init(middleware, *given, **options)

    return cast("Init", checked)


def _by_operation(name: str, given: Any, operations: Sequence[str], default: Any) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        return dict.fromkeys(operations, given)
    for operation in given:
        require_choice(f"an operation of {name}", operation, operations)
    return {**dict.fromkeys(operations, default), **given}
