"""Checks of the schemas of a bundle: lowered, not recursive, with the keywords of the generator.

An engine puts names, numbers and patterns of a schema into the code that it compiles. This module
checks each of them, so that a changed schema cannot smuggle in code.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deploy_contract_format.bundle_format import DIALECT
from deploy_contract_format.definitions import references
from deploy_contract_format.patterns import FORMATS, PATTERNS, pattern_problems
from deploy_contract_format.subset import SECRET, TYPES

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)  # of kinds, sources, operations, parameters
_DEFINITION = re.compile(r"[A-Za-z0-9_.-]+", re.ASCII)
_REFERENCE = re.compile(r"#/\$defs/[A-Za-z0-9_.-]+", re.ASCII)
_GREATEST = 1 << 63  # of a bound; a contract may admit more than this library parses
_UNSAFE = frozenset("\"'\\{}")  # in the name of a property: quotes and placeholders of code


def is_name(text: object) -> bool:
    """Return True if a text is a plain name: letters, digits and `_`."""
    return isinstance(text, str) and NAME.fullmatch(text) is not None


def file_faults(schema: Mapping[str, Any], root: str) -> Iterator[str]:
    """Yield the faults of a schema file.

    `root` is the name of the definition of the whole document.
    """
    if set(schema) != {"$schema", "$ref", "$defs"} or schema["$schema"] != DIALECT:
        yield "has other members than $schema, $ref and $defs"
        return
    definitions = schema["$defs"]
    if not isinstance(definitions, dict):
        yield "$defs is not an object"
        return
    for name, definition in definitions.items():
        if not _DEFINITION.fullmatch(name):
            yield f"the definition {name} has another name than the generator writes"
        for fault in schema_faults(definition):
            yield f"{name}: {fault}"
            return
    for name, definition in definitions.items():
        missing = [other for other in references(definition) if other not in definitions]
        if missing:
            yield f"{name} refers to {missing[0]}, which is not defined"
    if schema["$ref"] != f"#/$defs/{root}" or root not in definitions:
        yield f"{root} is not defined, or is not the whole document"
        return
    yield from _cycles(definitions)


def schema_faults(schema: object) -> Iterator[str]:
    """Yield the faults of a lowered schema."""
    if not isinstance(schema, dict):
        yield "a schema is not an object"
        return
    if "$ref" in schema and not set(schema) <= {"$ref", SECRET}:
        yield "$ref has other keywords beside it"
    if "$ref" not in schema and "type" not in schema:
        yield "a schema has neither a type nor a $ref"
    for keyword, value in schema.items():
        if keyword not in _VALUES:
            yield f"keyword {keyword} is not one that the generator writes"
        elif not _VALUES[keyword](value):
            yield f"{keyword} has a value that the generator does not write"
    if not set(schema) <= set(_VALUES):
        return
    for name, member in _properties(schema).items():
        if not name.isprintable() or not name or name == "$ref" or _UNSAFE & set(name):
            yield f"property {name} has a name that the generator does not write"
        yield from schema_faults(member)
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from schema_faults(schema[keyword])


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _cycles(definitions: Mapping[str, Any]) -> Iterator[str]:
    """Yield a definition that contains itself, if there is one."""
    finished: set[str] = set()
    for start in definitions:
        path: list[tuple[str, list[str]]] = [(start, references(definitions[start]))]
        around = {start}
        while path:
            name, waiting = path[-1]
            if name in finished or not waiting:
                finished.add(name)
                around.discard(name)
                path.pop()
                continue
            inner = waiting.pop()
            if inner in around:
                yield f"{inner} contains itself"
                return
            if inner not in finished:
                around.add(inner)
                path.append((inner, references(definitions[inner])))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_types(value: object) -> bool:
    kinds = value if isinstance(value, list) else [value]
    return bool(kinds) and all(map(_is_type, kinds))


def _is_type(value: object) -> bool:
    return isinstance(value, str) and value in TYPES


def _is_bound(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and -_GREATEST <= value <= _GREATEST  # type: ignore[operator] # a number


def _is_count(value: object) -> bool:
    return isinstance(value, int) and _is_bound(value) and value >= 0


def _is_choice(value: object) -> bool:
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(one, str | None) for one in value)


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _is_pattern(value: object) -> bool:
    return value in PATTERNS.values() or not any(True for _ in pattern_problems(value))


_VALUES: Mapping[str, Callable[[Any], bool]] = {  # keyword -> check of its value
    "$ref": lambda value: isinstance(value, str) and _REFERENCE.fullmatch(value) is not None,
    "title": _is_text,
    "type": _is_types,
    "properties": lambda value: isinstance(value, dict),
    "required": _is_names,
    "items": lambda value: isinstance(value, dict),
    "additionalProperties": lambda value: value is False or isinstance(value, dict),
    "maxItems": _is_count,
    "maxProperties": _is_count,
    "enum": _is_choice,
    "minimum": _is_bound,
    "maximum": _is_bound,
    "pattern": _is_pattern,
    "x-format": lambda value: value in FORMATS,
    SECRET: lambda value: value is True,
}
