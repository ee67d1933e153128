"""YAML that parsers read differently: parsers of YAML 1.1 and 1.2, PyYAML, JavaScript libraries.

A text that another parser rejects is not ambiguous. `is_read_alike` finds the plain scalars on
which parsers differ; the core schema of YAML 1.2 gives each of them one value.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from deploy_contract_format.errors import Place, TextError

RULE = "yaml-ambiguous"
SCALAR = "yaml-scalar"
BREAK = "\r\n|[\n\r]"  # line breaks of YAML 1.2
VERSION = (1, 2)

# These patterns are compiled when they are first needed, since few texts need any of them.

# Line breaks of YAML 1.1 (U+0085, U+2028, U+2029), a line break for most parsers (a lone CR), and a
# byte order mark that some parsers skip (U+FEFF)
_ODD = "[\x85\u2028\u2029\ufeff]|\r(?!\n)"
# The part of `_ODD` that every parser keeps in quoted text. There, YAML 1.1 turns U+0085 into a
# space, and drops the blanks around the other breaks.
_KEPT = "\ufeff|(?<![ \t\n\r\x85\\\\])[\u2028\u2029](?![ \t\n\r\x85])"
_PROPERTIES = r"(?:[!&]\S*\s+){0,2}"
# Some parsers take the whole text for the name of the anchor.
_GLUED_ANCHOR = _PROPERTIES + r"&[\w-]*[^\s\w,\]}-]"
# An escaped line break before an empty line has three readings.
_ESCAPED_BREAK = r"(?<!\\)(?:\\\\)*\\\r?\n[ \t]*\r?\n"
# Some parsers keep the blanks at the end of a line in quotes.
_BLANK_BREAK = r"[ \t]\r?\n"
_LAST = r"[ \t]*\Z"
_BLOCK = _PROPERTIES + "[|>]([-+0-9]*)"
# Numbers that every parser reads as the same number. A decimal number has no leading zero and no
# digit groups. If it has an exponent, it has a point, and the exponent has a sign. A number that
# begins with a point, and a hexadecimal number, have no sign.
_CLEAR = r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]*(?:[eE][-+][0-9]+)?)?|\.[0-9]+(?:[eE][-+][0-9]+)?|0x[0-9a-fA-F]+"
# Other numbers, times and dates of YAML 1.1, YAML 1.2 or a common parser
_UNCLEAR = (
    r"[-+]?(?:[0-9][0-9_,]*(?:\.[0-9_]*)?|\.[0-9_]+)(?:[eE][-+]?[0-9_]+)?"
    r"|[-+]?0[oO][-+]?[0-7_]+|[-+]?0[bB][-+]?[01_]+|[-+]?0[xX][0-9a-fA-F_]+"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:[Zz]|[-+][0-9]{1,2}(?::?[0-9]{2})?))?)?"
)
NUMERIC = frozenset("+-.0123456789")  # a number begins with one of these
# Words that some parser reads as a boolean, null or a number; Psych of Ruby ignores their case
_WORDS = frozenset(
    ("y", "n", "yes", "no", "on", "off", "true", "false", "null", ".inf", "+.inf", "-.inf", ".nan")
)
_CLEAR_WORDS = {"true", "True", "TRUE", "false", "False", "FALSE", "null", "Null", "NULL"}


def ambiguous(text: str, offset: int) -> TextError:
    """Return the error `yaml-ambiguous` at an offset in a text."""
    before = re.split(BREAK, text[:offset])
    return TextError(RULE, Place(len(before), len(before[-1]) + 1))


def require_plain_breaks(text: str, loader: Any) -> None:
    """Raise TextError at the first character that only some parsers take for a line break.

    Quoted text may hold such characters if every parser keeps them there.
    """
    if text.isascii() and "\r" not in text:  # true for most texts
        return
    odd = re.compile(_ODD)
    if odd.search(text) is None:
        return
    from bisect import bisect_right

    kept = re.compile(_KEPT)
    quoted = list(_quoted(text, loader))
    starts = [start for start, _ in quoted]
    for match in odd.finditer(text):
        index = bisect_right(starts, match.start()) - 1
        end = quoted[index][1] if index >= 0 else 0
        if match.start() >= end or not kept.match(text, match.start()):
            raise ambiguous(text, match.start())


def _quoted(text: str, loader: Any) -> Iterator[tuple[int, int]]:
    """Yield start and end of the quoted scalars, up to the first syntax error."""
    import yaml

    events: Any = yaml.parse(text, loader)
    with suppress(yaml.YAMLError):
        for event in events:
            if getattr(event, "style", None) in ("'", '"'):
                yield event.start_mark.index, event.end_mark.index


def require_clear_node(text: str, event: Any) -> None:
    """Raise TextError if parsers differ on the anchor, alias or line breaks of an event."""
    start, end = event.start_mark.index, event.end_mark.index
    if event.anchor:
        _require_separate_anchor(text, event, start, end)
    style = getattr(event, "style", None)
    if style in ("'", '"'):
        found = re.compile(_BLANK_BREAK).search(text, start, end)
        if found:
            raise ambiguous(text, found.start())
    if style == '"' and "\\" in text[start:end]:
        found = re.compile(_ESCAPED_BREAK).search(text, start, end)
        if found:
            raise ambiguous(text, found.start())
    if style in ("|", ">") and not text.endswith("\n") and re.compile(_LAST).match(text, end):
        header = re.compile(_BLOCK).match(text, start)
        chomping = "" if header is None else header[1]
        if "-" not in chomping and (end == len(text) or "+" in chomping):
            # some parsers add the missing line break to the value
            raise ambiguous(text, len(text))


def _require_separate_anchor(text: str, event: Any, start: int, end: int) -> None:
    if not hasattr(event, "tag"):  # an alias
        if text[end : end + 1].strip(" \t\r\n,]}"):
            raise ambiguous(text, end)
    elif re.compile(_GLUED_ANCHOR, re.ASCII).match(text, start):
        raise ambiguous(text, start)


def require_clear_key(text: str, event: Any) -> None:
    """Raise TextError if a `?` touches the key, since parsers differ on its meaning."""
    start = event.start_mark.index
    plain = getattr(event, "style", '"') in (None, "")  # a container has no style, and is not plain
    if text[start - 1 : start] == "?" or (plain and text[start : start + 1] == "?"):
        raise ambiguous(text, start)


def require_clear_start(text: str, event: Any) -> None:
    """Raise TextError if parsers differ on the start of a document, or its version is not 1.2."""
    start = event.start_mark.index
    # js-yaml reads an indented `---` as the start of a document
    indented = not event.explicit and text[start : start + 3] == "---"
    if indented or event.version not in (None, VERSION):
        raise ambiguous(text, start)


def is_read_alike(text: str) -> bool:
    """Return True if all common parsers read a plain scalar as the same value."""
    if text.casefold() in _WORDS:
        return text in _CLEAR_WORDS
    if text[:1] not in NUMERIC:
        return True
    if re.compile(_CLEAR).fullmatch(text):
        return True
    unclear = re.compile(_UNCLEAR)
    bare = text.replace("_", "").replace(",", "")  # some parsers skip these anywhere
    return unclear.fullmatch(text) is None and unclear.fullmatch(bare) is None
