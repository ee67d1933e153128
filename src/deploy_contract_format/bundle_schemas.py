"""Checks of the schemas of a bundle: lowered, not recursive, with the keywords of the generator.

A changed schema could hold a pattern that takes exponential time, or a form that validators treat
differently, such as an array without items. This module refuses both.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deploy_contract_format.bundle_format import DIALECT
from deploy_contract_format.definitions import parse_reference, pruned
from deploy_contract_format.patterns import FORMATS, PATTERNS, pattern_problem
from deploy_contract_format.subset import (
    SECRET,
    TYPES,
    is_bound,
    is_count,
    is_enum,
    is_names,
    is_types,
)

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)  # of kinds, sources, operations, parameters
MOST_LEVELS = 64  # levels of a document by its schema; this library parses fewer
MOST_NESTED = 12  # levels of schemas that are nested without a reference
FREE_FORM = re.compile("Any-([0-9]{1,3})", re.ASCII)  # a definition that accepts any JSON value
_DEFINITION = re.compile(r"[A-Za-z0-9_.]+-([0-9]{1,3})-open(?:-null)?", re.ASCII)
_REFERENCE = re.compile(r"#/\$defs/[A-Za-z0-9_.-]+", re.ASCII)
_GREATEST = 1 << 63  # the greatest bound; a contract may admit more than this library parses
_UNSAFE = frozenset("\"'\\{}")  # not in names of properties, since code quotes and formats these


def is_name(text: object) -> bool:
    """Return True if a text is a plain name: letters, digits and `_`."""
    return isinstance(text, str) and NAME.fullmatch(text) is not None


def file_faults(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of a schema file, the open schema of a document kind."""
    if set(schema) != {"$schema", "$ref", "$defs"} or schema["$schema"] != DIALECT:
        yield "has other members than $schema, $ref and $defs"
        return
    definitions = schema["$defs"]
    if not isinstance(definitions, dict):
        yield "$defs is not an object"
        return
    for name, definition in definitions.items():
        for fault in _definition_faults(name, definition):
            yield f"{name}: {fault}"
            return
    for name, definition in definitions.items():
        yield from _reference_faults(name, definition, definitions)
    root = parse_reference(str(schema["$ref"]))
    if schema["$ref"] != f"#/$defs/{root}" or root not in definitions or _level(root) != 1:
        yield "$ref is not the definition of the whole document"
        return
    needed = pruned(definitions, root)
    for name in definitions:
        if name not in needed:
            yield f"{name} is not part of the document"


def _reference_faults(
    name: str, definition: Mapping[str, Any], definitions: Mapping[str, Any]
) -> Iterator[str]:
    """Yield a fault for each reference to a missing definition, or to one of another level.

    Levels grow with each reference, so no definition contains itself.
    """
    for other, level in _references(definition, _level(name)):
        if other not in definitions:
            yield f"{name} refers to {other}, which is not defined"
        elif level != _level(other):
            yield f"{name} refers to {other}, which is at another level or contains it"


def _references(schema: Mapping[str, Any], level: int) -> Iterator[tuple[str, int]]:
    """Yield each definition to which a schema at a level refers, and the level of the reference."""
    if "$ref" in schema:
        yield parse_reference(schema["$ref"]), level
    inner = [*schema.get("properties", {}).values(), schema.get("items")]
    for member in (*inner, schema.get("additionalProperties")):
        if isinstance(member, dict):
            yield from _references(member, level + 1)


def _level(name: str) -> int:
    """Return the level of a definition in the document. The name of the definition has it."""
    matched = FREE_FORM.fullmatch(name) or _DEFINITION.fullmatch(name)
    assert matched is not None  # names were checked before
    return int(matched[1])


def _definition_faults(name: str, definition: object) -> Iterator[str]:
    """Yield the faults in the name and the schema of a definition."""
    yield from schema_faults(definition)
    if isinstance(definition, dict) and "$ref" in definition:
        yield "a definition is only a reference to another one"
    level = FREE_FORM.fullmatch(name)
    if level is not None:
        yield from _free_form_faults(definition, int(level[1]))
        return
    if _DEFINITION.fullmatch(name) is None or name.startswith("Any-"):
        yield "a definition has another name than the generator writes"
        return
    if _level(name) > MOST_LEVELS:
        yield f"documents have more than {MOST_LEVELS} levels"


def _free_form_faults(definition: Any, level: int) -> Iterator[str]:
    """Yield a fault if a schema does not accept any JSON value, within its bounds."""
    deeper = {"$ref": f"#/$defs/Any-{level + 1}"}
    inner = {"items": deeper, "additionalProperties": deeper}
    types = [kind for kind in TYPES if kind != "integer"]  # numbers include integers
    bounds = {"minimum", "maximum"}
    if "items" in definition:
        bounds |= {"maxItems", "maxProperties"}
    else:
        inner = {}
        types = [kind for kind in types if kind not in ("array", "object")]
    others = {key: value for key, value in definition.items() if key not in bounds}
    if others != {"type": types, **inner} or not bounds <= set(definition):
        yield "not a schema of any value, as its name says"


def schema_faults(schema: object, nested: int = 0) -> Iterator[str]:
    """Yield the faults of a lowered schema.

    Args:
        schema: the schema.
        nested: how many schemas enclose this one in the file.
    """
    if not isinstance(schema, dict):
        yield "a schema is not an object"
        return
    if "$ref" in schema and not set(schema) <= {"$ref", SECRET}:
        yield "$ref has other keywords beside it"
    if "$ref" not in schema and "type" not in schema:
        yield "a schema has neither a type nor a $ref"
    for keyword, value in schema.items():
        if keyword not in _KEYWORDS:
            yield f"keyword {keyword} is never written by the generator"
            return
        is_valid, _ = _KEYWORDS[keyword]
        if not is_valid(value):
            yield f"{keyword} has a value that the generator does not write"
            return
    if nested > MOST_NESTED:
        yield f"schemas are nested in more than {MOST_NESTED} others"
        return
    if "type" in schema:
        yield from _type_faults(schema)
    for name, member in schema.get("properties", {}).items():
        if not name.isprintable() or not name or name == "$ref" or _UNSAFE & set(name):
            yield f"property {name} has a name that the generator does not write"
        yield from schema_faults(member, nested + 1)
    for name in schema.get("required", ()):
        if name not in schema.get("properties", ()):
            yield f"required names {name}, which is not among the properties"
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from schema_faults(schema[keyword], nested + 1)


def _type_faults(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield a fault for each keyword that the types of a schema need, or that does not fit them."""
    types = {schema["type"]} if isinstance(schema["type"], str) else set(schema["type"])
    for keyword in schema:
        about = _KEYWORDS[keyword][1]
        if about and types.isdisjoint(about):
            yield f"{keyword} says nothing of the type beside it"
    for kind, keywords in _NEEDED.items():
        for keyword in keywords:
            if kind in types and keyword not in schema:
                yield f"{keyword} is missing beside the type {kind}"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_reference(value: object) -> bool:
    return isinstance(value, str) and _REFERENCE.fullmatch(value) is not None


def _is_bound(value: object) -> bool:
    return is_bound(value, _GREATEST)


def _is_count(value: object) -> bool:
    return is_count(value, _GREATEST)


def _is_pattern(value: object) -> bool:
    return value in PATTERNS.values() or pattern_problem(value) is None


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


_NEEDED: Mapping[str, tuple[str, ...]] = {  # type -> keywords that bound its values
    "object": ("additionalProperties", "maxProperties"),
    "array": ("items", "maxItems"),
    "integer": ("minimum", "maximum"),
    "number": ("minimum", "maximum"),
}
# keyword -> the check of its value, and the types to which it applies (empty: all types)
_KEYWORDS: Mapping[str, tuple[Callable[[Any], bool], tuple[str, ...]]] = {
    "$ref": (_is_reference, ()),
    "title": (_is_text, ()),
    "type": (is_types, ()),
    "properties": (_is_object, ("object",)),
    "required": (lambda value: bool(value) and is_names(value), ("object",)),
    "items": (_is_object, ("array",)),
    "additionalProperties": (lambda value: value is False or _is_object(value), ("object",)),
    "maxItems": (_is_count, ("array",)),
    "maxProperties": (_is_count, ("object",)),
    "enum": (is_enum, ("string",)),
    "minimum": (_is_bound, ("integer", "number")),
    "maximum": (_is_bound, ("integer", "number")),
    "pattern": (_is_pattern, ("string",)),
    "x-format": (lambda value: value in FORMATS, ("string",)),
    SECRET: (lambda value: value is True, ()),
}
