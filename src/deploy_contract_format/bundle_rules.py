"""The rulebook of a bundle, checked as a rule file is."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from deploy_contract_format.bundle_format import RULES
from deploy_contract_format.bundle_json import refuse, require_member
from deploy_contract_format.known import Known
from deploy_contract_format.pointer import join, split
from deploy_contract_format.rulefile import Row, kind_problems, parse_rules
from deploy_contract_format.rules import WRITTEN, Kind, Rule, Rulebook
from deploy_contract_format.shapes import POLICY_SECTIONS, SHAPES
from deploy_contract_format.subset import Problem

Table: TypeAlias = Mapping[str, Any]
_OWN_MEMBERS = ("shape", "on", "parameters")  # that a rule file writes in another way


def known_names(
    kinds: Table,
    sources: Mapping[str, tuple[str, ...]],
    definitions: Mapping[str, Table],
    operations: list[dict[str, Any]],
) -> Known:
    """Return the names that rules may refer to.

    Args:
        kinds: the rows of the document kinds by name.
        sources: the hostings of each source.
        definitions: the definitions of each kind, closed and open.
        operations: the operation table.
    """
    parameters: dict[str, list[str]] = {}
    for row in operations:
        parameters[row["operation"]] = [parameter["name"] for parameter in row["parameters"]]
    hostings = sorted(set[str]().union(*sources.values()))
    roots = {kind: row["definitions"]["closed"] for kind, row in kinds.items()}
    how = {name: Kind.from_dict(row) for name, row in kinds.items()}
    return Known(definitions, roots, tuple(sources), hostings, how, parameters)


def rulebook(tables: Table, sources: Mapping[str, tuple[str, ...]], known: Known) -> Rulebook:
    """Return the rules of a bundle.

    Args:
        tables: the rule table.
        sources: the hostings of each source.
        known: the names that rules may refer to.

    Raises:
        TableError: a rule does not keep the demands on a rule file.
    """
    problems: list[Problem] = []
    for name, row in tables["kinds"].items():
        written = {key: row[key] for key in WRITTEN}
        problems += kind_problems(written, known, ("documents", name))
        for pattern, _ in row["contains"]:
            if not known.declaring([name], split(pattern)):
                refuse(RULES, f"kind {name}: {pattern} is not a pointer in it")
    _refuse_first(RULES, problems)
    rules = checked_rules(require_member(tables, "rules", list), RULES, known)
    return Rulebook(known.how, sources, rules)


def checked_rules(
    rows: list[Any], table: str, known: Known, *, policy: bool = False
) -> tuple[Rule, ...]:
    """Return the rules of rows.

    Args:
        rows: the rows of the rule table of a bundle, or of policies.
        table: where they are, for messages.
        known: the names that they may refer to.
        policy: whether they are those of policies.

    Raises:
        TableError: a rule does not keep the demands on a rule file, or on a policy.
    """
    written = list(_written(rows, table))
    if policy and not {row.section for row in written} <= set(POLICY_SECTIONS):
        refuse(table, f"have rules beside those of the sections {', '.join(POLICY_SECTIONS)}")
    rules, problems = parse_rules(written, known, policy=policy)
    _refuse_first(table, problems)
    for rule, row in zip(rules, rows, strict=True):
        if rule.shape != row["shape"]:
            refuse(table, f"rule {rule.rule} has the parameters of another shape than its own")
    return rules


def _refuse_first(table: str, problems: list[Problem]) -> None:
    if problems:
        at, message = problems[0]
        place = " ".join(map(str, at[:3])) if at[0] == "rule" else join(at)
        refuse(table, f"{place}: {message}")


def _written(rows: list[Any], table: str) -> Iterator[Row]:
    """Yield the rows of a rule table as a rule file writes them."""
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or set(row) != set(Rule._fields):
            refuse(table, f"rule {number} has not the members {', '.join(Rule._fields)}")
        shape = SHAPES.get(row["shape"]) if isinstance(row["shape"], str) else None
        if shape is None or not isinstance(row["parameters"], dict):
            refuse(table, f"rule {number} is of a shape that this library does not know")
        keys: dict[str, Any] = dict(row["parameters"])
        if shape.is_relation:
            keys["relation"] = row["shape"]
        if row["on"]:
            keys["on"] = row["on"]
        for key in Rule._fields:
            if key not in _OWN_MEMBERS:
                keys[key] = row[key]
        yield Row(shape.section, ("rule", row["rule"]), keys)
