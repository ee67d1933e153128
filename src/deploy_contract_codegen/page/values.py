"""What a schema of the bundled document says of a value, in a few words."""

from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract_codegen.page.markup import (
    Child,
    Html,
    anchor,
    code,
    data,
    element,
    joined,
    link,
    listed,
)

Schema = Mapping[str, Any]
COMPONENTS = "#/components/schemas/"
GAP = "x-gap"


def referred(schema: Schema) -> str | None:
    """The title of the resource that a schema refers to, by itself or as one that may be null."""
    choices = (schema, *(choice for choice in schema.get("anyOf", ()) if "$ref" in choice))
    return next(
        (str(choice["$ref"]).removeprefix(COMPONENTS) for choice in choices if "$ref" in choice),
        None,
    )


def mentioned(schema: Any) -> Iterator[str]:
    """The titles of all resources that a schema refers to, in its order."""
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
    """A link to a resource."""
    return link(anchor("resource", title), code(title))


def nullable(schema: Schema) -> bool:
    """Whether null is a value of it."""
    return "null" in schema.get("type", ()) or any(
        choice.get("type") == "null" for choice in schema.get("anyOf", ())
    )


def kind(schema: Schema) -> Html:
    """The type, null apart: `string, uuid`, `array of Secret`."""
    title = referred(schema)
    if title is not None:
        return resource(title)
    types = schema.get("type", [])
    names = [name for name in ([types] if isinstance(types, str) else types) if name != "null"]
    if names == ["array"] and "items" in schema:
        return joined("array of ", kind(schema["items"]))
    if names == ["object"] and "properties" not in schema:
        return Html("object, free-form")
    return joined(" or ".join(names), f", {schema['format']}" if "format" in schema else None)


def bounds(schema: Schema) -> str | None:
    """What numbers it takes, where they are bounded."""
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f"{least} to {most}"
    return (
        f"at least {least}"
        if least is not None
        else f"at most {most}"
        if most is not None
        else None
    )


def choices(schema: Schema) -> Html | None:
    """The values that it takes, where they are counted; null apart."""
    values = [value for value in schema.get("enum", ()) if value is not None]
    return listed(map(data, values)) if values else None


def gap(text: str) -> Html:
    """What the interface leaves open, where it does."""
    return element("p", element("strong", "Left open: "), text, class_="gap", data_entry=True)


def cell(content: Child) -> Html:
    """A cell of a table; a dash where there is nothing."""
    return element("td", content if content is not None else "\N{EN DASH}")


def gaps(node: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each (place, text) of what is left open within a part of the bundled document."""
    if isinstance(node, Mapping):
        if GAP in node:
            yield at, str(node[GAP])
        for key, member in node.items():
            if key not in ("examples", "example", "default"):
                yield from gaps(member, (*at, str(key)))
    elif isinstance(node, list):
        for index, item in enumerate(node):
            yield from gaps(item, (*at, str(index)))
