"""Comparison of two schemas of rules: whether the new one rejects a value that the old one accepts.

A proof holds for every value. A sample value that is valid by one schema only is a
counterexample. Without either, the question stays open.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from math import ceil, floor
from typing import Any, TypeAlias

from deploy_contract.diff.changes import Certainty
from deploy_contract.diff.samples import literal_prefix, sample_values
from deploy_contract.judge.python.schema import fits
from deploy_contract_format.definitions import Schema
from deploy_contract_format.subset import BOUNDS, SPEAKS_OF

MOST_SAMPLES = 400  # that are tried on a pair of schemas
_CONDITIONAL = ("if", "then", "else")
_NUMBERS = frozenset({"integer", "number"})

_Proof: TypeAlias = Callable[[Schema, str, Any], bool]


def narrowed(old: Schema, new: Schema) -> Certainty:
    """Return whether some value is valid by the old schema and not by the new one.

    With the arguments swapped, return whether the new schema is wider.
    """
    if implies(old, new):
        return "no"
    for value in islice(sample_values(old, new), MOST_SAMPLES):
        if fits(old, value) and not fits(new, value):
            return "yes"
    return "perhaps"


def implies(one: Schema, other: Schema) -> bool:
    """Return True if a proof is found that every value valid by `one` is valid by `other`."""
    if one == other or not other:
        return True
    choices = [one["const"]] if "const" in one else one.get("enum")
    if choices is not None:
        return all(fits(other, value) for value in choices if fits(one, value))
    if "anyOf" in one and all(implies(choice, other) for choice in one["anyOf"]):
        return True
    if any(implies(member, other) for member in one.get("allOf", ())):
        return True
    has_condition = not other.keys().isdisjoint(_CONDITIONAL)
    if has_condition and not _same_condition(one, other):
        return False
    for keyword, value in other.items():
        if keyword not in _CONDITIONAL and not _keyword_implied(one, keyword, value):
            return False
    return True


def _same_condition(one: Schema, other: Schema) -> bool:
    return all(one.get(key) == other.get(key) for key in _CONDITIONAL)


def _keyword_implied(one: Schema, keyword: str, value: Any) -> bool:
    """Return True if a proof is found that values valid by `one` keep a keyword."""
    kinds = _types(one)
    if keyword in SPEAKS_OF and kinds is not None and not set(kinds) & set(SPEAKS_OF[keyword]):
        return True
    if any(_keyword_implied(member, keyword, value) for member in one.get("allOf", ())):
        return True
    return _PROOFS.get(keyword, _equal)(one, keyword, value)


def _equal(one: Schema, keyword: str, value: Any) -> bool:
    return bool(keyword in one and one[keyword] == value)


def _type(one: Schema, _keyword: str, value: str | Sequence[str]) -> bool:
    wanted = {value} if isinstance(value, str) else set(value)
    if "number" in wanted:
        wanted.add("integer")
    kinds = _types(one)
    return kinds is not None and set(kinds) <= wanted


def _bound(one: Schema, keyword: str, value: float) -> bool:
    """Return True if every number valid by `one` keeps a bound."""
    kinds = _types(one)
    whole = kinds is not None and "number" not in kinds
    wanted = _least(keyword, value, whole=whole)
    for other in BOUNDS:
        is_same_side = other.lower().endswith(keyword[-5:])
        if is_same_side and other in one and _least(other, one[other], whole=whole) >= wanted:
            return True
    return False


def _least(keyword: str, bound: float, *, whole: bool) -> tuple[float, bool]:
    """Return the least number that keeps a bound, and whether that number itself is excluded.

    Upper bounds are negated, so that they compare like lower ones. With `whole`, only integers
    count: the least one above 0.5 is 1.
    """
    bound = bound if keyword.lower().endswith("minimum") else -bound
    excluded = keyword.startswith("exclusive")
    if not whole:
        return bound, excluded
    return (floor(bound) + 1 if excluded else ceil(bound)), False


def _at_least(one: Schema, keyword: str, value: int) -> bool:
    return keyword in one and bool(one[keyword] >= value)


def _at_most(one: Schema, keyword: str, value: int) -> bool:
    return keyword in one and bool(one[keyword] <= value)


def _required(one: Schema, _keyword: str, value: Sequence[str]) -> bool:
    return set(value) <= set(one.get("required", ()))


def _properties(one: Schema, _keyword: str, value: Mapping[str, Schema]) -> bool:
    known = one.get("properties", {})
    return all(implies(known.get(name, {}), member) for name, member in value.items())


def _items(one: Schema, _keyword: str, value: Schema) -> bool:
    return implies(one.get("items", {}), value)


def _all_of(one: Schema, _keyword: str, value: Sequence[Schema]) -> bool:
    return all(implies(one, member) for member in value)


def _any_of(one: Schema, _keyword: str, value: Sequence[Schema]) -> bool:
    return any(implies(one, member) for member in value)


def _not(one: Schema, _keyword: str, value: Schema) -> bool:
    return ("not" in one and implies(value, one["not"])) or _share_no_type(one, value)


def _share_no_type(one: Schema, other: Schema) -> bool:
    kinds, others = _types(one), _types(other)
    if kinds is None or others is None:
        return False
    if set(kinds) & set(others):
        return False
    return not (_NUMBERS & set(kinds) and _NUMBERS & set(others))


def _pattern(one: Schema, keyword: str, value: str) -> bool:
    return _equal(one, keyword, value) or (keyword in one and _begins(one[keyword], value))


def _begins(pattern: str, other: str) -> bool:
    """Return True if `other` is only a literal prefix, and `pattern` begins with it."""
    prefix = literal_prefix(other)
    is_prefix_only = "|" not in pattern and other == f"^{prefix}"
    return is_prefix_only and literal_prefix(pattern).startswith(prefix)


def _types(schema: Schema) -> Sequence[str] | None:
    """Return the types that a schema names, or None if it names none."""
    kinds = schema.get("type")
    return [kinds] if isinstance(kinds, str) else kinds


# A keyword that is not here is implied by the same keyword with the same value.
_PROOFS: Mapping[str, _Proof] = {
    **dict.fromkeys(BOUNDS, _bound),
    **dict.fromkeys(("minLength", "minItems"), _at_least),
    **dict.fromkeys(("maxLength", "maxItems"), _at_most),
    "type": _type,
    "required": _required,
    "properties": _properties,
    "items": _items,
    "allOf": _all_of,
    "anyOf": _any_of,
    "not": _not,
    "pattern": _pattern,
}
