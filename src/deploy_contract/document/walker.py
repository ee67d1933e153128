"""Why a document does not fit a schema: one walk down both, guided by validators, that stops when nobody asks for more."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import ge, gt, le, lt
from typing import Any, NamedTuple

from deploy_contract.document.undeclared import by_fold
from deploy_contract_format.definitions import named
from deploy_contract_format.overlay import Schema
from deploy_contract_format.pointer import Tokens

_CLASSES: Mapping[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


class Finding(NamedTuple):
    """A keyword that a value fails: where the value stands, the schema, and the name of a field where one is meant."""

    keyword: str
    at: Tokens
    schema: Schema
    name: str | None = None


class Guide(NamedTuple):
    """Annotated definitions, and validators of them: the walk goes down only where one says no.

    `undeclared`: fields of an object beyond its `properties` are findings too, of the keyword additionalProperties. `closing`:
    what is too large is refused for it, so that nothing need be said of its members.
    """

    definitions: Mapping[str, Schema]
    validators: Mapping[str, Callable[[Any], bool]]
    undeclared: bool = False
    closing: bool = False


class _Nothing(dict[str, Callable[[Any], bool]]):
    """The validators of a walk that has no guide."""

    def __missing__(self, _name: str) -> Callable[[Any], bool]:
        return lambda _value: False


NO_GUIDE = Guide({}, _Nothing())
FREE_FORM = "Any-"  # how the names of definitions begin that take any JSON value
MEMBERS = "x-members"  # of an annotated schema: name -> _Member
FOLDS = "x-folds"  # the same names, of undeclared.by_fold
TEXTS = "x-texts"  # texts of violations of the schema, kept once they are made: the contract has only so many


class _Member(NamedTuple):
    """What a walk looks at of a property: mostly enough to pass a value by at a glance."""

    classes: frozenset[type] | None  # of scalars that at most their bounds can be wrong with
    minimum: float
    maximum: float
    reference: str | None
    schema: Schema


def annotated(schema: Any) -> Any:
    """A copy of a schema, for walks alone, with a table of the members of each object."""
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
        copy[FOLDS] = by_fold(copy["properties"])
    copy[TEXTS] = {}
    return copy


def _member(schema: Schema) -> _Member:
    kinds = schema.get("type", [])
    names = [kinds] if isinstance(kinds, str) else kinds
    slow = {
        "enum",
        "const",
        "pattern",
        "minLength",
        "maxLength",
        "array",
        "object",
        "allOf",
        "anyOf",
        "not",
        "if",
    }
    slow |= {"exclusiveMinimum", "exclusiveMaximum"}
    classes = (
        frozenset(kind for name in names for kind in _CLASSES.get(name, (int,)))
        if names and not slow & {*schema, *names}
        else None
    )
    bounds = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    return _Member(classes, *bounds, named(schema["$ref"]) if "$ref" in schema else None, schema)


def findings(
    schema: Schema, value: Any, guide: Guide = NO_GUIDE, at: Tokens = ()
) -> Iterator[Finding]:
    """Each keyword of the declared subset that the value fails, in the order of the document."""
    if "$ref" in schema:
        schema = guide.definitions[named(schema["$ref"])]
    if "type" in schema and not is_type(value, schema["type"]):
        yield Finding("type", at, schema)
        return
    for keyword in failed(schema, value):
        yield Finding(keyword, at, schema)
        if guide.closing and keyword in ("maxItems", "maxProperties"):
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


_COMBINING = frozenset({"allOf", "anyOf", "not", "if"})


_BOUNDS: tuple[tuple[str, Callable[[Any, Any], bool]], ...] = (
    ("minimum", lt),
    ("maximum", gt),
    ("exclusiveMinimum", le),
    ("exclusiveMaximum", ge),
)


def failed(schema: Schema, value: Any) -> list[str]:
    """The keywords that speak of the value alone, not of its members, and that it fails."""
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append("enum")
    if "const" in schema and (
        value != schema["const"] or isinstance(value, bool) != isinstance(schema["const"], bool)
    ):
        found.append("const")
    if isinstance(value, dict):
        if "maxProperties" in schema and len(value) > schema["maxProperties"]:
            found.append("maxProperties")
    elif isinstance(value, str):
        if "pattern" in schema and not _pattern(schema["pattern"]).search(value):
            found.append("pattern")
        if "minLength" in schema and len(value) < schema["minLength"]:
            found.append("minLength")
        if "maxLength" in schema and len(value) > schema["maxLength"]:
            found.append("maxLength")
    elif isinstance(value, int | float):
        if not isinstance(value, bool):
            found += [
                keyword
                for keyword, exceeds in _BOUNDS
                if keyword in schema and exceeds(value, schema[keyword])
            ]
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
    declared = (
        schema[MEMBERS]
        if MEMBERS in schema
        else {name: _member(inner) for name, inner in schema.get("properties", {}).items()}
    )
    others = schema.get("additionalProperties", True)
    validators = guide.validators
    for key, member in value.items():
        if key in declared:
            classes, low, high, reference, inner = declared[key]
            if classes is not None:
                kind = member.__class__
                if kind in classes:
                    if (kind is not int and kind is not float) or low <= member <= high:
                        continue
                elif kind is not float:  # which may be an integer
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
    """What says of a value that it need not be walked.

    Of free-form values only scalars: their validators look at all that is below them, and so would those of each level below.
    """
    if "$ref" not in schema:
        return _never
    name = named(schema["$ref"])
    free = guide.definitions.get(name, {}) if name.startswith(FREE_FORM) else None
    if free is None:
        return guide.validators[name]
    low, high = free["minimum"], free["maximum"]

    def passes(value: Any) -> bool:
        kind = value.__class__
        if kind is str or kind is bool or value is None:
            return True
        return (kind is int or kind is float) and bool(low <= value <= high)

    return passes


def _never(_value: Any) -> bool:
    return False


def strays(schema: Schema, value: Any, guide: Guide, at: Tokens = ()) -> Iterator[Finding]:
    """The fields of a document that it does not declare, as findings of the keyword additionalProperties.

    The document fits the open schema, and the validators of the guide are those of the closed one.
    """
    if isinstance(value, dict) and MEMBERS in schema:
        declared = schema[MEMBERS]
        for key, member in value.items():
            if key not in declared:
                yield Finding("additionalProperties", (*at, key), schema, key)
                continue
            reference = declared[key].reference
            if reference is not None and not guide.validators[reference](member):
                yield from strays(guide.definitions[reference], member, guide, (*at, key))
    elif isinstance(value, list) and "$ref" in schema.get("items", ()):
        name = named(schema["items"]["$ref"])
        for index, item in enumerate(value):
            if not guide.validators[name](item):
                yield from strays(guide.definitions[name], item, guide, (*at, index))


def _combined(schema: Schema, value: Any, guide: Guide, at: Tokens) -> Iterator[Finding]:
    for member in schema.get("allOf", ()):
        yield from findings(member, value, guide, at)
    choices = schema.get("anyOf", ())
    if choices and not any(fits(choice, value, guide) for choice in choices):
        yield from findings(
            choices[0], value, guide, at
        )  # the first choice is the one to be explained
    if "not" in schema and fits(schema["not"], value, guide):
        yield Finding("not", at, schema)
    if "if" in schema:
        branch = schema.get("then" if fits(schema["if"], value, guide) else "else")
        if branch is not None:
            yield from findings(branch, value, guide, at)


def fits(schema: Schema, value: Any, guide: Guide = NO_GUIDE) -> bool:
    """Whether the value fits the schema, without an engine: for the small schemas of rules."""
    return next(findings(schema, value, guide), None) is None


def is_type(value: Any, kinds: str | list[str]) -> bool:
    """JSON Schema's `type`: true is no number, 1.0 is an integer."""
    for kind in (kinds,) if isinstance(kinds, str) else kinds:
        if kind == "integer":
            # an infinity stands for a number too large to be read: it fails a bound, not the type
            if value.__class__ is int or (
                value.__class__ is float and (value.is_integer() or math.isinf(value))
            ):
                return True
        elif value.__class__ in _CLASSES[kind]:
            return True
    return False


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\$$", r"\\Z", pattern))
