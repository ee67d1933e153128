"""The declared subset of JSON Schema 2020-12: what every engine enforces alike. Anything else is refused, loudly."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from deploy_contract_format.pointer import Tokens

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
ANNOTATIONS = frozenset({"$schema", "title", "description", "default", "examples", "readOnly"})  # and x-...
RESOURCE_KEYWORDS = frozenset(
    {"$ref", "type", "properties", "required", "items", "additionalProperties", "enum", "minimum", "maximum", "format", "anyOf"}
)
RULE_KEYWORDS = frozenset(
    {
        "type", "properties", "required", "items", "enum", "const", "minimum", "maximum", "pattern",
        "minLength", "maxLength", "minItems", "maxItems", "allOf", "anyOf", "not", "if", "then", "else",
    }
)  # fmt: skip
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems")
FORMATS = ("date-time", "uuid")

_HEX = "[0-9a-fA-F]"
_LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DATE = (
    "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    f"|02-(?:0[1-9]|1[0-9]|2[0-8]))|{_LEAP_YEAR}-02-29)"
)
_FRACTION = r"(?:\.[0-9]+)?"


def _leap_seconds() -> str:
    """Local times of 23:59:60 UTC, for every offset in use: whole, half and quarter hours from -12:00 to +14:00."""
    times = [f"23:59:60{_FRACTION}(?:[Zz]|[+-]00:00)"]
    for minutes in range(-12 * 60, 14 * 60 + 1, 15):
        if minutes:
            hour, minute = divmod((23 * 60 + 59 + minutes) % (24 * 60), 60)
            offset = f"[{'+' if minutes > 0 else '-'}]{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
            times.append(f"{hour:02}:{minute:02}:60{_FRACTION}{offset}")
    return "|".join(times)


PATTERNS: Mapping[str, str] = {
    # RFC 9562, section 4: 8-4-4-4-12, either case
    "uuid": f"^{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}$",
    # RFC 3339, section 5.6, with an offset; a leap second only where one can be
    "date-time": (
        f"^{_DATE}[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]{_FRACTION}"
        f"(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|{_leap_seconds()})$"
    ),
}


class Problem(NamedTuple):
    """A fault of the contract or of a policy: where in the document, and what to do about it."""

    at: Tokens
    message: str


def problems(schema: object, keywords: frozenset[str], at: Tokens = ()) -> Iterator[Problem]:
    """What in a schema lies outside the subset. `keywords` are those allowed: RESOURCE_KEYWORDS or RULE_KEYWORDS."""
    if not isinstance(schema, Mapping):
        yield Problem(at, "a schema here is an object; write {} for one that admits everything")
        return
    for keyword, value in schema.items():
        here = (*at, keyword)
        if keyword in ANNOTATIONS or str(keyword).startswith("x-"):
            continue
        if keyword not in keywords:
            yield Problem(here, f"keyword {keyword!r} is not in the declared subset; use one of {', '.join(sorted(keywords))}")
        elif keyword in ("properties",):
            if not isinstance(value, Mapping):
                yield Problem(here, "properties is an object of schemas")
                continue
            for name, member in value.items():
                yield from problems(member, keywords, (*here, name))
        elif keyword in ("items", "not", "if", "then", "else"):
            yield from problems(value, keywords, here)
        elif keyword in ("allOf", "anyOf"):
            if not isinstance(value, list) or not value:
                yield Problem(here, f"{keyword} is a list of schemas")
                continue
            for index, member in enumerate(value):
                yield from problems(member, keywords, (*here, index))
        else:
            yield from _value_problems(keyword, value, schema, here)


def _value_problems(keyword: str, value: object, schema: Mapping[str, object], at: Tokens) -> Iterator[Problem]:
    if keyword == "type":
        names = value if isinstance(value, list) else [value]
        for name in names:
            if name not in TYPES:
                yield Problem(at, f"type is one of {', '.join(TYPES)}, or a list of them (null in quotes)")
    elif keyword == "enum":
        if not isinstance(value, list) or not value or not all(member is None or isinstance(member, str) for member in value):
            yield Problem(at, "enum is a list of strings and null: engines differ on when other values are equal")
    elif keyword == "const":
        boolean = isinstance(value, bool) and schema.get("type") == "boolean"
        if not (value is None or isinstance(value, str) or boolean):
            yield Problem(at, "const is a string or null, or a boolean beside `type: boolean`: engines take 1 for true")
    elif keyword == "format":
        if value not in FORMATS:
            yield Problem(at, f"format {value!r} is not in the declared subset; use one of {', '.join(FORMATS)}")
    elif keyword == "pattern":
        yield from (Problem(at, message) for message in pattern_problems(value))
    elif keyword == "required":
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            yield Problem(at, "required is a list of field names")
    elif keyword == "additionalProperties":
        if value is not True or "properties" in schema:
            yield Problem(at, "additionalProperties is only ever `true`, on a free-form object without properties")
    elif keyword in ("minimum", "maximum"):
        if isinstance(value, bool) or not isinstance(value, int):
            yield Problem(at, f"{keyword} is an integer: engines round other bounds differently")
    elif keyword in _COUNTS and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        yield Problem(at, f"{keyword} is an integer of at least 0")


_SAFE_ATOM = re.compile(
    r"""
    (?: \\[.\\/*+?()\[\]{}|^$]                       # an escaped sign
      | \[ \^? (?: \\[\\\]\[^-] | [^\\\[\]] )+ \]    # a set of characters, no classes in it
      | [^\\.*+?()\[\]{}|^$]                         # a plain character; `.` means another thing in each language
    )
    """,
    re.VERBOSE,
)
_REPEAT = re.compile(r"[*+?]|\{[0-9]{1,4}(?:,[0-9]{0,4})?\}")


def pattern_problems(pattern: object) -> Iterator[str]:
    r"""Why a pattern is not in the safe subset: anchored at the start, literals, sets and flat alternatives, one repeat deep.

    Such patterns mean the same in Python, Rust and ECMAScript, and match in linear time. `\d`, `\w`, lookaround,
    back references and a repeat within a repeat are left out.
    """
    if not isinstance(pattern, str) or not pattern.isascii() or not pattern.isprintable():
        yield "pattern is a string of printable ASCII"
        return
    if not pattern.startswith("^"):
        yield "a pattern begins with ^, so that it means the same everywhere; write ^ and what may come before"
        return
    at, depth, repeats, before = 1, 0, 0, ""
    group_repeats: list[bool] = []
    while at < len(pattern):
        sign = pattern[at]
        if sign == "$" and at == len(pattern) - 1:
            break
        if pattern.startswith("(?:", at):
            group_repeats.append(False)
            depth, at, before = depth + 1, at + 3, ""
            continue
        if sign == ")" and depth:
            before = "repeating group" if group_repeats.pop() else "group"
            depth, at = depth - 1, at + 1
            continue
        if sign == "|" and depth:
            at, before = at + 1, ""
            continue
        repeat = _REPEAT.match(pattern, at)
        if repeat and before:
            unbounded = repeat.group() in "*+" or repeat.group().endswith(",}")
            if before in ("repeat", "repeating group"):
                yield "a repeat within or after a repeat is not in the safe subset; repeat one set of characters"
                return
            repeats += unbounded
            if repeats > 1:
                yield "a pattern has at most one unbounded repeat, so that matching stays linear"
                return
            group_repeats[:] = [True] * len(group_repeats)
            at, before = repeat.end(), "repeat"
            continue
        atom = _SAFE_ATOM.match(pattern, at)
        if not atom or any(sign in atom.group() for sign in ("&&", "--", "~~", "[[")):  # operators of sets in Rust
            yield f"the pattern is not in the safe subset at character {at + 1}; use literals, sets, (?:...) and one repeat"
            return
        at, before = atom.end(), "atom"
    if depth:
        yield "the pattern has an open group"
