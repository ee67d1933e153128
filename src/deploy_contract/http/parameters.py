"""Query parameters: decoded once, parsed strictly, checked against the contract's types."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any
from urllib.parse import unquote_to_bytes

from deploy_contract.http.parameter_names import METHOD_FIELDS, taken_for
from deploy_contract.http.parameter_values import parse
from deploy_contract.http.routing import Operation
from deploy_contract.judge.python.breaches import Fault
from deploy_contract_format.pointer import printable
from deploy_contract_format.suggestions import did_you_mean, nearest

_MAX_CONFUSED = 100  # names that become faults; no report shows more


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


def _confusable(operation: Operation, names: Iterable[str], mark: str = "") -> dict[str, Fault]:
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
