"""Schemas of the declared subset, prepared once, and the walk that finds the failed keywords.

The walk yields each keyword that a value fails, in the order of the document. A caller that needs
to know only whether the value is valid stops at the first keyword.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import ge, gt, le, lt
from types import MappingProxyType
from typing import Any, Literal

from deploy_contract.judge.python.wire import Numeral
from deploy_contract_format.definitions import types_of
from deploy_contract_format.pointer import Tokens

RawSchema = Mapping[str, Any]

NUMBERS: frozenset[type] = frozenset({int, float, Numeral})
CLASSES: Mapping[str, frozenset[type]] = {
    "array": frozenset({list}),
    "boolean": frozenset({bool}),
    "integer": frozenset({int}),
    "null": frozenset({type(None)}),
    "number": NUMBERS,
    "object": frozenset({dict}),
    "string": frozenset({str}),
}
_CLASSES = frozenset[type]().union(*CLASSES.values())
_TEXT, _LIST = frozenset({str}), frozenset({list})


@lru_cache(4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    ending = r"\Z" if pattern.endswith("$") else ""
    return re.compile(pattern.removesuffix("$") + ending)


def _is_other(value: Any, choices: Iterable[Any]) -> bool:
    """Return True if a value is not one of the choices; true is not 1."""
    is_flag = value.__class__ is bool
    return not any(choice == value and (choice.__class__ is bool) == is_flag for choice in choices)


_Fails = Callable[[Any, Any], bool]
# keyword -> the classes of values that it concerns, and a predicate of value and bound that is true
# for a failure; failures are reported in this order
_ASSERTIONS: Mapping[str, tuple[frozenset[type], _Fails]] = {
    "enum": (_CLASSES, _is_other),
    "const": (_CLASSES, lambda value, constant: _is_other(value, [constant])),
    "pattern": (_TEXT, lambda value, pattern: not _pattern(pattern).search(value)),
    "minLength": (_TEXT, lambda value, bound: len(value) < bound),
    "maxLength": (_TEXT, lambda value, bound: len(value) > bound),
    "minimum": (NUMBERS, lt),
    "maximum": (NUMBERS, gt),
    "exclusiveMinimum": (NUMBERS, le),
    "exclusiveMaximum": (NUMBERS, ge),
    "minItems": (_LIST, lambda value, bound: len(value) < bound),
}
_SIZES = {dict: "maxProperties", list: "maxItems"}  # reported after the keywords of `_ASSERTIONS`


class Schema:
    """A schema that is prepared for walks. `prepare` and `prepare_all` make it.

    Attributes:
        raw: the schema as JSON.
        classes: Python classes of the values that `type` allows; None for all.
        looks_inside: True if the members of an object may fail the schema.
        takes_whole_floats: True if `type` allows integers; a float such as 1.0 is an integer.
        assertions: for each class that `type` allows, the keywords for the value itself, not for
            its members, each with its predicate and bound.
        properties: the schemas of declared members.
        sizes: for objects and arrays, the keyword for their greatest size, and the size.
        required: names of required members.
        others: the schema of undeclared members; None if they may have any value, False if they are
            not allowed.
        items: the schema of the items of an array, or None.
        all_of, any_of, refused, condition: the schemas of allOf, anyOf, not and if/then/else.
        combines: True if the schema has any of these keywords.
        leaves: `assertions` of the classes whose values can fail nothing else.
        passing: classes whose values always fit.
        texts: the message and hint of each violation of this schema, made once. The contract
            bounds their number.
    """

    def _fill(
        self, raw: RawSchema, prepared: Callable[[RawSchema], "Schema"], sizes: Mapping[int, int]
    ) -> None:
        self.raw = raw
        kinds = types_of(raw)
        classes = frozenset[type]().union(*[CLASSES[kind] for kind in kinds])
        self.classes = classes if "type" in raw else None
        self.takes_whole_floats = "integer" in kinds
        asserted = [(word, _ASSERTIONS[word], raw[word]) for word in _ASSERTIONS if word in raw]
        self.assertions = {
            kind: [
                (keyword, fails, bound)
                for keyword, (classes, fails), bound in asserted
                if kind in classes
            ]
            for kind in self.classes or _CLASSES
        }
        self.sizes: dict[type, tuple[str, int]] = {
            kind: (word, sizes.get(raw[word], raw[word]))
            for kind, word in _SIZES.items()
            if word in raw
        }
        self.properties = {name: prepared(part) for name, part in raw.get("properties", {}).items()}
        self.required = tuple(dict.fromkeys(raw.get("required", ())))
        others = raw.get("additionalProperties", True)
        self.others: Schema | Literal[False] | None = None
        if others is not True:
            self.others = False if others is False else prepared(others)
        self.looks_inside = bool(self.properties) or self.others is not None
        self.items: Schema | None = prepared(raw["items"]) if "items" in raw else None
        self.all_of = [prepared(part) for part in raw.get("allOf", ())]
        self.any_of = [prepared(part) for part in raw.get("anyOf", ())]
        parts = {word: prepared(raw[word]) for word in ("not", "if", "then", "else") if word in raw}
        self.refused = parts.get("not")
        self.condition: tuple[Schema, Schema | None, Schema | None] | None = None
        if "if" in parts:
            self.condition = parts["if"], parts.get("then"), parts.get("else")
        self.combines = bool(self.all_of or self.any_of or self.refused or self.condition)
        leaves = self.assertions.keys() - self.sizes.keys()
        if self.required or self.looks_inside:
            leaves.discard(dict)
        if self.items is not None:
            leaves.discard(list)
        if self.refused is not None:
            leaves -= self.refused.classes or _CLASSES
            leaves -= NUMBERS if self.refused.takes_whole_floats else set()
        if self.all_of or self.any_of or self.condition is not None:
            leaves = set()
        self.leaves = {kind: self.assertions[kind] for kind in leaves}
        self.passing = frozenset([kind for kind in leaves if not self.leaves[kind]])
        self.texts: dict[Any, tuple[str, str]] = {}


Finding = tuple[str, Tokens, Schema, str | None]
"""A keyword that a value fails, the place of the value, the schema that has the keyword, and the name
of the missing or undeclared member for `required` and `additionalProperties`."""


def prepare_all(
    definitions: Mapping[str, RawSchema], sizes: Mapping[int, int] = MappingProxyType({})
) -> Callable[[RawSchema], Schema]:
    """Return a function that prepares schemas with references to `definitions`.

    Each definition is prepared once, when the first schema refers to it. `sizes` maps a size limit
    of arrays and objects in the schemas to the limit that replaces it.
    """
    made: dict[str, Schema] = {}

    def prepared(raw: RawSchema) -> Schema:
        name = raw["$ref"].removeprefix("#/$defs/") if "$ref" in raw else None
        if name is None:
            schema = Schema()
            schema._fill(raw, prepared, sizes)  # noqa: SLF001 - of this module
            return schema
        if name not in made:
            made[name] = Schema()  # before it is filled, since a definition may refer to itself
            made[name]._fill(definitions[name], prepared, sizes)  # noqa: SLF001
        return made[name]

    return prepared


def prepare(raw: RawSchema) -> Schema:
    """Return a schema without references, prepared for walks."""
    return prepare_all({})(raw)


@dataclass(frozen=True, slots=True)
class Reading:
    """The options of a walk."""

    # an undeclared member fails `additionalProperties` in objects with declared members
    finds_undeclared: bool = False
    finds_confusable: bool = False  # other parsers may take an undeclared member for a declared one
    skips_oversized: bool = False  # do not enter an array or object with too many members
    # a failed `anyOf` gives the keywords that its first choice fails; otherwise it gives `anyOf`
    # itself, since the time would double with each nested `anyOf`
    explains: bool = True


_EXPLAINING, _DECIDING = Reading(), Reading(explains=False)


def walk(
    schema: Schema, value: Any, at: Tokens = (), reading: Reading = _EXPLAINING
) -> Iterator[Finding]:
    """Yield each keyword that a value fails, in the order of the document.

    `at` is the place of the value in the document.
    """
    kind = value.__class__
    assertions = schema.assertions.get(kind)
    if assertions is None:
        if not (schema.takes_whole_floats and isinstance(value, float) and _is_whole(value)):
            yield "type", at, schema, None
            return
        assertions = schema.assertions[int]
    for keyword, fails, bound in assertions:
        if fails(value, bound):
            yield keyword, at, schema, None
    size = schema.sizes.get(kind)
    if size is not None and len(value) > size[1]:
        yield size[0], at, schema, None
        if reading.skips_oversized:
            return
    if kind is dict:
        for name in schema.required:
            if name not in value:
                yield "required", at, schema, name
        properties, others = schema.properties, schema.others
        refuses_others = others is False or (reading.finds_undeclared and bool(properties))
        for key, member in value.items() if schema.looks_inside else ():
            inner = properties.get(key)
            if inner is None:
                if refuses_others:
                    yield "additionalProperties", (*at, key), schema, key
                if not others:
                    continue
                inner = others
            leaf = inner.leaves.get(member.__class__)
            if leaf is None:
                yield from walk(inner, member, (*at, key), reading)
                continue
            for keyword, fails, bound in leaf:
                if fails(member, bound):
                    yield keyword, (*at, key), inner, None
    elif kind is list and schema.items is not None:
        items = schema.items
        for index, item in enumerate(value):
            leaf = items.leaves.get(item.__class__)
            if leaf is None:
                yield from walk(items, item, (*at, index), reading)
                continue
            for keyword, fails, bound in leaf:
                if fails(item, bound):
                    yield keyword, (*at, index), items, None
    if schema.combines:
        yield from _walk_parts(schema, value, at, reading)


def _walk_parts(schema: Schema, value: Any, at: Tokens, reading: Reading) -> Iterator[Finding]:
    for part in schema.all_of:
        yield from walk(part, value, at, reading)
    if schema.any_of and not any(fits(choice, value) for choice in schema.any_of):
        if reading.explains:
            yield from walk(schema.any_of[0], value, at, reading)  # the first explains best
        else:
            yield "anyOf", at, schema, None
    if schema.refused is not None and fits(schema.refused, value):
        yield "not", at, schema, None
    if schema.condition is not None:
        condition, then, otherwise = schema.condition
        branch = then if fits(condition, value) else otherwise
        if branch is not None:
            yield from walk(branch, value, at, reading)


def fits(schema: Schema | RawSchema, value: Any) -> bool:
    """Return True if a value fits a schema."""
    if not isinstance(schema, Schema):
        schema = prepare(schema)
    if value.__class__ in schema.passing:
        return True
    return next(walk(schema, value, reading=_DECIDING), None) is None


def failed_keywords(schema: RawSchema, value: Any) -> list[str]:
    """Return the keywords of `_ASSERTIONS` that a value fails, without its type and members."""
    return [
        keyword
        for keyword, (classes, fails) in _ASSERTIONS.items()
        if keyword in schema and value.__class__ in classes and fails(value, schema[keyword])
    ]


def _is_whole(number: float) -> bool:
    # an infinity is a number that was too large; it fails a bound instead
    return number.is_integer() or math.isinf(number)
