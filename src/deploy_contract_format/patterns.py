"""Patterns: the safe subset of regular expressions, and the patterns of the formats.

A safe pattern means the same in Python, Rust and ECMAScript, and matches in linear time.
"""

import re
from collections.abc import Mapping
from typing import Any

FORMATS = ("date-time", "uuid")

_HEX = "[0-9a-fA-F]"
_LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DATE = (
    "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    f"|02-(?:0[1-9]|1[0-9]|2[0-8]))|{_LEAP_YEAR}-02-29)"
)
_FRACTION = r"(?:\.[0-9]+)?"


def _leap_seconds() -> str:
    """Return the local times of 23:59:60 UTC.

    The offsets are quarter hours from -12:00 to +14:00.
    """
    times = [f"23:59:60{_FRACTION}(?:[Zz]|[+-]00:00)"]
    for minutes in range(-12 * 60, 14 * 60 + 1, 15):
        if minutes:
            hour, minute = divmod((23 * 60 + 59 + minutes) % (24 * 60), 60)
            sign = "+" if minutes > 0 else "-"
            offset = f"[{sign}]{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
            times.append(f"{hour:02}:{minute:02}:60{_FRACTION}{offset}")
    return "|".join(times)


PATTERNS: Mapping[str, str] = {
    # RFC 9562, section 4: 8-4-4-4-12, either case
    "uuid": f"^{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}$",
    # RFC 3339, section 5.6, with an offset; leap seconds only at the end of a UTC day
    "date-time": (
        f"^{_DATE}[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]{_FRACTION}"
        f"(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|{_leap_seconds()})$"
    ),
}


_UUID = re.compile(PATTERNS["uuid"])


def is_uuid(text: str) -> bool:
    """Return True for a uuid in either letter case."""
    return len(text) == 36 and _UUID.match(text) is not None


def without_case(value: Any) -> Any:
    """Return a uuid in lower case, and any other value as it is."""
    return value.lower() if isinstance(value, str) and is_uuid(value) else value


_SET_OPERATION = re.compile(r"&&|--|~~|\[\[")  # operations on sets in Rust, characters elsewhere
_SAFE_ATOM = re.compile(
    r"""
    (?: \\[./*+?()\[\]{}|^]                       # an escaped sign
      | \[ \^? (?: \\[\\\]\[^-] | [^\\\[\]$] )+ \]   # a set of characters, no classes in it
      | [^\\.*+?()\[\]{}|^$]                       # a plain character; `.` differs between languages
    )
    """,
    re.VERBOSE,
)
_REPEAT = re.compile(r"[*+?]|\{([0-9]{1,3})(,([0-9]{0,3}))?\}")
_MOST_GROUPS = 4
_MOST_WAYS = 4096  # ways to divide a text among bounded repeats
_LONGEST = 4096  # characters that bounded repeats match; some engines compile a state for each


def pattern_problem(pattern: object) -> str | None:
    r"""Return the reason why a pattern is not in the safe subset, or None if it is.

    A pattern begins with ^, and may end with $. Between them are characters, sets of characters,
    and a few groups `(?:...|...)`. Characters and sets may be repeated. At most one repeat has no
    bound, and bounded repeats match 4,096 characters at most. Groups may be optional, but not
    repeated. `\d`, `\w`, `.`, lookaround and back references are excluded. The patterns of formats
    are safe, too.
    """
    if pattern in PATTERNS.values():
        return None
    if not isinstance(pattern, str) or not pattern.isascii() or not pattern.isprintable():
        return "pattern is a string of printable ASCII"
    if not pattern.startswith("^"):
        return (
            "a pattern begins with ^, so that it means the same everywhere;"
            " write ^ and what may come before"
        )
    at, depth, groups, unbounded, ways, before = 1, 0, 0, 0, 1, ""
    length = 0
    while at < len(pattern):
        if pattern[at:] == "$" and not depth:
            break
        if pattern.startswith("(?:", at):
            depth, groups, at, before = depth + 1, groups + 1, at + 3, ""
        elif pattern[at] == ")" and depth:
            depth, at, before = depth - 1, at + 1, "group"
        elif pattern[at] == "|" and depth:
            at, before = at + 1, ""
        elif (repeat := _REPEAT.match(pattern, at)) and before:
            sign, (low, comma, high) = repeat.group(), repeat.groups()
            if before == "repeat" or (before == "group" and sign != "?"):
                return (
                    "repeat characters and sets, not groups or what is repeated already;"
                    " a group may be optional, with ?"
                )
            endless = sign in "*+" or (bool(comma) and not high)
            unbounded += endless
            ways *= int(high) + 1 if high else 2 if sign == "?" else 1
            length += int(high or low or 1)
            at, before = repeat.end(), "repeat"
        elif (atom := _SAFE_ATOM.match(pattern, at)) and not _SET_OPERATION.search(atom.group()):
            at, before = atom.end(), "atom"
            length += 1
        else:
            return (
                f"the pattern is not in the safe subset at character {at + 1};"
                " use characters, sets, (?:...) and repeats"
            )
    if depth:
        return "the pattern has an open group"
    if unbounded > 1 or ways > _MOST_WAYS or groups > _MOST_GROUPS:
        return (
            f"at most one endless repeat, {_MOST_GROUPS} groups,"
            f" {_MOST_WAYS} ways to divide a text among bounded repeats"
        )
    if length > _LONGEST:
        return f"the pattern matches more than {_LONGEST} characters one by one; shorten it"
    try:
        re.compile(pattern)
    except (re.error, OverflowError):
        return "the pattern is not a regular expression: check the bounds of sets and repeats"
    return None
