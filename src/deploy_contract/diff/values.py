"""Differences between two schemas about a value itself: types, enums, bounds."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor
from typing import Any, NamedTuple, TypeAlias, TypeVar

from deploy_contract.diff.changes import Difference
from deploy_contract.diff.proofs import narrowed
from deploy_contract.judge.python.compared import Certainty, Schema
from deploy_contract_format.subset import TYPES

Value = TypeVar("Value")
Bound: TypeAlias = float | None
ByKeyword: TypeAlias = tuple[Difference, str]  # with the keyword whose rule it concerns
_NO_WHYS = ("", "")
_NUMBERS = {"integer", "number"}


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

    def bound(self, keyword: str, usual: Bound) -> Bound:
        """Return a bound, of integers a whole one; None if it is that of any value."""
        bound: Bound = self.schema.get(keyword)
        if bound is not None and "number" not in self.other_types:
            bound = (ceil if keyword == "minimum" else floor)(bound)
        return None if bound == usual else bound


class _Facet(NamedTuple):
    """A keyword that differs, as text and as the two schemas that it makes."""

    keyword: str
    what: str
    old: Schema
    new: Schema
    whys: tuple[str, str] = _NO_WHYS


def differences_of_any_value(old: Values, new: Values) -> Iterator[Difference]:
    """Yield the differences in the bounds of any value."""
    where = "any value"
    if old.depth != new.depth and old.depth and new.depth:
        is_deeper = new.depth > old.depth
        what = f"nested {old.depth} -> {new.depth} deep"
        yield Difference(where, what, yes_if(not is_deeper), yes_if(is_deeper))
    for name, keyword, before, after in (
        ("numbers at least", "minimum", old.minimum, new.minimum),
        ("numbers at most", "maximum", old.maximum, new.maximum),
        ("items at most", "maxItems", old.items, new.items),
    ):
        if before != after:
            facet = _bound_facet(keyword, name, before, after)
            yield _difference(facet, where)


def scalar_differences(old: Scalars, new: Scalars, where: str) -> Iterator[ByKeyword]:
    """Yield the differences of two schemas about the value itself."""
    for facet in _facets(old, new):
        yield _difference(facet, where), facet.keyword


def _difference(facet: _Facet, where: str) -> Difference:
    narrower, wider = narrowed(facet.old, facet.new), narrowed(facet.new, facet.old)
    return Difference(where, facet.what, narrower, wider, facet.whys)


def _facets(old: Scalars, new: Scalars) -> Iterator[_Facet]:
    takes_anything = old.takes_anything or new.takes_anything
    not_null: Schema = {"not": {"type": "null"}}
    if not takes_anything and ("null" in old.types) != ("null" in new.types):
        if "null" in new.types:
            yield _Facet("type", "may be null", not_null, {}, ("", "readers may meet null"))
        else:
            yield _Facet("type", "may no longer be null", {}, not_null, ("null is refused", ""))
    if set(old.other_types) != set(new.other_types):
        names = [
            "any" if side.takes_anything else " or ".join(sorted(side.other_types))
            for side in (old, new)
        ]
        before, after = {"type": old.other_types}, {"type": new.other_types}
        yield _Facet("type", f"type {' -> '.join(names)}", before, after)
    shared = set(old.other_types) & set(new.other_types)
    if "string" in shared:
        yield from _texts(old.schema, new.schema)
    bounds = []
    if _NUMBERS & set(old.other_types) and _NUMBERS & set(new.other_types):
        bounds += [("minimum", "minimum", "minimum"), ("maximum", "maximum", "maximum")]
    for kind, keyword in (("array", "maxItems"), ("object", "maxProperties")):
        if kind in shared and not takes_anything:
            bounds.append((keyword, "most items", "items"))
    for keyword, name, usual in bounds:
        bound, other = [side.bound(keyword, getattr(side.values, usual)) for side in (old, new)]
        if bound != other:
            facet = _bound_facet(keyword, name, bound, other)
            yield facet._replace(keyword="maxItems" if usual == "items" else keyword)


def _bound_facet(keyword: str, name: str, before: Bound, after: Bound) -> _Facet:
    old, new = [{} if one is None else {keyword: one} for one in (before, after)]
    texts = ["none" if one is None else str(one) for one in (before, after)]
    return _Facet(keyword, f"{name} {' -> '.join(texts)}", old, new)


def _texts(old: Schema, new: Schema) -> Iterator[_Facet]:
    before, after = _choices(old), _choices(new)
    if before is None or after is None:
        if after is not None:
            yield _Facet("enum", f"any text -> one of {', '.join(after)}", {}, {"enum": after})
        elif before is not None:
            yield _Facet("enum", "any text, no longer a fixed choice", {"enum": before}, {})
    else:
        lost, gained, kept = without(before, after), without(after, before), {"enum": before}
        if lost:
            whys = ("requests with them are refused", "")
            rest = {"enum": without(before, lost)}
            yield _Facet("enum", f"enum without {', '.join(lost)}", kept, rest, whys)
        if gained:
            whys = ("", "readers may not know them")
            more = {"enum": [*before, *gained]}
            yield _Facet("enum", f"enum with {', '.join(gained)}", kept, more, whys)
    one, other = old.get("x-format"), new.get("x-format")
    if one != other or old.get("pattern") != new.get("pattern"):
        what = f"format {one or 'none'} -> {other or 'none'}"
        if one == other:
            what = f"texts of format {other} have another pattern"
        yield _Facet("pattern", what, _pattern(old), _pattern(new))


def _pattern(schema: Schema) -> Schema:
    return {"pattern": schema["pattern"]} if "pattern" in schema else {}


def _choices(schema: Schema) -> list[Any] | None:
    return without(schema["enum"], [None]) if "enum" in schema else None


def without(values: Iterable[Value], excluded: Iterable[object]) -> list[Value]:
    """Return the values that are not excluded, in their order."""
    unwanted = list(excluded)
    return [value for value in values if value not in unwanted]


def yes_if(condition: object) -> Certainty:
    """Return "yes" for a true value and "no" for others."""
    return "yes" if condition else "no"
