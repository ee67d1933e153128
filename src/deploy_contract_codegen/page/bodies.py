"""The bodies of operations on the page: every field at every depth, to be unfolded."""

import re
from collections.abc import Mapping
from typing import Any

from deploy_contract_codegen.html import Child, Html, element, join
from deploy_contract_codegen.page.elements import code, fold, prefixed
from deploy_contract_codegen.page.values import (
    Schema,
    bounds,
    choices,
    kind,
    nullable,
    referred,
)
from deploy_contract_format.subset import SECRET

EXAMPLE = re.compile(r"\s*Example: `([^`]*)`\.$")  # the end of a description
MARKED = {"readOnly": "read-only", SECRET: "secret"}  # keyword -> word


def schema_tree(bundled: Mapping[str, Any], title: str, shown: set[str]) -> Html | None:
    """Return the fields of a resource, or None if they are shown already.

    Resources inside are folded at every width. The fields of a resource are shown at its first
    place.

    Args:
        bundled: the OpenAPI document with only local references.
        title: the resource.
        shown: titles whose fields are shown already; those of this tree are added.
    """
    schemas = bundled["components"]["schemas"]
    inner = referred(schemas[title].get("items", {}))
    summary = f"Fields of {title}" if inner is None else f"Fields of each item, a {inner}"
    title = inner or title
    if title in shown:
        return None
    return fold(summary, _fields(schemas, title, shown), class_="tree")


def _fields(schemas: Mapping[str, Schema], title: str, shown: set[str]) -> Html:
    shown.add(title)
    schema = schemas[title]
    required = schema.get("required", ())
    rows = []
    for name, member in schema.get("properties", {}).items():
        rows.append(_field(schemas, name, member, shown, required=name in required))
    return element("ul", *rows)


def _field(
    schemas: Mapping[str, Schema], name: str, schema: Schema, shown: set[str], *, required: bool
) -> Html:
    inner = referred(schema.get("items", schema))
    folded: Html | None = None
    above = ""
    if inner is not None and inner in shown:
        above = ", fields above"
    elif inner is not None and schemas[inner].get("properties"):
        summary = f"Fields of each {inner}" if "items" in schema else f"Fields of {inner}"
        fields = _fields(schemas, inner, shown)
        folded = element("details", element("summary", summary), fields, class_="tree")
    return element(
        "li",
        element(
            "p",
            code(name),
            " ",
            element("span", type_line(schemas, schema), above, class_="quiet"),
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
