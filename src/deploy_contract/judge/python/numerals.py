"""Numbers of JSON that are judged by their digits, where the nearest double would mislead."""

from decimal import Decimal
from typing import Any, Self

from deploy_contract_format.errors import EXPONENT, NUMERAL, TextError

_EXACT = 15  # characters of a number that differs from all others as a double, too


class Numeral(float):
    """A number that is not the double nearest to it. It is compared by its digits.

    `1e-324` is greater than 0 and no integer, although its double is 0. A Numeral equals its
    double, and is written as such. `text` is its spelling.
    """

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str | float) -> Self:
        """Make a number of its text."""
        number = super().__new__(cls, text)
        number.text = str(text)
        return number

    def is_integer(self) -> bool:
        """Return True if the number has no fraction."""
        if not float.is_integer(self):
            return False  # the double nearest to an integer is one
        exact = Decimal(self.text)
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

        Doubles keep the order of numbers, unless both have the same one.
        """
        mine, others = float(self), float(other)
        if mine != others:
            return -1 if mine < others else 1
        exact, bound = Decimal(self.text), _exactly(other)
        return (exact > bound) - (exact < bound)


def number(text: str) -> float:
    """Return a number with a point or an exponent: the double that it is, or else a Numeral.

    An infinity stands for a number that overflows. Raises TextError for a text that is too long.
    """
    if len(text) > EXPONENT:
        exponent = text.lower().partition("e")[2].lstrip("+-")
        if len(text) > NUMERAL or len(exponent) > EXPONENT:
            raise TextError("json-number", limit=NUMERAL)
    nearest = float(text)
    if len(text) <= _EXACT and _SMALLEST < abs(nearest) < _LARGEST:
        return nearest
    written = repr(nearest)
    if nearest in _INFINITE or written == text or Decimal(written) == Decimal(text):
        return nearest
    return Numeral(text)


_SMALLEST, _LARGEST = 1e-300, 1e300  # between them doubles have their full precision
_INFINITE = (float("inf"), float("-inf"))


def _exactly(number: float) -> Decimal:
    """Return a number as it is written: of a double, by its shortest text."""
    return Decimal(number.text if isinstance(number, Numeral) else repr(number))
