"""Samples of schemas, and changes to documents at declared places."""

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, TypeAlias

from deploy_contract_format.definitions import Schema, parse_reference, resolved

Definitions: TypeAlias = Mapping[str, Schema]
Place: TypeAlias = tuple[str, ...]  # tokens of a pointer; "*" is the first item of an array
Root: TypeAlias = tuple[Definitions, str]  # definitions, and the name of that of the document

SAMPLE = "x-sample"  # a value to take, which keeps the rules on its place
_SAMPLES: Mapping[str, Any] = {"null": None, "boolean": True, "array": [], "string": "a"}
_FORMATS = {
    "uuid": "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001",
    "date-time": "2026-01-31T12:00:00Z",
}
_LITERAL = re.compile(r"\^?([\w/.-]*)")


def sample(schema: Schema, definitions: Definitions, *, members: bool = False) -> Any:
    """Return a small value that a schema admits, other than null if it can.

    Args:
        schema: a schema of the declared subset.
        definitions: the definitions that it refers to, by name.
        members: whether objects have all declared members, and not only those required.
    """
    schema = resolved(definitions, schema)
    if SAMPLE in schema:
        return deepcopy(schema[SAMPLE])
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return next((value for value in schema["enum"] if value is not None), None)
    kinds = schema.get("type", "object")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    kind = next((one for one in kinds if one != "null"), "null")
    if kind in ("integer", "number"):
        return max(schema.get("minimum", 1), min(1, schema.get("maximum", 1)))
    if kind == "string":
        return _text(schema)
    if kind != "object":
        return deepcopy(_SAMPLES[kind])
    declared = schema.get("properties", {})
    names = declared if members else schema.get("required", ())
    return {name: sample(declared[name], definitions, members=members) for name in names}


def _text(schema: Schema) -> str:
    if "x-format" in schema:
        return _FORMATS[schema["x-format"]]
    found = _LITERAL.match(schema.get("pattern", ""))
    return (found[1] if found else "") + "a"


def with_sample(schema: Schema, place: Place, value: Any, definitions: dict[str, Schema]) -> Schema:
    """Return a schema whose sample has a value at a place. Definitions around it are replaced."""
    if "$ref" in schema:
        name = parse_reference(schema["$ref"])
        definitions[name] = with_sample(definitions[name], place, value, definitions)
        return schema
    if not place:
        return {**schema, SAMPLE: value}
    token, *rest = place
    if token == "*":
        items = with_sample(schema["items"], tuple(rest), value, definitions)
        return {**schema, "items": items}
    members = schema["properties"]
    member = with_sample(members[token], tuple(rest), value, definitions)
    return {**schema, "properties": {**members, token: member}}


def put(document: Any, place: Place, value: Any, root: Root) -> Any:
    """Return a document with a value at a place. What lacks around it is filled by samples."""
    definitions, name = root
    return _put(document, place, value, definitions[name], definitions)


def _put(within: Any, place: Place, value: Any, schema: Schema, definitions: Definitions) -> Any:
    if not place:
        return value
    token, *rest = place
    schema = resolved(definitions, schema)
    if token == "*":
        items = within if isinstance(within, list) and within else sample(schema, definitions)
        below = schema.get("items", {})
        first = items[0] if items else sample(below, definitions, members=True)
        return [_put(first, tuple(rest), value, below, definitions), *items[1:]]
    if not isinstance(within, dict):
        within = sample(schema, definitions)
    below = schema.get("properties", {}).get(token, {})
    member = _put(within.get(token), tuple(rest), value, below, definitions)
    return {**within, token: member}


def remove(document: Any, place: Place) -> Any:
    """Return a document without a member, if it is there."""
    token, *rest = place
    if token == "*" and isinstance(document, list) and document:
        return [remove(document[0], tuple(rest)), *document[1:]]
    if not isinstance(document, dict) or token not in document:
        return document
    if rest:
        return {**document, token: remove(document[token], tuple(rest))}
    return {name: member for name, member in document.items() if name != token}
