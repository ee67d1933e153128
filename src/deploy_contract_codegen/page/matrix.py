"""The matrix: the fields with rules, and the effect of the rules by source."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.page.schemas import Schema, fields_of
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Rule, Rulebook

Tokens = tuple[str, ...]
# a cell shows the first that applies
MARKS = ("denied", "reported", "fixed", "allowed")


class Row(NamedTuple):
    """A field, and the values that a rule counts as setting it."""

    tokens: Tokens
    when: Schema


class MatrixRow(NamedTuple):
    """A row of the matrix: the marks by source, the rules behind them, and the new revisions.

    `when` is the condition of a rule that counts only some values as setting the field, or None.
    """

    tokens: Tokens
    when: Schema | None
    declared: bool
    marks: Mapping[str, str]
    rules: list[str]
    creates: list[str]


def kinds(book: Rulebook) -> list[str]:
    """Return the kinds of document with rules for fields."""
    with_rules: set[str] = set()
    for rule in book.rules:
        if rule.shape == "field":
            with_rules.update(rule.on)
    return [kind for kind in book.kinds if kind in with_rules]


def matrix(bundled: Mapping[str, Any], book: Rulebook, kind: str) -> dict[str, list[MatrixRow]]:
    """Return the rows of a document kind by the object around them, the top level first."""
    declared = set(declared_fields(bundled, kind))
    groups: dict[str, list[MatrixRow]] = {}
    for row in rows(bundled, book, kind):
        marks, rules = {}, []
        for source in book.sources:
            marks[source], found = mark(book, kind, row, source)
            rules += found
        revisions = list(revision_rules(book, kind, row))
        names = dict.fromkeys([rule.rule for rule in [*rules, *revisions]])
        shown = MatrixRow(
            row.tokens,
            condition(row.when),
            row.tokens in declared or "*" in row.tokens,
            marks,
            list(names),
            [rule.parameters["creates"] for rule in revisions],
        )
        groups.setdefault(row.tokens[0] if len(row.tokens) > 1 else "", []).append(shown)
    return {name: groups[name] for name in sorted(groups, key=bool)}


def condition(when: Schema) -> Schema | None:
    """Return the condition of a rule about a field, or None if it is that the field is set."""
    return None if when == SET else when


def has_revisions(book: Rulebook, kind: str) -> bool:
    """Return True if setting a field of a document kind can create a revision."""
    return any(active_rules(book, kind, "revision"))


def active_rules(book: Rulebook, kind: str, shape: str) -> Iterator[Rule]:
    """Yield the rules of a shape that are evaluated for a document kind."""
    for rule in book.rules:
        if rule.shape == shape and kind in rule.on and rule.mode != "off":
            yield rule


def rows(bundled: Mapping[str, Any], book: Rulebook, kind: str) -> list[Row]:
    """Return the fields with rules about sources, stored values or revisions, in document order."""
    declared = declared_fields(bundled, kind)
    found = list(map(_row, active_rules(book, kind, "field")))
    present = {row.tokens for row in found}
    for tokens in _further_fields(book, kind, declared):
        if tokens not in present:
            present.add(tokens)
            found.append(Row(tokens, SET))
    order = {tokens: index for index, tokens in enumerate(declared)}
    return sorted(found, key=lambda row: order.get(row.tokens, len(order)))


def _row(rule: Rule) -> Row:
    return Row(_tokens(rule), rule.parameters.get("when", SET))


def _further_fields(book: Rulebook, kind: str, declared: Sequence[Tokens]) -> Iterator[Tokens]:
    """Yield the fields of the rules about stored values, the override and revisions."""
    for rule in active_rules(book, kind, "equals_stored"):
        yield from _fixed_fields(rule)
    override = book.kinds[kind].override
    if override:
        yield split(override)
    for rule in active_rules(book, kind, "revision"):
        pattern = _tokens(rule)
        for tokens in (pattern, *declared):
            if "*" not in tokens and matches(pattern, tokens):
                yield tokens


def mark(book: Rulebook, kind: str, row: Row, source: str) -> tuple[str, list[Rule]]:
    """Return the mark of a field for a source, and the rules behind it."""
    found: defaultdict[str, list[Rule]] = defaultdict(list)
    for rule in active_rules(book, kind, "field"):
        if source not in rule.parameters["sources"] and _covers(rule, row):
            found[_forbidden(rule)].append(rule)
    for rule in active_rules(book, kind, "admitted"):
        if _never_admitted(book, kind, rule, row, source):
            found[_forbidden(rule)].append(rule)
    for rule in active_rules(book, kind, "equals_stored"):
        if row.tokens in _fixed_fields(rule):
            name = "fixed" if rule.mode == "enforce" else "reported"
            found[name].append(rule)
    for name in MARKS:
        if name in found:
            return name, sorted(found[name], key=book.rules.index)
    return "allowed", []


def revision_rules(book: Rulebook, kind: str, row: Row) -> Iterator[Rule]:
    """Yield the rules by which setting a field creates a revision."""
    for rule in active_rules(book, kind, "revision"):
        if matches(_tokens(rule), row.tokens):
            yield rule


def declared_fields(bundled: Mapping[str, Any], kind: str) -> list[Tokens]:
    """Return the declared fields of a document kind, except those inside of arrays."""
    return [tokens for _, tokens in fields_of(bundled, kind) if "*" not in tokens]


def _forbidden(rule: Rule) -> str:
    """Return the mark of a field that a rule forbids."""
    return "denied" if rule.mode == "enforce" else "reported"


def _covers(rule: Rule, row: Row) -> bool:
    """Return True if a rule is about the field of a row, or about an object around it."""
    field = _tokens(rule)
    if field == row.tokens:
        return _row(rule) == row
    return field == row.tokens[: len(field)]


def _never_admitted(book: Rulebook, kind: str, rule: Rule, row: Row, source: str) -> bool:
    """Return True if no value of the override runs where the source does."""
    how = book.kinds[kind]
    pointer = "/" + "/".join(row.tokens)
    if rule.parameters["admitted"] != how.override or how.override != pointer:
        return False
    hostings = set(book.sources[source])
    return all(hostings.isdisjoint(book.sources[value]) for value in how.overrides)


def _fixed_fields(rule: Rule) -> list[Tokens]:
    return list(map(split, rule.parameters["fields"]))


def _tokens(rule: Rule) -> Tokens:
    return split(rule.parameters["field"])


def matches(pattern: Tokens, tokens: Tokens) -> bool:
    """Return True if a pattern, which may have `*` for any token, is that of a place."""
    if len(pattern) != len(tokens):
        return False
    pairs = zip(pattern, tokens, strict=True)
    return all(expected in ("*", token) for expected, token in pairs)
