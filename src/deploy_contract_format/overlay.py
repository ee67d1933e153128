"""Overlays: rules as JSON Schemas, for a document kind and source.

An overlay has the rules that schemas can express completely. A document breaks such a rule if and
only if it is invalid under a schema of the rule. Other rules compare parts of a document with each
other, or with the stored deployment.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from deploy_contract_format.definitions import Schema, find_field, types_of
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import NOT_NULL, Kind, Rule, Rulebook, judged_schema
from deploy_contract_format.subset import types_except

EACH = "*"  # in tokens: every item of an array
NULL: Schema = {"type": "null"}
Tokens = tuple[str, ...]
Entry = tuple[Rule, Tokens, Schema]  # a rule, and its assertion on the values at the tokens


def entries(book: Rulebook, kind: str, source: str | None) -> list[Entry]:
    """Return the overlay of a kind of document, for any hosting. An unknown source is None."""
    kind_row = book.kinds.get(kind, Kind())
    found: list[Entry] = []
    for rule in book.rules:
        if kind in rule.on and rule.shape in _SHAPES:
            for at, schema in _SHAPES[rule.shape](rule.parameters, kind_row, book.sources, source):
                found += [(rule, tokens, leaf) for tokens, leaf in leaves(schema, at)]
    for place, inner in kind_row.contains:
        for rule, tokens, leaf in entries(book, inner, source):
            found.append((rule, (*split(place), *tokens), leaf))
    return found


def leaves(schema: Schema, at: Tokens = ()) -> Iterator[tuple[Tokens, Schema]]:
    """Yield the independent assertions of a schema, with the tokens of their values."""
    for name, member in schema.get("properties", {}).items():
        yield from leaves(member, (*at, name))
    if "items" in schema:
        yield from leaves(schema["items"], (*at, EACH))
    for member in schema.get("allOf", ()):
        yield from leaves(member, at)
    leaf = {key: schema[key] for key in schema if key not in ("properties", "items", "allOf")}
    if leaf:
        yield at, leaf


def nested(tokens: Sequence[str], schema: Schema) -> Schema:
    """Return the schema of documents whose values at the pattern, if any, are valid."""
    for token in reversed(tokens):
        schema = {"items": schema} if token == EACH else {"properties": {token: schema}}
    return schema


def having(tokens: Sequence[str], schema: Schema) -> Schema:
    """Return the schema of documents that have a valid value at the pointer."""
    for token in reversed(tokens):
        schema = {"type": "object", "required": [token], "properties": {token: schema}}
    return schema


def all_of(schemas: list[Schema]) -> Schema:
    """Return the schema of values that are valid by all schemas. There must be at least one."""
    return schemas[0] if len(schemas) == 1 else {"allOf": schemas}


_Sources = Mapping[str, Sequence[str]]
_Asserted = Iterator[tuple[Tokens, Schema]]


def _field(given: Mapping[str, Any], kind_row: Kind, _: _Sources, source: str | None) -> _Asserted:
    """Yield the assertion that a field is unset, or that the document's source may set it."""
    at, when = split(given["field"]), given.get("when", NOT_NULL)
    unset = NULL if when == NOT_NULL else {"not": when}
    exception = _exception(given["field"], list(given["sources"]), kind_row, source)
    if exception is None:
        yield at, unset
    elif exception:  # {} allows every document, so there is nothing to assert
        yield (), {"anyOf": [nested(at, unset), exception]}


def _exception(field: str, allowed: list[str], kind_row: Kind, source: str | None) -> Schema | None:
    """Return the schema of documents that may set a field, {} for every document, or None."""
    if kind_row.source != "context":
        has_exception = kind_row.own_source and allowed
        return nested(kind_row.own_source, {"enum": allowed}) if has_exception else None
    if kind_row.override is None:
        return {} if source in allowed else None
    override = split(kind_row.override)
    overriding = [name for name in allowed if name in kind_row.overrides]
    if source not in allowed:
        return having(override, {"enum": overriding}) if overriding else None
    is_overridden = field.startswith(tuple([f"{part}/" for part in kind_row.overridden]))
    return nested(override, {"enum": [*overriding, None]}) if is_overridden else {}


def _schema(
    given: Mapping[str, Any], kind_row: Kind, sources: _Sources, source: str | None
) -> _Asserted:
    """Yield the assertions of a rule that may be for some sources or hostings.

    A document that carries its source is judged by the hostings on which that source runs.
    """
    chosen, where = given.get("sources"), given.get("hosting")
    names = []
    for name, runs in sources.items():
        if (chosen is None or name in chosen) and (where is None or set(runs) <= set(where)):
            names.append(name)
    places = list(map(split, given.get("each", [""])))
    schema = judged_schema(given)
    if source in names or (chosen is None and len(names) == len(sources)):
        for place in places:
            yield place, schema
    elif names and kind_row.own_source:
        everywhere = all_of([nested(place, schema) for place in places])
        others = nested(kind_row.own_source, {"not": {"enum": names}})
        yield (), {"anyOf": [everywhere, others]}


def _admitted(
    given: Mapping[str, Any], _: Kind, sources: _Sources, source: str | None
) -> _Asserted:
    """Yield the assertion that the source at a pointer shares a hosting with the known source."""
    if given["admitted"] != "context" and source is not None:
        where = set(sources[source])
        names = [name for name, runs in sources.items() if where & set(runs)]
        yield split(given["admitted"]), {"enum": [*names, None]}


_SHAPES = {"field": _field, "schema": _schema, "admitted": _admitted}


# -- rules in schemas for editors: assertions on fields, with the message and hint of the rule

NUMBERS = {"integer", "number"}


def only(schema: Mapping[str, Any], *keywords: str) -> Schema:
    """Return a schema with only some keywords, in the order given here."""
    return {keyword: schema[keyword] for keyword in keywords if keyword in schema}


def _leaf_with_message(leaf: Schema, rule: Rule) -> Schema:
    if set(leaf) == {"anyOf"} and len(leaf["anyOf"]) == 2:
        first, second = leaf["anyOf"]  # the library explains the first choice, too
        parts = [_with_message(tokens, part, rule) for tokens, part in leaves(first)]
        return {"if": second, "else": all_of(parts)}
    if rule.mode == "enforce":
        if set(leaf) == {"not"} and "type" in leaf["not"]:
            # not every language server shows the message of a `not`
            excluded = set(types_of(leaf["not"]))
            if excluded & NUMBERS:
                excluded |= NUMBERS  # an integer is also a number
            others = {"type": types_except(excluded), "errorMessage": rule_text(rule)}
            return {"if": leaf["not"], "then": others}
        return {**leaf, "errorMessage": rule_text(rule)}
    return {"if": leaf, "else": {"deprecationMessage": rule_text(rule)}}


def _with_message(tokens: Tokens, leaf: Schema, rule: Rule) -> Schema:
    """Return an assertion with the rule's message, an error or a warning by its mode."""
    return _unproposed(tokens, _leaf_with_message(leaf, rule))


def rule_text(rule: Rule) -> str:
    """Return message, hint and id of a rule."""
    return f"{rule.message}; {rule.hint} [{rule.rule}]"


def _unproposed(tokens: Tokens, schema: Schema) -> Schema:
    """Return a schema that applies `schema` at the tokens. Editors propose none of these fields."""
    for token in reversed(tokens):
        member = {"properties": {token: {**schema, "doNotSuggest": True}}}
        schema = {"items": schema} if token == EACH else member
    return schema


def apply_leaf(root: Schema, tokens: Tokens, leaf: Schema, rule: Rule) -> None:
    """Add the assertion of a rule to the field at `tokens`, and to the texts of the field."""
    node, depth = root, 0
    while depth < len(tokens) and (inner := find_field(node, tokens[depth : depth + 1])):
        node, depth = inner, depth + 1
    rest = tokens[depth:]
    if not rest:
        _restrict(node, leaf, rule)
    elif rest[0] != EACH and node.get("additionalProperties") is False:
        # a closed schema rejects an undeclared field anyway; this explains why
        nothing = {**NULL, "not": NULL, "errorMessage": rule_text(rule), "doNotSuggest": True}
        node["properties"][rest[0]] = {"description": rule.message, **nothing}
    elif node.get("type") != "null":
        _assert(node, rest, leaf, rule)


def _restrict(field: Schema, leaf: Schema, rule: Rule) -> None:
    """Add an assertion to a declared field: to its own keywords if they can express it."""
    if leaf.get("type") == field["type"]:
        leaf = {key: leaf[key] for key in leaf if key != "type"}
    is_enforced = rule.mode == "enforce"
    if leaf == NULL:
        describe(field, rule)
    if leaf == NULL and is_enforced and "null" in field["type"]:
        description = only(field, "description")
        field.clear()
        field |= {**description, **NULL, "errorMessage": rule_text(rule), "doNotSuggest": True}
    elif set(leaf) == {"enum"} and "enum" in field and is_enforced:
        left = [value for value in field["enum"] if value in leaf["enum"]]
        if left == [None]:
            _restrict(field, NULL, rule)
        else:
            field["enum"] = left
    elif leaf:
        if leaf == NULL:
            field["doNotSuggest"] = True
        _assert(field, (), leaf, rule)


def _assert(node: Schema, tokens: Tokens, leaf: Schema, rule: Rule) -> None:
    """Add an assertion on the value at `tokens`, with the message of the rule."""
    asserted = _leaf_with_message(leaf, rule)
    if "else" in asserted and "anyOf" in leaf:
        asserted |= _proposed(node, leaf["anyOf"][0], rule)
    node.setdefault("allOf", []).append(_unproposed(tokens, asserted))


def _proposed(node: Schema, unset: Schema, rule: Rule) -> Schema:
    """Return the branch for documents that may set the fields of `unset`: editors propose these."""
    proposed = []
    for tokens, leaf in leaves(unset):
        field = find_field(node, tokens)
        if field is not None and leaf == NULL and EACH not in tokens:
            describe(field, rule)
            field["doNotSuggest"] = True
            texts = only(field, "description", "type", "enum")
            proposed.append(_unproposed(tokens[:-1], {"properties": {tokens[-1]: texts}}))
    return {"then": all_of(proposed)} if proposed else {}


def describe(field: Schema | None, rule: Rule) -> None:
    """Add the message of a rule to the description of a field."""
    if field is not None:
        paragraphs = field.get("description", "").split("\n\n")
        if rule.message not in paragraphs:
            paragraphs.append(rule.message)
        field["description"] = "\n\n".join(filter(None, paragraphs))


def require_field(node: Schema, tokens: Sequence[str]) -> Schema:
    """Return the schema of a declared field."""
    found = find_field(node, tokens)
    assert found is not None  # the rule file names only declared fields
    return found


def add_rules(root: Schema, book: Rulebook, kind: str, source: str | None) -> None:
    """Add the rules of a book to the schema for editors of a kind of document.

    The schema is changed, and may have other rules already. If the source is None and documents of
    the kind do not carry it, a document must keep all rules of at least one source.
    """
    kind_row = book.kinds[kind]
    if source:
        kind_row = kind_row._replace(source="context")  # the source is known
    kinds = {**book.kinds, kind: kind_row}
    override = split(kind_row.override) if source and kind_row.override else None
    if override:
        rows = entries(book._replace(kinds=kinds), kind, source)
        _apply_rules(root, [row for row in rows if row[1] == override])
        field = find_field(root, override)
        if field is not None and field["type"] == "null":
            kinds[kind] = kind_row._replace(override=None)  # it can name no other source
    book = book._replace(kinds=kinds)
    if kind_row.source == "context" and source is None:
        _add_rules_of_some_source(root, book, kind)
    else:
        _apply_rules(root, [row for row in entries(book, kind, source) if row[1] != override])
    for rule in book.rules:
        if rule.mode != "off" and _refuses_alone(rule, kind, kind_row):
            root.setdefault("allOf", []).append(_never(rule))


def _apply_rules(root: Schema, rows: Iterable[Entry]) -> None:
    for rule, tokens, leaf in rows:
        if rule.mode != "off":
            apply_leaf(root, tokens, leaf, rule)


def _add_rules_of_some_source(root: Schema, book: Rulebook, kind: str) -> None:
    by_source = [entries(book, kind, source) for source in book.sources]
    everywhere = list(by_source[0])
    for others in by_source[1:]:
        everywhere = [entry for entry in everywhere if entry in others]
    _apply_rules(root, everywhere)
    for rule in book.rules:
        if rule.shape == "field" and kind in rule.on:
            describe(find_field(root, split(rule.parameters["field"])), rule)
    choices = [list(before["allOf"]) for before in root.get("anyOf", ())] or [[] for _ in by_source]
    for choice, rows in zip(choices, by_source, strict=True):
        for rule, tokens, leaf in rows:
            if rule.mode == "enforce" and (rule, tokens, leaf) not in everywhere:
                choice.append(_with_message(tokens, leaf, rule))
    if all(choices):
        root["anyOf"] = [{"allOf": choice} for choice in choices]


def _refuses_alone(rule: Rule, kind: str, kind_row: Kind) -> bool:
    """Return True for a `never` rule that a document can break without the stored deployment."""
    if rule.shape != "never" or kind not in rule.on:
        return False
    effects = dict(kind_row.effects)
    return effects.keys().isdisjoint(rule.parameters["never"])


def _never(rule: Rule) -> Schema:
    """Return the schema of a `never` rule: if all other values fit, the last must not fit."""
    *others, (last, schema) = rule.parameters["never"].items()
    conditions = [having(split(pointer), other) for pointer, other in others]
    return {
        "if": all_of(conditions),
        "then": _with_message(split(last), {"not": schema}, rule),
    }
