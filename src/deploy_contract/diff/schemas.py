"""Differences between the schemas of two contracts: fields, and the values that they accept.

Lowered schemas are compared in their open form, down the document. A place is named by its resource
(the title of its schema) and a pointer in it, so that what several documents share is one
difference.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import Change, by_mode, yes_if
from deploy_contract.diff.kinds import Pair
from deploy_contract.diff.values import Values, added, bound_change, required, value_changes
from deploy_contract.judge.python.compared import Certainty, Schema
from deploy_contract_format.definitions import parse_reference
from deploy_contract_format.rules import by_keyword
from deploy_contract_format.subset import TYPES

_ANY = re.compile("Any-([0-9]+)")  # the definition of any value, at a depth
_BOUNDS = {  # of any value
    "minimum": "numbers at least",
    "maximum": "numbers at most",
    "maxItems": "items at most",
}


class _Side(NamedTuple):
    """One of two contracts: the definitions of a document, and the keywords that are enforced.

    `usual` has the bounds of any value, and `depth` the number of its levels.
    """

    definitions: Mapping[str, Schema]
    enforced: frozenset[str]
    usual: Schema
    depth: int

    def resolve(self, schema: Schema) -> tuple[str, Values]:
        """Return the name of the definition that a schema refers to, and its values."""
        name = ""
        if "$ref" in schema:
            name = parse_reference(schema["$ref"])
            schema = self.definitions[name]
            if _ANY.fullmatch(name):
                return name, Values(schema, TYPES, self.usual)
        kinds = schema["type"]
        return name, Values(schema, [kinds] if isinstance(kinds, str) else kinds, self.usual)


class _Place(NamedTuple):
    """A place in a document: its name in differences, and its pointer."""

    where: str
    pointer: str

    def below(self, token: str) -> "_Place":
        """Return the place of a member, or of the items for `*`."""
        text = token.replace("~", "~0").replace("/", "~1")  # RFC 6901, section 3
        return _Place(f"{self.where}/{text}", f"{self.pointer}/{text}")


def differences(old: Tables, new: Tables, pair: Pair) -> Iterator[Change]:
    """Yield the differences between a kind of document and its successor."""
    one, other = _side(old, pair.old), _side(new, pair.new)
    for found, pointer in _Comparison(one, other).documents(old, new, pair):
        yield found._replace(directions=pair.directions, documents={pair.new: pointer})


def _side(tables: Tables, kind: str) -> _Side:
    rules = by_keyword(tables.rules.values())
    enforced = [keyword for keyword, rule in rules.items() if rule.mode == "enforce"]
    definitions = tables.schemas[kind]
    found = {int(name[1]): name[0] for name in map(_ANY.fullmatch, definitions) if name}
    usual = definitions[found[min(found)]] if found else {}
    return _Side(definitions, frozenset(enforced), usual, max(found, default=1) - 1)


_Found = Iterator[tuple[Change, str]]  # with the pointer of its place in the document


class _Comparison:
    """One walk down two documents. A pair of definitions is compared once."""

    def __init__(self, one: _Side, other: _Side) -> None:
        self._one = one
        self._other = other
        self._seen: set[tuple[str, str]] = set()

    def documents(self, old: Tables, new: Tables, pair: Pair) -> _Found:
        """Yield the differences of whole documents."""
        one, other = self._one, self._other
        if one.depth != other.depth and one.depth and other.depth:
            is_deeper = other.depth > one.depth
            what = f"nested {one.depth} -> {other.depth} deep"
            yield Change("any value", what, yes_if(not is_deeper), yes_if(is_deeper)), ""
        for keyword, name in _BOUNDS.items():
            before, after = one.usual.get(keyword), other.usual.get(keyword)
            if before != after:
                yield bound_change("any value", keyword, name, before, after), ""
        roots = (
            {"$ref": f"#/$defs/{old.roots[pair.old]}"},
            {"$ref": f"#/$defs/{new.roots[pair.new]}"},
        )
        yield from self._compare(*roots, _Place(pair.new, ""))

    def _compare(self, old: Schema, new: Schema, place: _Place) -> _Found:
        """Yield the differences of two schemas at a place."""
        (old_name, one), (new_name, other) = self._one.resolve(old), self._other.resolve(new)
        if one.takes_anything and other.takes_anything:
            return
        for keyword, found in value_changes(one, other, place.where):
            yield self._by_mode(found, keyword), place.pointer
        names = old_name, new_name
        if (names in self._seen and all(names)) or one.takes_anything or other.takes_anything:
            return
        self._seen.add(names)
        here = place._replace(where=other.schema.get("title", place.where))
        shared = set(one.types).intersection(other.types)
        if "object" in shared:
            yield from self._members(one.schema, other.schema, here)
        if "array" in shared:
            yield from self._compare(one.schema["items"], other.schema["items"], here.below("*"))

    def _members(self, old: Schema, new: Schema, place: _Place) -> _Found:
        before, after = old.get("properties"), new.get("properties")
        needed, needs = old.get("required", ()), new.get("required", ())
        if before is None or after is None:
            where = place.where
            if before is not None:
                whys = ("", "its fields may be of any type, or missing")
                yield Change(where, "object is free-form", wider="yes", whys=whys), place.pointer
            elif after is not None:
                refuses = needs and "required" in self._other.enforced
                what, whys = (
                    "free-form object with declared fields",
                    ("fields of any type passed", ""),
                )
                yield Change(where, what, "yes" if refuses else "perhaps", whys=whys), place.pointer
            return
        for name, schema in after.items():
            there = place.below(name)
            if name not in before:
                enforced = "required" in self._other.enforced
                found = added(there.where, "field", must=name in needs, enforced=enforced)
                yield found, there.pointer
                continue
            if (name in needs) != (name in needed):
                found = required(there.where, must=name in needs)
                yield self._by_mode(found, "required"), there.pointer
            yield from self._compare(before[name], schema, there)
        for name in before:
            if name not in after:
                there = place.below(name)
                promised = name in needed and "required" in self._one.enforced
                yield _removed(there.where, promised=promised), there.pointer

    def _by_mode(self, found: Change, keyword: str) -> Change:
        """Return a difference by whether the rule on its keyword was, and is, enforced."""
        before, after = keyword in self._one.enforced, keyword in self._other.enforced
        return by_mode(found, before=before, after=after)


def _removed(where: str, *, promised: bool) -> Change:
    why = "passes where undeclared fields do, and is refused where they are not"
    wider: Certainty = "yes" if promised else "perhaps"
    other = "readers could rely on it" if promised else "readers may miss it"
    return Change(where, "field removed", "perhaps", wider, (why, other))
