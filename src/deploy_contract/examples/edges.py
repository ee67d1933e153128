"""Values on both sides of each bound in the schema of a rule.

They are candidates: the caller judges which of them break the rule, and which keep it.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any

from deploy_contract.examples.samples import SAMPLE, sample
from deploy_contract_format.bundle_format import MAX_ITEMS
from deploy_contract_format.definitions import Schema, types_of
from deploy_contract_format.subset import BOUNDS

MAX_VALUES = 400  # candidates for a place
_LONGEST = 1 << 20  # characters of a text, by the usual limits
_ANY_VALUE: tuple[Any, ...] = (True, False, 1, "text", [], {})
_OTHER_TEXTS = ("", "a", "A", "0", "_", "-", " ", "a b", "a-b", "/")
_ABSENT = object()


def edges(schema: Schema, declared: Schema) -> list[Any]:
    """Return candidates for a place, each once, those near the bounds of a rule's schema first.

    `declared` is the schema that the contract declares for the place, without references, or {}.
    """
    parts = list(_parts(schema))
    values = islice(_candidates(parts, declared), MAX_VALUES)
    found = {json.dumps(value, sort_keys=True): value for value in values}
    return list(found.values())


def _parts(schema: Schema) -> Iterator[Schema]:
    """Yield a schema, and the schemas that it combines for the same value."""
    yield schema
    for keyword in ("not", "if", "then", "else"):
        if keyword in schema:
            yield from _parts(schema[keyword])
    for keyword in ("allOf", "anyOf"):
        for member in schema.get(keyword, ()):
            yield from _parts(member)


def _candidates(parts: list[Schema], declared: Schema) -> Iterator[Any]:
    for part in parts:
        yield from part.get("enum", ())
        if "const" in part:
            yield part["const"]
    yield from _numbers(parts)
    yield from _texts(parts)
    yield from _arrays(parts, declared)
    yield from _objects(parts, declared)
    yield from declared.get("enum", ())
    yield sample(declared, members=True)
    declared = {name: value for name, value in declared.items() if name != SAMPLE}
    for kind in types_of(declared):
        yield sample({**declared, "type": kind})
    yield False
    yield None
    if not declared:
        yield from _ANY_VALUE


def _numbers(parts: Iterable[Schema]) -> Iterator[float]:
    for part in parts:
        for keyword in BOUNDS:
            if keyword not in part:
                continue
            bound = part[keyword]
            low, high = math.floor(bound), math.ceil(bound)
            yield from (bound, high + 1, low - 1, high, low)
            yield from (math.nextafter(bound, math.inf), math.nextafter(bound, -math.inf))


def _counts(parts: Iterable[Schema], *keywords: str) -> list[int]:
    """Return the counts at, above and below the bounds of some keywords."""
    found: dict[int, None] = {}
    for part in parts:
        for keyword in keywords:
            if keyword in part:
                bound = int(part[keyword])
                found |= dict.fromkeys((bound, bound + 1, bound - 1))
    return [count for count in found if 0 <= count <= _LONGEST]


def _texts(parts: list[Schema]) -> Iterator[str]:
    patterns = [part["pattern"] for part in parts if "pattern" in part]
    counts = _counts(parts, "minLength", "maxLength")
    has_texts = any("enum" in part or "const" in part for part in parts)
    for count in counts:
        yield from (matching(pattern, count) for pattern in patterns)
        yield "a" * count
    for pattern in patterns:
        text = matching(pattern)
        yield from (text, matching(pattern, 1), f"{text}a", f"!{text}", f"{text}!")
        yield from (matching(pattern, 0, choice) for choice in range(1, pattern.count("|") + 1))
    if patterns or counts or has_texts:
        yield from _OTHER_TEXTS


def _arrays(parts: list[Schema], declared: Schema) -> Iterator[list[Any]]:
    below = declared.get("items", {})
    item = sample(below, members=True)
    for count in _counts(parts, "minItems", "maxItems"):
        if count <= MAX_ITEMS:
            yield [_numbered(item, index) for index in range(count)]
            yield [item] * count
    schemas = [part["items"] for part in parts if "items" in part]
    if schemas:
        yield from ([value] for value in edges({"allOf": schemas}, below))


def _numbered(item: Any, index: int) -> Any:
    """Return an item whose texts differ from the texts of other items: rules may require it."""
    if isinstance(item, str):
        return f"{item}{index}"
    if not isinstance(item, dict):
        return item
    return {name: _numbered(member, index) for name, member in item.items()}


def _objects(parts: list[Schema], declared: Schema) -> Iterator[dict[str, Any]]:
    names: dict[str, list[Schema]] = {}
    for part in parts:
        for name in part.get("required", ()):
            names.setdefault(name, [])
        for name, schema in part.get("properties", {}).items():
            names.setdefault(name, []).append(schema)
    if not names:
        return
    base = sample({**declared, "type": "object"})
    if not isinstance(base, dict):  # the sample of an enum of texts
        return
    choices: dict[str, list[Any]] = {}
    for name, schemas in names.items():
        below = declared.get("properties", {}).get(name, {})
        usual = sample(below, members=True) if below else "text"
        choices[name] = [usual, *edges({"allOf": schemas}, below)]
    usual_members = {name: values[0] for name, values in choices.items()}
    for name, values in choices.items():  # one member varies
        for value in (_ABSENT, *values):
            yield _merged(base, {**usual_members, name: value})
            yield _merged(base, {name: value})
    limit = max(2, int(MAX_VALUES ** (1 / len(choices))))  # several members vary
    for row in product(*([_ABSENT, *values][:limit] for values in choices.values())):
        yield _merged(base, dict(zip(choices, row, strict=True)))


def _merged(base: Mapping[str, Any], members: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**base, **members}
    return {name: value for name, value in merged.items() if value is not _ABSENT}


# --- texts of patterns of the safe subset (`deploy_contract_format.patterns`)

_WITHOUT_BOUND = 1 << 30
_REPEATS = {"*": (0, _WITHOUT_BOUND), "+": (1, _WITHOUT_BOUND), "?": (0, 1), "": (1, 1)}
_PIECE = re.compile(
    r"(?P<open>\(\?:)|(?P<other>\|)|(?P<close>\)\??)"
    r"|(?P<atom>\[\^?(?:\\.|[^\\\]])+\]|\\.|[^$])"
    r"(?:\{(?P<low>[0-9]+)(?P<several>,(?P<high>[0-9]*))?\}|(?P<sign>[*+?]?))"
)
# characters to try for an atom, the common ones first
_CHARACTERS = "aA0-_./ " + "".join(map(chr, range(32, 127)))


def matching(pattern: str, length: int = 0, choice: int = 0) -> str:
    """Return a text that matches a pattern, with a length as near to `length` as repeats allow.

    `choice`: the number of the alternative to take in each group, from 0. A group with fewer
    alternatives begins again with the first.
    """
    parts = list(_atoms(pattern, choice))
    missing = length - sum(low for _, low, _ in parts)
    text = ""
    for character, low, high in parts:
        more = max(0, min(missing, high - low))
        missing -= more
        text += character * (low + more)
    is_open = not pattern.endswith("$") or pattern.endswith(r"\$")
    return text + "a" * max(0, missing) if is_open else text


def _atoms(pattern: str, choice: int) -> Iterator[tuple[str, int, int]]:
    """Yield the characters of a text, each with the bounds of its repeats."""
    counts = [0]  # of the further alternatives of each group; the whole pattern is the first group
    around = [0]  # the open groups
    atoms = []
    for piece in _PIECE.finditer(pattern, 1):
        if piece["open"]:
            around.append(len(counts))
            counts.append(0)
        elif piece["other"]:
            counts[around[-1]] += 1
        elif piece["close"]:
            around.pop()
        else:
            atoms.append((piece, [(group, counts[group]) for group in around]))
    for piece, alternatives in atoms:
        if all(number == choice % (counts[group] + 1) for group, number in alternatives):
            character = next(filter(re.compile(piece["atom"]).fullmatch, _CHARACTERS), "")
            yield (character, *_repeats(piece))


def _repeats(piece: re.Match[str]) -> tuple[int, int]:
    """Return the smallest and the greatest number of repeats of an atom."""
    if piece["low"] is None:
        return _REPEATS[piece["sign"]]
    low = int(piece["low"])
    return low, int(piece["high"] or _WITHOUT_BOUND) if piece["several"] else low
