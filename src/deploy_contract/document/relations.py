"""The named relations: what rules say that JSON Schema cannot. Each is a plain function in one table.

A relation gives (tokens, settled) for each place that breaks it. `settled` is False where the stored deployment, which is
not known there, decides.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from deploy_contract.document.walker import fits
from deploy_contract_format.pointer import MISSING, Tokens, find, matches, split

Relation = Callable[[Mapping[str, Any], Any, Mapping[str, Any]], Iterator[tuple[Tokens, bool]]]

_tokens = cache(split)
_NOTHING = (MISSING, None)
_WHOLE: Any = None  # stored, for a document that changes nothing: below a stored null, all is null


@cache
def _stem(pattern: str) -> tuple[str, ...]:
    """The tokens of a pattern before its first `*`."""
    tokens = split(pattern)
    return tokens[: tokens.index("*")]


def at_most(
    given: Mapping[str, Any], value: Any, _stored: Mapping[str, Any]
) -> Iterator[tuple[Tokens, bool]]:
    """Of each pair [lower, upper] of numbers below `within`, the lower one is not above the upper one."""
    within = _tokens(given["within"])
    group = find(value, within)
    if isinstance(group, dict):
        for lower, upper in given["pairs"]:
            if upper in group and lower in group:
                low, high = group[lower], group[upper]
                if _is_number(low) and _is_number(high) and low > high:
                    yield (*within, lower), True


def unique_by(
    given: Mapping[str, Any], value: Any, _stored: Mapping[str, Any]
) -> Iterator[tuple[Tokens, bool]]:
    """No two items of `array` have the same text under `key`; of equal ones, all but the first break it."""
    array, key = _tokens(given["array"]), given["key"]
    items = find(value, array)
    if not isinstance(items, list):
        return
    try:
        if len({item[key] for item in items}) == len(items):
            return  # all there, and all different: nearly every document
    except (KeyError, TypeError):
        pass
    seen: set[str] = set()
    for index, item in enumerate(items):
        name = item.get(key) if item.__class__ is dict else None
        if name.__class__ is str:
            if name in seen:
                yield (*array, index, key), True
            seen.add(name)


def exists_in(
    given: Mapping[str, Any], value: Any, _stored: Mapping[str, Any]
) -> Iterator[tuple[Tokens, bool]]:
    """Each text at a pattern of `names` is the `key` of an item of `array`."""
    known: set[str] | None = None
    for pattern in given["names"]:
        if find(value, _stem(pattern)) in _NOTHING:
            continue  # most documents have none
        for at, name in matches(value, _tokens(pattern)):
            if isinstance(name, str):
                if known is None:
                    members = (
                        member
                        for _, member in matches(
                            value, (*_tokens(given["array"]), "*", given["key"])
                        )
                    )
                    known = {member for member in members if isinstance(member, str)}
                if name not in known:
                    yield at, True


def equals_stored(
    given: Mapping[str, Any], value: Any, stored: Mapping[str, Any]
) -> Iterator[tuple[Tokens, bool]]:
    """Each of `fields` that is set equals its stored value, where that is known."""
    for at, sent, kept in _set_fields(given, value, stored):
        if kept is not MISSING and not _equal(sent, kept):
            yield at, True


def stored_unknown(
    given: Mapping[str, Any], value: Any, stored: Mapping[str, Any]
) -> Iterator[tuple[Tokens, bool]]:
    """None of `fields` is set while its stored value is not known."""
    for at, _, kept in _set_fields(given, value, stored):
        if kept is MISSING:
            yield at, True


def never(
    given: Mapping[str, Any], value: Any, stored: Mapping[str, Any]
) -> Iterator[tuple[Tokens, bool]]:
    """The body, over the stored deployment, does not fit all the schemas of `never` together. It must set one of them."""
    touched: Tokens | None = None
    settled = True
    for pointer, schema in given["never"].items():
        tokens = _tokens(pointer)
        state = find(value, tokens)
        if state is MISSING or state is None:
            state = _kept(stored, tokens)
        else:
            touched = touched or tokens
        if state is MISSING:
            settled = False
        elif not fits(schema, state):
            return
    if touched is not None:
        yield touched, settled


RELATIONS: Mapping[str, Relation] = {
    "at_most": at_most,
    "unique_by": unique_by,
    "exists_in": exists_in,
    "equals_stored": equals_stored,
    "stored_unknown": stored_unknown,
    "never": never,
}


def of_whole(relation: Relation, place: tuple[str, ...]) -> Relation:
    """Return the relation for documents at `place` that say all themselves: a field that they lack is not set."""

    def within(
        given: Mapping[str, Any], value: Any, _stored: Mapping[str, Any]
    ) -> Iterator[tuple[Tokens, bool]]:
        for at, document in matches(value, place):
            for below, settled in relation(given, document, _WHOLE):
                yield (*at, *below), settled

    return within


def _set_fields(
    given: Mapping[str, Any], value: Any, stored: Mapping[str, Any]
) -> Iterator[tuple[Tokens, Any, Any]]:
    for pointer in given["fields"]:
        tokens = _tokens(pointer)
        sent = find(value, tokens)
        if sent is not MISSING and sent is not None:
            yield tokens, sent, _kept(stored, tokens)


def _kept(stored: Any, tokens: Tokens) -> Any:
    """The stored value at the tokens; MISSING where it is not known. Below a stored null, all is null."""
    for token in tokens:
        if stored is None:
            return None
        if not isinstance(stored, Mapping) or token not in stored:
            return MISSING
        stored = stored[token]
    return stored


def _equal(sent: Any, kept: Any) -> bool:
    if isinstance(sent, str) and isinstance(kept, str) and _is_uuid(sent) and _is_uuid(kept):
        return sent.lower() == kept.lower()  # RFC 9562, section 4: either case names the same
    return bool(sent == kept)


def _is_uuid(text: str) -> bool:
    return len(text) == 36 and [index for index, sign in enumerate(text) if sign == "-"] == [
        8,
        13,
        18,
        23,
    ]


def _is_number(value: Any) -> bool:
    return value.__class__ is int or value.__class__ is float
