"""What a contract is made with: options that make sense, and the rules with the modes that they ask for."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from deploy_contract.document import engines
from deploy_contract.document.engines import Engine
from deploy_contract.document.undeclared import nearest
from deploy_contract.document.wire import Limits
from deploy_contract.report import ContractError
from deploy_contract.tables import Tables
from deploy_contract_format.pointer import printable
from deploy_contract_format.rules import MODES, Rule

UNKNOWN: Mapping[str, str] = {
    "allow": "off",
    "report": "report",
    "reject": "enforce",
}  # -> mode of the rules for it
FIELDS = ("unknown-field", "parameter-unknown")
OPERATIONS = ("operation-unknown", "method-unknown")


def one_of(what: str, value: object, known: tuple[str | None, ...]) -> None:
    """ContractError where the value is none of those known."""
    if value not in known:
        raise ContractError(
            f"{what} is none of {', '.join(name for name in known if name is not None)}"
        )


def sound(limits: Limits) -> Limits:
    """The limits; ContractError where one is no positive integer."""
    if not isinstance(limits, Limits):
        raise ContractError("limits is a Limits(...)")
    for name, value in limits._asdict().items():
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise ContractError(f"limits: {name} is an integer of at least 1")
    return limits


def prefix(base_path: str, name: str = "base_path") -> str:
    """The prefix of all paths; ContractError where it is none. `name`: what it is called where it was given."""
    if base_path and (
        base_path[0] != "/"
        or base_path[-1] == "/"
        or not base_path.isascii()
        or set("?#%;") & set(base_path)
    ):
        raise ContractError(
            f'{name} is empty, or begins with "/" and does not end with it, such as "/api-host"'
        )
    return base_path


def engine_of(wanted: str | Engine, limits: Limits) -> Engine:
    """The engine of a name, or an engine as it is."""
    if isinstance(wanted, Engine):
        return wanted
    one_of("engine", wanted, ("auto", "python", "rust"))
    try:
        return engines.engine(wanted, limits.items)
    except ImportError:
        raise ContractError(
            'engine "rust" is not installed; install deploy-contract[fast]'
        ) from None


def rules_of(
    tables: Tables,
    policies: Sequence[str | PathLike[str] | Rule],
    unknown_fields: str,
    unknown_operations: str,
    modes: Mapping[str, str],
) -> tuple[Rule, ...]:
    """The contract's rules and those of the policies, with the modes that the options give them."""
    one_of("unknown_fields", unknown_fields, tuple(UNKNOWN))
    one_of("unknown_operations", unknown_operations, tuple(UNKNOWN))
    known = {rule.rule: rule for rule in (*tables.book.rules, *_policies(policies, tables))}
    for name, mode in modes.items():
        if name not in known:
            near = nearest(name, known) if isinstance(name, str) else None
            advice = f"did you mean {near}?" if near else "`deploy-contract rules` lists them"
            raise ContractError(f"modes: there is no rule {printable(str(name))}; {advice}")
        one_of(f"the mode of {name}", mode, MODES)
        if mode != "enforce" and (
            known[name].shape == "wire" or known[name].parameters.get("fixed")
        ):
            raise ContractError(
                f"{name} is a rule of the wire and cannot be relaxed: without it a body has no one meaning"
            )
    wanted = {
        **dict.fromkeys(FIELDS, UNKNOWN[unknown_fields]),
        **dict.fromkeys(OPERATIONS, UNKNOWN[unknown_operations]),
        **modes,
    }
    return tuple(rule._replace(mode=wanted.get(rule.rule, rule.mode)) for rule in known.values())


def _policies(paths: Sequence[str | PathLike[str] | Rule], tables: Tables) -> tuple[Rule, ...]:
    """The rules of policy files, in their order; a rule that was read before, as in a pickled Contract, is taken as it is."""
    rules: tuple[Rule, ...] = ()
    if isinstance(paths, str | bytes) or not isinstance(paths, Sequence):
        raise ContractError("policies is a list of the paths of policy files")
    for path in paths:
        if isinstance(path, Rule):
            rules += (path,)
            continue
        if not isinstance(path, str | PathLike):
            raise ContractError("policies is a list of the paths of policy files")
        from deploy_contract.document import policies

        more = policies.read(path, tables)
        twice = {rule.rule for rule in rules} & {rule.rule for rule in more}
        if twice:
            raise ContractError(f"rule id {min(twice)} is in two policies; choose another")
        rules += more
    return rules


def by_operation(
    what: str, given: Any, names: Sequence[str], default: Any, is_one: Callable[[Any], bool]
) -> dict[str, Any]:
    """Return a choice for each operation: the one given for all, or by name. Raises ContractError on any other."""
    chosen = dict(given) if isinstance(given, Mapping) else dict.fromkeys(names, given)
    for name, value in chosen.items():
        if name not in names:
            raise ContractError(
                f"{what}: {printable(str(name))} is no operation; those are {', '.join(names)}"
            )
        if not is_one(value):
            raise ContractError(
                f"{what} is {'a number from 0 to 1' if is_one is is_share else 'one of ' + ', '.join(MODES)}"
            )
    return {**dict.fromkeys(names, default), **chosen}


def is_mode(value: Any) -> bool:
    """Return True for "enforce", "report" and "off"."""
    return value in MODES


def is_share(value: Any) -> bool:
    """Return True for a number from 0 to 1."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
