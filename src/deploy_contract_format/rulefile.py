"""Rule files, spec/rules.yaml and policies: parsed, and checked to the last key."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract_format import rule_checks
from deploy_contract_format.known import Known
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.rule_checks import shape_of
from deploy_contract_format.rules import WRITTEN, Kind, Rule, Rulebook
from deploy_contract_format.shapes import DEFAULT_MODES, POLICY_SECTIONS, SECTIONS, SHAPES
from deploy_contract_format.subset import Problem
from deploy_contract_format.suggestions import unknown


class Row(NamedTuple):
    """A rule as a file has it: its section, its place, and its keys."""

    section: str
    at: Tokens
    keys: Any


def parse(data: object, known: Known, *, policy: bool = False) -> tuple[Rulebook, list[Problem]]:
    """Parse a rule file.

    Args:
        data: the file as a JSON value.
        known: the names that rules may refer to.
        policy: whether it is a policy, which has fewer sections.

    Returns:
        The rules without problems, and every problem of the file.
    """
    allowed = POLICY_SECTIONS if policy else ("documents", "sources", *SECTIONS)
    if not isinstance(data, Mapping):
        names = ", ".join(allowed)
        return Rulebook({}, {}, ()), [Problem((), f"a rule file is an object with {names}")]
    others = [key for key in data if key not in allowed]
    found = [Problem((key,), unknown("section", key, "use", allowed)) for key in others]
    kinds = dict(_kinds(data.get("documents") or {}, known, found))
    sources = dict(_sources(data.get("sources") or {}, known, found))
    missing = [name for name in known.sources if name not in sources and not policy]
    found += [Problem(("sources",), f"source {name} is missing") for name in missing]
    rows: list[Row] = []
    for section in SECTIONS:
        written = data.get(section, [])
        if not isinstance(written, list):
            found.append(Problem((section,), "must be a list of rules"))
        elif section in allowed:
            rows += [Row(section, (section, index), row) for index, row in enumerate(written)]
    known = known._replace(how=known.how or kinds)
    rules, problems = parse_rules(rows, known, policy=policy)
    return Rulebook(kinds, sources, rules), found + problems


def parse_rules(
    rows: Iterable[Row], known: Known, *, policy: bool
) -> tuple[tuple[Rule, ...], list[Problem]]:
    """Return the rules of rows without problems, and the problems of the others.

    The contract must have the rules that the library enforces itself; a policy has none of them.
    """
    rules: dict[str, Rule] = {}
    present: set[object] = set()  # ids, or keywords of the rules for keywords
    found: list[Problem] = []
    for section, at, keys in rows:
        problems = list(rule_checks.problems(keys, section, at, known, policy=policy))
        found += problems
        if problems:
            if isinstance(keys, Mapping):
                names = (keys.get("rule"), keys.get("keyword"))
                present.update([name for name in names if isinstance(name, str)])
            continue
        rule = _rule(keys, section)
        present.add(rule.parameters.get("keyword", rule.rule))
        if rule.rule in rules:
            message = "another rule has this id; ids are unique and never reused"
            found.append(Problem((*at, "rule"), message))
        rules.setdefault(rule.rule, rule)
    for shape in SHAPES.values() if not policy else ():
        for name in shape.required:
            if name not in present:
                message = f"{name} is missing; the library enforces it and needs its texts"
                found.append(Problem((shape.section,), message))
    return tuple(rules.values()), found


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
            problems = list(kind_problems(row, known, at))
            found += problems
            if not problems:
                lists = {key: tuple(row.get(key, ())) for key in ("overridden", "learned")}
                yield name, Kind(**{**row, **lists})


def kind_problems(row: Mapping[str, Any], known: Known, at: Tokens) -> Iterator[Problem]:
    """Yield the problems of the pointers of a document kind. `at`: its place in the file."""
    pointers = [row.get("override"), row.get("source"), row.get("identity")]
    for key in ("overridden", "learned"):
        value = row.get(key, [])
        pointers += value if isinstance(value, list) else [0]  # no pointer
    for pointer in pointers:
        if pointer not in (None, "context"):
            yield from known.pointer_problems(pointer, at)
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
        elif not isinstance(hostings, list) or not hostings or not _are_in(hostings, known):
            found.append(Problem(at, f"a list of {', '.join(known.hostings)}"))
        else:
            yield name, tuple(hostings)


def _are_in(hostings: list[Any], known: Known) -> bool:
    return all(hosting in known.hostings for hosting in hostings)


def _rule(row: Mapping[str, Any], section: str) -> Rule:
    shape = shape_of(row, section)
    assert shape is not None  # `rule_checks.problems` refuses the others
    parameters = {name: row[name] for name in SHAPES[shape].parameters if name in row}
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
