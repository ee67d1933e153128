"""Recordings cut into partitions, which any process can read and judge on its own.

Where they are cut depends on the recording alone, so every number of processes gives one answer.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic import har
from deploy_contract.traffic.exchanges import TOO_LONG, EntryError, RecordedExchange, read_line
from deploy_contract.traffic.formats import LogFormat
from deploy_contract.traffic.inputs import Input, RawEntry

MAX_LINE_BYTES = 8 << 20
PARTITION_BYTES = 1 << 20
PARTITION_ENTRIES = 10_000

_BREAK = b"\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
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
            return _partitions(source.name, _line_entries(_one_line(source)))
        if name.endswith(_LINE_ENDINGS) or _begins_with_a_line(head):
            return _partitions(source.name, _line_entries(_lines(source)))
    return _partitions(source.name, har.entries(source), is_har=True)


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


def _lines(source: Input) -> Iterator[bytes | bytearray]:
    """Yield the lines of a file, those before a damage too. One that is too long is cut."""
    kept, damage = bytearray(), None
    try:
        for block in source.blocks():
            kept += block
            *lines, kept = kept.split(_BREAK)
            yield from lines
            del kept[MAX_LINE_BYTES + 1 :]
    except UnreadableError as error:
        damage = error
    yield kept
    if damage is not None:
        raise damage


def _line_entries(lines: Iterable[bytes | bytearray]) -> Iterator[RawEntry]:
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
    size, damage = 0, None
    try:
        for entry in entries:
            length = len(entry.body or b"")
            if rows and (size + length > PARTITION_BYTES or len(rows) == PARTITION_ENTRIES):
                yield Partition(name, rows, is_har)
                rows, size = [], 0
            rows.append(entry)
            size += length
    except UnreadableError as error:
        damage = error
    if rows:
        yield Partition(name, rows, is_har)
    if damage is not None:
        raise damage


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
