"""The parser: bytes become one JSON value, or break a wire rule (RFC 8259, narrowed)."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NoReturn, Self

from deploy_contract.limits import Limits
from deploy_contract_format.errors import DEPTH, EXPONENT, NUMERAL, STRICT, Place, TextError
from deploy_contract_format.pointer import Tokens

if TYPE_CHECKING:
    from decimal import Decimal


def parse(body: bytes, objects: int = sys.maxsize) -> Any:
    """Return the value of a JSON text, parsed strictly, with at most `objects` arrays and objects.

    An integer becomes an `int`. A number with a point or an exponent becomes its nearest double, or
    a `Numeral` if that double has another value. An infinity stands for a number that overflows a
    double, and the schema rejects it.

    Raises:
        TextError: the text breaks a wire rule. If it breaks several, the error names the first in
            this order: encoding, depth, too many objects, syntax, the first duplicate key or
            constant, lone surrogates, long numbers.
    """
    decoded = text(body)
    opened = body.count(b"[") + body.count(b"{")  # also counts brackets in strings
    if opened > DEPTH and nesting(body) > DEPTH:
        raise TextError("json-depth", limit=DEPTH)
    if opened > objects:
        signs = _brackets(body)
        if signs.count(b"[") + signs.count(b"{") > objects:
            raise TextError("json-objects", limit=objects)
    try:
        value = _decode(decoded)
    except ValueError:  # a TextError, or an error of the JSON parser
        _raise_first_fault(decoded)
    if b"\\u" in body:
        inspect(value, _ANY_LENGTH, parsed=True)
    return value


def text(body: bytes) -> str:
    """Return the text of bytes that are UTF-8 without a byte order mark.

    Raises:
        TextError: `json-encoding` for any other bytes.
    """
    try:
        decoded = body.decode("utf-8")
    except UnicodeDecodeError:
        raise TextError("json-encoding") from None
    if decoded.startswith("\ufeff"):
        raise TextError("json-encoding")
    return decoded


def _raise_first_fault(decoded: str) -> NoReturn:
    try:
        _decode_syntax(decoded)
    except json.JSONDecodeError as error:
        raise TextError("json-syntax", _place(error)) from None
    value = _decode_without_numbers(decoded)
    if "\\u" in decoded:
        inspect(value, _ANY_LENGTH, parsed=True)
    raise TextError("json-number", limit=NUMERAL)


def _place(error: json.JSONDecodeError) -> Place:
    """Return the place of an error. For a trailing comma, it is the next character."""
    if error.msg.startswith("Illegal trailing comma"):
        end = len(error.doc) - len(error.doc[error.pos + 1 :].lstrip(_BLANKS))
        error = json.JSONDecodeError(error.msg, error.doc, end)
    return Place(error.lineno, error.colno)


_BLANKS = " \t\n\r"


class Numeral(float):
    """A number whose nearest double has another value. `text` holds its digits.

    The value of a double is its shortest text, so 0.1 is a double. `1e-324` is a Numeral: it is
    greater than 0 and not an integer, although its nearest double is 0. `<` and `>` compare the
    digits. `==` compares the nearest double, which also replaces the number in output.
    """

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str | float) -> Self:
        """Make a number from its text."""
        number = super().__new__(cls, text)
        number.text = str(text)
        return number

    def is_integer(self) -> bool:
        """Return True if the number has no fraction."""
        if not float.is_integer(self):
            return False  # the double nearest to an integer is an integer
        exact = _exactly(self)
        return exact == exact.to_integral_value()

    def __lt__(self, other: Any) -> bool:
        return self._order(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._order(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._order(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._order(other) >= 0

    def _order(self, other: float) -> int:
        """Return -1, 0 or 1 if the number is less than, equal to or greater than another.

        If the nearest doubles of two numbers differ, they have the same order as the numbers.
        """
        mine, others = float(self), float(other)
        if mine != others:
            return -1 if mine < others else 1
        exact, bound = _exactly(self), _exactly(other)
        return (exact > bound) - (exact < bound)


def number(text: str) -> float:
    """Parse a number with a point or an exponent.

    Return its nearest double if that has the same value, else a Numeral. An infinity stands for a
    number that overflows. Raises TextError for a text that is too long.
    """
    if len(text) > EXPONENT:
        exponent = text.lower().partition("e")[2].lstrip("+-")
        if len(text) > NUMERAL or len(exponent) > EXPONENT:
            raise TextError("json-number", limit=NUMERAL)
    nearest = float(text)
    if len(text) <= _EXACT and _SMALLEST < abs(nearest) < _LARGEST:
        return nearest
    written = repr(nearest)
    if nearest in _INFINITE or written == text or _decimal(written) == _decimal(text):
        return nearest
    return Numeral(text)


_EXACT = 15  # no two different numbers of at most this many characters have the same nearest double
_SMALLEST, _LARGEST = 1e-300, 1e300  # between them doubles have their full precision
_INFINITE = (float("inf"), float("-inf"))


def _exactly(number: float) -> Decimal:
    """Return a number as a decimal. A double has the value of its shortest text."""
    return _decimal(number.text if isinstance(number, Numeral) else repr(number))


def _decimal(text: str) -> Decimal:
    return decimal_class()(text)


@cache
def decimal_class() -> type[Decimal]:
    """Return the class `Decimal`. Its first import takes a millisecond, and few numbers need it."""
    from decimal import Decimal

    return Decimal


def _integer(digits: str) -> int:
    if len(digits) > NUMERAL:
        raise TextError("json-number", limit=NUMERAL)
    return int(digits)


_decode = json.JSONDecoder(**STRICT, parse_int=_integer, parse_float=number).decode

_NO_NUMBERS: Any = {"parse_int": len, "parse_float": len}  # `len` takes a number of any length
_decode_syntax = json.JSONDecoder(**_NO_NUMBERS).decode
_decode_without_numbers = json.JSONDecoder(**STRICT, **_NO_NUMBERS).decode

_KEPT = b'"\\[]{}'
_DROPPED = bytes(set(range(256)) - set(_KEPT))
_STEP = [0] * 256
_STEP[ord("[")] = _STEP[ord("{")] = 1
_STEP[ord("]")] = _STEP[ord("}")] = -1


def nesting(body: bytes) -> int:
    """Return the depth of the arrays and objects of a JSON text, without recursion."""
    return max(accumulate(map(_STEP.__getitem__, _brackets(body))), default=0)


def _brackets(body: bytes) -> bytes:
    """Return the brackets and braces of a JSON text outside of its strings."""
    if b"\\" in body:
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    # after this, the remaining quotes belong to strings with brackets
    signs = body.translate(None, _DROPPED).replace(b"\\", b"").replace(b'""', b"")
    if b'"' in signs:
        return b"".join(signs.split(b'"')[::2])
    return signs


def inspect(value: Any, limits: Limits, *, parsed: bool = False) -> None:
    """Raise TextError if JSON cannot express a value, or the value breaks a limit.

    A value may consist only of dict with str keys, list, str, int, float, Numeral, bool and None,
    not of subclasses. This function rejects NaN. The schema rejects numbers that are out of range.

    `parsed` means that the value comes from JSON text, whose length bounds its size.
    """
    # keys and indexes of the open arrays and objects, after None for the document
    within: list[Any] = []
    levels: list[Iterator[tuple[Any, Any]]] = [iter([(None, value)])]
    nodes, most = 0, limits.string
    while levels:
        for key, part in levels[-1]:
            kind = type(part)  # a class can override __class__
            nodes += 1
            if nodes > _MAX_NODES and not parsed:
                raise TextError("yaml-size", limit=_MAX_NODES)
            if kind is str:
                if len(part) > most or not part.isascii():
                    _inspect_text(part, most, (*within, key)[1:])
            elif kind is dict or kind is list:
                if len(within) >= DEPTH:
                    raise TextError("json-depth", limit=DEPTH)
                within.append(key)
                if kind is dict:
                    for name in part:
                        if type(name) is not str or len(name) > most or not name.isascii():
                            _inspect_text(name, most, tuple(within[1:]))
                    levels.append(iter(part.items()))
                else:
                    levels.append(enumerate(part))
                break
            elif kind is float or kind is Numeral:
                if math.isnan(part):
                    raise TextError("json-constant", at=(*within, key)[1:])
            elif part is None or kind is bool:
                continue
            elif kind is not int or (not parsed and part.bit_length() > _MAX_BITS):
                raise TextError("json-value", at=(*within, key)[1:])
        else:
            levels.pop()
            del within[-1:]


def _inspect_text(text: Any, most: int, at: Tokens) -> None:
    if type(text) is not str:
        raise TextError("json-value", at=at)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise TextError("json-surrogate", at=at) from None
    if len(text) > most:
        raise TextError("json-string-length", at=at, limit=most)


_MAX_NODES = 2_000_000  # nodes of a value; a part that a YAML alias repeats counts each time
_MAX_BITS = 1024  # longer integers overflow a double; engines differ on them, so they are refused
_ANY_LENGTH = Limits(string=1 << 62)
