"""Path and query parameters: decoded once, parsed strictly, checked against the contract's types."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from deploy_contract.http.parameter_names import METHOD_FIELDS, taken_for
from deploy_contract.judge.python.breaches import Fault, either
from deploy_contract.judge.python.schema import failed_keywords
from deploy_contract_format.pointer import printable
from deploy_contract_format.suggestions import did_you_mean, nearest

if TYPE_CHECKING:
    from deploy_contract.http.routing import Operation

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z", re.ASCII)
_BOOLEANS = {"true": True, "false": False}
_MAX_CONFUSED = 100  # names that become faults; no report shows more
_LONGEST_INTEGER = 20  # digits that are parsed; a longer number exceeds every bound

_RULES = {  # keyword of a parameter's schema -> rule
    "type": "parameter-type",
    "pattern": "parameter-format",
    "enum": "parameter-enum",
    "minimum": "parameter-minimum",
    "maximum": "parameter-maximum",
}


def parse_query(
    operation: "Operation", query: str, faults: list[Fault], limit: int, most_unknown: int
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
    given: dict[str, list[str | None]] = {}
    for name, text in _pairs(query):
        given.setdefault(name, []).append(text)
    values = dict(operation.defaults)
    missing = [name for name in operation.required if name not in given]
    for name, parameter in operation.query_parameters.items():
        texts = given.pop(name, [])
        if len(texts) == 1 and texts[0] is not None:
            values[name] = parse(parameter, texts[0], faults)
        elif texts:
            values.pop(name, None)
            rule = "parameter-encoding" if len(texts) == 1 else "parameter-repeated"
            faults.append(Fault(rule, "query", name, {"name": name}))
    faults += [Fault("parameter-required", "query", name, {"name": name}) for name in missing]
    confusable = _confusable(operation, given)
    if ";" in query:
        confusable |= _confusable(operation, _pieces(query), ";")
    faults += confusable.values()
    unknown = [name for name in given if name not in confusable]
    for name in islice(unknown, most_unknown):
        hint = did_you_mean(nearest(name, operation.query_parameters))
        texts_of = {"operation": operation.name}
        faults.append(Fault("parameter-unknown", "query", printable(name), texts_of, hint))
    return values


def _confusable(operation: "Operation", names: Iterable[str], mark: str = "") -> dict[str, Fault]:
    """Return a fault for each name that frameworks may take for a parameter or method override.

    The key of a fault is the name, with `mark` before it.
    """
    found: dict[str, Fault] = {}
    declared = operation.query_parameters
    for name in names:
        known = name if name in declared else taken_for(name, operation.readings)
        if known is None:
            continue
        fault = Fault("parameter-confusable", "query", printable(name), {"name": known})
        if known in METHOD_FIELDS and known not in declared:
            fault = Fault("method-override", "query", printable(name))
        found[mark + name] = fault
        if len(found) == _MAX_CONFUSED:
            break
    return found


def _pieces(query: str) -> Iterable[str]:
    """Return the names that a query has only if it is split at `;` as well as at `&`."""
    names: dict[str, None] = {}
    for part in query.split("&"):
        pieces = part.split(";")
        if "=" in pieces[0] or len(pieces) == 1:
            del pieces[0]
        for piece in pieces:
            name = piece.partition("=")[0]
            names[_decoded(name) or name] = None
    return names


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
        faults.append(Fault(_RULES[keywords[0]], place, name, _texts(name, schema)))
        return None
    if "items" in parameter:
        items, inner = tuple(text.split(",")) if text else (), parameter["items"]
        if any(failed_keywords(inner, item) for item in items):
            faults.append(Fault("parameter-item", place, name, _texts(name, inner)))
        return items
    if "values" in parameter and value and value not in parameter["values"]:
        texts = {"name": name, "values": either(parameter["values"])}
        faults.append(Fault("parameter-value", place, name, texts))
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
