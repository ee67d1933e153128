"""The places and fields of the deployments in a response that may be learned."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from sys import intern
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.knowledge.facts import Facts, FieldTokens, lasting_fields, nested
from deploy_contract.report import Report, outcome_of
from deploy_contract_format.patterns import is_uuid
from deploy_contract_format.pointer import MISSING, find, matches, split
from deploy_contract_format.rules import scopes

LONGEST_TEXT = 512  # characters of a text that is kept


class Learnable(NamedTuple):
    """A kind of document that may be learned, with the places of its fields."""

    name: str
    identity: FieldTokens
    source: FieldTokens | None  # None if the document has no source
    pointers: tuple[FieldTokens, ...]  # places of the fields that may be kept
    sources: tuple[str, ...]  # sources that the contract declares

    @property
    def fields(self) -> tuple[FieldTokens, ...]:
        """The places of the identity and of the fields that may be kept."""
        return (self.identity, *self.pointers)


Key: TypeAlias = bytes | str
Rows: TypeAlias = Iterable[tuple[Key | None, Facts]]  # the key and facts of each deployment
# the place of documents of a kind in another document; in its tokens, `*` means any item
LearnablePlace: TypeAlias = tuple[FieldTokens, Learnable]


def places_by_kind(
    bundle: Bundle, *, mutable: bool, fields: Sequence[FieldTokens] | None = None
) -> dict[str, list[LearnablePlace]]:
    """Return the places of learnable documents, by the kind of document that contains them.

    If `mutable` is False, fields that may change are left out. `fields`: the wanted fields; None:
    the fields that the contract allows to be learned.
    """
    kinds, lasting = bundle.book.kinds, lasting_fields(bundle.book.rules)
    learnable: dict[str, Learnable] = {}
    for name, kind in kinds.items():
        wanted = map(split, kind.learned) if fields is None else fields
        pointers = tuple([tokens for tokens in wanted if mutable or tokens in lasting])
        if kind.identity and kind.learned and pointers:
            sources = tuple(bundle.book.sources)
            identity, source = split(kind.identity), kind.own_source or None
            learnable[name] = Learnable(name, identity, source, pointers, sources)
    places: dict[str, list[LearnablePlace]] = {}
    for name in kinds:
        within = scopes(kinds, name)
        places[name] = [(place, learnable[inner]) for place, inner in within if inner in learnable]
    return places


def key_of(identity: object) -> Key | None:
    """Return the key for the facts about a deployment; None if no facts are kept for its id.

    The key of a uuid is its 16 bytes, which take half the memory of the text. The key is not a
    number, because callers could choose numbers whose hashes collide.
    """
    if not isinstance(identity, str) or len(identity) > LONGEST_TEXT:
        return None
    return _key_of_text(str(identity))


@lru_cache(1024)  # an id is looked up, and soon after learned
def _key_of_text(identity: str) -> Key:
    name = identity.lower()
    return bytes.fromhex(name.replace("-", "")) if is_uuid(name) else name


def _scalar_at(document: Any, tokens: FieldTokens, kind: Learnable) -> Any:
    """Return the value at a pointer; MISSING if the value may not be kept.

    A source that the contract does not declare may not be kept.
    """
    value = find(document, tokens)
    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return MISSING
    if tokens == kind.source and value not in kind.sources:
        return MISSING
    return intern(value)  # many deployments have the same value


def deployments_at(report: Report, place: LearnablePlace) -> Rows:
    """Return the key of each document at a place, and its fields that may be kept.

    `report` is on the document that contains these documents.
    """
    rows = outcome_of(report).rows(place, key_of)
    if rows is not None:  # from the native judge, which need not parse the value
        return rows
    pattern, kind = place
    return [
        (key_of(find(document, kind.identity)), _facts_of(document, kind))
        for _, document in matches(report.value, pattern)
    ]


def _facts_of(document: Any, kind: Learnable) -> Facts:
    return nested([(tokens, _scalar_at(document, tokens, kind)) for tokens in kind.pointers])
