"""Differences between the documents of two contracts: kinds, fields, and accepted values.

The generated open schemas are compared, from the top of a document down. A place is named by its
resource (the title of its schema) and a pointer in the resource, so that a difference in a shared
resource is listed once.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from deploy_contract.diff import operations
from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import BOTH, Change, change
from deploy_contract.diff.values import Schema, plain_schema, takes_anything, value_changes
from deploy_contract_format.definitions import ANY, parse_reference, reference_to
from deploy_contract_format.rules import by_keyword
from deploy_contract_format.subset import TYPES

_USUAL_EFFECT = "replaced"  # of a patch on a stored member
# a kind of document, its successor, and the directions in which both are used
_Pair: TypeAlias = tuple[str, str, tuple[str, ...]]


def differences(old: Tables, new: Tables) -> Iterator[Change]:
    """Yield the differences between documents, and in the effects of a patch."""
    for old_kind, new_kind, directions in dict.fromkeys(_pairs(old, new)):
        for found in _Walk((old, new), (old_kind, new_kind)).changes():
            yield found.only(directions)
        if old_kind == new_kind:
            rows = old.kinds[old_kind], new.kinds[new_kind]
            for found in _kind_differences(new_kind, *rows, directions):
                yield found._replace(documents={new_kind: ""})
    for tables, others, word in ((new, old, "added"), (old, new, "removed")):
        for kind, row in tables.kinds.items():
            if kind not in others.kinds:
                yield change(f"kind of document {word}", kind).only(row["directions"])


def _pairs(old: Tables, new: Tables) -> Iterator[_Pair]:
    """Yield the kinds that both contracts have, and the old and new kind of each changed body."""
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
        yield change("is judged with the stored deployment, or no longer", kind).only(directions)
    for key in ("identity", "learned"):  # members that a lookup learns from responses
        old_names, new_names = before.get(key) or (), after.get(key) or ()
        if old_names != new_names:
            name = "more is learned" if set(new_names) - set(old_names) else "less is learned"
            yield change(name, kind, f"{key} {_text(old_names)} -> {_text(new_names)}")


def _text(value: Any) -> str:
    return ", ".join([value] if isinstance(value, str) else value or ()) or "none"


class _Walk:
    """A walk down two documents. A place has a name in differences (`where`), and a pointer."""

    def __init__(self, sides: tuple[Tables, Tables], kinds: tuple[str, str]) -> None:
        both = list(zip(sides, kinds, strict=True))
        self._definitions = [tables.schemas[kind] for tables, kind in both]
        self._effects = [dict(tables.kinds[kind]["effects"]) for tables, kind in both]
        self._rules = [by_keyword(tables.rules.values()) for tables in sides]
        self._kinds = kinds
        self._seen: set[tuple[str, ...]] = set()  # definitions: a pair is compared once

    def changes(self) -> Iterator[Change]:
        usual = [plain_schema({**one.get(ANY, {}), "type": TYPES}) for one in self._definitions]
        for found in value_changes(usual[0], usual[1], "any value"):
            yield self._placed("", found)
        old, new = map(reference_to, self._kinds)
        yield from self._compare(old, new, self._kinds[1], "")

    def _enforced(self, keyword: str) -> list[bool]:
        found = [rules.get(keyword) for rules in self._rules]
        return [rule is not None and rule.mode == "enforce" for rule in found]

    def _placed(self, pointer: str, found: Change) -> Change:
        """Return a change with its place, without effects of a rule that is not enforced."""
        if found.keyword:
            was_enforced, is_enforced = self._enforced(found.keyword)
            found = found.only(BOTH, before=was_enforced, after=is_enforced)
        return found._replace(documents={self._kinds[1]: pointer})

    def _compare(self, old: Schema, new: Schema, where: str, pointer: str) -> Iterator[Change]:
        both = zip(self._definitions, (old, new), strict=True)
        (old_name, old), (new_name, new) = [_resolved(*side) for side in both]
        is_any = [takes_anything(old), takes_anything(new)]
        if all(is_any):
            return
        for found in value_changes(old, new, where):
            yield self._placed(pointer, found)
        names = old_name, new_name
        if (names in self._seen and all(names)) or any(is_any):
            return
        self._seen.add(names)
        where = new.get("title", where)
        if "object" in old["type"] and "object" in new["type"]:
            yield from self._members(old, new, where, pointer)
        if "array" in old["type"] and "array" in new["type"]:
            yield from self._compare(old["items"], new["items"], f"{where}/*", f"{pointer}/*")

    def _members(self, old: Schema, new: Schema, where: str, pointer: str) -> Iterator[Change]:
        before, after = old.get("properties"), new.get("properties")
        if before is not None and after is not None:
            for name in {**after, **before}:
                step = "/" + name.replace("~", "~0").replace("/", "~1")  # RFC 6901, section 3
                yield from self._member(name, old, new, where + step, pointer + step)
        elif before is not None:
            yield self._placed(pointer, change("object is free-form", where))
        elif after is not None:
            refuses = new.get("required") and self._enforced("required")[1]
            name = "required fields" if refuses else "declared fields"
            what = "free-form object with declared fields"
            yield self._placed(pointer, change(name, where, what))

    def _member(
        self, name: str, old: Schema, new: Schema, where: str, pointer: str
    ) -> Iterator[Change]:
        before, after = old["properties"].get(name), new["properties"].get(name)
        was_required, is_required = [name in schema.get("required", ()) for schema in (old, new)]
        was_enforced, is_enforced = self._enforced("required")
        if before is None:
            what = "required field added" if is_required else "field added"
            yield self._placed(pointer, change(what if is_enforced else "field added", where, what))
        elif after is None:
            name = "promised field removed" if was_required and was_enforced else "field removed"
            yield self._placed(pointer, change(name, where, "field removed"))
        else:
            if was_required != is_required:
                what = "is required" if is_required else "is no longer required"
                yield self._placed(pointer, change(what, where, keyword="required"))
            old_effect, new_effect = [found.get(pointer, _USUAL_EFFECT) for found in self._effects]
            if old_effect != new_effect:
                what = f"a patch: {old_effect} -> {new_effect}"
                yield self._placed(pointer, change("other effect", where, what))
            yield from self._compare(before, after, where, pointer)


def _resolved(definitions: Mapping[str, Any], schema: Schema) -> tuple[str, Schema]:
    """Return the name of the definition that a schema refers to, and its plain schema."""
    name = parse_reference(schema["$ref"]) if "$ref" in schema else ""
    schema = {**definitions[name], **schema} if name else schema
    if name == ANY:
        schema = {**schema, "type": TYPES}
    return name, plain_schema(schema, definitions.get(ANY, {}))
