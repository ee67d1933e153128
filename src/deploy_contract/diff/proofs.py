"""Comparison of two schemas: whether the new one rejects a value that the old one accepts.

jsonschema-rs proves that one schema covers another. If it cannot tell, values near the bounds of
both are tried. Without a proof and without such a value, the question stays open.
"""

import json
import re
from collections.abc import Iterable
from functools import partial
from typing import Any

import jsonschema_rs
from jsonschema_rs.canonical import Containment

from deploy_contract.examples.edges import edges
from deploy_contract.judge.python.compared import Certainty, Schema
from deploy_contract.judge.python.schema import fits

_PREFIX = re.compile(r"\^[^\\\[\](){}+|.$^*?]*")  # a pattern that is only a literal prefix
_REPEATS = ("*", "?", "{")  # signs after which the sign before may be missing


def narrowed(old: Schema, new: Schema) -> Certainty:
    """Return whether some value is valid by the old schema and not by the new one.

    With the arguments swapped, return whether the new schema is wider.
    """
    prefixes: set[str] = set()
    # the proof takes plain dicts and lists
    after = json.loads(json.dumps(new), object_hook=partial(_note_prefix, prefixes))
    before = json.loads(json.dumps(old))
    known = json.loads(json.dumps(old), object_hook=partial(_with_implied, prefixes))
    answer = jsonschema_rs.canonicalize(after).covers(jsonschema_rs.canonicalize(known))
    if answer is not Containment.UNKNOWN:
        return "no" if answer is Containment.YES else "yes"
    for value in edges({"anyOf": [before, after]}, {}, {}):
        if fits(before, value) and not fits(after, value):
            return "yes"
    return "perhaps"


def _note_prefix(found: set[str], schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema, and note its pattern if it is only a prefix."""
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and _PREFIX.fullmatch(pattern):
        found.add(pattern)
    return schema


def _with_implied(prefixes: Iterable[str], schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that says of its pattern which of the prefixes it implies."""
    pattern = schema.get("pattern")
    if not isinstance(pattern, str) or "|" in pattern:
        return schema
    implied = [{"pattern": one} for one in sorted(prefixes) if _implies(pattern, one)]
    return {**schema, "allOf": [*schema.get("allOf", ()), *implied]} if implied else schema


def _implies(pattern: str, prefix: str) -> bool:
    rest = pattern.removeprefix(prefix)
    return rest not in ("", pattern) and not rest.startswith(_REPEATS)
