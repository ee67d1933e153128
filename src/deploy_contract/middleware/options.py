"""The options of a middleware: their types, and the checks that refuse wrong ones."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast, get_args

from deploy_contract_generated.names import IndeterminateChoice, OperationName, RuleMode

from deploy_contract.answers import Renderer, problem
from deploy_contract.choices import require_choice, require_share
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.knowledge.protocol import Lookups
from deploy_contract.middleware.buffers import Budget
from deploy_contract.middleware.observation import Observation

if TYPE_CHECKING:  # most middlewares count nothing
    from deploy_contract.traffic.live import LiveCoverage

Init = TypeVar("Init", bound=Callable[..., None])
Modes: TypeAlias = RuleMode | Mapping[OperationName, RuleMode]
Shares: TypeAlias = float | Mapping[OperationName, float]

# the defaults, also for operations that a mapping does not name
REQUESTS: RuleMode = "enforce"
RESPONSES: RuleMode = "report"
SAMPLE = 1.0


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class MiddlewareOptions:
    """The options of a middleware. Each field is a keyword argument, and never changes.

    Attributes:
        requests: "enforce" (refuse denied requests), "report" (only observe them) or "off", for
            every operation or by operation id. An operation that a mapping does not name has
            the default.
        responses: the same for responses. They are withheld only in mode "enforce".
        sample: fraction of responses that are judged (0 to 1), for every operation or by
            operation id.
        deployments: the knowledge of stored deployments: a lookup, a mapping from id to
            deployment, or a sequence of these that are asked in turn
            (`deploy_contract.knowledge`). The default is a `LearnedDeployments`, which learns
            from the responses that pass.
        when_indeterminate: whether to "allow" or "deny" a request whose verdict depends on
            unknown facts.
        render: returns the answer to a refused message, given its report and the HTTP status.
        on_report: called with an `Observation` of each judged message. Without it, the logger
            "deploy_contract" gets refusals as warnings and other violations as information.
        advice: fraction of observations for which advisory rules are evaluated (0 to 1);
            verdicts are unaffected. Evaluating them costs about as much as a verdict.
        body_seconds: seconds that the body of a request may take. Only for ASGI: a WSGI server
            sets its own limit.
        lookup_seconds: seconds that a lookup may take. Not for WSGI: a lookup limits itself there.
        buffer_bytes: the number of bytes of bodies that may be in memory at once, or a `Budget`
            that several middlewares share. The default is 128 MiB, or four times the longest body
            if that is more. If there is no room, a request is refused with status 503. A response
            passes without being judged, or is refused if responses are enforced.
        candidate: a contract that judges each message too and changes no answer. Observations
            say where its verdict differs. It costs at most one more verdict for each message.
        coverage: a `LiveCoverage`, which counts the parts of the contract that messages
            exercise (`deploy_contract.traffic.live`).
        chance: returns random numbers from 0 to 1, for `sample` and `advice`.
    """

    requests: Modes = REQUESTS
    responses: Modes = RESPONSES
    sample: Shares = SAMPLE
    deployments: Lookups | None = None
    when_indeterminate: IndeterminateChoice = "allow"
    render: Renderer = problem
    on_report: Callable[[Observation], object] | None = None
    advice: float = 1.0
    body_seconds: float = 30.0
    lookup_seconds: float = 1.0
    buffer_bytes: int | Budget | None = None
    candidate: Contract | None = None
    coverage: "LiveCoverage | None" = None
    chance: Callable[[], float] = random.random


OPTIONS = tuple([field.name for field in fields(MiddlewareOptions)])


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


def by_operation(
    name: str,
    given: Any,
    operations: Sequence[str],
    default: Any,
    require: Callable[[str, Any], object],
) -> dict[str, Any]:
    """Return the value of an option for each operation.

    Args:
        name: the name of the option.
        given: a value for every operation, or a mapping from names of operations.
        operations: the names of all operations.
        default: the value for operations that the mapping does not name.
        require: raises ContractError for a wrong value, given the name and the value.
    """
    chosen = dict.fromkeys(operations, given)
    if isinstance(given, Mapping):
        for operation in given:
            require_choice(f"an operation of {name}", operation, operations)
        chosen = {**dict.fromkeys(operations, default), **given}
    for value in chosen.values():
        require(name, value)
    return chosen


def refuse_unknown(init: Init) -> Init:
    """Return an `__init__` of the same signature that raises ContractError for an unknown option.

    Python's own TypeError does not suggest the nearest option.
    """

    @wraps(init)
    def checked(middleware: object, *given: Any, **options: Any) -> None:
        for name in options:
            if name not in ("app", "contract"):
                require_choice("an option", name, OPTIONS)
        init(middleware, *given, **options)

    return cast("Init", checked)
