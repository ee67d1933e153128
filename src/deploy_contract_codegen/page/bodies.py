"""The bodies of operations on the page: every field at every depth, to be unfolded."""

import re
from collections.abc import Mapping
from typing import Any

from deploy_contract_codegen.page.elements import code, prefixed
from deploy_contract_codegen.page.values import (
    Schema,
    bounds,
    choices,
    kind,
    nullable,
    referred,
)
from deploy_contract_format.html import Child, Html, element, join
from deploy_contract_format.subset import SECRET

EXAMPLE = re.compile(r"\s*Example: `([^`]*)`\.$")  # the end of a description
MARKED = {"readOnly": "read-only", SECRET: "secret"}  # keyword -> word


def schema_tree(bundled: Mapping[str, Any], title: str) -> Html:
    """Return the fields of a resource. Those of resources inside are folded."""
    schemas = bundled["components"]["schemas"]
    schema = schemas[title]
    if "items" in schema:
        inner = referred(schema["items"])
        if inner is not None:
            return _folded(schemas, f"Fields of each item, a {inner}", inner, opened=True)
    return _folded(schemas, f"Fields of {title}", title, opened=True)


def _folded(
    schemas: Mapping[str, Schema], summary: str, title: str, *, opened: bool = False
) -> Html:
    return element(
        "details",
        element("summary", summary),
        _fields(schemas, title),
        class_="tree",
        open=opened,
    )


def _fields(schemas: Mapping[str, Schema], title: str) -> Html:
    schema = schemas[title]
    required = schema.get("required", ())
    rows = []
    for name, member in schema.get("properties", {}).items():
        rows.append(_field(schemas, name, member, required=name in required))
    return element("ul", *rows)


def _field(schemas: Mapping[str, Schema], name: str, schema: Schema, *, required: bool) -> Html:
    inner = referred(schema.get("items", schema))
    folded: Html | None = None
    if inner is not None and schemas[inner].get("properties"):
        summary = f"Fields of each {inner}" if "items" in schema else f"Fields of {inner}"
        folded = _folded(schemas, summary, inner)
    return element(
        "li",
        element(
            "p",
            code(name),
            " ",
            element("span", type_line(schemas, schema), class_="quiet"),
            element("strong", " required", class_="must") if required else None,
        ),
        said(schema)[:1],
        folded,
    )


def type_line(schemas: Mapping[str, Schema], schema: Schema) -> Html:
    """Return the type of a field with null, bounds, values and marks."""
    parts: list[Child] = [kind(schema)]
    if nullable(schema):
        parts.append(" or null")
    parts.append(prefixed(", ", bounds(schema)))
    values = choices(schema)
    title = referred(schema)
    if title is not None and values is None:
        values = choices(schemas[title])
    parts.append(prefixed(", one of ", values))
    for keyword, word in MARKED.items():
        if schema.get(keyword):
            parts.append(f", {word}")
    return join(*parts)


def said(schema: Mapping[str, Any]) -> list[Child]:
    """Return the description of a field and, in a paragraph of its own, the example in it.

    The interface has no examples, so every example is ours.
    """
    text = schema.get("description")
    if text is None:
        return []
    found = EXAMPLE.search(text)
    if found is None:
        return [element("p", text)]
    example = element("p", "Example, ours: ", element("code", found[1]), class_="example")
    return [element("p", text[: found.start()]), example]
