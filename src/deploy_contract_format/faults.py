"""What can be wrong with a text, and where."""

from typing import NamedTuple

from deploy_contract_format.pointer import Tokens

DEPTH = 32  # levels of arrays and objects; the same for every document of the contract
NUMERAL = 400  # characters of a number; readers such as Go 1.19 misread longer ones
EXPONENT = 4  # digits of its exponent


class Place(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class QuietError(Exception):
    """An error that does not show over what it was raised: what other libraries raise holds values of documents."""

    @property
    def __context__(self) -> None:
        """Nothing."""
        return

    @__context__.setter
    def __context__(self, _error: BaseException | None) -> None:
        """Nothing."""


class TextError(QuietError, ValueError):
    """The text holds no JSON value with one meaning: the id of the wire rule that it breaks, where, and its limit.

    It carries nothing of the text itself.
    """

    def __init__(self, rule: str, place: Place | None = None, *, at: Tokens = (), limit: int | None = None) -> None:
        super().__init__(rule)
        self.rule = rule
        self.place = place
        self.at = at
        self.limit = limit


def shown(name: str) -> str:
    """A file name as messages show it: one printable line."""
    return name if name.isprintable() else name.encode("unicode_escape", "backslashreplace").decode("ascii")
