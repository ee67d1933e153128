"""Random documents from a source of chance: valid by the schema, at its edges, and damaged.

The source is `random.Random`, or that of Hypothesis (`st.randoms`), which shrinks what it has drawn.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from deploy_contract import Bundle

BUNDLE = Bundle.installed()
KINDS = BUNDLE.kinds
SOURCES = tuple(BUNDLE.book.sources)
ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
IDS = (ID, ID.upper(), "00000000-0000-1000-8000-000000000001")
SAFE = 2**53 - 1
NUMERAL = "NUMERAL"  # in the place of a number that is written in one of the ways below


def swapped(value: str) -> list[str]:
    """Return a text that stands for another, or nearly."""
    wide = "".join(chr(ord(sign) + 0xFEE0) if sign.isdigit() else sign for sign in value)
    arabic = "".join(chr(0x660 + int(sign)) if sign.isdigit() else sign for sign in value)
    signs = ["\n", "\0", "0", " ", "_", "g"]
    return [
        value.upper(), value.lower(), f"{{{value}}}", f"urn:uuid:{value}", value.replace("-", ""), value.replace("-", "_"), wide, arabic, value[:-1], f"\n{value}", f" {value}",
        *(f"{value}{sign}" for sign in signs), *(f"{value[:-1]}{sign}" for sign in signs),
    ]  # fmt: skip


# fmt: off
NUMERALS = (
    "0", "-0", "0.0", "-0.0", "1", "-1", "1.0", "1e2", "1E2", "1E+2", "10e-1", "0.1e1", "1.5", "-1.5", "0.5", "100", "1e15", "1e16", "1e-5", "1e0000001", "123456789012345678e-17", "1.0000000000000001",
    "1.0000000000000000001", "1.00000000000000000001", "512.0000000000000001", "0.99999999999999999999", "5e-324", "1e-400", "-1e-400", "2.2250738585072014e-308", "4503599627370495.5", "9007199254740991",
    "-9007199254740991", "9007199254740991.0", "9007199254740992", "-9007199254740992", "9007199254740991.4", "9007199254740991.6", "9007199254740993", "9007199254740993.0", "9007199254740992e-1",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "12345678901234567890.0", "18446744073709551615", "18446744073709551616", "1e308", "-1e308", "1.7976931348623157e308",
    "1.7976931348623159e308", "1e309", "1e400", "-1e400", "-1E+400", "1e999999", "9" * 30, "-" + "9" * 30, "9" * 308, "9" * 309, "9" * 320, "9" * 400, "1" * 401, "-" + "9" * 399, "-" + "9" * 400,
    "9" * 5000, "1" + "0" * 5000 + "e-5000", "1e00001", "1e-00001", "0e12345", "1e-0001", "0." + "0" * 398, "0." + "0" * 399, "1" + "0" * 6000, "0." + "0" * 400 + "1",
)
PLAIN = ("", "x", "a", "b", "v1", "refs/tags/v1", "refs/heads/main", "\u00e4", "\U0001f600")
TIMES = (
    "1998-12-31T23:59:60Z", "1998-12-31T23:59:60.999Z", "1998-12-31T15:59:60-08:00", "1998-12-31T23:58:60Z", "0000-01-01T00:00:00Z", "0000-02-29T00:00:00Z", "9999-12-31T23:59:59Z", "2026-01-31T24:00:00Z",
    "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00,5Z", "2026-01-31T12:00:00+2:00", "2026-01-31T12:00:00-00:00", "2026-01-31", "12:00:00Z", "2026-01-31T12:00Z", "+2026-01-31T12:00:00Z", "2026-W05-6T12:00:00Z",
)
TEXTS = (
    *swapped(ID), *swapped("2026-01-31T12:00:00Z"), *TIMES, "READY", "READY\n", "ready", "codehost", "codehots", "codehost ", "\ufeffcodehost", "\0", "\u2028", "refs/tags/", "REFS/tags/x", *PLAIN,
)
NAMES = (
    "Secrets", "SECRETS", "secrets\0", "\0id", "secret_refs", "repo_ref", "cpu", "unknown", "\u017fecrets", "soource_config", "name", "source", "id", "x" * 70, "/" * 40, "a\nb", "\\", "\U0001f600" * 30,
    "secret_references", "tenant_id", "build_on_push", "volumes", "vlaue", "*", "", "\0", "$ref", "x-members", "SECRET_references", "secret\u0131", "\uff4eame", "na\0me", "__proto__", "0", "-1", "a/b", "a~b",
    "\u202e", "na me", "status",
)
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, 1.5, [], {}, [[]], {"": {}}, ["x"], [None], [{}], {"name": "a"}, {"name": 1}, "x", "abc", "1", "true", NUMERAL,
)
BROKEN = (
    ",}", "]", ',"x":1,"x":2}', ',"\\u0078":1,"x":2}', ',"s":"\\ud800"}', ',"\\udc00":1}', ',"n":NaN}', ',"n":-Infinity}',
    "", ',"n":01}', ',"n":1.}', ',"n":-}', ',"a":"\\x"}', ',"a":"\\u12"}', ',"a":"\t"}', ',"a":"', ',"\u00e4" 1}', "} x", "/*",
)
# fmt: on
SIGNS = re.compile(r"\\u[0-9a-f]{4}|\\.|[a-z]")  # of a string: escapes, and small letters


@cache
def _known(kind: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    known = BUNDLE.definitions(kind)
    return known[kind], known


def valid(chance: Random, kind: str) -> Any:
    """Return a document of a kind that the contract's schema admits."""
    return value_of(chance, *_known(kind))


def near(chance: Random, kind: str) -> Any:
    """Return a document of a kind with some values at the edges of what the schema admits."""
    return value_of(chance, *_known(kind), edges=True)


def value_of(
    chance: Random, schema: Mapping[str, Any], known: Mapping[str, Any], *, edges: bool = False
) -> Any:
    """Return a value that a lowered schema admits; with `edges`, at times one just beyond."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return _free(chance) if name.startswith("Any-") else value_of(chance, known[name], known, edges=edges)  # fmt: skip
    if "enum" in schema and not (edges and chance.random() < 0.1):
        return chance.choice(schema["enum"])
    kinds = schema.get("type", ["null"])
    kind = chance.choice(kinds) if isinstance(kinds, list) else kinds
    if kind == "object":
        return _object(chance, schema, known, edges=edges)
    if kind == "array":
        count = chance.choice((0, 1, 2, 2, 3)) if "items" in schema else 0
        return [value_of(chance, schema["items"], known, edges=edges) for _ in range(count)]
    if kind == "string":
        return _string(chance, schema.get("x-format", ""))
    if kind == "boolean":
        return chance.random() < 0.6
    return None if kind == "null" else _number(chance, schema, kind, edges=edges)


def _object(
    chance: Random, schema: Mapping[str, Any], known: Mapping[str, Any], *, edges: bool
) -> dict[str, Any]:
    share = chance.choice((0.2, 0.5, 0.8))
    properties, required = schema.get("properties", {}), schema.get("required", ())
    if not properties:
        return {chance.choice("abc"): chance.choice(("x", "")) for _ in range(chance.randrange(3))}
    names = [name for name in properties if name in required or chance.random() < share]
    return {name: value_of(chance, properties[name], known, edges=edges) for name in names}


def _string(chance: Random, format_: str) -> str:
    if format_ == "uuid":
        return chance.choice(IDS)
    if format_ == "date-time":
        return f"{chance.randrange(10_000):04}-{chance.randrange(1, 13):02}-0{chance.randrange(1, 10)}T12:00:00Z"
    if chance.random() < 0.7:
        return chance.choice(PLAIN)
    ranges = [(0x20, 0x7F), (0, 0xD800), (0xE000, 0x110000)]
    return "".join(
        chr(chance.randrange(*chance.choice(ranges))) for _ in range(chance.randrange(12))
    )


def _number(chance: Random, schema: Mapping[str, Any], kind: str, *, edges: bool) -> Any:
    low, high = schema.get("minimum", 0), schema.get("maximum", 0)
    if edges:
        return chance.choice((0, 1, 1, 2, 1.5, -1, low, high, low - 1, high + 1, 2.0**60, 512, 1024))  # fmt: skip
    ends = math.ceil(low), math.floor(high)
    numbers = [*ends, chance.randint(*ends)]
    numbers += [number for number in (1, 2, 512) if low <= number <= high]
    if kind == "number" and low <= 1.5 <= high:
        numbers.append(1.5)
    return chance.choice(numbers)


def _free(chance: Random) -> Any:
    free = (None, True, 1, "x", 0.5, SAFE, {"a": 1}, [1], {"secrets": None}, [[{"b": ["x"]}]])
    return deepcopy(chance.choice(free))


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of each part of a JSON value, but for the value itself."""
    if at:
        yield at
    members: Any = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        members = enumerate(value)
    for key, member in members:
        yield from places(member, (*at, key))


def part(value: Any, at: Iterable[Any]) -> Any:
    for token in at:
        value = value[token]
    return value


def damaged(chance: Random, value: Any, most: int = 4) -> Any:
    """Return the value, changed in place: with parts lost, added, misspelt or of another type.

    Args:
        chance: the source of chance.
        value: of lists and dicts of its own.
        most: the largest number of changes; none is possible too.
    """
    for _ in range(chance.choice((0, 1, 1, 2, most))):
        found = list(places(value))
        if not found:
            break
        *way, last = chance.choice(found)
        _change(chance, part(value, way), last)
    return value


def _change(chance: Random, parent: Any, key: Any) -> None:
    odd = deepcopy(chance.choice(ODD)) if chance.random() < 0.7 else chance.choice(TEXTS)
    change = chance.random()
    if change < 0.2:
        del parent[key]
    elif isinstance(parent, list) and change < 0.4:
        parent.insert(key, odd)
    elif change < 0.6 or isinstance(parent, list):
        parent[key] = odd
    elif change < 0.85:
        parent[chance.choice(NAMES)] = odd
    elif change < 0.95:
        misspelt = (key.upper(), key + "\0" * chance.randint(1, 40), key[:-1], f"{key}s")
        parent[chance.choice(misspelt)] = parent.pop(key)
    else:
        parent[key] = chance.choice(SOURCES)


def plain(value: Any) -> Any:
    """Return a copy of the value in which numerals are numbers."""
    return json.loads(json.dumps(value).replace(f'"{NUMERAL}"', "7"))


def text_of(chance: Random, value: Any) -> str:
    """Return the JSON text of the value, with numerals as they may be written."""
    indent = chance.choice((None, None, 1))
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5, indent=indent)
    while f'"{NUMERAL}"' in text:
        text = text.replace(f'"{NUMERAL}"', chance.choice(NUMERALS), 1)
    return text


def escaped(text: str) -> str:
    """Return a JSON text with escapes for the small letters in its strings."""

    def spelt_out(found: re.Match[str]) -> str:
        return f"\\u{ord(found[0]):04x}" if len(found[0]) == 1 else found[0]

    parts = re.split(r'("(?:[^"\\]|\\.)*")', text)
    parts[1::2] = [SIGNS.sub(spelt_out, part) for part in parts[1::2]]
    return "".join(parts)


def written(chance: Random, value: Any) -> bytes:
    """Return the text of a value, at times broken or with escapes."""
    text = text_of(chance, value)
    fault = chance.random()
    if fault < 0.08:
        text = text.replace("}", chance.choice(BROKEN), 1)
    elif fault < 0.09:
        text = f"\ufeff{text}"
    elif fault < 0.1:
        text = text.replace("{", '{"d":' + "[" * 33 + "]" * 33 + ",", 1)
    elif fault < 0.12:
        text = text[: chance.randrange(len(text) + 1)]
    elif fault < 0.3:
        text = escaped(text)
    body = text.encode()
    if chance.random() < 0.01:
        body = body.replace(b"a", b"\xff", 1)
    return body
