"""Checks of the tables of a bundle, before a contract is made from them.

A bundle may have been changed after it was generated. A bundle that passes has only schemas of the
subset that the generator writes. So judges can prepare every schema of them.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from deploy_contract_format import bundle_limits, bundle_schemas
from deploy_contract_format.bundle_format import (
    EDITORS,
    FORMAT,
    OPENAPI,
    OPERATIONS,
    RULES,
    SAMPLES,
    is_table,
    schema_file,
    table_files,
)
from deploy_contract_format.bundle_json import (
    TableError,
    parse_table,
    refuse,
    require_member,
    require_object,
)
from deploy_contract_format.bundle_operations import operation_faults
from deploy_contract_format.bundle_rules import known_names, rulebook
from deploy_contract_format.definitions import closed_name, closed_schema, parse_reference
from deploy_contract_format.known import Known
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError
from deploy_contract_format.rules import MERGED, UNLESS_EMPTY, Kind, Rulebook
from deploy_contract_format.subset import are_texts, is_text_or_null

ADVICE = "run `make generate` where the bundle comes from"


@dataclass(frozen=True, slots=True)
class CheckedBundle:
    """A bundle without faults.

    Attributes:
        tables: the JSON values of its tables, by their paths in the package.
        book: its rules.
        known: the names that rules of a policy may refer to.
    """

    tables: Mapping[str, Any]
    book: Rulebook
    known: Known


def parse(files: Mapping[str, bytes]) -> dict[str, Any]:
    """Return the JSON values of the tables among some files.

    Raises:
        FileError: the first that is not JSON.
    """
    try:
        return {name: parse_table(name, files[name]) for name in files if is_table(name)}
    except TableError as error:
        raise FileError(f"{error}; {ADVICE}") from None


def check(tables: Mapping[str, Any], advice: str = ADVICE, more_rules: int = 0) -> CheckedBundle:
    """Check that the tables of a bundle are complete, consistent, and of this format version.

    Args:
        tables: the JSON values of tables by their paths in the package.
        advice: how to correct a table that is not valid.
        more_rules: number of rules of policies, which count for the limits.

    Raises:
        FileError: the first fault, with its file and advice.
    """
    reading = _Reading(tables)
    try:
        return _check(reading, advice, more_rules)
    except TableError as error:
        raise FileError(f"{error}; {advice}") from None
    except FileError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
        # a shape that no check expects, in the table that was read last
        fault = f"is of another shape ({type(error).__name__})"
        raise FileError(f"{reading.last}: {fault}; {advice}") from None


class _Reading(dict[str, Any]):
    """The tables of a bundle, with the name of the one that was read last."""

    last = RULES

    def __getitem__(self, name: str) -> Any:
        self.last = name
        return super().__getitem__(name)


def _check(tables: Mapping[str, Any], advice: str, more_rules: int) -> CheckedBundle:
    require(tables, (RULES, OPERATIONS, OPENAPI), advice)
    rules = require_object(RULES, tables[RULES])
    try:
        require_format(rules.get("format"), FORMAT, "", "run `make generate` with this one")
    except FileError as error:
        raise FileError(f"{RULES}: {error}") from None
    sources = _sources(rules)
    kinds = _kinds(rules)
    names = table_files(kinds)
    require(tables, names, advice)
    definitions: dict[str, dict[str, Any]] = {}
    for kind, row in kinds.items():
        definitions[kind] = _definitions(tables, kind, row)
    nodes = bundle_limits.check_size(definitions)
    operations = _operations(tables, kinds)
    tables[RULES]  # faults from here on are of the rules
    rows = require_member(rules, "rules", list)
    check_texts(RULES, rows)
    bundle_limits.check_work(len(rows) + more_rules, nodes, kinds, sources)
    known = known_names(kinds, sources, definitions, operations)
    book = rulebook(rules, sources, known)
    editors = [name for name in tables if name.startswith(f"{EDITORS}/")]
    for name in editors:
        require_object(name, tables[name])
    samples = _samples(tables)
    info = require_object(OPENAPI, tables[OPENAPI]).get("info")
    if not isinstance(info, dict) or info.get("version") != rules["version"]:
        refuse(OPENAPI, f"has another version than {RULES}")
    found = {name: tables[name] for name in (*names, *editors, *samples)}
    return CheckedBundle(found, book, known._replace(operations={}))


def _samples(tables: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the name of the table of samples, if there is one. Earlier bundles have none."""
    if SAMPLES not in tables:
        return ()
    for samples in require_object(SAMPLES, tables[SAMPLES]).values():
        for row in samples.values() if isinstance(samples, dict) else (None,):
            if not isinstance(row, dict) or not all(isinstance(row[key], str) for key in _SAMPLE):
                refuse(SAMPLES, "has a sample without its texts")
    return (SAMPLES,)


_SAMPLE = ("text", "language", "known")


MOST_TEXT = 2_000  # characters of a message or hint
_FORMATTED = re.compile(r"\{\w*[!:.\[]")  # a width, a conversion or an attribute of a placeholder


def check_texts(table: str, rows: list[Any]) -> None:
    """Refuse rules whose texts are long, or have placeholders that are more than names."""
    for row in rows:
        for key in ("message", "hint") if isinstance(row, dict) else ():
            text = row.get(key, "")
            if not isinstance(text, str) or len(text) > MOST_TEXT:
                refuse(table, f"a message or hint is not a text of {MOST_TEXT:,} characters")
            if _FORMATTED.search(text):
                refuse(table, "a message or hint has a placeholder that is not a plain name")


def require_format(found: object, version: int, what: str, advice: str) -> None:
    """Raise FileError unless a format version is the one that this library reads.

    Args:
        found: the version in the file; None if it has none.
        version: the one that this library reads.
        what: of what it is a version, for the message.
        advice: how to get a file of that version.
    """
    if found != version or isinstance(found, bool):
        name = f"format version {escape_name(str(found)[:20])}"
        raise FileError(
            f"{'no format version' if found is None else name}, and this library reads format "
            f"version {version}{what}; install the deploy-contract that wrote it, or {advice}"
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


def _is_list(value: object) -> bool:
    return isinstance(value, list) and are_texts(value)


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
    "definitions": lambda value: isinstance(value, dict),
}


def _definitions(tables: Mapping[str, Any], kind: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the definitions of a document kind, closed and open, which are valid."""
    name = schema_file(kind, "open")
    schema = require_object(name, tables[name])
    fault = next(bundle_schemas.file_faults(schema), None)
    if fault is not None:
        refuse(name, fault)
    root = parse_reference(schema["$ref"])
    if row["definitions"] != {"closed": closed_name(root), "open": root}:
        refuse(RULES, f"kind {kind}: definitions are not those of {name}")
    found: dict[str, Any] = closed_schema(schema)["$defs"] | schema["$defs"]
    return found


def _operations(tables: Mapping[str, Any], kinds: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = tables[OPERATIONS]
    fault = next(operation_faults(rows, kinds), None)
    if fault is not None:
        refuse(OPERATIONS, fault)
    found: list[dict[str, Any]] = rows
    return found


def require(files: Mapping[str, Any], names: Iterable[str], advice: str) -> None:
    """Raise FileError if one of the named files is missing."""
    for name in names:
        if name not in files:
            raise FileError(f"has no {name}; {advice}")
