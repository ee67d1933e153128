"""Bundles that someone has damaged: every table with a part lost, doubled, or of another type."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

from deploy_contract_format.bundle_format import RULES, SCHEMAS
from tests.support.random_documents import part, places

At = tuple[str | int, ...]
Tables = dict[str, Any]


def _nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 1.5, 1e300, 2**70, 10**400, "", "x", "\ud800", "a\nb", "$ref", "__proto__", "a'b", 'a"b', "a/b",
    "{", "{x}", "{enum} {type}", "{values}", "{methods}", "\u00e9", "\u2028", [], {}, [[]], ["x"], [None], ["x", "x"], ["\ud800"],
    {"type": "string"}, {"$ref": "#/$defs/any-value"}, {"type": []}, {"type": "object"}, {"": {"type": "string"}}, _nested(300),
    ["null"], "null", "object", "^a+$", "^(a+)+$", "^[a-z]{0,999}$", "^", "/", "/source", "/secrets/*",
]  # fmt: skip
KEYS = (
    "required", "enum", "properties", "type", "minimum", "maximum", "maxItems", "maxProperties", "pattern", "x-format", "items",
    "additionalProperties", "title", "x-secret", "$ref", "fixed", "when", "hosting", "each", "sources",
)  # fmt: skip


def _replace(chance: Random, parent: Any, key: Any) -> None:
    parent[key] = deepcopy(chance.choice(VALUES))


def _double(chance: Random, parent: Any, key: Any) -> None:
    if isinstance(parent, list):
        parent.insert(chance.randrange(len(parent) + 1), deepcopy(parent[key]))
    else:
        parent[chance.choice(("zz", str(key).upper()))] = deepcopy(parent[key])


def _rename(chance: Random, parent: Any, key: Any) -> None:
    if isinstance(parent, dict):
        names = [key.swapcase(), f"{key}x", "", "\ud800", "$ref", "a b", "\u00e9", *parent]
        name = chance.choice(names)
        members = [(name if other == key else other, value) for other, value in parent.items()]
        parent.clear()
        parent.update(members)


def _add(chance: Random, parent: Any, key: Any) -> None:
    target = parent[key]
    if isinstance(target, dict):
        target[chance.choice(KEYS)] = deepcopy(chance.choice(VALUES))
    elif isinstance(target, list):
        target.append(deepcopy(chance.choice(VALUES)))


def _shift(chance: Random, parent: Any, key: Any) -> None:
    if isinstance(parent[key], list):
        parent[key].reverse()
    elif isinstance(parent[key], int | float):
        parent[key] += chance.choice((1, -1, 0.5, 2**53, -parent[key]))


_CHANGES: tuple[Callable[[Random, Any, Any], object], ...] = (
    lambda _chance, parent, key: parent.pop(key), _replace, _replace, _replace, _double, _rename, _add, _shift,
)  # fmt: skip


def _change(chance: Random, table: Any, at: At) -> None:
    if at:
        chance.choice(_CHANGES)(chance, part(table, at[:-1]), at[-1])


def changed(chance: Random, value: Any) -> Any:
    """Return a copy of a value with a part lost, doubled, renamed, or replaced."""
    copy = deepcopy(value)
    _change(chance, copy, chance.choice(list(places(copy))))
    return copy


def mutated(seed: int, files: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Return the files of a bundle with a few parts changed; None if nothing is.

    The same change is often made to each schema that has the place: whoever damages a bundle on
    purpose keeps it consistent.
    """
    chance = Random(seed)
    tables: Tables = {name: json.loads(content) for name, content in files.items()}
    schemas = [name for name in tables if name.startswith(SCHEMAS)]
    name = chance.choice((*schemas, RULES, RULES, RULES, "operations.json", "operations.json"))
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.choice([(), *places(tables[name])])
        own = chance.getrandbits(40)
        _change(Random(own), tables[name], at)
        if name in schemas and chance.random() < 0.8:
            for other in schemas:
                if other != name:
                    with suppress(LookupError, TypeError):
                        _change(Random(own), tables[other], at)
    before = {name: json.loads(content) for name, content in files.items()}
    if tables == before:
        return None
    return {name: json.dumps(table).encode() for name, table in tables.items()}
