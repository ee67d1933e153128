"""Deployments of a response that may be learned: their places, their fields, and rows of them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from deploy_contract import notes
from deploy_contract.bundle import Bundle
from deploy_contract.knowledge.facts import UNKNOWN, LastingFields, lasting_fields
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
        lasting: for each of these, whether it cannot change after creation.
        places: both, with the keys around a field apart from its own key.
        passing: places in a `Row` of the fields that may change.
        rules: the rule on each field that cannot change, by its pointer.
        sources: the sources that the contract knows.
    """

    identity: tuple[str, ...]
    source: tuple[str, ...] | None
    pointers: tuple[tuple[str, ...], ...]
    lasting: tuple[bool, ...]
    places: tuple[tuple[tuple[str, ...], str, bool], ...]
    passing: tuple[int, ...]
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
    kinds = bundle.book.kinds
    rules = lasting_fields(bundle)
    sources = frozenset(bundle.book.sources)
    learnable: dict[str, Learnable] = {}
    for name, kind in kinds.items():
        fields = [field for field in kind.learned if mutable or field in rules]
        if kind.identity and fields:
            learnable[name] = _learnable(kind, fields, rules, sources)
    places: dict[str, list[LearnablePlace]] = {}
    for name in kinds:
        places[name] = list(_places_in(kinds, name, learnable))
    return places


def _places_in(
    kinds: Mapping[str, Kind], name: str, learnable: Mapping[str, Learnable]
) -> Iterator[LearnablePlace]:
    for pattern, inner in scopes(kinds, name):
        if inner in learnable:
            yield split(pattern), learnable[inner]


def _learnable(
    kind: Kind, learned: Sequence[str], rules: LastingFields, sources: frozenset[str]
) -> Learnable:
    identity, source = split(kind.identity or ""), source_place(kind)
    pointers = tuple([split(pointer) for pointer in learned])
    lasting = tuple([pointer in rules for pointer in learned])
    pairs = zip(pointers, lasting, strict=True)
    return Learnable(
        identity=identity,
        source=source,
        pointers=pointers,
        lasting=lasting,
        places=tuple([(tokens[:-1], tokens[-1], is_lasting) for tokens, is_lasting in pairs]),
        passing=tuple([number for number, is_lasting in enumerate(lasting, 2) if not is_lasting]),
        rules=rules,
        sources=sources,
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


def scalar_at(
    document: Any, tokens: tuple[str, ...], kind: Learnable, texts: dict[str, str]
) -> Any:
    """Return the value at a pointer, MISSING if it may not be kept.

    Args:
        document: the document.
        tokens: the pointer.
        kind: the kind of document. A source that its contract does not know is not kept.
        texts: texts seen before, so that equal texts are one object.
    """
    value = find(document, tokens)
    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return MISSING
    if tokens == kind.source and value not in kind.sources:
        return MISSING
    return texts.setdefault(value, value)


def keys_of(
    report: Report, pattern: tuple[str, ...], identity: tuple[str, ...], sources: tuple[str, ...]
) -> list[Key | None]:
    """Return the key of each document at a place.

    Args:
        report: on the document around them.
        pattern: the place.
        identity: the place of the id within each.
        sources: those of the contract.
    """
    rows = outcome_of(report).rows(pattern, (identity,), sources, MISSING)
    if rows is not None:
        return [row[0] for row in rows]
    documents = matches(report.value, pattern)
    return [key_of(find(document, identity)) for _, document in documents]


def rows_of(
    report: Report, place: LearnablePlace, texts: dict[str, str]
) -> Iterable[tuple[Any, ...]]:
    """Return a row for each document at a place: its key, then the fields that may be kept.

    Args:
        report: on the document around them.
        place: the place.
        texts: texts seen before, so that equal texts are one object.
    """
    pattern, kind = place
    fields = (kind.identity, *kind.pointers)
    found = outcome_of(report).rows(pattern, fields, tuple(kind.sources), MISSING)
    if found is not None:
        return found  # of a value that need not be parsed
    return [
        (
            key_of(find(document, kind.identity)),
            *[scalar_at(document, tokens, kind, texts) for tokens in kind.pointers],
        )
        for _, document in matches(report.value, pattern)
    ]


def disagreement(one: Row, other: Row) -> str | None:
    """Return a note if two rows differ on a fact that cannot change, None if they agree."""
    kind = one[0]
    if kind != other[0]:
        return None
    for index, lasting in enumerate(kind.lasting):
        left, right = one[index + 2], other[index + 2]
        if lasting and left != right and left not in UNKNOWN and right not in UNKNOWN:
            pointer = join(kind.pointers[index])
            return notes.note(notes.CONTRADICTION, kind.rules[pointer], pointer)
    return None


def common_values(one: Row, other: Row) -> Row:
    """Return the values that two rows of one response share, as a row."""
    values = list(other)
    for index in range(2, len(values)):
        if one[index] != other[index]:
            values[index] = MISSING
    return tuple(values)


def lasting_values(row: Row) -> Row:
    """Return a row without the facts that may change."""
    values = list(row)
    for number in row[0].passing:
        values[number] = MISSING
    return tuple(values)
