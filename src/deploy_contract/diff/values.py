"""Differences between two schemas about a value itself: types, enums, bounds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any, NamedTuple, TypeAlias, TypeVar

from deploy_contract.diff.changes import Certainty, Difference
from deploy_contract_format.subset import TYPES

Schema: TypeAlias = Mapping[str, Any]
Value = TypeVar("Value")
Bound: TypeAlias = float | None
ByKeyword: TypeAlias = tuple[Difference, str]  # with the keyword whose rule it concerns


class Values(NamedTuple):
    """Bounds that hold for any value, where a schema names none itself."""

    depth: int
    minimum: Bound
    maximum: Bound
    items: int | None


class Scalars(NamedTuple):
    """One of the two schemas compared: its types, and the bounds of any value in its document."""

    schema: Schema
    types: Sequence[str]
    values: Values

    @property
    def takes_anything(self) -> bool:
        """True if a value may be of any type."""
        return len(self.types) == len(TYPES)

    @property
    def other_types(self) -> list[str]:
        """The types without null."""
        return without(self.types, ["null"])


def differences_of_any_value(old: Values, new: Values) -> Iterator[Difference]:
    """Yield the differences in the bounds of any value."""
    where = "any value"
    if old.depth != new.depth and old.depth and new.depth:
        what = f"nested {old.depth} -> {new.depth} deep"
        yield Difference(where, what, *_effect(-old.depth, -new.depth))
    if old.minimum != new.minimum:
        what = was("numbers at least", old.minimum, new.minimum)
        yield Difference(where, what, *_effect(old.minimum, new.minimum))
    for name, before, after in (
        ("numbers at most", old.maximum, new.maximum),
        ("items at most", old.items, new.items),
    ):
        if before != after:
            yield _upper(where, name, (before, after))


def scalar_differences(old: Scalars, new: Scalars, where: str) -> Iterator[ByKeyword]:
    """Yield the differences of two schemas about the value itself."""
    yield from _null(old, new, where)
    yield from _types(old, new, where)
    shared = set(old.other_types) & set(new.other_types)
    if "string" in shared:
        yield from _texts(old.schema, new.schema, where)
    numbers = {"integer", "number"}
    if numbers & set(old.other_types) and numbers & set(new.other_types):
        yield from _numbers(old, new, where)
    if old.takes_anything or new.takes_anything:
        return
    for kind, keyword in (("array", "maxItems"), ("object", "maxProperties")):
        if kind in shared:
            bounds = (old.schema.get(keyword), new.schema.get(keyword))
            pair = _own(bounds, (old.values.items, new.values.items))
            if pair is not None:
                yield _upper(where, "most items", pair), "maxItems"


def _null(old: Scalars, new: Scalars, where: str) -> Iterator[ByKeyword]:
    if ("null" in old.types) == ("null" in new.types):
        return
    if old.takes_anything or new.takes_anything:
        return
    if "null" in new.types:
        whys = ("", "readers may meet null")
        yield Difference(where, "may be null", "no", "yes", whys), "type"
    else:
        whys = ("null is refused", "")
        yield Difference(where, "may no longer be null", "yes", "no", whys), "type"


def _types(old: Scalars, new: Scalars, where: str) -> Iterator[ByKeyword]:
    lost = _uncovered(old.other_types, new.other_types)
    gained = _uncovered(new.other_types, old.other_types)
    if lost or gained:
        what = f"type {_named_types(old)} -> {_named_types(new)}"
        yield Difference(where, what, yes_if(lost), yes_if(gained)), "type"


def _named_types(side: Scalars) -> str:
    return "any" if side.takes_anything else " or ".join(sorted(side.other_types))


def _numbers(old: Scalars, new: Scalars, where: str) -> Iterator[ByKeyword]:
    low = _rounded(old, "minimum", ceil), _rounded(new, "minimum", ceil)
    high = _rounded(old, "maximum", floor), _rounded(new, "maximum", floor)
    pair = _own(low, (old.values.minimum, new.values.minimum))
    if pair is not None:
        yield Difference(where, was("minimum", *pair), *_effect(*pair)), "minimum"
    pair = _own(high, (old.values.maximum, new.values.maximum))
    if pair is not None:
        yield _upper(where, "maximum", pair), "maximum"


def _texts(old: Schema, new: Schema, where: str) -> Iterator[ByKeyword]:
    before, after = _choices(old), _choices(new)
    if before != after:
        for found in _enum(before, after, where):
            yield found, "enum"
    one, other = old.get("x-format"), new.get("x-format")
    was_checked, is_checked = "pattern" in old, "pattern" in new
    if one == other and old.get("pattern") == new.get("pattern"):
        return
    if one == other and was_checked and is_checked:
        what = f"texts of format {other} have another pattern"
        yield Difference(where, what, "perhaps", "perhaps"), "pattern"
        return
    what = f"format {one or 'none'} -> {other or 'none'}"
    yield Difference(where, what, yes_if(is_checked), yes_if(was_checked)), "pattern"


def _enum(
    before: Sequence[str] | None, after: Sequence[str] | None, where: str
) -> Iterator[Difference]:
    if after is None:
        yield Difference(where, "any text, no longer a fixed choice", "no", "yes")
        return
    if before is None:
        yield Difference(where, f"any text -> one of {', '.join(after)}", "yes", "no")
        return
    lost, gained = without(before, after), without(after, before)
    if lost:
        whys = ("requests with them are refused", "")
        yield Difference(where, f"enum without {', '.join(lost)}", "yes", "no", whys)
    if gained:
        whys = ("", "readers may not know them")
        yield Difference(where, f"enum with {', '.join(gained)}", "no", "yes", whys)


def _choices(schema: Schema) -> list[str] | None:
    if "enum" not in schema:
        return None
    return without(schema["enum"], [None])


def _own(pair: Sequence[Bound], of_any_value: Sequence[Bound]) -> tuple[Bound, Bound] | None:
    """Return two bounds that differ, or None if they are the same.

    A bound is None if it is the bound of any value.
    """
    old, new = pair
    if old == of_any_value[0]:
        old = None
    if new == of_any_value[1]:
        new = None
    return None if old == new else (old, new)


def _upper(where: str, name: str, pair: tuple[Bound, Bound]) -> Difference:
    """Return the difference between two upper bounds."""
    old, new = pair
    negated = old and -old, new and -new
    return Difference(where, was(name, *pair), *_effect(*negated))


def _effect(old: Bound, new: Bound) -> tuple[Certainty, Certainty]:
    """Return whether a lower bound makes the new contract narrower, and whether wider."""
    is_narrower = new is not None and (old is None or new > old)
    return ("yes", "no") if is_narrower else ("no", "yes")


def _rounded(side: Scalars, keyword: str, towards: Callable[[float], int]) -> Bound:
    """Return a bound; if it is one of integers, the integer that it comes to."""
    bound: Bound = side.schema.get(keyword)
    if bound is None or "number" in side.other_types:
        return bound
    return towards(bound)


def was(name: str, old: object, new: object) -> str:
    """Return the text of a change from one value to another."""
    return f"{name} {_text(old)} -> {_text(new)}"


def _text(value: object) -> str:
    return "none" if value is None else str(value)


def without(values: Iterable[Value], excluded: Iterable[object]) -> list[Value]:
    """Return the values that are not excluded, in their order."""
    unwanted = list(excluded)
    return [value for value in values if value not in unwanted]


def yes_if(condition: object) -> Certainty:
    """Return "yes" for a true value and "no" for others."""
    return "yes" if condition else "no"


def _uncovered(types: Sequence[str], by: Sequence[str]) -> list[str]:
    covered = [*by, "integer"] if "number" in by else by
    return without(types, covered)
