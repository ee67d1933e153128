"""Deployments of a response that may be learned: their places, their fields, and rows of them."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from sys import intern
from typing import Any, NamedTuple, TypeAlias

from deploy_contract import notes
from deploy_contract.bundle import Bundle
from deploy_contract.knowledge.facts import UNKNOWN, lasting_fields
from deploy_contract.report import Report, outcome_of
from deploy_contract_format.pointer import MISSING, find, join, matches, split
from deploy_contract_format.rules import Kind, scopes

LONGEST_TEXT = 512  # characters of a text that is kept
_UUID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Learnable(NamedTuple):
    """A kind of document that may be learned.

    Attributes:
        name: the name of the kind.
        identity: the place of the id.
        source: the place of the source, None if the document carries none.
        pointers: the places of the fields that may be kept.
        members: for each of these, the keys around it, its own key, and the rule by which it cannot
            change after creation; None if it can.
        sources: the sources that the contract knows.
    """

    name: str
    identity: tuple[str, ...]
    source: tuple[str, ...] | None
    pointers: tuple[tuple[str, ...], ...]
    members: tuple[tuple[tuple[str, ...], str, str | None], ...]
    sources: frozenset[str]


Key: TypeAlias = bytes | str
# (kind of document, seconds when it was said, *values of the pointers of that kind)
Row: TypeAlias = tuple[Any, ...]
# where documents of a kind are in another: a pointer in which `*` means any item
LearnablePlace: TypeAlias = tuple[tuple[str, ...], Learnable]


def places_by_kind(
    bundle: Bundle, *, mutable: bool, fields: Sequence[tuple[str, ...]] | None = None
) -> dict[str, list[LearnablePlace]]:
    """Return the places of learnable documents, by the kind of document that contains them.

    Args:
        bundle: the bundle of the contract.
        mutable: whether to learn the fields that may change after creation.
        fields: the fields to learn, by default those that the contract allows.
    """
    kinds, rules = bundle.book.kinds, lasting_fields(bundle)
    learnable: dict[str, Learnable] = {}
    for name, kind in kinds.items():
        wanted = map(split, kind.learned) if fields is None else fields
        pointers = tuple([tokens for tokens in wanted if mutable or join(tokens) in rules])
        if kind.identity and kind.learned and pointers:
            learnable[name] = Learnable(
                name=name,
                identity=split(kind.identity),
                source=source_place(kind),
                pointers=pointers,
                members=tuple([(at[:-1], at[-1], rules.get(join(at))) for at in pointers]),
                sources=frozenset(bundle.book.sources),
            )
    places: dict[str, list[LearnablePlace]] = {}
    for name in kinds:
        within = [(split(pattern), inner) for pattern, inner in scopes(kinds, name)]
        places[name] = [(place, learnable[inner]) for place, inner in within if inner in learnable]
    return places


def source_place(kind: Kind) -> tuple[str, ...] | None:
    """Return the place of the source in a kind of document, None if it carries none."""
    if kind.source and kind.source.startswith("/"):
        return split(kind.source)
    return None


def key_of(identity: object) -> Key | None:
    """Return the key that a deployment is kept under, None if its id is not kept.

    A uuid is kept as its bytes, which take half the room of its text. It is not kept as a number,
    because callers could choose numbers whose hashes collide.
    """
    if not isinstance(identity, str) or len(identity) > LONGEST_TEXT:
        return None
    return _key_of_text(str(identity))


@lru_cache(1024)  # an id is looked up, and soon after learned
def _key_of_text(identity: str) -> Key:
    name = identity.lower()
    return bytes.fromhex(name.replace("-", "")) if _UUID.fullmatch(name) else name


def scalar_at(document: Any, tokens: tuple[str, ...], kind: Learnable) -> Any:
    """Return the value at a pointer, MISSING if it may not be kept.

    A source that the contract of the kind does not know is not kept.
    """
    value = find(document, tokens)
    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return MISSING
    if tokens == kind.source and value not in kind.sources:
        return MISSING
    return intern(value)  # many deployments have the same


def rows_of(report: Report, place: LearnablePlace) -> Iterable[tuple[Any, ...]]:
    """Return a row for each document at a place: its key, then the fields that may be kept.

    The report is on the document around them.
    """
    pattern, kind = place
    fields = (kind.identity, *kind.pointers)
    found = outcome_of(report).rows(pattern, fields, tuple(kind.sources), MISSING)
    if found is not None:
        return found  # of a value that need not be parsed
    return [
        (
            key_of(find(document, kind.identity)),
            *[scalar_at(document, tokens, kind) for tokens in kind.pointers],
        )
        for _, document in matches(report.value, pattern)
    ]


def facts_of(row: Row, *, fresh: bool = True) -> dict[str, Any]:
    """Return the facts of a row as a mapping; `fresh`: with those that may change."""
    known: dict[str, Any] = {}
    for (outer, name, rule), value in zip(row[0].members, row[2:], strict=True):
        if value is MISSING or not (fresh or rule):
            continue
        part = known
        for token in outer:
            part = part.setdefault(token, {})
        part[name] = value
    return known


def disagreement(one: Row, other: Row) -> str | None:
    """Return a note if two rows differ on a fact that cannot change, None if they agree."""
    for (outer, name, rule), left, right in zip(one[0].members, one[2:], other[2:], strict=True):
        if rule and left != right and left not in UNKNOWN and right not in UNKNOWN:
            return notes.note(notes.CONTRADICTION, rule, join((*outer, name)))
    return None


def common_values(one: Row, other: Row) -> Row:
    """Return the values that two rows of one response share, as a row."""
    pairs = zip(one[2:], other[2:], strict=True)
    return (*other[:2], *[right if left == right else MISSING for left, right in pairs])


def lasting_values(row: Row) -> Row:
    """Return a row without the facts that may change."""
    pairs = zip(row[0].members, row[2:], strict=True)
    return (*row[:2], *[value if rule else MISSING for (_, _, rule), value in pairs])
