"""Questions about the schemas and operations of the bundled document."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract_codegen.description import METHODS, described
from deploy_contract_codegen.spec import reference_of, references_in
from deploy_contract_format.definitions import types_of

Schema = Mapping[str, Any]
GAP = "x-gap"  # keyword: what the interface leaves open
COMPONENTS = "#/components/schemas/"
EXAMPLE = re.compile(r"\s*Example: `([^`]*)`\.$")  # the end of a description


class Gap(NamedTuple):
    """A gap: its place in the document, the operation or resource there, and the place within."""

    at: tuple[str, ...]
    text: str
    operation: str | None
    resource: str | None
    rest: tuple[str, ...]


def referred(schema: Schema) -> str | None:
    """Return the title of the resource that a schema refers to, or None."""
    reference = reference_of(schema)
    return None if reference is None else reference.removeprefix(COMPONENTS)


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
    title = referred(schema)
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


def gaps(bundled: Mapping[str, Any]) -> list[Gap]:
    """Return the gaps: those of paths first, then those of components."""
    found = [_gap(bundled, at, text) for at, text in _gaps(bundled, ())]
    return sorted(found, key=lambda gap: gap.at[:1] == ("components",))


def _gaps(node: Any, at: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(node, Mapping):
        if GAP in node:
            yield at, str(node[GAP])
        for key, member in node.items():
            if key not in ("examples", "example", "default"):
                yield from _gaps(member, (*at, str(key)))
    elif isinstance(node, list):
        for index, item in enumerate(node):
            yield from _gaps(item, (*at, str(index)))


def _gap(bundled: Mapping[str, Any], at: tuple[str, ...], text: str) -> Gap:
    if at[:2] == ("components", "schemas"):
        return Gap(at, text, None, at[2], at[3:])
    if at[:1] == ("paths",) and len(at) > 2 and at[2] in METHODS:
        return Gap(at, text, bundled["paths"][at[1]][at[2]]["operationId"], None, at[3:])
    return Gap(at, text, None, None, at)
