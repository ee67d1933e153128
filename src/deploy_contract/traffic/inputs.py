"""Files of recorded traffic: regular files, pipes and standard input, with or without gzip."""

import mmap
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any, BinaryIO, NamedTuple, Self, TypeAlias

from deploy_contract.files.documents import STANDARD_INPUT, UnreadableError
from deploy_contract_format.printing import escape_name

MAX_EXPANSION = 200  # times that gzip may expand what is longer than the next
FREE_EXPANSION = 1 << 30  # bytes
BLOCK = 1 << 20  # bytes of one read

_GZIP = b"\x1f\x8b"
_GZIP_FORMAT = 31  # of zlib: gzip with the largest window
Text: TypeAlias = bytes | mmap.mmap


class RawEntry(NamedTuple):
    """An entry of a HAR file, or a line, as it was written.

    Attributes:
        number: position in the file, from 1.
        body: the text; None if it is too long, or has too many values.
        started: of HAR: the time in seconds since 1970, if it is known.
    """

    number: int
    body: bytes | None
    started: float | None = None


class Input:
    """An open file of traffic, to be read once.

    Attributes:
        name: as the caller gave it; "-" is standard input.
        head: its first bytes: the first line, or 1 MiB, or more.
    """

    def __init__(self, name: str) -> None:
        """Open a file by its name.

        Raises:
            UnreadableError: there is no such file, or it cannot be read.
        """
        self.name = name
        with ExitStack() as files:
            with self._readable():
                file = self._open(files)
                status = os.fstat(file.fileno()) if name != STANDARD_INPUT else None
            self._mapped = file if status is not None and stat.S_ISREG(status.st_mode) else None
            self._blocks = self._read(file)
            self.head = self._take_head()
            if self.head[:2] == _GZIP:
                self._mapped = None
                self._blocks = self._unpack(chain([self.head], self._blocks))
                self.head = self._take_head()
            self._files = files.pop_all()

    def _open(self, files: ExitStack) -> BinaryIO:
        if self.name != STANDARD_INPUT:
            return files.enter_context(open(self.name, "rb"))  # noqa: PTH123 - closed by `close`
        if sys.stdin is None:
            raise UnreadableError("-: cannot be read: there is no standard input")
        return sys.stdin.buffer  # it stays open

    def _take_head(self) -> bytes:
        head = b""
        for block in self._blocks:
            head += block
            if len(head) >= BLOCK or b"\n" in block:
                break
        return head

    def blocks(self) -> Iterator[bytes]:
        """Yield the bytes of the file, in blocks of at most some MiB.

        Raises:
            UnreadableError: the file cannot be read further, or its gzip data is damaged.
        """
        yield self.head
        yield from self._blocks

    def text(self, limit: int) -> Text | None:
        """Return the whole file, mapped into memory; None if it has more bytes than `limit`.

        A pipe, and what gzip holds, are copied to a temporary file before.
        """
        with self._readable():
            file: Any = self._mapped
            if file is None:
                file = self._files.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - closed by `close`
                for block in self.blocks():
                    file.write(block)
                    if file.tell() > limit:
                        return None
                file.flush()
            size = file.seek(0, os.SEEK_END)
            if size > limit:
                return None
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""

    def _read(self, file: Any) -> Iterator[bytes]:
        while True:
            with self._readable():
                block = file.read1(BLOCK)
            if not block:
                return
            yield block

    def _unpack(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """Yield what gzip (RFC 1952) holds. It may not expand without end."""
        packed = size = 0
        unpacker = zlib.decompressobj(_GZIP_FORMAT)
        try:
            for block in blocks:
                packed += len(block)
                left = block
                while left:
                    if unpacker.eof:
                        left = left.lstrip(b"\0")  # padding after a member
                        unpacker = zlib.decompressobj(_GZIP_FORMAT) if left else unpacker
                    found = unpacker.decompress(left, BLOCK)
                    left = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
                    size += len(found)
                    if size > max(FREE_EXPANSION, MAX_EXPANSION * packed):
                        raise self._error(f"the gzip data expands more than {MAX_EXPANSION} times")
                    if found:
                        yield found
            if rest := unpacker.flush():
                yield rest
        except zlib.error:
            raise self._error("the gzip data is damaged or cut off") from None
        if not unpacker.eof:
            raise self._error("the gzip data is damaged or cut off")

    def _error(self, text: str) -> UnreadableError:
        return UnreadableError(f"{escape_name(self.name)}: {text}")

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Turn errors of the system into UnreadableError, one line that names the file."""
        try:
            yield
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            text = f"{escape_name(self.name)}: cannot be read: {reason or 'not a file name'}"
            raise UnreadableError(text, self.name) from None

    def close(self) -> None:
        """Close the file. Standard input stays open."""
        self._files.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
