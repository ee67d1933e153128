"""Texts that match a pattern of the safe subset (`deploy_contract_format.patterns`)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_REPEAT = re.compile(r"([*+?])|\{([0-9]+)(,([0-9]*))?\}")
_SET = re.compile(r"\[\^?(?:\\.|[^\\\]])+\]")
# to look for a character of a set; those that are common come first
_CHARACTERS = "aA0-_./ " + "".join(map(chr, range(32, 127)))
_WITHOUT_BOUND = 1 << 30


class _Part(NamedTuple):
    """A character of a pattern with the bounds of its repeats."""

    character: str
    low: int = 1
    high: int = 1


def matching(pattern: str, length: int = 0) -> str:
    """Return a text that matches a pattern, of the length or as near to it as repeats allow.

    Of the alternatives of a group, it takes the first one.
    """
    parts = list(_parts(pattern))
    missing = length - sum(part.low for part in parts)
    text = ""
    for part in parts:
        more = max(0, min(missing, part.high - part.low))
        missing -= more
        text += part.character * (part.low + more)
    is_open = not pattern.endswith("$") or pattern.endswith(r"\$")
    return text + "a" * max(0, missing) if is_open else text


def _parts(pattern: str) -> Iterator[_Part]:
    at, end = 1, len(pattern)
    skipping = 0  # groups around alternatives that are not taken
    while at < end:
        if pattern.startswith("(?:", at):
            skipping += bool(skipping)
            at += 3
            continue
        if pattern[at] in "|)":
            closes = pattern[at] == ")"
            skipping = max(0, skipping - 1) if closes else skipping or 1
            at += 1 + (closes and pattern.startswith("?", at + 1))
            continue
        if pattern[at:] == "$":
            return
        character, at = _atom(pattern, at)
        low, high, at = _bounds(pattern, at)
        if not skipping:
            yield _Part(character, low, high)


def _atom(pattern: str, at: int) -> tuple[str, int]:
    """Return a character that the atom at an offset matches, and the offset after the atom."""
    if pattern[at] == "\\":
        return pattern[at + 1], at + 2
    if pattern[at] != "[":
        return pattern[at], at + 1
    found = _SET.match(pattern, at)
    assert found is not None  # patterns are checked when they are read
    one = re.compile(found[0])
    return next(filter(one.fullmatch, _CHARACTERS), ""), found.end()


def _bounds(pattern: str, at: int) -> tuple[int, int, int]:
    """Return the bounds of the repeat at an offset, and the offset after it."""
    found = _REPEAT.match(pattern, at)
    if found is None:
        return 1, 1, at
    sign, low, several, high = found.groups()
    if sign is None:
        most = int(high or _WITHOUT_BOUND) if several else int(low)
        return int(low), most, found.end()
    return int(sign == "+"), 1 if sign == "?" else _WITHOUT_BOUND, found.end()
