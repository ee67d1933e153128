"""Checks of the tables of a bundle, before a contract is made from them.

A bundle may have been changed after it was generated. A bundle that passes has only schemas of the
subset that the generator writes. So judges can prepare all its schemas.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from deploy_contract_format import bundle_schemas
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
from deploy_contract_format.bundle_schemas import is_name, schema_faults
from deploy_contract_format.definitions import closed_name, closed_schema, parse_reference
from deploy_contract_format.known import Known
from deploy_contract_format.pointer import join, split
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError
from deploy_contract_format.rulefile import Row, kind_problems, parse_rules
from deploy_contract_format.rules import MERGED, UNLESS_EMPTY, WRITTEN, Kind, Rule, Rulebook
from deploy_contract_format.shapes import POLICY_SECTIONS, SHAPES
from deploy_contract_format.subset import Problem, are_texts, is_text_or_null

ADVICE = "run `make generate` where the bundle comes from"


@dataclass(frozen=True, slots=True)
class CheckedBundle:
    """A bundle without faults.

    Attributes:
        tables: the JSON values of the tables, by their paths in the package.
        book: the rules.
        known: the names to which rules of a policy may refer.
    """

    tables: Mapping[str, Any]
    book: Rulebook
    known: Known


def parse(files: Mapping[str, bytes]) -> dict[str, Any]:
    """Return the JSON values of the tables among some files.

    Raises:
        FileError: a table is not JSON. The error names the first such table.
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
        more_rules: number of rules of policies; the limits include them.

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
        # no check expects this shape; the table that was read last has it
        fault = f"is of another shape ({type(error).__name__})"
        raise FileError(f"{reading.last}: {fault}; {advice}") from None


class _Reading(dict[str, Any]):
    """The tables of a bundle, and the name of the table that was read last."""

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
    nodes = _count_members(definitions)
    operations = _operations(tables[OPERATIONS], kinds)
    tables[RULES]  # so that errors from here on name the rule table
    rows = require_member(rules, "rules", list)
    check_texts(RULES, rows)
    _require_little_work(len(rows) + more_rules, nodes, kinds, sources)
    known = _known_names(kinds, sources, definitions, operations)
    book = _rulebook(rules, sources, known)
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
            if not isinstance(row, dict) or not are_texts(row[key] for key in _SAMPLE):
                refuse(SAMPLES, "has a sample without its texts")
    return (SAMPLES,)


_SAMPLE = ("text", "language", "known")


MOST_TEXT = 2_000  # characters of a message or hint
_FORMATTED = re.compile(r"\{\w*[!:.\[]")  # a placeholder with a width, conversion or attribute


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
        found: the version in the file; None if the file has no version.
        version: the version that this library reads.
        what: for the message: a phrase such as " of compiled contracts", or "".
        advice: how to get a file of that version.
    """
    if found != version or isinstance(found, bool):
        name = f"format version {escape_name(str(found)[:20])}"
        raise FileError(
            f"{'no format version' if found is None else name}, and this library reads format "
            f"version {version}{what}; install the deploy-contract that wrote it, or {advice}"
        )


def _sources(tables: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    if len(require_member(tables, "sources", dict)) > MOST_SOURCES:
        refuse(RULES, f"has more than {MOST_SOURCES} sources")
    for name, hostings in tables["sources"].items():
        names = [name, *hostings] if isinstance(hostings, list) else [None]
        if len(names) < 2 or not all(map(is_name, names)):
            refuse(RULES, f"source {name} is not a name with a list of hostings")
    return {name: tuple(hostings) for name, hostings in tables["sources"].items()}


def _kinds(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows of the document kinds. Refuse values of a wrong type."""
    version = tables.get("version")
    if not isinstance(version, str) or not version.isprintable() or not version:
        refuse(RULES, "version is missing, or is not one line of text")
    kinds: dict[str, Any] = require_member(tables, "kinds", dict)
    if len(kinds) > MOST_KINDS:
        refuse(RULES, f"has more than {MOST_KINDS} kinds")
    if len(set(map(str.lower, kinds))) < len(kinds):
        refuse(RULES, "two kinds have names that differ in letter case only")
    for name, row in kinds.items():
        if not is_name(name) or not isinstance(row, dict):
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
    """Return the definitions of a document kind, closed and open. Refuse invalid ones."""
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


def require(files: Mapping[str, Any], names: Iterable[str], advice: str) -> None:
    """Raise FileError if one of the named files is missing."""
    for name in names:
        if name not in files:
            raise FileError(f"has no {name}; {advice}")


MOST_SOURCES = 64  # a schema is made for each
MOST_HOSTINGS = 16
MOST_KINDS = 64
MOST_RULES = 2_000
MOST_SCOPES = 1_000  # documents inside a document, at all depths
MOST_ENTRIES = 200_000  # rules, counted for each kind, world and document inside
MOST_SEARCHED = 10_000_000  # members of schemas that are searched for the fields of all rules
MOST_NODES = 100_000  # members of one definition, with its references written out


def _count_members(kinds: Mapping[str, Mapping[str, Any]]) -> int:
    """Return the number of members of all kinds.

    Refuse definitions that refer to each other so often that a walk would take too long.
    """
    nodes = 0
    for kind, definitions in kinds.items():
        sizes: dict[str, int] = {}
        most = max(_size(name, definitions, sizes) for name in definitions)
        if most > MOST_NODES:
            refuse(RULES, f"kind {kind}: its schemas have more than {MOST_NODES:,} members")
        nodes += most
    return nodes


def _require_little_work(
    rules: int, nodes: int, kinds: Mapping[str, Any], sources: Mapping[str, tuple[str, ...]]
) -> None:
    """Refuse tables that are small, but so entangled that their checks would take too long."""
    hostings = set[str]().union(*sources.values())
    if rules > MOST_RULES or rules * nodes > MOST_SEARCHED:
        refuse(RULES, f"has more than {MOST_RULES:,} rules, or too many for its schemas")
    if len(hostings) > MOST_HOSTINGS:
        refuse(RULES, f"has more than {MOST_HOSTINGS} hostings")
    scopes: dict[str, int] = {}
    entries = 0
    for kind, row in kinds.items():
        cases = len(sources) if row["source"] == "context" else 1
        entries += _scopes(kind, kinds, scopes, ()) * cases * (len(hostings) + 1) * rules
    if entries > MOST_ENTRIES:
        refuse(RULES, f"has rules for more than {MOST_ENTRIES:,} cases")


def _scopes(
    kind: str, kinds: Mapping[str, Any], scopes: dict[str, int], around: tuple[str, ...]
) -> int:
    """Return how many documents a document of a kind contains, and count the document itself."""
    if kind in around:
        refuse(RULES, f"kind {kind} contains itself")
    if kind not in scopes:
        found = 1
        for _, inner in kinds[kind]["contains"]:
            found += _scopes(inner, kinds, scopes, (*around, kind))
        if found > MOST_SCOPES:
            refuse(RULES, f"kind {kind} contains more than {MOST_SCOPES:,} documents")
        scopes[kind] = found
    return scopes[kind]


def _size(name: str, definitions: Mapping[str, Any], sizes: dict[str, int]) -> int:
    if name not in sizes:
        size = _members(definitions[name], definitions, sizes)
        sizes[name] = min(size, MOST_NODES + 1)
    return sizes[name]


def _members(schema: Any, definitions: Mapping[str, Any], sizes: dict[str, int]) -> int:
    if "$ref" in schema:
        return _size(parse_reference(schema["$ref"]), definitions, sizes)
    size = 1
    for member in schema.get("properties", {}).values():
        size += _members(member, definitions, sizes)
    # free-form values have the same schema in arrays and in objects, so it counts only once
    largest = 0
    for keyword in ("items", "additionalProperties"):
        inner = schema.get(keyword)
        if isinstance(inner, dict):
            largest = max(largest, _members(inner, definitions, sizes))
    return size + largest


METHODS = ("GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE")
_SEGMENT = re.compile(r"[A-Za-z0-9._~-]+|\{[A-Za-z_][A-Za-z0-9_]*\}", re.ASCII)
_NAME_IN_PATH = re.compile(r"\{([^}]*)\}")
_STATUS = re.compile("[1-5][0-9]{2}", re.ASCII)
_MEDIA_TYPE = re.compile(r"[a-z0-9.+-]+/[a-z0-9.+-]+", re.ASCII)


def _operations(rows: Any, kinds: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of the operation table. Refuse invalid rows."""
    if not isinstance(rows, list) or not rows:
        refuse(OPERATIONS, "is not a list of operations")
    names: set[str] = set()
    places: set[tuple[str, str]] = set()
    for number, row in enumerate(rows, 1):
        fault = next(_row_faults(row, kinds), None)
        if fault is not None:
            refuse(OPERATIONS, f"operation {number}: {fault}")
        place = (row["method"], re.sub(r"\{[^}]*\}", "{}", row["path"]))
        if row["operation"] in names or place in places:
            fault = f"operation {number} has the name, or the method and path, of another"
            refuse(OPERATIONS, fault)
        names.add(row["operation"])
        places.add(place)
    return rows


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


Table: TypeAlias = Mapping[str, Any]
_OWN_MEMBERS = ("shape", "on", "parameters")  # members that a rule file writes in another way


def _known_names(
    kinds: Table,
    sources: Mapping[str, tuple[str, ...]],
    definitions: Mapping[str, Table],
    operations: list[dict[str, Any]],
) -> Known:
    """Return the names to which rules may refer."""
    parameters: dict[str, list[str]] = {}
    for row in operations:
        parameters[row["operation"]] = [parameter["name"] for parameter in row["parameters"]]
    hostings = sorted(set[str]().union(*sources.values()))
    roots = {kind: row["definitions"]["closed"] for kind, row in kinds.items()}
    how = {name: Kind.from_dict(row) for name, row in kinds.items()}
    return Known(definitions, roots, tuple(sources), hostings, how, parameters)


def _rulebook(tables: Table, sources: Mapping[str, tuple[str, ...]], known: Known) -> Rulebook:
    """Return the rules of a bundle."""
    problems: list[Problem] = []
    for name, row in tables["kinds"].items():
        written = {key: row[key] for key in WRITTEN}
        problems += kind_problems(written, known, ("documents", name))
        for pattern, _ in row["contains"]:
            if not known.declaring([name], split(pattern)):
                refuse(RULES, f"kind {name}: {pattern} is not a pointer in it")
    _refuse_first(RULES, problems)
    rules = checked_rules(require_member(tables, "rules", list), RULES, known)
    return Rulebook(known.how, sources, rules)


def checked_rules(
    rows: list[Any], table: str, known: Known, *, policy: bool = False
) -> tuple[Rule, ...]:
    """Return the rules that rows of a table hold.

    Args:
        rows: the rows of the rule table of a bundle, or of policies.
        table: the name of the table, for messages.
        known: the names to which the rules may refer.
        policy: whether the rows are rules of policies.

    Raises:
        TableError: a rule is not valid in a rule file, or in a policy.
    """
    written = list(_written(rows, table))
    if policy and not {row.section for row in written} <= set(POLICY_SECTIONS):
        refuse(table, f"have rules beside those of the sections {', '.join(POLICY_SECTIONS)}")
    rules, problems = parse_rules(written, known, policy=policy)
    _refuse_first(table, problems)
    for rule, row in zip(rules, rows, strict=True):
        if rule.shape != row["shape"]:
            refuse(table, f"rule {rule.rule} has the parameters of another shape than its own")
    return rules


def _refuse_first(table: str, problems: list[Problem]) -> None:
    if problems:
        at, message = problems[0]
        place = " ".join(map(str, at[:3])) if at[0] == "rule" else join(at)
        refuse(table, f"{place}: {message}")


def _written(rows: list[Any], table: str) -> Iterator[Row]:
    """Yield the rows of a rule table as a rule file writes them."""
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or set(row) != set(Rule._fields):
            refuse(table, f"rule {number} has not the members {', '.join(Rule._fields)}")
        shape = SHAPES.get(row["shape"]) if isinstance(row["shape"], str) else None
        if shape is None or not isinstance(row["parameters"], dict):
            refuse(table, f"rule {number} is of a shape that this library does not know")
        keys: dict[str, Any] = dict(row["parameters"])
        if shape.is_relation:
            keys["relation"] = row["shape"]
        if row["on"]:
            keys["on"] = row["on"]
        for key in Rule._fields:
            if key not in _OWN_MEMBERS:
                keys[key] = row[key]
        yield Row(shape.section, ("rule", row["rule"]), keys)
