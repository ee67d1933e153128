"""Differences between the documents of two contracts: kinds, fields, and accepted values.

Lowered schemas are compared in their open form, down the document. A place is named by its resource
(the title of its schema) and a pointer in it, so that what several documents share is one
difference.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.diff import operations
from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import BOTH, Change, change
from deploy_contract.diff.values import bound_change, plain_schema, takes_anything, value_changes
from deploy_contract.judge.python.compared import Schema
from deploy_contract_format.definitions import ANY, parse_reference, reference_to
from deploy_contract_format.rules import by_keyword
from deploy_contract_format.subset import TYPES

EFFECT = "x-patch"  # the effect of a patch on a stored member
USUAL_EFFECT = "replaced"  # of a member without that keyword
_BOUNDS = {  # of any value
    "minimum": "numbers at least",
    "maximum": "numbers at most",
    "maxItems": "items at most",
}
# a kind of document, its successor, and the directions in which both are used
_Pair: TypeAlias = tuple[str, str, tuple[str, ...]]


def differences(old: Tables, new: Tables) -> Iterator[Change]:
    """Yield the differences between documents, and in the effects of a patch."""
    for one, other, directions in dict.fromkeys(_pairs(old, new)):
        for found in _Walk(_Side(old, one), _Side(new, other), set()).changes():
            yield found.only(directions)
        if one == other:
            for found in _kind_differences(one, old.kinds[one], new.kinds[one], directions):
                yield found._replace(documents={one: ""})
    for tables, others, word in ((new, old, "added"), (old, new, "removed")):
        for kind, row in tables.kinds.items():
            if kind not in others.kinds:
                yield change(f"kind of document {word}", kind).only(row["directions"])
    effects = _effects(old)  # clients that send the patch depend on them, and so do rules
    for where, other in _effects(new).items():
        one = effects.get(where, other)
        if one != other:
            yield change("other effect", where, f"a patch: {one} -> {other}")


def _pairs(old: Tables, new: Tables) -> Iterator[_Pair]:
    """Yield kinds of the same name, and those of which one replaces the other as a body."""
    for before, after in operations.pairs(old, new):
        if before is not None and after is not None:
            for direction, old_kind, new_kind in operations.bodies(before, after):
                yield old_kind, new_kind, (direction,)
    for kind, row in new.kinds.items():
        if kind in old.kinds:
            directions = old.kinds[kind]["directions"]
            shared = tuple([name for name in row["directions"] if name in directions])
            yield kind, kind, shared or tuple(row["directions"])


def _kind_differences(
    kind: str, before: Row, after: Row, directions: Sequence[str]
) -> Iterator[Change]:
    for key in ("source", "override", "overridden"):
        if before.get(key) != after.get(key):
            what = f"{key} {_text(before.get(key))} -> {_text(after.get(key))}"
            yield change("other source", kind, what).only(directions)
    if bool(before.get("stored")) != bool(after.get("stored")):
        yield change("is judged over what is stored, or no longer", kind).only(directions)
    for key in ("identity", "learned"):  # members that a lookup learns from responses
        one, other = before.get(key) or (), after.get(key) or ()
        if one != other:
            name = "more is learned" if set(other) - set(one) else "less is learned"
            yield change(name, kind, f"{key} {_text(one)} -> {_text(other)}")


def _text(value: Any) -> str:
    return ", ".join([value] if isinstance(value, str) else value or ()) or "none"


def _effects(tables: Tables) -> dict[str, str]:
    schemas = tables.bundle.description.get("components", {}).get("schemas", {})
    return {
        f"{title}/{name}": member.get(EFFECT, USUAL_EFFECT)
        for title, schema in schemas.items()
        for name, member in schema.get("properties", {}).items()
    }


class _Side:
    """A kind of document of one contract. `usual` is the schema of any value."""

    def __init__(self, tables: Tables, kind: str) -> None:
        self.kind = kind
        rules = by_keyword(tables.rules.values())
        self.enforced = {keyword for keyword, rule in rules.items() if rule.mode == "enforce"}
        self.definitions = tables.schemas[kind]
        self.usual = self.definitions.get(ANY, {})

    def resolve(self, schema: Schema) -> tuple[str, Schema]:
        """Return the name of the definition that a schema refers to, and its plain schema."""
        name = parse_reference(schema["$ref"]) if "$ref" in schema else ""
        schema = self.definitions[name] if name else schema
        if name == ANY:
            schema = {**schema, "type": TYPES}
        return name, plain_schema(schema, self.usual)


class _Walk(NamedTuple):
    """One walk down two documents. A place has a name in differences (`where`), and a pointer."""

    one: _Side
    other: _Side
    seen: set[tuple[str, str]]  # definitions: a pair is compared once

    def changes(self) -> Iterator[Change]:
        one, other = self.one, self.other
        for keyword, name in _BOUNDS.items():
            before, after = one.usual.get(keyword), other.usual.get(keyword)
            if before != after:
                yield self._at("", bound_change("any value", keyword, name, before, after))
        yield from self._compare(reference_to(one.kind), reference_to(other.kind), other.kind, "")

    def _at(self, pointer: str, found: Change) -> Change:
        """Return a change of a place, by the mode of the rule on its keyword."""
        if found.keyword:
            was, is_ = [found.keyword in side.enforced for side in (self.one, self.other)]
            found = found.only(BOTH, before=was, after=is_)
        return found._replace(documents={self.other.kind: pointer})

    def _compare(self, old: Schema, new: Schema, where: str, pointer: str) -> Iterator[Change]:
        (old_name, one), (new_name, other) = self.one.resolve(old), self.other.resolve(new)
        is_any = [takes_anything(one), takes_anything(other)]
        if all(is_any):
            return
        for found in value_changes(one, other, where):
            yield self._at(pointer, found)
        names = old_name, new_name
        if (names in self.seen and all(names)) or any(is_any):
            return
        self.seen.add(names)
        where = other.get("title", where)
        if "object" in one["type"] and "object" in other["type"]:
            yield from self._members(one, other, where, pointer)
        if "array" in one["type"] and "array" in other["type"]:
            yield from self._compare(one["items"], other["items"], f"{where}/*", f"{pointer}/*")

    def _members(self, old: Schema, new: Schema, where: str, pointer: str) -> Iterator[Change]:
        before, after = old.get("properties"), new.get("properties")
        if before is not None and after is not None:
            for name in {**after, **before}:
                step = "/" + name.replace("~", "~0").replace("/", "~1")  # RFC 6901, section 3
                yield from self._member(name, old, new, where + step, pointer + step)
        elif before is not None:
            yield self._at(pointer, change("object is free-form", where))
        elif after is not None:
            refuses = new.get("required") and "required" in self.other.enforced
            name = "required fields" if refuses else "declared fields"
            what = "free-form object with declared fields"
            yield self._at(pointer, change(name, where, what))

    def _member(
        self, name: str, old: Schema, new: Schema, where: str, pointer: str
    ) -> Iterator[Change]:
        before, after = old["properties"].get(name), new["properties"].get(name)
        needed, needs = [name in schema.get("required", ()) for schema in (old, new)]
        if before is None:
            what = "required field added" if needs else "field added"
            is_refused = "required" in self.other.enforced
            yield self._at(pointer, change(what if is_refused else "field added", where, what))
        elif after is None:
            promised = needed and "required" in self.one.enforced
            name = "promised field removed" if promised else "field removed"
            yield self._at(pointer, change(name, where, "field removed"))
        else:
            if needed != needs:
                what = "is required" if needs else "is no longer required"
                yield self._at(pointer, change(what, where, keyword="required"))
            yield from self._compare(before, after, where, pointer)
