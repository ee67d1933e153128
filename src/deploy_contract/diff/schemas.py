"""Differences between the schemas of two contracts: fields, and the values that they accept.

Lowered schemas are compared in their open form, down the document. A place is named by its resource
(the title of its schema) and a pointer in it, so that what several documents share is one
difference.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import Difference
from deploy_contract.diff.values import (
    Scalars,
    Values,
    differences_of_any_value,
    scalar_differences,
)
from deploy_contract_format.definitions import parse_reference
from deploy_contract_format.rules import by_keyword
from deploy_contract_format.subset import TYPES

Schema: TypeAlias = Mapping[str, Any]
Found: TypeAlias = Iterator[tuple[Difference, str]]  # with the pointer of its place in the document
# an undeclared name passes, so clients may already send it
ADDED = "requests may have it already, with values that are refused now"
_ANY = re.compile("Any-([0-9]+)")  # the definition of any value, at a depth


class Side(NamedTuple):
    """One of two contracts: the definitions of a document, and the keywords that are enforced."""

    definitions: Mapping[str, Schema]
    values: Values
    enforced: frozenset[str]


class _Place(NamedTuple):
    """A place in a document: its name in differences, and its pointer."""

    where: str
    pointer: str

    def below(self, token: str) -> "_Place":
        """Return the place of a member, or of the items for `*`."""
        text = token.replace("~", "~0").replace("/", "~1")  # RFC 6901, section 3
        return _Place(f"{self.where}/{text}", f"{self.pointer}/{text}")


def enforced_keywords(tables: Tables) -> frozenset[str]:
    """Return the keywords whose rules refuse a document."""
    rules = by_keyword(tables.rules.values())
    return frozenset([keyword for keyword, rule in rules.items() if rule.mode == "enforce"])


def differences(old: Tables, new: Tables, old_kind: str, new_kind: str) -> Found:
    """Yield the differences between a kind of document and its successor."""
    one, other = _side(old, old_kind), _side(new, new_kind)
    for found in differences_of_any_value(one.values, other.values):
        yield found, ""
    roots = ({"$ref": f"#/$defs/{old.roots[old_kind]}"}, {"$ref": f"#/$defs/{new.roots[new_kind]}"})
    yield from _Comparison(one, other).compare(*roots, _Place(new_kind, ""))


def _side(tables: Tables, kind: str) -> Side:
    definitions = tables.schemas[kind]
    return Side(definitions, _values(definitions), enforced_keywords(tables))


def _values(definitions: Mapping[str, Schema]) -> Values:
    """Return the bounds of any value."""
    by_depth: dict[int, Schema] = {}
    for name, schema in definitions.items():
        found = _ANY.fullmatch(name)
        if found:
            by_depth[int(found[1])] = schema
    if not by_depth:
        return Values(0, None, None, None)
    first = by_depth[min(by_depth)]
    bounds = (first.get("minimum"), first.get("maximum"), first.get("maxItems"))
    return Values(max(by_depth) - 1, *bounds)


class _Resolved(NamedTuple):
    """A schema whose reference is resolved. `is_free`: any value is valid."""

    name: str
    schema: Schema
    is_free: bool

    @property
    def types(self) -> list[str]:
        """The types of valid values."""
        if self.is_free:
            return list(TYPES)
        kinds = self.schema["type"]
        return [kinds] if isinstance(kinds, str) else list(kinds)


def _resolved(side: Side, schema: Schema) -> _Resolved:
    if "$ref" not in schema:
        return _Resolved("", schema, is_free=False)
    name = parse_reference(schema["$ref"])
    return _Resolved(name, side.definitions[name], _ANY.fullmatch(name) is not None)


class _Comparison:
    """One walk down two documents. A pair of definitions is compared once."""

    def __init__(self, one: Side, other: Side) -> None:
        self._one = one
        self._other = other
        self._seen: set[tuple[str, str]] = set()

    def compare(self, old: Schema, new: Schema, place: _Place) -> Found:
        """Yield the differences of two schemas at a place."""
        before, after = _resolved(self._one, old), _resolved(self._other, new)
        if before.is_free and after.is_free:
            return
        one = Scalars(before.schema, before.types, self._one.values)
        other = Scalars(after.schema, after.types, self._other.values)
        for found, keyword in scalar_differences(one, other, place.where):
            yield self._by_mode(found, keyword), place.pointer
        pair = (before.name, after.name)
        if pair in self._seen and all(pair):
            return
        self._seen.add(pair)
        if before.is_free or after.is_free:
            return
        here = place._replace(where=after.schema.get("title", place.where))
        shared = set(one.types).intersection(other.types)
        if "object" in shared:
            yield from self._members(before.schema, after.schema, here)
        if "array" in shared:
            yield from self.compare(before.schema["items"], after.schema["items"], here.below("*"))

    def _members(self, old: Schema, new: Schema, place: _Place) -> Found:
        before, after = old.get("properties"), new.get("properties")
        needed, needs = set(old.get("required", ())), set(new.get("required", ()))
        enforces = "required" in self._other.enforced
        if before is None or after is None:
            if before is not None:
                yield _free_form(place.where), place.pointer
            elif after is not None:
                found = _declared_fields(place.where, refuses=bool(needs) and enforces)
                yield found, place.pointer
            return
        for name, schema in after.items():
            there = place.below(name)
            if name not in before:
                yield _added(there.where, must=name in needs, enforced=enforces), there.pointer
                continue
            if (name in needs) != (name in needed):
                found = _required(there.where, must=name in needs)
                yield self._by_mode(found, "required"), there.pointer
            yield from self.compare(before[name], schema, there)
        for name in before:
            if name not in after:
                there = place.below(name)
                promised = name in needed and "required" in self._one.enforced
                yield _removed(there.where, promised=promised), there.pointer

    def _by_mode(self, found: Difference, keyword: str) -> Difference:
        """Return a difference by whether the rule on its keyword was, and is, enforced."""
        before, after = keyword in self._one.enforced, keyword in self._other.enforced
        return reported(found, before=before, after=after)


def _added(where: str, *, must: bool, enforced: bool) -> Difference:
    what = "required field added" if must else "field added"
    if must and enforced:
        return Difference(where, what, "yes", "no", ("requests without it are refused", ""))
    return Difference(where, what, "perhaps", "no", (ADDED, ""))


def _removed(where: str, *, promised: bool) -> Difference:
    why = "passes where undeclared fields do, and is refused where they are not"
    if promised:
        whys = (why, "readers could rely on it")
        return Difference(where, "field removed", "perhaps", "yes", whys)
    return Difference(where, "field removed", "perhaps", "perhaps", (why, "readers may miss it"))


def _required(where: str, *, must: bool) -> Difference:
    if must:
        whys = ("requests without it are refused", "")
        return Difference(where, "is required", "yes", "no", whys)
    whys = ("", "readers could rely on it")
    return Difference(where, "is no longer required", "no", "yes", whys)


def _declared_fields(where: str, *, refuses: bool) -> Difference:
    """Return the difference of a free-form object that has declared fields now."""
    what, whys = "free-form object with declared fields", ("fields of any type passed", "")
    return Difference(where, what, "yes" if refuses else "perhaps", "no", whys)


def _free_form(where: str) -> Difference:
    """Return the difference of an object that had declared fields."""
    whys = ("", "its fields may be of any type, or missing")
    return Difference(where, "object is free-form", "no", "yes", whys)


def reported(found: Difference, *, before: bool, after: bool) -> Difference:
    """Return a difference by whether the rule for it was, and is, enforced.

    A rule that only reports refuses nobody, and promises nothing.
    """
    why = "it refuses nothing"
    if not after and found.narrower != "no":
        found = found._replace(narrower="no", whys=(why, found.whys[1]))
    if not before and found.wider != "no":
        found = found._replace(wider="no", whys=(found.whys[0], why))
    return found
