"""Named relations: rules that JSON Schema cannot express. Each is a plain function in one table.

A relation yields (tokens, settled) for each place that breaks it. `settled` is False if the stored
deployment decides and its state is not known. A field that is null or absent is not set.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from deploy_contract.document.after_patch import Effects, may_fit, state_after, stored_value
from deploy_contract_format.pointer import MISSING, Tokens, find, matches, split

Parameters = Mapping[str, Any]  # of a rule
Facts = Mapping[str, Any]  # the stored deployment, as far as it is known
Places = Iterator[tuple[Tokens, bool]]
Relation = Callable[[Parameters, Any, Facts], Places]

_NOT_SET = (MISSING, None)
_ALL_NULL: Any = None  # facts for a document that changes nothing: every stored field is null
_HYPHENS = [8, 13, 18, 23]  # of a uuid (RFC 9562, section 4)
_tokens = cache(split)


def at_most(rule: Parameters, document: Any, _facts: Facts) -> Places:
    """Require lower <= upper for each pair [lower, upper] of numbers below `within`."""
    within = _tokens(rule["within"])
    group = find(document, within)
    if not isinstance(group, dict):
        return
    for lower, upper in rule["pairs"]:
        if upper in group and lower in group:
            low, high = group[lower], group[upper]
            if _is_number(low) and _is_number(high) and low > high:
                yield (*within, lower), True


def unique_by(rule: Parameters, document: Any, _facts: Facts) -> Places:
    """Require different texts under `key` in the items of `array`; repeated ones break it."""
    array, key = _tokens(rule["array"]), rule["key"]
    items = find(document, array)
    if not isinstance(items, list):
        return
    try:  # fast path: in nearly every document all items have a text, and all differ
        if len({item[key] for item in items}) == len(items):
            return
    except (KeyError, TypeError):
        pass
    seen: set[str] = set()
    for index, item in enumerate(items):
        if item.__class__ is not dict:
            continue
        name = item.get(key)
        if name.__class__ is str:
            if name in seen:
                yield (*array, index, key), True
            seen.add(name)


def exists_in(rule: Parameters, document: Any, _facts: Facts) -> Places:
    """Require each text at a pattern of `names` to be the `key` of an item of `array`."""
    declared: set[str] | None = None
    for pattern in rule["names"]:
        if find(document, _stem(pattern)) in _NOT_SET:
            continue  # most documents have none
        for at, name in matches(document, _tokens(pattern)):
            if not isinstance(name, str):
                continue
            if declared is None:
                declared = _texts(document, (*_tokens(rule["array"]), "*", rule["key"]))
            if name not in declared:
                yield at, True


def equals_stored(rule: Parameters, document: Any, facts: Facts) -> Places:
    """Require each of `fields` that is set to equal its stored value, if that is known."""
    for at, value, stored in _set_fields(rule, document, facts):
        if stored is not MISSING and not _equal(value, stored):
            yield at, True


def stored_unknown(rule: Parameters, document: Any, facts: Facts) -> Places:
    """Require that none of `fields` is set while its stored value is not known."""
    for at, _, stored in _set_fields(rule, document, facts):
        if stored is MISSING:
            yield at, True


def never(
    rule: Parameters, document: Any, facts: Facts, effects: Effects = MappingProxyType({})
) -> Places:
    """Require that not all schemas of `never` fit at once, after the document is applied.

    The document must set at least one of the fields, otherwise it does not break the rule.
    `effects`: of the fields of the document; without them each field replaces the stored one.
    """
    touched: Tokens | None = None
    settled = True
    for pointer, schema in rule["never"].items():
        state, place = state_after(document, facts, _tokens(pointer), effects)
        touched = touched or place
        answer = may_fit(schema, state)
        if answer is False:
            return
        settled = settled and answer is not None
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
    """Return the relation for the complete documents at `place` within a document.

    Their state is all in them, so a field that they lack is null.
    """

    def within(rule: Parameters, document: Any, _facts: Facts) -> Places:
        for at, inner in matches(document, place):
            for below, settled in relation(rule, inner, _ALL_NULL):
                yield (*at, *below), settled

    return within


@cache
def _stem(pattern: str) -> tuple[str, ...]:
    """Return the tokens of a pattern before its first `*`."""
    tokens = split(pattern)
    return tokens[: tokens.index("*")]


def _texts(document: Any, pattern: tuple[str, ...]) -> set[str]:
    return {text for _, text in matches(document, pattern) if isinstance(text, str)}


def _set_fields(rule: Parameters, document: Any, facts: Facts) -> Iterator[tuple[Tokens, Any, Any]]:
    """Yield the tokens, value and stored value of each of `fields` that is set."""
    for pointer in rule["fields"]:
        tokens = _tokens(pointer)
        value = find(document, tokens)
        if value is not MISSING and value is not None:
            yield tokens, value, stored_value(facts, tokens)


def _equal(value: Any, stored: Any) -> bool:
    if isinstance(value, str) and isinstance(stored, str) and _is_uuid(value) and _is_uuid(stored):
        return value.lower() == stored.lower()  # RFC 9562, section 4: letter case does not count
    return bool(value == stored)


def _is_uuid(text: str) -> bool:
    if len(text) != 36:
        return False
    return [index for index, sign in enumerate(text) if sign == "-"] == _HYPHENS


def _is_number(value: Any) -> bool:
    return value.__class__ is int or isinstance(value, float)  # a Numeral is one, true is none
