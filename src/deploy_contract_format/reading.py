"""Reading of regular files within a limit. Other kinds of files are refused at once."""

import os
import stat
from os import PathLike

from deploy_contract_format.errors import QuietError

_NONBLOCK = getattr(os, "O_NONBLOCK", 0)  # Windows has none
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_BLOCK = 1 << 12  # bytes that are read first of a file of unknown size
_YAML_ENDINGS = (".yaml", ".yml")
# first bytes of a JSON text: an object, array or string, a byte order mark, or an empty text
_JSON_BEGINNINGS = (b"{", b"[", b'"', b"\xef", b"\xff", b"\xfe", b"")


class FileError(QuietError, ValueError):
    """A file that cannot be read, or whose content is not valid. The text of the error is one line.

    `read_regular` leaves the name of the file to its caller. `missing`: there is no such file.
    """

    def __init__(self, text: str, *, missing: bool = False) -> None:
        super().__init__(text)
        self.missing = missing


def is_yaml(name: str, body: bytes) -> bool:
    """Return True if a file is YAML by its name, or else by its first character."""
    lowered = name.lower()
    if lowered.endswith(_YAML_ENDINGS):
        return True
    if lowered.endswith(".json"):
        return False
    return body.lstrip()[:1] not in _JSON_BEGINNINGS


def read_regular(path: str | PathLike[str], limit: int) -> bytes:
    """Return the content of a regular file, or of a regular file to which a symbolic link leads.

    This function never waits for a writer.

    Raises:
        FileError: the file is missing, is not a regular file, is longer than `limit` bytes, or
            cannot be read.
    """
    try:
        # check before opening, since opening some devices has effects
        _require_regular(os.stat(path))  # noqa: PTH116 - importing pathlib costs more than a verdict
        with open(path, "rb", opener=_open_at_once) as file:
            status = os.fstat(file.fileno())
            _require_regular(status)  # the path may name another file by now
            if status.st_size > limit:  # also refuses sparse files at once
                raise FileError(_too_long(limit))
            content = file.read(min(limit, status.st_size or _BLOCK) + 1)
            # a file may grow, and files that the system generates, as in /proc, have size 0
            while len(content) <= limit and (more := file.read(len(content))):
                content += more
            if len(content) > limit:
                raise FileError(_too_long(limit))
            return content
    except (FileNotFoundError, NotADirectoryError):
        raise FileError("there is no such file", missing=True) from None
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror or type(error).__name__}") from None
    except FileError:
        raise
    except ValueError:
        # the name has a NUL, or the system cannot encode it
        raise FileError("not a file name") from None


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | _NONBLOCK)


def _require_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = _KINDS.get(stat.S_IFMT(status.st_mode), "something else")
        raise FileError(f"is {kind}, not a regular file; check the path")


def _too_long(limit: int) -> str:
    whole, rest = divmod(limit, 1 << 20)
    size = f"{limit} bytes" if rest or not whole else f"{whole} MiB"
    return f"is longer than {size}"
