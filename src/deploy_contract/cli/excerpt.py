"""A line of a file as a person may see it: keys and structure as they stand, a sign for each character of a value."""

import unicodedata
from typing import NamedTuple

from deploy_contract.files.spans import SHOWN, VALUE, Line
from deploy_contract_format.faults import Place

MASK = "\xb7"
TAB = 4  # columns from one tab stop to the next
CUT = "..."


class Excerpt(NamedTuple):
    """A line that is fit to be shown, and where the caret stands under it: columns from 0, and how many."""

    number: int
    line: str
    column: int
    width: int


def excerpt(found: Line, place: Place, most: int = 100, mask: str = MASK) -> Excerpt:
    """A line, that of a place, at most `most` columns of it around the caret.

    Tabs become blanks. Values, comments, and what was not understood become masks of the same width, and so does what a key
    has beyond 64 characters. What a terminal would not print is escaped.
    """
    end = len(found.text.rstrip("\r"))
    offset = min(place.column - 1, end)
    stop = min(found.ends.get(offset, offset + 1), end)
    first, last = max(0, offset - most), min(end, offset + most)  # a file may be a single line
    cells: list[str] = []  # a column each; what takes two columns has an empty one behind it
    column = width = 0
    indenting = True
    for index in range(first, last):
        column = len(cells) if index == offset else column
        char, kind = found.text[index], found.kinds[index]
        blank = char in " \t"
        indenting = indenting and blank
        if char == "\t" and (kind != VALUE or indenting):
            cells += " " * (TAB - len(cells) % TAB)
        elif blank and (kind != VALUE or indenting):
            cells.append(" ")
        elif kind != SHOWN:
            cells += mask * _columns(char)
        else:
            _show(cells, char)
        width = len(cells) - column if offset <= index < stop else width
    column = len(cells) if offset >= last else column
    return _cut(
        Excerpt(place.line, "", column, max(width, 1)), cells, most, (first > 0, last < end)
    )


def _show(cells: list[str], char: str) -> None:
    columns = _columns(char)
    if not char.isprintable():
        cells += char.encode("unicode_escape", "backslashreplace").decode("ascii")
    elif columns:
        cells += [char, *[""] * (columns - 1)]
    elif cells:
        cells[-1] += char  # it is drawn over the one before


def _columns(char: str) -> int:
    """How many columns of a terminal a character takes."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _cut(whole: Excerpt, cells: list[str], most: int, more: tuple[bool, bool]) -> Excerpt:
    """The excerpt of the cells. `more`: whether the line has more before and behind them."""
    before, behind = more
    first, last = 0, len(cells)
    if len(cells) > most - len(CUT) * (before + behind):
        room = most - 2 * len(CUT)
        first = max(0, min(whole.column - room // 3, len(cells) - room))
        last = min(len(cells), first + room)
        first += first < last and cells[first] == ""  # half of a wide character
        last -= last < len(cells) and cells[last] == ""
        before, behind = before or first > 0, behind or last < len(cells)
    ahead = CUT if before else ""
    line = ahead + "".join(cells[first:last]) + (CUT if behind else "")
    width = max(1, min(whole.width, last - whole.column))
    return whole._replace(line=line.rstrip(), column=whole.column - first + len(ahead), width=width)
