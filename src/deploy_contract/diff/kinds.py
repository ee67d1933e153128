"""Differences between the kinds of document of two contracts, their schemas aside."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.diff import operations
from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import REQUESTS, Difference, Found
from deploy_contract.judge.python.compared import Certainty

Row: TypeAlias = Mapping[str, Any]
OfKind: TypeAlias = tuple[Difference, tuple[str, ...], str | None]  # directions, kind if shared


class Pair(NamedTuple):
    """A kind of document and its successor, with the directions in which both are used."""

    old: str
    new: str
    directions: tuple[str, ...]


def pairs(old: Tables, new: Tables) -> Iterator[Pair]:
    """Yield the pairs of kinds whose schemas are compared.

    Two kinds form a pair if they have the same name, or if the one replaces the other as a body of
    an operation.
    """
    replaced: dict[tuple[str, str], str] = {}
    for before, after in operations.pairs(old, new):
        if before is None or after is None:
            continue
        for body in operations.bodies(before, after):
            replaced[body.old, body.new] = body.direction
    for (old_kind, new_kind), direction in replaced.items():
        yield Pair(old_kind, new_kind, (direction,))
    for kind, row in new.kinds.items():
        if kind in old.kinds:
            yield Pair(kind, kind, _shared_directions(old.kinds[kind], row))


def differences(old: Tables, new: Tables) -> Iterator[OfKind]:
    """Yield the differences between kinds of document, with directions and the kind."""
    for kind, row in new.kinds.items():
        if kind not in old.kinds:
            whys = ("no operation uses it yet",) * 2
            added = Difference(kind, "kind of document added", "no", "no", whys)
            yield added, row["directions"], None
            continue
        before = old.kinds[kind]
        directions = _shared_directions(before, row)
        for found in _location_differences(kind, before, row):
            yield found, directions, kind
        for found, concerned in _lookup_differences(kind, before, row):
            yield found, concerned, kind
    for kind, row in old.kinds.items():
        if kind not in new.kinds:
            whys = ("callers that name it get an error",) * 2
            removed = Difference(kind, "kind of document removed", "perhaps", "perhaps", whys)
            yield removed, row["directions"], None


def _shared_directions(before: Row, after: Row) -> tuple[str, ...]:
    shared = tuple(name for name in after["directions"] if name in before["directions"])
    return shared or tuple(after["directions"])


def _location_differences(kind: str, before: Row, after: Row) -> Iterator[Difference]:
    """Yield the differences in the places of the source and in the use of stored state."""
    for key in ("source", "override", "overridden"):
        if before.get(key) != after.get(key):
            what = f"{key} {_text(before.get(key))} -> {_text(after.get(key))}"
            whys = ("its rules look for the source elsewhere",) * 2
            yield Difference(kind, what, "perhaps", "perhaps", whys)
    if bool(before.get("stored")) != bool(after.get("stored")):
        what = "is judged over what is stored, or no longer"
        whys = ("rules over the stored deployment count, or no longer do",) * 2
        yield Difference(kind, what, "perhaps", "perhaps", whys)


def _lookup_differences(kind: str, before: Row, after: Row) -> Found:
    """Yield the differences in the members that a lookup learns from responses."""
    for key in ("identity", "learned"):
        one, other = before.get(key) or (), after.get(key) or ()
        if one == other:
            continue
        narrower: Certainty = "no"
        why = "a gateway leaves more requests undecided"
        if set(other) - set(one):
            narrower = "perhaps"
            why = "a gateway that learns more may refuse requests that it left undecided"
        what = f"{key} {_text(one)} -> {_text(other)}"
        yield Difference(kind, what, narrower, "no", (why, "")), REQUESTS


def _text(value: Any) -> str:
    if value in (None, [], ()):
        return "none"
    return ", ".join(value) if isinstance(value, list | tuple) else str(value)
