"""Checks of the schemas of a bundle: lowered ones, as the generator writes them.

A changed schema could hold a pattern that takes exponential time, or a form that engines treat
differently, such as an array without items. This module refuses both.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract_format.bundle_format import DIALECT
from deploy_contract_format.bundle_json import refuse
from deploy_contract_format.definitions import (
    ANY,
    pruned,
    reference_to,
    references,
    resolved,
)
from deploy_contract_format.pointer import join
from deploy_contract_format.subset import (
    TABLE_KEYWORDS,
    incomplete,
    problems,
    types_except,
)

MOST_LEVELS = 64  # levels of a document by its schema; this library parses fewer
MOST_NODES = 100_000  # values of a document kind, with its references written out
_DEFINITION = re.compile(r"[A-Za-z0-9_.]+(?:-null)?", re.ASCII)
_BOUNDS = ("minimum", "maximum", "maxItems", "maxProperties")
_NEEDED = {  # type -> keywords that bound its values
    "object": (("additionalProperties",), ("maxProperties",)),
    "array": (("items",), ("maxItems",)),
    "integer": (("minimum",), ("maximum",)),
    "number": (("minimum",), ("maximum",)),
}


def check_file(table: str, kind: str, schema: Mapping[str, Any]) -> int:
    """Return the number of values that a schema file declares, with references written out.

    Raises:
        TableError: the file is not the open schema of the kind of document.
    """
    definitions = schema.get("$defs")
    if not isinstance(definitions, dict) or kind not in definitions:
        refuse(table, f"has no $defs with {kind}")
    if schema != {"$schema": DIALECT, "$defs": definitions, **reference_to(kind)}:
        refuse(table, f"has other members than $schema, $defs, and a $ref to {kind}")
    for name, definition in definitions.items():
        check_schema(table, name, definition)
        if "$ref" in definition:
            refuse(table, f"{name}: a definition is only a reference to another one")
        if name != ANY and _DEFINITION.fullmatch(name) is None:
            refuse(table, f"{name}: a definition has another name than the generator writes")
        for other in references(definition):
            if other not in definitions:
                refuse(table, f"{name} refers to {other}, which is not defined")
    if ANY in definitions and not _is_any(definitions[ANY]):
        refuse(table, f"{ANY}: not a schema of any value, as its name says")
    number = 0
    for number, level in enumerate(_levels(definitions, definitions[kind]), 1):
        if level > MOST_LEVELS:
            refuse(table, f"documents have more than {MOST_LEVELS} levels, or contain themselves")
        if number > MOST_NODES:
            refuse(table, f"its schemas have more than {MOST_NODES:,} members")
    apart = definitions.keys() - pruned(definitions, kind).keys()
    if apart:
        refuse(table, f"{min(apart)} is not part of the document")
    return number


def _is_any(definition: Mapping[str, Any]) -> bool:
    this = reference_to(ANY)
    types = types_except({"integer"})  # numbers include integers
    expected = {"type": types, "items": this, "additionalProperties": this}
    return {key: definition[key] for key in definition if key not in _BOUNDS} == expected


def _levels(
    definitions: Mapping[str, Any], schema: Mapping[str, Any], level: int = 1
) -> Iterator[int]:
    """Yield the level of each value that a schema declares, with its references written out."""
    schema = resolved(definitions, schema)
    yield level
    for member in schema.get("properties", {}).values():
        yield from _levels(definitions, member, level + 1)
    if "items" in schema:
        yield from _levels(definitions, schema["items"], level + 1)


def check_schema(table: str, name: str, schema: Any) -> None:
    """Raise TableError if a schema is not a lowered one.

    Args:
        table: the name of the table that has the schema.
        name: the name of the definition or parameter that has it.
        schema: the schema.
    """
    for at, message in problems(schema, TABLE_KEYWORDS):
        refuse(table, f"{name}: {join(at)}: {message}")
    for at, message in incomplete(schema, _NEEDED):
        refuse(table, f"{name}: {join(at)}: {message}")
