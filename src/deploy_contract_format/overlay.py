"""Overlays: rules as JSON Schemas, for a document kind and source.

An overlay has an entry for each rule that a schema says in full: a document breaks the rule if, and
only if, it is not valid. The others compare places of a document, or the stored deployment with it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deploy_contract_format.definitions import Schema
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Kind, Rule, Rulebook, judged_schema


def either(one: Schema, other: Schema) -> Schema:
    """Return the schema of documents that are valid by one schema or the other."""
    return {"anyOf": [one, other]}


def merge_schemas(schemas: Iterable[Schema]) -> Schema:
    """Return one schema for several."""
    whole: Schema = {}
    others: list[Schema] = []  # with a keyword that the whole has with another value
    for schema in schemas:
        if any(whole.get(key, schema[key]) != schema[key] for key in schema.keys() - _MERGED):
            others.append(schema)
            continue
        for key, value in schema.items():
            if key == "properties":
                members = whole.setdefault("properties", {})
                for name, member in value.items():
                    members[name] = merge_schemas([members.get(name, {}), member])
            else:
                whole[key] = merge_schemas([whole.get(key, {}), value]) if key == "items" else value
    if not whole and len(others) == 1:
        return others[0]
    return {**whole, "allOf": [*whole.get("allOf", ()), *others]} if others else whole


_MERGED = {"properties", "items"}
Entry = tuple[Rule, Schema]
_NULL: Schema = {"type": "null"}


def entries(book: Rulebook, kind: str, source: str | None) -> list[Entry]:
    """Return the overlay of a kind of document, for any hosting. An unknown source is None."""
    how = book.kinds.get(kind, Kind())
    found: list[Entry] = []
    for rule in book.rules:
        schema = None
        if kind in rule.on and rule.shape == "field":
            schema = _field(rule, how, source)
        elif kind in rule.on and rule.shape == "admitted":
            schema = _admitted(rule.parameters["admitted"], book.sources, source)
        elif kind in rule.on and rule.shape == "schema":
            schema = _schema(rule.parameters, how, book.sources, source)
        if schema is not None:
            found.append((rule, schema))
    for place, inner in how.contains:
        for rule, schema in entries(book, inner, source):
            found.append((rule, nested(split(place), schema)))
    return found


def nested(tokens: Sequence[str], schema: Schema) -> Schema:
    """Return the schema of documents whose values at the pattern, if any, are valid."""
    for token in reversed(tokens):
        schema = {"items": schema} if token == "*" else {"properties": {token: schema}}
    return schema


def having(tokens: Sequence[str], schema: Schema) -> Schema:
    """Return the schema of documents that have a valid value at the pointer."""
    for token in reversed(tokens):
        schema = {"type": "object", "required": [token], "properties": {token: schema}}
    return schema


def _field(rule: Rule, how: Kind, source: str | None) -> Schema | None:
    when = rule.parameters.get("when", SET)
    field = rule.parameters["field"]
    unset = nested(split(field), _NULL if when == SET else {"not": when})
    allowed = list(rule.parameters["sources"])
    if how.source != "context":
        if not how.source or not allowed:
            return unset
        return either(unset, nested(split(how.source), {"enum": allowed}))
    if how.override is None:
        return None if source in allowed else unset
    override = split(how.override)
    overriding = [name for name in allowed if name in how.overrides]
    parts = tuple(f"{part}/" for part in how.overridden)
    if source in allowed:
        if not field.startswith(parts):
            return None
        return either(unset, nested(override, {"enum": [*overriding, None]}))
    return either(unset, having(override, {"enum": overriding})) if overriding else unset


def _schema(
    given: Mapping[str, Any], how: Kind, sources: Mapping[str, Sequence[str]], source: str | None
) -> Schema | None:
    """Return the schema of a rule that may be for some sources or hostings; None without one.

    A document that carries its source is judged by the hostings on which that source runs.
    """
    chosen, where = given.get("sources"), given.get("hosting")
    names = []
    for name, runs in sources.items():
        if (chosen is None or name in chosen) and (where is None or set(runs) <= set(where)):
            names.append(name)
    if source in names or (chosen is None and len(names) == len(sources)):
        return _everywhere(given)
    if names and how.source and how.source != "context":
        others: Schema = {"not": {"enum": names}}
        return either(_everywhere(given), nested(split(how.source), others))
    return None


def _everywhere(given: Mapping[str, Any]) -> Schema:
    """Return the schema of documents whose values at each place of a rule fit its schema."""
    schema = judged_schema(given)
    return merge_schemas([nested(split(each), schema) for each in given.get("each", [""])])


def _admitted(
    target: str, sources: Mapping[str, Sequence[str]], source: str | None
) -> Schema | None:
    """Return the schema of a rule that the source at `target` runs where the deployment does."""
    if target == "context" or source is None:
        return None
    where = set(sources[source])
    names = [name for name, runs in sources.items() if where & set(runs)]
    return nested(split(target), {"enum": [*names, None]})
