"""Hints of `check` that fit the form of a wrong value. They hold no part of it."""

from functools import lru_cache

from deploy_contract.contract import Contract
from deploy_contract.files.pointers import tokens_of
from deploy_contract.report import Report
from deploy_contract.violations import Violation

_TYPE = "type"


def type_hint(contract: Contract, report: Report, violation: Violation) -> str | None:
    """Return the hint for a value of a wrong type; None for other violations and other forms."""
    if (
        report.document is None
        or violation.location != "body"
        or violation.rule not in _type_rules(contract)
    ):
        return None
    from deploy_contract.files.fields import Fields
    from deploy_contract.files.mistyped import mistyped_hint

    tokens = tokens_of(violation.pointer, report.value)
    types: set[str] = set()
    description = ""
    for schema in Fields(contract.bundle).at(report.document, tokens):
        given = schema.get("type", ())
        types.update([given] if isinstance(given, str) else given)
        description = description or schema.get("description", "")
    value = report.value
    for token in tokens:
        value = value[token]
    return mistyped_hint(types, value, description)


@lru_cache(maxsize=8)
def _type_rules(contract: Contract) -> frozenset[str]:
    """Return the ids of the rules of the keyword `type`."""
    of_type = [rule for rule in contract.rules if rule.parameters.get("keyword") == _TYPE]
    return frozenset([rule.rule for rule in of_type])
