"""Rule files, spec/rules.yaml and policies: parsed, and checked to the last key."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_format import rule_keys, targets
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.rule_keys import Known, pointer_problems, shape_of
from deploy_contract_format.rules import WRITTEN, Kind, Rule, Rulebook
from deploy_contract_format.shapes import (
    DEFAULT_MODES,
    POLICY_SECTIONS,
    REQUIRED,
    SECTIONS,
    SHAPES,
)
from deploy_contract_format.subset import Problem
from deploy_contract_format.suggestions import unknown


class _Parsed(NamedTuple):
    """The rules of a file, and the names of those with problems."""

    rules: list[Rule]
    faulty: set[str]


def parse(data: object, known: Known, *, policy: bool = False) -> tuple[Rulebook, list[Problem]]:
    """Parse a rule file.

    Args:
        data: the file as a JSON value.
        known: the names that rules may refer to.
        policy: whether it is a policy, which has fewer sections.

    Returns:
        The rules without problems, and every problem of the file.
    """
    found: list[Problem] = []
    allowed = POLICY_SECTIONS if policy else ("documents", "sources", *SECTIONS)
    if not isinstance(data, Mapping):
        names = ", ".join(allowed)
        return Rulebook({}, {}, ()), [Problem((), f"a rule file is an object with {names}")]
    found += _unknown_sections(data, allowed)
    kinds = dict(_kinds(data.get("documents") or {}, known, found))
    sources = dict(_sources(data.get("sources") or {}, known, found))
    if not policy:
        found += _missing_sources(sources, known)

    known = known._replace(how=known.how or kinds)
    parsed = _Parsed([], set())
    for section in SECTIONS:
        rows = data.get(section, [])
        if not isinstance(rows, list):
            found.append(Problem((section,), "must be a list of rules"))
        elif section in allowed:
            found += _parse_section(section, rows, known, parsed, policy=policy)
    if not policy:
        found += _missing(parsed)
    return Rulebook(kinds, sources, tuple(parsed.rules)), found


def _unknown_sections(data: Mapping[str, Any], allowed: Sequence[str]) -> Iterator[Problem]:
    for key in data:
        if key not in allowed:
            yield Problem((key,), unknown("section", key, "use", allowed))


def _missing_sources(sources: Mapping[str, Any], known: Known) -> Iterator[Problem]:
    for name in known.sources:
        if name not in sources:
            yield Problem(("sources",), f"source {name} is missing")


def _parse_section(
    section: str,
    rows: list[Any],
    known: Known,
    parsed: _Parsed,
    *,
    policy: bool,
) -> Iterator[Problem]:
    """Add the rules of a section to `parsed`, and yield the problems of the others."""
    ids = {rule.rule for rule in parsed.rules}
    for index, row in enumerate(rows):
        at: Tokens = (section, index)
        problems = list(rule_keys.problems(row, section, known, at))
        if not problems and row.get("on"):
            shape = shape_of(row, section) or ""
            problems = list(targets.problems(shape, row, at, known, policy=policy))
        if problems:
            yield from problems
            if isinstance(row, Mapping):
                names = (row.get("rule"), row.get("keyword"))
                parsed.faulty.update(name for name in names if isinstance(name, str))
            continue
        rule = _rule(row, section)
        parsed.rules.append(rule)
        if rule.rule in ids:
            message = "another rule has this id; ids are unique and never reused"
            yield Problem((*at, "rule"), message)
        ids.add(rule.rule)


def _missing(parsed: _Parsed) -> Iterator[Problem]:
    """Yield the rules that the library enforces and that the file lacks."""
    present = {rule.parameters.get("keyword", rule.rule) for rule in parsed.rules}
    for section, names in REQUIRED.items():
        for name in names:
            if name not in present | parsed.faulty:
                message = f"{name} is missing; the library enforces it and needs its texts"
                yield Problem((section,), message)


def _kinds(rows: Any, known: Known, found: list[Problem]) -> Iterator[tuple[str, Kind]]:
    if not isinstance(rows, Mapping):
        return
    for name, row in rows.items():
        at = ("documents", name)
        if name not in known.kinds:
            found.append(Problem(at, unknown("document kind", name, "use", known.kinds)))
        elif not isinstance(row, Mapping) or not set(row) <= set(WRITTEN):
            found.append(Problem(at, f"use {', '.join(WRITTEN)}"))
        else:
            problems = list(_kind_problems(row, known, at))
            found += problems
            if not problems:
                lists = {key: tuple(row.get(key, ())) for key in ("overridden", "learned")}
                yield name, Kind(**{**row, **lists})


def _kind_problems(row: Mapping[str, Any], known: Known, at: Tokens) -> Iterator[Problem]:
    pointers = [row.get("override"), row.get("source"), row.get("identity")]
    for key in ("overridden", "learned"):
        value = row.get(key, [])
        pointers += value if isinstance(value, list) else [0]  # no pointer
    for pointer in pointers:
        if pointer not in (None, "context"):
            yield from pointer_problems(pointer, known, at)
    if str(row.get("source", "")).count("/") > 1:
        yield Problem((*at, "source"), "name a member of the document itself, none within another")


def _sources(
    rows: Any, known: Known, found: list[Problem]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not isinstance(rows, Mapping):
        return
    for name, hostings in rows.items():
        at = ("sources", name)
        if name not in known.sources:
            found.append(Problem(at, unknown("source", name, "use", known.sources)))
        elif not rule_keys.is_list_of(hostings, known.hostings) or not hostings:
            found.append(Problem(at, f"a list of {', '.join(known.hostings)}"))
        else:
            yield name, tuple(hostings)


def _rule(row: Mapping[str, Any], section: str) -> Rule:
    shape = shape_of(row, section)
    assert shape is not None  # `rule_keys.problems` refuses the others
    needed, optional = SHAPES[shape]
    parameters: dict[str, Any] = {}
    for name in (*needed, *optional):
        if name in row and name != "relation":
            parameters[name] = row[name]
    return Rule(
        rule=row["rule"],
        shape=shape,
        on=tuple(row.get("on", ())),
        basis=row["basis"],
        mode=row.get("mode", DEFAULT_MODES[row["basis"]]),
        message=row["message"],
        hint=row["hint"],
        section=row["section"],
        parameters=parameters,
    )
