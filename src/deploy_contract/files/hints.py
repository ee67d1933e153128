"""Hints of `check` that fit the form of a wrong value. They hold no part of it."""

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
        or not _is_of_type(contract, violation)
    ):
        return None
    from deploy_contract.files.fields import Fields
    from deploy_contract_format.mistyped import mistyped_hint

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


def _is_of_type(contract: Contract, violation: Violation) -> bool:
    """Return True if the rule is that of the keyword `type`."""
    for rule in contract.rules:
        if rule.rule == violation.rule:
            return rule.parameters.get("keyword") == _TYPE
    return False
