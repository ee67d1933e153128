"""HAR files (HTTP Archive 1.2): loading, and the order in which their entries were recorded."""

import json
import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic.inputs import Input
from deploy_contract.traffic.recording import (
    MAX_ENTRIES,
    Recording,
    StructureError,
    TooManyEntriesError,
    index_entries,
)
from deploy_contract_format.printing import escape_name

MAX_BYTES = 1 << 30
_DIAGNOSED_BYTES = 1 << 20  # a malformed file up to this size is parsed again for a better message
_NEWLINE = b"\n"
_CONTINUED = bytes(range(0x80, 0xC0))  # the bytes after the first of a character in UTF-8
_BROKEN = "not a HAR file: invalid or truncated JSON"


def load(name: str) -> Recording:
    """Return the entries of a HAR file; "-" is standard input. Entries are parsed on access.

    Needs about 30 bytes of memory per entry, and up to 20 times the longest entry (at most
    32 MiB). A pipe, and what gzip holds, are copied to a temporary file.

    Raises:
        UnreadableError: the file cannot be read, is not a HAR file, or exceeds a limit.
    """
    source = Input.open(name)
    try:
        return load_input(source)
    except UnreadableError:
        source.close()
        raise


def load_input(source: Input) -> Recording:
    """Return the entries of an open HAR file, as `load` does."""
    name = escape_name(source.name)
    if not source.store(MAX_BYTES):
        raise UnreadableError(f"{name}: longer than {MAX_BYTES:,} bytes; record less, or split it")
    try:
        recording = index_entries(source)
    except StructureError as fault:
        raise _malformed(source, fault.offset) from None
    except TooManyEntriesError:
        raise UnreadableError(
            f"{name}: more than {MAX_ENTRIES:,} entries; record less, or split it"
        ) from None
    except MemoryError:
        raise UnreadableError(f"{name}: not enough memory to read it") from None
    if recording is None:
        raise _malformed(source)
    for index in range(len(recording)):
        try:
            started = start_time(recording[index], "startedDateTime")
        except (RecursionError, ValueError):  # ValueError: too many digits, or not UTF-8
            raise _malformed(source, recording.span(index)[0]) from None
        recording.started.append(math.nan if started is None else started)
    return recording


def in_order(entries: Sequence[Any]) -> Iterator[tuple[int, float | None]]:
    """Yield index and start time of each entry, oldest first, in seconds since 1970.

    An entry without a time takes that of the entry before. HAR leaves sorting to the reader.
    """
    times = array("d")
    last = -math.inf
    for started in _start_times(entries):
        if not math.isnan(started):
            last = started
        times.append(last)
    for index in array("q", sorted(range(len(times)), key=times.__getitem__)):
        started = times[index]
        yield index, None if started == -math.inf else started


def _start_times(entries: Sequence[Any]) -> Iterable[float]:
    if isinstance(entries, Recording):
        return entries.started
    times = [start_time(entry, "startedDateTime") for entry in entries]
    return [math.nan if started is None else started for started in times]


def start_time(entry: Any, member: str) -> float | None:
    """Return the time at a member of an entry in seconds since 1970; None without a date-time."""
    text = entry.get(member) if isinstance(entry, dict) else None
    if not isinstance(text, str):
        return None
    try:
        started = datetime.fromisoformat(text)
        if started.tzinfo is None:
            started = started.replace(tzinfo=UTC)
        return started.timestamp()
    except (ValueError, OverflowError):
        return None


def _malformed(source: Input, offset: int | None = None) -> UnreadableError:
    """Return the error for a file that is not HAR. `offset`: of the JSON error, if there is one."""
    name = escape_name(source.name)
    if (source.size or 0) <= _DIAGNOSED_BYTES:
        try:
            json.loads(source.read_at(0, _DIAGNOSED_BYTES).decode("utf-8-sig"))
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
    line, column = _line_and_column(source, offset)
    return UnreadableError(f"{name}:{line}:{column}: {_BROKEN}")


def _line_and_column(source: Input, offset: int) -> tuple[int, int]:
    """Return the place of an offset in a file, both from 1. Columns are characters."""
    line, column, at = 1, 1, 0
    while at < offset:
        block = source.read_at(at, min(_DIAGNOSED_BYTES, offset - at))
        if not block:
            break
        at += len(block)
        lines = block.count(_NEWLINE)
        if lines:
            line, column = line + lines, 1
            block = block[block.rfind(_NEWLINE) + 1 :]
        column += len(block.translate(None, _CONTINUED))  # each character begins once
    return line, column
