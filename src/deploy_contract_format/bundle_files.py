"""Bundles read from a folder or an archive, within limits.

This module reads only the tables, which are JSON files. It imports and runs no file of a bundle.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice
from pathlib import Path, PurePosixPath

from deploy_contract_format import archives, spec_digest
from deploy_contract_format.bundle_format import (
    ADVICE,
    EDITORS,
    OPERATIONS,
    PACKAGE,
    RULES,
    SCHEMAS,
)
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError, read_regular

MOST_BYTES = 8 << 20  # of the tables of one bundle together
MOST_FILES = 1_000


def read(path: Path) -> dict[str, bytes]:
    """Return the tables of a bundle by their paths in the package.

    Args:
        path: a folder (a checkout, its generated/, or the package itself), or an archive of one
            (wheel, .zip or .tar.gz).

    Raises:
        FileError: there is no bundle, one of its files cannot be read within the limits, or it is
            generated/ of a checkout whose spec/ has changed since.
    """
    if not path.is_dir():
        return collect(archives.content(path, choose, MOST_BYTES))
    folder = package_folder(path)
    if folder is None:
        raise FileError(f"holds no {PACKAGE} and no generated/ with {RULES}; {ADVICE}")
    spec_digest.require_current(folder)
    return read_folder(folder)


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
    found = sorted(islice(_tables(folder), MOST_FILES + 1))
    if len(found) > MOST_FILES:
        raise FileError(f"has more than {MOST_FILES:,} tables")
    return collect(_named(path, home) for home, path in found)


def _tables(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield (folder, file) of each table; its path in the package begins in that folder."""
    editors = folder if (folder / EDITORS).is_dir() else folder.parent
    for home, place, pattern in (
        (folder, folder, "*.json"),
        (folder, folder / SCHEMAS, "*.json"),
        (editors, editors / EDITORS, "*.schema.json"),
    ):
        for path in place.glob(pattern):
            yield home, path


def _named(path: Path, folder: Path) -> tuple[str, bytes]:
    """Return the path of a table in the package, and its content."""
    name = path.relative_to(folder).as_posix()
    return name, _content(path, folder, escape_name(name))


def _content(path: Path, folder: Path, name: str) -> bytes:
    """Return the content of a table; a link must lead to a file within the folder."""
    try:
        is_within = path.resolve(strict=True).is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # RuntimeError: before Python 3.13, of a loop
        raise FileError(f"{name} is a link that leads nowhere; put the file in its place") from None
    if not is_within:
        raise FileError(f"{name} is a link that leads out of the folder; put the file in its place")
    try:
        return read_regular(path, MOST_BYTES)
    except FileError as error:
        raise FileError(f"{name} {error}") from None


def choose(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (name, path in the package) of each table among names of files.

    If there are several packages, the outermost one counts.

    Raises:
        FileError: there is no package.
    """
    known = set(names)
    whole = list(_packages(known))
    if not whole:
        raise FileError(f"holds no {PACKAGE}")
    chosen = min(whole, key=lambda folder: (folder.name != PACKAGE, len(folder.parts), str(folder)))
    homes = dict.fromkeys((chosen, chosen / SCHEMAS), chosen)
    beside = not any(PurePosixPath(name).parent == chosen / EDITORS for name in known)
    home = chosen.parent if beside else chosen
    homes[home / EDITORS] = home
    for name in sorted(known):
        path = PurePosixPath(name)
        if path.suffix == ".json" and path.parent in homes:
            yield name, str(path.relative_to(homes[path.parent]))


def _packages(names: AbstractSet[str]) -> Iterator[PurePosixPath]:
    """Yield the folders that have the tables of rules and of operations."""
    for path in map(PurePosixPath, names):
        if path.name == RULES and str(path.parent / OPERATIONS) in names:
            yield path.parent


def collect(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Return files by name, reading them one by one within the limit.

    Raises:
        FileError: they are longer than tables can be, or the main ones are missing.
    """
    found: dict[str, bytes] = {}
    size = 0
    for name, content in files:
        if name in found:
            raise FileError(f"{escape_name(name)} {archives.TWICE}")
        size += len(content)
        if size > MOST_BYTES:
            raise FileError(f"its tables are longer than {MOST_BYTES:,} bytes")
        found[name] = content
    require(found, (RULES, OPERATIONS))
    return found


def require(files: Mapping[str, bytes], names: Iterable[str]) -> None:
    """Raise FileError if one of the named files is missing."""
    for name in names:
        if name not in files:
            raise FileError(f"has no {name}; {ADVICE}")
