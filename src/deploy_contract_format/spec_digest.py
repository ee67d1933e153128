"""The digest of the files in spec/ that verdicts depend on. The generator writes it into a bundle."""

import hashlib
from pathlib import Path

from deploy_contract_format.reading import FileError, read_regular

MAX_BYTES = 16 << 20  # of a file of the spec
OPENAPI, RULES, SCHEMAS = "openapi.yaml", "rules.yaml", "schemas"


def digest(spec: Path) -> str:
    """Return the digest of a spec/ folder, without its examples, its suite and its guides.

    Raises:
        FileError: a file cannot be read.
    """
    total = hashlib.sha256()
    for path in (spec / OPENAPI, spec / RULES, *sorted((spec / SCHEMAS).glob("*.yaml"))):
        name = path.relative_to(spec).as_posix()
        try:
            content = read_regular(path, MAX_BYTES)
        except FileError as error:
            raise FileError(f"spec/{name} {error}") from None
        content = content.replace(b"\r\n", b"\n")  # as git may check it out
        total.update(f"{name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()
