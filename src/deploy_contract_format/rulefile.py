"""The parser of rule files: spec/rules.yaml and policies. It checks every key."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from deploy_contract_format.definitions import find_schema
from deploy_contract_format.forms import problems as problems_of
from deploy_contract_format.parameters import KEYS, Key, Known
from deploy_contract_format.pointer import Tokens, split
from deploy_contract_format.rules import WRITTEN, Kind, Rule, Rulebook
from deploy_contract_format.shapes import (
    CASES,
    COMMON,
    DEFAULT_MODES,
    MEANINGS,
    POLICY_SECTIONS,
    SECTIONS,
    SHAPES,
    relations_of,
    shapes_of,
)
from deploy_contract_format.subset import Problem
from deploy_contract_format.suggestions import not_one_of, unknown

_ADVICE_UNDECLARED = (
    '; to forbid a field that is not declared, use schema: {properties: {NAME: {type: "null"}}}'
)


def shape_of(row: Mapping[str, Any], section: str) -> str | None:
    """Return the shape of a rule, or None if it has none."""
    choices = shapes_of(section)
    if len(choices) == 1:
        return choices[0]
    if "relation" in row:
        relation = row["relation"]
        return relation if relation in relations_of(section) else None
    named = [name for name in choices if name in row and not SHAPES[name].is_relation]
    return named[0] if named else None


def _rule_problems(
    row: object, section: str, at: Tokens, known: Known, *, policy: bool
) -> Iterator[Problem]:
    """Yield the problems of a rule. Only rules of the contract may name undeclared fields."""
    if not isinstance(row, Mapping):
        yield Problem(at, "a rule is an object")
        return
    shape = shape_of(row, section)
    if shape is None:
        yield _without_shape(row, section, at)
        return
    keys = [Key(name, value, (*at, name), row, shape, known) for name, value in row.items()]
    found = list(_key_problems(keys, row, shape, at))
    keys.sort(key=lambda key: _ORDER.get(key.name, 0))
    if "on" in row and not found:
        for key in keys:
            if KEYS[key.name].declared == "all" or (policy and KEYS[key.name].declared):
                found += _undeclared(key)
        if not found:  # the pointers are declared
            found += chain.from_iterable([KEYS[key.name].fits(key) for key in keys])
    yield from found


_ORDER = {name: index for index, name in enumerate(KEYS)}  # decides which problem comes first


def _without_shape(row: Mapping[str, Any], section: str, at: Tokens) -> Problem:
    names = relations_of(section)
    relations = " | ".join(names)
    if isinstance(row.get("relation"), str):
        return Problem((*at, "relation"), not_one_of(row["relation"], names))
    if section == "rules":
        text = f"a rule needs one of schema, never, admitted, or relation: {relations}"
        return Problem(at, text)
    return Problem(at, f"a rule needs relation: {relations}")


def _key_problems(
    keys: list[Key], row: Mapping[str, Any], name: str, at: Tokens
) -> Iterator[Problem]:
    """Yield a problem for each key that a rule lacks or must not have, or whose value is wrong."""
    shape = SHAPES[name]
    own = (*shape.needed, *shape.optional)
    for needed in (*[key for key in COMMON if key != "mode"], *shape.needed):
        if needed not in row:
            meaning = f": {MEANINGS[needed]}" if needed in MEANINGS else ""
            yield Problem(at, f"{needed} is missing{meaning}")
    for key in keys:
        if key.name in (*COMMON, *own):
            yield from KEYS[key.name].check(key)
        else:
            choices = tuple(dict.fromkeys((*COMMON, "on", *own)))
            yield Problem(key.at, unknown("key", key.name, "a rule of this shape has", choices))


def _undeclared(key: Key) -> Iterator[Problem]:
    """Yield a problem for each undeclared pointer, and for each kind that declares no pointer."""
    one_is_enough = KEYS[key.name].declared == "one"
    declaring = set[str]()  # kinds that declare one of the pointers
    kinds = key.row["on"]
    for at, pointer in key.pointers():
        found = key.known.declaring(kinds, split(pointer))
        missing = [kind for kind in kinds if kind not in found]
        declaring.update(found or kinds)  # an unknown pointer is one problem, not one of each kind
        if not found:
            advice = _ADVICE_UNDECLARED if one_is_enough else ""
            yield Problem(
                at, f"no document kind of `on` declares {pointer}; correct one of them{advice}"
            )
        elif missing and not one_is_enough:
            yield Problem(
                at,
                f"{missing[0]} does not declare {pointer};"
                f" take {missing[0]} out of `on`, or correct the pointer",
            )
    for at, kind in key.kinds:
        if one_is_enough and kind not in declaring:
            message = f"{kind} declares nothing that `{key.name}` names; take it out of `on`"
            yield Problem(at, message)


class Row(NamedTuple):
    """A rule in a file: its section, its place, and its keys."""

    section: str
    at: Tokens
    keys: Any


def parse(
    data: object, known: Known, taken: Collection[str] | None = None
) -> tuple[Rulebook, list[Problem]]:
    """Return the rules of a rule file that have no problem, and all problems of the file.

    Args:
        data: the JSON value of the file.
        known: the names to which rules may refer.
        taken: for a policy, the ids of the contract's rules, which the policy cannot use; None for
            the contract. A policy has fewer sections than the contract.
    """
    policy = taken is not None
    allowed = (*POLICY_SECTIONS, CASES) if policy else ("documents", "sources", *SECTIONS)
    if not isinstance(data, Mapping):
        names = ", ".join(allowed)
        return Rulebook({}, {}, ()), [Problem((), f"a rule file is an object with {names}")]
    others = [key for key in data if key not in allowed]
    found = [Problem((key,), unknown("section", key, "use", allowed)) for key in others]
    kinds = parse_kinds(data.get("documents") or {}, known, found)
    sources: dict[str, tuple[str, ...]] = {}
    if not policy:
        given: Any = data.get("sources")
        form = {name: [set(known.hostings)] for name in known.sources}
        wrong = list(problems_of(given, form, ("sources",)))
        if not wrong:
            needs = f"name at least one of {', '.join(known.hostings)}"
            wrong = [Problem(("sources", name), needs) for name in given if not given[name]]
        found += wrong
        sources = {} if wrong else {name: tuple(given[name]) for name in given}
        if sources:
            known = known._replace(hostings=sorted(set(chain(*sources.values()))))
    rows: list[Row] = []
    for section in SECTIONS:
        written = data.get(section, [])
        if not isinstance(written, list):
            found.append(Problem((section,), "must be a list of rules"))
        elif section in allowed:
            rows += [Row(section, (section, index), row) for index, row in enumerate(written)]
    known = known._replace(kind_rows=known.kind_rows or kinds)
    rules, problems = parse_rules(rows, known, taken)
    return Rulebook(kinds, sources, rules), found + problems


def parse_rules(
    rows: Iterable[Row], known: Known, taken: Collection[str] | None = None
) -> tuple[tuple[Rule, ...], list[Problem]]:
    """Return the rules that have no problem, and the problems of the other rules.

    The contract must have the rules that the library enforces itself. A policy cannot have them.
    """
    rules: dict[str, Rule] = {}
    present: set[object] = set()  # ids of rules; for a rule on a keyword, the keyword
    found: list[Problem] = []
    for section, at, keys in rows:
        problems = list(_rule_problems(keys, section, at, known, policy=taken is not None))
        found += problems
        if problems:
            if isinstance(keys, Mapping):
                names = (keys.get("rule"), keys.get("keyword"))
                present.update([name for name in names if isinstance(name, str)])
            continue
        rule = _rule(keys, section)
        present.add(rule.parameters.get("keyword", rule.rule))
        if taken is not None and rule.rule in taken:
            message = f"rule id {rule.rule} is the contract's own; choose another"
            found.append(Problem((*at, "rule"), message))
        if rule.rule in rules:
            message = "another rule has this id; ids are unique and never reused"
            found.append(Problem((*at, "rule"), message))
        rules.setdefault(rule.rule, rule)
    for shape in SHAPES.values():
        for name in shape.required:
            if taken is None and name not in present:
                message = f"{name} is missing; the library enforces it and needs its texts"
                found.append(Problem((shape.section,), message))
    return tuple(rules.values()), found


def parse_kinds(rows: Any, known: Known, found: list[Problem]) -> dict[str, Kind]:
    """Return the document kinds of a rule file that have no problem. `found` gets the problems."""
    kinds: dict[str, Kind] = {}
    written: Mapping[Any, Any] = rows if isinstance(rows, Mapping) else {}
    for name, row in written.items():
        at = ("documents", name)
        if name not in known.kinds:
            found.append(Problem(at, unknown("document kind", name, "use", known.kinds)))
            continue
        problems = list(_kind_problems(row, known, at))
        found += problems
        if not problems:
            lists = {key: tuple(row.get(key, ())) for key in ("overridden", "learned")}
            kinds[name] = Kind(**{**row, **lists})
    return kinds


def _kind_problems(row: Any, known: Known, at: tuple[str, str]) -> Iterator[Problem]:
    if not isinstance(row, Mapping) or not set(row) <= set(WRITTEN):
        yield Problem(at, f"use {', '.join(WRITTEN)}")
        return
    pointers = [row.get("override"), row.get("source"), row.get("identity")]
    for key in ("overridden", "learned"):
        value = row.get(key, [])
        pointers += value if isinstance(value, list) else [0]  # 0 is reported as a wrong pointer
    for pointer in pointers:
        if pointer not in (None, "context"):
            yield from known.pointer_problems(pointer, at)
    for key in ("source", "override"):
        tokens = (str(row.get(key) or "context").removeprefix("/"),)
        field = find_schema(known.definitions[at[1]], at[1], tokens) or {}
        values = {*field.get("enum", ())} - {None}
        if tokens != ("context",) and not (values and values <= {*known.sources}):
            message = "name a top-level member of the document with an enum of sources"
            yield Problem((*at, key), message)
    if not isinstance(row.get("stored", False), bool):
        yield Problem((*at, "stored"), "must be true or false")


def _rule(row: Mapping[str, Any], section: str) -> Rule:
    shape = shape_of(row, section)
    assert shape is not None  # `_rule_problems` refuses rules without a shape
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
