"""What can be wrong with a text, and where."""

import re
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

    def __init__(
        self, rule: str, place: Place | None = None, *, at: Tokens = (), limit: int | None = None
    ) -> None:
        super().__init__(rule)
        self.rule = rule
        self.place = place
        self.at = at
        self.limit = limit


# Commands that CI systems read from a log: `::x::` after blanks (GitHub), `##[x]` anywhere (GitHub), `##vso[x]` and the like
_COMMAND = re.compile(r"^(\s*):(?=:)|#(#(?=\w*\[))")


def whole(name: str) -> str:
    """Return a file name as Unicode text without lone surrogates: a byte that is not UTF-8 is written in hexadecimal."""
    if name.isascii() or name.isprintable():
        return name
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        return name.encode("utf-8", "backslashreplace").decode("utf-8")


def shown(name: str) -> str:
    """A file name as messages show it: one printable line."""
    name = whole(name)
    return (
        name
        if name.isprintable()
        else name.encode("unicode_escape", "backslashreplace").decode("ascii")
    )


def as_line(text: str) -> str:
    """Return a text as one printable line in which no CI system finds a command: what else it holds is escaped."""
    if not text.isprintable():
        text = "".join([sign if sign.isprintable() else shown(sign) for sign in text])
    if "::" in text or "##" in text:
        text = _COMMAND.sub(_escaped, text)
    return text


def _escaped(found: re.Match[str]) -> str:
    return "#\\x23" if found[2] else f"{found[1]}\\x3a"
