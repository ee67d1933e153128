"""Why a document does not fit a schema: one walk down both, guided by validators, that stops when nobody asks for more."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from deploy_contract_format.overlay import Schema
from deploy_contract_format.pointer import Tokens

_CLASSES: Mapping[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


class Finding(NamedTuple):
    """A keyword that a value fails: where the value stands, the schema, and the name of a field where one is meant."""

    keyword: str
    at: Tokens
    schema: Schema
    name: str | None = None


class Guide(NamedTuple):
    """Definitions, and what says whether a value fits one: the walk goes down only where it does not."""

    definitions: Mapping[str, Schema]
    fits: Callable[[str, Any], bool]


NO_GUIDE = Guide({}, lambda _name, _value: False)


def findings(schema: Schema, value: Any, guide: Guide = NO_GUIDE, at: Tokens = ()) -> Iterator[Finding]:
    """Each keyword of the declared subset that the value fails, in the order of the document."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        if not guide.fits(name, value):
            yield from findings(guide.definitions[name], value, guide, at)
        return
    if "type" in schema and not is_type(value, schema["type"]):
        yield Finding("type", at, schema)
        return
    yield from _own(schema, value, at)
    if isinstance(value, dict):
        yield from _members(schema, value, guide, at)
    elif isinstance(value, list) and "items" in schema:
        items = schema["items"]
        if items:
            for index, item in enumerate(value):
                yield from findings(items, item, guide, (*at, index))
    yield from _combined(schema, value, guide, at)


def _own(schema: Schema, value: Any, at: Tokens) -> Iterator[Finding]:
    if "enum" in schema and value not in schema["enum"]:
        yield Finding("enum", at, schema)
    if "const" in schema and (value != schema["const"] or isinstance(value, bool) != isinstance(schema["const"], bool)):
        yield Finding("const", at, schema)
    if isinstance(value, str):
        if "pattern" in schema and not _pattern(schema["pattern"]).search(value):
            yield Finding("pattern", at, schema)
        if not schema.get("minLength", 0) <= len(value):
            yield Finding("minLength", at, schema)
        if "maxLength" in schema and len(value) > schema["maxLength"]:
            yield Finding("maxLength", at, schema)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if "minimum" in schema and value < schema["minimum"]:
            yield Finding("minimum", at, schema)
        if "maximum" in schema and value > schema["maximum"]:
            yield Finding("maximum", at, schema)
    elif isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield Finding("minItems", at, schema)
        if "maxItems" in schema and len(value) > schema["maxItems"]:
            yield Finding("maxItems", at, schema)


def _members(schema: Schema, value: dict[str, Any], guide: Guide, at: Tokens) -> Iterator[Finding]:
    for name in schema.get("required", ()):
        if name not in value:
            yield Finding("required", at, schema, name)
    if "maxProperties" in schema and len(value) > schema["maxProperties"]:
        yield Finding("maxProperties", at, schema)
    declared = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for key, member in value.items():
        if key in declared:
            yield from findings(declared[key], member, guide, (*at, key))
        elif others is False:
            yield Finding("additionalProperties", (*at, key), schema, key)
        elif others is not True:
            yield from findings(others, member, guide, (*at, key))


def _combined(schema: Schema, value: Any, guide: Guide, at: Tokens) -> Iterator[Finding]:
    for member in schema.get("allOf", ()):
        yield from findings(member, value, guide, at)
    choices = schema.get("anyOf", ())
    if choices and not any(fits(choice, value, guide) for choice in choices):
        yield from findings(choices[0], value, guide, at)  # the first choice is the one to be explained
    if "not" in schema and fits(schema["not"], value, guide):
        yield Finding("not", at, schema)
    if "if" in schema:
        branch = schema.get("then" if fits(schema["if"], value, guide) else "else")
        if branch is not None:
            yield from findings(branch, value, guide, at)


def fits(schema: Schema, value: Any, guide: Guide = NO_GUIDE) -> bool:
    """Whether the value fits the schema, without an engine: for the small schemas of rules."""
    return next(findings(schema, value, guide), None) is None


def is_type(value: Any, kinds: str | list[str]) -> bool:
    """JSON Schema's `type`: true is no number, 1.0 is an integer."""
    for kind in (kinds,) if isinstance(kinds, str) else kinds:
        if kind == "integer":
            if value.__class__ is int or (value.__class__ is float and value.is_integer()):
                return True
        elif value.__class__ in _CLASSES[kind]:
            return True
    return False


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\$$", r"\\Z", pattern))
