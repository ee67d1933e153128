"""A contract as its generated tables say it, read from a folder, a git revision, or an archive. Nothing of it is run.

The tables are the JSON files of `deploy_contract_generated`: rules.json, operations.json, schemas/*.json, and openapi.json
where there is one.
"""

import importlib.util
import json
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from deploy_contract.files import UnreadableError
from deploy_contract_format.faults import shown
from deploy_contract_format.rules import Rule

PACKAGE = "deploy_contract_generated"
CODEGEN = "deploy_contract_codegen"
RULES, OPERATIONS, OPENAPI, SCHEMAS = "rules.json", "operations.json", "openapi.json", "schemas"
MOST = 64 << 20  # bytes of the tables of a contract
MOST_OF_ARCHIVE = 1 << 30  # bytes of all that an archive holds
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
    """The contract that a folder, an archive, or else a revision of the repository around here holds.

    UnreadableError, one line, where there is none, or its tables are not of the form that the generator writes.
    """
    path = Path(name)
    try:
        files = (_of_folder(path) if path.is_dir() else _of_archive(path)) if path.exists() else _of_revision(name)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a name of a file"
        raise UnreadableError(f"{shown(name)}: cannot be read: {reason}") from None
    except UnreadableError as error:
        raise UnreadableError(f"{shown(name)}: {error}") from None
    try:
        return _bundle(name, files)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UnreadableError(f"{shown(name)}: its tables are not of the form that the generator writes") from None


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
    spec = next((folder for folder in (path, path / "spec") if (folder / "openapi.yaml").is_file()), None)
    if spec is not None and importlib.util.find_spec(CODEGEN) is not None:
        return _generated(spec)
    if spec is not None and (beside := spec.resolve().parent / "generated" / PACKAGE / RULES).is_file():
        return _files(beside.parent)
    if spec is not None:
        raise UnreadableError(f"a spec/ without what is generated from it; {ADVICE}, and give the folder that has generated/")
    raise UnreadableError(f"holds no {PACKAGE}, no generated/ and no spec/")


def _files(folder: Path) -> dict[str, bytes]:
    paths = [*folder.glob("*.json"), *(folder / SCHEMAS).glob("*.json")]
    return _kept((path.relative_to(folder).as_posix(), path.read_bytes()) for path in sorted(paths))


def _generated(spec: Path) -> dict[str, bytes]:
    """What the generator, which is at hand where a contract is maintained, makes of a spec/ folder."""
    with tempfile.TemporaryDirectory() as folder:
        # -P: a folder of that name in the working directory, which is somebody's checkout, is not ours
        command = [sys.executable, "-P", "-m", CODEGEN, "--spec", str(spec), "--out", folder]
        done = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")  # noqa: S603 - our own
        if done.returncode:
            raise UnreadableError(f"the spec is not sound: {(done.stderr.splitlines() or ['it says no more'])[0]}")
        return _files(Path(folder) / PACKAGE)


def _of_archive(path: Path) -> dict[str, bytes]:
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                infos = {info.filename: info for info in archive.infolist() if not info.is_dir()}
                _refuse_large(info.file_size for info in infos.values())
                return _kept((inner, _some(archive.open(infos[whole]))) for whole, inner in _tables_among(infos))
        if tarfile.is_tarfile(path):
            with tarfile.open(path) as tar:
                members: dict[str, tarfile.TarInfo] = {}
                _refuse_large(_noted(member, members) for member in tar)
                found = [(inner, tar.extractfile(members[whole])) for whole, inner in _tables_among(members)]
                return _kept((inner, _some(file)) for inner, file in found if file is not None)
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, RuntimeError, NotImplementedError):
        raise UnreadableError("a broken archive, or one with a password") from None
    raise UnreadableError("neither a folder nor a wheel, .zip or .tar.gz")


def _noted(member: tarfile.TarInfo, members: dict[str, tarfile.TarInfo]) -> int:
    if member.isfile():
        members[member.name] = member
    return member.size


def _refuse_large(sizes: Iterable[int]) -> None:
    whole = 0
    for size in sizes:
        whole += size
        if whole > MOST_OF_ARCHIVE:
            raise UnreadableError(f"holds more than {MOST_OF_ARCHIVE:,} bytes")


def _some(file: IO[bytes]) -> bytes:
    with file:
        return file.read(MOST + 1)


def _of_revision(name: str) -> dict[str, bytes]:
    if name.startswith("-"):
        raise UnreadableError("not a name of a revision")
    try:
        commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except UnreadableError:
        raise UnreadableError("no file, no folder, and no git revision known here") from None
    revision = commit.decode().strip()
    paths = _git("ls-tree", "-r", "-z", "--name-only", "--full-tree", revision).decode("utf-8", "surrogateescape").split("\0")
    try:
        found = list(_tables_among(paths))
    except UnreadableError:
        raise UnreadableError(f"this revision holds no {PACKAGE}; {ADVICE}, and commit it") from None
    return _kept((inner, _git("cat-file", "blob", f"{revision}:{whole}")) for whole, inner in found)


def _git(*arguments: str) -> bytes:
    try:
        done = subprocess.run(["git", *arguments], check=False, capture_output=True)  # noqa: S603, S607 - git, wherever it is
    except FileNotFoundError:
        raise UnreadableError("git is not installed") from None
    if done.returncode:
        raise UnreadableError("git cannot read it")
    return done.stdout


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
