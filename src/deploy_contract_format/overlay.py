"""Overlays: rules as JSON Schemas, for a document kind and source.

An overlay has the rules that schemas say in full: a document breaks such a rule if, and only if, it
is not valid by one of its schemas. The other rules compare places of a document, or the stored
deployment with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deploy_contract_format.definitions import Schema
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Kind, Rule, Rulebook, judged_schema

EACH = "*"  # in tokens: every item of an array
NULL: Schema = {"type": "null"}
Tokens = tuple[str, ...]
Entry = tuple[Rule, Tokens, Schema]  # a rule, and what it asserts of the values at the tokens


def entries(book: Rulebook, kind: str, source: str | None) -> list[Entry]:
    """Return the overlay of a kind of document, for any hosting. An unknown source is None."""
    how = book.kinds.get(kind, Kind())
    found: list[Entry] = []
    for rule in book.rules:
        if kind in rule.on and rule.shape in _SHAPES:
            for at, schema in _SHAPES[rule.shape](rule.parameters, how, book.sources, source):
                found += [(rule, tokens, leaf) for tokens, leaf in leaves(schema, at)]
    for place, inner in how.contains:
        for rule, tokens, leaf in entries(book, inner, source):
            found.append((rule, (*split(place), *tokens), leaf))
    return found


def leaves(schema: Schema, at: Tokens = ()) -> Iterator[tuple[Tokens, Schema]]:
    """Yield the independent assertions of a schema, with the tokens of their values."""
    for name, member in schema.get("properties", {}).items():
        yield from leaves(member, (*at, name))
    if "items" in schema:
        yield from leaves(schema["items"], (*at, EACH))
    for member in schema.get("allOf", ()):
        yield from leaves(member, at)
    leaf = {key: schema[key] for key in schema if key not in ("properties", "items", "allOf")}
    if leaf:
        yield at, leaf


def nested(tokens: Sequence[str], schema: Schema) -> Schema:
    """Return the schema of documents whose values at the pattern, if any, are valid."""
    for token in reversed(tokens):
        schema = {"items": schema} if token == EACH else {"properties": {token: schema}}
    return schema


def having(tokens: Sequence[str], schema: Schema) -> Schema:
    """Return the schema of documents that have a valid value at the pointer."""
    for token in reversed(tokens):
        schema = {"type": "object", "required": [token], "properties": {token: schema}}
    return schema


def all_of(schemas: list[Schema]) -> Schema:
    """Return the schema of values that are valid by all schemas, of which there is one or more."""
    return schemas[0] if len(schemas) == 1 else {"allOf": schemas}


_Sources = Mapping[str, Sequence[str]]
_Asserted = Iterator[tuple[Tokens, Schema]]


def _field(given: Mapping[str, Any], how: Kind, _: _Sources, source: str | None) -> _Asserted:
    when, field = given.get("when", SET), given["field"]
    unset = split(field), NULL if when == SET else {"not": when}
    allowed, exception = list(given["sources"]), None
    if how.source != "context":
        if how.source and allowed:
            exception = nested(split(how.source), {"enum": allowed})
    elif how.override is None:
        if source in allowed:
            return
    else:
        override = split(how.override)
        overriding = [name for name in allowed if name in how.overrides]
        if source in allowed:
            if not field.startswith(tuple([f"{part}/" for part in how.overridden])):
                return
            exception = nested(override, {"enum": [*overriding, None]})
        elif overriding:
            exception = having(override, {"enum": overriding})
    yield unset if exception is None else ((), {"anyOf": [nested(*unset), exception]})


def _schema(
    given: Mapping[str, Any], how: Kind, sources: _Sources, source: str | None
) -> _Asserted:
    """Yield the assertions of a rule that may be for some sources or hostings.

    A document that carries its source is judged by the hostings on which that source runs.
    """
    chosen, where = given.get("sources"), given.get("hosting")
    names = []
    for name, runs in sources.items():
        if (chosen is None or name in chosen) and (where is None or set(runs) <= set(where)):
            names.append(name)
    places = list(map(split, given.get("each", [""])))
    schema = judged_schema(given)
    if source in names or (chosen is None and len(names) == len(sources)):
        for place in places:
            yield place, schema
    elif names and how.source and how.source != "context":
        everywhere = all_of([nested(place, schema) for place in places])
        others = nested(split(how.source), {"not": {"enum": names}})
        yield (), {"anyOf": [everywhere, others]}


def _admitted(
    given: Mapping[str, Any], _: Kind, sources: _Sources, source: str | None
) -> _Asserted:
    """Yield the assertion that the source at a pointer runs where the deployment does."""
    if given["admitted"] != "context" and source is not None:
        where = set(sources[source])
        names = [name for name, runs in sources.items() if where & set(runs)]
        yield split(given["admitted"]), {"enum": [*names, None]}


_SHAPES = {"field": _field, "schema": _schema, "admitted": _admitted}
