"""The resources on the page: every field of every schema file."""

from collections.abc import Mapping, Sequence
from typing import Any

from deploy_contract_codegen.html import Child, Html, chip, element, join, join_with
from deploy_contract_codegen.page.bodies import said, type_line
from deploy_contract_codegen.page.elements import (
    code,
    element_id,
    fold,
    gap_link,
    json_listing,
    link,
    prefixed,
    rule_link,
    table,
)
from deploy_contract_codegen.page.field_rules import FieldRules, Setters
from deploy_contract_codegen.page.matrix import condition
from deploy_contract_codegen.page.operations import described
from deploy_contract_codegen.page.values import (
    Schema,
    cell,
    choices,
    description,
    kind,
    mentioned,
    resource,
)
from deploy_contract_format.rules import SET, Rulebook

COLUMNS = ("Field", "Type", "Who may set it", "Description")
# mark of the matrix -> class of the chip of a source
CHIPS = {"allowed": "allow", "reported": "report", "fixed": "practice"}


def section(bundled: Mapping[str, Any], book: Rulebook) -> Html:
    """Return the section of all resources, by title."""
    by_field = FieldRules(bundled, book)
    titles = bundled["components"]["schemas"]
    articles = [_article(bundled, by_field, title) for title in titles]
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


def _article(bundled: Mapping[str, Any], by_field: FieldRules, title: str) -> Html:
    schema = bundled["components"]["schemas"][title]
    name = element_id("resource", title)
    examples = [_example(title, example) for example in schema.get("examples", ())]
    fields = schema.get("properties")
    return element(
        "article",
        element("h3", link(name, title), id=name),
        description(schema, "resource"),
        None if fields else _type(schema),
        _used_by(_users(bundled, title)),
        _fields(bundled, by_field, title) if fields else None,
        gap_link(schema),
        *examples,
        class_="resource",
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


def _fields(bundled: Mapping[str, Any], by_field: FieldRules, title: str) -> Html:
    names = bundled["components"]["schemas"][title]["properties"]
    rows = [_field(bundled, by_field, title, name) for name in names]
    listed = table(join("Fields of ", code(title)), COLUMNS, rows, "stacked")
    return fold(join("Fields of ", code(title), f" ({len(rows)})"), listed)


def _field(bundled: Mapping[str, Any], by_field: FieldRules, title: str, field: str) -> Html:
    schemas = bundled["components"]["schemas"]
    schema = schemas[title]["properties"][field]
    name = element_id("field", title, field)
    required = field in schemas[title].get("required", ())
    word = (
        element("strong", "required", class_="must")
        if required
        else element("span", "optional", class_="quiet")
    )
    rules = by_field.rules(title, field)
    links = [rule_link(rule.rule) for rule in rules]
    text = said(schema)
    if links:
        text.append(element("p", "Rules: ", join_with(links), class_="rules"))
    return element(
        "tr",
        element("th", link(name, code(field)), scope="row", id=name),
        cell(join(type_line(schemas, schema), element("span", word, class_="place"))),
        element("td", _setters(by_field.setters(title, field)), class_="setters"),
        element("td", *text, class_="prose"),
        data_entry="field",
    )


def _setters(found: Sequence[Setters]) -> Html:
    """Return who may set a field, with the names of the request kinds if they differ."""
    if not found:
        return element("span", "the service", class_="quiet")
    if len(found) == 1:
        return _sources(found[0])
    groups = []
    for one in found:
        kinds = join_with(map(resource, one.kinds))
        groups.append(element("p", "in ", kinds, ": ", _sources(one)))
    return join(groups)


def _sources(found: Setters) -> Html:
    """Return the sources that may set a field by their marks, or the service."""
    names = set(found.marks.values())
    if names == {"denied"}:
        return element("span", "the service, in responses", class_="quiet")
    if names == {"allowed"}:
        return Html("every source")
    chips: list[Child] = []
    for source, name in found.marks.items():
        if name in CHIPS:
            note = "" if name == "allowed" else f", {name}"
            chips.append(chip(join(code(source), note), CHIPS[name]))
    if found.when != SET:
        chips.insert(0, element("span", condition(found.when), ":", class_="quiet"))
    return join_with(chips, " ")


def _example(title: str, example: Any) -> Html:
    label = f"Example of {title}"
    listed = json_listing(example, label)
    return element("details", element("summary", label), listed, data_entry="example")
