"""The content of the matrix: the fields with rules, and the effect of the rules by source."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.page.values import Schema, referred
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Rule, Rulebook

Tokens = tuple[str, ...]
# mark -> meaning; a cell shows the first that applies
MEANINGS = {
    "denied": "setting the field is rejected",
    "reported": "setting the field is accepted, and reported",
    "fixed": "the value cannot change after creation",
    "allowed": "no rule forbids the field",
}


class Row(NamedTuple):
    """A field, and the values that a rule counts as setting it."""

    tokens: Tokens
    when: Schema


def active_rules(book: Rulebook, kind: str, shape: str) -> Iterator[Rule]:
    """Yield the rules of a shape that are evaluated for a document kind."""
    for rule in book.rules:
        if rule.shape == shape and kind in rule.on and rule.mode != "off":
            yield rule


def rows(bundled: Mapping[str, Any], book: Rulebook, kind: str) -> list[Row]:
    """Return the fields with rules about sources, stored values or revisions, in document order."""
    declared = list(declared_fields(bundled, kind))
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
            if "*" not in tokens and _matches(pattern, tokens):
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
    for name in MEANINGS:
        if name in found:
            return name, sorted(found[name], key=book.rules.index)
    return "allowed", []


def revision_rules(book: Rulebook, kind: str, row: Row) -> Iterator[Rule]:
    """Yield the rules by which setting a field creates a revision."""
    for rule in active_rules(book, kind, "revision"):
        if _matches(_tokens(rule), row.tokens):
            yield rule


def declared_fields(bundled: Mapping[str, Any], kind: str) -> Iterator[Tokens]:
    """Yield the declared fields of a document kind, except those inside of arrays."""
    schemas = bundled["components"]["schemas"]
    yield from _declared(schemas, schemas[kind], ())


def _declared(schemas: Mapping[str, Schema], schema: Schema, at: Tokens) -> Iterator[Tokens]:
    title = referred(schema)
    target = schemas[title] if title else schema
    for name, member in target.get("properties", {}).items():
        yield (*at, name)
        yield from _declared(schemas, member, (*at, name))


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


def _matches(pattern: Tokens, tokens: Tokens) -> bool:
    if len(pattern) != len(tokens):
        return False
    pairs = zip(pattern, tokens, strict=True)
    return all(expected in ("*", token) for expected, token in pairs)
