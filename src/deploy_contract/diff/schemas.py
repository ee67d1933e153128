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
        name = parse_reference(schema["$ref"]) if "$ref" in schema else ""
        schema = self.definitions[name] if name else schema
        kinds = TYPES if _ANY.fullmatch(name) else schema["type"]
        types = [kinds] if isinstance(kinds, str) else kinds
        return name, Values(schema, types, self.enforced, self.usual)


class _Place(NamedTuple):
    """A place in a document: its kind, its name in differences, and its pointer."""

    kind: str
    where: str
    pointer: str = ""

    def below(self, token: str) -> "_Place":
        """Return the place of a member, or of the items for `*`."""
        text = token.replace("~", "~0").replace("/", "~1")  # RFC 6901, section 3
        return _Place(self.kind, f"{self.where}/{text}", f"{self.pointer}/{text}")


def differences(old: Tables, new: Tables, pair: Pair) -> Iterator[Change]:
    """Yield the differences between a kind of document and its successor."""
    walk = _Walk(_side(old, pair.old), _side(new, pair.new), set())
    one = {"$ref": f"#/$defs/{old.roots[pair.old]}"}
    other = {"$ref": f"#/$defs/{new.roots[pair.new]}"}
    for found in walk.any_value():
        yield found._replace(directions=pair.directions, documents={pair.new: ""})
    for found in walk.compare(one, other, _Place(pair.new, pair.new)):
        yield found._replace(directions=pair.directions)


def _side(tables: Tables, kind: str) -> _Side:
    rules = by_keyword(tables.rules.values())
    enforced = [keyword for keyword, rule in rules.items() if rule.mode == "enforce"]
    definitions = tables.schemas[kind]
    found = {int(name[1]): name[0] for name in map(_ANY.fullmatch, definitions) if name}
    usual = definitions[found[min(found)]] if found else {}
    return _Side(definitions, frozenset(enforced), usual, max(found, default=1) - 1)


class _Walk(NamedTuple):
    """One walk down two documents. A pair of definitions is compared once."""

    one: _Side
    other: _Side
    seen: set[tuple[str, str]]

    def any_value(self) -> Iterator[Change]:
        """Yield the differences in the bounds of any value."""
        one, other = self.one, self.other
        if one.depth != other.depth and one.depth and other.depth:
            is_deeper = other.depth > one.depth
            what = f"nested {one.depth} -> {other.depth} deep"
            yield Change("any value", what, yes_if(not is_deeper), yes_if(is_deeper))
        for keyword, name in _BOUNDS.items():
            before, after = one.usual.get(keyword), other.usual.get(keyword)
            if before != after:
                yield bound_change("any value", keyword, name, before, after)

    def compare(self, old: Schema, new: Schema, place: _Place) -> Iterator[Change]:
        """Yield the differences of two schemas at a place."""
        (old_name, one), (new_name, other) = self.one.resolve(old), self.other.resolve(new)
        if one.takes_anything and other.takes_anything:
            return
        for found in value_changes(one, other, place.where):
            yield _at(place, found)
        names = old_name, new_name
        if (names in self.seen and all(names)) or one.takes_anything or other.takes_anything:
            return
        self.seen.add(names)
        here = place._replace(where=other.schema.get("title", place.where))
        if "object" in one.types and "object" in other.types:
            yield from self._members(one.schema, other.schema, here)
        if "array" in one.types and "array" in other.types:
            yield from self.compare(one.schema["items"], other.schema["items"], here.below("*"))

    def _members(self, old: Schema, new: Schema, place: _Place) -> Iterator[Change]:
        before, after = old.get("properties"), new.get("properties")
        if before is not None and after is not None:
            for name in {**after, **before}:
                yield from self._member(name, old, new, place.below(name))
        elif before is not None:
            whys = ("", "its fields may be of any type, or missing")
            yield _at(place, Change(place.where, "object is free-form", wider="yes", whys=whys))
        elif after is not None:
            refuses = new.get("required") and "required" in self.other.enforced
            what, whys = "free-form object with declared fields", ("fields of any type passed", "")
            narrower: Certainty = "yes" if refuses else "perhaps"
            yield _at(place, Change(place.where, what, narrower, whys=whys))

    def _member(self, name: str, old: Schema, new: Schema, place: _Place) -> Iterator[Change]:
        """Yield the differences of a member that at least one side has."""
        before, after = old["properties"].get(name), new["properties"].get(name)
        needed, needs = [name in schema.get("required", ()) for schema in (old, new)]
        was, is_ = ["required" in side.enforced for side in (self.one, self.other)]
        if before is None:
            yield _at(place, added(place.where, "field", must=needs, enforced=is_))
        elif after is None:
            why = "passes where undeclared fields do, and is refused where they are not"
            wider: Certainty = "yes" if needed and was else "perhaps"
            other = "readers could rely on it" if needed and was else "readers may miss it"
            yield _at(place, Change(place.where, "field removed", "perhaps", wider, (why, other)))
        else:
            if needed != needs:
                yield _at(place, by_mode(required(place.where, must=needs), before=was, after=is_))
            yield from self.compare(before, after, place)


def _at(place: _Place, found: Change) -> Change:
    return found._replace(documents={place.kind: place.pointer})
