"""The value of a path or query parameter, parsed strictly and checked against its type."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from deploy_contract.judge.python.breaches import Fault, either
from deploy_contract.judge.python.schema import failed_keywords

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z", re.ASCII)
_BOOLEANS = {"true": True, "false": False}
_LONGEST_INTEGER = 20  # digits that are parsed; a longer number exceeds every bound

RULES = {  # keyword of a parameter -> its rule
    "type": "parameter-type",
    "pattern": "parameter-format",
    "enum": "parameter-enum",
    "minimum": "parameter-minimum",
    "maximum": "parameter-maximum",
    "items": "parameter-item",
    "values": "parameter-value",
}


def parse(parameter: Mapping[str, Any], text: str, faults: list[Fault]) -> Any:
    """Return the value of a parameter. If it is invalid, append a fault and return None."""
    name, place, schema = parameter["name"], parameter["in"], parameter["schema"]
    value: Any = text
    types = schema["type"]
    if "string" not in types:  # works for one type and for a list of types
        value = _scalar(text, types)
        if value is None:
            listed = [types] if isinstance(types, str) else types
            expected = " or ".join([kind for kind in listed if kind != "null"])
            texts = {"name": name, "type": expected}
            faults.append(Fault("parameter-type", place, name, texts))
            return None
    keywords = failed_keywords(schema, value)
    if keywords:
        faults.append(Fault(RULES[keywords[0]], place, name, _texts(name, schema)))
        return None
    if "items" in parameter:
        items, inner = tuple(text.split(",")) if text else (), parameter["items"]
        if any(failed_keywords(inner, item) for item in items):
            faults.append(Fault(RULES["items"], place, name, _texts(name, inner)))
        return items
    if "values" in parameter and value and value not in parameter["values"]:
        texts = {"name": name, "values": either(parameter["values"])}
        faults.append(Fault(RULES["values"], place, name, texts))
    return value


def _scalar(text: str, types: str | Sequence[str]) -> Any:
    if "integer" in types and _INTEGER.match(text):
        return int(text[:_LONGEST_INTEGER])
    if "boolean" in types and text.isascii():
        return _BOOLEANS.get(text.lower())
    return None


def _texts(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "enum": either([value for value in schema.get("enum", ()) if value is not None]),
        "format": schema.get("x-format", "value"),
        "minimum": schema.get("minimum"),
        "maximum": schema.get("maximum"),
    }
