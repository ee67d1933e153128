"""Checks of the tables of a bundle, before a contract is made from them.

A bundle may have been changed after it was generated. A bundle that passes has only schemas of the
subset that the generator writes. So engines compile them to validators and to no other code.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from deploy_contract_format import bundle_files, bundle_schemas
from deploy_contract_format.bundle_format import (
    FORMAT,
    OPENAPI,
    OPERATIONS,
    OVERLAYS,
    RULES,
    VARIANTS,
    schema_file,
)
from deploy_contract_format.bundle_json import (
    parse_table,
    refuse,
    require_member,
    require_object,
)
from deploy_contract_format.bundle_operations import operation_faults
from deploy_contract_format.bundle_rules import rulebook
from deploy_contract_format.definitions import named
from deploy_contract_format.overlay import overlay_table
from deploy_contract_format.printing import shown
from deploy_contract_format.reading import FileError
from deploy_contract_format.rules import Kind


def check(files: Mapping[str, bytes]) -> None:
    """Check that the tables of a bundle are complete, consistent, and of this format version.

    Args:
        files: the tables by their paths in the package.

    Raises:
        FileError: the first fault, with its file and advice.
    """
    bundle_files.require(files, (RULES, OPERATIONS, OVERLAYS, OPENAPI))
    tables = require_object(RULES, parse_table(files, RULES))
    _check_format(tables.get("format"))
    sources = _sources(tables)
    kinds = _kinds(tables)
    bundle_files.require(files, [schema_file(kind, way) for kind in kinds for way in VARIANTS])
    definitions: dict[str, dict[str, Any]] = {}
    for kind, row in kinds.items():
        definitions[kind] = _definitions(files, kind, row)
    _check_size(definitions)
    _check_texts(require_member(tables, "rules", list))
    operations = _operations(files, kinds)
    book = rulebook(tables, kinds, sources, definitions, operations)
    if parse_table(files, OVERLAYS) != json.loads(json.dumps(overlay_table(book))):
        refuse(OVERLAYS, f"does not follow from {RULES}")
    description = require_object(OPENAPI, parse_table(files, OPENAPI))
    info = description.get("info")
    if not isinstance(info, dict) or info.get("version") != tables["version"]:
        refuse(OPENAPI, f"has another version than {RULES}")


MOST_SOURCES = 64  # a schema is made for each
MOST_NODES = 100_000  # of one definition, with the definitions that it refers to written out
MOST_TEXT = 2_000  # characters of a message or hint
_FORMATTED = re.compile(r"\{\w*[!:.\[]")  # a width, a conversion or an attribute of a placeholder


def _check_size(kinds: Mapping[str, Mapping[str, Any]]) -> None:
    """Refuse definitions that refer to each other so often that a walk would not end in time."""
    for kind, definitions in kinds.items():
        sizes: dict[str, int] = {}
        if any(_size(name, definitions, sizes) > MOST_NODES for name in definitions):
            refuse(RULES, f"kind {kind}: its schemas have more than {MOST_NODES:,} members")


def _size(name: str, definitions: Mapping[str, Any], sizes: dict[str, int]) -> int:
    if name not in sizes:
        size = _members(definitions[name], definitions, sizes)
        sizes[name] = min(size, MOST_NODES + 1)
    return sizes[name]


def _members(schema: Any, definitions: Mapping[str, Any], sizes: dict[str, int]) -> int:
    if "$ref" in schema:
        return _size(named(schema["$ref"]), definitions, sizes)
    size = 1
    for member in schema.get("properties", {}).values():
        size += _members(member, definitions, sizes)
    # free-form values have the same schema in arrays and in objects: it counts once
    inner = [schema.get(keyword) for keyword in ("items", "additionalProperties")]
    schemas = [each for each in inner if isinstance(each, dict)]
    return size + max((_members(each, definitions, sizes) for each in schemas), default=0)


def _check_texts(rows: list[Any]) -> None:
    for row in rows:
        texts = [row.get(key, "") for key in ("message", "hint")] if isinstance(row, dict) else []
        for text in texts:
            if not isinstance(text, str) or len(text) > MOST_TEXT:
                refuse(RULES, f"a message or hint is not a text of {MOST_TEXT:,} characters")
            if _FORMATTED.search(text):
                refuse(RULES, "a message or hint has a placeholder that is not a plain name")


def _check_format(found: object) -> None:
    if found == FORMAT and not isinstance(found, bool):
        return
    name = "no format version" if found is None else f"format version {shown(str(found)[:20])}"
    raise FileError(
        f"{RULES}: {name}, and this library reads format version {FORMAT}; "
        "install the deploy-contract that wrote it, or run `make generate` with this one"
    )


def _sources(tables: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    if len(require_member(tables, "sources", dict)) > MOST_SOURCES:
        refuse(RULES, f"has more than {MOST_SOURCES} sources")
    for name, hostings in tables["sources"].items():
        names = [name, *hostings] if isinstance(hostings, list) else [None]
        if len(names) < 2 or not all(map(bundle_schemas.is_name, names)):
            refuse(RULES, f"source {name} is not a name with a list of hostings")
    return {name: tuple(hostings) for name, hostings in tables["sources"].items()}


def _kinds(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows of the document kinds, whose values have the right types."""
    version = tables.get("version")
    if not isinstance(version, str) or not version.isprintable() or not version:
        refuse(RULES, "version is missing, or is not one line of text")
    kinds: dict[str, Any] = require_member(tables, "kinds", dict)
    for name, row in kinds.items():
        if not bundle_schemas.is_name(name) or not isinstance(row, dict):
            refuse(RULES, f"kind {name} is not a name with an object")
        for key in (*Kind._fields, "directions", "definitions"):
            if key not in row or not _KIND_VALUES[key](row[key]):
                refuse(RULES, f"kind {name}: {key} is missing, or of another type")
        for _, inner in row["contains"]:
            if inner not in kinds:
                refuse(RULES, f"kind {name} contains {inner}, which is not a kind")
        for source in row["overrides"]:
            if source not in tables.get("sources", ()):
                refuse(RULES, f"kind {name} is overridden by {source}, which is not a source")
    return kinds


def _is_optional_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_directions(value: Any) -> bool:
    return _is_list(value) and bool(value) and set(value) <= {"request", "response"}


def _is_pairs(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_pair, value))


def _is_pair(value: Any) -> bool:
    return _is_list(value) and len(value) == 2


def _is_definitions(value: object) -> bool:
    return isinstance(value, dict) and set(value) == set(VARIANTS) and _is_list([*value.values()])


_KIND_VALUES: Mapping[str, Callable[[object], bool]] = {
    "source": _is_optional_text,
    "override": _is_optional_text,
    "identity": _is_optional_text,
    "stored": lambda value: isinstance(value, bool),
    "overridden": _is_list,
    "learned": _is_list,
    "overrides": _is_list,
    "contains": _is_pairs,
    "directions": _is_directions,
    "definitions": _is_definitions,
}


def _definitions(
    files: Mapping[str, bytes], kind: str, row: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return the definitions of a document kind, closed and open, which are valid."""
    found: dict[str, dict[str, Any]] = {}
    for variant in VARIANTS:
        name, root = schema_file(kind, variant), row["definitions"][variant]
        schema = require_object(name, parse_table(files, name))
        fault = next(bundle_schemas.file_faults(schema, root), None)
        if fault is not None:
            refuse(name, fault)
        definitions = schema["$defs"]
        for one, definition in definitions.items():
            if found.get(one, definition) != definition:
                refuse(name, f"{one} is another definition in {schema_file(kind, 'closed')}")
        found |= definitions
    for name in found:
        if name.replace("-open", "-closed") not in found:
            refuse(schema_file(kind, "closed"), f"has no definition for {name}")
    return found


def _operations(files: Mapping[str, bytes], kinds: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = parse_table(files, OPERATIONS)
    fault = next(operation_faults(rows, kinds), None)
    if fault is not None:
        refuse(OPERATIONS, fault)
    found: list[dict[str, Any]] = rows
    return found


__all__ = ["check"]
