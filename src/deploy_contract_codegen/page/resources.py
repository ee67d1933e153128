"""The resources on the page: every field of every schema file."""

import json
from collections.abc import Mapping
from typing import Any

from deploy_contract_codegen.page.markup import (
    Html,
    anchor,
    code,
    element,
    joined,
    link,
    listed,
    listing,
    table,
)
from deploy_contract_codegen.page.operations import described
from deploy_contract_codegen.page.values import (
    GAP,
    Schema,
    bounds,
    cell,
    choices,
    gap,
    kind,
    mentioned,
    nullable,
    resource,
)
from deploy_contract_format.subset import SECRET

COLUMNS = ("Field", "Type", "Null", "Required", "Description")


def section(bundled: Mapping[str, Any]) -> Html:
    """The section of all resources, by title."""
    schemas = bundled["components"]["schemas"]
    articles = [
        _article(title, schema, _users(bundled, title)) for title, schema in schemas.items()
    ]
    return element(
        "section", element("h2", "Resources"), *articles, id="resources", data_group=True
    )


def _users(bundled: Mapping[str, Any], title: str) -> list[Html]:
    """Links to what refers to a resource: operations first."""
    operations = [
        link(anchor("operation", operation["operationId"]), code(operation["operationId"]))
        for _, _, operation in described(bundled)
        if title in mentioned(operation)
    ]
    return operations + [
        resource(other)
        for other, schema in bundled["components"]["schemas"].items()
        if title in mentioned(schema)
    ]


def _article(title: str, schema: Schema, users: list[Html]) -> Html:
    name = anchor("resource", title)
    required = schema.get("required", [])
    rows = [
        _field(title, field, member, required=field in required)
        for field, member in schema.get("properties", {}).items()
    ]
    values = choices(schema)
    examples = schema.get("examples", [])
    return element(
        "article",
        element("h3", link(name, title), id=name),
        element("p", schema["description"], data_entry=True) if "description" in schema else None,
        element(
            "p",
            "Type: ",
            kind(schema),
            joined(", one of ", values) if values else None,
            ".",
            data_entry=True,
        )
        if not rows
        else None,
        element("p", "Used by ", listed(users), ".", class_="quiet", data_entry=True)
        if users
        else None,
        table(joined("Fields of ", code(title)), COLUMNS, rows) if rows else None,
        gap(schema[GAP]) if GAP in schema else None,
        *(_example(title, example) for example in examples),
        data_group=True,
        aria_labelledby=name,
    )


def _field(title: str, field: str, schema: Schema, *, required: bool) -> Html:
    name = anchor("field", title, field)
    values = choices(schema)
    limits = bounds(schema)
    return element(
        "tr",
        element("th", link(name, code(field)), scope="row", id=name),
        cell(
            joined(
                kind(schema),
                f", {limits}" if limits else None,
                joined(", one of ", values) if values else None,
                ", read-only" if schema.get("readOnly") else None,
                ", secret" if SECRET in schema else None,
            )
        ),
        cell("yes" if nullable(schema) else "no"),
        cell("yes" if required else "no"),
        element("td", schema.get("description"), class_="prose"),
        data_entry=True,
    )


def _example(title: str, example: Any) -> Html:
    text = json.dumps(example, indent=2, ensure_ascii=False)
    return element(
        "details",
        element("summary", f"An example of {title}"),
        listing(text, f"Example of {title}"),
        data_entry=True,
    )
