"""Questions about the schemas and operations of the bundled document."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract_codegen.description import described
from deploy_contract_codegen.lowering import COMPONENTS, title_of
from deploy_contract_codegen.spec import references_in
from deploy_contract_format.definitions import types_of

Schema = Mapping[str, Any]
GAP = "x-gap"  # keyword: what the interface leaves open
EXAMPLE = re.compile(r"\s*Example: `([^`]*)`\.$")  # the end of a description


def mentioned(schema: Any) -> list[str]:
    """Return the titles of all resources that a schema refers to, in its order."""
    return [reference.removeprefix(COMPONENTS) for _, reference in references_in(schema)]


def fields_of(bundled: Mapping[str, Any], kind: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the fields of a document kind at every depth, in the order of the document.

    Yields:
        The title of the resource that declares the field, and its tokens with `*` for the items of
        arrays.
    """
    schemas = bundled["components"]["schemas"]
    yield from _fields_of(schemas, schemas[kind], kind, ())


def _fields_of(
    schemas: Mapping[str, Schema], schema: Schema, kind: str, at: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    title = title_of(schema)
    target = schemas[title] if title else schema
    if "items" in target:
        yield from _fields_of(schemas, target["items"], kind, (*at, "*"))
    for name, member in target.get("properties", {}).items():
        yield target.get("title", kind), (*at, name)
        yield from _fields_of(schemas, member, kind, (*at, name))


def users(bundled: Mapping[str, Any], title: str) -> list[tuple[str, str]]:
    """Return (sort, name) of the operations and resources that refer to a resource."""
    found = []
    for _, _, operation in described(bundled):
        if title in mentioned(operation):
            found.append(("operation", operation["operationId"]))
    for other, schema in bundled["components"]["schemas"].items():
        if title in mentioned(schema):
            found.append(("resource", other))
    return found


def nullable(schema: Schema) -> bool:
    """Return True if the schema accepts null."""
    return "null" in types_of(schema) or {"type": "null"} in schema.get("anyOf", ())


def type_names(schema: Schema) -> list[str]:
    """Return the types of a schema without null."""
    return [name for name in types_of(schema) if name != "null"]


def example_in(description: str) -> tuple[str, str]:
    """Return a description without the example at its end, and the example or nothing."""
    found = EXAMPLE.search(description)
    return (description[: found.start()], found[1]) if found else (description, "")


def gaps(bundled: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]]:
    """Return the tokens and the text of each gap: those of paths first, then of components."""
    return sorted(_gaps(bundled, ()), key=lambda gap: gap[0][:1] == ("components",))


def _gaps(node: Any, at: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    members: Any = enumerate(node) if isinstance(node, list) else ()
    if isinstance(node, Mapping):
        if GAP in node:
            yield at, str(node[GAP])
        members = [row for row in node.items() if row[0] not in ("examples", "example", "default")]
    for token, member in members:
        yield from _gaps(member, (*at, str(token)))
