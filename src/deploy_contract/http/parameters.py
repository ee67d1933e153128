"""The parameters of a request: decoded once, read by the strict grammar, checked by the contract's types."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from deploy_contract.document.undeclared import nearest
from deploy_contract.document.walker import failed
from deploy_contract.http.parameter_names import METHOD_FIELDS, taken_for
from deploy_contract.http.routing import Operation, Route
from deploy_contract_format.pointer import printable

INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z", re.ASCII)
BOOLEANS = {"true": True, "false": False}
_MOST_CONFUSED = 100  # names that are told as faults; no report shows more
_LONGEST_INTEGER = 20  # digits that are looked at; all the others are out of any bounds


class Fault(NamedTuple):
    """A rule of the section `http` that a part of a request breaks. `told` fills the places in the rule's texts."""

    rule: str
    location: str  # "path", "query" or "header", or that of the rule where it is empty
    pointer: str  # the name of a parameter or header
    told: Mapping[str, Any]
    hint: str = ""


_RULES = {  # keyword of a parameter's schema -> rule
    "type": "parameter-type",
    "pattern": "parameter-format",
    "enum": "parameter-enum",
    "minimum": "parameter-minimum",
    "maximum": "parameter-maximum",
}


def of_path(route: Route, faults: list[Fault]) -> dict[str, Any]:
    """The path parameters of a route to an operation, by name."""
    assert route.operation is not None
    if route.checked:
        return dict(route.texts)
    return {
        row["name"]: _value(row, route.texts[row["name"]], faults)
        for row in route.operation.path_parameters
    }


def of_query(
    operation: Operation, query: str, faults: list[Fault], most: int, unknown_wanted: int
) -> dict[str, Any]:
    """The query parameters by name, defaults filled in; those without a value or default are left out.

    Lists separated by commas come as tuples. Names that the operation does not have are left out, and at most
    `unknown_wanted` of them told as faults, and so are names that some reader takes for another one. `most`: characters of
    a query that are looked at.
    """
    if len(query) > most:
        faults.append(Fault("query-size", "query", "", {"limit": most}))
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
                values[name] = _value(parameter, value, faults)
    if operation.required:
        missing = [name for name in operation.required if name not in texts]
        faults += [Fault("parameter-required", "query", name, {"name": name}) for name in missing]
    if unknown or ";" in query:
        confused = {
            **_mistaken(operation, unknown),
            **(_split_off(operation, query) if ";" in query else {}),
        }
        faults += confused.values()
        unknown = {name: None for name in unknown if name not in confused}
    for name in islice(unknown, unknown_wanted):
        near = nearest(name, declared)
        told = {"operation": operation.name}
        faults.append(
            Fault(
                "parameter-unknown",
                "query",
                printable(name),
                told,
                f"did you mean {near}?" if near else "",
            )
        )
    return values


def _mistaken(operation: Operation, names: Iterable[str]) -> dict[str, Fault]:
    """A fault for each name that some reader takes for a parameter of the operation, or for a method."""
    found = {}
    for name in names:
        known = taken_for(name, operation.readings)
        if known is not None:
            found[name] = _confused(operation, name, known)
            if len(found) == _MOST_CONFUSED:
                break
    return found


def _split_off(operation: Operation, query: str) -> dict[str, Fault]:
    """The same for names that only those find who take a semicolon for a separator too."""
    names: dict[str, None] = {}
    for part in query.split("&"):
        first, *rest = part.split(";")
        pieces = rest if "=" in first or not rest else [first, *rest]
        for piece in pieces:
            names[_lenient(piece.partition("=")[0])] = None
    found = {}
    for name in names:
        known = name if name in operation.query_parameters else taken_for(name, operation.readings)
        if known is not None:
            found[f";{name}"] = _confused(operation, name, known)
            if len(found) == _MOST_CONFUSED:
                break
    return found


def _confused(operation: Operation, name: str, known: str) -> Fault:
    if known in METHOD_FIELDS and known not in operation.query_parameters:
        return Fault("method-override", "query", printable(name), {})
    return Fault("parameter-confusable", "query", printable(name), {"name": known})


def _pairs(query: str) -> Iterator[tuple[str, str | None]]:
    """Each name and value of a query, decoded (WHATWG URL, application/x-www-form-urlencoded); None where it is not UTF-8."""
    plain = "%" not in query and "+" not in query and query.isascii()
    for part in query.split("&"):
        if part:
            name, _, value = part.partition("=")
            yield (name, value) if plain else (_decoded(name) or name, _decoded(value))


def _lenient(name: str) -> str:
    """The decoded name; as it is written where it is not UTF-8."""
    return _decoded(name) or name


def _decoded(text: str) -> str | None:
    """The text, decoded; a percent sign that begins no triplet stays (WHATWG URL, percent-decode)."""
    if "+" in text:
        text = text.replace("+", " ")
    if "%" not in text and text.isascii():
        return text
    try:
        return unquote_to_bytes(text).decode("utf-8")
    except UnicodeError:
        return None


def _value(parameter: Mapping[str, Any], text: str, faults: list[Fault]) -> Any:
    """The value of a parameter's text; None, and a fault, where it is none."""
    schema, name, location = parameter["schema"], parameter["name"], parameter["in"]
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    value: Any = text
    if "string" not in kinds:
        value = _scalar(text, kinds)
        if value is None:
            written = " or ".join(kind for kind in kinds if kind != "null")
            faults.append(Fault("parameter-type", location, name, {"name": name, "type": written}))
            return None
    for keyword in failed(schema, value):
        faults.append(Fault(_RULES[keyword], location, name, {"name": name, **_told(schema)}))
        return None
    if "items" in parameter:
        items = tuple(value.split(",")) if value else ()
        if any(failed(parameter["items"], item) for item in items):
            faults.append(
                Fault("parameter-item", location, name, {"name": name, **_told(parameter["items"])})
            )
        return items
    if value and value not in parameter.get("values", (value,)):
        faults.append(
            Fault(
                "parameter-value",
                location,
                name,
                {"name": name, "values": _either(parameter["values"])},
            )
        )
    return value


def _scalar(text: str, kinds: Sequence[str]) -> Any:
    if "integer" in kinds and INTEGER.match(text):
        return int(text[:_LONGEST_INTEGER])
    if "boolean" in kinds and text.isascii():
        return BOOLEANS.get(text.lower())
    return None


def _told(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "enum": _either([value for value in schema.get("enum", ()) if value is not None]),
        "format": schema.get("x-format", "value"),
        "minimum": schema.get("minimum"),
        "maximum": schema.get("maximum"),
    }


def _either(names: Sequence[Any]) -> str:
    texts = [str(name) for name in names]
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
