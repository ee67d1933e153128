"""Definitions: the schemas of a document kind by name, in the form that the generator writes.

The schema of the whole document has the name of the kind. Every reference leads to one of these
schemas. Only the schema that allows any value refers to itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from deploy_contract_format.pointer import objects

Schema = dict[str, Any]
Definitions = Mapping[str, Any]
Pattern = tuple[str, ...]  # tokens of a pointer, in which `*` means the items of an array
ANY = "any-value"  # the name of the definition that accepts any JSON value
_PREFIX = "#/$defs/"
SECRET = "x-secret"  # marks a value that no page, log or report may show; engines ignore it
COMPONENTS = "#/components/schemas/"  # the prefix of references in the OpenAPI document


def reference_to(name: str) -> Schema:
    """Return the schema that refers to a definition."""
    return {"$ref": f"{_PREFIX}{name}"}


def parse_reference(reference: str) -> str:
    """Return the name of the definition to which a `$ref` refers."""
    return reference.removeprefix(_PREFIX)


def types_of(schema: Mapping[str, Any]) -> list[str]:
    """Return the types that a schema names."""
    types = schema.get("type", [])
    return list(types) if isinstance(types, list | tuple) else [types]


def resolved(definitions: Definitions, schema: Mapping[str, Any]) -> Any:
    """Return a schema, or the definition that it refers to."""
    while "$ref" in schema:
        schema = definitions[parse_reference(schema["$ref"])]
    return schema


def written_out(schema: Mapping[str, Any], definitions: Definitions) -> Schema:
    """Return a schema with definitions in place of the references of its fields and items."""
    inner = partial(written_out, definitions=definitions)
    return with_members(resolved(definitions, schema), inner)


def pruned(definitions: Definitions, *roots: str) -> dict[str, Any]:
    """Return the definitions that the roots need, the roots first."""
    names = reachable(roots, lambda name: references(definitions[name]))
    return {name: definitions[name] for name in names}


def reachable(starts: Iterable[str], targets: Callable[[str], Iterable[str]]) -> list[str]:
    """Return the starts, and all names that they lead to, directly or through others, in order."""
    found: dict[str, None] = {}
    waiting = list(starts)[::-1]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += list(targets(name))[::-1]
    return list(found)


def closed_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the closed form of a schema file, which admits no undeclared members."""
    closed = {name: _closed_form(definition) for name, definition in schema["$defs"].items()}
    return {**schema, "$defs": pruned(closed, parse_reference(schema["$ref"]))}


def _closed_form(schema: Mapping[str, Any]) -> Schema:
    found = with_members(schema, _closed_form)
    if "properties" in schema:
        found["additionalProperties"] = False
    return found


def with_members(schema: Mapping[str, Any], change: Callable[[Any], Any]) -> Schema:
    """Return a schema with `change` applied to the schemas of its properties and items."""
    found = dict(schema)
    if "properties" in schema:
        members = schema["properties"].items()
        found["properties"] = {name: change(member) for name, member in members}
    if "items" in schema:
        found["items"] = change(schema["items"])
    return found


def references(schema: Any) -> Iterator[str]:
    """Yield the names of the definitions to which a schema refers, in the order of the schema."""
    for _, part in objects(schema):
        reference = part.get("$ref")
        if isinstance(reference, str):  # `$ref` may also be the name of a property
            yield parse_reference(reference)


def places(
    schema: Schema, definitions: Definitions = MappingProxyType({}), at: Pattern = ()
) -> Iterator[tuple[Pattern, Schema]]:
    """Yield the pattern and the schema of each value that a schema declares, the root first."""
    schema = resolved(definitions, schema)
    yield at, schema
    for name, member in schema.get("properties", {}).items():
        yield from places(member, definitions, (*at, name))
    if "items" in schema:
        yield from places(schema["items"], definitions, (*at, "*"))


def declared_fields(
    schema: Schema, definitions: Definitions = MappingProxyType({})
) -> Iterator[tuple[Pattern, Schema]]:
    """Yield the pattern and the schema of each field that a schema declares, at every depth."""
    for at, inner in places(schema, definitions):
        if at and at[-1] != "*":
            yield at, inner


def find_schema(definitions: Definitions, kind: str, tokens: Sequence[str]) -> Schema | None:
    """Return the schema at a place of a kind, or None if the kind does not declare the place.

    In the tokens, `*` means the items of an array.
    """
    return find_field(definitions[kind], tokens, definitions)


def find_field(
    schema: Schema, tokens: Sequence[str], definitions: Definitions = MappingProxyType({})
) -> Schema | None:
    """Return the schema at a place in a schema, or None if the schema does not declare it."""
    for token in tokens:
        inner = schema.get("items") if token == "*" else schema.get("properties", {}).get(token)
        if inner is None:
            return None
        schema = resolved(definitions, inner)
    return schema
