"""Hints of `check`: for values of a wrong type, and for files that are not JSON.

A hint names the form of a value, and shows no part of the value. If a file is not JSON, the hint
depends on the message of the parser: `json` has few, fixed messages.
"""

import json
import re
from collections.abc import Collection
from typing import Any

from deploy_contract.contract import Contract
from deploy_contract.judge.python import wire
from deploy_contract.places import tokens_of
from deploy_contract.report import Report
from deploy_contract.violations import Violation
from deploy_contract_format.definitions import types_of
from deploy_contract_format.rules import by_keyword

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_QUANTITY = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?[ _]?([A-Za-z%]{1,8})")
_SWITCHES = ("yes", "no", "on", "off", "y", "n")  # booleans of YAML 1.1, but texts of YAML 1.2
_THOUSANDTHS = "m"  # the suffix for thousandths, as in Kubernetes


def own_hint(contract: Contract, report: Report, body: bytes, violation: Violation) -> str | None:
    """Return a hint that replaces the hint of a violation, or None.

    Values of a wrong type, and texts that cannot be parsed, may have such a hint.
    """
    if violation.rule == "json-syntax":
        return _json_reason(body)
    if report.kind is None or violation.rule != by_keyword(contract.rules)["type"].rule:
        return None
    from deploy_contract.files.fields import reached  # few files need it

    tokens = tokens_of(violation.pointer, report.value)
    schema, value = reached(contract.bundle, report, tokens)
    return _mistyped(types_of(schema), value, schema.get("description", ""))


def _mistyped(types: Collection[str], value: Any, description: str) -> str | None:
    """Return the hint for a value of a wrong type; None if the form of the value suggests nothing.

    For a number with a unit, the hint quotes the first sentence of the field's description, since
    this sentence may name the right unit.
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


# --- texts that cannot be parsed

_QUOTE = "write strings and keys in double quotes, not in single quotes"
_COMMENT = "JSON has no comments: remove this one, or write the file in YAML"
_NUMBERS = "write the number as in 0.5: no plus sign, no leading zeros, a digit before the point"
_COMMA = "remove the comma before the closing bracket"
_BRACKETS = "close brackets in the order in which they were opened: [ with ], { with }"
_CONTROL = "Invalid control character"
# Rows of a pattern, the beginning of a message of `json`, and a hint. The first row that matches
# counts. The pattern is for these parts: the last character before the fault, the last nonblank
# character before it, "|", and the text from the fault on. XXXX in a hint is the character there.
_JSON: tuple[tuple[str, str, str], ...] = (
    (r".{0,2}\|'", "", _QUOTE),
    (r".{0,2}\|(?://|/\*|#)", "", _COMMENT),
    (r"0.?\|[0-9]", "", _NUMBERS),
    ("", "Unterminated string", "a string is not closed: add the double quote at its end"),
    (r".{0,2}\|[\n\r\t]", _CONTROL, r"a string has a line break or a tab: write \n or \t"),
    ("", _CONTROL, r"a string has the control character U+XXXX: write \uXXXX"),
    ("", r"Invalid \u", r"write four hexadecimal digits after \u"),
    ("", r"Invalid \escape", r"this backslash begins no escape: write \\ for a backslash"),
    (
        "",
        "Extra data",
        "the document has ended here: remove what follows, or close no bracket too early",
    ),
    ("", "Expecting ':'", "a key needs a colon after it"),
    ("", "Illegal trailing comma", _COMMA),
    (r".{0,2}\|$", "", "the document ends too early: close each bracket and each string"),
    (r".?,\|\s*[}\]]", "", _COMMA),
    (r".?:\|[}\]]", "", "put a value after the colon, such as null"),
    (r".?\[\|[}\]]", "", _BRACKETS),
    (r".{0,2}\|[}\]]", "Expecting ','", _BRACKETS),
    ("", "Expecting ','", "put a comma between two members or items"),
    ("", "Expecting property name", "write the key in double quotes"),
    (r".{0,2}\|[+.]", "", _NUMBERS),
    (
        r".{0,2}\|[A-Za-z_]",
        "",
        "write text in double quotes; words without quotes are true, false and null",
    ),
)


def _json_reason(body: bytes) -> str | None:
    """Return the reason why a text is not JSON; None if it is JSON, or the reason is unknown."""
    try:
        text = wire.text(body)
        if not text.strip():
            return "the file is empty: write a document, such as {}"
        json.loads(text)
    except json.JSONDecodeError as error:
        before, rest = text[: error.pos], text[error.pos :]
        around = f"{before[-1:]}{before.rstrip()[-1:]}|{rest}"
        for pattern, beginning, hint in _JSON:
            if error.msg.startswith(beginning) and re.match(pattern, around, re.DOTALL):
                return hint.replace("XXXX", f"{ord(rest[:1] or ' '):04X}")
    except (ValueError, RecursionError):  # int() refuses a number with too many digits
        pass
    return None
