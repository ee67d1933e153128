"""Checks of the schemas of a bundle: lowered, not recursive, with the keywords of the generator.

A changed schema could hold a pattern that takes exponential time, or a form that validators treat
differently, such as an array without items. This module refuses both.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deploy_contract_format.bundle_format import DIALECT
from deploy_contract_format.bundle_json import refuse
from deploy_contract_format.definitions import parse_reference, pruned, types_of
from deploy_contract_format.patterns import FORMATS, PATTERNS, pattern_problem
from deploy_contract_format.subset import (
    SECRET,
    is_bound,
    is_count,
    is_enum,
    is_names,
    is_types,
    types_except,
)

MOST_LEVELS = 64  # levels of a document by its schema; this library parses fewer
MOST_NESTED = 12  # levels of schemas that are nested without a reference
FREE_FORM = re.compile("Any-([0-9]{1,3})", re.ASCII)  # a definition that accepts any JSON value
_DEFINITION = re.compile(r"(?!Any-)[A-Za-z0-9_.]+-([0-9]{1,3})-open(?:-null)?", re.ASCII)
_REFERENCE = re.compile(r"#/\$defs/[A-Za-z0-9_.-]+", re.ASCII)
_GREATEST = 1 << 63  # the greatest bound; a contract may admit more than this library parses
_UNSAFE = frozenset("\"'\\{}")  # not in names of properties, since code quotes and formats these


def check_file(table: str, schema: Mapping[str, Any]) -> None:
    """Raise TableError if a schema file is not the open schema of a document kind."""
    if set(schema) != {"$schema", "$ref", "$defs"} or schema["$schema"] != DIALECT:
        refuse(table, "has other members than $schema, $ref and $defs")
    definitions = schema["$defs"]
    if not isinstance(definitions, dict):
        refuse(table, "$defs is not an object")
    for name, definition in definitions.items():
        _check_definition(table, name, definition)
    for name, definition in definitions.items():
        for other, level in _references(definition, _level(name)):
            if other not in definitions:
                refuse(table, f"{name} refers to {other}, which is not defined")
            if level != _level(other):  # levels grow, so no definition contains itself
                fault = f"{name} refers to {other}, which is at another level or contains it"
                refuse(table, fault)
    root = parse_reference(str(schema["$ref"]))
    if schema["$ref"] != f"#/$defs/{root}" or root not in definitions or _level(root) != 1:
        refuse(table, "$ref is not the definition of the whole document")
    apart = definitions.keys() - pruned(definitions, root).keys()
    if apart:
        refuse(table, f"{min(apart)} is not part of the document")


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


def _check_definition(table: str, name: str, definition: Any) -> None:
    check_schema(table, name, definition)
    if "$ref" in definition:
        refuse(table, f"{name}: a definition is only a reference to another one")
    level = FREE_FORM.fullmatch(name)
    if level is not None:
        if not _is_free_form(definition, int(level[1])):
            refuse(table, f"{name}: not a schema of any value, as its name says")
    elif _DEFINITION.fullmatch(name) is None:
        refuse(table, f"{name}: a definition has another name than the generator writes")
    elif _level(name) > MOST_LEVELS:
        refuse(table, f"{name}: documents have more than {MOST_LEVELS} levels")


def _is_free_form(definition: Mapping[str, Any], level: int) -> bool:
    deeper = {"$ref": f"#/$defs/Any-{level + 1}"}
    expected: dict[str, Any] = {"items": deeper, "additionalProperties": deeper}
    excluded = {"integer"}  # numbers include integers
    if "items" not in definition:
        expected = {}
        excluded |= {"array", "object"}
    expected["type"] = types_except(excluded)
    bounds = {"minimum", "maximum", "maxItems", "maxProperties"}
    return {key: definition[key] for key in definition if key not in bounds} == expected


def check_schema(table: str, name: str, schema: object, nested: int = 0) -> None:
    """Raise TableError if a schema is not a lowered one.

    Args:
        table: the name of the table that has the schema.
        name: the name of the definition or parameter that has it.
        schema: the schema.
        nested: how many schemas enclose this one.
    """
    fault = _fault(schema, nested)
    if fault is not None or not isinstance(schema, dict):
        refuse(table, f"{name}: {fault}")
    for inner in schema.get("properties", {}).values():
        check_schema(table, name, inner, nested + 1)
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            check_schema(table, name, schema[keyword], nested + 1)


def _fault(schema: object, nested: int) -> str | None:
    """Return why a schema without those in it is not a lowered one, or None."""
    if not isinstance(schema, dict):
        return "a schema is not an object"
    if "$ref" in schema and not set(schema) <= {"$ref", SECRET}:
        return "$ref has other keywords beside it"
    if "$ref" not in schema and "type" not in schema:
        return "a schema has neither a type nor a $ref"
    for keyword, value in schema.items():
        if keyword not in _KEYWORDS:
            return f"keyword {keyword} is never written by the generator"
        is_valid, _ = _KEYWORDS[keyword]
        if not is_valid(value):
            return f"{keyword} has a value that the generator does not write"
    if nested > MOST_NESTED:
        return f"schemas are nested in more than {MOST_NESTED} others"
    properties = schema.get("properties", {})
    for name in properties:
        if not name.isprintable() or not name or name == "$ref" or _UNSAFE & set(name):
            return f"property {name} has a name that the generator does not write"
    for name in schema.get("required", ()):
        if name not in properties:
            return f"required names {name}, which is not among the properties"
    return _fault_of_type(schema) if "type" in schema else None


def _fault_of_type(schema: Mapping[str, Any]) -> str | None:
    types = set(types_of(schema))
    for keyword in schema:
        about = _KEYWORDS[keyword][1]
        if about and types.isdisjoint(about):
            return f"{keyword} says nothing of the type beside it"
    for kind, keywords in _NEEDED.items():
        for keyword in keywords:
            if kind in types and keyword not in schema:
                return f"{keyword} is missing beside the type {kind}"
    return None


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
