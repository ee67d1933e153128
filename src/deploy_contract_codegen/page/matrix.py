"""The matrix on the page: the fields that a deployment of each source may set."""

from collections.abc import Mapping, Sequence
from typing import Any

from deploy_contract_codegen.html import Html, chip, element, join, join_with
from deploy_contract_codegen.page.elements import (
    code,
    element_id,
    json_code,
    link,
    rule_link,
    spoken,
    table,
)
from deploy_contract_codegen.page.field_marks import (
    MEANINGS,
    Row,
    active_rules,
    declared_fields,
    mark,
    revision_rules,
    rows,
)
from deploy_contract_codegen.page.values import Schema, cell
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Kind, Rule, Rulebook

# mark -> path in a square of 16
DRAWN = {
    "denied": "M4 4l8 8M12 4l-8 8",
    "reported": "M8 3v6.5M8 12v1",
    "fixed": "M4.5 7.5h7v5h-7zM6 7.5v-2a2 2 0 0 1 4 0v2",
    "allowed": "M3 8.5l3.5 3.5 6.5-8",
}
CREATES = {"yes": "yes", "unknown": "possibly", "no": "no"}  # of a rule for revisions -> word
NOT_EMPTY = {"type": "array", "minItems": 1}
NOTE = "The fields that a deployment of each source may set. A field that is null or absent is not set."
REVISION_NOTE = "New revision: whether setting the field creates a revision."


def section(bundled: Mapping[str, Any], book: Rulebook) -> Html:
    """Return the section of the matrices, one for each kind of document with rules for fields."""
    legend = map(_legend_item, sorted(MEANINGS.items()))
    articles = [_article(bundled, book, kind) for kind in kinds(book)]
    return element(
        "section",
        _symbols(),
        element("h2", "Sources and fields"),
        element("p", NOTE, data_entry=True),
        element("ul", *legend, class_="legend", data_group=True),
        *articles,
        id="matrix",
        data_group=True,
    )


def kinds(book: Rulebook) -> list[str]:
    """Return the kinds of document with rules for fields."""
    with_rules: set[str] = set()
    for rule in book.rules:
        if rule.shape == "field":
            with_rules.update(rule.on)
    return [kind for kind in book.kinds if kind in with_rules]


def _legend_item(row: tuple[str, str]) -> Html:
    mark_name, meaning = row
    return element("li", _mark(mark_name), f" {meaning}", data_entry=True)


def _article(bundled: Mapping[str, Any], book: Rulebook, kind: str) -> Html:
    name = element_id("matrix", kind)
    revisions = any(active_rules(book, kind, "revision"))
    return element(
        "article",
        element("h3", link(name, f"In a {kind}"), id=name),
        _override_note(book.kinds[kind]),
        element("p", REVISION_NOTE, data_entry=True) if revisions else None,
        _table(bundled, book, kind, revisions=revisions),
        data_group=True,
        aria_labelledby=name,
    )


def _override_note(how: Kind) -> Html | None:
    """Return the effect of an override on the matrix, or None if the kind has no override."""
    if not how.override:
        return None
    text = [_name_at(how.override), Html(" overrides the source")]
    if how.overridden:
        places = join_with(map(_name_at, how.overridden))
        text.append(join(" for the fields in ", places, ": use its column for them"))
    text.append(Html(". Any other field is allowed if either source allows it."))
    return element("p", *text, data_entry=True)


def _table(bundled: Mapping[str, Any], book: Rulebook, kind: str, *, revisions: bool) -> Html:
    columns = ["Field", *map(_column, book.sources)]
    if revisions:
        columns.append("New revision")
    columns.append("Rules")
    declared = set(declared_fields(bundled, kind))
    groups: dict[str, list[Html]] = {}
    for row in rows(bundled, book, kind):
        group = row.tokens[0] if len(row.tokens) > 1 else ""
        known = row.tokens in declared or "*" in row.tokens
        html = _row(book, kind, row, declared=known, revisions=revisions)
        groups.setdefault(group, []).append(html)
    width = len(columns)
    ordered = sorted(groups, key=bool)  # the top level first
    bodies = [_group(kind, name, groups[name], width) for name in ordered]
    bodies.append(_last_rows(book, width))
    caption = join("Fields that each source may set in a ", code(kind))
    return table(caption, columns, bodies, "matrix")


def _last_rows(book: Rulebook, width: int) -> Html:
    """Return the row of all fields without a rule, and the row of hostings."""
    allowed, hostings = [], []
    for values in book.sources.values():
        allowed.append(element("td", _mark("allowed"), class_="allowed"))
        hostings.append(element("td", join_with(map(code, values), " "), class_="hosting"))
    empty = element("td", colspan=width - 1 - len(book.sources))
    return element(
        "tbody",
        element("tr", _head("any other declared field"), *allowed, empty, data_entry=True),
        element("tr", _head("runs on"), *hostings, empty, data_entry=True),
    )


def _column(source: str) -> Html:
    return element("span", code(source), class_="column")


def _head(*content: Html | str) -> Html:
    return element("th", *content, scope="row")


def _group(kind: str, name: str, members: Sequence[Html], width: int) -> Html:
    title = join("in ", code(name)) if name else join("top level of ", code(kind))
    head = element("tr", element("th", title, scope="rowgroup", colspan=width))
    return element("tbody", head, *members, data_group=True)


def _row(book: Rulebook, kind: str, row: Row, *, declared: bool, revisions: bool) -> Html:
    cells: list[Html] = []
    rules: list[Rule] = []
    for source in book.sources:
        name, found = mark(book, kind, row, source)
        rules += found
        cells.append(element("td", _mark(name), class_=name))
    if revisions:
        found = list(revision_rules(book, kind, row))
        rules += found
        cells.append(_revision_cell(found))
    names = dict.fromkeys(rule.rule for rule in rules)
    links = join_with(map(rule_link, names), " ")
    return element(
        "tr",
        _row_head(row, declared=declared),
        *cells,
        element("td", links or "\N{EN DASH}", class_="rules"),
        data_entry="matrix",
    )


def _revision_cell(rules: Sequence[Rule]) -> Html:
    if not rules:
        return cell(spoken("no"))
    return element("td", *map(_creates_chip, rules))


def _creates_chip(rule: Rule) -> Html:
    return chip(CREATES[rule.parameters["creates"]])


def _row_head(row: Row, *, declared: bool) -> Html:
    # the heading of the group names the first token
    parts = [_field_name(row.tokens[1:] or row.tokens)]
    if row.when != SET:
        parts.append(element("span", condition(row.when), class_="quiet"))
    if not declared:
        parts.append(element("span", "not declared", class_="quiet"))
    return _head(join_with(parts, " "))


def condition(schema: Schema) -> Html:
    """Return the values that count as setting a field, such as `when true`."""
    if schema == NOT_EMPTY:
        return Html("when not empty")
    return join("when ", json_code(schema.get("const", schema)))


def _mark(name: str) -> Html:
    drawing = element(
        "svg",
        element("use", href=f"#mark-{name}"),
        class_="mark",
        aria_hidden="true",
        focusable="false",
    )
    return element("span", drawing, element("span", name, class_="word"), class_=f"marked {name}")


def _symbols() -> Html:
    drawn = []
    for name, path in DRAWN.items():
        shape = element("path", d=path)
        drawn.append(element("symbol", shape, id=f"mark-{name}", viewBox="0 0 16 16"))
    return element("svg", *drawn, class_="symbols", aria_hidden="true", focusable="false")


def _name_at(pointer: str) -> Html:
    return _field_name(split(pointer))


def _field_name(tokens: Sequence[str]) -> Html:
    return code(".".join(tokens))
