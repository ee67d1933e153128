"""Documents as readers with types see them: declared members alone, null as absent, every number a double."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract_format.definitions import ANY, Schema, reference_to

Shape = dict[str, Any]


@cache
def shapes() -> dict[str, Shape]:
    """Return the type of each kind of document, as languages with types declare it."""
    bundle = Bundle.installed()
    return {kind: _shape(reference_to(kind), bundle.definitions(kind)) for kind in bundle.kinds}


def _shape(schema: Schema, known: Mapping[str, Schema]) -> Shape:
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    if name == ANY:
        return {"type": "any"}
    schema = known[name] if name else schema
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    (kind,) = [kind for kind in kinds if kind != "null"]
    if "properties" in schema:
        fields = {field: _shape(inner, known) for field, inner in schema["properties"].items()}
        return {"type": "object", "names": list(fields), "fields": fields}
    if kind == "array":
        return {"type": "array", "item": _shape(schema["items"], known)}
    return {"type": {"object": "map", "integer": "number"}.get(kind, kind)}


def declared(value: Any, kind: str) -> Any:
    """Return the members of a document that the contract declares."""
    return _declared(value, shapes()[kind])


def _declared(value: Any, shape: Shape) -> Any:
    if shape["type"] == "object" and isinstance(value, dict):
        found = {name: value[name] for name in shape["names"] if value.get(name) is not None}
        return {name: _declared(member, shape["fields"][name]) for name, member in found.items()}
    if shape["type"] == "array" and isinstance(value, list):
        return [_declared(item, shape["item"]) for item in value]
    # not every reader has integers, or both zeros
    return json.loads(json.dumps(value), parse_int=_double, parse_float=_double)


def _double(numeral: str) -> float:
    return float(numeral) + 0.0
