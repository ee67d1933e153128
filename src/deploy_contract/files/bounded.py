"""Bounded reading of regular files that options name, such as policies and settings."""

from os import PathLike, fspath

from deploy_contract.exceptions import ContractError
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError, read_regular

__all__ = ["escape_name", "read"]


def read(path: str | PathLike[str], limit: int, what: str = "") -> bytes:
    """Return the bytes of a regular file. It never waits for a pipe or a device.

    Args:
        path: name of the file.
        limit: most bytes that the file may have.
        what: what the file is, for the message: "policy".

    Raises:
        ContractError: one line that names the file and says why it cannot be read.
    """
    try:
        return read_regular(path, limit)
    except FileError as error:
        name = f"{what} {escape_name(fspath(path))}".strip()
        raise ContractError(f"{name}: {error}") from None
