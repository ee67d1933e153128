"""Samples of schemas, and changes to documents at declared places."""

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, TypeAlias

from deploy_contract_format.definitions import Schema, types_of
from deploy_contract_format.pointer import MISSING, member_of

Place: TypeAlias = tuple[str, ...]  # tokens of a pointer; "*" is the first item of an array

SAMPLE = "x-sample"  # a value to take, which keeps the rules on its place
_SAMPLES: Mapping[str, Any] = {"null": None, "boolean": True, "array": [], "string": "a"}
_FORMATS = {
    "uuid": "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001",
    "date-time": "2026-01-31T12:00:00Z",
}
_LITERAL = re.compile(r"\^?([\w/.-]*)")


def sample(schema: Schema, *, members: bool = False) -> Any:
    """Return a small value that a schema without references admits, other than null if it can.

    `members`: whether objects have all declared members, and not only those required.
    """
    if SAMPLE in schema:
        return deepcopy(schema[SAMPLE])
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return next((value for value in schema["enum"] if value is not None), None)
    kinds = types_of(schema) or ["object"]
    kind = next((name for name in kinds if name != "null"), "null")
    if kind in ("integer", "number"):
        return max(schema.get("minimum", 1), min(1, schema.get("maximum", 1)))
    if kind == "string":
        return _text(schema)
    if kind != "object":
        return deepcopy(_SAMPLES[kind])
    declared = schema.get("properties", {})
    names = declared if members else schema.get("required", ())
    return {name: sample(declared[name], members=members) for name in names}


def _text(schema: Schema) -> str:
    if "x-format" in schema:
        return _FORMATS[schema["x-format"]]
    found = _LITERAL.match(schema.get("pattern", ""))
    return (found[1] if found else "") + "a"


def put(within: Any, place: Place, value: Any, schema: Schema) -> Any:
    """Return `within` with `value` at a place. Samples fill missing values around the place."""
    if not place:
        return value
    token, *rest = place
    form: type[Any] = list if token == "*" else dict
    if not isinstance(within, form):
        within = sample(schema)
    if not isinstance(within, form):  # the rule has this place for another kind of document
        return within
    if token == "*":
        below = schema.get("items", {})
        first = within[0] if within else sample(below, members=True)
        return [put(first, tuple(rest), value, below), *within[1:]]
    below = schema.get("properties", {}).get(token, {})
    return {**within, token: put(within.get(token), tuple(rest), value, below)}


def remove(document: Any, place: Place) -> Any:
    """Return a document without a member or item, if it is there."""
    token, *rest = place
    if token == "*" and isinstance(document, list):
        token = "0"
    below = member_of(document, token)
    if below is MISSING:
        return document
    if isinstance(document, list):
        left = [remove(below, tuple(rest))] if rest else []
        return [*document[: int(token)], *left, *document[int(token) + 1 :]]
    if rest:
        return {**document, token: remove(below, tuple(rest))}
    return {name: member for name, member in document.items() if name != token}
