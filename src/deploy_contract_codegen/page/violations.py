"""The violations that the messages of an operation can get, each with a sample of the suite."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deploy_contract_codegen.html import Html, chip, element, join, join_with
from deploy_contract_codegen.page.elements import (
    code,
    element_id,
    json_listing,
    rule_link,
    table,
    titled,
)
from deploy_contract_codegen.page.rules import text_of
from deploy_contract_codegen.page.suite_samples import Sample, Suite, pointer_of
from deploy_contract_codegen.page.values import cell, mentioned
from deploy_contract_format.rules import Rule, Rulebook
from deploy_contract_format.shapes import EXCHANGES

COLUMNS = ("Violation", "Answer", "Sample")
LONGEST = 160  # characters of a sample
REFUSED, WRONG_RESPONSE = 422, 502  # status of a rule that names none, by the message


def violations(book: Rulebook, suite: Suite, operation: Mapping[str, Any]) -> Html:
    """Return the violations of the requests and of the responses of an operation, folded."""
    directions = {"request": "requestBody", "response": "responses"}
    folded = []
    for direction, key in directions.items():
        kinds = list(dict.fromkeys(mentioned(operation.get(key, {}))))
        found = list(_found(book, suite, operation["operationId"], kinds, direction))
        if found:
            folded.append(_folded(operation["operationId"], direction, found))
    return element("div", *folded, class_="violations")


def answer(bundled: Mapping[str, Any], operation: Mapping[str, Any]) -> Html | None:
    """Return a sample of the answer to a refused request, or None if the contract has none."""
    problem = bundled["components"]["schemas"].get("Problem", {})
    for example in problem.get("examples", ()):
        label = f"Answer to a refused request of {operation['operationId']}"
        return titled("Answer of a gateway that refuses", json_listing(example, label))
    return None


def _found(
    book: Rulebook, suite: Suite, operation: str, kinds: Sequence[str], direction: str
) -> Iterator[tuple[Rule, Sample]]:
    response = direction == "response"
    for rule in book.rules:
        if rule.shape == "revision" or (rule.shape in EXCHANGES and not response):
            continue
        sample = suite.breaking(rule, operation, kinds, response=response)
        if sample is not None:
            yield rule, sample


def _folded(operation: str, direction: str, found: Sequence[tuple[Rule, Sample]]) -> Html:
    rows = [_row(rule, sample, direction) for rule, sample in found]
    title = f"Violations of a {direction} ({len(found)})"
    caption = join(f"Violations that a {direction} of ", code(operation), " can get")
    return element(
        "details",
        element("summary", title),
        table(caption, COLUMNS, rows, "stacked"),
        id=element_id("violations", operation, direction),
    )


def _row(rule: Rule, sample: Sample, direction: str) -> Html:
    status = rule.parameters.get("status", REFUSED)
    if direction == "response":
        status = WRONG_RESPONSE
    said = chip(f"HTTP {status}") if rule.mode == "enforce" else chip(rule.mode, rule.mode)
    return element(
        "tr",
        element("th", rule_link(rule.rule), scope="row"),
        cell(said),
        element("td", element("p", text_of(rule.message, rule)), _sample(rule, sample)),
    )


def _sample(rule: Rule, sample: Sample) -> Html:
    """Return the sample on one line, with the place of the violation if it is long."""
    text = " ".join(sample.text.split())
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}..."
    at = pointer_of(sample.case.row, rule.rule)
    place = join(element("span", " at ", class_="quiet"), code(at)) if at else None
    known = [join(f"{key} ", code(value)) for key, value in sample.context.items()]
    context = element("span", " with ", join_with(known), class_="quiet") if known else None
    return element("p", element("code", text), place, context, class_="sample")
