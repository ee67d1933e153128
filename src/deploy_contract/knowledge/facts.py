"""How deployments are learned: by which id, which fields, and which of those never change."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.knowledge import notes
from deploy_contract.tables import tables
from deploy_contract_format.pointer import MISSING, find, join, split

LONGEST_TEXT = 512  # characters of a text that is kept


class Learnable(NamedTuple):
    """How a kind of document is learned: the places of its id, source and fields.

    `lasting`: whether a field cannot change.
    """

    identity: tuple[str, ...]
    source: tuple[str, ...] | None
    pointers: tuple[tuple[str, ...], ...]
    lasting: tuple[bool, ...]


Key: TypeAlias = bytes | str
Row: TypeAlias = tuple[Any, ...]  # (Learnable, when, *values of its pointers)
Place: TypeAlias = tuple[tuple[str, ...], Learnable]  # where documents of a kind are, as a pattern
_NOTHING = (MISSING, None)
_UUID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@cache
def lasting_fields() -> frozenset[str]:
    """Return the pointers of a stored deployment that cannot change after creation."""
    rules = tables().book.rules
    stored = [rule for rule in rules if rule.shape == "equals_stored"]
    return frozenset(pointer for rule in stored for pointer in rule.parameters["fields"])


@cache
def _rule_of(pointer: str) -> str:
    """Return the rule that says of responses that a field never changes."""
    for rule in tables().book.rules:
        if rule.shape == "equals_known" and rule.parameters["field"] == pointer:
            return rule.rule
    return "immutable"


def contradiction(one: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    """Return a note if two statements on a deployment differ on what cannot change."""
    for pointer in lasting_fields():
        left, right = find(one, split(pointer)), find(other, split(pointer))
        if left not in _NOTHING and right not in _NOTHING and left != right:
            return notes.note(notes.CONTRADICTION, _rule_of(pointer), pointer)
    return None


def disagreement(one: Row, other: Row) -> str | None:
    """Return a note if two rows differ on what cannot change, None if they agree."""
    if one[0] is not other[0]:
        return None
    for index, lasting in enumerate(one[0].lasting):
        left, right = one[index + 2], other[index + 2]
        if lasting and left != right and left not in _NOTHING and right not in _NOTHING:
            pointer = join(one[0].pointers[index])
            return notes.note(notes.CONTRADICTION, _rule_of(pointer), pointer)
    return None


def agreed(one: Row, other: Row) -> Row:
    """Return the fields that two rows of one response have in common."""
    return (
        *other[:2],
        *[
            left if left == right else MISSING
            for left, right in zip(one[2:], other[2:], strict=True)
        ],
    )


def places_by_kind() -> dict[str, list[Place]]:
    """Where the documents that may be learned stand, by the kind of document that holds them."""
    book = tables().book
    lasting = lasting_fields()
    learnable = {
        name: Learnable(
            split(kind.identity),
            split(kind.source) if kind.source and kind.source.startswith("/") else None,
            tuple(split(pointer) for pointer in kind.learned),
            tuple(pointer in lasting for pointer in kind.learned),
        )
        for name, kind in book.kinds.items()
        if kind.identity and kind.learned
    }
    return {
        name: [
            (split(pattern), learnable[inner]) for pattern, inner in (("", name), *kind.contains) if inner in learnable
        ]
        for name, kind in book.kinds.items()
    }  # fmt: skip


def key_of(identity: object) -> Key | None:
    """What an id is kept under: the bytes of a uuid, in either letter case, which take half of the room of its text.

    Not its number: nobody can choose what bytes hash to.
    """
    if not isinstance(identity, str) or len(identity) > LONGEST_TEXT:
        return None
    name = identity.lower()
    return bytes.fromhex(name.replace("-", "")) if _UUID.fullmatch(name) else name


def scalar(document: Any, tokens: tuple[str, ...], kind: Learnable, texts: dict[str, str]) -> Any:
    """The value at a pointer, where it may be kept; MISSING otherwise. A source is kept where the contract knows it."""
    value = find(document, tokens)
    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return MISSING
    if tokens == kind.source and value not in tables().book.sources:
        return MISSING
    return texts.setdefault(value, value)
