"""The rules on the page: each with all that the rule file says of it."""

import json
from collections import Counter
from collections.abc import Iterator
from string import Formatter
from typing import Any

from deploy_contract_codegen.page.markup import (
    Child,
    Html,
    anchor,
    chip,
    code,
    data,
    element,
    joined,
    link,
    listed,
)
from deploy_contract_codegen.page.values import resource
from deploy_contract_format.rulefile import (
    BASES,
    DEFAULT_MODES,
    EXCHANGES,
    PLACES,
    RELATIONS,
    SECTIONS,
)
from deploy_contract_format.rules import Rule, Rulebook

TITLES = {  # section of the rule file -> heading
    "fields": "Which source may set which field",
    "rules": "Values together, and stored values",
    "revisions": "What creates a revision",
    "undeclared": "Fields that are not declared",
    "schema": "What the schemas say",
    "wire": "One meaning or none",
    "http": "How a request is addressed and written",
    "exchange": "A response with its request",
}
MEANINGS = {
    "stated": "the interface says so",
    "practice": "known from real clients and services",
    "advice": "sound, but nothing proves that a service refuses it",
}
DOES = {
    "enforce": "a violation refuses the document",
    "report": "a violation is reported, and refuses nothing",
    "off": "not looked at, unless the contract is made with another mode for it",
}


def section(book: Rulebook) -> Html:
    """The section of all rules, by the sections of the rule file."""
    grouped: dict[str, list[Rule]] = {name: [] for name in SECTIONS}
    for rule in book.rules:
        grouped[section_of(rule)].append(rule)
    counted = Counter(rule.basis for rule in book.rules)
    legend = [
        element(
            "li",
            chip(basis, basis),
            f" {MEANINGS[basis]}: {DEFAULT_MODES[basis]}, unless it says otherwise ({counted[basis]})",
            data_entry=True,
        )
        for basis in BASES
    ]
    legend += [
        element("li", chip(mode, mode), f" {does}", data_entry=True) for mode, does in DOES.items()
    ]
    groups = [_group(name, rules) for name, rules in grouped.items() if rules]
    return element(
        "section",
        element("h2", "Rules"),
        element("ul", *legend, class_="legend", data_group=True),
        *groups,
        id="rules",
        data_group=True,
    )


def section_of(rule: Rule) -> str:
    """The section of the rule file that a rule stands in."""
    named = next((name for name, shape in SECTIONS.items() if shape == rule.shape), None)
    return named or ("exchange" if rule.shape in EXCHANGES else "rules")


def _group(name: str, rules: list[Rule]) -> Html:
    here = anchor("rules", name)
    return element(
        "div",
        element("h3", link(here, TITLES[name]), id=here),
        *map(_article, rules),
        data_group=True,
    )


def _article(rule: Rule) -> Html:
    name = anchor("rule", rule.rule)
    status = rule.parameters.get("status")
    return element(
        "article",
        element("h4", link(name, code(rule.rule)), id=name),
        element(
            "p",
            chip(rule.basis, rule.basis),
            " ",
            chip(rule.mode, rule.mode),
            joined(" ", chip(f"HTTP {status}")) if status is not None else None,
            class_="chips",
        ),
        element("p", _text(rule.message, rule), class_="message"),
        element("p", element("strong", "Hint: "), _text(rule.hint, rule)),
        element(
            "dl",
            *(
                element("div", element("dt", term), element("dd", said))
                for term, said in _details(rule)
            ),
        ),
        class_="rule",
        aria_labelledby=name,
        data_entry=True,
    )


def _text(text: str, rule: Rule) -> Html:
    """A text of a rule; what the contract puts into it stands out."""
    if rule.shape not in PLACES:
        return joined(text)
    return joined(
        *(
            joined(said, element("var", name) if name else None)
            for said, name, _, _ in Formatter().parse(text)
        )
    )


def _details(rule: Rule) -> Iterator[tuple[str, Child]]:
    yield "rests on", rule.section
    if rule.on:
        yield "on", listed(map(resource, rule.on))
    if rule.shape in RELATIONS or rule.shape in EXCHANGES:
        yield "relation", code(rule.shape)
    for key, value in rule.parameters.items():
        if key == "operation":
            yield key, link(anchor("operation", value), code(value))
        elif key != "status":
            yield key, _value(value)


def _value(value: Any) -> Html:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return listed(map(code, value)) if value else Html("none")
    return data(value) if isinstance(value, str) else code(json.dumps(value, ensure_ascii=False))
