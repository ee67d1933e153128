"""Checks of the tables of a bundle, before a contract is made from them.

A bundle may have been changed after it was generated. A bundle that passes has only schemas of the
subset that the generator writes. So engines compile them to validators and to no other code.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from deploy_contract_format import bundle_files, bundle_limits, bundle_schemas
from deploy_contract_format.bundle_format import (
    EDITORS,
    FORMAT,
    OPENAPI,
    OPERATIONS,
    OVERLAYS,
    RULES,
    SAMPLES,
    VARIANTS,
    schema_file,
    table_files,
)
from deploy_contract_format.bundle_json import (
    ADVICE,
    parse_table,
    refuse,
    require_member,
    require_object,
)
from deploy_contract_format.bundle_operations import operation_faults
from deploy_contract_format.bundle_rules import rulebook
from deploy_contract_format.overlay import entries
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError
from deploy_contract_format.rules import MERGED, UNLESS_EMPTY, Kind, Rulebook
from deploy_contract_format.subset import is_text_or_null


def check(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Check that the tables of a bundle are complete, consistent, and of this format version.

    Args:
        files: the tables by their paths in the package.

    Returns:
        The paths of the tables. A bundle may have other files, which are not read.

    Raises:
        FileError: the first fault, with its file and advice.
    """
    reading = _Reading(files)
    try:
        return _check(reading)
    except FileError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
        # a shape that no check expects, in the table that was read last
        fault = f"is of another shape ({type(error).__name__})"
        raise FileError(f"{reading.last}: {fault}; {ADVICE}") from None


class _Reading(dict[str, bytes]):
    """The files of a bundle, with the name of the table that was read last."""

    last = RULES

    def __getitem__(self, name: str) -> bytes:
        self.last = name
        return super().__getitem__(name)


def _check(files: Mapping[str, bytes]) -> tuple[str, ...]:
    bundle_files.require(files, (RULES, OPERATIONS, OVERLAYS, OPENAPI))
    tables = require_object(RULES, parse_table(files, RULES))
    _check_format(tables.get("format"))
    sources = _sources(tables)
    kinds = _kinds(tables)
    names = table_files(kinds)
    bundle_files.require(files, names)
    definitions: dict[str, dict[str, Any]] = {}
    for kind, row in kinds.items():
        definitions[kind] = _definitions(files, kind, row)
    nodes = bundle_limits.check_size(definitions)
    operations = _operations(files, kinds)
    rows = require_member(tables, "rules", list)
    files[RULES]  # faults from here on are of the rules
    _check_texts(rows)
    bundle_limits.check_work(len(rows), nodes, kinds, sources)
    book = rulebook(tables, kinds, sources, definitions, operations)
    _check_overlays(parse_table(files, OVERLAYS), book)
    editors = [name for name in files if name.startswith(f"{EDITORS}/")]
    for name in editors:
        require_object(name, parse_table(files, name))
    samples = _samples(files)
    description = require_object(OPENAPI, parse_table(files, OPENAPI))
    info = description.get("info")
    if not isinstance(info, dict) or info.get("version") != tables["version"]:
        refuse(OPENAPI, f"has another version than {RULES}")
    return (*names, *editors, *samples)


def _samples(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the name of the table of samples, if there is one. Earlier bundles have none."""
    if SAMPLES not in files:
        return ()
    for samples in require_object(SAMPLES, parse_table(files, SAMPLES)).values():
        for row in samples.values() if isinstance(samples, dict) else (None,):
            if not isinstance(row, dict) or not all(isinstance(row[key], str) for key in _SAMPLE):
                refuse(SAMPLES, "has a sample without its texts")
    return (SAMPLES,)


_SAMPLE = ("text", "language", "known")


MOST_TEXT = 2_000  # characters of a message or hint
_FORMATTED = re.compile(r"\{\w*[!:.\[]")  # a width, a conversion or an attribute of a placeholder


def _check_overlays(table: Any, book: Rulebook) -> None:
    """Refuse overlays that do not follow from the rules.

    Each case is compared by itself, so that the work ends with the first that differs.
    """
    if not _has_cases(table, book.kinds):
        refuse(OVERLAYS, f"does not follow from {RULES}")
    for kind, how in book.kinds.items():
        sources = book.sources if how.source == "context" else (None,)
        if not _has_cases(table[kind], sources):
            refuse(OVERLAYS, f"does not follow from {RULES}")
        for source in sources:
            by_hosting = table[kind][source or "any"]
            if not _has_cases(by_hosting, (None, *book.hostings)):
                refuse(OVERLAYS, f"does not follow from {RULES}")
            for hosting in (None, *book.hostings):
                expected = entries(book, kind, source, hosting)
                if by_hosting[hosting or "any"] != json.loads(json.dumps(expected)):
                    refuse(OVERLAYS, f"does not follow from {RULES}")


def _has_cases(table: Any, names: Iterable[str | None]) -> bool:
    return isinstance(table, dict) and set(table) == {name or "any" for name in names}


def _check_texts(rows: list[Any]) -> None:
    for row in rows:
        if isinstance(row, dict):
            _check_text(row.get("message", ""))
            _check_text(row.get("hint", ""))


def _check_text(text: object) -> None:
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        refuse(RULES, f"a message or hint is not a text of {MOST_TEXT:,} characters")
    if _FORMATTED.search(text):
        refuse(RULES, "a message or hint has a placeholder that is not a plain name")


def _check_format(found: object) -> None:
    if found == FORMAT and not isinstance(found, bool):
        return
    name = (
        "no format version" if found is None else f"format version {escape_name(str(found)[:20])}"
    )
    raise FileError(
        f"{RULES}: {name}, and this library reads format version {FORMAT}; "
        "install the deploy-contract that wrote it, or run `make generate` with this one"
    )


def _sources(tables: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    if len(require_member(tables, "sources", dict)) > bundle_limits.MOST_SOURCES:
        refuse(RULES, f"has more than {bundle_limits.MOST_SOURCES} sources")
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
    if len(kinds) > bundle_limits.MOST_KINDS:
        refuse(RULES, f"has more than {bundle_limits.MOST_KINDS} kinds")
    if len(set(map(str.lower, kinds))) < len(kinds):
        refuse(RULES, "two kinds have names that differ in letter case only")
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


def _is_effects(value: Any) -> bool:
    return _is_pairs(value) and all(
        pointer.startswith("/") and effect in (MERGED, UNLESS_EMPTY) for pointer, effect in value
    )


def _is_definitions(value: object) -> bool:
    return isinstance(value, dict) and set(value) == set(VARIANTS) and _is_list([*value.values()])


_KIND_VALUES: Mapping[str, Callable[[object], bool]] = {
    "source": is_text_or_null,
    "override": is_text_or_null,
    "identity": is_text_or_null,
    "stored": lambda value: isinstance(value, bool),
    "overridden": _is_list,
    "learned": _is_list,
    "overrides": _is_list,
    "contains": _is_pairs,
    "effects": _is_effects,
    "directions": _is_directions,
    "definitions": _is_definitions,
}


def _definitions(
    files: Mapping[str, bytes], kind: str, row: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return the definitions of a document kind, closed and open, which are valid."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for variant in VARIANTS:
        name, root = schema_file(kind, variant), row["definitions"][variant]
        schema = require_object(name, parse_table(files, name))
        fault = next(bundle_schemas.file_faults(schema, root, variant), None)
        if fault is not None:
            refuse(name, fault)
        found[variant] = schema["$defs"]
    _check_pair(kind, found["closed"], found["open"])
    return found["closed"] | found["open"]


def _check_pair(kind: str, closed: Mapping[str, Any], opened: Mapping[str, Any]) -> None:
    """Refuse schemas that differ in more than undeclared members.

    A walk along the open schema explains documents that the closed one rejects.
    """
    name = schema_file(kind, "open")
    expected: dict[str, Any] = {}
    for one, definition in opened.items():
        if bundle_schemas.FREE_FORM.fullmatch(one) is None:
            expected[bundle_schemas.closed_name(one)] = bundle_schemas.closed_form(definition)
        elif closed.get(one, definition) != definition:
            refuse(name, f"{one} is another definition in {schema_file(kind, 'closed')}")
    for one, definition in closed.items():
        if bundle_schemas.FREE_FORM.fullmatch(one) is None and one not in expected:
            refuse(name, f"has no open definition for {one}")
        if expected.get(one, definition) != definition:
            refuse(schema_file(kind, "closed"), f"{one} is not the closed form of the open one")
    for one in expected:
        if one not in closed:
            refuse(schema_file(kind, "closed"), f"has no definition for {one}")


def _operations(files: Mapping[str, bytes], kinds: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = parse_table(files, OPERATIONS)
    fault = next(operation_faults(rows, kinds), None)
    if fault is not None:
        refuse(OPERATIONS, fault)
    found: list[dict[str, Any]] = rows
    return found


__all__ = ["check"]
