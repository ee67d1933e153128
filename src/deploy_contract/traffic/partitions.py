"""Recordings cut into partitions, which any process can read and judge on its own.

Where they are cut depends on the recording alone, so every number of processes gives one answer.
"""

import io
import json
import re
from array import array
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any, NamedTuple, Protocol

from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic import har
from deploy_contract.traffic.entries import TOO_LONG, EntryError, RecordedExchange, read_exchange
from deploy_contract.traffic.forms import NOT_JSON, read_line
from deploy_contract.traffic.inputs import Input
from deploy_contract.traffic.recording import Recording, TooLong

MAX_LINE_BYTES = 8 << 20
PARTITION_BYTES = 1 << 20
PARTITION_ENTRIES = 1000

_BLOCK = 1 << 20
_BREAK = b"\n"
_TRACE = re.compile(rb'\s*{[ \t]*\r?\n\s*"http_buffered_trace"\s*:')
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
        path: where the bytes are, if every process can read them there; else None.
        body: the bytes, if there is no path.
        start: where the first line begins, among the bytes.
        end: where the last line ends. Unused for HAR.
        first: number of the first line. Unused for HAR.
        entries: of HAR: number, start and end of each entry in turn; the end of one that exceeds
            a limit is -1. None for lines.
        started: of HAR: the time of each entry; minus infinity if it is unknown.
    """

    name: str
    path: str | None
    body: bytes
    start: int
    end: int
    first: int
    entries: "array[int] | None" = None
    started: "array[float] | None" = None


class _Bytes(Protocol):
    """An open file, or bytes of one."""

    def readline(self, limit: int, /) -> bytes: ...
    def seek(self, offset: int, /) -> object: ...
    def tell(self) -> int: ...


def split(names: Iterable[str]) -> Iterator[Partition]:
    """Yield the partitions of recordings, in the order of recording.

    Args:
        names: HAR files, and files with a JSON object on each line, with or without gzip; "-" is
            standard input.

    Raises:
        UnreadableError: a file cannot be read, or is no recording.
    """
    for name in names:
        with closing(Input.open(name)) as source:
            yield from split_input(source)


def split_input(source: Input) -> Iterator[Partition]:
    """Yield the partitions of an open file, as `split` does."""
    if _TRACE.match(source.peek()):
        yield _join_trace(source)
    elif not _has_lines(source):
        yield from split_recording(har.load_input(source))
    elif source.path is not None:
        yield from _cut_lines(source)
    else:
        yield from _copy_lines(source)


def _join_trace(source: Input) -> Partition:
    """Return a file that has one trace of Envoy on several lines, as one line."""
    body = source.read(MAX_LINE_BYTES + 1).replace(_BREAK, b" ")  # strings have no line breaks
    return Partition(source.name, None, body, 0, len(body), 1)


def _has_lines(source: Input) -> bool:
    """Return True if a file has one JSON object a line; by its name, or else by its first line."""
    name = source.name.lower()
    if name.endswith(_HAR_ENDINGS):
        return False
    if name.endswith(_LINE_ENDINGS):
        return True
    head = source.peek().removeprefix(b"\xef\xbb\xbf").lstrip()
    line, _, rest = head.partition(_BREAK)
    try:
        value = json.loads(line)
    except (RecursionError, ValueError):
        return rest.startswith(b"{")  # the first line is broken
    return isinstance(value, dict) and "log" not in value


def split_recording(recording: Recording) -> Iterator[Partition]:
    """Yield the partitions of a HAR file, oldest first."""
    source = recording.source
    entries, started, size = array("q"), array("d"), 0
    kept = bytearray()
    for index, time in har.in_order(recording):
        start, end = recording.span(index)
        length = max(end - start, 0)
        if entries and (size + length > PARTITION_BYTES or len(started) == PARTITION_ENTRIES):
            yield Partition(source.name, source.path, bytes(kept), 0, 0, 0, entries, started)
            entries, started, size = array("q"), array("d"), 0
            kept.clear()
        if source.path is None and end >= 0:
            kept += source.read_at(start, length)
            start, end = size, size + length
        entries.extend((index + 1, start, end))
        started.append(-float("inf") if time is None else time)
        size += length
    if entries:
        yield Partition(source.name, source.path, bytes(kept), 0, 0, 0, entries, started)


def _cut_lines(source: Input) -> Iterator[Partition]:
    """Yield the partitions of a regular file of lines, as offsets."""
    start, first, size, lines = 0, 1, 0, 0
    while block := source.read(_BLOCK):
        size += len(block)
        lines += block.count(_BREAK)
        last = block.rfind(_BREAK) + 1
        end = size - len(block) + last
        if last and end - start >= PARTITION_BYTES:
            yield Partition(source.name, source.path, b"", start, end, first)
            start, first = end, lines + 1
    if size > start:
        yield Partition(source.name, source.path, b"", start, size, first)


def _copy_lines(source: Input) -> Iterator[Partition]:
    """Yield the partitions of a pipe, or of gzip, with their bytes."""
    number = first = 1
    kept = bytearray()
    damage: UnreadableError | None = None
    while True:
        try:
            line = source.readline(MAX_LINE_BYTES + 1)
            kept += line
            if not line.endswith(_BREAK) and len(line) > MAX_LINE_BYTES:
                _skip_line(source)  # it is long enough to be left out
                kept += _BREAK
        except UnreadableError as error:  # the lines before are judged
            damage, line = error, b""
        number += 1
        if len(kept) >= PARTITION_BYTES or (kept and not line):
            yield Partition(source.name, None, bytes(kept), 0, len(kept), first)
            kept, first = bytearray(), number
        if not line:
            break
    if damage is not None:
        raise damage


def read_entries(partition: Partition) -> Iterator[Entry]:
    """Yield the entries of a partition.

    Raises:
        UnreadableError: its file cannot be read any more.
    """
    if partition.path is None:
        yield from _read_partition(partition, None)
        return
    with closing(Input.open(partition.path)) as source:
        yield from _read_partition(partition, source)


def _read_partition(partition: Partition, source: Input | None) -> Iterator[Entry]:
    if partition.entries is None:
        yield from _read_lines(partition, source or io.BytesIO(partition.body))
        return
    rows = iter(partition.entries)
    for number, start, end, started in zip(rows, rows, rows, partition.started or (), strict=True):
        time = None if started == -float("inf") else started
        if end < 0:
            yield Entry(number, time, TOO_LONG)
            continue
        body = source.read_at(start, end - start) if source else partition.body[start:end]
        yield Entry(number, time, _read_har(body))


def entry_of(number: int, started: float | None, value: Any) -> Entry:
    """Return a parsed entry of a HAR file, or the marker in place of one, as an entry."""
    try:
        return Entry(number, started, read_exchange(value))
    except EntryError as error:
        return Entry(number, started, str(error))


def _read_har(body: bytes) -> RecordedExchange | str:
    try:
        return read_exchange(json.loads(body.decode("utf-8")))
    except EntryError as error:
        return str(error)
    except (RecursionError, ValueError):  # the file has changed
        return NOT_JSON


def _read_lines(partition: Partition, source: _Bytes) -> Iterator[Entry]:
    source.seek(partition.start)
    number, at = partition.first, partition.start
    while at < partition.end:
        line = source.readline(MAX_LINE_BYTES + 1)
        if not line:
            return
        at += len(line)
        if len(line) > MAX_LINE_BYTES:
            if not line.endswith(_BREAK):
                at += _skip_line(source)
            yield Entry(number, None, TOO_LONG)
        elif not line.isspace():
            yield _read_line(number, line)
        number += 1


def _read_line(number: int, line: bytes) -> Entry:
    if number == 1:
        line = line.removeprefix(b"\xef\xbb\xbf")
    try:
        read = read_line(line)
    except EntryError as error:
        return Entry(number, None, str(error))
    return Entry(number, read.started, read.exchange)


def _skip_line(source: _Bytes) -> int:
    """Read to the end of a line. Return the number of bytes."""
    size = 0
    while part := source.readline(_BLOCK):
        size += len(part)
        if part.endswith(_BREAK):
            break
    return size


__all__ = ["Entry", "Partition", "TooLong", "entry_of", "read_entries", "split"]
