"""Differences between two schemas about a value itself: types, enums, bounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any, NamedTuple, TypeAlias, TypeVar

from deploy_contract.diff.changes import Change
from deploy_contract.diff.proofs import narrowed
from deploy_contract.judge.python.compared import Schema
from deploy_contract_format.subset import TYPES

Value = TypeVar("Value")
Bound: TypeAlias = float | None
ByKeyword: TypeAlias = tuple[str, Change]  # the keyword whose rule a change concerns
# an undeclared name passes, so clients may already send it
ADDED = "requests may have it already, with values that are refused now"
_BOUNDS = (  # keyword, its name in a change, and the types that it bounds
    ("minimum", "minimum", {"integer", "number"}),
    ("maximum", "maximum", {"integer", "number"}),
    ("maxItems", "most items", {"array"}),
    ("maxProperties", "most items", {"object"}),
)


class Values(NamedTuple):
    """The values that a schema accepts: their types, and the bounds of any value in its document."""

    schema: Schema
    types: Sequence[str]
    usual: Mapping[str, Any] = {}

    @property
    def takes_anything(self) -> bool:
        """True if a value may be of any type."""
        return len(self.types) == len(TYPES)

    @property
    def other_types(self) -> list[str]:
        """The types without null."""
        return without(self.types, ["null"])

    def bound(self, keyword: str) -> Bound:
        """Return a bound, of integers a whole one; None if it is that of any value."""
        bound: Bound = self.schema.get(keyword)
        if bound is not None and "number" not in self.types:
            bound = (ceil if keyword == "minimum" else floor)(bound)
        usual = self.usual.get("maxItems" if keyword == "maxProperties" else keyword)
        return None if bound == usual else bound


def value_changes(old: Values, new: Values, where: str) -> Iterator[ByKeyword]:
    """Yield the changes of a value itself."""
    before, after = old.other_types, new.other_types
    shared = set(before) & set(after)
    takes_anything = old.takes_anything or new.takes_anything
    if not takes_anything and ("null" in old.types) != ("null" in new.types):
        not_null: Schema = {"not": {"type": "null"}}
        if "null" in new.types:
            whys = ("", "readers may meet null")
            yield "type", _change(where, "may be null", not_null, {}, whys)
        else:
            whys = ("null is refused", "")
            yield "type", _change(where, "may no longer be null", {}, not_null, whys)
    if set(before) != set(after):
        names = [
            "any" if side.takes_anything else " or ".join(sorted(side.other_types))
            for side in (old, new)
        ]
        what = f"type {' -> '.join(names)}"
        yield "type", _change(where, what, {"type": before}, {"type": after})
    if "string" in shared:
        yield from _text_changes(old.schema, new.schema, where)
    for keyword, name, types in _BOUNDS:
        is_number = "number" in types
        if not (types & set(before) and types & set(after)) or (takes_anything and not is_number):
            continue
        bound, other = old.bound(keyword), new.bound(keyword)
        if bound != other:
            rule = keyword if is_number else "maxItems"
            yield rule, bound_change(where, keyword, name, bound, other)


def bound_change(where: str, keyword: str, name: str, before: Bound, after: Bound) -> Change:
    """Return the change of a bound. `name`: the bound in words."""
    old, new = [{} if one is None else {keyword: one} for one in (before, after)]
    texts = ["none" if one is None else str(one) for one in (before, after)]
    return _change(where, f"{name} {' -> '.join(texts)}", old, new)


def _change(
    where: str, what: str, old: Schema, new: Schema, whys: tuple[str, str] = ("", "")
) -> Change:
    return Change(where, what, narrowed(old, new), narrowed(new, old), whys)


def _text_changes(old: Schema, new: Schema, where: str) -> Iterator[ByKeyword]:
    before, after = [
        without(schema["enum"], [None]) if "enum" in schema else None for schema in (old, new)
    ]
    if before is None and after is not None:
        what = f"any text -> one of {', '.join(after)}"
        yield "enum", _change(where, what, {}, {"enum": after})
    elif before is not None and after is None:
        what = "any text, no longer a fixed choice"
        yield "enum", _change(where, what, {"enum": before}, {})
    elif before is not None and after is not None:
        lost, gained = without(before, after), without(after, before)
        if lost:
            whys = ("requests with them are refused", "")
            yield "enum", Change(where, f"enum without {', '.join(lost)}", "yes", whys=whys)
        if gained:
            whys = ("", "readers may not know them")
            yield "enum", Change(where, f"enum with {', '.join(gained)}", wider="yes", whys=whys)
    names = [schema.get("x-format") for schema in (old, new)]
    patterns: list[Any] = [schema.get("pattern") for schema in (old, new)]
    if names[0] != names[1] or patterns[0] != patterns[1]:
        what = f"format {' -> '.join([name or 'none' for name in names])}"
        if names[0] == names[1]:
            what = f"texts of format {names[0]} have another pattern"
        one, other = [{} if found is None else {"pattern": found} for found in patterns]
        yield "pattern", _change(where, what, one, other)


def added(where: str, noun: str, *, must: bool, enforced: bool) -> Change:
    """Return the change of a new field or parameter. `enforced`: whether one that is missing is refused."""
    what = f"required {noun} added" if must else f"{noun} added"
    if must and enforced:
        return Change(where, what, "yes", whys=("requests without it are refused", ""))
    return Change(where, what, "perhaps", whys=(ADDED, ""))


def required(where: str, *, must: bool) -> Change:
    """Return the change of a field or parameter that is required now, or no longer."""
    if must:
        return Change(where, "is required", "yes", whys=("requests without it are refused", ""))
    whys = ("", "readers could rely on it")
    return Change(where, "is no longer required", wider="yes", whys=whys)


def without(values: Iterable[Value], excluded: Iterable[object]) -> list[Value]:
    """Return the values that are not excluded, in their order."""
    unwanted = list(excluded)
    return [value for value in values if value not in unwanted]
