"""Hints for values of a wrong type, from the declared types and the form of the value.

A hint names the form alone. No part of the value is in it.
"""

import re
from collections.abc import Collection
from typing import Any

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_QUANTITY = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?[ _]?([A-Za-z%]{1,8})")
_SWITCHES = ("yes", "no", "on", "off", "y", "n")  # booleans of YAML 1.1 alone
_THOUSANDTHS = "m"  # as in Kubernetes


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
