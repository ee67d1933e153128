"""Differences between two schemas about a value itself: types, enums, bounds."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any, NamedTuple, TypeAlias, TypeVar

from deploy_contract.diff.changes import Change, by_mode
from deploy_contract.diff.proofs import narrowed
from deploy_contract.judge.python.compared import Schema
from deploy_contract_format.subset import TYPES

Value = TypeVar("Value")
Bound: TypeAlias = float | None
# an undeclared name passes, so clients may already send it
ADDED = "requests may have it already, with values that are refused now"
_NUMERIC = {"integer", "number"}
_BOUNDS = (  # keyword, its name in a change, and the types that it bounds
    ("minimum", "minimum", _NUMERIC),
    ("maximum", "maximum", _NUMERIC),
    ("maxItems", "most items", {"array"}),
    ("maxProperties", "most items", {"object"}),
)


class Values(NamedTuple):
    """The values that a schema accepts.

    `types` are their JSON types. `enforced` has the keywords whose rules are enforced, and `usual`
    the bounds of any value in the document. `are_texts` is True for parameters.
    """

    schema: Schema
    types: Sequence[str]
    enforced: Collection[str]
    usual: Mapping[str, Any] = {}
    are_texts: bool = False

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


def value_changes(old: Values, new: Values, where: str) -> Iterator[Change]:
    """Yield the changes of a value itself."""
    for keyword, found in _by_keyword(old, new, where):
        yield by_mode(found, before=keyword in old.enforced, after=keyword in new.enforced)


def _by_keyword(old: Values, new: Values, where: str) -> Iterator[tuple[str, Change]]:
    """Yield the changes of a value, each with the keyword whose rule it concerns."""
    before, after = old.other_types, new.other_types
    takes_anything = old.takes_anything or new.takes_anything
    if not takes_anything and ("null" in old.types) != ("null" in new.types):
        yield "type", _of_null(where, new)
    if set(before) != set(after):
        texts = [
            "any" if side.takes_anything else " or ".join(sorted(side.other_types))
            for side in (old, new)
        ]
        found = _proven(where, f"type {' -> '.join(texts)}", {"type": before}, {"type": after})
        if new.are_texts and "string" in after:
            found = found._replace(narrower="no", whys=("any text passes", ""))
        yield "type", found
    if "string" in before and "string" in after:
        yield from _text_changes(old.schema, new.schema, where)
    for keyword, name, types in _BOUNDS:
        is_number = types is _NUMERIC
        if types.isdisjoint(before) or types.isdisjoint(after) or (takes_anything > is_number):
            continue
        bound, other = old.bound(keyword), new.bound(keyword)
        if bound != other:
            rule = keyword if is_number else "maxItems"
            yield rule, bound_change(where, keyword, name, bound, other)


def _of_null(where: str, new: Values) -> Change:
    if "null" in new.types:
        found = Change(where, "may be null", wider="yes", whys=("", "readers may meet null"))
    else:
        found = Change(where, "may no longer be null", "yes", whys=("null is refused", ""))
    whys = ("no text of a parameter is null", "")
    return found._replace(narrower="no", whys=whys) if new.are_texts else found


def bound_change(where: str, keyword: str, name: str, before: Bound, after: Bound) -> Change:
    """Return the change of a bound. `name`: the bound in words."""
    old, new = [{} if one is None else {keyword: one} for one in (before, after)]
    texts = ["none" if one is None else str(one) for one in (before, after)]
    return _proven(where, f"{name} {' -> '.join(texts)}", old, new)


def _proven(where: str, what: str, old: Schema, new: Schema) -> Change:
    return Change(where, what, narrowed(old, new), narrowed(new, old))


def _text_changes(old: Schema, new: Schema, where: str) -> Iterator[tuple[str, Change]]:
    before, after = old.get("enum"), new.get("enum")
    lost, gained = (
        without(before or (), [*(after or ()), None]),
        without(after or (), [*(before or ()), None]),
    )
    if before is None and after is not None:
        what = f"any text -> one of {', '.join(gained)}"
        yield "enum", Change(where, what, "yes")
    elif before is not None and after is None:
        yield "enum", Change(where, "any text, no longer a fixed choice", wider="yes")
    else:
        if lost:
            whys = ("requests with them are refused", "")
            yield "enum", Change(where, f"enum without {', '.join(lost)}", "yes", whys=whys)
        if gained:
            whys = ("", "readers may not know them")
            yield "enum", Change(where, f"enum with {', '.join(gained)}", wider="yes", whys=whys)
    names = [schema.get("x-format") for schema in (old, new)]
    patterns = [
        {key: schema[key] for key in ("pattern",) if key in schema} for schema in (old, new)
    ]
    if names[0] != names[1] or patterns[0] != patterns[1]:
        what = f"format {' -> '.join([name or 'none' for name in names])}"
        if names[0] == names[1]:
            what = f"texts of format {names[0]} have another pattern"
        yield "pattern", _proven(where, what, *patterns)


def added(where: str, noun: str, *, must: bool, enforced: bool) -> Change:
    """Return the change of a new field or parameter.

    `enforced`: whether one that is missing is refused.
    """
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
