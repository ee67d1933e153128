"""Whether a patch creates a revision, by the `revisions` of spec/rules.yaml."""

from collections.abc import Iterator
from typing import Any, Literal, cast

from deploy_contract.tables import tables
from deploy_contract.walker import fits
from deploy_contract_format.pointer import matches, split
from deploy_contract_format.rules import SET, Rule

Answer = Literal["yes", "no", "unknown"]


def triggers(document: str | None, value: Any) -> Iterator[Rule]:
    """The revision rules that the document sets off."""
    for rule in tables().book.rules:
        if rule.shape == "revision" and document in rule.on:
            when = rule.parameters.get("when", SET)
            if any(fits(when, member) for _, member in matches(value, split(rule.parameters["field"]))):
                yield rule


def creates_revision(document: str | None, value: Any) -> Answer:
    """The surest answer of the revision rules that the document sets off; "no" where it sets off none."""
    if not isinstance(value, dict):
        return "unknown" if speaks_of(document) else "no"
    answers = {cast(Answer, rule.parameters["creates"]) for rule in triggers(document, value)}
    return "yes" if "yes" in answers else "unknown" if "unknown" in answers else "no"


def speaks_of(document: str | None) -> bool:
    """Whether any revision rule speaks of this kind of document."""
    return any(rule.shape == "revision" and document in rule.on for rule in tables().book.rules)
