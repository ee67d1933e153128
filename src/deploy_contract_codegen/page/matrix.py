"""Which source may set which field, as a picture: a table of a mark for each field and source."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.page.markup import (
    Html,
    anchor,
    chip,
    code,
    data,
    element,
    hidden,
    joined,
    link,
    listed,
    table,
)
from deploy_contract_codegen.page.values import Schema, referred
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Kind, Rule, Rulebook

Tokens = tuple[str, ...]
MEANINGS = {  # mark -> what it says; the first that applies is the one that is shown
    "denied": "a value is refused",
    "note": "a value is unusual, and reported",
    "once": "it cannot be changed after creation",
    "allowed": "no rule is against it",
}
DRAWN = {  # in a square of 16
    "denied": "M4 4l8 8M12 4l-8 8",
    "note": "M8 3v6.5M8 12v1",
    "once": "M4.5 7.5h7v5h-7zM6 7.5v-2a2 2 0 0 1 4 0v2",
    "allowed": "M3 8.5l3.5 3.5 6.5-8",
}
NOT_EMPTY = {"type": "array", "minItems": 1}


class Row(NamedTuple):
    """A field, and the values of it that count."""

    tokens: Tokens
    when: Schema


def section(bundled: Mapping[str, Any], book: Rulebook) -> Html:
    """The section of the matrices: one for each kind of document that has rules of this shape."""
    kinds = [
        kind
        for kind in book.kinds
        if any(rule.shape == "field" and kind in rule.on for rule in book.rules)
    ]
    legend = [
        element("li", _mark(mark), f" {meaning}", data_entry=True)
        for mark, meaning in sorted(MEANINGS.items(), key=lambda m: m[0])
    ]
    return element(
        "section",
        _symbols(),
        element("h2", "Sources and fields"),
        element(
            "p",
            "Which source may set which field. Null never counts as setting one.",
            data_entry=True,
        ),
        element("ul", *legend, class_="legend", data_group=True),
        *(_article(bundled, book, kind) for kind in kinds),
        id="matrix",
        data_group=True,
    )


def _article(bundled: Mapping[str, Any], book: Rulebook, kind: str) -> Html:
    name = anchor("matrix", kind)
    how = book.kinds[kind]
    return element(
        "article",
        element("h3", link(name, f"In a {kind}"), id=name),
        element("p", *_told(how), data_entry=True) if how.override else None,
        element("p", "New revision: whether setting the field creates one.", data_entry=True)
        if _revises(book, kind)
        else None,
        _table(bundled, book, kind),
        data_group=True,
        aria_labelledby=name,
    )


def _told(how: Kind) -> Iterator[Html]:
    """What an override does to the picture."""
    places = listed(code(_named(split(pointer))) for pointer in how.overridden)
    yield joined(code(_named(split(how.override or ""))), " overrides the source")
    yield (
        joined(" for ", places, ": find their fields in its column") if how.overridden else Html("")
    )
    yield Html(". Any other field is right if either source allows it.")


def rows(bundled: Mapping[str, Any], book: Rulebook, kind: str) -> list[Row]:
    """The fields that rules look at because of the source, of what is stored or of revisions, in the order of the resource."""
    rules = [rule for rule in book.rules if kind in rule.on and rule.mode != "off"]
    declared = list(_declared(bundled, bundled["components"]["schemas"][kind], ()))
    found = [
        Row(_tokens(rule), rule.parameters.get("when", SET))
        for rule in rules
        if rule.shape == "field"
    ]
    fields = [
        *_once(rules),
        *([split(book.kinds[kind].override or "")] if book.kinds[kind].override else []),
    ]
    fields += [
        tokens
        for rule in rules
        if rule.shape == "revision"
        for tokens in [_tokens(rule), *declared]
        if _matches(_tokens(rule), tokens) and "*" not in tokens
    ]
    for tokens in fields:
        if all(row.tokens != tokens for row in found):
            found.append(Row(tokens, SET))
    order = {tokens: index for index, tokens in enumerate(declared)}
    return sorted(found, key=lambda row: (row.tokens not in order, order.get(row.tokens, 0)))


def mark(book: Rulebook, kind: str, row: Row, source: str) -> tuple[str, list[Rule]]:
    """The mark of a field for a source, and the rules that it rests on."""
    found: dict[str, list[Rule]] = {name: [] for name in MEANINGS}
    for rule in book.rules:
        if kind not in rule.on or rule.mode == "off":
            continue
        against = "denied" if rule.mode == "enforce" else "note"
        if rule.shape == "field":
            field = _tokens(rule)
            within = field == row.tokens[: len(field)] and len(field) < len(row.tokens)
            same = field == row.tokens and rule.parameters.get("when", SET) == row.when
            if (within or same) and source not in rule.parameters["sources"]:
                found[against].append(rule)
        elif rule.shape == "admitted" and rule.parameters["admitted"] == book.kinds[
            kind
        ].override == "/" + "/".join(row.tokens):
            hostings = set(book.sources[source])
            if not any(hostings & set(book.sources[value]) for value in book.kinds[kind].overrides):
                found[against].append(rule)
        elif rule.shape == "equals_stored" and row.tokens in _once([rule]):
            found["once" if rule.mode == "enforce" else "note"].append(rule)
    return next(((name, rules) for name, rules in found.items() if rules), ("allowed", []))


def revision(book: Rulebook, kind: str, row: Row) -> list[Rule]:
    """The rules by which setting a field creates a revision."""
    return [
        rule
        for rule in book.rules
        if rule.shape == "revision"
        and kind in rule.on
        and rule.mode != "off"
        and _matches(_tokens(rule), row.tokens)
    ]


def _table(bundled: Mapping[str, Any], book: Rulebook, kind: str) -> Html:
    shown = rows(bundled, book, kind)
    revises = _revises(book, kind)
    columns = [
        "Field",
        *(_column(source) for source in book.sources),
        *(["New revision"] if revises else []),
        "Rules",
    ]
    declared = set(_declared(bundled, bundled["components"]["schemas"][kind], ()))
    groups: dict[str, list[Html]] = {}
    for row in shown:
        group = row.tokens[0] if len(row.tokens) > 1 else ""
        groups.setdefault(group, []).append(
            _row(
                book,
                kind,
                row,
                declared=row.tokens in declared or "*" in row.tokens,
                revises=revises,
            )
        )
    bodies = [
        _group(kind, name, groups[name], len(columns)) for name in sorted(groups, key=bool)
    ]  # the body itself first
    width = len(columns) - 1 - len(book.sources)
    allowed = [element("td", _mark("allowed"), class_="allowed") for _ in book.sources]
    runs = [
        element("td", listed(map(code, hostings), " "), class_="hosting")
        for hostings in book.sources.values()
    ]
    rest = [
        element(
            "tr",
            element("th", name, scope="row"),
            *cells,
            element("td", colspan=width),
            data_entry=True,
        )
        for name, cells in (("any other declared field", allowed), ("runs on", runs))
    ]
    caption = joined("Which source may set which field of a ", code(kind))
    return table(caption, columns, [*bodies, element("tbody", *rest)], "matrix")


def _revises(book: Rulebook, kind: str) -> bool:
    return any(
        rule.shape == "revision" and kind in rule.on and rule.mode != "off" for rule in book.rules
    )


def _column(source: str) -> Html:
    return element("span", code(source), class_="column")


def _group(kind: str, name: str, members: Sequence[Html], width: int) -> Html:
    title = joined("in ", code(name)) if name else joined("of the ", code(kind), " itself")
    head = element("tr", element("th", title, scope="rowgroup", colspan=width))
    return element("tbody", head, *members, data_group=True)


def _row(book: Rulebook, kind: str, row: Row, *, declared: bool, revises: bool) -> Html:
    cells, rules = [], []
    for source in book.sources:
        name, found = mark(book, kind, row, source)
        rules += [rule for rule in found if rule not in rules]
        cells.append(element("td", _mark(name), class_=name))
    if revises:
        found = revision(book, kind, row)
        rules += [rule for rule in found if rule not in rules]
        said = [chip("yes" if rule.parameters["creates"] == "yes" else "perhaps") for rule in found]
        cells.append(element("td", *(said or [hidden("no rule says so")])))
    links = listed((link(anchor("rule", rule.rule), code(rule.rule)) for rule in rules), " ")
    rest = row.tokens[1:] if len(row.tokens) > 1 else row.tokens
    field = element(
        "th",
        code(_named(rest)),
        joined(" ", element("span", _when(row.when), class_="quiet")) if row.when != SET else None,
        None if declared else joined(" ", element("span", "not declared", class_="quiet")),
        scope="row",
    )
    return element(
        "tr",
        field,
        *cells,
        element("td", links if rules else "\N{EN DASH}", class_="rules"),
        data_entry=True,
    )


def _when(schema: Schema) -> Html:
    if "const" in schema:
        return joined("when ", data(schema["const"]))
    return Html("when not empty") if schema == NOT_EMPTY else joined("when ", data(schema))


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
    drawn = [
        element("symbol", element("path", d=path), id=f"mark-{name}", viewBox="0 0 16 16")
        for name, path in DRAWN.items()
    ]
    return element("svg", *drawn, class_="symbols", aria_hidden="true", focusable="false")


def _declared(bundled: Mapping[str, Any], schema: Schema, at: Tokens) -> Iterator[Tokens]:
    """Every declared field, outside of arrays."""
    title = referred(schema)
    target = bundled["components"]["schemas"][title] if title else schema
    for name, member in target.get("properties", {}).items():
        yield (*at, name)
        yield from _declared(bundled, member, (*at, name))


def _once(rules: Sequence[Rule]) -> list[Tokens]:
    return [
        tuple(split(field))
        for rule in rules
        if rule.shape == "equals_stored"
        for field in rule.parameters["fields"]
    ]


def _tokens(rule: Rule) -> Tokens:
    return tuple(split(rule.parameters["field"]))


def _matches(pattern: Tokens, tokens: Tokens) -> bool:
    return len(pattern) == len(tokens) and all(
        one in ("*", other) for one, other in zip(pattern, tokens, strict=True)
    )


def _named(tokens: Sequence[str]) -> str:
    return ".".join(tokens)
