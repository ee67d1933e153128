"""Bundles by the names that a user gives: of a folder, an archive, or a git revision.

A bundle of an earlier generator may lack tables or keys. They are added, which
changes no verdict. Comparisons look at the tables as they were written.
"""

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract import bundle_files
from deploy_contract.bundle import Bundle
from deploy_contract.diff import revisions
from deploy_contract.exceptions import ContractError
from deploy_contract.frozen import frozen
from deploy_contract_format import bundle_checks, spec_digest
from deploy_contract_format.bundle_format import (
    ADVICE,
    FORMAT,
    OPENAPI,
    OPERATIONS,
    PACKAGE,
    RULES,
    schema_file,
)
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError
from deploy_contract_format.rules import Kind, Rule, by_id
from deploy_contract_format.shapes import HTTP, KEYWORDS, UNDECLARED, WIRE

CODEGEN = "deploy_contract_codegen"
REVISION = "git:"  # before the name of a revision, whatever files there are
LACKING = (
    "pip install 'deploy-contract[codegen]'"  # ends a line of a generator that lacks a package
)

Row = Mapping[str, Any]


class Tables(NamedTuple):
    """The tables of a bundle as they were written, for comparing.

    `name` is the name that the user gave, `bundle` the contract to judge by. `schemas` has the open
    definitions of each kind of document, and `roots` the name of that of the whole document.
    `values` has the JSON values of all tables.
    """

    name: str
    bundle: Bundle
    version: str
    sources: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, Row]
    rules: Mapping[str, Rule]
    operations: Mapping[str, Row]
    schemas: Mapping[str, Mapping[str, Any]]
    roots: Mapping[str, str]
    description: Row
    values: Mapping[str, Any]


def read(name: str) -> Tables:
    """Return the tables of a contract by its name.

    Args:
        name: a folder, a wheel, a compiled contract, or a git revision of the repository around
            here. `git:REVISION` is always a revision; any other name is one only if there is no
            such file.

    Raises:
        ContractError: one line; there is no contract, the name is ambiguous, or the bundle is
            incomplete or inconsistent.
    """
    try:
        found = _read(name)
        if isinstance(found, bytes):
            bundle = Bundle.from_compiled(found, name)
            return tables_of(name, bundle, {**bundle.tables, **bundle.shown_tables})
        tables = bundle_checks.parse(found)
        checked = bundle_checks.check(_completed(tables))
    except FileError as error:
        raise ContractError(f"{escape_name(name)}: {error}") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or "not a name of a file"
        raise ContractError(f"{escape_name(name)}: cannot be read: {reason}") from None
    return tables_of(name, Bundle(name, frozen(checked.tables)), tables)


def _read(name: str) -> dict[str, bytes] | bytes:
    if name.startswith(REVISION):
        return _of_revision(name.removeprefix(REVISION))
    path = Path(name)
    if not path.exists():
        return _of_revision(name)
    may_be_both = not name.startswith(("/", ".")) and not path.is_absolute()
    if may_be_both and revisions.commit_of(name):
        choices = f"./{escape_name(name)} or {REVISION}{escape_name(name)}"
        raise FileError(f"is a file here and a git revision too; write {choices}")
    if not path.is_dir() or bundle_files.package_folder(path):
        return bundle_files.read(path)
    return _of_spec(path)


def _of_revision(name: str) -> dict[str, bytes]:
    if name.startswith("-"):
        raise FileError("not a name of a revision")
    found = revisions.content(name, _choose_in_revision, bundle_files.MOST_BYTES)
    return bundle_files.collect(found)


def _choose_in_revision(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    try:
        yield from bundle_files.choose(names)
    except FileError:
        raise FileError(f"this revision holds no {PACKAGE}; {ADVICE}, and commit it") from None


def _of_spec(path: Path) -> dict[str, bytes]:
    """Return the tables for a folder that has a spec/ or is one."""
    spec = path if (path / "openapi.yaml").is_file() else path / "spec"
    if not (spec / "openapi.yaml").is_file():
        raise FileError(f"holds no {PACKAGE}, no generated/ and no spec/")
    lacking = ""
    if importlib.util.find_spec(CODEGEN) is not None:
        try:
            return _generated(spec)
        except _LackingError as error:
            lacking = f"{error}, or "
    beside = bundle_files.package_folder(spec.resolve().parent)
    if beside is not None:
        if spec_digest.made_from(beside) != spec_digest.digest(spec):
            raise FileError(f"{spec_digest.STALE}; {lacking}{ADVICE}")
        return bundle_files.read_folder(beside)
    advice = f"{lacking}{ADVICE}, and give the folder that has generated/"
    raise FileError(f"a spec/ without what is generated from it; {advice}")


class _LackingError(Exception):
    """A package that the generator needs is not installed; the text says how to install it."""


def _generated(spec: Path) -> dict[str, bytes]:
    """Return the tables that the generator makes of a spec/ folder.

    Raises:
        FileError: the spec has faults.
        _LackingError: the generator is not installed with all that it needs.
    """
    with tempfile.TemporaryDirectory() as folder:
        # -P: a package of that name in the working directory may be anybody's
        command = [sys.executable, "-P", "-m", CODEGEN, "--spec", str(spec), "--out", folder]
        done = subprocess.run(  # noqa: S603 - our own
            command, check=False, capture_output=True, text=True, errors="replace"
        )
        if done.returncode:
            lines = done.stderr.splitlines() or ["it says no more"]
            if lines[-1].endswith(LACKING):
                raise _LackingError(lines[-1])
            raise FileError(f"the spec is not sound: {lines[0]}")
        return bundle_files.read_folder(Path(folder) / PACKAGE)


def tables_of(name: str, bundle: Bundle, tables: Mapping[str, Any]) -> Tables:
    """Return the tables as they were written, of which `bundle` was made."""
    kinds: Mapping[str, Row] = tables[RULES]["kinds"]
    rules = map(Rule.from_dict, tables[RULES]["rules"])
    schemas = {kind: tables[schema_file(kind, "open")]["$defs"] for kind in kinds}
    return Tables(
        name=name,
        bundle=bundle,
        version=bundle.version,
        sources=bundle.book.sources,
        kinds=kinds,
        rules=by_id(rules),
        operations={row["operation"]: row for row in tables[OPERATIONS]},
        schemas=schemas,
        roots={kind: row["definitions"]["open"] for kind, row in kinds.items()},
        description=tables.get(OPENAPI, {}),
        values=tables,
    )


def _completed(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables with the parts that an earlier generator did not write.

    The added parts change no verdict. Malformed tables are returned unchanged, since the checks
    report their faults.
    """
    try:
        rules, rows = {"format": FORMAT, **tables[RULES]}, tables[OPERATIONS]
        usual = {**Kind()._asdict(), **{key: [] for key in _LISTS_OF_KIND}}
        rules["kinds"] = {name: {**usual, **row} for name, row in rules["kinds"].items()}
        rules["rules"] = [*rules["rules"], *_missing_rules(rules["rules"])]
        media_type = Bundle.installed().operations[0]["media_type"]
        rows = [{"media_type": media_type, **row} for row in rows]
        description = {"info": {"version": rules["version"]}}
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return dict(tables)
    return {OPENAPI: description, **tables, RULES: rules, OPERATIONS: rows}


_LISTS_OF_KIND = ("overridden", "learned", "overrides", "contains", "effects")


def _missing_rules(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rules that the library finds breaches of and the rows lack.

    Rules of the wire keep their mode, since without them a body is ambiguous. The others are
    off, since they refused nothing.
    """
    present = {row["parameters"].get("keyword", row["rule"]) for row in rows}
    for rule in Bundle.installed().book.rules:
        name = rule.parameters.get("keyword", rule.rule)
        if name in present or name not in (*WIRE, *HTTP, *UNDECLARED, *KEYWORDS):
            continue
        is_fixed = name in WIRE or rule.parameters.get("fixed")
        yield rule.to_dict() if is_fixed else rule._replace(mode="off").to_dict()
