"""Errors in texts, their places, and the limits of a document."""

from typing import Any, NamedTuple, NoReturn

from deploy_contract_format.pointer import Tokens

DEPTH = 32  # levels of arrays and objects, for every document of the contract
NUMERAL = 400  # characters of a number; parsers such as Go 1.19 misread longer numbers
EXPONENT = 4  # digits of the exponent of a number


class Place(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class QuietError(Exception):
    """An error without `__context__`, since errors of libraries contain values of documents."""

    # always None, even if Python sets it
    __context__ = property(lambda _self: None, lambda _self, _error: None)


class TextError(QuietError, ValueError):
    """A text that has no JSON value with one meaning. The error contains no part of the text."""

    def __init__(
        self,
        rule: str,
        place: Place | None = None,
        *,
        at: Tokens = (),
        limit: int | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(rule)
        self.rule = rule  # id of the wire rule that the text breaks
        self.place = place  # line and column, or None if unknown
        self.at = at  # tokens of the value's pointer
        self.limit = limit  # the limit that is exceeded, or None
        self.reason = reason  # why the text cannot be parsed, if it is YAML and this is known


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise TextError("json-duplicate-key")
    return members


def _constant(_text: str) -> NoReturn:
    raise TextError("json-constant")


# options of `json` by which it takes neither repeated keys nor NaN and infinities
STRICT: Any = {"object_pairs_hook": _members, "parse_constant": _constant}
