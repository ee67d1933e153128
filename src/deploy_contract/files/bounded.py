"""Regular files: read within a limit, and replaced as a whole."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath

from deploy_contract.exceptions import ContractError
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError, read_regular

__all__ = ["escape_name", "read", "replacing"]


def read(path: str | PathLike[str], limit: int, role: str = "") -> bytes:
    """Return the bytes of a regular file. Pipes and devices are refused without a wait.

    `limit`: the greatest number of bytes; `role`: the use of the file, such as "policy".

    Raises:
        ContractError: one line with the name of the file and the reason why it cannot be read.
    """
    try:
        return read_regular(path, limit)
    except FileError as error:
        name = f"{role} {escape_name(fspath(path))}".strip()
        raise ContractError(f"{name}: {error}") from None


@contextmanager
def replacing(path: str, content: bytes, like: os.stat_result | None = None) -> Iterator[None]:
    """Write the new content of a file beside the file, and replace the file when the block ends.

    The file need not exist. If this function or the block raises, the file keeps its old content.
    `like` is the status of the file whose mode and owner the new file gets; None gives the usual
    mode.

    Raises:
        OSError, ValueError: the file cannot be written.
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
