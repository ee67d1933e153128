"""A contract as its generated tables say it, read from a folder, a git revision, or an archive. Nothing of it is run.

The tables are the JSON files of `deploy_contract_generated`: rules.json, operations.json, schemas/*.json, and openapi.json
where there is one.
"""

import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from deploy_contract.diff import revisions
from deploy_contract.files import archives
from deploy_contract.files.documents import UnreadableError
from deploy_contract_format.faults import shown
from deploy_contract_format.reading import FileError, read_regular
from deploy_contract_format.rules import Rule

PACKAGE = "deploy_contract_generated"
CODEGEN = "deploy_contract_codegen"
RULES, OPERATIONS, OPENAPI, SCHEMAS = "rules.json", "operations.json", "openapi.json", "schemas"
REVISION = "git:"  # begins a name that is one of a revision, whatever files there are
MOST = 8 << 20  # bytes of the tables of a contract
LACKING = "pip install 'deploy-contract[codegen]'"  # ends the line of the generator where it lacks a package
TABLES = 1_000  # files of them
ADVICE = "run `make generate` there first"

Row = Mapping[str, Any]


class Bundle(NamedTuple):
    """A contract: `name` as it was asked for, its tables, and the JSON files as they are, by their path in the package.

    `schemas`: document kind -> definitions by name, `roots`: document kind -> that of the whole document, both open.
    """

    name: str
    version: str
    sources: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, Row]
    rules: Mapping[str, Rule]
    operations: Mapping[str, Row]
    schemas: Mapping[str, Mapping[str, Any]]
    roots: Mapping[str, str]
    description: Row
    files: Mapping[str, bytes]


def read(name: str) -> Bundle:
    """The contract that a folder, an archive, or a revision of the repository around here holds.

    `git:REVISION` is one of a revision; other names are those of files, and of revisions where there is no such file.

    Raises UnreadableError, one line, if there is none, the name may be either, or the tables are not of the form that the
    generator writes.
    """
    try:
        files = _read(name)
    except FileError as error:
        raise UnreadableError(f"{shown(name)}: {error}") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = (
            error.strerror
            if isinstance(error, OSError) and error.strerror
            else "not a name of a file"
        )
        raise UnreadableError(f"{shown(name)}: cannot be read: {reason}") from None
    except UnreadableError as error:
        raise UnreadableError(f"{shown(name)}: {error}") from None
    try:
        return _bundle(name, files)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UnreadableError(
            f"{shown(name)}: its tables are not of the form that the generator writes"
        ) from None


def _read(name: str) -> dict[str, bytes]:
    if name.startswith(REVISION):
        return _of_revision(name.removeprefix(REVISION))
    path = Path(name)
    if not path.exists():
        return _of_revision(name)
    if not name.startswith(("/", ".")) and not path.is_absolute() and revisions.commit_of(name):
        raise UnreadableError(
            f"is a file here and a git revision too; write ./{shown(name)} or {REVISION}{shown(name)}"
        )
    return _of_folder(path) if path.is_dir() else _kept(archives.content(path, _tables_among, MOST))


def _of_revision(name: str) -> dict[str, bytes]:
    if name.startswith("-"):
        raise UnreadableError("not a name of a revision")
    return _kept(revisions.content(name, _tables_of_revision, MOST))


def _tables_of_revision(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    try:
        yield from _tables_among(names)
    except UnreadableError:
        raise UnreadableError(
            f"this revision holds no {PACKAGE}; {ADVICE}, and commit it"
        ) from None


def _bundle(name: str, files: Mapping[str, bytes]) -> Bundle:
    tables = json.loads(files[RULES])
    kinds: Mapping[str, Row] = dict(tables["kinds"])
    schemas = {kind: json.loads(files[f"{SCHEMAS}/{kind}.open.json"])["$defs"] for kind in kinds}
    rules = [_rule(row) for row in tables["rules"]]
    return Bundle(
        name=name,
        version=str(tables["version"]),
        sources={source: tuple(hostings) for source, hostings in tables["sources"].items()},
        kinds=kinds,
        rules={rule.rule: rule for rule in rules},
        operations={row["operation"]: row for row in json.loads(files[OPERATIONS])},
        schemas=schemas,
        roots={kind: row["definitions"]["open"] for kind, row in kinds.items()},
        description=dict(json.loads(files.get(OPENAPI, b"{}"))),
        files=files,
    )


def _rule(row: Row) -> Rule:
    texts = {key: str(row.get(key, "")) for key in ("basis", "message", "hint", "section")}
    return Rule(
        rule=str(row["rule"]),
        shape=str(row["shape"]),
        on=tuple(row.get("on", ())),
        mode=str(row["mode"]),
        parameters=dict(row["parameters"]),
        **texts,
    )


def _of_folder(path: Path) -> dict[str, bytes]:
    for folder in (path, path / PACKAGE, path / "generated" / PACKAGE):
        if (folder / RULES).is_file():
            return _files(folder)
    spec = next(
        (folder for folder in (path, path / "spec") if (folder / "openapi.yaml").is_file()), None
    )
    if spec is None:
        raise UnreadableError(f"holds no {PACKAGE}, no generated/ and no spec/")
    lacking = ""
    if importlib.util.find_spec(CODEGEN) is not None:
        try:
            return _generated(spec)
        except _LackingError as error:
            lacking = f"{error}, or "
    if (beside := spec.resolve().parent / "generated" / PACKAGE / RULES).is_file():
        return _files(beside.parent)
    told = f"{lacking}{ADVICE}, and give the folder that has generated/"
    raise UnreadableError(f"a spec/ without what is generated from it; {told}")


def _files(folder: Path) -> dict[str, bytes]:
    found = chain(folder.glob("*.json"), (folder / SCHEMAS).glob("*.json"))
    paths = sorted(islice(found, TABLES + 1))
    if len(paths) > TABLES:
        raise UnreadableError(f"has more than {TABLES:,} tables")
    return _kept((path.relative_to(folder).as_posix(), _of_file(path, folder)) for path in paths)


def _of_file(path: Path, folder: Path) -> bytes:
    """Return the content of a table: of a regular file within the folder, or that a link within it leads to."""
    name = shown(path.relative_to(folder).as_posix())
    if not path.resolve().is_relative_to(folder.resolve()):
        raise UnreadableError(
            f"{name} is a link that leads out of the folder; put the file in its place"
        )
    try:
        return read_regular(path, MOST)
    except FileError as error:
        raise UnreadableError(f"{name} {error}") from None


class _LackingError(Exception):
    """The generator lacks something; the text says how to install it."""


def _generated(spec: Path) -> dict[str, bytes]:
    """Return what the generator makes of a spec/ folder.

    Raises UnreadableError if the spec is at fault, _LackingError if the generator is not installed with all that it needs.
    """
    with tempfile.TemporaryDirectory() as folder:
        # -P: a folder of that name in the working directory, which is somebody's checkout, is not ours
        command = [sys.executable, "-P", "-m", CODEGEN, "--spec", str(spec), "--out", folder]
        done = subprocess.run(  # noqa: S603 - our own
            command, check=False, capture_output=True, text=True, errors="replace"
        )
        lines = done.stderr.splitlines() or ["it says no more"]
        if done.returncode and lines[-1].endswith(LACKING):
            raise _LackingError(lines[-1])
        if done.returncode:
            raise UnreadableError(f"the spec is not sound: {lines[0]}")
        return _files(Path(folder) / PACKAGE)


def _tables_among(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(name, path within the package) of each table among the names of files; of several packages, the outermost."""
    known = set(names)
    folders = [PurePosixPath(name).parent for name in known if PurePosixPath(name).name == RULES]
    whole = [folder for folder in folders if str(folder / OPERATIONS) in known]
    if not whole:
        raise UnreadableError(f"holds no {PACKAGE}")
    chosen = min(whole, key=lambda folder: (folder.name != PACKAGE, len(folder.parts), str(folder)))
    for name in sorted(known):
        path = PurePosixPath(name)
        if path.suffix == ".json" and path.parent in (chosen, chosen / SCHEMAS):
            yield name, str(path.relative_to(chosen))


def _kept(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """The files, read one by one as long as they are no more than tables can be."""
    found: dict[str, bytes] = {}
    size = 0
    for name, content in files:
        size += len(content)
        if size > MOST:
            raise UnreadableError(f"its tables are longer than {MOST:,} bytes")
        found[name] = content
    missing = [name for name in (RULES, OPERATIONS) if name not in found]
    if missing:
        raise UnreadableError(f"has no {missing[0]}; {ADVICE}")
    return found
