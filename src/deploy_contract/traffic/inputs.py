"""Files of recorded traffic: regular files, pipes and standard input, with or without gzip."""

import gzip
import io
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO, Self

from deploy_contract.files.documents import STANDARD_INPUT, UnreadableError
from deploy_contract_format.printing import escape_name

MAX_EXPANSION = 200  # times that gzip may expand what is longer than the next
FREE_EXPANSION = 1 << 30  # bytes

_BLOCK = 1 << 20
_GZIP = b"\x1f\x8b"
_HAS_PREAD = hasattr(os, "pread")  # it leaves the buffer of the file alone


class Input:
    """An open file of traffic. It is closed when it is collected, or by `close`.

    Attributes:
        name: as the caller gave it; "-" is standard input.
        path: absolute path, if other processes can read the same bytes there; else None.
        size: bytes of the file; None for a pipe, and for gzip.
    """

    def __init__(
        self, name: str, files: Sequence[BinaryIO], path: str | None, size: int | None
    ) -> None:
        """Make an input of open files. The last one is read; it may read those before."""
        self.name = name
        self.path = path
        self.size = size
        self._files = list(files)
        self._file = files[-1]

    @classmethod
    def open(cls, name: str) -> Self:
        """Open a file by its name.

        Raises:
            UnreadableError: there is no such file, or it cannot be read.
        """
        with readable(name):
            if name == STANDARD_INPUT:
                if sys.stdin is None:
                    raise UnreadableError("-: cannot be read: there is no standard input")
                raw: io.RawIOBase = _StandardInput()
                path, size = None, None
            else:
                raw = open(name, "rb", buffering=0)  # noqa: PTH123, SIM115 - closed by its owner
                status = os.fstat(raw.fileno())
                is_regular = stat.S_ISREG(status.st_mode)
                path = os.path.abspath(name) if is_regular else None  # noqa: PTH100 - a text
                size = status.st_size if is_regular else None
            file = io.BufferedReader(raw, _BLOCK)
            if file.peek(2)[:2] == _GZIP:
                expanded = io.BufferedReader(_Gzip(name, file), _BLOCK)
                return cls(name, (file, expanded), None, None)
            return cls(name, (file,), path, size)

    def peek(self) -> bytes:
        """Return some bytes from the start, as long as nothing was read."""
        with readable(self.name):
            return self._file.peek(_BLOCK)  # type: ignore[attr-defined,no-any-return]

    def readline(self, limit: int) -> bytes:
        """Return the rest of a line with its break, at most `limit` bytes of it."""
        with readable(self.name):
            return self._file.readline(limit)

    def seek(self, offset: int) -> None:
        """Go to an offset of a regular file."""
        with readable(self.name):
            self._file.seek(offset)

    def tell(self) -> int:
        """Return the number of bytes that were read."""
        return self._file.tell()

    def read(self, size: int) -> bytes:
        """Return the next bytes, fewer at the end."""
        with readable(self.name):
            return self._file.read(size)

    def read_at(self, offset: int, size: int) -> bytes:
        """Return bytes at an offset of a regular file, or of one that was stored."""
        with readable(self.name):
            if _HAS_PREAD:
                return os.pread(self._file.fileno(), size, offset)
            self._file.seek(offset)
            return self._file.read(size)

    def store(self, limit: int) -> bool:
        """Copy a pipe, or what gzip holds, to a temporary file, which can be read at any offset.

        Args:
            limit: most bytes to copy.

        Returns:
            False if there are more.
        """
        if self.size is not None:
            return self.size <= limit
        kept: Any = tempfile.TemporaryFile(buffering=_BLOCK)  # noqa: SIM115 - closed by its owner
        self._files.append(kept)
        size = 0
        while block := self.read(min(_BLOCK, limit + 1 - size)):
            size += len(block)
            with readable(self.name):
                kept.write(block)
        kept.seek(0)
        self._file, self.size = kept, size
        return size <= limit

    def close(self) -> None:
        """Close the file. Standard input stays open."""
        for file in reversed(self._files):
            file.close()

    def __del__(self) -> None:
        """Close the file of an input that nobody uses any more."""
        if hasattr(self, "_files"):
            self.close()


@contextmanager
def readable(name: str) -> Iterator[None]:
    """Turn errors of the system into UnreadableError, one line that names the file."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        text = f"{escape_name(name)}: cannot be read: {reason or 'not a file name'}"
        raise UnreadableError(text, name) from None


class _StandardInput(io.RawIOBase):
    """Standard input, which stays open when this is closed."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Read into a buffer."""
        block = sys.stdin.buffer.read1(len(buffer))  # type: ignore[union-attr] # a buffer has it
        buffer[: len(block)] = block
        return len(block)


class _Gzip(io.RawIOBase):
    """The content of a gzip file. It may not expand without end."""

    def __init__(self, name: str, file: BinaryIO) -> None:
        super().__init__()
        self._name = escape_name(name)
        self._packed = _Counted(file)
        self._file = gzip.GzipFile(fileobj=self._packed)  # type: ignore[call-overload] # read alone
        self._size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Read into a buffer. Raises UnreadableError for damaged gzip, and for a bomb."""
        try:
            block = self._file.read1(len(buffer))
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise UnreadableError(f"{self._name}: the gzip data is damaged or cut off") from None
        self._size += len(block)
        if self._size > max(FREE_EXPANSION, MAX_EXPANSION * self._packed.size):
            raise UnreadableError(
                f"{self._name}: the gzip data expands more than {MAX_EXPANSION} times"
            )
        buffer[: len(block)] = block
        return len(block)


class _Counted:
    """A file that counts the bytes that are read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        block = self._file.read(size)
        self.size += len(block)
        return block
