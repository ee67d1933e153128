"""Comparison of two schemas: whether the new one rejects a value that the old one accepts.

jsonschema-rs proves that one schema covers another. If it cannot tell, values near the bounds of
both are tried. Without a proof and without such a value, the question stays open.
"""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
from jsonschema_rs.canonical import Containment

from deploy_contract.examples.edges import edges
from deploy_contract.judge.python.compared import Certainty, Schema
from deploy_contract.judge.python.schema import fits

_SPECIAL = "\\[](){}+|.$^"  # characters of a pattern with a meaning of their own


def narrowed(old: Schema, new: Schema) -> Certainty:
    """Return whether some value is valid by the old schema and not by the new one.

    With the arguments swapped, return whether the new schema is wider.
    """
    before, after = json.loads(json.dumps([old, new]))  # the proof takes plain dicts and lists
    known = _with_implied(before, set(_patterns(after)))
    answer = jsonschema_rs.canonicalize(after).covers(jsonschema_rs.canonicalize(known))
    if answer is not Containment.UNKNOWN:
        return "no" if answer is Containment.YES else "yes"
    for value in edges({"anyOf": [before, after]}, {}, {}):
        if fits(before, value) and not fits(after, value):
            return "yes"
    return "perhaps"


def _patterns(schema: Any) -> Iterator[str]:
    """Yield the patterns in a schema."""
    below: Any = schema if isinstance(schema, list) else ()
    if isinstance(schema, dict):
        below = schema.values()
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
    for one in below:
        yield from _patterns(one)


def _with_implied(schema: Any, wanted: set[str]) -> Any:
    """Return a schema that says of its patterns which of the wanted ones they imply."""
    if isinstance(schema, list):
        return [_with_implied(one, wanted) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _with_implied(below, wanted) for name, below in schema.items()}
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        implied = [{"pattern": one} for one in wanted if one != pattern and _begins(pattern, one)]
        if implied:
            found["allOf"] = [*found.get("allOf", ()), *implied]
    return found


def _begins(pattern: str, other: str) -> bool:
    """Return True if `other` is only a literal prefix, and `pattern` begins with it."""
    prefix = _literal_prefix(other)
    is_prefix_only = "|" not in pattern and other == f"^{prefix}"
    return is_prefix_only and _literal_prefix(pattern).startswith(prefix)


def _literal_prefix(pattern: str) -> str:
    """Return the plain characters that every text of a pattern begins with."""
    found = ""
    for sign in pattern[1:]:
        if sign in "*?{":
            return found[:-1]  # the last one is optional
        if sign in _SPECIAL:
            break
        found += sign
    return found
