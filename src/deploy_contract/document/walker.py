"""One walk down an instance and its schema that finds each keyword the instance fails.

It is lazy: it stops if the caller asks for no more findings.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import ge, gt, le, lt
from typing import Any, NamedTuple

from deploy_contract.document.undeclared import Folds
from deploy_contract_format.definitions import parse_reference
from deploy_contract_format.light_tuples import LightTuple
from deploy_contract_format.numerals import Numeral
from deploy_contract_format.overlay import Schema
from deploy_contract_format.pointer import Tokens

_CLASSES: Mapping[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "null": (type(None),),
    "number": (int, float, Numeral),
    "object": (dict,),
    "string": (str,),
}
_NUMBERS = frozenset(_CLASSES["number"])


class Finding(NamedTuple):
    """A keyword that an instance fails.

    Attributes:
        keyword: of JSON Schema.
        at: tokens of the instance.
        schema: the schema that holds the keyword.
        name: of the missing or undeclared member, for `required` and `additionalProperties`.
    """

    keyword: str
    at: Tokens
    schema: Schema
    name: str | None = None


class Guide(LightTuple):
    """The definitions that references of a schema lead to, and validators of them.

    The walk enters an instance only if its validator returns False.

    Attributes:
        definitions: annotated definitions by name.
        validators: of the same definitions by name.
        undeclared: members beyond `properties` are findings of the keyword additionalProperties.
        skip_oversized: the members of an array or object that has too many are not walked.
    """

    definitions: Mapping[str, Schema]
    validators: Mapping[str, Callable[[Any], bool]]
    undeclared: bool = False
    skip_oversized: bool = False


class _EnterAll(dict[str, Callable[[Any], bool]]):
    """Validators that let the walk enter every instance."""

    def __missing__(self, _name: str) -> Callable[[Any], bool]:
        return _never


NO_GUIDE = Guide({}, _EnterAll())
FREE_FORM = "Any-"  # prefix of the names of definitions that accept any JSON value
MEMBERS = "x-members"  # of an annotated schema: name -> _Member
FOLDS = "x-folds"  # of an annotated schema: declared names as `undeclared.Folds`
# of an annotated schema: texts of its violations, made once. A contract has a limited number.
TEXTS = "x-texts"

_SLOW_KEYWORDS = frozenset(
    {
        "enum", "const", "pattern", "minLength", "maxLength", "exclusiveMinimum",
        "exclusiveMaximum", "allOf", "anyOf", "not", "if",
    }
)  # fmt: skip
_COMBINING = frozenset({"allOf", "anyOf", "not", "if"})
_BOUNDS: tuple[tuple[str, Callable[[Any, Any], bool]], ...] = (
    ("minimum", lt),
    ("maximum", gt),
    ("exclusiveMinimum", le),
    ("exclusiveMaximum", ge),
)


class _Member(LightTuple):
    """A declared member, prepared so that most valid values are passed with one look.

    Attributes:
        classes: Python classes of valid scalars if only their bounds can be wrong, else None.
        minimum: bound of numbers, maybe infinite.
        maximum: the same.
        reference: name of the definition that a `$ref` leads to.
        schema: of the member.
    """

    classes: frozenset[type] | None
    minimum: float
    maximum: float
    reference: str | None
    schema: Schema


def annotated(schema: Any) -> Any:
    """Return a copy of a schema for walks, with a table of the members of each object."""
    if isinstance(schema, list):
        return [annotated(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    copy = {key: annotated(value) for key, value in schema.items() if key != "properties"}
    if "properties" in schema:
        copy["properties"] = {
            name: annotated(inner) for name, inner in schema["properties"].items()
        }
        copy[MEMBERS] = {name: _member(inner) for name, inner in copy["properties"].items()}
        copy[FOLDS] = Folds(copy["properties"])
    copy[TEXTS] = {}
    return copy


def _member(schema: Schema) -> _Member:
    reference = None
    if "$ref" in schema:
        reference = parse_reference(schema["$ref"])
    low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    return _Member(_scalar_classes(schema), low, high, reference, schema)


def _scalar_classes(schema: Schema) -> frozenset[type] | None:
    """Return the classes of valid scalars if only their bounds can be wrong, else None."""
    kinds = schema.get("type", [])
    if isinstance(kinds, str):
        kinds = [kinds]
    if not kinds or "array" in kinds or "object" in kinds or not _SLOW_KEYWORDS.isdisjoint(schema):
        return None
    # an integer may be a float without a fraction, which `is_type` looks at
    return frozenset([cls for kind in kinds for cls in _CLASSES.get(kind, (int,))])


def findings(
    schema: Schema, value: Any, guide: Guide = NO_GUIDE, at: Tokens = ()
) -> Iterator[Finding]:
    """Yield each keyword of the declared subset that an instance fails, in document order.

    Args:
        schema: annotated or not; its references lead to the definitions of the guide.
        value: the instance, parsed JSON.
        guide: definitions and validators.
        at: tokens of the instance.
    """
    if "$ref" in schema:
        schema = guide.definitions[parse_reference(schema["$ref"])]
    if "type" in schema and not is_type(value, schema["type"]):
        yield Finding("type", at, schema)
        return
    for keyword in failed_keywords(schema, value):
        yield Finding(keyword, at, schema)
        if guide.skip_oversized and keyword in ("maxItems", "maxProperties"):
            return
    if isinstance(value, dict):
        yield from _members(schema, value, guide, at)
    elif isinstance(value, list) and "items" in schema:
        items = schema["items"]
        passes = _passes(guide, items)
        for index, item in enumerate(value):
            if not passes(item):
                yield from findings(items, item, guide, (*at, index))
    if not _COMBINING.isdisjoint(schema):
        yield from _combined(schema, value, guide, at)


def failed_keywords(schema: Schema, value: Any) -> list[str]:
    """Return the keywords that an instance fails by itself, without regard to its members."""
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append("enum")
    if "const" in schema and (
        value != schema["const"] or isinstance(value, bool) != isinstance(schema["const"], bool)
    ):
        found.append("const")
    if isinstance(value, str):
        if "pattern" in schema and not _pattern(schema["pattern"]).search(value):
            found.append("pattern")
        if "minLength" in schema and len(value) < schema["minLength"]:
            found.append("minLength")
        if "maxLength" in schema and len(value) > schema["maxLength"]:
            found.append("maxLength")
    elif isinstance(value, dict):
        if "maxProperties" in schema and len(value) > schema["maxProperties"]:
            found.append("maxProperties")
    elif isinstance(value, int | float):
        if value is not True and value is not False:
            for keyword, exceeds in _BOUNDS:
                if keyword in schema and exceeds(value, schema[keyword]):
                    found.append(keyword)
    elif isinstance(value, list):
        if "minItems" in schema and len(value) < schema["minItems"]:
            found.append("minItems")
        if "maxItems" in schema and len(value) > schema["maxItems"]:
            found.append("maxItems")
    return found


def _members(schema: Schema, value: dict[str, Any], guide: Guide, at: Tokens) -> Iterator[Finding]:
    if "required" in schema:
        for name in schema["required"]:
            if name not in value:
                yield Finding("required", at, schema, name)
    declared = schema.get(MEMBERS)
    if declared is None:
        properties = schema.get("properties", {})
        declared = {name: _member(inner) for name, inner in properties.items()}
    others = schema.get("additionalProperties", True)
    validators = guide.validators
    for key, member in value.items():
        if key in declared:
            classes, low, high, reference, inner = declared[key]
            if classes is not None:
                kind = member.__class__
                if kind in classes:
                    if kind not in _NUMBERS or low <= member <= high:
                        continue
                elif kind not in _NUMBERS:  # a float may be an integer
                    yield Finding("type", (*at, key), inner)
                    continue
            elif reference is not None:
                if validators[reference](member):
                    continue
                inner = guide.definitions[reference]
            yield from findings(inner, member, guide, (*at, key))
        else:
            if others is False or (guide.undeclared and declared):
                yield Finding("additionalProperties", (*at, key), schema, key)
            if others is not True and others is not False and not _passes(guide, others)(member):
                yield from findings(others, member, guide, (*at, key))


def _passes(guide: Guide, schema: Schema) -> Callable[[Any], bool]:
    """Return a predicate that is true for valid instances, which need no walk.

    For free-form instances it is true for scalars only. Their validators look at the whole
    instance, so asking them again at each level would take quadratic time.
    """
    if "$ref" not in schema:
        return _never
    name = parse_reference(schema["$ref"])
    if not name.startswith(FREE_FORM):
        return guide.validators[name]
    free_form = guide.definitions[name]
    low, high = free_form["minimum"], free_form["maximum"]

    def passes(value: Any) -> bool:
        kind = value.__class__
        if kind is str or kind is bool or value is None:
            return True
        return kind in _NUMBERS and bool(low <= value <= high)

    return passes


def _never(_value: Any) -> bool:
    return False


def undeclared_members(
    schema: Schema, value: Any, guide: Guide, at: Tokens = ()
) -> Iterator[Finding]:
    """Yield the undeclared members of an instance, as findings of additionalProperties.

    Args:
        schema: annotated; the instance fits it if undeclared members are ignored.
        value: the instance, parsed JSON.
        guide: with the validators of the closed schema.
        at: tokens of the instance.
    """
    if isinstance(value, dict) and MEMBERS in schema:
        declared = schema[MEMBERS]
        for key, member in value.items():
            if key not in declared:
                yield Finding("additionalProperties", (*at, key), schema, key)
                continue
            reference = declared[key].reference
            if reference is not None and not guide.validators[reference](member):
                yield from undeclared_members(
                    guide.definitions[reference], member, guide, (*at, key)
                )
    elif isinstance(value, list) and "$ref" in schema.get("items", ()):
        name = parse_reference(schema["items"]["$ref"])
        for index, item in enumerate(value):
            if not guide.validators[name](item):
                yield from undeclared_members(guide.definitions[name], item, guide, (*at, index))


def _combined(schema: Schema, value: Any, guide: Guide, at: Tokens) -> Iterator[Finding]:
    for member in schema.get("allOf", ()):
        yield from findings(member, value, guide, at)
    choices = schema.get("anyOf", ())
    if choices and not any(fits(choice, value, guide) for choice in choices):
        # the first choice is the one to explain
        yield from findings(choices[0], value, guide, at)
    if "not" in schema and fits(schema["not"], value, guide):
        yield Finding("not", at, schema)
    if "if" in schema:
        keyword = "then" if fits(schema["if"], value, guide) else "else"
        if keyword in schema:
            yield from findings(schema[keyword], value, guide, at)


def fits(schema: Schema, value: Any, guide: Guide = NO_GUIDE) -> bool:
    """Return True if an instance fits a schema. No engine is needed: use it for small schemas."""
    return next(findings(schema, value, guide), None) is None


def is_type(value: Any, kinds: str | list[str]) -> bool:
    """Return True if an instance is of one of the types of JSON Schema.

    True is not a number, and 1.0 is an integer. An infinity means a number that is too large
    to represent: it is an integer, and fails a bound instead.
    """
    if isinstance(kinds, str):
        kinds = [kinds]
    for kind in kinds:
        if kind != "integer":
            if value.__class__ in _CLASSES[kind]:
                return True
        elif value.__class__ is int or (
            isinstance(value, float) and (value.is_integer() or math.isinf(value))
        ):
            return True
    return False


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    ending = r"\Z" if pattern.endswith("$") else ""
    return re.compile(pattern.removesuffix("$") + ending)
