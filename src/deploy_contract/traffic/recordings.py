"""Recordings: files, pipes and standard input, in HAR or with an exchange on each line.

They may be compressed by gzip. Each recording is cut into partitions, which any process can read
and judge on its own. The cuts depend only on the recording, so the result is the same for every
number of processes.

In a HAR file (HTTP Archive 1.2), entries are found by counting brackets. Only entries are parsed,
one at a time, so memory does not grow with the file.
"""

import gzip
import io
import json
import math
import mmap
import os
import re
import sys
import tempfile
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, count
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.files.documents import STANDARD_INPUT, UnreadableError, unreadable
from deploy_contract.traffic.exchanges import (
    GZIP,
    MAX_CONTAINERS,
    TOO_LONG,
    EntryError,
    LogFormat,
    RecordedExchange,
    read_line,
    start_time,
)
from deploy_contract_format.errors import Place
from deploy_contract_format.reading import FileError

MAX_EXPANSION = 200  # times that gzip may expand data beyond `FREE_EXPANSION`
FREE_EXPANSION = 1 << 30  # bytes
BLOCK = 1 << 20  # bytes of one read

_BREAK = b"\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
Text: TypeAlias = bytes | mmap.mmap


class RawEntry(NamedTuple):
    """An unparsed entry of a HAR file, or a line; `number` counts from 1."""

    number: int
    body: bytes | None  # None if it is too long, or has too many values
    started: float | None = None  # of HAR: in seconds since 1970, if it is known


class _Counted:
    """A file that counts the bytes read from it. `head` has first bytes that were read before."""

    def __init__(self, head: bytes, file: Any) -> None:
        self._head, self._file = io.BytesIO(head), file
        self.size = 0

    def read(self, size: int = -1) -> bytes:
        found: bytes = self._head.read(size) or self._file.read1(size)
        self.size += len(found)
        return found


class Input(ExitStack):
    """An open file of traffic, to be read once. The end of a `with` block closes it.

    Standard input stays open. `head` has the first bytes: the first line, or 1 MiB, or more.
    """

    def __init__(self, name: str) -> None:
        """Open a file by its name; "-" is standard input.

        Raises:
            UnreadableError: there is no such file, or it cannot be read.
        """
        super().__init__()
        self.name, self.head = name, b""
        try:
            with self._readable():
                self._file = self._open()
                first = self._file.read1(BLOCK)
            self._blocks: Iterator[bytes] = chain([first], self._read(self._file))
            self._is_packed = first[:2] == GZIP
            if self._is_packed:
                self._blocks = self._unpack(_Counted(first, self._file))
            for block in self._blocks:
                self.head += block
                if len(self.head) >= BLOCK or _BREAK in block:
                    break
        except UnreadableError:
            self.close()
            raise

    def _open(self) -> Any:
        if self.name != STANDARD_INPUT:
            return self.enter_context(open(self.name, "rb"))  # noqa: PTH123 - any name
        if sys.stdin is None:
            raise unreadable(self.name, "cannot be read: there is no standard input")
        return sys.stdin.buffer  # it stays open

    def blocks(self) -> Iterator[bytes]:
        """Yield the bytes of the file, in blocks of at most some MiB.

        Raises:
            UnreadableError: the file cannot be read further, or its gzip data is damaged.
        """
        yield self.head
        yield from self._blocks

    def text(self, limit: int) -> Text | None:
        """Return the whole file, mapped into memory; None if it has more bytes than `limit`.

        A pipe and the content of gzip are copied to a temporary file first.
        """
        with self._readable():
            file = self._file
            if self._is_packed or self.name == STANDARD_INPUT or not file.seekable():
                file = self.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - closed later
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
        with self._readable():
            while block := file.read1(BLOCK):
                yield block

    def _unpack(self, packed: Any) -> Iterator[bytes]:
        """Yield the content of gzip data (RFC 1952). It may not expand too much."""
        size = 0
        for block in self._read(gzip.GzipFile(fileobj=packed, mode="rb")):
            size += len(block)
            if size > max(FREE_EXPANSION, MAX_EXPANSION * packed.size):
                reason = f"the gzip data expands more than {MAX_EXPANSION} times"
                raise unreadable(self.name, reason)
            yield block

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Turn errors of the system into UnreadableError, one line that names the file."""
        try:
            yield
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise unreadable(self.name, "the gzip data is damaged or cut off") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "not a file name"
            raise unreadable(self.name, f"cannot be read: {reason}") from None


# --- HAR

MAX_BYTES = 1 << 30
MAX_ENTRIES = 1_000_000
MAX_ENTRY_BYTES = 32 << 20  # a parsed entry takes up to 20 times as many
MAX_BYTES_AROUND = 4 << 20  # of the text around the entries, which is parsed as a whole

_INVALID = "invalid or truncated JSON"
_DEPTH = 3  # levels around an entry: the file, `log` and `entries`
_HOLE = b"-Infinity"  # marks the place of an entry, since no JSON has it
# scalars, opening brackets, closing brackets: a run of brackets takes one step
_TO_BRACKETS = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{\[]*+)([}\]]*+)', re.DOTALL)


def har_entries(source: Input) -> Iterator[RawEntry]:
    """Yield the entries of a HAR file, oldest first. HAR leaves sorting to the reader.

    An entry without a time takes the time of the entry before. If a member occurs twice, the last
    value counts, as in other JSON readers.

    Raises:
        UnreadableError: the file cannot be read, is not a HAR file, or exceeds a limit.
    """
    less = "record less, or split it"
    text = source.text(MAX_BYTES)
    if text is None:
        raise unreadable(source.name, f"longer than {MAX_BYTES:,} bytes; {less}")
    times, last = array("d"), -math.inf
    try:
        outline, spans = find_entries(text)
        is_whole = len(spans) <= 2 * MAX_ENTRIES
        items = _items(outline, len(spans) // 2) if is_whole else []
        if not is_whole or len(items) > MAX_ENTRIES:
            raise unreadable(source.name, f"more than {MAX_ENTRIES:,} entries; {less}")
        for item in items:
            body = _body(text, spans, item) if item.__class__ is int else None
            entry = {} if body is None else _parsed(body)
            started = start_time(entry.get("startedDateTime") if isinstance(entry, dict) else None)
            last = last if started is None else started
            times.append(last)
    except MemoryError:
        raise unreadable(source.name, "not enough memory to read it") from None
    except FileError as fault:
        place = _place_of_fault(text) if str(fault) == _INVALID else None
        raise unreadable(source.name, f"not a HAR file: {fault}", place) from None
    for index in array("q", sorted(range(len(times)), key=times.__getitem__)):
        started = times[index] if times[index] > -math.inf else None
        yield RawEntry(index + 1, _body(text, spans, items[index]), started)


def find_entries(text: Text) -> tuple[bytes, "array[int]"]:
    """Return a HAR file with holes for its entries, and start and end of each hole in turn.

    The end of an entry that exceeds a limit is negative. An object or array at the same depth
    elsewhere is a hole, too.

    Raises:
        FileError: there is too much text around the entries, or the end of one is missing.
    """
    spans, kept = array("q"), list[bytes]()
    at = depth = start = done = containers = around = 0
    while len(spans) <= 2 * MAX_ENTRIES:
        match = _TO_BRACKETS.match(text, at)
        assert match
        opening, closing = match.span(1)
        if match.end() == at:  # at the end of the file, or at a string that never ends
            break
        at = match.end()
        if depth <= _DEPTH < depth + closing - opening:
            start, containers = opening + _DEPTH - depth, depth - _DEPTH
            around += start - done
            if around > MAX_BYTES_AROUND:
                break
            kept.append(text[done:start])
        depth += closing - opening
        containers += closing - opening
        if depth - (at - closing) <= _DEPTH < depth:
            done = closing + depth - _DEPTH
            fits = containers <= MAX_CONTAINERS and done - start <= MAX_ENTRY_BYTES
            spans.extend((start, done if fits else -done))
            kept.append(_HOLE)
        depth -= at - closing
    rest = max(start, done)
    if around + len(text) - rest > MAX_BYTES_AROUND and len(spans) <= 2 * MAX_ENTRIES:
        limit = f"{MAX_BYTES_AROUND:,} bytes"
        raise FileError(f"truncated, or more than {limit} around the entries")
    kept.append(text[rest : rest + MAX_BYTES_AROUND])
    return b"".join(kept), spans


def _items(outline: bytes, number: int) -> list[Any]:
    """Return the entries: the number of a hole as an int, or the value of a scalar, never an int."""
    holes = count()

    def hole(word: str) -> Any:
        return next(holes) if word == _HOLE.decode() else None

    value = _parsed(outline, parse_int=float, parse_constant=hole)
    if next(holes) > number:  # the file itself has a -Infinity, which is not JSON
        raise FileError(_INVALID)
    log = value.get("log") if isinstance(value, dict) else None
    entries = log.get("entries") if isinstance(log, dict) else None
    if not isinstance(entries, list):
        raise FileError("it has no array log.entries")
    return entries


def _body(text: Text, spans: "array[int]", item: Any) -> bytes | None:
    if item.__class__ is not int:
        return json.dumps(item).encode()
    start, end = spans[2 * item], spans[2 * item + 1]
    return None if end < 0 else text[start:end]


def _parsed(body: bytes, **options: Any) -> Any:
    """Return the value of a part of the file. Raises FileError if it is not JSON."""
    try:
        return json.loads(body.decode("utf-8-sig"), **options)
    except UnicodeDecodeError:
        raise FileError("not UTF-8") from None
    except json.JSONDecodeError:
        raise FileError(_INVALID) from None
    except (RecursionError, ValueError):  # ValueError: a number with too many digits
        raise FileError("nested too deeply, or a number too long") from None


def _place_of_fault(text: Text) -> Place | None:
    """Return the place of the first fault of JSON, or None if the file is too long to parse."""
    try:
        json.loads(text[:].decode("utf-8-sig") if len(text) <= MAX_ENTRY_BYTES else "0")
    except json.JSONDecodeError as error:
        return Place(error.lineno, error.colno)
    except (RecursionError, ValueError):
        pass
    return None


# --- partitions

MAX_LINE_BYTES = 8 << 20
PARTITION_BYTES = 1 << 20
PARTITION_ENTRIES = 10_000

# a file with one exchange over several lines, as Envoy's tap filter writes it
_ONE_EXCHANGE = re.compile(rb'\s*{[ \t]*\r?\n\s*"(?!log")')
_HAR_ENDINGS = (".har", ".har.gz")
_LINE_ENDINGS = (".ndjson", ".jsonl", ".log", ".ndjson.gz", ".jsonl.gz", ".log.gz")


# number and time as in RawEntry, then the messages, or the reason why there are none
Entry: TypeAlias = tuple[int, float | None, RecordedExchange | str]


class Partition(NamedTuple):
    """A part of a recording. It can be sent to another process."""

    name: str  # the name of the file that the caller gave
    entries: tuple[RawEntry, ...]
    is_har: bool = False


def split(names: Iterable[str]) -> Iterator[Partition]:
    """Yield the partitions of recordings, in the order of recording.

    Args:
        names: HAR files, and files with a JSON object on each line, with or without gzip; "-" is
            standard input.

    Raises:
        UnreadableError: a file cannot be read, or is not a recording.
    """
    for name in names:
        with Input(name) as source:
            yield from split_input(source)


def split_input(source: Input) -> Iterator[Partition]:
    """Yield the partitions of an open file, as `split` does, up to the first damage."""
    lines = _lines(source)
    entries = har_entries(source) if lines is None else lines
    rows: list[RawEntry] = []
    size = 0
    try:
        for entry in entries:
            length = len(entry.body or b"")
            if rows and (size + length > PARTITION_BYTES or len(rows) == PARTITION_ENTRIES):
                yield Partition(source.name, tuple(rows), lines is None)
                rows, size = [], 0
            rows.append(entry)
            size += length
    except UnreadableError:
        if rows:
            yield Partition(source.name, tuple(rows), lines is None)
        raise
    if rows:
        yield Partition(source.name, tuple(rows), lines is None)


def _lines(source: Input) -> Iterator[RawEntry] | None:
    """Return the entries of a file with an exchange on each line; None if it is HAR."""
    name = source.name.lower()
    head = source.head.removeprefix(_BYTE_ORDER_MARK)
    if name.endswith(_HAR_ENDINGS):
        return None
    if _ONE_EXCHANGE.match(head):
        body = source.text(MAX_LINE_BYTES)
        return iter([RawEntry(1, None if body is None else body[:])])
    is_lines = name.endswith(_LINE_ENDINGS) or _begins_with_a_line(head)
    return line_entries(source) if is_lines else None


def _begins_with_a_line(head: bytes) -> bool:
    line, _, rest = head.lstrip().partition(_BREAK)
    try:
        value = json.loads(line)
    except (RecursionError, ValueError):
        return rest.startswith(b"{")  # the first line is broken
    return isinstance(value, dict) and "log" not in value


def line_entries(source: Input) -> Iterator[RawEntry]:
    """Yield the lines of a file that are not blank, up to the first damage."""
    for number, line in enumerate(_split_lines(source), 1):
        if len(line) > MAX_LINE_BYTES:
            yield RawEntry(number, None)
        elif line and not line.isspace():
            yield RawEntry(number, bytes(line))


def _split_lines(source: Input) -> Iterator[bytes | bytearray]:
    """Yield lines. A line that is too long is cut."""
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


def read_entries(partition: Partition, formats: Sequence[LogFormat] = ()) -> Iterator[Entry]:
    """Yield the entries of a partition. `formats`: forms of lines to try first."""
    for number, body, started in partition.entries:
        own: float | None = None
        exchange: RecordedExchange | str = TOO_LONG
        try:
            if body is not None:
                line = body.removeprefix(_BYTE_ORDER_MARK)
                own, exchange = read_line(line, () if partition.is_har else formats)
        except EntryError as error:
            exchange = str(error)
        yield number, started if partition.is_har else own, exchange
