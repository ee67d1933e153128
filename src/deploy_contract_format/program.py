"""Programs: schemas compiled for the native engine, which walks bytes along them.

A program is a byte string. All integers are unsigned, have 32 bits, and begin with the lowest byte.
A text is a count of bytes, then the bytes in UTF-8. A list is its length, then its members.
In this order a program has

- the letters `DCPR`, and the version of the format;
- a list of texts: the names of members that its schemas declare;
- a list of texts: the strings of `enum` and `const`;
- a list of texts: the patterns;
- a list of schemas, in which a schema comes after the schemas that it holds;
- a list of roots: the places of the schemas that may be asked.

A schema is a sum of `TYPES`, a sum of 2^n for the n-th of `KEYWORDS`, and the operands of these
keywords in their order:

- a bound on numbers is a double of 64 bits;
- a bound on lengths is an integer, where 2^32 - 1 is also any greater one;
- `pattern` has the place of a pattern;
- `choices` has 1 if null is valid, else 0, and a list of places of strings. Nothing else is valid;
- `truth` has the only boolean that is valid, 1 or 0;
- `properties` has a list of pairs: the places of a name and of a schema;
- `required` has a list of places of names;
- `additionalProperties` has the place of a schema, or 2^32 - 1 if no undeclared member is valid;
- `guarded` has no operand. Undeclared members must not be confusable with declared ones;
- `allOf` and `anyOf` have a list of places of schemas, the other keywords one place.
"""

import struct
from collections.abc import Mapping, Sequence
from typing import Any

from deploy_contract_format.definitions import Definitions, parse_reference
from deploy_contract_format.patterns import PATTERNS

Schema = Mapping[str, Any]

MAGIC, VERSION = b"DCPR", 1
NO_SCHEMA = MOST = 2**32 - 1
TYPES = {
    "null": 1,
    "boolean": 2,
    "integer": 4,
    "number": 4 + 8,  # 8: a number that is no integer
    "string": 16,
    "array": 32,
    "object": 64,
}
ANY_TYPE = 127
MOST_ASKED = 62  # roots of one judge: its answer is an integer with a bit for each
KEYWORDS = (
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
    "pattern", "choices", "truth", "minItems", "maxItems", "items", "minProperties",
    "maxProperties", "properties", "required", "additionalProperties", "guarded", "allOf", "anyOf",
    "not", "if", "then", "else",
)  # fmt: skip
_NUMBERS = {"type": -1} | {keyword: number for number, keyword in enumerate(KEYWORDS)}
_COUNTS = frozenset(
    {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}
)
_BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})
_ANNOTATIONS = frozenset({"$schema", "title", "description", "default", "examples", "readOnly"})


class UnsupportedError(ValueError):
    """A schema that has no program. The message names a keyword and shows no value."""


def compile_program(
    definitions: Definitions, roots: Sequence[Schema], *, guarded: int = 0
) -> bytes:
    """Return the program of some schemas.

    Args:
        definitions: the schemas that references lead to.
        roots: the schemas, each of a whole document.
        guarded: in so many of the first roots, undeclared members must not be confusable with
            declared ones. This concerns the objects that references, `properties` and `items` lead
            to, not those that `allOf` and the other combining keywords look at.

    Raises:
        UnsupportedError: a schema is outside of the declared subset, or recursive.
    """
    compiler = _Compiler(definitions)
    places = []
    for number, schema in enumerate(roots):
        places.append(compiler.place(schema, guarded=number < guarded))
    return compiler.program(places)


class _Table:
    """Numbers of texts in the order in which they are first asked for."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def place(self, text: str) -> int:
        return self._places.setdefault(text, len(self._places))

    def encoded(self) -> bytes:
        parts = [_one(len(self._places))]
        for text in self._places:
            encoded = text.encode()
            parts.append(_one(len(encoded)) + encoded)
        return b"".join(parts)


class _Compiler:
    """A builder of the tables of one program. Equal schemas share one place."""

    def __init__(self, definitions: Definitions) -> None:
        self._definitions = definitions
        self._names, self._choices, self._patterns = _Table(), _Table(), _Table()
        self._schemas: dict[bytes, int] = {}
        self._known: dict[tuple[str, bool], int] = {}
        # by the id of a schema, which is kept so that no other object gets its id
        self._compiled: dict[tuple[int, bool], tuple[int, Schema]] = {}
        self._open: set[str] = set()  # definitions that are being compiled

    def program(self, roots: Sequence[int]) -> bytes:
        """Return the program."""
        tables = [table.encoded() for table in (self._names, self._choices, self._patterns)]
        schemas = [_one(len(self._schemas)), *self._schemas]
        return b"".join([MAGIC, _one(VERSION), *tables, *schemas, _list(roots)])

    def place(self, schema: Schema, *, guarded: bool = False) -> int:
        """Return the place of a schema, compiled at the first call."""
        key = (id(schema), guarded)
        found = self._compiled.get(key)
        if found is None:  # a schema often occurs in several roots
            found = self._compiled[key] = (self._place(schema, guarded=guarded), schema)
        return found[0]

    def _place(self, schema: Schema, *, guarded: bool) -> int:
        own = schema
        if not schema.keys() <= _NUMBERS.keys():
            own = {key: schema[key] for key in schema if key in _NUMBERS}
            others = [key for key in schema if key not in _NUMBERS and not _is_annotation(key)]
            if others == ["$ref"] and not own:
                return self._definition(parse_reference(schema["$ref"]), guarded=guarded)
            if others:
                own = _in_own_words({key: schema[key] for key in (*own, *others)})
                _refuse_unknown(own)
        encoded = self._encoded(own, guarded=guarded)
        return self._schemas.setdefault(encoded, len(self._schemas))

    def _definition(self, name: str, *, guarded: bool) -> int:
        key = (name, guarded)
        if key not in self._known:
            if name in self._open:
                raise UnsupportedError("a definition is recursive")
            self._open.add(name)
            self._known[key] = self.place(self._definitions[name], guarded=guarded)
            self._open.discard(name)
        return self._known[key]

    def _encoded(self, schema: Schema, *, guarded: bool) -> bytes:
        """Return a schema in the keywords of programs as bytes."""
        mask, keywords, operands = ANY_TYPE, 0, [b""]
        for keyword in schema if len(schema) == 1 else sorted(schema, key=_NUMBERS.__getitem__):
            if keyword == "type":
                mask = _mask(schema["type"])
            else:
                keywords += 1 << _NUMBERS[keyword]
                operands.append(self._operand(keyword, schema[keyword], guarded=guarded))
        if guarded and schema.get("properties"):
            keywords += 1 << _NUMBERS["guarded"]
        operands[0] = _pair(mask, keywords)
        return b"".join(operands)

    def _operand(self, keyword: str, value: Any, *, guarded: bool) -> bytes:
        """Return the operand of a keyword.

        Its schemas are compiled here, so that they come before the schema that holds them.
        """
        if keyword == "properties":
            pairs = [_one(len(value))]
            for name, schema in value.items():
                place = self.place(schema, guarded=guarded)
                pairs.append(_pair(self._names.place(name), place))
            return b"".join(pairs)
        if keyword == "required":
            return _list([self._names.place(name) for name in value])
        if keyword in _COUNTS:
            return _one(min(value, MOST))
        if keyword in ("allOf", "anyOf"):
            return _list([self.place(schema) for schema in value])
        if keyword == "pattern":
            return _one(self._patterns.place(value))
        if keyword == "choices":
            texts = [self._choices.place(text) for text in value if text is not None]
            return _one(None in value) + _list(texts)
        if keyword == "truth":
            return _one(value)
        if keyword in _BOUNDS:
            return struct.pack("<d", value)
        if keyword == "additionalProperties" and isinstance(value, bool):
            return _one(self.place({}) if value else NO_SCHEMA)
        return _one(self.place(value, guarded=guarded and keyword == "items"))


def _refuse_unknown(schema: Schema) -> None:
    unknown = schema.keys() - _NUMBERS.keys()
    if unknown:
        raise UnsupportedError(f"the keyword {min(unknown)} is not in the declared subset")


def _in_own_words(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema in the keywords of programs."""
    own = {key: value for key, value in schema.items() if key not in _REWRITTEN}
    more: list[Schema] = list(schema.get("allOf", ()))
    if "$ref" in schema:
        more.append({"$ref": schema["$ref"]})
    if "format" in schema:
        more.append({"pattern": _pattern_of(schema["format"])})
    if "enum" in schema:
        own["choices"] = _texts(schema["enum"])
    if isinstance(schema.get("const"), bool):
        own["truth"] = schema["const"]
        own["type"] = "boolean"
        more.append({key: schema[key] for key in ("type",) if key in schema})
    elif "const" in schema:
        more.append({"enum": [schema["const"]]})
    if more:
        own["allOf"] = more
    return own


_REWRITTEN = frozenset({"$ref", "format", "enum", "const", "allOf"})


def _pattern_of(name: str) -> str:
    if name not in PATTERNS:
        raise UnsupportedError("a format is not in the declared subset")
    return PATTERNS[name]


def _texts(values: Sequence[Any]) -> Sequence[str | None]:
    if not all(value is None or isinstance(value, str) for value in values):
        raise UnsupportedError("an enum or const has a value that is no string, boolean or null")
    return values


def _is_annotation(keyword: str) -> bool:
    return keyword in _ANNOTATIONS or keyword.startswith("x-")


def _mask(types: str | Sequence[str]) -> int:
    if isinstance(types, str):
        return TYPES[types]
    mask = 0
    for name in types:
        mask |= TYPES[name]
    return mask


_one = struct.Struct("<I").pack
_pair = struct.Struct("<II").pack


def _list(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers) + 1}I", len(numbers), *numbers)
