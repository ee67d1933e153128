"""Regular files that options name: bounded reading, and writing of a whole file or nothing."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath

from deploy_contract.exceptions import ContractError
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError, read_regular

__all__ = ["escape_name", "read", "replacing"]


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


@contextmanager
def replacing(path: str, content: bytes, like: os.stat_result | None = None) -> Iterator[None]:
    """Write a new file beside another one, and put it in its place when the block ends.

    Args:
        path: the name of the file, which need not exist.
        content: its new content.
        like: the file whose mode, and if that is allowed whose owner, the new one gets.

    Raises:
        OSError, ValueError: it cannot be written. Nothing has changed, as if the block raises.
    """
    folder, base = os.path.split(path)
    new = os.path.join(folder, f".{base[:100]}.{os.urandom(8).hex()}")  # noqa: PTH118
    try:
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if like else 0o666)
        with os.fdopen(file, "wb") as stream:
            stream.write(content)
            stream.flush()
            if like:
                own = os.fstat(file)
                if (own.st_uid, own.st_gid) != (like.st_uid, like.st_gid):
                    os.fchown(file, like.st_uid, like.st_gid)
                os.fchmod(file, stat.S_IMODE(like.st_mode))
            os.fsync(file)
        yield
        os.replace(new, path)  # noqa: PTH105 - importing pathlib costs more than a verdict
    except BaseException:
        with suppress(OSError, ValueError):
            os.unlink(new)  # noqa: PTH108
        raise
