"""Deployments of a response that may be learned: their places, their fields, and rows of them."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from sys import intern
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.knowledge.facts import LastingFields, contradiction, lasting_fields
from deploy_contract.report import Report, outcome_of
from deploy_contract_format.pointer import MISSING, find, join, matches, split
from deploy_contract_format.rules import Kind, scopes

LONGEST_TEXT = 512  # characters of a text that is kept
_UUID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Learnable(NamedTuple):
    """A kind of document that may be learned.

    Attributes:
        identity: the place of the id.
        source: the place of the source, None if the document carries none.
        pointers: the places of the fields that may be kept.
        members: for each of these, the keys around it, its own key, and whether it cannot change
            after creation.
        rules: the rule on each field that cannot change, by its pointer.
        sources: the sources that the contract knows.
    """

    identity: tuple[str, ...]
    source: tuple[str, ...] | None
    pointers: tuple[tuple[str, ...], ...]
    members: tuple[tuple[tuple[str, ...], str, bool], ...]
    rules: LastingFields
    sources: frozenset[str]


Key: TypeAlias = bytes | str
# (kind of document, seconds when it was said, *values of the pointers of that kind)
Row: TypeAlias = tuple[Any, ...]
# where documents of a kind are in another: a pointer in which `*` means any item
LearnablePlace: TypeAlias = tuple[tuple[str, ...], Learnable]


def places_by_kind(bundle: Bundle, *, mutable: bool) -> dict[str, list[LearnablePlace]]:
    """Return the places of learnable documents, by the kind of document that contains them.

    mutable: with the fields that may change after creation.
    """
    kinds, rules = bundle.book.kinds, lasting_fields(bundle)
    learnable: dict[str, Learnable] = {}
    for name, kind in kinds.items():
        fields = [field for field in kind.learned if mutable or field in rules]
        if kind.identity and fields:
            learnable[name] = learnable_kind(bundle, kind, fields, rules)
    places: dict[str, list[LearnablePlace]] = {}
    for name in kinds:
        within = [(split(pattern), inner) for pattern, inner in scopes(kinds, name)]
        places[name] = [(place, learnable[inner]) for place, inner in within if inner in learnable]
    return places


def learnable_kind(
    bundle: Bundle, kind: Kind, fields: Sequence[str], rules: LastingFields
) -> Learnable:
    """Return a kind of document with the fields of it that may be kept."""
    pointers = tuple([split(pointer) for pointer in fields])
    return Learnable(
        identity=split(kind.identity or ""),
        source=source_place(kind),
        pointers=pointers,
        members=tuple([(tokens[:-1], tokens[-1], join(tokens) in rules) for tokens in pointers]),
        rules=rules,
        sources=frozenset(bundle.book.sources),
    )


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
    for (outer, name, is_lasting), value in zip(row[0].members, row[2:], strict=True):
        if value is MISSING or not (fresh or is_lasting):
            continue
        part = known  # as `put` does, without a call and a slice for each fact of each request
        for token in outer:
            part = part.setdefault(token, {})
        part[name] = value
    return known


def disagreement(one: Row, other: Row) -> str | None:
    """Return a note if two rows differ on a fact that cannot change, None if they agree."""
    return contradiction(facts_of(one), facts_of(other), one[0].rules)


def common_values(one: Row, other: Row) -> Row:
    """Return the values that two rows of one response share, as a row."""
    values = list(other)
    for index in range(2, len(values)):
        if one[index] != other[index]:
            values[index] = MISSING
    return tuple(values)


def lasting_values(row: Row) -> Row:
    """Return a row without the facts that may change."""
    pairs = zip(row[0].members, row[2:], strict=True)
    return (*row[:2], *[value if is_lasting else MISSING for (_, _, is_lasting), value in pairs])
