"""Overlays: rules as JSON Schemas, for a document kind, source and hosting.

An overlay has an entry for each rule that applies. An entry has `rule` and one of
- `schema`: a document breaks the rule if, and only if, it is not valid;
- `clear`: a valid document keeps the rule, whatever the stored deployment is. For others, the
  relation of the rule decides. If the entry is for a document inside, `within` is its pattern.
Rules of the relations at_most, unique_by and exists_in have no entry: JSON Schema cannot express
them.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from deploy_contract_codegen.merging import either, merge_schemas
from deploy_contract_format.definitions import Schema
from deploy_contract_format.pointer import split as split_pointer
from deploy_contract_format.rules import MERGED, SET, Kind, Rule, Rulebook, judged_schema

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
    found: list[Entry] = []
    for rule in book.rules:
        entry = _entry(rule, how, book.sources, source, hosting) if kind in rule.on else None
        if entry is not None:
            found.append(entry)
    for place, inner in how.contains:
        found += [_lifted(row, place) for row in entries(book, inner, source, hosting)]
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


def _entry(
    rule: Rule,
    how: Kind,
    sources: Mapping[str, Sequence[str]],
    source: str | None,
    hosting: str | None,
) -> Entry | None:
    given = rule.parameters
    name = rule.rule
    if rule.shape == "field":
        schema = _field(rule, how, source)
    elif rule.shape == "admitted":
        schema = _admitted(given["admitted"], sources, source, hosting)
    elif rule.shape == "schema":
        schema = _schema(given, how, sources, source, hosting)
    elif rule.shape == "never":
        return {"rule": name, "clear": _never_clear(given["never"], how)}
    elif rule.shape in ("equals_stored", "stored_unknown"):
        return {"rule": name, "clear": merge_schemas(map(null_at, given["fields"]))}
    else:
        return None
    return None if schema is None else {"rule": name, "schema": schema}


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
    """Return the schema of a rule that may be for some sources or hostings; None without one.

    If the hosting is unknown, a document that carries its source is judged by the hostings on
    which that source runs.
    """
    chosen, where = given.get("sources"), given.get("hosting")
    names = []
    for name, runs in sources.items():
        hostings = {hosting} if hosting else set(runs)
        if (chosen is None or name in chosen) and (where is None or hostings <= set(where)):
            names.append(name)
    if source in names or (chosen is None and len(names) == len(sources)):
        return _everywhere(given)
    if names and how.source and how.source != "context":
        others: Schema = {"not": {"enum": names}}
        return either(_everywhere(given), nested(split(how.source), others))
    return None


def _everywhere(given: Mapping[str, Any]) -> Schema:
    """Return the schema of documents whose values at each place of a rule fit its schema."""
    schema = judged_schema(given)
    return merge_schemas([nested(split(each), schema) for each in given.get("each", [""])])


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


def replaced_around(pointer: str, how: Kind) -> str | None:
    """Return the pointer of the object around a field that a document replaces as a whole."""
    effects, ends = dict(how.effects), range(1, len(pointer))
    around = [pointer[:end] for end in ends if pointer[end] == "/"]
    return next((part for part in around if effects.get(part) != MERGED), None)


def _never_clear(never: Mapping[str, Schema], how: Kind) -> Schema:
    """Return the schema of documents that keep a `never` rule for every stored deployment.

    Either no value of the document fits its schema, or some value is set and does not fit.
    """
    effects = dict(how.effects)
    harmless: list[Schema] = []
    settled: list[Schema] = []
    for pointer, schema in never.items():
        if pointer in effects:  # what is stored decides together with the document
            harmless.append(null_at(pointer))
            continue
        tokens = split(pointer)
        settled.append(_present(tokens, {"not": {"anyOf": [_NULL, schema]}}))
        unset = nested(tokens, {"not": schema})
        replaced = replaced_around(pointer, how)
        if replaced is not None:  # then a member that is absent is set, to null
            unset = either(null_at(replaced), _present(tokens, {"not": schema}))
        harmless.append(unset)
    return {"anyOf": [merge_schemas(harmless), *settled]}
