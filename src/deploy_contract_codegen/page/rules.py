"""The rules on the page, each with its whole entry in the rule file."""

from collections import Counter
from collections.abc import Iterator
from string import Formatter
from typing import Any

from deploy_contract_codegen.html import Child, Html, chip, element, join, join_with
from deploy_contract_codegen.page.elements import (
    code,
    element_id,
    fold,
    json_code,
    link,
    listing,
    titled,
)
from deploy_contract_codegen.page.suite_samples import Pair, Sample, Suite
from deploy_contract_codegen.page.values import resource
from deploy_contract_format.rules import Rule, Rulebook
from deploy_contract_format.shapes import (
    BASES,
    DEFAULT_MODES,
    EXCHANGES,
    PLACEHOLDERS,
    RELATIONS,
    SECTIONS,
)

TITLES = {  # section of the rule file -> heading
    "fields": "Fields and sources",
    "rules": "Relations between values",
    "revisions": "Changes that create a revision",
    "undeclared": "Undeclared members",
    "schema": "Schemas",
    "wire": "Parsing",
    "http": "Requests and responses",
    "exchange": "Exchanges: a response and its request",
}
MEANINGS = {
    "stated": "the interface documentation states it",
    "practice": "observed in real clients and services",
    "advice": "good practice; a service may accept a document that violates it",
}
NO_SAMPLE = (
    "No sample: the rule is about the transfer of a message or the engine, not about its content."
)
EMPTY = element("p", "an empty text", class_="quiet small")
EFFECTS = {
    "enforce": "a violation denies the document",
    "report": "a violation is reported, and the verdict does not change",
    "off": "the rule is not evaluated, unless the contract is created with another mode for it",
}


def section(book: Rulebook, suite: Suite) -> Html:
    """Return the section of all rules, by sections of the rule file."""
    grouped: dict[str, list[Rule]] = {name: [] for name in SECTIONS}
    for rule in book.rules:
        grouped[section_of(rule)].append(rule)
    groups = []
    for name, rules in grouped.items():
        if rules:
            groups.append(_group(name, rules, suite))
    return element(
        "section",
        element("h2", "Rules"),
        element("ul", *_legend(book), class_="legend", data_group=True),
        *groups,
        id="rules",
        data_group=True,
    )


def _legend(book: Rulebook) -> Iterator[Html]:
    """Yield the meaning of each basis and each mode."""
    counted = Counter(rule.basis for rule in book.rules)
    for basis in BASES:
        text = f" {MEANINGS[basis]}. Default mode: {DEFAULT_MODES[basis]}. Rules: {counted[basis]}."
        yield element("li", chip(basis, basis), text, data_entry=True)
    for mode, effect in EFFECTS.items():
        yield element("li", chip(mode, mode), f" {effect}", data_entry=True)


def section_of(rule: Rule) -> str:
    """Return the section of the rule file that a rule belongs to."""
    for name, shape in SECTIONS.items():
        if shape == rule.shape:
            return name
    return "exchange" if rule.shape in EXCHANGES else "rules"


def _group(name: str, rules: list[Rule], suite: Suite) -> Html:
    here = element_id("rules", name)
    articles = [_article(rule, suite.pair(rule.rule)) for rule in rules]
    return element(
        "div",
        element("h3", link(here, TITLES[name]), id=here),
        fold(f"Rules ({len(rules)})", *articles),
        data_group=True,
    )


def _article(rule: Rule, pair: Pair) -> Html:
    name = element_id("rule", rule.rule)
    details = []
    for term, text in _details(rule):
        details.append(element("div", element("dt", term), element("dd", text)))
    said = element(
        "div",
        element("h4", link(name, code(rule.rule)), id=name),
        _chips(rule),
        element("p", text_of(rule.message, rule), class_="message"),
        element("p", element("strong", "Hint: "), text_of(rule.hint, rule)),
        element("dl", *details),
        class_="text",
        data_entry="rule",
    )
    return element(
        "article", said, _samples(rule, pair), class_="rule", data_group=True, aria_labelledby=name
    )


def _samples(rule: Rule, pair: Pair) -> Html:
    """Return the samples of the suite that break and keep a rule."""
    words = ("creates", "changes none") if rule.shape == "revision" else ("breaks", "keeps")
    parts = []
    for word, class_, sample in zip(words, ("deny", "allow"), pair, strict=True):
        if sample is not None:
            marked = "report" if class_ == "deny" and rule.shape == "revision" else class_
            parts.append(_panel(rule, sample, chip(word, marked), word))
    shown = fold("Samples", *parts) if parts else element("p", NO_SAMPLE, class_="quiet small")
    return element("div", shown, class_="samples")


def _panel(rule: Rule, sample: Sample, verdict: Html, word: str) -> Html:
    title: list[Child] = [verdict, " ", sample.case.row["name"]]
    known = [join(f"{key} ", code(value)) for key, value in sample.context.items()]
    if "document" in sample.case.row:
        known.insert(0, resource(sample.case.row["document"]))
    label = (
        f"Sample that {word} {rule.rule}"
        if word != "changes none"
        else f"Sample without {rule.rule}"
    )
    line = element("p", join_with(known), class_="quiet small") if known else None
    listed = listing(sample.text, label, sample.language) if sample.text else EMPTY
    return titled(join(*title), line, listed)


def _chips(rule: Rule) -> Html:
    chips = [chip(rule.basis, rule.basis), chip(rule.mode, rule.mode)]
    status = rule.parameters.get("status")
    if status is not None:
        chips.append(chip(f"HTTP {status}"))
    return element("p", join_with(chips, " "), class_="chips")


def text_of(text: str, rule: Rule) -> Html:
    """Return a text of a rule, with its placeholders highlighted."""
    if rule.shape not in PLACEHOLDERS:
        return join(text)
    parts: list[Child] = []
    for before, placeholder, _, _ in Formatter().parse(text):
        parts.append(before)
        if placeholder:
            parts.append(element("var", placeholder))
    return join(parts)


def _details(rule: Rule) -> Iterator[tuple[str, Child]]:
    yield "documented in", rule.section
    if rule.on:
        yield "applies to", join_with(map(resource, rule.on))
    if rule.shape in RELATIONS or rule.shape in EXCHANGES:
        yield "relation", code(rule.shape)
    for key, value in rule.parameters.items():
        if key == "operation":
            yield key, link(element_id("operation", value), code(value))
        elif key != "status":
            yield key, _value(value)


def _value(value: Any) -> Html:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return join_with(map(code, value)) if value else Html("none")
    return json_code(value)
