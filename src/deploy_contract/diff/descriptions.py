"""Differences between the OpenAPI descriptions of two contracts: effects of a patch, and texts."""

from collections.abc import Iterator
from typing import Any

from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import BOTH, REQUESTS, Difference, Found

EFFECT = "x-patch"  # the effect of a patch on a stored member
USUAL_EFFECT = "replaced"  # of a member without that keyword
_TEXTS = ("title", "summary", "description", "x-gap")
_WORDS = ("it says so in other words",) * 2


def differences(old: Tables, new: Tables) -> Found:
    """Yield the differences between descriptions, with the directions that they concern."""
    yield from _effect_differences(old, new)
    number = sum(_text_differences(old.description, new.description))
    if number:
        plural = "s" if number > 1 else ""
        what = f"{number} text{plural} changed"
        yield Difference("descriptions", what, "no", "no", _WORDS, text_only=True), BOTH


def _effect_differences(old: Tables, new: Tables) -> Found:
    """Yield the differences in the effect of a patch on the stored deployment.

    Clients that send the patch depend on the effect, and so do rules of the shape never.
    """
    before, after = _schemas(old), _schemas(new)
    whys = ("the same patch leaves another deployment", "")
    for title, schema in after.items():
        known = before.get(title, {}).get("properties", {})
        for name, member in schema.get("properties", {}).items():
            one = known.get(name, member).get(EFFECT, USUAL_EFFECT)
            other = member.get(EFFECT, USUAL_EFFECT)
            if one != other:
                where, what = f"{title}/{name}", f"a patch: {one} -> {other}"
                yield Difference(where, what, "perhaps", "no", whys), REQUESTS


def _schemas(tables: Tables) -> Row:
    schemas: Row = tables.description.get("components", {}).get("schemas", {})
    return schemas


def _text_differences(one: Any, other: Any) -> Iterator[bool]:
    """Yield True for each text that differs, of the parts that both descriptions have."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            before, after = one.get(key), other.get(key)
            if key in _TEXTS and isinstance(before, str | None) and isinstance(after, str | None):
                yield before != after
            elif key in one and key in other:
                yield from _text_differences(before, after)
    elif isinstance(one, list) and isinstance(other, list):
        for before, after in zip(one, other, strict=False):
            yield from _text_differences(before, after)
