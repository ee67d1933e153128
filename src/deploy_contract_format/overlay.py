"""Overlays: rules as JSON Schemas, for a document kind, source and hosting.

An overlay has an entry for each rule that applies. An entry has `rule` and one of
- `schema`: a document breaks the rule if, and only if, it is not valid;
- `clear`: a valid document keeps the rule, whatever the stored deployment is. For others, the
  relation of the rule decides. If the entry is for a document inside, `within` is its pattern.
Rules of the relations at_most, unique_by and exists_in have no entry: JSON Schema cannot express
them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from deploy_contract_format.definitions import parse_reference
from deploy_contract_format.pointer import split as split_pointer
from deploy_contract_format.rules import SET, Kind, Rule, Rulebook

Schema = dict[str, Any]
Entry = dict[str, Any]
NOTHING: Schema = {"not": {}}  # no document is valid
_NULL: Schema = {"type": "null"}

split = lru_cache(1024)(split_pointer)  # the same rules are asked for each source


def overlay_table(book: Rulebook) -> dict[str, Any]:
    """Return the overlays of all rules: kind -> source -> hosting -> entries.

    "any" is a source that the document carries itself, and no hosting.
    """
    hostings = (None, *book.hostings)
    table: dict[str, Any] = {}
    for kind, how in book.kinds.items():
        sources = book.sources if how.source == "context" else (None,)
        table[kind] = {}
        for source in sources:
            by_hosting: dict[str, list[Entry]] = {}
            for hosting in hostings:
                by_hosting[hosting or "any"] = entries(book, kind, source, hosting)
            table[kind][source or "any"] = by_hosting
    return table


def entries(book: Rulebook, kind: str, source: str | None, hosting: str | None) -> list[Entry]:
    """Return the overlay of a kind of document. An unknown source or hosting is None."""
    how = book.kinds.get(kind, Kind())
    found = []
    for rule in book.rules:
        if kind in rule.on:
            entry = _entry(rule, how, book.sources, source, hosting)
            if entry:
                found.append({"rule": rule.rule, **entry})
    for place, inner in how.contains:
        found += [_lifted(entry, place) for entry in entries(book, inner, source, hosting)]
    return found


def _lifted(entry: Entry, place: str) -> Entry:
    """Return the entry of a document at `place` as an entry of the document around it."""
    if "schema" in entry:
        return {"rule": entry["rule"], "schema": nested(split(place), entry["schema"])}
    return {
        "rule": entry["rule"],
        "clear": nested(split(place), entry["clear"]),
        "within": place + entry.get("within", ""),
    }


def scopes(kinds: Mapping[str, Kind], kind: str, around: str = "") -> Iterator[tuple[str, str]]:
    """Yield (pattern, kind) for a document, then for each document inside."""
    yield around, kind
    for place, inner in kinds.get(kind, Kind()).contains:
        yield from scopes(kinds, inner, around + place)


def plain(book: Rulebook, kind: str, source: str | None, hosting: str | None) -> Schema:
    """Return the schema of all entries for documents that override no source, as most do."""
    return undisputed(book, kind, (source,), hosting)


def undisputed(
    book: Rulebook, kind: str, sources: Iterable[str | None], hosting: str | None
) -> Schema:
    """Return the schema of documents that override no source and are valid for all sources."""
    how = book.kinds.get(kind, Kind())
    unaware = book._replace(kinds={**book.kinds, kind: how._replace(override=None)})
    schemas: list[Schema] = []
    if how.override is not None:
        schemas.append(null_at(how.override))
    for source in sources:
        schemas += map(requirement, entries(unaware, kind, source, hosting))
    return merge_schemas(schemas)


def merge_stateless(book: Rulebook, kind: str, source: str | None, hosting: str | None) -> Schema:
    """Return the schema of the entries that do not depend on the stored deployment."""
    return merge_stateless_entries(entries(book, kind, source, hosting))


def merge_stateless_entries(rows: Iterable[Entry]) -> Schema:
    """Return the schema of those of some entries that do not depend on the stored deployment."""
    return merge_schemas(_members("schema", rows))


def merge_any_state(book: Rulebook, kind: str, source: str | None, hosting: str | None) -> Schema:
    """Return the schema of documents that keep the other rules, whatever is stored.

    It is the same for every source.
    """
    rows = entries(book, kind, source, hosting)
    return merge_schemas(_members("clear", rows))


def _members(name: str, rows: Iterable[Entry]) -> Iterator[Schema]:
    """Yield a member of the entries that have it."""
    for entry in rows:
        if name in entry:
            yield entry[name]


def requirement(entry: Entry) -> Schema:
    """Return the schema of an entry. A valid document keeps its rule."""
    schema: Schema = entry["schema"] if "schema" in entry else entry["clear"]
    return schema


def digest(schema: Schema) -> str:
    """Return a name for a schema, which is the same for equal schemas."""
    import hashlib  # loads OpenSSL, which few callers need

    return hashlib.sha256(json.dumps(schema, sort_keys=True).encode()).hexdigest()[:20]


def _entry(
    rule: Rule,
    how: Kind,
    sources: Mapping[str, Sequence[str]],
    source: str | None,
    hosting: str | None,
) -> Entry | None:
    given = rule.parameters
    if rule.shape == "field":
        schema = _field(rule, how, source)
    elif rule.shape == "admitted":
        schema = _admitted(given["admitted"], sources, source, hosting)
    elif rule.shape == "schema":
        schema = _schema(given, how, sources, source, hosting)
    elif rule.shape == "never":
        return {"clear": _never_clear(given["never"])}
    elif rule.shape in ("equals_stored", "stored_unknown"):
        return {"clear": merge_schemas(map(null_at, given["fields"]))}
    else:
        return None
    return None if schema is None else {"schema": schema}


def nested(tokens: Sequence[str], schema: Schema) -> Schema:
    """Return the schema of documents whose values at the pattern, if any, are valid."""
    for token in reversed(tokens):
        schema = {"items": schema} if token == "*" else {"properties": {token: schema}}
    return schema


@lru_cache(1024)
def null_at(pointer: str) -> Schema:
    """Return the schema of documents whose values at the pattern, if any, are null."""
    return nested(split(pointer), _NULL)


def _present(tokens: Sequence[str], schema: Schema) -> Schema:
    """Return the schema of documents that have a valid value at the pointer."""
    for token in reversed(tokens):
        schema = {"type": "object", "required": [token], "properties": {token: schema}}
    return schema


def _field(rule: Rule, how: Kind, source: str | None) -> Schema | None:
    when = rule.parameters.get("when", SET)
    field = rule.parameters["field"]
    unset = null_at(field) if when == SET else nested(split(field), {"not": when})
    allowed = list(rule.parameters["sources"])
    if how.source != "context":
        if not how.source or not allowed:
            return unset
        return either(unset, nested(split(how.source), {"enum": allowed}))
    if how.override is None:
        return None if source in allowed else unset
    override = split(how.override)
    overriding = [name for name in allowed if name in how.overrides]
    parts = tuple(f"{part}/" for part in how.overridden)
    if source in allowed:
        if not field.startswith(parts):
            return None
        return either(unset, nested(override, {"enum": [*overriding, None]}))
    return either(unset, _present(override, {"enum": overriding})) if overriding else unset


def _schema(
    given: Mapping[str, Any],
    how: Kind,
    sources: Mapping[str, Sequence[str]],
    source: str | None,
    hosting: str | None,
) -> Schema | None:
    if hosting:
        hostings = {hosting}
    elif source:
        hostings = set(sources[source])
    else:
        hostings = set().union(*sources.values())
    if not hostings <= set(given.get("hosting", hostings)):
        return None
    chosen = given.get("sources")
    if chosen is None or (source and source in chosen):
        return _everywhere(given)
    if how.source and how.source != "context":
        others: Schema = {"not": {"enum": list(chosen)}}
        return either(_everywhere(given), nested(split(how.source), others))
    return None


def _everywhere(given: Mapping[str, Any]) -> Schema:
    """Return the schema of documents whose values at each place of a rule fit its schema."""
    return merge_schemas([nested(split(each), given["schema"]) for each in given.get("each", [""])])


def _admitted(
    target: str, sources: Mapping[str, Sequence[str]], source: str | None, hosting: str | None
) -> Schema | None:
    """Return the schema of a rule that the source at `target` runs on the deployment's hosting."""
    if target == "context":
        return NOTHING if source and hosting and hosting not in sources[source] else None
    # If hosting and source contradict each other, the document is not at fault: both are accepted.
    where = {hosting} if hosting else set()
    if source:
        where.update(sources[source])
    if not where:
        return None
    names = [name for name, runs in sources.items() if where & set(runs)]
    return nested(split(target), {"enum": [*names, None]})


def _never_clear(never: Mapping[str, Schema]) -> Schema:
    """Return the schema of documents that keep a `never` rule for every stored deployment.

    Either no value of the document fits its schema, or some value is set and does not fit.
    """
    harmless: list[Schema] = []
    settled: list[Schema] = []
    for pointer, schema in never.items():
        tokens = split(pointer)
        harmless.append(nested(tokens, {"not": schema}))
        settled.append(_present(tokens, {"not": {"anyOf": [_NULL, schema]}}))
    return {"anyOf": [merge_schemas(harmless), *settled]}


def either(one: Schema, other: Schema) -> Schema:
    """Return the schema of documents that are valid by one schema or the other."""
    return {"anyOf": [one, other]}


def merge_schemas(schemas: Iterable[Schema]) -> Schema:
    """Return one schema for several, with few keywords: every request is checked by it."""
    whole: Schema = {}
    members: dict[str, list[Schema]] = {}
    items: list[Schema] = []
    choices: dict[str, tuple[Schema, list[Schema]]] = {}
    others: dict[str, Schema] = {}  # by text, since policies may have thousands
    for schema in schemas:
        if len(schema) == 1 and len(schema.get("anyOf", ())) == 2:
            # choices with the same second schema become one: all of the first ones, or the second
            first, second = schema["anyOf"]
            choices.setdefault(_text(second), (second, []))[1].append(first)
        elif _differs(whole, schema):
            others.setdefault(_text(schema), schema)
        else:
            whole.update(schema)
            for name, member in schema.get("properties", {}).items():
                members.setdefault(name, []).append(member)
            if "items" in schema:
                items.append(schema["items"])
    if members:
        whole["properties"] = {name: _merged(parts) for name, parts in members.items()}
    if items:
        whole["items"] = _merged(items)
    rest = list(others.values())
    rest += [either(_merged(firsts), second) for second, firsts in choices.values()]
    if not whole and len(rest) == 1:
        return rest[0]
    return {**whole, "allOf": [*whole.get("allOf", ()), *rest]} if rest else whole


def _merged(schemas: list[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else merge_schemas(schemas)


def _differs(whole: Schema, schema: Schema) -> bool:
    """Return True if both have a keyword that differs and cannot be merged."""
    shared = (whole.keys() & schema.keys()) - _MERGEABLE
    return any(whole[key] != schema[key] for key in shared)


_MERGEABLE = {"properties", "items"}
_text = json.JSONEncoder(sort_keys=True).encode


def specialised(definitions: Mapping[str, Schema], schema: Schema, overlay: Schema) -> Schema:
    """Return a lowered schema combined with an overlay, so that one pass checks both."""
    if "$ref" in schema:
        schema = definitions[parse_reference(schema["$ref"])]
    if overlay == _NULL and "null" in schema.get("type", ()):
        return overlay
    found: Schema = dict(schema)
    rest: Schema = {}
    for key, value in overlay.items():
        if key == "properties" and key in schema:
            members, others = dict(schema[key]), {}
            for name, member in value.items():
                if name in members:
                    members[name] = specialised(definitions, members[name], member)
                else:
                    others[name] = member
            found[key] = members
            if others and schema.get("additionalProperties") is not False:
                rest[key] = others  # a closed schema has no other members
        elif key == "items" and key in schema:
            found[key] = specialised(definitions, schema[key], value)
        elif key == "properties" and "additionalProperties" in schema:
            rest[key] = value  # in the same schema, they would no longer be additional properties
        elif key == "required":
            found[key] = sorted({*schema.get(key, ()), *value})
        elif key == "type" and schema.get(key) == value:
            continue
        elif key in schema:
            rest[key] = value
        else:
            found[key] = value
    return {**found, "allOf": [*found.get("allOf", ()), rest]} if rest else found
