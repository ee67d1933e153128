"""Whether a patch creates a revision, by the `revisions` of spec/rules.yaml."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, cast

from deploy_contract.document.walker import fits
from deploy_contract.tables import tables
from deploy_contract_format.overlay import Schema
from deploy_contract_format.pointer import MISSING, find, matches, split
from deploy_contract_format.rules import SET, Rule

Answer = Literal["yes", "no", "unknown"]


def triggers(document: str | None, value: Any) -> Iterator[Rule]:
    """The revision rules that the document sets off."""
    return (rule for rule, tokens, when in _rules(document) if _sets_off(value, tokens, when))


def creates_revision(document: str | None, value: Any) -> Answer:
    """The surest answer of the revision rules that the document sets off; "no" where it sets off none."""
    if not isinstance(value, dict):
        return "unknown" if speaks_of(document) else "no"
    for rule, tokens, when in _surest_first(document):
        if when is SET and value.get(tokens[0]) is None:
            continue  # most name something that is not there
        if _sets_off(value, tokens, when):
            return cast(Answer, rule.parameters["creates"])
    return "no"


def _sets_off(value: Any, tokens: tuple[str, ...], when: Schema) -> bool:
    if "*" in tokens:
        return any(_counts(member, when) for _, member in matches(value, tokens))
    member = find(value, tokens)
    return member is not MISSING and _counts(member, when)


def _counts(member: Any, when: Schema) -> bool:
    return member is not None if when is SET else fits(when, member)


def speaks_of(document: str | None) -> bool:
    """Whether any revision rule speaks of this kind of document."""
    return bool(_rules(document))


@cache
def _rules(document: str | None) -> tuple[tuple[Rule, tuple[str, ...], Schema], ...]:
    """The revision rules that speak of a kind of document, each with the tokens of its field, and what counts as set."""
    return tuple(
        (rule, split(rule.parameters["field"]), rule.parameters.get("when", SET))
        for rule in tables().book.rules
        if rule.shape == "revision" and document in rule.on
    )


@cache
def _surest_first(document: str | None) -> tuple[tuple[Rule, tuple[str, ...], Schema], ...]:
    """The same, those first that need no second look at others."""
    return tuple(
        sorted(
            _rules(document),
            key=lambda row: (row[0].parameters["creates"] != "yes", row[2] is not SET),
        )
    )
