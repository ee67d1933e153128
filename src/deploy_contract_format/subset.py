"""The declared subset of JSON Schema 2020-12, which all engines enforce the same way."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from keyword import iskeyword
from typing import Any, NamedTuple, TypeGuard

from deploy_contract_format.definitions import ANY, SECRET, reference_to, types_of
from deploy_contract_format.patterns import FORMATS, pattern_problem
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.rules import EFFECTS
from deploy_contract_format.suggestions import not_one_of, one_of

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
TONES = ("good", "waiting", "idle", "attention")  # how pages show a value of an enum (`x-tones`)
# keywords without effect on verdicts
ANNOTATIONS = frozenset({"$schema", "title", "description", "default", "examples", "readOnly"})
SAFE_INTEGER = 2**53 - 1  # every JSON parser represents it exactly (RFC 8259, section 6)


def types_except(excluded: Container[str]) -> list[str]:
    """Return the types of JSON Schema that are not excluded, in their usual order."""
    return [kind for kind in TYPES if kind not in excluded]


class Problem(NamedTuple):
    """A mistake in the contract or a policy: its place, and how to correct it."""

    at: Tokens
    message: str


Fault = Callable[[Any, Mapping[str, Any]], str | None]
Needed = Mapping[str, Sequence[Sequence[str]]]  # type -> groups of keywords


class Keyword(NamedTuple):
    """A keyword of the subset."""

    # the schemas that may have it: "resources" and "rules" of the spec, "tables" of a bundle
    users: tuple[str, ...]
    types: tuple[str, ...] = ()  # the types to which it applies; empty if it applies to all
    # the schemas in its value: "one", a "list", one for the "items" of an array, or one for each of
    # the "members" of an object; "" if there are none
    schemas: str = ""
    # takes a value and the schema around it, and returns why the value is not valid, or None
    fault: Fault = lambda _value, _schema: None


# -- values of keywords


def are_texts(values: Iterable[object]) -> bool:
    """Return True if all values are texts."""
    return all(isinstance(value, str) for value in values)


def is_types(value: object) -> bool:
    """Return True for a type, or a list of types without repetition."""
    names = value if isinstance(value, list) else [value]
    return bool(names) and is_names(names) and set(names) <= set(TYPES)


def is_text_or_null(value: object) -> bool:
    """Return True for a text and for None, which JSON writes as null."""
    return value is None or isinstance(value, str)


def is_names(value: object) -> bool:
    """Return True for a list of texts without repetition."""
    return isinstance(value, list) and are_texts(value) and len(set(value)) == len(value)


def is_bound(value: object, minimum: int = -SAFE_INTEGER) -> bool:
    """Return True for a number from `minimum` to 2^53 - 1."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return minimum <= value <= SAFE_INTEGER


def _unless(is_valid: Callable[[object], bool], message: str) -> Fault:
    return lambda value, _: None if is_valid(value) else message


def _const_fault(value: object, schema: Mapping[str, Any]) -> str | None:
    is_boolean = isinstance(value, bool) and schema.get("type") == "boolean"
    if is_text_or_null(value) or is_boolean:
        return None
    return "const is a string or null, or a boolean beside `type: boolean`: engines take 1 for true"


def _choice(names: Collection[str]) -> Fault:
    return lambda value, _: None if value in names else not_one_of(value, names)


def _tones_fault(value: object, schema: Mapping[str, Any]) -> str | None:
    values = set(schema["enum"]) if _is_enum(schema.get("enum")) else set()
    if not isinstance(value, Mapping) or value.keys() != values:
        return "x-tones gives a tone for each value of `enum`, and no other"
    wrong = [not_one_of(tone, TONES) for tone in value.values() if tone not in TONES]
    return wrong[0] if wrong else None


def _additional_fault(value: object, schema: Mapping[str, Any]) -> str | None:
    is_free = value is True and "properties" not in schema
    if is_free or value == reference_to(ANY):  # the form in a table
        return None
    return "additionalProperties is only ever `true`, on a free-form object without properties"


def is_filled(value: object) -> TypeGuard[list[Any]]:
    """Return True for a list that is not empty."""
    return isinstance(value, list) and bool(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_line_or_block(value: object) -> bool:
    """Return True for a line, which YAML may end with a line break (`>`)."""
    return isinstance(value, str) and _is_line(value.removesuffix("\n"))


def _is_reference(value: object) -> bool:
    return isinstance(value, Mapping) and set(value) == {"$ref"} and are_texts(value.values())


def _is_enum(value: object) -> TypeGuard[list[str | None]]:
    return is_filled(value) and all(map(is_text_or_null, value))


_RESOURCES, _RULES, _TABLES = ("resources",), ("rules",), ("tables",)
_DESCRIBED = (*_RESOURCES, *_TABLES)
_ALL = (*_DESCRIBED, *_RULES)
_NUMBER = ("number", "integer")
_TYPE = f"type is one of {', '.join(TYPES)}, or a list of them (null in quotes)"
_ENUM = "enum is a list of strings and null: engines differ on when other values are equal"
_REQUIRED = "required is a list of field names, each once"
_PROPERTIES = "properties is an object of schemas"


def _bound(name: str, users: tuple[str, ...]) -> Keyword:
    message = f"{name} is a number within +-(2^53 - 1), as all numbers of a document are"
    return Keyword(users, _NUMBER, fault=_unless(is_bound, message))


def _count(name: str, type_: str, users: tuple[str, ...] = _RULES) -> Keyword:
    message = f"{name} is an integer from 0 to 2^53 - 1"
    fault = _unless(lambda value: isinstance(value, int) and is_bound(value, 0), message)
    return Keyword(users, (type_,), fault=fault)


def _list_of_schemas(name: str, users: tuple[str, ...]) -> Keyword:
    return Keyword(users, (), "list", _unless(is_filled, f"{name} is a list of schemas"))


_REFERENCE = "a reference is the path of a file of schemas/, such as secret.yaml"
_UNSECRET = f"{SECRET} is only ever `true`; leave it out where the value may be shown"
KEYWORDS: Mapping[str, Keyword] = {
    **dict.fromkeys(ANNOTATIONS, Keyword(_DESCRIBED)),
    "description": Keyword(_DESCRIBED, fault=_unless(_is_text, "description is a text")),
    "title": Keyword(_DESCRIBED, fault=_unless(_is_line, "title is one printable line of text")),
    SECRET: Keyword(_DESCRIBED, fault=_unless(lambda value: value is True, _UNSECRET)),
    "x-gap": Keyword(_RESOURCES, fault=_unless(_is_line_or_block, "x-gap is one line of text")),
    "x-patch": Keyword(_RESOURCES, fault=_choice(EFFECTS)),
    "x-tones": Keyword(_RESOURCES, fault=_tones_fault),
    "x-items": Keyword(_RESOURCES, schemas="one"),
    "x-values": Keyword(
        _RESOURCES, fault=_unless(_is_reference, "x-values is a reference to a schema file")
    ),
    "x-format": Keyword(_TABLES, fault=_choice(tuple(FORMATS))),
    "$ref": Keyword(_DESCRIBED, fault=_unless(_is_text, _REFERENCE)),
    "type": Keyword(_ALL, fault=_unless(is_types, _TYPE)),
    "properties": Keyword(
        _ALL,
        ("object",),
        "members",
        _unless(lambda value: isinstance(value, Mapping), _PROPERTIES),
    ),
    "required": Keyword(_ALL, ("object",), fault=_unless(is_names, _REQUIRED)),
    "items": Keyword(_ALL, ("array",), "items"),
    "additionalProperties": Keyword(_DESCRIBED, ("object",), fault=_additional_fault),
    "enum": Keyword(_ALL, fault=_unless(_is_enum, _ENUM)),
    "const": Keyword(_RULES, fault=_const_fault),
    "minimum": _bound("minimum", _ALL),
    "maximum": _bound("maximum", _ALL),
    "exclusiveMinimum": _bound("exclusiveMinimum", _RULES),
    "exclusiveMaximum": _bound("exclusiveMaximum", _RULES),
    "format": Keyword(_RESOURCES, ("string",), fault=_choice(tuple(FORMATS))),
    "pattern": Keyword(
        (*_RULES, *_TABLES), ("string",), fault=lambda value, _: pattern_problem(value)
    ),
    "minLength": _count("minLength", "string"),
    "maxLength": _count("maxLength", "string"),
    "minItems": _count("minItems", "array"),
    "maxItems": _count("maxItems", "array", (*_RULES, *_TABLES)),
    "maxProperties": _count("maxProperties", "object", _TABLES),
    "allOf": _list_of_schemas("allOf", _RULES),
    "anyOf": _list_of_schemas("anyOf", (*_RESOURCES, *_RULES)),
    "not": Keyword(_RULES, schemas="one"),
    "if": Keyword(_RULES, schemas="one"),
    "then": Keyword(_RULES, schemas="one"),
    "else": Keyword(_RULES, schemas="one"),
}
RESOURCE_KEYWORDS, RULE_KEYWORDS, TABLE_KEYWORDS = [
    frozenset([name for name in KEYWORDS if user in KEYWORDS[name].users])
    for user in ("resources", "rules", "tables")
]
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_CROSSING = (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"))


def subschemas(keyword: str, value: Any) -> Iterator[tuple[Tokens, Any, tuple[str, ...]]]:
    """Yield the schemas in the value of a keyword.

    With each come the tokens below the keyword, and the pattern of the values to which it applies.
    """
    schemas = KEYWORDS[keyword].schemas
    if schemas in ("one", "items"):
        yield (), value, ("*",) if schemas == "items" else ()
    elif schemas == "list":
        for index, member in enumerate(value):
            yield (index,), member, ()
    elif schemas == "members":
        for name, member in value.items():
            yield (name,), member, (name,)


# -- schemas


def problems(
    schema: object, keywords: frozenset[str], at: Tokens = (), needed: Needed | None = None
) -> Iterator[Problem]:
    """Yield a problem for each part of a schema that is outside of the subset.

    `keywords` are the allowed ones: RESOURCE_KEYWORDS, RULE_KEYWORDS or TABLE_KEYWORDS. `needed`
    has groups of keywords for each type. A schema of the type must have a keyword of each group. If
    `needed` is given, parts on which engines may differ are problems, too.
    """
    if not isinstance(schema, Mapping):
        yield Problem(at, "a schema here is an object; write {} to admit everything")
        return
    message: str | None
    is_sound = True  # until the value of a keyword has a fault
    for keyword, value in schema.items():
        here = (*at, keyword)
        if keyword not in keywords:
            if keywords is TABLE_KEYWORDS and str(keyword).startswith("x-"):
                continue  # a mark that a later version of the generator writes
            message = (
                f"keyword {keyword!r} is not in the declared subset;"
                f" use {one_of(keyword, sorted(keywords))}"
            )
        else:
            message = KEYWORDS[keyword].fault(value, schema)
            is_sound = is_sound and message is None
            if keyword == "anyOf" and "const" not in keywords and not _is_nullable_reference(value):
                message = 'anyOf is only ever [{$ref: ...}, {type: "null"}]'
        if message is not None:
            yield Problem(here, message)
            continue
        for below, inner, _ in subschemas(keyword, value):
            yield from problems(inner, keywords, (*here, *below), needed)
    yield from _ineffective(schema, at)
    if needed is not None and is_sound:
        yield from _incomplete(schema, keywords, needed, at)


def _is_nullable_reference(choices: object) -> bool:
    if not is_filled(choices) or len(choices) != 2 or not isinstance(choices[0], Mapping):
        return False
    return "$ref" in choices[0] and choices[1] == {"type": "null"}


def _ineffective(schema: Mapping[str, object], at: Tokens) -> Iterator[Problem]:
    """Yield a problem for each keyword without effect, and for bounds that exclude every value."""
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
                f"{lower} is above {upper}, so no value fits; correct one of them",
            )


def _incomplete(
    schema: Mapping[str, Any], keywords: frozenset[str], needed: Needed, at: Tokens
) -> Iterator[Problem]:
    """Yield a problem for each part of a schema on which engines may differ."""
    shapes = {"type", "$ref", "anyOf"} & set(schema)
    if not shapes:
        yield Problem(at, "no type; name it, or refer to a schema that does")
        return
    if len(shapes) > 1:
        yield Problem(at, f"one of {', '.join(sorted(shapes))}, not several")
        return
    types = types_of(schema)
    for keyword in keywords & schema.keys():
        meant = ("string",) if keyword == "enum" else KEYWORDS[keyword].types
        if meant and set(meant).isdisjoint(types):
            message = "has no effect on this type, or beside a reference"
            yield Problem((*at, keyword), f"{keyword} {message}")
    for type_ in types:
        for group in needed.get(type_, ()):
            if schema.keys().isdisjoint(group):
                yield Problem(at, f"the type {type_} needs {' or '.join(group)}")
    choices = schema.get("enum", [None])
    if len(set(choices)) < len(choices):
        yield Problem((*at, "enum"), "enum has a value twice; remove one of them")
    if not all(map(_is_line, filter(None, choices))):
        yield Problem((*at, "enum"), "enum has only printable texts, since messages list them")
    if "null" in types and None not in choices:
        yield Problem((*at, "enum"), "the type admits null and enum does not; add null to it")
    declared = schema.get("properties", {})
    for name in declared:
        is_plain = isinstance(name, str) and name.isascii() and name.isidentifier()
        if not is_plain or iskeyword(name) or name.startswith("_"):
            message = "a property name is a Python identifier: no keyword, and no _ at its start"
            yield Problem((*at, "properties", name), message)
    for name in schema.get("required", []):
        if name not in declared:
            message = f"required field {name} is not among the properties"
            yield Problem((*at, "required"), message)
