"""Numbers of JSON that are judged by their digits, where the nearest double would mislead."""

from decimal import Decimal
from typing import Any, Self

_EXACT = 15  # characters of a number that differs from all others as a double, too


class Numeral(float):
    """A number that is not the double nearest to it. It is compared by its digits.

    `1e-324` is greater than 0 and no integer, although its double is 0. A Numeral equals its
    double, and is written as such.
    """

    __slots__ = ("_exact",)
    _exact: Decimal

    def __new__(cls, text: str | float) -> Self:
        """Make a number of its text."""
        number = super().__new__(cls, text)
        number._exact = Decimal(text)
        return number

    def is_integer(self) -> bool:
        """Return True if the number has no fraction."""
        return self._exact == self._exact.to_integral_value()

    def __lt__(self, other: Any) -> bool:
        return self._exact < _exactly(other)

    def __le__(self, other: Any) -> bool:
        return self._exact <= _exactly(other)

    def __gt__(self, other: Any) -> bool:
        return self._exact > _exactly(other)

    def __ge__(self, other: Any) -> bool:
        return self._exact >= _exactly(other)


def number(text: str) -> float:
    """Return the double nearest to a number with a point or an exponent, else a Numeral.

    An infinity stands for a number that overflows.
    """
    nearest = float(text)
    if len(text) <= _EXACT and "e" not in text and "E" not in text:
        return nearest
    if nearest in _INFINITE or Decimal(repr(nearest)) == Decimal(text):
        return nearest
    return Numeral(text)


_INFINITE = (float("inf"), float("-inf"))


def _exactly(number: float) -> Decimal:
    """Return a number as it is written: of a double, by its shortest text."""
    if isinstance(number, Numeral):
        return number._exact  # noqa: SLF001 - of this module
    return Decimal(repr(number))
