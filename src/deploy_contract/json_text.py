"""Places of values in JSON text."""

import json
import re
from json.scanner import make_scanner

from deploy_contract_format.errors import Place
from deploy_contract_format.pointer import printable

# skips values at the speed of C
_scan = make_scanner(json.JSONDecoder(strict=False))  # type: ignore[arg-type]
_BLANKS = re.compile(r"[ \t\n\r]*")
_KEY = re.compile(r'[ \t\n\r]*+("(?:[^"\\]|\\.)*+")[ \t\n\r]*+:[ \t\n\r]*+')
_COMMA = re.compile(r"[ \t\n\r]*+,[ \t\n\r]*+")


def place_of_offset(text: str, offset: int) -> Place:
    """Return the line and column of a character of a text."""
    before = text[:offset]
    return Place(before.count("\n") + 1, len(before) - before.rfind("\n"))


def json_place(text: str, pointer: str) -> Place:
    """Return the place of a value in a JSON text, or of the nearest value around it.

    The place of a member is that of its key.

    Args:
        text: a valid JSON text.
        pointer: as reports write it, with long keys cut.
    """
    found = at = _blank(text, 0)
    for token in pointer.split("/")[1:]:
        inside = None
        try:
            if text[at : at + 1] == "{":
                inside = _member(text, at + 1, token)
            elif text[at : at + 1] == "[" and token.isdecimal():
                inside = _item(text, at + 1, int(token))
        except RecursionError:  # a value beside it is nested deeper than documents may be
            pass
        if inside is None:
            break
        found, at = inside
    return place_of_offset(text, found)


def _member(text: str, offset: int, token: str) -> tuple[int, int] | None:
    """Return the offsets of a key and its value, or None.

    `offset`: behind the opening brace.
    """
    while match := _KEY.match(text, offset):
        name = match[1][1:-1]
        if "\\" in name:
            name = json.loads(match[1], strict=False)
        if printable(name) == token:
            return match.start(1), match.end()
        comma = _COMMA.match(text, _scan(text, match.end())[1])
        if comma is None:
            break
        offset = comma.end()
    return None


def _item(text: str, offset: int, index: int) -> tuple[int, int] | None:
    """Return the offset of an item twice, or None. `offset`: behind the opening bracket."""
    at = _blank(text, offset)
    if text[at] == "]":
        return None
    for _ in range(index):
        comma = _COMMA.match(text, _scan(text, at)[1])
        if comma is None:
            return None
        at = comma.end()
    return at, at


def _blank(text: str, offset: int) -> int:
    match = _BLANKS.match(text, offset)
    assert match
    return match.end()
