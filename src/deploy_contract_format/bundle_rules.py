"""The rulebook of a bundle, checked as a rule file is."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from deploy_contract_format.bundle_format import RULES
from deploy_contract_format.bundle_json import refuse, require_member
from deploy_contract_format.pointer import join, split
from deploy_contract_format.rule_keys import Known
from deploy_contract_format.rulefile import parse
from deploy_contract_format.rules import WRITTEN, Kind, Rule, Rulebook
from deploy_contract_format.shapes import EXCHANGES, POLICY_SECTIONS, RELATIONS, SECTIONS

Row: TypeAlias = Mapping[str, Any]
# shape -> section of a rule file that has its rules
_SECTION_OF: Mapping[Any, str] = {
    **dict.fromkeys((*RELATIONS, "admitted", "never", "schema"), "rules"),
    **dict.fromkeys(EXCHANGES, "exchange"),
    **{shape: section for section, shape in SECTIONS.items() if shape is not None},
}
_OWN_MEMBERS = ("shape", "on", "parameters")  # that a rule file writes in another way


def known_names(
    kinds: Row,
    sources: Mapping[str, tuple[str, ...]],
    definitions: Mapping[str, Row],
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
    return Known(definitions, roots, tuple(sources), hostings, operations=parameters)


def rulebook(
    tables: Row, kinds: Row, sources: Mapping[str, tuple[str, ...]], known: Known
) -> Rulebook:
    """Return the rules of a bundle.

    Args:
        tables: the rule table.
        kinds: the rows of the document kinds by name.
        sources: the hostings of each source.
        known: the names that rules may refer to.

    Raises:
        TableError: a rule does not keep the demands on a rule file.
    """
    rows = require_member(tables, "rules", list)
    documents: dict[str, Any] = {}
    for name, row in kinds.items():
        documents[name] = {key: row[key] for key in WRITTEN}
    hostings = {name: list(runs) for name, runs in sources.items()}
    sections = _as_sections(rows, RULES)
    book, problems = parse({"documents": documents, "sources": hostings, **sections}, known)
    if problems:
        refuse(RULES, f"{_place(rows, problems[0].at)}: {problems[0].message}")
    for name, row in kinds.items():
        for pattern, _ in row["contains"]:
            if next(known.find_schemas(name, split(pattern)), None) is None:
                refuse(RULES, f"kind {name}: {pattern} is not a pointer in it")
    full = {name: Kind.from_dict(row) for name, row in kinds.items()}
    return book._replace(kinds=full, rules=tuple(map(Rule.from_dict, rows)))


def policy_rules(rows: list[Any], table: str, known: Known) -> tuple[Rule, ...]:
    """Return the rules of policies. `table`: where the rows are, for messages.

    Raises:
        TableError: a rule does not keep the demands on a policy.
    """
    sections = {name: found for name, found in _as_sections(rows, table).items() if found}
    if not set(sections) <= set(POLICY_SECTIONS):
        refuse(table, f"have rules beside those of the sections {', '.join(POLICY_SECTIONS)}")
    _, problems = parse(sections, known, policy=True)
    if problems:
        refuse(table, f"{_place(rows, problems[0].at)}: {problems[0].message}")
    return tuple(map(Rule.from_dict, rows))


def _as_sections(rows: list[Any], table: str) -> dict[str, list[Any]]:
    """Return the sections of a rule file that has the rows of a rule table."""
    sections: dict[str, list[Any]] = {name: [] for name in SECTIONS}
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or set(row) != set(Rule._fields):
            refuse(table, f"rule {number} has not the members {', '.join(Rule._fields)}")
        section = _SECTION_OF.get(row["shape"]) if isinstance(row["shape"], str) else None
        if section is None or not isinstance(row["parameters"], dict):
            refuse(table, f"rule {number} is of a shape that this library does not know")
        sections[section].append(_as_written(row))
    return sections


def _as_written(row: Row) -> dict[str, Any]:
    """Return a row of the rule table as a rule file writes it."""
    written: dict[str, Any] = dict(row["parameters"])
    if row["shape"] in (*RELATIONS, *EXCHANGES):
        written["relation"] = row["shape"]
    if row["on"]:
        written["on"] = row["on"]
    for key in Rule._fields:
        if key not in _OWN_MEMBERS:
            written[key] = row[key]
    return written


def _place(rows: list[Any], at: tuple[Any, ...]) -> str:
    """Return the place of a problem, with the id of its rule if it has one."""
    section, *rest = at or ("",)
    if section in SECTIONS and rest and isinstance(rest[0], int):
        of_section = [row for row in rows if _SECTION_OF[row["shape"]] == section]
        return " ".join(["rule", str(of_section[rest[0]]["rule"]), *map(str, rest[1:2])])
    return join(at) or "rules"
