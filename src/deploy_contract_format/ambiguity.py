"""YAML that its readers take for different things: those of YAML 1.1 and 1.2, PyYAML and the JavaScript libraries.

What a reader refuses is no second reading. Plain scalars are not looked at here: they are read by the core schema of YAML 1.2.
"""

import re
from bisect import bisect_right
from typing import Any

from deploy_contract_format.faults import Place, TextError

RULE = "yaml-ambiguous"
BREAK = re.compile("\r\n|[\n\r]")  # of lines, for readers of YAML 1.2
VERSION = (1, 2)

# Breaks of lines to readers of YAML 1.1 (U+0085, U+2028, U+2029), to all but some (CR alone), and a mark that some skip
_ODD = re.compile("[\x85\u2028\u2029\ufeff]|\r(?!\n)")
_PROPERTIES = r"(?:[!&]\S*\s+){0,2}"
_GLUED_ANCHOR = re.compile(
    _PROPERTIES + r"&[\w-]*[^\s\w,\]}-]", re.ASCII
)  # to some all of it is the name
_ESCAPED_BREAK = re.compile(
    r"(?<!\\)(?:\\\\)*\\\r?\n[ \t]*\r?\n"
)  # and an empty line: there are three readings of that
_BLOCK = re.compile(_PROPERTIES + "[|>]([-+0-9]*)")


def ambiguous(text: str, offset: int) -> TextError:
    """Return the error for a place in a text."""
    before = BREAK.split(text[:offset])
    return TextError(RULE, Place(len(before), len(before[-1]) + 1))


def require_plain_breaks(text: str, loader: Any) -> None:
    """Raise TextError at the first character outside of quoted text that only some readers take for a break of a line.

    A carriage return without a line feed may not be in quoted text either.
    """
    if _ODD.search(text) is None:
        return
    quoted = _quoted(text, loader)
    starts = [start for start, _ in quoted]
    for match in _ODD.finditer(text):
        index = bisect_right(starts, match.start()) - 1
        end = quoted[index][1] if index >= 0 else 0
        if match[0] == "\r" or match.start() >= end:
            raise ambiguous(text, match.start())


def _quoted(text: str, loader: Any) -> list[tuple[int, int]]:
    """Return where quoted scalars begin and end, as far as the text is YAML: the rest is refused by whoever reads it."""
    import yaml

    found: list[tuple[int, int]] = []
    events: Any = yaml.parse(text, loader)
    quoted = (event for event in events if getattr(event, "style", None) in ("'", '"'))
    try:
        found.extend((event.start_mark.index, event.end_mark.index) for event in quoted)
    except yaml.YAMLError:
        return found
    return found


def require_one_node(text: str, event: Any) -> None:
    """Raise TextError if readers differ on an anchor, an alias, or the breaks of a scalar: those of an event of the reader."""
    start, end = event.start_mark.index, event.end_mark.index
    if event.anchor:
        alias = not hasattr(event, "tag")
        glued = (
            text[end : end + 1].strip(" \t\r\n,]}") if alias else _GLUED_ANCHOR.match(text, start)
        )
        if glued:
            raise ambiguous(text, end if alias else start)
    style = getattr(event, "style", None)
    if (
        style == '"'
        and "\\" in text[start:end]
        and (found := _ESCAPED_BREAK.search(text, start, end))
    ):
        raise ambiguous(text, found.start())
    if style in ("|", ">") and end == len(text) and not text.endswith("\n"):
        header = _BLOCK.match(text, start)
        if header is None or "-" not in header[1]:
            raise ambiguous(
                text, len(text)
            )  # some readers add the break that is missing to the value


def require_one_key(text: str, event: Any) -> None:
    """Raise TextError if the key of an event has a `?` glued to it: an indicator to some, a part of the key to others."""
    start = event.start_mark.index
    plain = getattr(event, "style", '"') in (None, "")
    if text[start - 1 : start] == "?" or (plain and text[start : start + 1] == "?"):
        raise ambiguous(text, start)


def require_one_beginning(text: str, event: Any) -> None:
    """Raise TextError if the event begins a document of another version than 1.2, or some see a `---` where others do not."""
    start = event.start_mark.index
    indented = (
        not event.explicit and text[start : start + 3] == "---"
    )  # js-yaml takes it for the marker
    if indented or event.version not in (None, VERSION):
        raise ambiguous(text, start)
