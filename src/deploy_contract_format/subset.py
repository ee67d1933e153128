"""The declared subset of JSON Schema 2020-12: what every engine enforces alike. Anything else is refused, loudly."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from deploy_contract_format.pointer import Tokens

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
SECRET = "x-secret"  # marks a value that no page, log or report may show; engines ignore it
ANNOTATIONS = frozenset(
    {"$schema", "title", "description", "default", "examples", "readOnly"}
)  # and x-...
RESOURCE_KEYWORDS = frozenset(
    {
        "$ref",
        "type",
        "properties",
        "required",
        "items",
        "additionalProperties",
        "enum",
        "minimum",
        "maximum",
        "format",
        "anyOf",
    }
)
RULE_KEYWORDS = frozenset(
    {
        "type", "properties", "required", "items", "enum", "const", "minimum", "maximum", "exclusiveMinimum",
        "exclusiveMaximum", "pattern", "minLength", "maxLength", "minItems", "maxItems", "allOf", "anyOf",
        "not", "if", "then", "else",
    }
)  # fmt: skip
SPEAKS_OF: Mapping[str, tuple[str, ...]] = {  # keyword -> types that it says something of
    "properties": ("object",),
    "required": ("object",),
    "items": ("array",),
    "minItems": ("array",),
    "maxItems": ("array",),
    "minimum": ("number", "integer"),
    "maximum": ("number", "integer"),
    "exclusiveMinimum": ("number", "integer"),
    "exclusiveMaximum": ("number", "integer"),
    "pattern": ("string",),
    "minLength": ("string",),
    "maxLength": ("string",),
}
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
GREATEST = 2**53 - 1  # of the numbers of a document (RFC 8259, section 6), so of bounds
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
            offset = (
                f"[{'+' if minutes > 0 else '-'}]{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
            )
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
        if "$ref" in keywords and keyword == SECRET and value is not True:
            yield Problem(
                here, f"{SECRET} is only ever `true`; leave it out where the value may be shown"
            )
            continue
        if "$ref" in keywords and (keyword in ANNOTATIONS or str(keyword).startswith("x-")):
            continue  # rules have texts of their own
        if keyword not in keywords:
            yield Problem(
                here,
                f"keyword {keyword!r} is not in the declared subset; use one of {', '.join(sorted(keywords))}",
            )
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
    yield from _ineffective(schema, at)


_CROSSING = (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"))


def _ineffective(schema: Mapping[str, object], at: Tokens) -> Iterator[Problem]:
    """Yield keywords that mean nothing by themselves, and bounds that no value fits."""
    branches = [keyword for keyword in ("then", "else") if keyword in schema]
    if branches and "if" not in schema:
        yield Problem(
            (*at, branches[0]),
            f"{branches[0]} means nothing without `if`; write the condition there",
        )
    if "if" in schema and not branches:
        yield Problem(
            (*at, "if"), "if means nothing without `then` or `else`; write what must hold there"
        )
    for lower, upper in _CROSSING:
        low, high = schema.get(lower), schema.get(upper)
        if isinstance(low, int | float) and isinstance(high, int | float) and low > high:
            yield Problem(
                (*at, lower),
                f"{lower} is above {upper}, so that no value fits; correct one of them",
            )


def _value_problems(
    keyword: str, value: object, schema: Mapping[str, object], at: Tokens
) -> Iterator[Problem]:
    if keyword == "type":
        names = value if isinstance(value, list) else [value]
        if (
            not names
            or not all(isinstance(name, str) and name in TYPES for name in names)
            or len(set(names)) < len(names)
        ):
            yield Problem(
                at, f"type is one of {', '.join(TYPES)}, or a list of them (null in quotes)"
            )
    elif keyword == "enum":
        if (
            not isinstance(value, list)
            or not value
            or not all(member is None or isinstance(member, str) for member in value)
        ):
            yield Problem(
                at,
                "enum is a list of strings and null: engines differ on when other values are equal",
            )
    elif keyword == "const":
        boolean = isinstance(value, bool) and schema.get("type") == "boolean"
        if not (value is None or isinstance(value, str) or boolean):
            yield Problem(
                at,
                "const is a string or null, or a boolean beside `type: boolean`: engines take 1 for true",
            )
    elif keyword == "format":
        if not isinstance(value, str) or value not in FORMATS:
            yield Problem(
                at,
                f"format {value!r} is not in the declared subset; use one of {', '.join(FORMATS)}",
            )
    elif keyword == "pattern":
        yield from (Problem(at, message) for message in pattern_problems(value))
    elif keyword == "required":
        if (
            not isinstance(value, list)
            or not all(isinstance(name, str) for name in value)
            or len(set(value)) < len(value)
        ):
            yield Problem(at, "required is a list of field names, each once")
    elif keyword == "additionalProperties":
        if value is not True or "properties" in schema:
            yield Problem(
                at,
                "additionalProperties is only ever `true`, on a free-form object without properties",
            )
    elif keyword in BOUNDS:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not -GREATEST <= value <= GREATEST
        ):
            yield Problem(
                at, f"{keyword} is a number within +-(2^53 - 1), as all numbers of a document are"
            )
    elif keyword in _COUNTS and (
        isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= GREATEST
    ):
        yield Problem(at, f"{keyword} is an integer from 0 to 2^53 - 1")


_SAFE_ATOM = re.compile(
    r"""
    (?: \\[./*+?()\[\]{}|^]                       # an escaped sign
      | \[ \^? (?: \\[\\\]\[^-] | [^\\\[\]$] )+ \]   # a set of characters, no classes in it
      | [^\\.*+?()\[\]{}|^$]                       # a plain character; `.` means another thing in each language
    )
    """,
    re.VERBOSE,
)
_REPEAT = re.compile(r"[*+?]|\{([0-9]{1,3})(,([0-9]{0,3}))?\}")
_MOST_GROUPS = 4
_MOST_WAYS = 4096  # in which bounded repeats can share out a text


def pattern_problems(pattern: object) -> Iterator[str]:
    r"""Why a pattern is not in the safe subset.

    It begins with ^; then characters, sets of them, a few groups `(?:...|...)`, and `$` at the end alone. Characters and sets
    may be repeated, one of them without a bound; groups may only be optional. Such patterns mean the same in Python, Rust and
    ECMAScript, and match in linear time. `\d`, `\w`, `.`, lookaround and back references are left out.
    """
    if not isinstance(pattern, str) or not pattern.isascii() or not pattern.isprintable():
        yield "pattern is a string of printable ASCII"
        return
    if not pattern.startswith("^"):
        yield "a pattern begins with ^, so that it means the same everywhere; write ^ and what may come before"
        return
    at, depth, groups, unbounded, ways, before = 1, 0, 0, 0, 1, ""
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
            sign, (_, comma, high) = repeat.group(), repeat.groups()
            if before == "repeat" or (before == "group" and sign != "?"):
                yield "repeat characters and sets, not groups or what is repeated already; a group may be optional, with ?"
                return
            endless = sign in "*+" or (bool(comma) and not high)
            unbounded += endless
            ways *= int(high) + 1 if high else 2 if sign == "?" else 1
            at, before = repeat.end(), "repeat"
        elif (atom := _SAFE_ATOM.match(pattern, at)) and not any(
            sign in atom.group() for sign in ("&&", "--", "~~", "[[")
        ):
            at, before = atom.end(), "atom"
        else:
            yield f"the pattern is not in the safe subset at character {at + 1}; use characters, sets, (?:...) and repeats"
            return
    if depth:
        yield "the pattern has an open group"
    elif unbounded > 1 or ways > _MOST_WAYS or groups > _MOST_GROUPS:
        yield f"at most one endless repeat, {_MOST_GROUPS} groups, {_MOST_WAYS} ways to share out the others"
    else:
        try:
            re.compile(pattern)
        except (re.error, OverflowError):
            yield "the pattern is no regular expression: look at the bounds of sets and repeats"
