"""Differences between two schemas about a value itself: types, enums, bounds.

jsonschema-rs proves that one schema covers another. If it finds no proof, values near the bounds of
both are tried. Without a proof and without such a value, the change is unclear.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any, TypeAlias, TypeVar

import jsonschema_rs
from jsonschema_rs.canonical import Containment

from deploy_contract.diff.changes import Certainty, Change, change
from deploy_contract.examples.edges import edges
from deploy_contract.judge.python.schema import fits
from deploy_contract_format.definitions import SECRET, types_of
from deploy_contract_format.overlay import only
from deploy_contract_format.subset import TYPES

Schema: TypeAlias = Mapping[str, Any]
Value = TypeVar("Value")
_NUMERIC = {"integer", "number"}
_BOUNDS = (  # keyword, its name in a change, its rule, and the types that it bounds
    ("minimum", "minimum", "minimum", _NUMERIC),
    ("maximum", "maximum", "maximum", _NUMERIC),
    ("maxItems", "most items", "maxItems", {"array"}),
    ("maxProperties", "most items", "maxItems", {"object"}),
)
# a pattern that is only a literal prefix, in JSON
_PREFIX = re.compile(r'"pattern": "(\^[^\\\[\](){}+|.$^*?"]*)"')
_REPEATS = ("*", "?", "{")  # the character before one of these may be absent


def plain_schema(schema: Schema, usual: Schema | None = None) -> dict[str, Any]:
    """Return a schema with a list of types, and bounds of integers that are whole.

    `schema` is not a reference. Bounds that are equal to those of `usual`, the schema of any value
    in the same document, are left out.
    """
    found = {**schema, "type": types_of(schema)}
    for keyword, _, common, _ in _BOUNDS:
        if keyword in found and usual and found[keyword] == usual.get(common):
            del found[keyword]
        elif keyword in found and "number" not in found["type"]:
            found[keyword] = (ceil if keyword == "minimum" else floor)(found[keyword])
    return found


def takes_anything(schema: Schema) -> bool:
    """Return True if a value may be of any type."""
    return len(schema["type"]) == len(TYPES)


def value_changes(old: Schema, new: Schema, where: str) -> Iterator[Change]:
    """Yield the changes of a value itself, by its plain schemas. `where`: the place, in words."""
    types = [without(schema["type"], ["null"]) for schema in (old, new)]
    is_any = [takes_anything(schema) for schema in (old, new)]
    if not any(is_any) and ("null" in old["type"]) != ("null" in new["type"]):
        name = "may be null" if "null" in new["type"] else "may no longer be null"
        yield change(name, where, keyword="type")._replace(is_about_null=True)
    if set(types[0]) != set(types[1]):
        both = zip(types, is_any, strict=True)
        texts = ["any" if anything else " or ".join(sorted(kinds)) for kinds, anything in both]
        before, after = [{"type": kinds} for kinds in types]
        found = _proven(where, f"type {' -> '.join(texts)}", before, after)
        yield found._replace(keyword="type")
    if "string" in types[0] and "string" in types[1]:
        yield from _text_changes(old, new, where)
    if (SECRET in old) != (SECRET in new):
        yield change("is secret" if SECRET in new else "is no longer secret", where)
    for keyword, name, rule, bounded in _BOUNDS:
        has_both = not bounded.isdisjoint(types[0]) and not bounded.isdisjoint(types[1])
        bounds = [schema.get(keyword) for schema in (old, new)]
        is_covered_by_type = is_any[0] != is_any[1] and bounded is not _NUMERIC
        if bounds[0] != bounds[1] and has_both and not is_covered_by_type:
            before, after = [only(schema, keyword) for schema in (old, new)]
            texts = [str(schema.get(keyword, "none")) for schema in (old, new)]
            found = _proven(where, f"{name} {' -> '.join(texts)}", before, after)
            yield found._replace(keyword=rule)


def _proven(where: str, what: str, old: Schema, new: Schema) -> Change:
    return Change(where, what, ((narrowed(old, new), ""), (narrowed(new, old), "")))


def _text_changes(old: Schema, new: Schema, where: str) -> Iterator[Change]:
    before, after = [without(one["enum"], [None]) if "enum" in one else None for one in (old, new)]
    if before is not None and after is not None:
        yield from list_changes("enum", where, before, after, "enum")
    elif after is not None:
        yield change("choice", where, f"any text -> one of {', '.join(map(str, after))}", "enum")
    elif before is not None:
        yield change("any text, no longer a fixed choice", where, keyword="enum")
    patterns = [only(schema, "pattern") for schema in (old, new)]
    names = [schema.get("x-format") for schema in (old, new)]
    if names[0] != names[1] or patterns[0] != patterns[1]:
        what = f"format {' -> '.join([name or 'none' for name in names])}"
        if names[0] == names[1]:
            what = f"texts of format {names[0]} have another pattern"
        yield _proven(where, what, *patterns)._replace(keyword="pattern")


def list_changes(
    name: str, where: str, old: Sequence[str], new: Sequence[str], keyword: str
) -> Iterator[Change]:
    """Yield the changes of a list of texts: the lost texts, and the new texts."""
    for word, texts in (("without", without(old, new)), ("with", without(new, old))):
        if texts:
            listed = ", ".join(map(str, texts))
            yield change(f"{name} {word}", where, f"{name} {word} {listed}", keyword)


def without(values: Iterable[Value], excluded: Iterable[object]) -> list[Value]:
    """Return the values that are not excluded, in their order."""
    unwanted = list(excluded)
    return [value for value in values if value not in unwanted]


# --- proofs


def narrowed(old: Schema, new: Schema) -> Certainty:
    """Return whether some value is valid by the old schema and not by the new schema.

    With the arguments swapped, return whether the new schema is wider.
    """
    before, after = [json.dumps(schema, ensure_ascii=False) for schema in (old, new)]
    prefixes = sorted(set(_PREFIX.findall(after)))

    def with_implied(schema: dict[str, Any]) -> dict[str, Any]:
        """Return the schema with each of `prefixes` that its pattern implies, in `allOf`."""
        pattern = schema.get("pattern")
        if not isinstance(pattern, str) or "|" in pattern:
            return schema
        implied = [{"pattern": prefix} for prefix in prefixes if _implies(pattern, prefix)]
        return {**schema, "allOf": [*schema.get("allOf", ()), *implied]} if implied else schema

    # the proof takes plain dicts and lists
    old_copy, new_copy = json.loads(before), json.loads(after)
    covered = jsonschema_rs.canonicalize(json.loads(before, object_hook=with_implied))
    answer = jsonschema_rs.canonicalize(new_copy).covers(covered)
    if answer is not Containment.UNKNOWN:
        return "no" if answer is Containment.YES else "yes"
    values = edges({"anyOf": [old_copy, new_copy]}, {})
    is_refused = any(fits(old_copy, value) and not fits(new_copy, value) for value in values)
    return "yes" if is_refused else "perhaps"


def _implies(pattern: str, prefix: str) -> bool:
    """Return True if a pattern is a literal prefix and more."""
    rest = pattern.removeprefix(prefix)
    return rest not in ("", pattern) and not rest.startswith(_REPEATS)
