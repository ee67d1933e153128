"""Listings: the colours of their syntax, and long JSON with objects and arrays that fold."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, ClassVar, NamedTuple

from markupsafe import Markup
from pygments.lexer import RegexLexer, bygroups, using
from pygments.lexers import get_lexer_by_name
from pygments.lexers.data import JsonLexer
from pygments.token import Comment, Keyword, Name, Number, String, Text, _TokenType
from pygments.util import ClassNotFound

LONGEST = 24  # lines of a listing that are shown before a reader unfolds any
SHORTEST = 4  # lines of an object or array that folds
# token -> class of the style sheet; the first that the type of a token is in
CLASSES = (
    (Name.Tag, "k"),
    (Name.Attribute, "k"),
    (String, "s"),
    (Number, "n"),
    (Keyword, "w"),
    (Comment, "c"),
)


class MessageLexer(RegexLexer):
    """A lexer of requests and responses as the samples of the suite show them."""

    name = "message"
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"^([A-Z]+)( /.*\n?)", bygroups(Keyword, Text)),
            (r"^(HTTP )(\d+\n?)", bygroups(Text, Number)),
            (r"^([\w-]+)(: .*\n?)", bygroups(Name.Attribute, Text)),
            (r"^[\s\[\]{}\"].*\n?", using(JsonLexer)),
            (r".+\n?|\n", Text),
        ]
    }


class Block(NamedTuple):
    """An object or array of a listing: its first line, what follows, and its last sign."""

    start: str
    end: str
    parts: list["str | Block"]
    open: bool


def highlighted(text: str, language: str) -> Markup:
    """Return a text with an element around each coloured token.

    Args:
        text: the text, of which nothing is changed.
        language: a name of Pygments, "http" for messages, or another name for plain text.
    """
    try:
        lexer = MessageLexer() if language == "http" else get_lexer_by_name(language)
    except ClassNotFound:
        return Markup(escape(text, quote=False))  # noqa: S704 - escaped
    parts, before, run = [], "", ""
    for _, token, piece in lexer.get_tokens_unprocessed(text):
        found = _class(token)
        if found != before:
            parts.append(_element(run, before))
            before, run = found, ""
        run += piece
    parts.append(_element(run, before))
    return Markup("".join(parts))  # noqa: S704 - escaped


def _class(token: _TokenType) -> str:
    kinds = token.split()  # from Token down to its own
    return next((name for kind, name in CLASSES if kind in kinds), "")


def _element(text: str, class_: str) -> str:
    text = escape(text, quote=False)  # quotes matter in attributes only
    return f'<i class="{class_}">{text}</i>' if class_ else text


def folding(text: str) -> list[str | Block]:
    """Return a long JSON text with its inner objects and arrays as blocks; of a short one nothing.

    As many levels are open as fit into LONGEST lines.
    """
    lines = text.rstrip("\n").split("\n")
    ends = dict(_ends(lines)) if len(lines) > LONGEST else {}
    if not ends:
        return []
    opened = 1
    while _shown(lines, ends, opened + 1) <= LONGEST:
        opened += 1
    return _parts(lines, ends, range(len(lines)), opened)


def _ends(lines: Sequence[str]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the first line of each block that folds, with its last line and its depth."""
    starts: list[int] = []
    for number, line in enumerate(lines):
        if line.lstrip()[:1] in ("}", "]") and starts:
            first = starts.pop()
            if starts and number - first >= SHORTEST - 1:
                yield first, (number, len(starts))
        if line[-1:] in ("{", "["):
            starts.append(number)


def _shown(lines: Sequence[str], ends: Mapping[int, tuple[int, int]], opened: int) -> int:
    """Return the number of lines that show if blocks of at least the depth `opened` are folded."""
    hidden: set[int] = set()
    for first, (last, depth) in ends.items():
        if depth >= opened:
            hidden.update(range(first + 1, last + 1))
    return len(lines) - len(hidden)


def _parts(
    lines: Sequence[str], ends: Mapping[int, tuple[int, int]], numbers: range, opened: int
) -> list[str | Block]:
    parts: list[str | Block] = []
    number = numbers.start
    while number < numbers.stop:
        if number in ends:
            last, depth = ends[number]
            inner = _parts(lines, ends, range(number + 1, last + 1), opened)
            parts.append(Block(lines[number], lines[last].strip(), inner, depth < opened))
            number = last
        else:
            parts.append(lines[number])
        number += 1
    return parts
