"""Checks of the tables of a bundle, before a contract is made from them.

A bundle may have been changed after it was generated. A bundle that passes has only schemas of the
subset that the generator writes. So judges can prepare all its schemas.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from deploy_contract_format.bundle_format import (
    DIALECT,
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
from deploy_contract_format.bundle_json import TableError, parse_table, refuse, require_object
from deploy_contract_format.definitions import ANY, places, pruned, reference_to, references
from deploy_contract_format.forms import NAMES, Form, misfits
from deploy_contract_format.parameters import Known
from deploy_contract_format.pointer import MISSING, Tokens, join, split
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError
from deploy_contract_format.rulefile import Row, parse_kinds, parse_rules
from deploy_contract_format.rules import MERGED, UNLESS_EMPTY, WRITTEN, Kind, Rule, Rulebook, scopes
from deploy_contract_format.shapes import POLICY_SECTIONS, SHAPES
from deploy_contract_format.subset import TABLE_KEYWORDS, Problem, problems, types_except

ADVICE_FOR_BUNDLE = "run `make generate` where the bundle comes from"
Table: TypeAlias = Mapping[str, Any]


class CheckedBundle(NamedTuple):
    """A bundle without faults, with its tables by their paths in the package."""

    tables: Table
    book: Rulebook
    known: Known  # the names to which rules of a policy may refer


def parse(files: Mapping[str, bytes]) -> dict[str, Any]:
    """Return the JSON values of the tables among some files.

    Raises:
        FileError: a table is not JSON. The error names the first such table.
    """
    try:
        return {name: parse_table(name, files[name]) for name in files if is_table(name)}
    except TableError as error:
        raise FileError(f"{error}; {ADVICE_FOR_BUNDLE}") from None


def check(tables: Table, advice: str = ADVICE_FOR_BUNDLE, more_rules: int = 0) -> CheckedBundle:
    """Check that the tables of a bundle are complete, consistent, and of this format version.

    The keys of `tables` are paths in the package. `advice` says how to correct an invalid table.
    `more_rules` is the number of rules of policies, which count towards the limits.

    Raises:
        FileError: the first fault, with its file and advice.
    """
    tracked = _TrackedTables(tables)
    try:
        return _check(tracked, more_rules)
    except TableError as error:
        raise FileError(f"{error}; {advice}") from None
    except FileError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
        # no check expects this shape; the table that was read last has it
        fault = f"is of another shape ({type(error).__name__})"
        raise FileError(f"{tracked.last}: {fault}; {advice}") from None


class _TrackedTables(dict[str, Any]):
    """The tables of a bundle, and the name of the table that was read last."""

    last = RULES

    def __getitem__(self, name: str) -> Any:
        self.last = name
        if name not in self:
            refuse("", f"has no {name}")
        return super().__getitem__(name)


def _check(tables: _TrackedTables, more_rules: int) -> CheckedBundle:
    rules = require_object(RULES, tables[RULES])
    advice_on_format = "run `make generate` with this one"
    require_format(f"{RULES}: ", rules.get("format"), FORMAT, "", advice_on_format)
    _require_form(RULES, rules, _RULES)
    sources = _sources(rules["sources"])
    _check_names_of_kinds(rules["kinds"])
    found = {name: tables[name] for name in table_files(rules["kinds"])}
    definitions, sizes = {}, {}
    for kind in rules["kinds"]:
        table = schema_file(kind, "open")
        schema = require_object(table, tables[table])
        sizes[kind] = _check_file(table, kind, schema)
        definitions[kind] = schema["$defs"]
    parameters = _parameters(tables[OPERATIONS], set(definitions))
    tables.last = RULES  # errors from here on concern the rules
    hostings = sorted(set[str]().union(*sources.values()))
    if len(hostings) > MAX_HOSTINGS:
        refuse(RULES, f"has more than {MAX_HOSTINGS} hostings")
    known = Known(definitions, tuple(sources), hostings, operations=parameters)
    kinds = _kinds(rules["kinds"], known)
    _require_little_work(len(rules["rules"]) + more_rules, kinds, sizes)
    known = known._replace(kind_rows=kinds)
    book = Rulebook(kinds, sources, checked_rules(rules["rules"], RULES, known))
    _require_form(OPENAPI, tables[OPENAPI], {"info": {"version": str}})
    if tables[OPENAPI]["info"]["version"] != rules["version"]:
        refuse(OPENAPI, f"has another version than {RULES}")
    shown = {name: dict for name in tables if name.startswith(f"{EDITORS}/")}
    if SAMPLES in tables:  # earlier bundles have no samples
        shown[SAMPLES] = _SAMPLES
    for name, form in shown.items():
        found[name] = tables[name]
        _require_form(name, found[name], form)
    return CheckedBundle(found, book, known._replace(operations={}))


def require_format(part: str, found: object, version: int, files: str, advice: str) -> None:
    """Raise FileError unless this library reads a format version.

    Args:
        part: the part of the file that has the version, for the message.
        found: the version in the file.
        version: the version that this library reads.
        files: the kind of file as a phrase for the message, such as " of compiled contracts".
        advice: how to get a file of that version.
    """
    if found != version or isinstance(found, bool):
        name = f"format version {escape_name(str(found)[:20])}"
        raise FileError(
            f"{part}{'no format version' if found is None else name}, and this library reads format "
            f"version {version}{files}; install the deploy-contract that wrote it, or {advice}"
        )


# -- forms of tables

_NAME = "[A-Za-z_][A-Za-z0-9_]*"
NAME = re.compile(_NAME)  # of kinds, sources, operations, parameters
_NAME_IN_PATH = re.compile(r"\{([^}]*)\}")
_RULES: Form = {
    "version": re.compile("[ -~]+"),
    "sources": {NAME: [NAME]},
    "kinds": {NAME: dict},
    "rules": list,
}
_PARAMETER: Form = {
    "name": NAME,
    "in": {"path", "query"},
    "required": bool,
    "schema": dict,
    "items?": dict,
    "default?": str | int | float | None,
    "values?": [str],
}
_OPERATION: Form = {  # except the kinds of its bodies
    "operation": NAME,
    "method": {"GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"},
    "path": re.compile(rf"(?:/(?:[A-Za-z0-9._~-]+|\{{{_NAME}\}}))+"),
    "parameters": [_PARAMETER],
    "request_required": bool,
    "media_type": re.compile("[a-z0-9.+-]+/[a-z0-9.+-]+"),
}
_STATUS = re.compile("[1-5][0-9]{2}")
_SAMPLES: Form = {NAMES: {NAMES: {"text": str, "language": str, "known": str}}}


def _require_form(table: str, value: Any, form: Form, at: Tokens = ()) -> None:
    """Raise TableError with the place of the first part of a table that does not have the form."""
    for misfit in misfits(value, form, at):
        fault = "is missing" if misfit.value is MISSING else "is not as the generator writes it"
        refuse(table, f"{join(misfit.at)} {fault}".lstrip())


# -- sources and kinds

MAX_SOURCES = 64  # a mask has a bit for each
MAX_HOSTINGS = 16
MAX_KINDS = 64


def _sources(rows: Table) -> dict[str, tuple[str, ...]]:
    if len(rows) > MAX_SOURCES:
        refuse(RULES, f"has more than {MAX_SOURCES} sources")
    if not rows or not all(rows.values()):
        refuse(RULES, "has no sources, or one without hostings")
    return {name: tuple(hostings) for name, hostings in rows.items()}


def _check_names_of_kinds(names: Collection[str]) -> None:
    if len(names) > MAX_KINDS:
        refuse(RULES, f"has more than {MAX_KINDS} kinds")
    if len(set(map(str.lower, names))) < len(names):
        refuse(RULES, "two kinds have names that differ in letter case only")


def _kinds(rows: Table, known: Known) -> dict[str, Kind]:
    form: Form = {
        **dict.fromkeys(WRITTEN, object),  # `parse_kinds` checks their values
        "overrides": [set(known.sources)],
        "contains": [(str, set(known.kinds))],
        "effects": [(re.compile("(?s:/.*)"), {MERGED, UNLESS_EMPTY})],
        "directions": [{"request", "response"}],
    }
    _require_form(RULES, rows, {NAME: form}, ("kinds",))
    problems: list[Problem] = []
    written = {name: {key: row[key] for key in WRITTEN} for name, row in rows.items()}
    parse_kinds(written, known, problems)
    for name, row in rows.items():
        if not row["directions"]:
            refuse(RULES, f"no request or response contains kind {name}")
        for pattern, _ in row["contains"]:
            if not known.declaring([name], split(pattern)):
                at = ("documents", name, "contains")
                problems.append(Problem(at, f"{pattern} is not declared"))
    _refuse_first(RULES, problems)
    return {name: Kind.from_dict(row) for name, row in rows.items()}


# -- schemas: they must have the form that the generator writes (see `definitions`). Otherwise a
# pattern could take exponential time, or engines could differ, as on an array without items.

MAX_LEVELS = 64  # levels of a document by its schema; this library parses fewer
MAX_NODES = 100_000  # values of a document kind, with its references written out
_DEFINITION = re.compile(r"[A-Za-z0-9_]+(?:-null)?", re.ASCII)
_BOUNDS = ("minimum", "maximum", "maxItems", "maxProperties")
_NEEDED = {  # type -> keywords that bound its values
    "object": (("additionalProperties",), ("maxProperties",)),
    "array": (("items",), ("maxItems",)),
    "integer": (("minimum",), ("maximum",)),
    "number": (("minimum",), ("maximum",)),
}


def _check_file(table: str, kind: str, schema: Mapping[str, Any]) -> int:
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
        _check_schema(table, name, definition)
        if "$ref" in definition:
            refuse(table, f"{name}: a definition is only a reference to another one")
        if name != ANY and _DEFINITION.fullmatch(name) is None:
            refuse(table, f"{name}: the generator writes no definition of this name")
        for other in references(definition):
            if other not in definitions:
                refuse(table, f"{name} refers to {other}, which is not defined")
    if ANY in definitions and not _is_any(definitions[ANY]):
        refuse(table, f"{ANY} does not accept every value, although its name says so")
    number = 0
    for number, (at, _) in enumerate(places(definitions[kind], definitions), 1):
        if len(at) >= MAX_LEVELS:
            refuse(table, f"documents have more than {MAX_LEVELS} levels, or contain themselves")
        if number > MAX_NODES:
            refuse(table, f"its schemas have more than {MAX_NODES:,} members")
    unused = definitions.keys() - pruned(definitions, kind).keys()
    if unused:
        refuse(table, f"{min(unused)} is not part of the document")
    return number


def _is_any(definition: Mapping[str, Any]) -> bool:
    itself = reference_to(ANY)
    types = types_except({"integer"})  # numbers include integers
    expected = {"type": types, "items": itself, "additionalProperties": itself}
    return {key: definition[key] for key in definition if key not in _BOUNDS} == expected


def _check_schema(table: str, name: str, schema: Any) -> None:
    """Raise TableError if a schema does not have the form that the generator writes."""
    for at, message in problems(schema, TABLE_KEYWORDS, (), _NEEDED):
        refuse(table, f"{name}: {join(at)}: {message}")


# -- effort: tables can be small, but so entangled that a walk through them would take too long

MAX_RULES = 2_000
MAX_SCOPES = 100  # documents inside a document, at all depths
MAX_SEARCHED = 10_000_000  # members that are searched for the fields of all rules


def _require_little_work(rules: int, kinds: Mapping[str, Kind], sizes: Mapping[str, int]) -> None:
    """Refuse too many rules. `sizes`: the number of values that each kind declares."""
    searched = 0
    for kind in kinds:
        inside = len(list(islice(scopes(kinds, kind), MAX_SCOPES + 1)))
        if inside > MAX_SCOPES:
            refuse(RULES, f"kind {kind} contains more than {MAX_SCOPES} documents, or itself")
        searched += rules * inside * sizes[kind]
    if rules > MAX_RULES or searched > MAX_SEARCHED:
        refuse(RULES, f"has more than {MAX_RULES:,} rules, or too many for its schemas")


# -- operations


def _parameters(rows: Any, kinds: set[str]) -> dict[str, dict[str, Any]]:
    """Return the parameters of each operation by name. Refuse invalid rows of the table."""
    form = {**_OPERATION, "request": {*kinds, None}, "responses": {_STATUS: kinds}}
    _require_form(OPERATIONS, rows, [form])
    found: dict[str, dict[str, Any]] = {}
    places: set[tuple[str, str]] = set()
    for number, row in enumerate(rows, 1):
        name = f"operation {number}"
        place = (row["method"], _NAME_IN_PATH.sub("{}", row["path"]))
        if row["operation"] in found or place in places:
            refuse(OPERATIONS, f"{name} has the name, or the method and path, of another")
        places.add(place)
        for parameter in row["parameters"]:
            _check_parameter(name, parameter)
        named = {parameter["name"]: parameter for parameter in row["parameters"]}
        found[row["operation"]] = named
        is_complete = named.keys() >= {*_NAME_IN_PATH.findall(row["path"])}
        if not is_complete or len(named) < len(row["parameters"]):
            fault = "a parameter of the path is missing, or a parameter is there twice"
            refuse(OPERATIONS, f"{name}: {fault}")
    return found


def _check_parameter(operation: str, row: Table) -> None:
    name = f"{operation}: parameter {row['name']}"
    for key in ("schema", "items"):
        if key in row:
            _check_schema(OPERATIONS, name, row[key])
            if "$ref" in str(row[key]):
                refuse(OPERATIONS, f"{name}: $ref leads nowhere")


# -- rules

_OWN_MEMBERS = ("shape", "on", "parameters")  # members that a rule file writes in another way


def checked_rules(
    rows: list[Any], table: str, known: Known, taken: Collection[str] | None = None
) -> tuple[Rule, ...]:
    """Return the rules in the rows of a table.

    `taken`: for policies, the ids of the contract; None for the contract.

    Raises:
        TableError: a rule is not valid in a rule file, or in a policy.
    """
    written = list(_written(rows, table))
    if taken is not None and not {row.section for row in written} <= set(POLICY_SECTIONS):
        refuse(table, f"have rules outside of the sections {', '.join(POLICY_SECTIONS)}")
    rules, problems = parse_rules(written, known, taken)
    _refuse_first(table, problems)
    for rule, row in zip(rules, rows, strict=True):
        if rule.shape != row["shape"]:
            refuse(table, f"rule {rule.rule} does not have the parameters of its shape")
    return rules


def _refuse_first(table: str, problems: Iterable[Problem]) -> None:
    for at, message in problems:
        place = " ".join(map(str, at[:3])) if at[0] == "rule" else join(at)
        refuse(table, f"{place}: {message}")


def _written(rows: list[Any], table: str) -> Iterator[Row]:
    """Yield the rows of a rule table as a rule file writes them."""
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or set(row) != set(Rule._fields):
            refuse(table, f"rule {number} must have the members {', '.join(Rule._fields)}")
        shape = SHAPES.get(row["shape"]) if isinstance(row["shape"], str) else None
        if shape is None or not isinstance(row["parameters"], dict):
            refuse(table, f"rule {number} is of a shape that this library does not know")
        keys: dict[str, Any] = dict(row["parameters"])
        if shape.is_relation:
            keys["relation"] = row["shape"]
        if row["on"] != []:
            keys["on"] = row["on"]
        for key in Rule._fields:
            if key not in _OWN_MEMBERS:
                keys[key] = row[key]
        yield Row(shape.section, ("rule", row["rule"]), keys)
