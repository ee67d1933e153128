"""Scalars of YAML by the core schema of YAML 1.2, section 10.3: `yes` is text, `012` is twelve."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from deploy_contract_format import ambiguity
from deploy_contract_format.errors import EXPONENT, NUMERAL, Place, TextError

_TAG_PREFIX = "tag:yaml.org,2002:"
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_BOOLEANS = {**dict.fromkeys(_TRUE, True), **dict.fromkeys(_FALSE, False)}
_INFINITIES = frozenset({".inf", ".Inf", ".INF"})
_NANS = frozenset({".nan", ".NaN", ".NAN"})
_BASES = {"0o": 8, "0x": 16}
# patterns, compiled when they are first needed: most numbers are no more than digits
_OF_BASE = r"0o[0-7]+|0x[0-9a-fA-F]+"
_FLOAT = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?(?P<exponent>[0-9]+))?"


def _is_integer(text: str) -> bool:
    if text[:2] in _BASES:
        return re.fullmatch(_OF_BASE, text) is not None
    digits = _unsigned(text)
    return digits.isascii() and digits.isdecimal()


def _is_constant(text: str) -> bool:
    return text in _NANS or _unsigned(text) in _INFINITIES


def _is_float(text: str) -> bool:
    if _is_constant(text):
        return True
    return re.fullmatch(_FLOAT, text) is not None and not _is_integer(text)


def _unsigned(text: str) -> str:
    return text[1:] if text[:1] in ("+", "-") else text


# tag -> whether a plain text without the tag is of its type
_MATCHES: Mapping[str, Callable[[str], object]] = {
    "null": _NULL.__contains__,
    "bool": _BOOLEANS.__contains__,
    "int": _is_integer,
    "float": _is_float,
}


def scalar(event: Any, place: Place) -> Any:
    """Return the JSON value of a scalar event.

    Args:
        event: the event of PyYAML.
        place: its place in the text.

    Raises:
        TextError: JSON has no such value, or readers of YAML differ on it.
    """
    text: str = event.value
    tag = event.tag.removeprefix(_TAG_PREFIX) if event.tag else None
    if tag not in (None, "!", "str", *_MATCHES):
        raise TextError("json-value", place)
    plain = event.style in (None, "")
    if tag == "str" or (tag in ("!", None) and not plain):
        return text
    if tag not in (None, "!") and not _MATCHES[tag](text):
        raise TextError(ambiguity.RULE, place)  # some readers convert it, others ignore the tag
    value = _resolved(text, place)
    if tag == "!" and not isinstance(value, str):
        raise TextError(ambiguity.RULE, place)  # text by YAML 1.2; some readers ignore the tag
    return value


def _resolved(text: str, place: Place) -> Any:
    """Return the value of a plain scalar without a tag."""
    if text in _NULL:
        return None
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if text[0] not in "+-.0123456789":
        return text
    return _number(text, place)


def _number(text: str, place: Place) -> Any:
    """Return a number, or the text if it is not a number."""
    if _is_integer(text):
        if len(text) > NUMERAL:
            raise TextError("json-number", place, limit=NUMERAL)
        return int(text, _BASES.get(text[:2], 10))
    if _is_constant(text):
        raise TextError("json-constant", place)
    number = re.fullmatch(_FLOAT, text)
    if number is None:
        return text
    if len(text) > NUMERAL or len(number["exponent"] or "") > EXPONENT:
        raise TextError("json-number", place, limit=NUMERAL)
    # Infinity if it overflows; the schema rejects that as it does any number that is too large.
    return float(text)
