"""Hints of `check` for values of a wrong type. They name the form of a value, and no part of it."""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from deploy_contract.contract import Contract
from deploy_contract.files.fields import Fields
from deploy_contract.files.pointers import tokens_of
from deploy_contract.report import Report
from deploy_contract.violations import Violation

_TYPE = "type"
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_QUANTITY = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?[ _]?([A-Za-z%]{1,8})")
_SWITCHES = ("yes", "no", "on", "off", "y", "n")  # booleans of YAML 1.1 alone
_THOUSANDTHS = "m"  # as in Kubernetes


def type_hint(contract: Contract, report: Report, violation: Violation) -> str | None:
    """Return the hint for a value of a wrong type; None for other violations and other forms."""
    if report.document is None or violation.location != "body":
        return None
    if violation.rule not in _type_rules(contract):
        return None
    value, types, description = report.value, set[str](), ""
    tokens = tokens_of(violation.pointer, value)
    for schema in Fields(contract.bundle).at(report.document, tokens):
        given = schema.get("type", ())
        types.update([given] if isinstance(given, str) else given)
        description = description or schema.get("description", "")
    for token in tokens:
        value = value[token]
    return mistyped_hint(types, value, description)


@lru_cache(maxsize=8)
def _type_rules(contract: Contract) -> frozenset[str]:
    """Return the ids of the rules of the keyword `type`."""
    of_type = [rule for rule in contract.rules if rule.parameters.get("keyword") == _TYPE]
    return frozenset([rule.rule for rule in of_type])


def mistyped_hint(types: Collection[str], value: Any, description: str = "") -> str | None:
    """Return the hint for a value of a wrong type, or None if its form suggests none.

    Args:
        types: the declared types of JSON Schema.
        value: the value, which has none of them.
        description: the text of the contract about the field; its first sentence may say the unit.
    """
    if isinstance(value, str):
        hint = _of_text(types, value.strip().lower(), description)
        if hint is not None:
            return hint
    if isinstance(value, float) and "integer" in types:
        return "write a whole number, without a fraction"
    if isinstance(value, bool | int | float) and "string" in types:
        return "put the value in quotes: it must be a text"
    if "array" in types and "object" not in types and value is not None:
        return "write a list: [...], or in YAML a line with `- ` for each item"
    if isinstance(value, list) and "object" in types:
        return "write an object: {...}, or in YAML a line `key: value` for each member"
    return None


def _of_text(types: Collection[str], text: str, description: str) -> str | None:
    """Return the hint for a text in place of a boolean or a number."""
    if "boolean" in types and text in _SWITCHES:
        return "write true or false: yes, no, on and off are texts in YAML 1.2 and in JSON"
    if "boolean" in types and text in ("true", "false"):
        return "write true or false without quotes"
    if "number" not in types and "integer" not in types:
        return None
    if _NUMBER.fullmatch(text):
        return "write the number without quotes"
    quantity = _QUANTITY.fullmatch(text)
    if quantity is None:
        return None
    unit = ""
    if quantity[1] == _THOUSANDTHS and "number" in types:
        unit = " (500m is 0.5)"
    sentence = re.split(r"\.(?:\s|$)", description.strip(), maxsplit=1)[0]
    about = f"; the field: {sentence}" if sentence else ""
    return f"write a number without a unit{unit}{about}"
