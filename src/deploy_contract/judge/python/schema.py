"""Schemas of the declared subset, prepared once, and the one walk that finds what a value fails.

The walk yields each failed keyword, in the order of the document. Who wants to know only whether a
value is valid takes the first one.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import ge, gt, le, lt
from typing import Any

from deploy_contract.judge.python.wire import Numeral
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
_TEXT, _LIST, _OBJECT = frozenset({str}), frozenset({list}), frozenset({dict})
OVERSIZED = ("maxItems", "maxProperties")


@lru_cache(4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    ending = r"\Z" if pattern.endswith("$") else ""
    return re.compile(pattern.removesuffix("$") + ending)


def _is_other(value: Any, choices: Iterable[Any]) -> bool:
    """Return True if a value is none of the choices; true is not 1."""
    is_flag = value.__class__ is bool
    return not any(choice == value and (choice.__class__ is bool) == is_flag for choice in choices)


def _differs(value: Any, constant: Any) -> bool:
    return _is_other(value, [constant])


def _mismatches(value: str, pattern: str) -> bool:
    return not _pattern(pattern).search(value)


# keyword -> classes of the values that it concerns (None: all), the measure of such a value that is
# compared with the bound (None: the value itself), and a predicate of those that fail; in the order
# in which failures are reported
_Measure = Callable[[Any], int]
_Fails = Callable[[Any, Any], bool]
_ASSERTIONS: Mapping[str, tuple[frozenset[type] | None, _Measure | None, _Fails]] = {
    "enum": (None, None, _is_other),
    "const": (None, None, _differs),
    "pattern": (_TEXT, None, _mismatches),
    "minLength": (_TEXT, len, lt),
    "maxLength": (_TEXT, len, gt),
    "maxProperties": (_OBJECT, len, gt),
    "minimum": (NUMBERS, None, lt),
    "maximum": (NUMBERS, None, gt),
    "exclusiveMinimum": (NUMBERS, None, le),
    "exclusiveMaximum": (NUMBERS, None, ge),
    "minItems": (_LIST, len, lt),
    "maxItems": (_LIST, len, gt),
}


class Schema:
    """A schema that is prepared for walks. `prepare` and `prepare_all` make it.

    Attributes:
        raw: the schema as JSON.
        classes: Python classes of the values of its types; None for all.
        looks_inside: True if members of objects may fail it.
        takes_whole_floats: True if 1.0 is of its types although no other float is.
        assertions: of each keyword about the value alone, as `_ASSERTIONS` has them, and its bound.
        properties: the schemas of declared members.
        required: names of required members.
        others: the schema of undeclared members; None for any value, False for no member.
        items: the schema of the items of an array, or None.
        combines: True if it has one of the four keywords that follow.
        all_of, any_of, refused, condition: of the keywords allOf, anyOf, not and if/then/else.
        passing: classes of values that surely fit.
        texts: violations' texts of this schema, made once; a contract has a limited number.
    """

    __slots__ = (
        "all_of", "any_of", "assertions", "classes", "combines", "condition", "items",
        "looks_inside", "others", "passing", "properties", "raw", "refused", "required",
        "takes_whole_floats", "texts",
    )  # fmt: skip

    raw: RawSchema
    classes: frozenset[type] | None
    takes_whole_floats: bool
    assertions: list[tuple[str, frozenset[type] | None, _Measure | None, _Fails, Any]]
    properties: dict[str, "Schema"]
    required: tuple[str, ...]
    others: "Schema | bool | None"
    looks_inside: bool
    combines: bool
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
            (keyword, *assertion, raw[keyword])
            for keyword, assertion in _ASSERTIONS.items()
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
        self.combines = bool(
            self.all_of or self.any_of or self.refused is not None or self.condition is not None
        )
        self.passing = self._passing()
        self.texts = {}

    def _passing(self) -> frozenset[type]:
        if self.all_of or self.any_of or self.condition is not None:
            return frozenset()
        passing = _CLASSES if self.classes is None else self.classes
        if self.refused is not None:
            passing -= _CLASSES if self.refused.classes is None else self.refused.classes
            if self.refused.takes_whole_floats:
                passing -= NUMBERS
        if self.required or self.looks_inside:
            passing -= _OBJECT
        if self.items is not None:
            passing -= _LIST
        for _, classes, *_ in self.assertions:
            passing = frozenset() if classes is None else passing - classes
        return passing


Finding = tuple[str, Tokens, Schema, str | None]
"""A keyword that a value fails, the place of the value, the schema that has the keyword, and the name
of the missing or undeclared member for `required` and `additionalProperties`."""


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
    at: Tokens = (),
    *,
    closed: bool = False,
    skips_oversized: bool = False,
    explains: bool = True,
) -> Iterator[Finding]:
    """Yield each keyword that a value fails, in the order of the document.

    Args:
        schema: the schema.
        value: parsed JSON.
        at: tokens of the place of the value in the document.
        closed: undeclared members of objects with declared members fail `additionalProperties`.
        skips_oversized: the members of an array or object that has too many are not walked.
        explains: the keywords of its first choice are yielded for a failed `anyOf`. Otherwise it is
            `anyOf` itself: the time would double with each `anyOf` in another.
    """
    # values that are not walked yet, the next one last; with a keyword, they fail it. The items of
    # an array wait as an iterator: a million of them would take far more memory than the document
    waiting: list[tuple[str | None, Tokens, Schema, Any]] = [(None, at, schema, value)]
    while waiting:
        failed, at, schema, value = waiting.pop()
        if failed == "items":
            for index, item in value:
                if item.__class__ not in schema.passing:
                    waiting += ("items", at, schema, value), (None, (*at, index), schema, item)
                    break
            continue
        if failed is not None:
            yield failed, at, schema, value
            continue
        kind = value.__class__
        if (
            schema.classes is not None
            and kind not in schema.classes
            and not (schema.takes_whole_floats and isinstance(value, float) and _is_whole(value))
        ):
            yield "type", at, schema, None
            continue
        is_skipped = False
        for keyword, classes, measured, fails, bound in schema.assertions:
            if classes is not None and kind not in classes:
                continue
            if fails(value if measured is None else measured(value), bound):
                yield keyword, at, schema, None
                is_skipped = is_skipped or (skips_oversized and keyword in OVERSIZED)
        if is_skipped:
            continue
        below: list[tuple[str | None, Tokens, Schema, Any]] = []
        if kind is dict:
            for name in schema.required:
                if name not in value:
                    yield "required", at, schema, name
            properties, others = schema.properties, schema.others
            for key, member in value.items() if schema.looks_inside else ():
                inner = properties.get(key)
                if inner is None:
                    if others is False or (closed and properties):
                        below.append(("additionalProperties", (*at, key), schema, key))
                    if not isinstance(others, Schema):
                        continue
                    inner = others
                if member.__class__ not in inner.passing:
                    below.append((None, (*at, key), inner, member))
        elif kind is list and schema.items is not None:
            below.append(("items", at, schema.items, enumerate(value)))
        if schema.combines:
            below += _combined(schema, value, at, explains=explains)
        below.reverse()
        waiting += below


def _combined(
    schema: Schema, value: Any, at: Tokens, *, explains: bool
) -> Iterator[tuple[str | None, Tokens, Schema, Any]]:
    """Yield the schemas that a value must fit for its schema to do so, and the keywords it fails."""
    for part in schema.all_of:
        yield None, at, part, value
    if schema.any_of and not any(fits(choice, value) for choice in schema.any_of):
        if explains:
            yield None, at, schema.any_of[0], value  # it explains best
        else:
            yield "anyOf", at, schema, None
    if schema.refused is not None and fits(schema.refused, value):
        yield "not", at, schema, None
    if schema.condition is not None:
        condition, then, otherwise = schema.condition
        branch = then if fits(condition, value) else otherwise
        if branch is not None:
            yield None, at, branch, value


def fits(schema: Schema | RawSchema, value: Any) -> bool:
    """Return True if a value fits a schema."""
    if not isinstance(schema, Schema):
        schema = prepare(schema)
    return (
        value.__class__ in schema.passing or next(walk(schema, value, explains=False), None) is None
    )


def failed_keywords(schema: RawSchema, value: Any) -> list[str]:
    """Return the keywords that a value fails by itself, without regard to its type or members."""
    return [
        keyword
        for keyword, (classes, measured, fails) in _ASSERTIONS.items()
        if keyword in schema
        and (classes is None or value.__class__ in classes)
        and fails(value if measured is None else measured(value), schema[keyword])
    ]


def _is_whole(number: float) -> bool:
    # an infinity is a number that is too large, which fails a bound instead
    return number.is_integer() or math.isinf(number)
