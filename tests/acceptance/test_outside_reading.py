"""Outside readings of schemas take and refuse the documents of the suite as the suite says."""

import json
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from deploy_contract_generated.validators import VALIDATORS, Invalid

from deploy_contract import Bundle
from deploy_contract.judge.python.wire import number
from deploy_contract_format.overlay import all_of, entries, nested
from tests.support.reference import validator
from tests.support.suite import SuiteRow, cases

BUNDLE = Bundle.installed()
# a case of these is about more than schemas and overlays
UNREAD = ("yaml", "request", "base64", "limits", "modes")
UNDECLARED = {"unknown-field", "confusable-field"}
SPOKEN_OF = {  # rules that speak of an undeclared member, so that `unknown-field` does not
    "repo-commit-sha-in-request", "read-only-field", "immutable-field", "immutable-field-unknown",
}  # fmt: skip


@cache
def structure(kind: str, variant: str) -> Callable[[Any], bool]:
    """Return a predicate of documents that the "open" or "closed" schema of a kind takes."""
    read = validator(dict(BUNDLE.schema(kind, variant)))
    return lambda value: bool(read.is_valid(value))


def is_valid(value: Any, kind: str, variant: str) -> bool:
    """Return True if the validator of `generated/` that fastjsonschema made takes a document."""
    try:
        validate: Callable[[Any], Any] = VALIDATORS[kind, variant]
        validate(value)
    except Invalid:
        return False
    return True


@cache
def overlays(kind: str, source: str | None) -> dict[str, Any]:
    """Return jsonschema's validator of each rule that a schema says in full, by rule id."""
    found = defaultdict(list)
    for rule, tokens, leaf in entries(BUNDLE.book, kind, source):
        found[rule.rule].append(nested(tokens, leaf))
    return {rule: validator(all_of(schemas)) for rule, schemas in found.items()}


def difference(case: SuiteRow, rules: set[str]) -> str:
    """Return how jsonschema reads a document otherwise than by the rules that it breaks, or ""."""
    text = case["text"] if "text" in case else json.dumps(case["value"])
    value, kind = json.loads(text, parse_float=number), case["document"]  # numbers by their digits
    is_wrong = any(rule.startswith("schema-") for rule in rules)
    if structure(kind, "open")(value) == is_wrong or is_valid(value, kind, "open") == is_wrong:
        return "the open schema"
    if is_wrong:
        return ""
    is_judged = case.get("unknown_fields") in ("report", "reject") and rules.isdisjoint(SPOKEN_OF)
    is_declared = rules.isdisjoint(UNDECLARED)
    for reads in (structure(kind, "closed"), partial(is_valid, kind=kind, variant="closed")):
        if is_judged and reads(value) != is_declared:
            return "the closed schema"
    if "hosting" in case:
        return ""  # an overlay is for any hosting
    source = None
    if BUNDLE.book.kinds[kind].source == "context":
        source = case.get("source") or case.get("deployment", {}).get("source")
        if source is None:
            return ""  # no overlay is for several sources
    read = overlays(kind, source)
    broken = {rule for rule, valid in read.items() if not valid.is_valid(value)}
    return ", ".join(sorted(broken ^ rules.intersection(read)))


def test_jsonschema_and_fastjsonschema_read_the_documents_of_the_suite_as_it_says() -> None:
    wrong, count = {}, 0
    for title, case in cases():
        rules = {rule for rule, _ in case.get("violations", [])}
        if any(key in case for key in UNREAD) or any(rule.startswith("json-") for rule in rules):
            continue
        count += 1
        differing = difference(case, rules)
        if differing:
            wrong[title] = differing
    assert wrong == {}
    assert count > 1500
