"""The options of a contract: they are validated, and then determine its rules and its engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from deploy_contract.bundle import Bundle
from deploy_contract.choices import require_choice
from deploy_contract.effective import ContractOptions, EffectiveContract
from deploy_contract.exceptions import ContractError
from deploy_contract.frozen import frozen
from deploy_contract.judge.python import wire
from deploy_contract.report import Report
from deploy_contract_format.rules import Rule, by_id
from deploy_contract_format.vocabulary import ENGINES

if TYPE_CHECKING:
    from deploy_contract.judge.python.documents import DocumentJudge

# value of `unknown_fields` and `unknown_operations` -> mode of their rules
UNKNOWN: Mapping[str, str] = {"allow": "off", "report": "report", "reject": "enforce"}
# undeclared fields may be reported only in requests, since services gain fields
REPORT_REQUESTS: Final = "report-requests"
UNKNOWN_FIELDS: Mapping[str, str] = {
    "allow": "off",
    REPORT_REQUESTS: "report",
    "report": "report",
    "reject": "enforce",
}
FIELDS = ("unknown-field", "parameter-unknown")
OPERATIONS = ("operation-unknown", "method-unknown")
_NOT_BUILT = (
    'engine "native" was not built; install Rust, then install deploy-contract again with '
    "DEPLOY_CONTRACT_NATIVE=1 in the environment"
)
_NO_POLICIES = "policies must be a list of paths of policy files"


def with_defaults(bundle: Bundle, given: Mapping[str, Any]) -> ContractOptions:
    """Return the options of a contract: the values in `given`, and defaults for the others.

    The defaults are the options of a compiled bundle, or else those of `ContractOptions`. A given
    mode replaces the mode of the same rule in the bundle; the other modes stay.

    In `given`, by the names of `ContractOptions`, None counts as missing.
    """
    options = ContractOptions() if bundle.defaults is None else bundle.defaults.options
    chosen = {name: value for name, value in given.items() if value is not None}
    modes = chosen.get("modes")
    if isinstance(modes, Mapping):  # anything else is refused later
        # the given modes come first, since an error has their number
        chosen["modes"] = {**modes, **options.modes, **modes}
    return replace(options, **chosen)


def resolve_engine(wanted: str) -> str:
    """Return "native" or "python" for the option `engine`: "auto", "native" or "python".

    Raises:
        ContractError: the name is unknown, or the engine "native" was not built.
    """
    require_choice("engine", wanted, ENGINES)
    if wanted == "python":
        return wanted
    try:
        # a name of it: while another thread fails to import the package, it is there without names
        from deploy_contract_native import Core  # noqa: F401 - it is there only where it was built
    except ImportError:
        if wanted == "native":
            raise ContractError(_NOT_BUILT) from None
        return "python"
    return "native"


def read_policies(paths: Sequence[str | PathLike[str]], bundle: Bundle) -> tuple[Rule, ...]:
    """Return the rules of all policies: those in a compiled bundle, then those in the files.

    Raises:
        ContractError: a file is wrong, or two policies have a rule of the same id.
    """
    if isinstance(paths, str | bytes) or not isinstance(paths, Sequence):
        raise ContractError(_NO_POLICIES)
    rules = () if bundle.defaults is None else bundle.defaults.policies
    for path in paths:
        if not isinstance(path, str | PathLike):
            raise ContractError(_NO_POLICIES)
        from deploy_contract import policies  # few contracts have any

        read = policies.read(path, bundle).rules
        more = tuple([rule._replace(parameters=frozen(rule.parameters)) for rule in read])
        twice = by_id(rules).keys() & by_id(more).keys()
        if twice:
            raise ContractError(f"rule id {min(twice)} is in two policies; choose another")
        rules += more
    return rules


def assemble(
    bundle: Bundle, policy_rules: tuple[Rule, ...], options: ContractOptions, *, late: bool
) -> tuple[tuple[Rule, ...], str, Any]:
    """Return the rules with their modes, the name of the engine, and the judge of documents.

    The `definition` of the judge is the judge in Python, which also makes reports without a
    document. With `late`, a native judge has none until it needs one. Raises ContractError if an
    option is wrong.
    """
    known = by_id((*bundle.book.rules, *policy_rules))
    options.validate(known, bundle.book.hostings, bundle.operations)
    options = options.of_operation("")
    engine = resolve_engine(options.engine)
    rules = _with_modes(known.values(), options)
    make_definition = partial(_late_judge if late else _python_judge, bundle, rules, options)
    judge: Any = None
    if engine == "native":
        try:
            judge = _native(bundle, policy_rules, options, make_definition)
        except ContractError:
            if options.engine == "native":
                raise
    if judge is None:
        engine, judge = "python", make_definition()
    if not late:  # then no document waits for an import, or fails because of it
        judge.definition  # noqa: B018 - it is made when it is first read
        wire.decimal_class()
    return rules, engine, judge


def _late_judge(*parts: Any) -> DocumentJudge:
    """Return the Python judge. Raises ContractError if it cannot be made."""
    try:
        return _python_judge(*parts)
    except Exception as error:  # for example, too many files are open
        raise ContractError(f"cannot load the Python judge: {type(error).__name__}") from error


def _python_judge(
    bundle: Bundle, rules: tuple[Rule, ...], options: ContractOptions
) -> DocumentJudge:
    # this import takes as long as all others of a short run
    from deploy_contract.judge.python.documents import DocumentJudge

    judges_responses = options.unknown_fields != REPORT_REQUESTS and any(
        rule.rule == "unknown-field" and rule.mode != "off" for rule in rules
    )
    return DocumentJudge(
        bundle,
        rules,
        options.hosting,
        options.limits,
        judges_undeclared_of_responses=judges_responses,
    )


def _native(
    bundle: Bundle,
    policies: tuple[Rule, ...],
    options: ContractOptions,
    make_definition: Callable[[], DocumentJudge],
) -> Any:
    """Return the native judge. Raises ContractError if the core cannot judge by the contract."""
    from deploy_contract.http.messages import Request  # only the core needs it here
    from deploy_contract.judge.native import NativeJudge  # it needs the core

    contract = EffectiveContract(bundle.judged_tables, policies, options)
    return NativeJudge(contract.to_json(), bundle.book, Request, Report, make_definition)


def _with_modes(rules: Iterable[Rule], options: ContractOptions) -> tuple[Rule, ...]:
    modes = {
        **dict.fromkeys(FIELDS, UNKNOWN_FIELDS[options.unknown_fields or "allow"]),
        **dict.fromkeys(OPERATIONS, UNKNOWN[options.unknown_operations]),
        **options.modes,
    }
    return tuple([rule._replace(mode=modes.get(rule.rule, rule.mode)) for rule in rules])
