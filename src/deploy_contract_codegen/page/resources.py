"""The resources on the page: every field of every schema file."""

import json
from collections.abc import Mapping
from typing import Any

from deploy_contract_codegen.page.elements import (
    code,
    element_id,
    link,
    listing,
    prefixed,
    table,
    yes_or_no,
)
from deploy_contract_codegen.page.operations import described
from deploy_contract_codegen.page.values import (
    Schema,
    bounds,
    cell,
    choices,
    description,
    gap,
    kind,
    mentioned,
    nullable,
    resource,
)
from deploy_contract_format.html import Html, element, join, join_with
from deploy_contract_format.subset import SECRET

COLUMNS = ("Field", "Type", "Nullable", "Required", "Description")
MARKED = {"readOnly": ", read-only", SECRET: ", secret"}  # keyword -> addition to the type


def section(bundled: Mapping[str, Any]) -> Html:
    """Return the section of all resources, by title."""
    articles = []
    for title, schema in bundled["components"]["schemas"].items():
        articles.append(_article(title, schema, _users(bundled, title)))
    return element(
        "section", element("h2", "Resources"), *articles, id="resources", data_group=True
    )


def _users(bundled: Mapping[str, Any], title: str) -> list[Html]:
    """Return links to the operations and resources that refer to a resource."""
    users = []
    for _, _, operation in described(bundled):
        if title in mentioned(operation):
            name = operation["operationId"]
            users.append(link(element_id("operation", name), code(name)))
    for other, schema in bundled["components"]["schemas"].items():
        if title in mentioned(schema):
            users.append(resource(other))
    return users


def _article(title: str, schema: Schema, users: list[Html]) -> Html:
    name = element_id("resource", title)
    examples = [_example(title, example) for example in schema.get("examples", ())]
    fields = schema.get("properties")
    return element(
        "article",
        element("h3", link(name, title), id=name),
        description(schema),
        None if fields else _type(schema),
        _used_by(users),
        _fields(title, schema) if fields else None,
        gap(schema),
        *examples,
        data_group=True,
        aria_labelledby=name,
    )


def _type(schema: Schema) -> Html:
    values = prefixed(", one of ", choices(schema))
    return element("p", "Type: ", kind(schema), values, ".", data_entry=True)


def _used_by(users: list[Html]) -> Html | None:
    if not users:
        return None
    return element("p", "Used by ", join_with(users), ".", class_="quiet", data_entry=True)


def _fields(title: str, schema: Schema) -> Html:
    required = schema.get("required", ())
    rows = []
    for name, member in schema["properties"].items():
        rows.append(_field(title, name, member, required=name in required))
    return table(join("Fields of ", code(title)), COLUMNS, rows)


def _field(title: str, field: str, schema: Schema, *, required: bool) -> Html:
    name = element_id("field", title, field)
    marks = [text for keyword, text in MARKED.items() if schema.get(keyword)]
    type_ = join(
        kind(schema),
        prefixed(", ", bounds(schema)),
        prefixed(", one of ", choices(schema)),
        marks,
    )
    return element(
        "tr",
        element("th", link(name, code(field)), scope="row", id=name),
        cell(type_),
        cell(yes_or_no(nullable(schema))),
        cell(yes_or_no(required)),
        element("td", schema.get("description"), class_="prose"),
        data_entry=True,
    )


def _example(title: str, example: Any) -> Html:
    text = json.dumps(example, indent=2, ensure_ascii=False)
    label = f"Example of {title}"
    return element("details", element("summary", label), listing(text, label), data_entry=True)
