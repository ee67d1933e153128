"""Bundles read within limits: from a folder, a wheel, or a compiled contract.

This module reads only tables, which are JSON. It imports and runs no file of a bundle, and
unpacks none to disk.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import islice
from pathlib import Path, PurePosixPath

from deploy_contract_format import spec_digest
from deploy_contract_format.bundle_format import (
    ADVICE_FOR_FOLDER,
    EDITORS,
    OPERATIONS,
    PACKAGE,
    RULES,
    SCHEMAS,
    SPEC_DIGEST,
    is_table,
)
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError, read_regular

STALE = "generated/ was not made from this spec/"
MAX_BYTES = 8 << 20  # of the tables of one bundle together
MAX_FILES = 1_000
MAX_ARCHIVE_BYTES = 64 << 20  # bytes of a wheel
MEMBERS = 20_000  # of a wheel
_TOO_LONG = f"its tables are longer than {MAX_BYTES:,} bytes"
# If a name occurs twice in an archive, readers differ on which file counts.
TWICE = "is there twice; pack the folder that has generated/ again"

_ENTRY = b"PK\x01\x02"  # first bytes of each row in the central directory of a zip
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (  # exceptions of zipfile for archives that are damaged, or have a password
    zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, KeyError,
    IndexError, OverflowError, struct.error,
)  # fmt: skip


def read(path: Path) -> dict[str, bytes] | bytes:
    """Return the tables of a bundle by their paths in the package, or the bytes of a compiled file.

    The path is that of a folder (a checkout, its generated/, or the package itself), a wheel or
    another zip file of the package, or a compiled contract.

    Raises:
        FileError: there is no bundle, one of its files cannot be read within the limits, or it is
            generated/ of a checkout whose spec/ has changed since.
    """
    if not path.is_dir():
        body = read_regular(path, MAX_ARCHIVE_BYTES)
        if body[:2] == b"PK":
            return collect(_of_zip(body))
        if body.lstrip()[:1] != b"{":
            raise FileError("neither a folder, a wheel nor a compiled contract")
        if len(body) > MAX_BYTES:
            raise FileError(_TOO_LONG)
        return body
    folder = package_folder(path)
    if folder is None:
        raise FileError(f"holds no {PACKAGE} and no generated/ with {RULES}; {ADVICE_FOR_FOLDER}")
    _require_current(folder)
    return read_folder(folder)


def made_from(folder: Path) -> str | None:
    """Return the digest of the spec that a package was made from; None in packages without it."""
    path = folder / SPEC_DIGEST
    return read_regular(path, 100).decode("ascii", "replace").strip() if path.is_file() else None


def _require_current(folder: Path) -> None:
    """Refuse the generated package of a checkout whose spec/ has changed since."""
    package = folder.resolve()
    spec = package.parent.parent / "spec"
    is_in_checkout = package.parts[-2:] == ("generated", PACKAGE)
    if is_in_checkout and (spec / spec_digest.OPENAPI).is_file():
        made = made_from(folder)
        if made is not None and made != spec_digest.digest(spec):
            raise FileError(f"{STALE}; {ADVICE_FOR_FOLDER}")


def package_folder(path: Path) -> Path | None:
    """Return the folder of the package that `path` is or has, or None."""
    for folder in (path, path / PACKAGE, path / "generated" / PACKAGE):
        if (folder / RULES).is_file():
            return folder
    return None


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return the tables in the folder of a package.

    Raises:
        FileError: a table is missing, lies outside of the folder, or exceeds a limit.
    """
    found = sorted(islice(_tables(folder), MAX_FILES + 1))
    if len(found) > MAX_FILES:
        raise FileError(f"has more than {MAX_FILES:,} tables")
    return collect((name, _content(path, home, escape_name(name))) for name, home, path in found)


def _tables(folder: Path) -> Iterator[tuple[str, Path, Path]]:
    """Yield (path in the package, folder of the package, file) of each table."""
    editors = folder if (folder / EDITORS).is_dir() else folder.parent
    for home, place in ((folder, ""), (folder, SCHEMAS), (editors, EDITORS)):
        for path in (home / place).glob("*.json"):
            name = path.relative_to(home).as_posix()
            if is_table(name):
                yield name, home, path


def _content(path: Path, folder: Path, name: str) -> bytes:
    """Return the content of a table; a link must lead to a file within the folder."""
    try:
        is_within = path.resolve(strict=True).is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # RuntimeError: a loop of links, before Python 3.13
        raise FileError(f"{name} is a link that leads nowhere; put the file in its place") from None
    if not is_within:
        raise FileError(f"{name} is a link that leads out of the folder; put the file in its place")
    try:
        return read_regular(path, MAX_BYTES)
    except FileError as error:
        raise FileError(f"{name} {error}") from None


def _of_zip(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the path in the package and the content of each table in a wheel.

    Raises:
        FileError: the wheel holds no package, is broken, or exceeds a limit.
    """
    if body.count(_ENTRY) > MEMBERS:  # before zipfile makes an object for each entry
        raise FileError(f"holds more than {MEMBERS:,} files; give the folder that has generated/")
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            names = [info.filename for info in archive.infolist() if not info.is_dir()]
            for name, inner in choose(names):
                if archive.getinfo(name).compress_type not in _PACKED:
                    raise FileError("compressed by a method that is not supported; use deflate")
                with archive.open(name) as file:
                    yield inner, file.read(MAX_BYTES + 1)
    except FileError:
        raise
    except _BROKEN:
        raise FileError("a broken archive, or one with a password") from None


def choose(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (name, path in the package) of each table among names of files.

    If there are several packages, the outermost package counts.

    Raises:
        FileError: there is no package.
    """
    every = sorted(names)  # a name twice is yielded twice
    known = set(every)
    whole = list(_packages(known))
    if not whole:
        raise FileError(f"holds no {PACKAGE}")
    chosen = min(whole, key=lambda folder: (folder.name != PACKAGE, len(folder.parts), str(folder)))
    beside = not any(PurePosixPath(name).parent == chosen / EDITORS for name in known)
    home = chosen.parent if beside else chosen
    homes = {chosen: chosen, chosen / SCHEMAS: chosen, home / EDITORS: home}
    for name in every:
        path = PurePosixPath(name)
        if path.parent in homes:
            inner = str(path.relative_to(homes[path.parent]))
            if is_table(inner):
                yield name, inner


def _packages(names: AbstractSet[str]) -> Iterator[PurePosixPath]:
    """Yield the folders that have the tables of rules and of operations."""
    for path in map(PurePosixPath, names):
        if path.name == RULES and str(path.parent / OPERATIONS) in names:
            yield path.parent


def collect(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Return files by name, reading them one by one within the limit.

    Raises:
        FileError: the files are longer than tables can be, or a file is there twice.
    """
    found: dict[str, bytes] = {}
    size = 0
    for name, content in files:
        if name in found:
            raise FileError(f"{escape_name(name)} {TWICE}")
        size += len(content)
        if size > MAX_BYTES:
            raise FileError(_TOO_LONG)
        found[name] = content
    return found
