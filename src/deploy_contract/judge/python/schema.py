"""Schemas of the declared subset, prepared once, and the one walk that finds what a value fails.

The walk gives each failed keyword to a sink, in the order of the document. A sink that raises
ends the walk.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from deploy_contract.judge.python.numerals import Numeral
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
_SCALARS: frozenset[type] = NUMBERS | {bool, str, type(None)}
_TEXT, _LIST, _OBJECT = frozenset({str}), frozenset({list}), frozenset({dict})
OVERSIZED = ("maxItems", "maxProperties")


@lru_cache(4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    ending = r"\Z" if pattern.endswith("$") else ""
    return re.compile(pattern.removesuffix("$") + ending)


def _is_among(value: Any, choices: Iterable[Any]) -> bool:
    """Return True if a value is one of the choices; true is not 1."""
    is_flag = value.__class__ is bool
    return any(choice == value and (choice.__class__ is bool) == is_flag for choice in choices)


# keyword -> classes of the values that it concerns (None: all), and a predicate of those that fail
# it; in the order in which failures are reported
_ASSERTIONS: Mapping[str, tuple[frozenset[type] | None, Callable[[Any, Any], bool]]] = {
    "enum": (None, lambda value, choices: not _is_among(value, choices)),
    "const": (None, lambda value, constant: not _is_among(value, [constant])),
    "pattern": (_TEXT, lambda value, pattern: not _pattern(pattern).search(value)),
    "minLength": (_TEXT, lambda value, bound: len(value) < bound),
    "maxLength": (_TEXT, lambda value, bound: len(value) > bound),
    "maxProperties": (_OBJECT, lambda value, bound: len(value) > bound),
    "minimum": (NUMBERS, lambda value, bound: value < bound),
    "maximum": (NUMBERS, lambda value, bound: value > bound),
    "exclusiveMinimum": (NUMBERS, lambda value, bound: value <= bound),
    "exclusiveMaximum": (NUMBERS, lambda value, bound: value >= bound),
    "minItems": (_LIST, lambda value, bound: len(value) < bound),
    "maxItems": (_LIST, lambda value, bound: len(value) > bound),
}


class Schema:
    """A schema that is prepared for walks. `prepare` and `prepare_all` make it.

    Attributes:
        raw: the schema as JSON.
        classes: Python classes of the values of its types; None for all.
        looks_inside: True if members of objects may fail it.
        takes_whole_floats: True if 1.0 is of its types although no other float is.
        assertions: (keyword, classes that it concerns, predicate, bound) of each.
        properties: the schemas of declared members.
        required: names of required members.
        others: the schema of undeclared members; None for any value, False for no member.
        items: the schema of the items of an array, or None.
        all_of, any_of, refused, condition: of the keywords allOf, anyOf, not and if/then/else.
        passing: classes of values that surely fit.
        texts: violations' texts of this schema, made once; a contract has a limited number.
    """

    __slots__ = (
        "all_of", "any_of", "assertions", "classes", "condition", "items", "looks_inside", "others",
        "passing",
        "properties", "raw", "refused", "required", "takes_whole_floats", "texts",
    )  # fmt: skip

    raw: RawSchema
    classes: frozenset[type] | None
    takes_whole_floats: bool
    assertions: list[tuple[str, frozenset[type] | None, Callable[[Any, Any], bool], Any]]
    properties: dict[str, "Schema"]
    required: tuple[str, ...]
    others: "Schema | bool | None"
    looks_inside: bool
    items: "Schema | None"
    all_of: list["Schema"]
    any_of: list["Schema"]
    refused: "Schema | None"
    condition: "tuple[Schema, Schema | None, Schema | None] | None"
    passing: frozenset[type]
    texts: dict[Any, tuple[str, str]]

    def _fill(self, raw: RawSchema, prepared: Callable[[RawSchema], "Schema"]) -> None:
        self.raw = raw
        kinds = raw.get("type")
        if isinstance(kinds, str):
            kinds = [kinds]
        self.classes = None
        if kinds is not None:
            self.classes = frozenset[type]().union(*[CLASSES[kind] for kind in kinds])
        self.takes_whole_floats = kinds is not None and "integer" in kinds
        self.assertions = [
            (keyword, classes, fails, raw[keyword])
            for keyword, (classes, fails) in _ASSERTIONS.items()
            if keyword in raw
        ]
        self.properties = {name: prepared(part) for name, part in raw.get("properties", {}).items()}
        self.required = tuple(dict.fromkeys(raw.get("required", ())))
        others = raw.get("additionalProperties", True)
        self.others = others
        if others is True:
            self.others = None
        elif others is not False:
            self.others = prepared(others)
        self.looks_inside = bool(self.properties) or self.others is not None
        self.items = prepared(raw["items"]) if "items" in raw else None
        self.all_of = [prepared(part) for part in raw.get("allOf", ())]
        self.any_of = [prepared(part) for part in raw.get("anyOf", ())]
        self.refused = prepared(raw["not"]) if "not" in raw else None
        self.condition = None
        if "if" in raw:
            then, otherwise = raw.get("then"), raw.get("else")
            self.condition = (
                prepared(raw["if"]),
                None if then is None else prepared(then),
                None if otherwise is None else prepared(otherwise),
            )
        self.passing = self._passing()
        self.texts = {}

    def _passing(self) -> frozenset[type]:
        if self.all_of or self.any_of or self.refused is not None or self.condition is not None:
            return frozenset()
        scalars: frozenset[type] = _SCALARS
        if self.classes is not None:
            scalars = self.classes & _SCALARS
        for _, classes, _, _ in self.assertions:
            scalars = frozenset() if classes is None else scalars - classes
        return scalars


Sink = Callable[[str, Tokens, Schema, str | None], None]
"""Takes a keyword that a value fails, the place of the value, the schema that has the keyword, and
the name of the missing or undeclared member for `required` and `additionalProperties`."""


def prepare_all(definitions: Mapping[str, RawSchema]) -> Callable[[RawSchema], Schema]:
    """Return a function that prepares schemas whose references lead to some definitions.

    Each definition is prepared once, when the first schema refers to it.
    """
    made: dict[str, Schema] = {}

    def prepared(raw: RawSchema) -> Schema:
        name = raw["$ref"].removeprefix("#/$defs/") if "$ref" in raw else None
        if name is None:
            schema = Schema()
            schema._fill(raw, prepared)  # noqa: SLF001 - of this module
            return schema
        if name not in made:
            made[name] = Schema()  # first, for a definition may refer to itself
            made[name]._fill(definitions[name], prepared)  # noqa: SLF001
        return made[name]

    return prepared


def prepare(raw: RawSchema) -> Schema:
    """Return a schema without references, prepared for walks."""
    return prepare_all({})(raw)


def walk(
    schema: Schema,
    value: Any,
    at: Tokens,
    sink: Sink,
    closed: bool = False,  # noqa: FBT001, FBT002 - it is called for every value
    skips_oversized: bool = False,  # noqa: FBT001, FBT002
) -> None:
    """Give a sink each keyword that a value fails, in the order of the document.

    Args:
        schema: the schema.
        value: parsed JSON.
        at: tokens of the place of the value in the document.
        sink: takes the keywords; it may raise to end the walk.
        closed: undeclared members of objects with declared members fail `additionalProperties`.
        skips_oversized: the members of an array or object that has too many are not walked.
    """
    kind = value.__class__
    if (
        schema.classes is not None
        and kind not in schema.classes
        and not (schema.takes_whole_floats and isinstance(value, float) and _is_whole(value))
    ):
        sink("type", at, schema, None)
        return
    for keyword, classes, fails, bound in schema.assertions:
        if (classes is None or kind in classes) and fails(value, bound):
            sink(keyword, at, schema, None)
            if skips_oversized and keyword in OVERSIZED:
                return
    if kind is dict:
        for name in schema.required:
            if name not in value:
                sink("required", at, schema, name)
        properties, others = schema.properties, schema.others
        for key, member in value.items() if schema.looks_inside else ():
            inner = properties.get(key)
            if inner is None:
                if others is False or (closed and properties):
                    sink("additionalProperties", (*at, key), schema, key)
                if not isinstance(others, Schema):
                    continue
                inner = others
            if member.__class__ not in inner.passing:
                walk(inner, member, (*at, key), sink, closed, skips_oversized)
    elif kind is list and schema.items is not None:
        inner = schema.items
        for index, item in enumerate(value):
            if item.__class__ not in inner.passing:
                walk(inner, item, (*at, index), sink, closed, skips_oversized)
    for part in schema.all_of:
        walk(part, value, at, sink, closed, skips_oversized)
    if schema.any_of and not any(_fits(choice, value) for choice in schema.any_of):
        if sink is _refuse:
            raise _MisfitError  # else the time doubles with each `anyOf` in another
        walk(schema.any_of[0], value, at, sink, closed, skips_oversized)  # it explains best
    if schema.refused is not None and _fits(schema.refused, value):
        sink("not", at, schema, None)
    if schema.condition is not None:
        condition, then, otherwise = schema.condition
        branch = then if _fits(condition, value) else otherwise
        if branch is not None:
            walk(branch, value, at, sink, closed, skips_oversized)


def fits(schema: Schema | RawSchema, value: Any) -> bool:
    """Return True if a value fits a schema."""
    if not isinstance(schema, Schema):
        schema = prepare(schema)
    return value.__class__ in schema.passing or _fits(schema, value)


def first_failure(schema: Schema, value: Any) -> str | None:
    """Return the first keyword that a value fails, or None."""
    found: list[str] = []
    walk(schema, value, (), lambda keyword, _at, _schema, _name: found.append(keyword))
    return found[0] if found else None


def failed_keywords(schema: RawSchema, value: Any) -> list[str]:
    """Return the keywords that a value fails by itself, without regard to its type or members."""
    return [
        keyword
        for keyword, (classes, fails) in _ASSERTIONS.items()
        if keyword in schema
        and (classes is None or value.__class__ in classes)
        and fails(value, schema[keyword])
    ]


def is_type(value: Any, kinds: str | Iterable[str]) -> bool:
    """Return True if a value is of one of the types of JSON Schema.

    True is not a number, and 1.0 is an integer. An infinity means a number that is too large to
    represent: it is an integer, and fails a bound instead.
    """
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if value.__class__ in CLASSES[kind]:
            return True
        if kind == "integer" and isinstance(value, float) and _is_whole(value):
            return True
    return False


class _MisfitError(Exception):
    pass


def _refuse(*_finding: Any) -> None:
    raise _MisfitError


def _fits(schema: Schema, value: Any) -> bool:
    if schema.required and value.__class__ is dict:
        for name in schema.required:
            if name not in value:
                return False  # it is the most frequent reason, and an exception takes longer
    try:
        walk(schema, value, (), _refuse)
    except _MisfitError:
        return False
    return True


def _is_whole(number: float) -> bool:
    # an infinity is a number that is too large, which fails a bound instead
    return number.is_integer() or math.isinf(number)
