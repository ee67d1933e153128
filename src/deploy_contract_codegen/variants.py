"""Schemas of documents, one for each source, from which the types of patches are made.

A patch is judged by the source of the deployment, and by the source that it may name for its
revision. For each such pair, a schema has the fields that may be set. Conditions on values, such as
a pattern, are left to the judges.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from deploy_contract_codegen.lowering import Schema, Schemas, written_out
from deploy_contract_format.definitions import (
    COMPONENTS,
    find_field,
    places,
    types_of,
    with_members,
)
from deploy_contract_format.overlay import Entry, describe, entries, only, require_field
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Kind, Rule, Rulebook

NULL = "null"
REFUSED = "x-refused"  # in a schema of null: why the field cannot be set


@dataclass(frozen=True, slots=True)
class Variant:
    """The type of a patch."""

    name: str
    kind: str
    source: str  # the source of the deployment
    override: str | None  # another source that the patch names for its revision, or None


class Variants(NamedTuple):
    """The types of patches, and the schemas that they refer to, by name."""

    types: list[Variant]
    schemas: dict[str, Schema]


def patch_variants(bundled: Mapping[str, Any], book: Rulebook) -> Variants:
    """Return the types for each kind of document whose source is known from elsewhere."""
    schemas = bundled["components"]["schemas"]
    found = Variants([], {})
    for kind, kind_row in book.kinds.items():
        if kind_row.source == "context":
            _add_kind(found, schemas, book, kind)
    return found


def _add_kind(found: Variants, schemas: Schemas, book: Rulebook, kind: str) -> None:
    kind_row = book.kinds[kind]
    stem = _stem(book, kind)
    trees: list[tuple[Variant, Schema]] = []
    overriding = []
    for source in book.sources:
        variant = Variant(f"{camel(source)}{stem}", kind, source, None)
        tree = _specialised(schemas, book, variant)
        trees.append((variant, tree))
        overriding += [
            Variant(f"{variant.name}As{camel(other)}", kind, source, other)
            for other in _take_overrides(kind_row, tree, source)
        ]
    trees += [(variant, _specialised(schemas, book, variant)) for variant in overriding]
    names = _shared_names(schemas, [tree for _, tree in trees], stem)
    for variant, tree in trees:
        found.types.append(variant)
        found.schemas[variant.name] = _divided(tree, variant, names, stem, found.schemas)


def camel(name: str) -> str:
    """Return a name with underscores as the name of a class: CodeHost for code_host."""
    return "".join([word.capitalize() for word in name.split("_")])


def _stem(book: Rulebook, kind: str) -> str:
    """Return the name of a kind without the prefix that names its resource."""
    carrying = [name for name, kind_row in book.kinds.items() if kind_row.own_source]
    return kind.removeprefix(next(filter(kind.startswith, carrying), ""))


def _specialised(schemas: Schemas, book: Rulebook, variant: Variant) -> Schema:
    """Return the whole schema of a variant, without references."""
    tree = written_out(schemas, schemas[variant.kind])
    for rule, tokens, leaf in _entries(book, variant):
        if rule.mode == "enforce":
            _apply(tree, tokens, leaf, rule)
        elif rule.mode == "report" and leaf == {"type": NULL}:
            describe(find_field(tree, tokens), rule)
    kind_row = book.kinds[variant.kind]
    if variant.override is not None:
        *around, last = split(kind_row.override or "")
        node = require_field(tree, around)
        node["properties"][last] = {
            **only(node["properties"][last], "description"), "type": "string",
            "enum": [variant.override], "default": variant.override,
        }  # fmt: skip
        node["required"] = [*node.get("required", ()), last]
    return tree


def _entries(book: Rulebook, variant: Variant) -> Iterator[Entry]:
    """Yield the rules of a variant as schemas: a field is refused if neither source allows it."""
    kind_row = book.kinds[variant.kind]
    parts = tuple([f"{part}/" for part in kind_row.overridden])
    known = book._replace(kinds={**book.kinds, variant.kind: kind_row._replace(override=None)})
    own = entries(known, variant.kind, variant.source)
    if variant.override is None:
        yield from own
        return
    own_rules = {rule.rule for rule, *_ in own}
    for entry in entries(known, variant.kind, variant.override):
        rule = entry[0]
        is_field = rule.shape == "field"
        if is_field and (rule.rule in own_rules or rule.parameters["field"].startswith(parts)):
            yield entry
    yield from [entry for entry in own if entry[0].shape != "field"]


def _apply(tree: Schema, tokens: tuple[str, ...], leaf: Schema, rule: Rule) -> None:
    """Apply an assertion of a rule to the value at `tokens`, if a type can express it."""
    parent, node = find_field(tree, tokens[:-1]), find_field(tree, tokens)
    if parent is None or node is None:
        return  # no type has an undeclared field
    refused = leaf.get("not", {})
    if leaf.get("type") == NULL:
        _refuse(parent, tokens[-1], rule)
    elif "const" in refused and types_of(node) and "boolean" in types_of(node):
        nullable = [None] if NULL in types_of(node) else []
        node["enum"] = [not refused["const"], *nullable]
    elif "enum" in leaf and "enum" in node:
        node["enum"] = [value for value in node["enum"] if value in leaf["enum"]]
        if node["enum"] in ([], [None]):
            _refuse(parent, tokens[-1], rule)
    if "required" in leaf:
        node["required"] = list(dict.fromkeys([*node.get("required", ()), *leaf["required"]]))


def _refuse(parent: Schema, name: str, rule: Rule) -> None:
    parent["properties"][name] = {
        "description": rule.message, "type": NULL, REFUSED: f"{rule.message}; {rule.hint}",
    }  # fmt: skip


def _take_overrides(kind_row: Kind, tree: Schema, source: str) -> list[str]:
    """Allow only the source itself in the override. Return the other sources that it could name."""
    if kind_row.override is None:
        return []
    *around, last = split(kind_row.override)
    parent = require_field(tree, around)
    named = list(filter(None, parent["properties"][last].get("enum", ())))
    if source in named:
        parent["properties"][last]["enum"] = [source, None]
    elif named:
        text = f"the types that name another source for the revision have {last}"
        parent["properties"][last] = {"description": text, "type": NULL, REFUSED: text}
    return [other for other in named if other != source]


# keywords by which objects of a title are compared
SHARED = ("properties", "required", "additionalProperties")


def _shared_names(schemas: Schemas, trees: list[Schema], stem: str) -> dict[str, str]:
    """Return the names of objects that are the same in all trees, by their titles.

    An object that differs from the spec, since a rule needs more members, has another name.
    """
    found: dict[str, list[Schema]] = {}
    for tree in trees:
        for _, node in places(tree):
            if "title" in node and "properties" in node:  # other objects are not resources
                found.setdefault(node["title"], []).append(only(node, *SHARED))
    names = {}
    for title, (first, *others) in found.items():
        if all(other == first for other in others):
            is_changed = first != only(written_out(schemas, schemas[title]), *SHARED)
            names[title] = f"{stem}{title}" if is_changed else title
    return names


def _divided(
    tree: Schema,
    variant: Variant,
    shared: Mapping[str, str],
    stem: str,
    schemas: dict[str, Schema],
) -> Schema:
    """Return a tree with references to the objects in it, which become schemas of their own."""

    def referring(node: Schema) -> Schema:
        inner = with_members(node, referring)
        if "properties" not in inner or "title" not in inner:
            inner.pop("title", None)
            return inner
        nullable = NULL in types_of(inner)
        inner["type"] = "object"
        texts = only(inner, "description")
        inner.pop("description", None)
        named = [{**inner, "title": name} for name in _names(inner["title"], variant, shared, stem)]
        chosen = next(schema for schema in named if schemas.get(schema["title"], schema) == schema)
        schemas[chosen["title"]] = chosen
        reference: Schema = {"$ref": f"{COMPONENTS}{chosen['title']}"}
        return ({"anyOf": [reference, {"type": NULL}]} if nullable else reference) | texts

    return {**with_members(tree, referring), "title": variant.name}


def _names(title: str, variant: Variant, shared: Mapping[str, str], stem: str) -> Iterator[str]:
    """Yield the names that an object may have, the shortest first."""
    if title in shared:
        yield shared[title]
        return
    part, other = title.removesuffix(stem), camel(variant.override or "")
    yield f"{camel(variant.source)}{part}"
    if other:
        yield f"{other}{part}"
        yield f"{camel(variant.source)}{part}As{other}"
