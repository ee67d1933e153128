"""The declared subset of JSON Schema 2020-12, which all engines enforce the same way."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from deploy_contract_format.patterns import FORMATS, pattern_problems
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.suggestions import one_of

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
TONES = "x-tones"  # how pages show each value of an enum
SECRET = "x-secret"  # marks a value that no page, log or report may show; engines ignore it
# and x-...
ANNOTATIONS = frozenset({"$schema", "title", "description", "default", "examples", "readOnly"})
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
        "type", "properties", "required", "items", "enum", "const", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "pattern", "minLength", "maxLength", "minItems",
        "maxItems", "allOf", "anyOf", "not", "if", "then", "else",
    }
)  # fmt: skip
# keyword -> types that it applies to
SPEAKS_OF: Mapping[str, tuple[str, ...]] = {
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
SAFE_INTEGER = 2**53 - 1  # every JSON reader represents it exactly (RFC 8259, section 6)
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems")


class Problem(NamedTuple):
    """A mistake in the contract or a policy: its place, and how to correct it."""

    at: Tokens
    message: str


def problems(schema: object, keywords: frozenset[str], at: Tokens = ()) -> Iterator[Problem]:
    """Yield the parts of a schema that are outside of the subset.

    Args:
        schema: the schema.
        keywords: the allowed keywords, RESOURCE_KEYWORDS or RULE_KEYWORDS.
        at: its place in the document.
    """
    if not isinstance(schema, Mapping):
        yield Problem(at, "a schema here is an object; write {} to admit everything")
        return
    for keyword, value in schema.items():
        here = (*at, keyword)
        if "$ref" in keywords and keyword == SECRET and value is not True:
            yield Problem(
                here, f"{SECRET} is only ever `true`; leave it out where the value may be shown"
            )
            continue
        if "$ref" in keywords and keyword == TONES and not _has_all_tones(value, schema):
            yield Problem(here, f"{TONES} gives a tone for each value of `enum`, and no other")
            continue
        if "$ref" in keywords and (keyword in ANNOTATIONS or str(keyword).startswith("x-")):
            continue  # schemas of rules have none: rules have texts of their own
        if keyword not in keywords:
            yield Problem(
                here,
                f"keyword {keyword!r} is not in the declared subset;"
                f" use {one_of(keyword, sorted(keywords))}",
            )
        elif keyword == "properties":
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
    """Yield keywords without effect, and bounds that exclude every value."""
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
    """Yield the problems of the value of a keyword without subschemas."""
    if keyword == "pattern":
        for message in pattern_problems(value):
            yield Problem(at, message)
    elif keyword == "const":
        if not (
            is_text_or_null(value) or (isinstance(value, bool) and schema.get("type") == "boolean")
        ):
            yield Problem(
                at,
                "const is a string or null, or a boolean beside `type: boolean`:"
                " engines take 1 for true",
            )
    elif keyword == "format":
        if not isinstance(value, str) or value not in FORMATS:
            yield Problem(
                at,
                f"format {value!r} is not in the declared subset; use {one_of(value, FORMATS)}",
            )
    elif keyword == "additionalProperties":
        if value is not True or "properties" in schema:
            yield Problem(
                at,
                "additionalProperties is only ever `true`,"
                " on a free-form object without properties",
            )
    elif keyword in _VALUES:
        is_valid, message = _VALUES[keyword]
        if not is_valid(value):
            yield Problem(at, message)


def _has_all_tones(tones: object, schema: Mapping[str, object]) -> bool:
    values = schema.get("enum")
    return isinstance(tones, Mapping) and isinstance(values, list) and list(tones) == values


def are_texts(values: Iterable[object]) -> bool:
    """Return True if all values are texts."""
    return all(isinstance(value, str) for value in values)


def is_types(value: object) -> bool:
    """Return True for a type, or a list of types without repetition."""
    names = value if isinstance(value, list) else [value]
    return bool(names) and _is_set_of(names, TYPES)


def _is_set_of(names: list[object], known: tuple[str, ...]) -> bool:
    return are_texts(names) and set(names) <= set(known) and len(set(names)) == len(names)


def is_enum(value: object) -> bool:
    """Return True for a list of texts and null that is not empty."""
    return isinstance(value, list) and bool(value) and all(map(is_text_or_null, value))


def is_text_or_null(value: object) -> bool:
    """Return True for a text and for None, which JSON writes as null."""
    return value is None or isinstance(value, str)


def is_names(value: object) -> bool:
    """Return True for a list of texts without repetition."""
    return isinstance(value, list) and are_texts(value) and len(set(value)) == len(value)


def _is_bound(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return -SAFE_INTEGER <= value <= SAFE_INTEGER


def _is_count(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return 0 <= value <= SAFE_INTEGER


# keyword -> test of its value, and the message if it fails
_VALUES: dict[str, tuple[Callable[[object], bool], str]] = {
    "type": (is_types, f"type is one of {', '.join(TYPES)}, or a list of them (null in quotes)"),
    "enum": (
        is_enum,
        "enum is a list of strings and null: engines differ on when other values are equal",
    ),
    "required": (is_names, "required is a list of field names, each once"),
}
for _keyword in BOUNDS:
    _VALUES[_keyword] = (
        _is_bound,
        f"{_keyword} is a number within +-(2^53 - 1), as all numbers of a document are",
    )
for _keyword in _COUNTS:
    _VALUES[_keyword] = (_is_count, f"{_keyword} is an integer from 0 to 2^53 - 1")
