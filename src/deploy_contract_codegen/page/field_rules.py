"""The rules that speak of a field of a resource, and the sources that may set it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.description import described
from deploy_contract_codegen.page.matrix import Row, Tokens, condition, mark, matches
from deploy_contract_codegen.page.schemas import Schema, fields_of, mentioned
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Rule, Rulebook


class Place(NamedTuple):
    """The place of a field: a document kind, and its tokens with `*` for the items of arrays."""

    kind: str
    tokens: Tokens


class Setters(NamedTuple):
    """The mark of each source for a field, by kinds.

    `when` is the condition of a rule that counts only some values as setting the field, or None.
    """

    kinds: Sequence[str]
    marks: Mapping[str, str]
    when: Schema | None


class FieldRules:
    """The rules of a contract by the fields of its resources."""

    def __init__(self, bundled: Mapping[str, Any], book: Rulebook) -> None:
        self._book = book
        self._places: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
        self._requests: set[str] = set()
        self._responses: dict[str, str] = {}  # operation -> document kind
        for _, _, operation in described(bundled):
            self._requests.update(mentioned(operation.get("requestBody", {})))
            for kind in mentioned(operation.get("responses", {})):
                self._responses[operation["operationId"]] = kind
        for kind in book.kinds:
            for title, tokens in fields_of(bundled, kind):
                self._places[title, tokens[-1]].append(Place(kind, tokens))

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
        return Setters((place.kind,), marks, condition(row.when))


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


def _named(patterns: list[Tokens], tokens: Tokens) -> bool:
    return any(matches(pattern, tokens) for pattern in patterns)


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
