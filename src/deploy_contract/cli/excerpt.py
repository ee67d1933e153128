"""A line of a file with every value masked, and the columns under which the caret belongs."""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from deploy_contract.files.spans import SHOWN, VALUE, Line, line_alone
from deploy_contract_format.errors import Place

MASK = "\xb7"
_TAB = 4  # columns between two tab stops
_ELLIPSIS = "..."


class Excerpt(NamedTuple):
    """A printable line and the place of its caret: first column, from 0, and width."""

    number: int
    line: str
    column: int
    width: int


def excerpt(found: Line, place: Place, columns: int = 100, mask: str = MASK) -> Excerpt:
    """Return the part of a line around a place.

    Keys and structure are shown. Values, comments and unparsed text are masked at the same width;
    so is a key beyond its first 64 characters. Tabs become blanks, and characters that a terminal
    does not print are escaped.

    Args:
        found: the line.
        place: where the caret points.
        columns: largest width of the excerpt.
        mask: the character in place of hidden ones.
    """
    end = len(found.text.rstrip("\r"))
    offset = min(place.column - 1, end)
    stop = min(found.ends.get(offset, offset + 1), end)
    drawn = _drawn(found.text, bytes(found.kinds), end, offset, stop, columns, mask)
    return Excerpt(place.line, drawn.line, drawn.column, drawn.width)


@lru_cache(maxsize=256)
def single_excerpt(text: str, place: Place, columns: int, mask: str) -> Excerpt:
    """Return the excerpt of a line that no other line bears on. Files often have equal ones."""
    return excerpt(line_alone(text), place, columns, mask)


@lru_cache(maxsize=256)
def _drawn(
    text: str, kinds: bytes, end: int, offset: int, stop: int, columns: int, mask: str
) -> Excerpt:
    """Return an excerpt of a line with its caret from `offset` to `stop`.

    Files often have equal lines.
    """
    first, last = max(0, offset - columns), min(end, offset + columns)  # the line may be the file
    cells: list[str] = []  # one per column; the second of a wide character is empty
    column = width = 0
    indenting = True
    for index in range(first, last):
        if index == offset:
            column = len(cells)
        char, kind = text[index], kinds[index]
        is_blank = char in " \t"
        indenting = indenting and is_blank
        if is_blank and (kind != VALUE or indenting):
            cells += " " * (_TAB - len(cells) % _TAB if char == "\t" else 1)
        elif kind == SHOWN:
            _append_char(cells, char)
        else:
            cells += mask * _char_columns(char)
        if offset <= index < stop:
            width = len(cells) - column
    if offset >= last:
        column = len(cells)
    full = Excerpt(0, "", column, max(width, 1))
    return _cut(full, cells, columns, cut_before=first > 0, cut_behind=last < end)


def _append_char(cells: list[str], char: str) -> None:
    columns = _char_columns(char)
    if not char.isprintable():
        cells += char.encode("unicode_escape", "backslashreplace").decode("ascii")
    elif columns:
        cells += [char, *[""] * (columns - 1)]
    elif cells:
        cells[-1] += char  # a terminal draws it over the character before


def _char_columns(char: str) -> int:
    """Return the number of terminal columns that a character takes."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _cut(
    full: Excerpt, cells: list[str], columns: int, *, cut_before: bool, cut_behind: bool
) -> Excerpt:
    """Return the excerpt with the cells around its caret that fit into `columns`.

    Args:
        full: the excerpt without its line.
        cells: the columns of the line.
        columns: largest width.
        cut_before: whether the line has text before the cells.
        cut_behind: whether the line has text behind the cells.
    """
    first, last = 0, len(cells)
    if len(cells) > columns - len(_ELLIPSIS) * (cut_before + cut_behind):
        room = columns - 2 * len(_ELLIPSIS)
        first = max(0, min(full.column - room // 3, len(cells) - room))
        last = min(len(cells), first + room)
        if first < last and cells[first] == "":  # the second half of a wide character
            first += 1
        if last < len(cells) and cells[last] == "":
            last -= 1
        cut_before = cut_before or first > 0
        cut_behind = cut_behind or last < len(cells)
    prefix = _ELLIPSIS if cut_before else ""
    suffix = _ELLIPSIS if cut_behind else ""
    line = prefix + "".join(cells[first:last]) + suffix
    column = full.column - first + len(prefix)
    width = max(1, min(full.width, last - full.column))
    return full._replace(line=line.rstrip(), column=column, width=width)
