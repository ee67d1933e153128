"""The rules that speak of a field of a resource, and the sources that may set it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.description import METHODS
from deploy_contract_codegen.page.field_marks import Row, Tokens, mark
from deploy_contract_codegen.page.values import Schema, mentioned, referred
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Rule, Rulebook


class Place(NamedTuple):
    """The place of a field: a document kind, and its tokens with `*` for the items of arrays."""

    kind: str
    tokens: Tokens


class Setters(NamedTuple):
    """The mark of each source for a field, and the values that count as setting it, by kinds."""

    kinds: Sequence[str]
    marks: Mapping[str, str]
    when: Schema


class FieldRules:
    """The rules of a contract by the fields of its resources."""

    def __init__(self, bundled: Mapping[str, Any], book: Rulebook) -> None:
        self._book = book
        self._schemas: Mapping[str, Schema] = bundled["components"]["schemas"]
        self._places: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
        self._requests = set(_request_kinds(bundled))
        for kind in book.kinds:
            self._walk(kind, self._schemas[kind], ())
        self._responses = dict(_response_kinds(bundled))

    def rules(self, title: str, field: str) -> list[Rule]:
        """Return the rules that name a field, in the order of the rule file."""
        places = self._places[title, field]
        found = []
        for rule in self._book.rules:
            kinds = rule.on or (self._responses.get(rule.parameters.get("operation", "")),)
            patterns = list(_patterns(rule))
            if any(place.kind in kinds and _named(patterns, place.tokens) for place in places):
                found.append(rule)
        return found

    def setters(self, title: str, field: str) -> list[Setters]:
        """Return who may set a field in a request: one entry for all kinds that do not differ.

        A kind that has the field at several places counts by the first. The list is empty if no
        request has the field.
        """
        found: list[Setters] = []
        kinds: set[str] = set()
        for place in self._places[title, field]:
            if place.kind in self._requests and place.kind not in kinds:
                kinds.add(place.kind)
                _add(found, self._marks(place))
        return found

    def _marks(self, place: Place) -> Setters:
        row = Row(_above_items(place.tokens), SET)
        for rule in self._book.rules:  # a rule may count only some values as setting the field
            if rule.shape == "field" and place.kind in rule.on:
                tokens = split(rule.parameters["field"])
                if tokens == row.tokens and "when" in rule.parameters:
                    row = Row(tokens, rule.parameters["when"])
        marks = {}
        for source in self._book.sources:
            marks[source] = mark(self._book, place.kind, row, source)[0]
        return Setters((place.kind,), marks, row.when)

    def _walk(self, kind: str, schema: Schema, at: Tokens) -> None:
        title = referred(schema)
        target = self._schemas[title] if title else schema
        if "items" in target:
            self._walk(kind, target["items"], (*at, "*"))
        for name, member in target.get("properties", {}).items():
            place = Place(kind, (*at, name))
            self._places[target.get("title", kind), name].append(place)
            self._walk(kind, member, place.tokens)


def _add(found: list[Setters], other: Setters) -> None:
    """Add the setters of a kind, to the entry of other kinds if they are the same."""
    for index, one in enumerate(found):
        if (one.marks, one.when) == (other.marks, other.when):
            found[index] = one._replace(kinds=(*one.kinds, *other.kinds))
            return
    found.append(other)


def _above_items(tokens: Tokens) -> Tokens:
    """Return the tokens of the array around a field, or those of the field."""
    return tokens[: tokens.index("*")] if "*" in tokens else tokens


def _request_kinds(bundled: Mapping[str, Any]) -> Iterator[str]:
    for item in bundled["paths"].values():
        for method in METHODS:
            if method in item:
                yield from mentioned(item[method].get("requestBody", {}))


def _response_kinds(bundled: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the document kind of the response of each operation."""
    for item in bundled["paths"].values():
        for method in METHODS:
            if method in item:
                for title in mentioned(item[method].get("responses", {})):
                    yield item[method]["operationId"], title


def _named(patterns: list[Tokens], tokens: Tokens) -> bool:
    return any(_matches(pattern, tokens) for pattern in patterns)


def _matches(pattern: Tokens, tokens: Tokens) -> bool:
    if len(pattern) != len(tokens):
        return False
    pairs = zip(pattern, tokens, strict=True)
    return all(expected in ("*", token) for expected, token in pairs)


def _patterns(rule: Rule) -> Iterator[Tokens]:
    """Yield the places of the fields that a rule names."""
    given = rule.parameters
    for key in ("field", "admitted", "array"):
        if str(given.get(key, "")).startswith("/"):
            yield split(given[key])
    for key in ("fields", "names", "never"):
        yield from map(split, given.get(key, ()))
    if "key" in given:
        yield (*split(given["array"]), "*", given["key"])
    for pair in given.get("pairs", ()):
        for name in pair:
            yield (*split(given["within"]), name)
    if "schema" in given:
        for place in given.get("each", ("",)):
            yield from _of_schema(given["schema"], split(place) if place else ())


def _of_schema(schema: Any, at: Tokens) -> Iterator[Tokens]:
    """Yield a place and the members that a schema of a rule names there."""
    if at:
        yield at
    names = [*schema.get("required", ()), *schema.get("properties", {})]
    names += schema.get("not", {}).get("required", ())
    for name in names:
        yield (*at, name)
