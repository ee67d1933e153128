"""Recordings: files, pipes and standard input, in HAR or with an exchange on each line, or gzip.

They are cut into partitions, which any process can read and judge on its own. Where they are cut
depends on the recording alone, so every number of processes gives one answer.

The text of a HAR file (HTTP Archive 1.2) is followed by its brackets. Only entries are parsed, one
at a time, so memory does not grow with the file.
"""

import json
import math
import mmap
import os
import re
import stat
import sys
import tempfile
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any, BinaryIO, NamedTuple, Self, TypeAlias

from deploy_contract.files.documents import STANDARD_INPUT, UnreadableError
from deploy_contract.traffic.exchanges import (
    MAX_CONTAINERS,
    TOO_LONG,
    EntryError,
    LogFormat,
    RecordedExchange,
    read_line,
    start_time,
)
from deploy_contract_format.errors import QuietError
from deploy_contract_format.printing import escape_name

MAX_EXPANSION = 200  # times that gzip may expand what is longer than the next
FREE_EXPANSION = 1 << 30  # bytes
BLOCK = 1 << 20  # bytes of one read

_BREAK = b"\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
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


# --- HAR

MAX_BYTES = 1 << 30
MAX_ENTRIES = 1_000_000
MAX_ENTRY_BYTES = 32 << 20  # a parsed entry takes up to 20 times as many

_DIAGNOSED_BYTES = 1 << 20  # a malformed file up to this size is parsed again for a better message
_CONTINUED = bytes(range(0x80, 0xC0))  # the bytes after the first of a character in UTF-8
_BROKEN = "not a HAR file: invalid or truncated JSON"

_BLANKS = re.compile(rb"[ \t\r\n]*+")
# scalars, opening brackets, closing brackets: a run of brackets takes one step
_TO_BRACKETS = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{\[]*+)([}\]]*+)', re.DOTALL)
_SCALAR = re.compile(rb'[^\s,:{}\[\]"]++')
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)


class StructureError(QuietError):
    """The text is invalid JSON, or is cut off, at byte `offset`."""

    def __init__(self, offset: int) -> None:
        super().__init__("invalid or truncated JSON")
        self.offset = offset


def har_entries(source: Input) -> Iterator[RawEntry]:
    """Yield the entries of a HAR file, oldest first. HAR leaves sorting to the reader.

    An entry without a time takes that of the entry before.

    Raises:
        UnreadableError: the file cannot be read, is not a HAR file, or exceeds a limit.
    """
    name = escape_name(source.name)
    text = source.text(MAX_BYTES)
    if text is None:
        raise UnreadableError(f"{name}: longer than {MAX_BYTES:,} bytes; record less, or split it")
    try:
        spans = find_entries(text)
    except StructureError as fault:
        raise _malformed(name, text, fault.offset) from None
    except MemoryError:
        raise UnreadableError(f"{name}: not enough memory to read it") from None
    if spans is None:
        raise _malformed(name, text)
    if len(spans) > 2 * MAX_ENTRIES:
        raise UnreadableError(
            f"{name}: more than {MAX_ENTRIES:,} entries; record less, or split it"
        )
    times, last = array("d"), -math.inf
    for index in range(0, len(spans), 2):
        start, end = spans[index], spans[index + 1]
        try:
            entry = json.loads(text[start:end].decode("utf-8")) if end > 0 else None
        except (RecursionError, ValueError):  # ValueError: too many digits, or not UTF-8
            raise _malformed(name, text, start) from None
        started = start_time(entry.get("startedDateTime") if isinstance(entry, dict) else None)
        last = last if started is None else started
        times.append(last)
    for index in array("q", sorted(range(len(times)), key=times.__getitem__)):
        start, end = spans[2 * index], spans[2 * index + 1]
        body = None if end < 0 else text[start:end]
        yield RawEntry(index + 1, body, times[index] if times[index] > -math.inf else None)


def find_entries(text: Text) -> "array[int] | None":
    """Return start and end of each item of log.entries in turn; None if there is no such array.

    The end of an entry that exceeds a limit is -1. If a member occurs twice, the last one counts,
    as in other JSON readers.

    Raises:
        StructureError: the text outside the entries is invalid JSON, or is cut off.
    """
    reader = _Reader(text)
    found = reader.entries(("log", "entries"))
    if reader.sign():
        raise StructureError(reader.at)
    return found


class _Reader:
    """A reader that goes forward through a JSON text. `at` is where it is."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self.at = len(_BYTE_ORDER_MARK) if text[:3] == _BYTE_ORDER_MARK else 0

    def sign(self) -> bytes:
        """Pass over blanks. Return the next byte, or none at the end."""
        self.at = self._end(_BLANKS)
        return self._text[self.at : self.at + 1]

    def entries(self, path: tuple[str, ...]) -> "array[int] | None":
        """Pass over a value. Return the starts and ends of the array at a path in it."""
        sign, found = self.sign(), None
        if path and sign == b"{":
            for _ in self._items(b"{", b"}"):
                name = self._key()
                if name == path[0]:
                    found = self.entries(path[1:])
                else:
                    self._skip()
            return found
        if path or sign != b"[":
            self._skip()
            return None
        found = array("q")
        for _ in self._items(b"[", b"]"):
            self.sign()
            start = self.at
            fits = self._skip() <= MAX_CONTAINERS and self.at - start <= MAX_ENTRY_BYTES
            if len(found) <= 2 * MAX_ENTRIES:
                found.extend((start, self.at if fits else -1))
        return found

    def _end(self, pattern: re.Pattern[bytes]) -> int:
        match = pattern.match(self._text, self.at)
        if match is None:
            raise StructureError(self.at)
        return match.end()

    def _take(self, sign: bytes) -> None:
        if self.sign() != sign:
            raise StructureError(self.at)
        self.at += 1

    def _items(self, opening: bytes, closing: bytes) -> Iterator[None]:
        """Stop at each item between brackets. The caller passes over the item."""
        self._take(opening)
        if self.sign() != closing:
            yield
            while self.sign() == b",":
                self.at += 1
                yield
        self._take(closing)

    def _key(self) -> object:
        """Pass over a key and the colon. Return the key."""
        self.sign()
        start, self.at = self.at, self._end(_STRING)
        key: object = None
        if self.at - start < 100:  # a longer key is not one of those on the path
            try:
                key = json.loads(self._text[start : self.at])
            except ValueError:
                raise StructureError(start) from None
        self._take(b":")
        return key

    def _skip(self) -> int:
        """Pass over a value. Return the number of arrays and objects in it."""
        sign = self.sign()
        if sign not in (b"{", b"["):
            self.at = self._end(_STRING if sign == b'"' else _SCALAR)
            return 0
        depth = count = 0
        while True:
            match = _TO_BRACKETS.match(self._text, self.at)
            assert match
            opening, closing = match.span(1)
            end = match.end()
            if end == self.at:  # at the end of the file, or at a string that never ends
                raise StructureError(self.at)
            count += closing - opening
            depth += closing - opening
            if depth <= end - closing:
                self.at = closing + depth
                return count
            depth -= end - closing
            self.at = end


def _malformed(name: str, text: Text, offset: int | None = None) -> UnreadableError:
    """Return the error for a file that is not HAR. `offset`: of the JSON error, if there is one."""
    if len(text) <= _DIAGNOSED_BYTES:
        try:
            json.loads(text[:].decode("utf-8-sig"))
        except UnicodeDecodeError:
            return UnreadableError(f"{name}: not a HAR file: not UTF-8")
        except json.JSONDecodeError as error:
            return UnreadableError(f"{name}:{error.lineno}:{error.colno}: {_BROKEN}")
        except (RecursionError, ValueError):  # ValueError: a number with too many digits
            return UnreadableError(
                f"{name}: not a HAR file: nested too deeply, or a number too long"
            )
    if offset is None:
        return UnreadableError(f"{name}: not a HAR file: it has no array log.entries")
    line, column = 1, 1
    for at in range(0, offset, BLOCK):
        *lines, last = text[at : min(at + BLOCK, offset)].translate(None, _CONTINUED).split(_BREAK)
        line += len(lines)
        column = len(last) + (1 if lines else column)
    return UnreadableError(f"{name}:{line}:{column}: {_BROKEN}")


# --- partitions

MAX_LINE_BYTES = 8 << 20
PARTITION_BYTES = 1 << 20
PARTITION_ENTRIES = 10_000

# an exchange in a file of its own, over several lines, as Envoy's tap filter writes it
_ONE_EXCHANGE = re.compile(rb'\s*{[ \t]*\r?\n\s*"(?!log")')
_HAR_ENDINGS = (".har", ".har.gz")
_LINE_ENDINGS = (".ndjson", ".jsonl", ".log", ".ndjson.gz", ".jsonl.gz", ".log.gz")


class Entry(NamedTuple):
    """An entry or line of a recording.

    Attributes:
        number: of the entry or line, from 1.
        started: when it was recorded, in seconds since 1970, or None.
        exchange: its messages, or the reason why there are none.
    """

    number: int
    started: float | None
    exchange: RecordedExchange | str


class Partition(NamedTuple):
    """A part of a recording. It can be sent to another process.

    Attributes:
        name: the file, as the caller gave it.
        entries: its entries or lines.
        is_har: whether they are of a HAR file.
    """

    name: str
    entries: list[RawEntry]
    is_har: bool = False


def split(names: Iterable[str]) -> Iterator[Partition]:
    """Yield the partitions of recordings, in the order of recording.

    Args:
        names: HAR files, and files with a JSON object on each line, with or without gzip; "-" is
            standard input.

    Raises:
        UnreadableError: a file cannot be read, or is no recording.
    """
    for name in names:
        with Input(name) as source:
            yield from split_input(source)


def split_input(source: Input) -> Iterator[Partition]:
    """Yield the partitions of an open file, as `split` does."""
    name = source.name.lower()
    head = source.head.removeprefix(_BYTE_ORDER_MARK)
    if not name.endswith(_HAR_ENDINGS):
        if _ONE_EXCHANGE.match(head):
            return _partitions(source.name, line_entries(_one_line(source)))
        if name.endswith(_LINE_ENDINGS) or _begins_with_a_line(head):
            return _partitions(source.name, line_entries(lines_of(source)))
    return _partitions(source.name, har_entries(source), is_har=True)


def _begins_with_a_line(head: bytes) -> bool:
    line, _, rest = head.lstrip().partition(_BREAK)
    try:
        value = json.loads(line)
    except (RecursionError, ValueError):
        return rest.startswith(b"{")  # the first line is broken
    return isinstance(value, dict) and "log" not in value


def _one_line(source: Input) -> Iterator[bytes | bytearray]:
    """Yield a whole file, or the beginning of one that is too long."""
    body = b""
    for block in source.blocks():
        body += block
        if len(body) > MAX_LINE_BYTES:
            break
    yield body


def lines_of(source: Input) -> Iterator[bytes | bytearray]:
    """Yield the lines of a file, those before a damage too. One that is too long is cut."""
    kept = bytearray()
    try:
        for block in source.blocks():
            kept += block
            *lines, kept = kept.split(_BREAK)
            yield from lines
            del kept[MAX_LINE_BYTES + 1 :]
    except UnreadableError:
        yield kept
        raise
    yield kept


def line_entries(lines: Iterable[bytes | bytearray]) -> Iterator[RawEntry]:
    """Yield the lines that are not blank."""
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_BYTES:
            yield RawEntry(number, None)
        elif line and not line.isspace():
            yield RawEntry(number, bytes(line))


def _partitions(
    name: str, entries: Iterable[RawEntry], *, is_har: bool = False
) -> Iterator[Partition]:
    """Yield the partitions of the entries of a file, those before a damage too."""
    rows: list[RawEntry] = []
    size = 0
    try:
        for entry in entries:
            length = len(entry.body or b"")
            if rows and (size + length > PARTITION_BYTES or len(rows) == PARTITION_ENTRIES):
                yield Partition(name, rows, is_har)
                rows, size = [], 0
            rows.append(entry)
            size += length
    except UnreadableError:
        if rows:
            yield Partition(name, rows, is_har)
        raise
    if rows:
        yield Partition(name, rows, is_har)


def read_entries(partition: Partition, formats: Sequence[LogFormat] = ()) -> Iterator[Entry]:
    """Yield the entries of a partition. `formats`: those of lines to try first."""
    for number, body, started in partition.entries:
        own: float | None = None
        exchange: RecordedExchange | str = TOO_LONG
        try:
            if body is not None:
                line = body.removeprefix(_BYTE_ORDER_MARK)
                own, exchange = read_line(line, () if partition.is_har else formats)
        except EntryError as error:
            exchange = str(error)
        yield Entry(number, started if partition.is_har else own, exchange)
