"""Several schemas as one, so that one pass checks them all."""

import json
from collections.abc import Iterable

from deploy_contract_format.definitions import Schema


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
    return bool(shared) and any(whole[key] != schema[key] for key in shared)


_MERGEABLE = {"properties", "items"}
_text = json.JSONEncoder(sort_keys=True).encode
