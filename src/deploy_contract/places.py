"""Places of values and of faults in the text of a document."""

import json
import re
from collections.abc import Callable, Mapping
from json.scanner import make_scanner
from typing import Any

from deploy_contract.judge.python import wire
from deploy_contract_format.errors import DEPTH, Place, TextError
from deploy_contract_format.pointer import Tokens, printable

# skips values at the speed of C
_scan = make_scanner(json.JSONDecoder(strict=False))  # type: ignore[arg-type]
_BLANKS = " \t\n\r"
# the text before a value in an object, and in an array, with the bracket or comma before it
_MEMBER = re.compile(
    r'[ \t\n\r]*+[{,][ \t\n\r]*+"([^"\\]*+(?:\\.[^"\\]*+)*+)"[ \t\n\r]*+:[ \t\n\r]*+'
)
_ITEM = re.compile(r"[ \t\n\r]*+[\[,][ \t\n\r]*+(?!\])")
# a token of a text that may not be JSON; a string may lack its end
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{},:]|[^\s,:\[\]{}"]+', re.DOTALL)
# YAML 1.2, section 5.1; compiled when it is first needed, which takes some milliseconds
_UNREADABLE = "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_CONSTANTS = ("NaN", "Infinity", "-Infinity")
# Rules that one token of a text breaks. A text that is too long is not read, so no token is found.
_SOUGHT = ("json-depth", "json-duplicate-key", "json-constant", "json-surrogate", "json-number")
_START = Place(1, 1)


def place_of_offset(text: str, offset: int) -> Place:
    """Return the line and column of a character of a text."""
    return Place(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def json_place(text: str, pointer: str) -> Place:
    """Return the place of a value in a valid JSON text, or of the nearest value around it.

    The place of a member is the place of its key. `pointer` is from a report, which cuts long keys.
    """
    found = at = len(text) - len(text.lstrip(_BLANKS))
    for token in pointer.split("/")[1:]:
        try:
            below = _below(text, at, token)
        except RecursionError:  # another value is nested deeper than documents may be
            break
        if below is None:
            break
        found, at = below
    return place_of_offset(text, found)


def _below(text: str, at: int, token: str) -> tuple[int, int] | None:
    """Return the offsets of a member, or item, and of its value; None if it is absent."""
    if text.startswith("{", at):
        while match := _MEMBER.match(text, at):
            key = match[1]
            if "\\" in key:
                key = json.loads(f'"{key}"', strict=False)
            if printable(key) == token:
                return match.start(1) - 1, match.end()
            at = _scan(text, match.end())[1]
        return None
    left = int(token) if token.isdecimal() else -1  # items before it
    while left >= 0 and (match := _ITEM.match(text, at)):
        if left == 0:
            return match.end(), match.end()
        at = _scan(text, match.end())[1]
        left -= 1
    return None


def tokens_of(pointer: str, value: Any) -> Tokens:
    """Return the tokens of a report's pointer, as far as it leads into the value.

    Reports cut and escape keys, so that a token may differ from its key.
    """
    at: list[str | int] = []
    for token in pointer.split("/")[1:]:
        key: str | int | None = None
        if isinstance(value, dict):
            is_key = token in value and printable(token) == token  # true for nearly every token
            key = token if is_key else next((k for k in value if printable(k) == token), None)
        elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
            key = int(token)
        if key is None:
            break
        at.append(key)
        value = value[key]
    return tuple(at)


def place_of_fault(body: bytes, rule: str, pointer: str, *, yaml: bool) -> Place:
    """Return the place at which a rejected text violates a rule of the wire.

    `pointer` leads to the value at fault. If the rule is about the whole text, `pointer` is empty,
    and the place is the start of the text.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        before = body[: error.start].decode("utf-8")
        return place_of_offset(before, len(before))
    if yaml:
        unreadable = rule == "yaml-syntax" and re.search(_UNREADABLE, text)
        return place_of_offset(text, unreadable.start()) if unreadable else _START
    if rule == "json-syntax":
        try:
            wire.parse(body)
        except TextError as error:
            return error.place or _START
    if rule in _SOUGHT and (offset := _offset(text, rule)) is not None:
        return place_of_offset(text, offset)
    return json_place(text, pointer) if pointer else _START


def _offset(text: str, rule: str) -> int | None:
    """Return the offset of the first token by which a text breaks a rule, or None."""
    depth = 0
    keys: list[set[str]] = [set()]  # of each open array and object
    breaks = _SCALAR_FAULTS.get(rule)
    string: re.Match[str] | None = None  # the token before, if it is a whole string
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "{[":
            depth += 1
            keys.append(set())
            if rule == "json-depth" and depth > DEPTH:
                return match.start()
        elif token in "}]":
            depth -= 1
            if len(keys) > 1:
                keys.pop()
        elif rule == "json-duplicate-key" and token == ":" and string:
            key = json.loads(string[0], strict=False)
            if key in keys[-1]:
                return string.start()
            keys[-1].add(key)
        elif breaks is not None and breaks(token):
            return match.start()
        string = match if len(token) > 1 and token[0] == token[-1] == '"' else None
    return None


def _refused_by(beginnings: str, read: Callable[[str], object]) -> Callable[[str], bool]:
    """Return a predicate that is true for tokens with one of these beginnings that `read` refuses."""

    def is_refused(token: str) -> bool:
        if token[0] not in beginnings:
            return False
        try:
            read(token)
        except ValueError:
            return True
        return False

    return is_refused


_SCALAR_FAULTS: Mapping[str, Callable[[str], bool]] = {
    "json-constant": _CONSTANTS.__contains__,
    "json-surrogate": _refused_by('"', lambda token: json.loads(token, strict=False).encode()),
    "json-number": _refused_by("-0123456789", wire.number),
}  # rule -> whether a token breaks it
