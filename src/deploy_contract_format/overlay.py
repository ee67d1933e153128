"""Rules as JSON Schema: for a document kind, source and hosting, what must hold over and above its own schema.

An entry has `rule` and one of
- `schema`: the rule is broken exactly where the document does not fit it;
- `clear`: where the document fits it, the rule has nothing to say, whatever the stored deployment holds; where it
  does not, the rule's relation decides.
An entry of a document within the document has `within`, the pattern of its place, if a relation decides.
Rules of the other relations (at_most, unique_by, exists_in) have no entry: JSON Schema cannot say them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from deploy_contract_format.definitions import named
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Kind, Rule, Rulebook

Schema = dict[str, Any]
Entry = dict[str, Any]
NOTHING: Schema = {"not": {}}  # fits no document


def entries(book: Rulebook, kind: str, source: str | None, hosting: str | None) -> list[Entry]:
    """The overlay of a kind of document for its source and hosting, each None where unknown or of no meaning."""
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
    """Return the entry of a document that stands at `place`, as one of the document around it."""
    if "schema" in entry:
        return {"rule": entry["rule"], "schema": nested(split(place), entry["schema"])}
    return {
        "rule": entry["rule"],
        "clear": nested(split(place), entry["clear"]),
        "within": place + entry.get("within", ""),
    }


def scopes(book: Rulebook, kind: str, around: str = "") -> Iterator[tuple[str, str]]:
    """Yield (pattern of its place, kind) for a document, then for each document within it."""
    yield around, kind
    for place, inner in book.kinds.get(kind, Kind()).contains:
        yield from scopes(book, inner, around + place)


def plain(book: Rulebook, kind: str, source: str | None, hosting: str | None) -> Schema:
    """What all entries say together of a document that overrides no source. Few do, and this is cheap to run."""
    return undisputed(book, kind, (source,), hosting)


def undisputed(
    book: Rulebook, kind: str, sources: Iterable[str | None], hosting: str | None
) -> Schema:
    """Return the schema of documents that override no source and break no entry of any of the sources."""
    how = book.kinds.get(kind, Kind())
    unaware = book._replace(kinds={**book.kinds, kind: how._replace(override=None)})
    rows = [entry for source in sources for entry in entries(unaware, kind, source, hosting)]
    nothing_overrides = (
        [] if how.override is None else [nested(split(how.override), {"type": "null"})]
    )
    return merged([*nothing_overrides, *map(requirement, rows)])


def firm(book: Rulebook, kind: str, source: str | None, hosting: str | None) -> Schema:
    """Return the schema of documents that break no entry whose answer is the same for every stored deployment."""
    return merged(
        [entry["schema"] for entry in entries(book, kind, source, hosting) if "schema" in entry]
    )


def clear(book: Rulebook, kind: str, source: str | None, hosting: str | None) -> Schema:
    """Return the schema of documents in which no stored deployment can break an entry: it is the same for every source."""
    return merged(
        [entry["clear"] for entry in entries(book, kind, source, hosting) if "clear" in entry]
    )


def requirement(entry: Entry) -> Schema:
    """The schema of an entry: what fits it breaks no rule of it."""
    schema: Schema = entry["schema"] if "schema" in entry else entry["clear"]
    return schema


def digest(schema: Schema) -> str:
    """A name for a schema, the same for every schema of the same text."""
    import hashlib  # it loads a library of its own, for the few who need it

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
        return {
            "clear": merged(
                [nested(split(pointer), {"type": "null"}) for pointer in given["fields"]]
            )
        }
    else:
        return None
    return None if schema is None else {"schema": schema}


def nested(tokens: Sequence[str], schema: Schema) -> Schema:
    """The schema of a document whose value at the pattern, if there is one, must fit `schema`."""
    for token in reversed(tokens):
        schema = {"items": schema} if token == "*" else {"properties": {token: schema}}
    return schema


def _present(tokens: Sequence[str], schema: Schema) -> Schema:
    """The schema of a document that has a value at the pointer, and that value fits `schema`."""
    for token in reversed(tokens):
        schema = {"type": "object", "required": [token], "properties": {token: schema}}
    return schema


def _field(rule: Rule, how: Kind, source: str | None) -> Schema | None:
    when = rule.parameters.get("when", SET)
    unset = nested(
        split(rule.parameters["field"]), {"type": "null"} if when == SET else {"not": when}
    )
    allowed = list(rule.parameters["sources"])
    if how.source != "context":
        return (
            unset
            if not how.source or not allowed
            else either(unset, nested(split(how.source), {"enum": allowed}))
        )
    if how.override is None:
        return None if source in allowed else unset
    override = split(how.override)
    overriding = [name for name in allowed if name in how.overrides]
    judged_by_effective = any(
        rule.parameters["field"].startswith(f"{part}/") for part in how.overridden
    )
    if source in allowed:
        return (
            either(unset, nested(override, {"enum": [*overriding, None]}))
            if judged_by_effective
            else None
        )
    return either(unset, _present(override, {"enum": overriding})) if overriding else unset


def _schema(
    given: Mapping[str, Any],
    how: Kind,
    sources: Mapping[str, Sequence[str]],
    source: str | None,
    hosting: str | None,
) -> Schema | None:
    places = (
        {hosting}
        if hosting
        else set(sources[source])
        if source
        else {place for runs in sources.values() for place in runs}
    )
    if not places <= set(given.get("hosting", places)):
        return None
    schema = merged([nested(split(each), given["schema"]) for each in given.get("each", [""])])
    chosen = given.get("sources")
    if chosen is None or (source and source in chosen):
        return schema
    if how.source and how.source != "context":
        return either(schema, nested(split(how.source), {"not": {"enum": list(chosen)}}))
    return None


def _admitted(
    target: str, sources: Mapping[str, Sequence[str]], source: str | None, hosting: str | None
) -> Schema | None:
    """`target` names a source that must be able to run where the deployment runs: on the hosting, or where its source does."""
    if target == "context":
        return NOTHING if source and hosting and hosting not in sources[source] else None
    # where hosting and source contradict each other, whoever wrote the document is not to blame: either will do
    where = {*([hosting] if hosting else []), *(sources[source] if source else [])}
    if not where:
        return None
    return nested(
        split(target),
        {"enum": [*(name for name, runs in sources.items() if where & set(runs)), None]},
    )


def _never_clear(never: Mapping[str, Schema]) -> Schema:
    harmless = merged(
        [nested(split(pointer), {"not": schema}) for pointer, schema in never.items()]
    )
    settled = [
        _present(split(pointer), {"not": {"anyOf": [{"type": "null"}, schema]}})
        for pointer, schema in never.items()
    ]
    return {
        "anyOf": [harmless, *settled]
    }  # nothing that the document sets fits, or something does not: that settles it


def either(one: Schema, other: Schema) -> Schema:
    """What fits one or the other."""
    return {"anyOf": [one, other]}


def merged(schemas: Iterable[Schema]) -> Schema:
    """One schema that says what all of them say together, in as few keywords as may be: it is on the path of every request."""
    whole: Schema = {}
    choices: dict[str, list[Schema]] = {}
    others: dict[str, Schema] = {}  # by their texts: policies may have thousands
    for schema in schemas:
        if set(schema) == {"anyOf"} and len(schema["anyOf"]) == 2:
            # where one of two may hold, and the second is the same: it, or all of the first ones
            choices.setdefault(json.dumps(schema["anyOf"][1], sort_keys=True), []).append(
                schema["anyOf"][0]
            )
        elif not _merge(whole, schema):
            others.setdefault(json.dumps(schema, sort_keys=True), schema)
    rest = list(others.values())
    rest += [either(merged(firsts), json.loads(second)) for second, firsts in choices.items()]
    if not whole and len(rest) == 1:
        return rest[0]
    return {**whole, "allOf": [*whole.get("allOf", ()), *rest]} if rest else whole


def _merge(whole: Schema, schema: Schema) -> bool:
    """Merges a schema into another that has other keywords, or the same ones with members that can be merged."""
    if any(
        whole[key] != value
        for key, value in schema.items()
        if key in whole and key not in ("properties", "items")
    ):
        return False
    for key, value in schema.items():
        if key == "properties":
            members = whole.setdefault(key, {})
            for name, member in value.items():
                members[name] = merged([members[name], member]) if name in members else member
        elif key == "items" and key in whole:
            whole[key] = merged([whole[key], value])
        else:
            whole[key] = value
    return True


def specialised(definitions: Mapping[str, Schema], schema: Schema, overlay: Schema) -> Schema:
    """A lowered schema with an overlay worked into it: one pass over the document sees both."""
    if "$ref" in schema:
        schema = definitions[named(schema["$ref"])]
    if overlay == {"type": "null"} and "null" in schema.get("type", ()):
        return overlay
    found: Schema = dict(schema)
    rest: Schema = {}
    for key, value in overlay.items():
        if key == "properties" and key in schema:
            known = schema[key]
            found[key] = {
                **known,
                **{
                    name: specialised(definitions, known[name], value[name])
                    for name in value
                    if name in known
                },
            }
            others = {name: member for name, member in value.items() if name not in known}
            # a closed schema has no other members
            rest |= (
                {key: others} if others and schema.get("additionalProperties") is not False else {}
            )
        elif key == "items" and key in schema:
            found[key] = specialised(definitions, schema[key], value)
        elif key == "properties" and "additionalProperties" in schema:
            rest[key] = value  # beside it, these members would no longer be additional ones
        elif key == "required":
            found[key] = sorted({*schema.get(key, ()), *value})
        elif key == "type" and schema.get(key) == value:
            continue
        elif key in schema:
            rest[key] = value
        else:
            found[key] = value
    return {**found, "allOf": [*found.get("allOf", ()), rest]} if rest else found
