"""Checks of the operation table of a bundle."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deploy_contract_format.bundle_schemas import is_name, schema_faults
from deploy_contract_format.subset import are_texts, is_text_or_null

METHODS = ("GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE")
_SEGMENT = re.compile(r"[A-Za-z0-9._~-]+|\{[A-Za-z_][A-Za-z0-9_]*\}", re.ASCII)
_NAME_IN_PATH = re.compile(r"\{([^}]*)\}")
_STATUS = re.compile("[1-5][0-9]{2}", re.ASCII)
_MEDIA_TYPE = re.compile(r"[a-z0-9.+-]+/[a-z0-9.+-]+", re.ASCII)


def operation_faults(rows: object, kinds: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of the rows of an operation table.

    Args:
        rows: the table.
        kinds: the document kinds by name; every body is one of them.
    """
    if not isinstance(rows, list) or not rows:
        yield "is not a list of operations"
        return
    names: set[str] = set()
    places: set[tuple[str, str]] = set()
    for number, row in enumerate(rows, 1):
        faults = list(_row_faults(row, kinds))
        for fault in faults:
            yield f"operation {number}: {fault}"
        if faults:
            return
        place = (row["method"], re.sub(r"\{[^}]*\}", "{}", row["path"]))
        if row["operation"] in names or place in places:
            yield f"operation {number} has the name, or the method and path, of another"
        names.add(row["operation"])
        places.add(place)


def _row_faults(row: object, kinds: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(row, dict):
        yield "is not an object"
        return
    for key, is_valid in _VALUES.items():
        if key not in row or not is_valid(row[key]):
            yield f"{key} is missing, or has a value that the generator does not write"
            return
    for name in (row["request"], *row["responses"].values()):
        if name is not None and name not in kinds:
            yield f"a body is a {name}, which is not a kind of document"
    named: list[Any] = []
    for parameter in row["parameters"]:
        yield from _parameter_faults(parameter)
        if isinstance(parameter, dict) and "name" in parameter:
            named.append(parameter["name"])
    in_path = _NAME_IN_PATH.findall(row["path"])
    if not set(in_path) <= set(named) or len(set(named)) < len(named):
        yield "parameters are not those of the path, or one is there twice"


def _parameter_faults(row: object) -> Iterator[str]:
    if not isinstance(row, dict) or not is_name(row.get("name")):
        yield "a parameter is not an object with a name"
        return
    if row.get("in") not in ("path", "query") or not isinstance(row.get("required"), bool):
        yield f"parameter {row['name']}: in or required is missing"
    for key in ("schema", "items"):
        if key in row or key == "schema":
            for fault in schema_faults(row.get(key)):
                yield f"parameter {row['name']}: {fault}"
    if isinstance(row.get("default"), dict | list):
        yield f"parameter {row['name']}: default is no scalar"
    if "$ref" in str(row.get("schema")) or "$ref" in str(row.get("items")):
        yield f"parameter {row['name']}: $ref leads nowhere"
    values = row.get("values", [])
    if not isinstance(values, list) or not all(map(is_text_or_null, values)):
        yield f"parameter {row['name']}: values is not a list of texts"


def _is_path(value: object) -> bool:
    if not isinstance(value, str) or not value.startswith("/"):
        return False
    return all(map(_SEGMENT.fullmatch, value.split("/")[1:]))


def _is_responses(value: object) -> bool:
    if not isinstance(value, dict) or not all(map(_STATUS.fullmatch, value)):
        return False
    return are_texts(value.values())


_VALUES: Mapping[str, Callable[[Any], bool]] = {
    "operation": is_name,
    "method": lambda value: value in METHODS,
    "path": _is_path,
    "parameters": lambda value: isinstance(value, list),
    "request": is_text_or_null,
    "request_required": lambda value: isinstance(value, bool),
    "media_type": lambda value: isinstance(value, str) and bool(_MEDIA_TYPE.fullmatch(value)),
    "responses": _is_responses,
}
