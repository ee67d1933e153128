"""The digest of the files in spec/ that verdicts depend on.

The generator writes the digest into a bundle. `Bundle.load` compares it in a checkout, and refuses
a bundle if spec/ has changed since the bundle was made.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from deploy_contract_format.bundle_format import ADVICE, PACKAGE, SPEC_DIGEST
from deploy_contract_format.reading import FileError, read_regular

MOST = 16 << 20  # bytes of a file of the spec
OPENAPI, RULES, SCHEMAS = "openapi.yaml", "rules.yaml", "schemas"
STALE = "generated/ was not made from this spec/"


def digest(spec: Path) -> str:
    """Return the digest of a spec/ folder. Its examples, its suite and its guides do not count.

    Raises:
        FileError: a file cannot be read.
    """
    total = hashlib.sha256()
    for path in _files(spec):
        name = path.relative_to(spec).as_posix()
        try:
            content = read_regular(path, MOST)
        except FileError as error:
            raise FileError(f"spec/{name} {error}") from None
        content = content.replace(b"\r\n", b"\n")  # as git may check it out
        total.update(f"{name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def _files(spec: Path) -> Iterator[Path]:
    yield spec / OPENAPI
    yield spec / RULES
    yield from sorted((spec / SCHEMAS).glob("*.yaml"))


def made_from(folder: Path) -> str | None:
    """Return the digest in the folder of a package. Bundles of earlier generators have none."""
    path = folder / SPEC_DIGEST
    return read_regular(path, 100).decode("ascii", "replace").strip() if path.is_file() else None


def require_current(folder: Path) -> None:
    """Refuse the generated package of a checkout whose spec/ has changed since.

    Args:
        folder: the folder of a package. If it is not generated/ of a checkout, nothing is compared.

    Raises:
        FileError: the package was not made from the spec/ beside it.
    """
    package = folder.resolve()
    spec = package.parent.parent / "spec"
    is_in_checkout = package.parts[-2:] == ("generated", PACKAGE)
    if is_in_checkout and (spec / OPENAPI).is_file():
        made = made_from(folder)
        if made is not None and made != digest(spec):
            raise FileError(f"{STALE}; {ADVICE}")
