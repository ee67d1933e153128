"""Patterns: the safe subset of regular expressions, and the patterns of the formats.

A safe pattern means the same in Python, Rust and ECMAScript, and matches in linear time.
"""

import re
from collections.abc import Iterator, Mapping
from math import prod
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
    """Return a uuid in lower case, and any other value unchanged."""
    return value.lower() if isinstance(value, str) and is_uuid(value) else value


_SET_OPERATION = re.compile(r"&&|--|~~|\[\[")  # operations on sets in Rust, characters elsewhere
_TOKEN = re.compile(
    r"""
    (?P<open>\(\?:) | (?P<close>\)) | (?P<or>\|)
    | (?P<repeat> [*+?] | \{ (?P<low>[0-9]{1,3}) (?P<comma>,(?P<high>[0-9]{0,3}))? \} )
    | (?P<atom>
        \\[./*+?()\[\]{}|^]                          # an escaped character
      | \[ \^? (?: \\[\\\]\[^-] | [^\\\[\]$] )+ \]   # a set of characters, no classes in it
      | [^\\.*+?()\[\]{}|^$]                         # a plain character; languages differ on `.`
    )
    """,
    re.VERBOSE,
)
_MAX_GROUPS = 4
_MAX_WAYS = 4096  # ways to divide a text among bounded repeats
_MAX_STATES = 4096  # some engines compile a state for each character that repeats may match


def pattern_problem(pattern: object) -> str | None:
    r"""Return the reason why a pattern is not in the safe subset, or None if it is.

    A pattern begins with ^, and may end with $. Between them are characters, sets of characters,
    and a few groups `(?:...|...)`. Characters and sets may be repeated. At most one repeat has no
    bound. The bounds of the others are limited by `_MAX_WAYS` and `_MAX_STATES`. Groups may be
    optional, but not repeated. `\d`, `\w`, `.`, lookaround and back references are excluded. The
    patterns of formats are safe, too.
    """
    if pattern in PATTERNS.values():
        return None
    if not isinstance(pattern, str) or not pattern.isascii() or not pattern.isprintable():
        return "pattern is a string of printable ASCII"
    if not pattern.startswith("^"):
        return (
            "a pattern begins with ^, so that it means the same everywhere;"
            " write ^ and the characters that may come before"
        )
    try:
        tokens = list(_tokens(pattern))
    except ValueError as reason:
        return str(reason)
    kinds = [token.lastgroup for token in tokens]
    repeats = [token for token in tokens if token.lastgroup == "repeat"]
    endless = [part for part in repeats if part[0] in "*+" or (part["comma"] and not part["high"])]
    ways = prod([int(part["high"] or part[0] == "?") + 1 for part in repeats])
    states = kinds.count("atom") + sum(int(part["high"] or part["low"] or 1) for part in repeats)
    if len(endless) > 1 or ways > _MAX_WAYS or kinds.count("open") > _MAX_GROUPS:
        return (
            f"at most one endless repeat, {_MAX_GROUPS} groups,"
            f" {_MAX_WAYS} ways to divide a text among bounded repeats"
        )
    if states > _MAX_STATES:
        return f"the pattern needs more than {_MAX_STATES} states; shorten it"
    try:
        re.compile(pattern)
    except (re.error, OverflowError):
        return "the pattern is not a regular expression: check the bounds of sets and repeats"
    return None


def _tokens(pattern: str) -> Iterator[re.Match[str]]:
    """Yield the tokens between ^ and $. Raises ValueError with the reason if one is not allowed."""
    at, depth, before = 1, 0, ""
    while at < len(pattern) and (depth or pattern[at:] != "$"):
        token = _TOKEN.match(pattern, at)
        kind = (token and token.lastgroup) or ""
        needs_before, needs_group = kind == "repeat", kind in ("close", "or")
        is_misplaced = (needs_before and not before) or (needs_group and not depth)
        if token is None or is_misplaced or _SET_OPERATION.search(token[0]):
            raise ValueError(
                f"the pattern is not in the safe subset at character {at + 1};"
                " use characters, sets, (?:...) and repeats"
            )
        if needs_before and (before == "repeat" or (before == "close" and token[0] != "?")):
            raise ValueError(
                "repeat characters and sets, not groups or repeats; a group may be optional, with ?"
            )
        depth += (kind == "open") - (kind == "close")
        before = "" if kind in ("open", "or") else kind
        at = token.end()
        yield token
    if depth:
        raise ValueError("the pattern has an open group")
