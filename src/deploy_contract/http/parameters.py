"""Path and query parameters: decoded once, parsed strictly, checked against the contract's types."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from urllib.parse import unquote_to_bytes

from deploy_contract.http.faults import Fault
from deploy_contract.http.parameter_names import METHOD_FIELDS, taken_for
from deploy_contract.http.routing import Operation, Route
from deploy_contract.judge.python.breaches import either
from deploy_contract.judge.python.schema import failed_keywords
from deploy_contract_format.pointer import printable
from deploy_contract_format.suggestions import did_you_mean, nearest

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z", re.ASCII)
_BOOLEANS = {"true": True, "false": False}
_MOST_CONFUSED = 100  # names that become faults; no report shows more
_LONGEST_INTEGER = 20  # digits that are parsed; a longer number exceeds every bound

_RULES = {  # keyword of a parameter's schema -> rule
    "type": "parameter-type",
    "pattern": "parameter-format",
    "enum": "parameter-enum",
    "minimum": "parameter-minimum",
    "maximum": "parameter-maximum",
}


def parse_path(route: Route, faults: list[Fault]) -> dict[str, Any]:
    """Return the values of the path parameters by name, and append to `faults`."""
    assert route.operation is not None
    values: dict[str, Any] = {}
    for parameter in route.operation.path_parameters:
        name = parameter["name"]
        values[name] = _parse(parameter, route.texts[name], faults)
    return values


def parse_query(
    operation: Operation, query: str, faults: list[Fault], limit: int, most_unknown: int
) -> dict[str, Any]:
    """Return the values of the query parameters by name, and append to `faults`.

    Defaults are filled in. Parameters without a value or default and undeclared names are left
    out. Comma-separated lists become tuples.

    Args:
        operation: the operation that the request leads to.
        query: the query of the request, without `?`, percent-encoded.
        faults: receives the faults.
        limit: characters that the query may have.
        most_unknown: the greatest number of undeclared names that become faults.
    """
    if not query and not operation.required:
        return dict(operation.defaults)
    if len(query) > limit:
        faults.append(Fault("query-size", "query", "", {"limit": limit}))
        return {}
    declared = operation.query_parameters
    texts: dict[str, str | None] = {}
    repeated: set[str] = set()
    unknown: dict[str, None] = {}
    for name, text in _pairs(query):
        if name not in declared:
            unknown[name] = None
        elif name in texts:
            repeated.add(name)
        else:
            texts[name] = text
    values = dict(operation.defaults)
    for name, parameter in declared.items():
        if name in repeated:
            values.pop(name, None)
            faults.append(Fault("parameter-repeated", "query", name, {"name": name}))
        elif name in texts:
            value = texts[name]
            if value is None:
                values.pop(name, None)
                faults.append(Fault("parameter-encoding", "query", name, {"name": name}))
            else:
                values[name] = _parse(parameter, value, faults)
    if operation.required:
        missing = [name for name in operation.required if name not in texts]
        faults += [Fault("parameter-required", "query", name, {"name": name}) for name in missing]
    if unknown or ";" in query:
        _judge_names(operation, query, unknown, faults, most_unknown)
    return values


def _judge_names(
    operation: Operation,
    query: str,
    unknown: Iterable[str],
    faults: list[Fault],
    most_unknown: int,
) -> None:
    """Append a fault for each name that is confusable, then for the other undeclared names."""
    confusable = _confusable(operation, unknown)
    if ";" in query:
        confusable |= _confusable_pieces(operation, query)
    faults += confusable.values()
    left = [name for name in unknown if name not in confusable]
    for name in islice(left, most_unknown):
        hint = did_you_mean(nearest(name, operation.query_parameters))
        texts = {"operation": operation.name}
        faults.append(Fault("parameter-unknown", "query", printable(name), texts, hint))


def _confusable(operation: Operation, names: Iterable[str]) -> dict[str, Fault]:
    """Return a fault for each name that frameworks may take for a parameter or method override."""
    found: dict[str, Fault] = {}
    for name in names:
        known = taken_for(name, operation.readings)
        if known is not None:
            found[name] = _confusable_fault(operation, name, known)
            if len(found) == _MOST_CONFUSED:
                break
    return found


def _confusable_pieces(operation: Operation, query: str) -> dict[str, Fault]:
    """Return a fault for each confusable name in a query that is split at `;` as well as at `&`."""
    names: dict[str, None] = {}
    for part in query.split("&"):
        pieces = part.split(";")
        if "=" in pieces[0] or len(pieces) == 1:
            del pieces[0]
        for piece in pieces:
            name = piece.partition("=")[0]
            names[_decoded(name) or name] = None
    found: dict[str, Fault] = {}
    for name in names:
        known: str | None = name
        if name not in operation.query_parameters:
            known = taken_for(name, operation.readings)
        if known is not None:
            found[f";{name}"] = _confusable_fault(operation, name, known)
            if len(found) == _MOST_CONFUSED:
                break
    return found


def _confusable_fault(operation: Operation, name: str, known: str) -> Fault:
    if known in METHOD_FIELDS and known not in operation.query_parameters:
        return Fault("method-override", "query", printable(name))
    return Fault("parameter-confusable", "query", printable(name), {"name": known})


def _pairs(query: str) -> Iterator[tuple[str, str | None]]:
    """Yield each name and value of a query, decoded (WHATWG URL, section 5.1).

    The value is None if it is not UTF-8.
    """
    plain = "%" not in query and "+" not in query and query.isascii()
    for part in query.split("&"):
        if not part:
            continue
        name, _, value = part.partition("=")
        if plain:
            yield name, value
        else:
            yield _decoded(name) or name, _decoded(value)


def _decoded(text: str) -> str | None:
    """Return the text decoded, or None if it is not UTF-8.

    A percent sign without two hexadecimal digits after it stays (WHATWG URL, section 1.3).
    """
    if "+" in text:
        text = text.replace("+", " ")
    if "%" not in text and text.isascii():
        return text
    try:
        return unquote_to_bytes(text).decode("utf-8")
    except UnicodeError:
        return None


def _parse(parameter: Mapping[str, Any], text: str, faults: list[Fault]) -> Any:
    """Return the value of a parameter. If it is invalid, append a fault and return None."""
    schema = parameter["schema"]
    value: Any = text
    types = schema["type"]
    if "string" not in types:  # true of one type as of a list of types
        value = _scalar(text, types)
        if value is None:
            faults.append(_type_fault(parameter))
            return None
    keywords = failed_keywords(schema, value)
    if keywords:
        name = parameter["name"]
        texts = _texts(name, schema)
        faults.append(Fault(_RULES[keywords[0]], parameter["in"], name, texts))
        return None
    if "items" in parameter:
        return _parse_list(parameter, text, faults)
    if "values" in parameter and value and value not in parameter["values"]:
        name = parameter["name"]
        texts = {"name": name, "values": either(parameter["values"])}
        faults.append(Fault("parameter-value", parameter["in"], name, texts))
    return value


def _type_fault(parameter: Mapping[str, Any]) -> Fault:
    name, types = parameter["name"], parameter["schema"]["type"]
    if isinstance(types, str):
        types = [types]
    expected = " or ".join([kind for kind in types if kind != "null"])
    return Fault("parameter-type", parameter["in"], name, {"name": name, "type": expected})


def _parse_list(parameter: Mapping[str, Any], text: str, faults: list[Fault]) -> tuple[str, ...]:
    """Return the items of a comma-separated list, and append a fault if one is invalid."""
    if not text:
        return ()
    items, schema, name = tuple(text.split(",")), parameter["items"], parameter["name"]
    if any(failed_keywords(schema, item) for item in items):
        fault = Fault("parameter-item", parameter["in"], name, _texts(name, schema))
        faults.append(fault)
    return items


def _scalar(text: str, types: str | Sequence[str]) -> Any:
    if "integer" in types and _INTEGER.match(text):
        return int(text[:_LONGEST_INTEGER])
    if "boolean" in types and text.isascii():
        return _BOOLEANS.get(text.lower())
    return None


def _texts(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for the placeholders in the texts of parameter rules."""
    return {
        "name": name,
        "enum": either([value for value in schema.get("enum", ()) if value is not None]),
        "format": schema.get("x-format", "value"),
        "minimum": schema.get("minimum"),
        "maximum": schema.get("maximum"),
    }
