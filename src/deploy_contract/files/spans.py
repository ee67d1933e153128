"""Lines of a file with the kind of each character: excerpts show keys and structure only."""

import json
import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from json.scanner import make_scanner
from typing import Any, NamedTuple, Protocol

from deploy_contract.fault_places import TOKEN, place_of_offset
from deploy_contract_format.errors import Place
from deploy_contract_format.pointer import LONGEST_TOKEN, Tokens

# Kinds of characters: comments and unparsed text; values; keys and structure.
HIDDEN, VALUE, SHOWN = 0, 1, 2

# skips values at the speed of C
_scan = make_scanner(json.JSONDecoder(strict=False))  # type: ignore[arg-type]

_NOWHERE = Place(0, 0)
_BEFORE_VALUES = ("ValueToken", "AnchorToken", "TagToken")  # between a key and its scalar


class Line(NamedTuple):
    """A line without its break.

    `kinds` has the kind of each character. `ends` maps the start of each key and value to its end.
    """

    text: str
    kinds: bytearray
    ends: dict[int, int]


class Lines(Protocol):
    """The lines of a text. `shown`: places of scalars, or of their keys, that are not hidden."""

    shown: set[Place]

    def line(self, number: int) -> Line:
        """Return a line, counted from 1."""


class JsonTextLines:
    """The lines of a JSON text.

    Args:
        text: the text.
        fault: place of the first error; nothing behind it counts as a key.
        at_key: whether the fault is at a key, which then is shown.
    """

    def __init__(self, text: str, fault: Place | None = None, *, at_key: bool = False) -> None:
        self.shown: set[Place] = set()
        self._lines = text.split("\n")
        self._fault = fault
        self._at_key = at_key

    def line(self, number: int) -> Line:
        """Return a line, counted from 1. Strings end within their line."""
        text = self._lines[number - 1]
        if self._fault is None and not self.shown and not self._goes_on(number, len(text)):
            return line_alone(text)  # as of nearly every undecided document
        end = len(text)
        if self._fault and number >= self._fault.line:
            end = self._fault.column - 1 if number == self._fault.line else 0
        shown = frozenset([place.column for place in self.shown if place.line == number])
        found, string = _json_line(text, end, shown)
        if string and self._goes_on(number, end):
            _mark_key(found, *string)
        key = (
            TOKEN.match(text, end)
            if self._at_key and self._fault and number == self._fault.line
            else None
        )
        if key:
            _mark_key(found, *key.span())
        return found

    def _goes_on(self, number: int, end: int) -> bool:
        """Return True if the next token after a line is a colon."""
        if end < len(self._lines[number - 1]) or (self._fault and self._fault.line <= number + 1):
            return False
        for line in self._lines[number : number + 9]:
            if line.strip():
                return line.lstrip().startswith(":")
        return False


def _json_line(
    text: str, end: int, shown: Collection[int] = ()
) -> tuple[Line, tuple[int, int] | None]:
    """Return a line of a JSON text, and the string at its end, which a colon may make a key.

    Args:
        text: the line.
        end: where the understood part of it ends.
        shown: columns of the scalars, or of their keys, that are not hidden.
    """
    found = Line(text, bytearray(len(text)), {})
    string: tuple[int, int] | None = None
    named: tuple[int, int] | None = None  # the key before a value
    for match in TOKEN.finditer(text, 0, end):
        start, stop = match.span()
        sign = text[start]
        if sign in "[]{},:":
            found.kinds[start] = SHOWN
            if sign == ":" and string:
                _mark_key(found, *string)
            named = string if sign == ":" else None
            string = None
        else:
            _mark_value(found, start, stop)
            if shown and (named or (start,))[0] + 1 in shown:
                found.kinds[start:stop] = bytes([SHOWN]) * (stop - start)
            string = (start, stop) if sign == '"' else None
    return found, string


@lru_cache(maxsize=256)
def line_alone(text: str) -> Line:
    """Return a line that no other line and no fault bears on. Files often have equal ones."""
    found, _ = _json_line(text, len(text))
    return found


class YamlTextLines:
    """The lines of a YAML text, scanned as far as needed. See `JsonTextLines`."""

    def __init__(self, text: str, fault: Place | None = None, *, at_key: bool = False) -> None:
        import yaml

        from deploy_contract_format.ambiguity import BREAK
        from deploy_contract_format.yaml_text import marks

        self.shown: set[Place] = set()
        self._lines = re.split(BREAK, text)
        self._counted = marks(text)
        self._fault = fault
        self._at_key = at_key
        self._tokens: Iterator[Any] = yaml.scan(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        self._within: dict[
            int, list[tuple[Any, bool, Place]]
        ] = {}  # number of a line -> tokens in it, whether each is a key, and the place of the key
        self._read = 0  # lines whose tokens are all there
        self._key: Place | None = None  # place of the key whose value comes next
        self._of_key = False
        self._named: int | None = (
            None  # the number of its line, if the token before is taken for a key
        )

    def line(self, number: int) -> Line:
        """Return a line, counted from 1."""
        import yaml

        try:
            while self._read < number:
                self._take(next(self._tokens), yaml.KeyToken, yaml.ValueToken, yaml.ScalarToken)
        except (StopIteration, yaml.YAMLError):
            self._read = len(self._lines)  # the text before is understood
        text = self._lines[number - 1] if number <= len(self._lines) else ""
        found = Line(text, bytearray(len(text)), {})
        for token, is_key, named in self._within.get(number, ()):
            start, end = self._counted(token.start_mark), self._counted(token.end_mark)
            first = start.column if start.line == number - 1 else 0
            last = end.column if end.line == number - 1 else len(text)
            if isinstance(token, yaml.ScalarToken):
                (_mark_key if is_key and start.line == end.line else _mark_value)(
                    found, first, last
                )
                if not is_key and named in self.shown:
                    found.kinds[first:last] = bytes([SHOWN]) * (last - first)
            elif isinstance(token, yaml.AnchorToken | yaml.AliasToken | yaml.TagToken):
                _mark_value(
                    found, first, last
                )  # their names may be a value that nobody put in quotes
                found.kinds[first] = SHOWN
            elif not isinstance(token, yaml.DirectiveToken):
                found.kinds[first:last] = bytes([SHOWN]) * (last - first)
        return found

    def _take(self, token: Any, key: type, value: type, scalar: type) -> None:
        start, kind = self._counted(token.start_mark), token.__class__
        self._read = line = start.line
        if (
            self._named is not None and kind is not value
        ):  # `[text another: x]`: a comma is missing, and the text is no key
            token_before, _, at = self._within[self._named][-1]
            self._within[self._named][-1] = (token_before, False, at)
        self._named = None
        if self._fault and (line + 1, start.column + 1) >= self._fault and kind is not key:
            if self._at_key:
                self._within.setdefault(line + 1, []).append((token, True, _NOWHERE))
            raise StopIteration
        place = Place(line + 1, start.column + 1)
        named = place if self._key is None else self._key
        for number in range(line + 1, self._counted(token.end_mark).line + 2):
            self._within.setdefault(number, []).append((token, self._of_key, named))
        if kind is scalar and self._of_key:
            self._named = line + 1
            self._key = place
        elif type(token).__name__ not in _BEFORE_VALUES:
            self._key = None
        if kind is key or kind is scalar:
            self._of_key = kind is key


def _mark_value(found: Line, start: int, stop: int) -> None:
    found.kinds[start:stop] = bytes([VALUE]) * (stop - start)
    found.ends[start] = stop
    quote = found.text[start : start + 1]
    if quote and quote in "\"'" and stop - start > 1 and found.text[stop - 1] == quote:
        found.kinds[start] = found.kinds[stop - 1] = SHOWN


def _mark_key(found: Line, start: int, stop: int) -> None:
    _mark_value(found, start, stop)
    shown = min(stop, start + LONGEST_TOKEN)
    found.kinds[start:shown] = bytes([SHOWN]) * (shown - start)


def json_place(text: str, tokens: Tokens) -> Place:
    """Return the place of a value in a JSON text, or of the nearest value around it.

    The place of a member is that of its key.
    """
    found = at = _blank(text, 0)
    for token in tokens:
        opened = text[at : at + 1]
        if opened == "{":
            next_found = _member(text, at + 1, token)
        elif opened == "[":
            next_found = _item(text, at + 1, token)
        else:
            break
        if next_found is None:
            break
        found, at = next_found
    return place_of_offset(text, found)


_BLANKS = re.compile(r"[ \t\n\r]*")
_KEY = re.compile(r'[ \t\n\r]*+("(?:[^"\\]|\\.)*+")[ \t\n\r]*+:[ \t\n\r]*+')
_COMMA = re.compile(r"[ \t\n\r]*+,")


def _member(text: str, offset: int, key: str | int) -> tuple[int, int] | None:
    """Return the offsets of a key and its value, or None.

    `offset`: behind the opening brace.
    """
    comma: re.Match[str] | None = None
    while match := _KEY.match(text, comma.end() if comma else offset):
        name = match[1][1:-1]
        if "\\" in name:
            name = json.loads(match[1], strict=False)
        if name == key:
            return match.start(1), match.end()
        comma = _COMMA.match(text, _scan(text, match.end())[1])
        if comma is None:
            break
    return None


def _item(text: str, offset: int, index: str | int) -> tuple[int, int] | None:
    """Return the offset of an item twice, or None. `offset`: behind the opening bracket."""
    at = _blank(text, offset)
    if not isinstance(index, int) or text[at] == "]":
        return None
    for _ in range(index):
        comma = _COMMA.match(text, _scan(text, at)[1])
        if comma is None:
            return None
        at = _blank(text, comma.end())
    return at, at


def _blank(text: str, offset: int) -> int:
    match = _BLANKS.match(text, offset)
    assert match
    return match.end()
