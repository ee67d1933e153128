"""Recordings cut into partitions, which any process can read and judge on its own.

Where they are cut depends on the recording alone, so every number of processes gives one answer.
"""

import json
import math
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic import har
from deploy_contract.traffic.exchanges import TOO_LONG, EntryError, RecordedExchange, read_line
from deploy_contract.traffic.formats import LogFormat
from deploy_contract.traffic.inputs import Input

MAX_LINE_BYTES = 8 << 20
PARTITION_BYTES = 1 << 20
PARTITION_ENTRIES = 1000

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
    """A part of a recording, as lines. It can be sent to another process.

    Attributes:
        name: the file, as the caller gave it.
        body: the lines; one for each entry of HAR.
        first: number of the first line. Unused for HAR.
        numbers: of HAR: the number of each entry; negative if it exceeds a limit.
        started: of HAR: the time of each entry; NaN if it is unknown.
    """

    name: str
    body: bytes
    first: int = 1
    numbers: "array[int] | None" = None
    started: "array[float] | None" = None


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
    if name.endswith(_HAR_ENDINGS):
        return _split_har(source)
    if _ONE_EXCHANGE.match(head):
        return iter([_one_line(source)])
    if name.endswith(_LINE_ENDINGS) or _begins_with_a_line(head):
        return _split_lines(source)
    return _split_har(source)


def _begins_with_a_line(head: bytes) -> bool:
    line, _, rest = head.lstrip().partition(_BREAK)
    try:
        value = json.loads(line)
    except (RecursionError, ValueError):
        return rest.startswith(b"{")  # the first line is broken
    return isinstance(value, dict) and "log" not in value


def _one_line(source: Input) -> Partition:
    body = b""
    for block in source.blocks():
        body += block
        if len(body) > MAX_LINE_BYTES:
            break
    return Partition(source.name, body.replace(_BREAK, b" "))  # strings have no line breaks


def _split_har(source: Input) -> Iterator[Partition]:
    """Yield the partitions of a HAR file, oldest first."""
    body, numbers, started = bytearray(), array("q"), array("d")
    for entry in har.entries(source):
        line = b"" if entry.body is None else entry.body.replace(_BREAK, b" ")
        is_full = len(body) + len(line) > PARTITION_BYTES or len(numbers) == PARTITION_ENTRIES
        if numbers and is_full:
            yield Partition(source.name, bytes(body), 1, numbers, started)
            body, numbers, started = bytearray(), array("q"), array("d")
        body += line + _BREAK
        numbers.append(-entry.number if entry.body is None else entry.number)
        started.append(math.nan if entry.started is None else entry.started)
    if numbers:
        yield Partition(source.name, bytes(body), 1, numbers, started)


def _split_lines(source: Input) -> Iterator[Partition]:
    """Yield the partitions of a file of lines. Each ends with the end of a line."""
    kept, first = bytearray(), 1
    damage: UnreadableError | None = None
    blocks = source.blocks()
    while True:
        try:
            block = next(blocks, b"")
        except UnreadableError as error:  # the lines before are judged
            damage, block = error, b""
        kept += block
        end = kept.rfind(_BREAK) + 1 if block else len(kept)
        if end and (end >= PARTITION_BYTES or not block):
            yield Partition(source.name, bytes(kept[:end]), first)
            first += kept.count(_BREAK, 0, end)
            del kept[:end]
        if not end:
            del kept[MAX_LINE_BYTES + 1 :]  # the line is long enough to be left out
        if not block:
            break
    if damage is not None:
        raise damage


def read_entries(partition: Partition, formats: Sequence[LogFormat] = ()) -> Iterator[Entry]:
    """Yield the entries of a partition. `formats`: those of lines to try first."""
    lines = partition.body.split(_BREAK)
    if partition.numbers is not None and partition.started is not None:
        for number, started, line in zip(partition.numbers, partition.started, lines, strict=False):
            exchange = TOO_LONG if number < 0 else _read_line(line, ())[1]
            yield Entry(abs(number), None if math.isnan(started) else started, exchange)
        return
    for number, line in enumerate(lines, partition.first):
        if len(line) > MAX_LINE_BYTES:
            yield Entry(number, None, TOO_LONG)
        elif line and not line.isspace():
            yield Entry(number, *_read_line(line, formats))


def _read_line(
    line: bytes, formats: Sequence[LogFormat]
) -> tuple[float | None, RecordedExchange | str]:
    try:
        return read_line(line.removeprefix(_BYTE_ORDER_MARK), formats)
    except EntryError as error:
        return None, str(error)
