"""Changes to try in a document: wrong values, and values near the bounds of a rule.

The samples that surround a changed value keep the rules on single places.
"""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from deploy_contract.contract import Contract
from deploy_contract.examples.edges import MAX_VALUES, edges
from deploy_contract.examples.samples import SAMPLE, Place, put, remove, sample
from deploy_contract.judge.python.schema import fits
from deploy_contract_format.definitions import (
    Schema,
    declared_fields,
    find_field,
    places,
    written_out,
)
from deploy_contract_format.overlay import nested
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import NOT_NULL, Rule, scopes

_VALUES: tuple[Any, ...] = (None, True, 7, 1.5, [], {}, "text")
_WRONG: tuple[Any, ...] = (None, True, 7, 1.5, -7, [], {}, "text")
_NO_TEXT = _WRONG[:-1]  # a document that is a text would be read as JSON
_UNDECLARED = "not_a_field"


@lru_cache(maxsize=64)
def root_of(contract: Contract, kind: str) -> Schema:
    """Return the schema of a kind of document, with its references written out.

    If a sample that keeps the enforced rules on its place is found, the schema has this sample.
    """
    definitions = contract.bundle.definitions(kind)
    root = written_out(definitions[kind], definitions)
    wanted = schemas_by_place(contract, kind)
    for place in sorted(wanted, key=len, reverse=True):  # samples of arrays have items
        declared = find_field(root, place)
        if declared is None:
            continue
        usual = sample(declared, members=True)
        values = [usual, *edges({"allOf": wanted[place]}, declared)]
        schemas = list(_within(place, wanted))
        kept = [value for value in values if all(fits(schema, value) for schema in schemas)]
        kept = [value for value in kept if type(value) is type(usual)]
        if kept:
            # a short text leaves room for a number that distinguishes the texts of items
            declared[SAMPLE] = min(kept, key=len) if isinstance(usual, str) else kept[0]
    return root


def _within(place: Place, wanted: Mapping[Place, list[Schema]]) -> Iterator[Schema]:
    """Yield the schemas that are wanted for a place and within it, each written for the place."""
    for inner, schemas in wanted.items():
        if inner[: len(place)] == place:
            for schema in schemas:
                yield nested(inner[len(place) :], schema)


@lru_cache(maxsize=64)
def schemas_by_place(contract: Contract, kind: str) -> dict[Place, list[Schema]]:
    """Return the schemas of enforced rules by the places of their values."""
    found: dict[Place, list[Schema]] = {}
    for rule in contract.rules:
        if rule.shape != "schema" or rule.mode != "enforce":
            continue
        for prefix in prefixes(contract, kind, rule):
            for pointer in rule.parameters.get("each", [""]):
                place = (*prefix, *split(pointer))
                for inner, schema in places(rule.parameters["schema"], at=place):
                    found.setdefault(inner, []).append(schema)
    found.pop((), None)
    return found


def prefixes(contract: Contract, kind: str, rule: Rule) -> list[Place]:
    """Return the places of the documents that a rule judges in a kind of document."""
    within = scopes(contract.bundle.book.kinds, kind)
    return [place for place, inner in within if inner in rule.on]


class Change(NamedTuple):
    """A change of a document: values to put at places, then a place to clear."""

    values: tuple[tuple[Place, Any], ...] = ()
    cleared: Place | None = None

    def applied(self, document: Any, root: Schema) -> Any:
        """Return the changed document, which may share parts with the given one."""
        for place, value in self.values:
            document = put(document, place, deepcopy(value), root)
        if self.cleared is not None:
            document = remove(document, self.cleared)
        return document


def candidates(contract: Contract, kind: str, rule: Rule) -> Iterator[Change]:
    """Yield changes near the bounds of a rule: some may break it, and others keep it."""
    make = _CANDIDATES.get(rule.shape)
    if make is None:
        return
    for prefix in prefixes(contract, kind, rule):
        schemas = schemas_by_place(contract, kind)
        yield from make(rule, _Places(prefix, root_of(contract, kind), schemas))


class _Places(NamedTuple):
    """The places of a document that a rule judges. `schemas` has the schemas of all rules."""

    prefix: Place
    root: Schema
    schemas: Mapping[Place, list[Schema]]

    def at(self, pointer: str) -> Place:
        return (*self.prefix, *split(pointer))

    def declared(self, place: Place) -> Schema:
        """Return the schema that the contract declares for a place, or {}."""
        return find_field(self.root, place) or {}

    def edges(self, pointer: str, schema: Schema) -> list[tuple[Place, Any]]:
        """Return the candidates near the bounds of a schema, each with its place."""
        place = self.at(pointer)
        combined = {"allOf": [schema, *self.schemas.get(place, ())]}
        values = edges(combined, self.declared(place))
        return [(place, value) for value in values]


def _of_field(rule: Rule, places: _Places) -> Iterator[Change]:
    pointer = rule.parameters["field"]
    for placed_value in places.edges(pointer, rule.parameters.get("when", NOT_NULL)):
        yield Change((placed_value,))
    yield Change(((places.at(pointer), "text"),))  # a field that the schema may not declare


def _of_schema(rule: Rule, places: _Places) -> Iterator[Change]:
    for pointer in rule.parameters.get("each", [""]):
        for place, value in places.edges(pointer, rule.parameters["schema"]):
            if place:
                yield Change(((place, value),))
            elif isinstance(value, dict):  # the other members of the document remain
                yield Change(tuple([((name,), member) for name, member in value.items()]))
                for name in rule.parameters["schema"].get("required", ()):
                    yield Change(cleared=(name,))


def _of_never(rule: Rule, places: _Places) -> Iterator[Change]:
    options = [places.edges(*item) for item in rule.parameters["never"].items()]
    limit = max(2, int(MAX_VALUES ** (1 / len(options))))
    for row in product(*(values[:limit] for values in options)):
        yield Change(row)


def _of_at_most(rule: Rule, places: _Places) -> Iterator[Change]:
    within = places.at(rule.parameters["within"])
    for lower, upper in rule.parameters["pairs"]:
        for low, high in ((2, 1), (1, 2)):
            yield Change((((*within, lower), low), ((*within, upper), high)))


def _of_unique_by(rule: Rule, places: _Places) -> Iterator[Change]:
    array, key = places.at(rule.parameters["array"]), rule.parameters["key"]
    item = sample(places.declared((*array, "*")), members=True)
    items = [*(sample(places.declared(array)) or ()), item, item]
    first, second, *others = items[: max(2, len(items) - 2)]
    for name in (first[key], f"{first[key]}0"):
        yield Change(((array, [first, {**second, key: name}, *others]),))


def _of_exists_in(rule: Rule, places: _Places) -> Iterator[Change]:
    array, key = places.at(rule.parameters["array"]), rule.parameters["key"]
    item = sample(places.declared((*array, "*")), members=True)
    for pointer in rule.parameters["names"]:
        for names in ([], ["a"]):
            listed = (array, [{**item, key: name} for name in names])
            yield Change((listed, (places.at(pointer), "a")))


def _of_stored(rule: Rule, places: _Places) -> Iterator[Change]:
    for pointer in rule.fields:  # a document may contradict the source that is given
        yield Change(((places.at(pointer), "text"),))


_CANDIDATES: Mapping[str, Callable[[Rule, _Places], Iterator[Change]]] = {
    "field": _of_field,
    "schema": _of_schema,
    "never": _of_never,
    "at_most": _of_at_most,
    "unique_by": _of_unique_by,
    "exists_in": _of_exists_in,
    "equals_stored": _of_stored,
}


def changes_at(root: Schema, place: Place) -> Iterator[Change]:
    """Yield changes to a place: no value, values near the bounds of its schema, wrong values."""
    yield Change(cleared=place)
    schema = find_field(root, place)
    values = [] if schema is None else edges(schema, schema)
    for value in values:
        yield Change(((place, value),))
        if isinstance(value, str):
            yield Change(((place, value.upper()),))
    for value in _VALUES:
        yield Change(((place, value),))


def changes_of_places(root: Schema) -> Iterator[Change]:
    """Yield changes to each declared place of a document."""
    for wrong in _NO_TEXT:
        yield Change((((), wrong),))
    for place, schema in declared_fields(root):
        for wrong in (*_WRONG, sample(schema)):
            yield Change(((place, wrong),))
        for bound, step in (("minimum", -1), ("maximum", 1)):
            if bound in schema:
                yield Change(((place, schema[bound] + step),))
        yield Change(cleared=place)
        yield Change(((place, sample(schema, members=True)),), cleared=place)
        for name in (_UNDECLARED, place[-1].upper()):
            yield Change((((*place[:-1], name), "text"),))
