"""Short descriptions of the schemas in the bundled document."""

from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract_codegen.html import Child, Html, element, join, join_with
from deploy_contract_codegen.lowering import without_null
from deploy_contract_codegen.page.elements import GAP, code, element_id, json_code, link, prefixed

Schema = Mapping[str, Any]
COMPONENTS = "#/components/schemas/"


def referred(schema: Schema) -> str | None:
    """Return the title of the resource that a schema refers to, or None."""
    for choice in (schema, *schema.get("anyOf", ())):
        if "$ref" in choice:
            return str(choice["$ref"]).removeprefix(COMPONENTS)
    return None


def mentioned(schema: Any) -> Iterator[str]:
    """Yield the titles of all resources that a schema refers to, in its order."""
    if isinstance(schema, Mapping):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix(COMPONENTS)
        for key, member in schema.items():
            if key not in ("examples", "default"):
                yield from mentioned(member)
    elif isinstance(schema, list):
        for item in schema:
            yield from mentioned(item)


def resource(title: str) -> Html:
    """Return a link to a resource."""
    return link(element_id("resource", title), code(title))


def nullable(schema: Schema) -> bool:
    """Return True if the schema accepts null."""
    return "null" in schema.get("type", ()) or {"type": "null"} in schema.get("anyOf", ())


def kind(schema: Schema) -> Html:
    """Return the type without null, such as `string, uuid` or `array of Secret`."""
    title = referred(schema)
    if title is not None:
        return resource(title)
    types = schema.get("type", [])
    if isinstance(types, str):
        types = [types]
    names = [name for name in types if name != "null"]
    if names == ["array"] and "items" in schema:
        return join("array of ", kind(schema["items"]))
    if names == ["object"] and "properties" not in schema:
        return Html("object, free-form")
    return join(" or ".join(names), prefixed(", ", schema.get("format")))


def bounds(schema: Schema) -> str | None:
    """Return the bounds of a number, or None."""
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f"{least} to {most}"
    if least is not None:
        return f"at least {least}"
    return None if most is None else f"at most {most}"


def choices(schema: Schema) -> Html | None:
    """Return the values of an enumeration without null, or None."""
    values = without_null(schema.get("enum", ()))
    return join_with(map(json_code, values)) if values else None


def description(node: Mapping[str, Any], sort: str = "") -> Html | None:
    """Return the description of a schema or operation as a paragraph, or None.

    Args:
        node: the schema or operation.
        sort: sort of the entry in a search, or nothing for a text.
    """
    if "description" not in node:
        return None
    return element("p", node["description"], data_entry=sort or True)


def cell(content: Child) -> Html:
    """Return a cell of a table, with a dash if it is empty."""
    if content is None:
        content = "\N{EN DASH}"
    return element("td", content)


def gaps(node: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield (place, text) of each gap in a part of the bundled document."""
    if isinstance(node, Mapping):
        if GAP in node:
            yield at, str(node[GAP])
        for key, member in node.items():
            if key not in ("examples", "example", "default"):
                yield from gaps(member, (*at, str(key)))
    elif isinstance(node, list):
        for index, item in enumerate(node):
            yield from gaps(item, (*at, str(index)))
