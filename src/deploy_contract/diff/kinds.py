"""Differences between the kinds of document of two contracts, their schemas aside."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from deploy_contract.diff import operations
from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import Change, of_requests

EFFECT = "x-patch"  # the effect of a patch on a stored member
USUAL_EFFECT = "replaced"  # of a member without that keyword


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
    replaced: dict[Pair, None] = {}
    for before, after in operations.pairs(old, new):
        if before is not None and after is not None:
            for direction, old_kind, new_kind in operations.bodies(before, after):
                replaced[Pair(old_kind, new_kind, (direction,))] = None
    yield from replaced
    for kind, row in new.kinds.items():
        if kind in old.kinds:
            yield Pair(kind, kind, _shared_directions(old.kinds[kind], row))


def differences(old: Tables, new: Tables) -> Iterator[Change]:
    """Yield the differences between kinds of document, and in the effects of a patch."""
    for kind, row in new.kinds.items():
        if kind in old.kinds:
            for found in _kind_differences(kind, old.kinds[kind], row):
                yield found._replace(documents={kind: ""})
        else:
            whys = ("no operation uses it yet",) * 2
            yield Change(kind, "kind of document added", whys=whys, directions=row["directions"])
    for kind, row in old.kinds.items():
        if kind not in new.kinds:
            why = "callers that name it get an error"
            yield _unclear(kind, "kind of document removed", why, row["directions"])
    yield from _effect_differences(old, new)


def _unclear(kind: str, what: str, why: str, directions: tuple[str, ...]) -> Change:
    return Change(kind, what, "perhaps", "perhaps", (why, why), directions)


def _shared_directions(before: Row, after: Row) -> tuple[str, ...]:
    shared = tuple(name for name in after["directions"] if name in before["directions"])
    return shared or tuple(after["directions"])


def _kind_differences(kind: str, before: Row, after: Row) -> Iterator[Change]:
    """Yield the differences in the places of the source, and in the use of stored state."""
    directions = _shared_directions(before, after)
    for key in ("source", "override", "overridden"):
        if before.get(key) != after.get(key):
            what = f"{key} {_text(before.get(key))} -> {_text(after.get(key))}"
            yield _unclear(kind, what, "its rules look for the source elsewhere", directions)
    if bool(before.get("stored")) != bool(after.get("stored")):
        what = "is judged over what is stored, or no longer"
        why = "rules over the stored deployment count, or no longer do"
        yield _unclear(kind, what, why, directions)
    for key in ("identity", "learned"):  # members that a lookup learns from responses
        one, other = before.get(key) or (), after.get(key) or ()
        what = f"{key} {_text(one)} -> {_text(other)}"
        if set(other) - set(one):
            why = "a gateway that learns more may refuse requests that it left undecided"
            yield of_requests(kind, what, "perhaps", why)
        elif one != other:
            yield of_requests(kind, what, "no", "a gateway leaves more requests undecided")


def _text(value: Any) -> str:
    if value in (None, [], ()):
        return "none"
    return ", ".join(value) if isinstance(value, list | tuple) else str(value)


def _effect_differences(old: Tables, new: Tables) -> Iterator[Change]:
    """Yield the differences in the effect of a patch on the stored deployment.

    Clients that send the patch depend on the effect, and so do rules of the shape never.
    """
    before, after = [
        tables.description.get("components", {}).get("schemas", {}) for tables in (old, new)
    ]
    for title, schema in after.items():
        known = before.get(title, {}).get("properties", {})
        for name, member in schema.get("properties", {}).items():
            one = known.get(name, member).get(EFFECT, USUAL_EFFECT)
            other = member.get(EFFECT, USUAL_EFFECT)
            if one != other:
                what, why = f"a patch: {one} -> {other}", "the same patch leaves another deployment"
                yield of_requests(f"{title}/{name}", what, "perhaps", why)
