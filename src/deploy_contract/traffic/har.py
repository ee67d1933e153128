"""HAR files (HTTP Archive 1.2): loading, and the order in which their entries were recorded."""

import json
import math
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from deploy_contract.files import documents
from deploy_contract.files.documents import UnreadableError
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
_BROKEN = "not a HAR file: invalid or truncated JSON"


def load(name: str) -> Recording:
    """Return the entries of a HAR file; "-" is standard input. Entries are parsed on access.

    Needs memory for the bytes of the file, about 150 bytes per entry, and up to 20 times the
    longest entry (at most 32 MiB).

    Raises:
        UnreadableError: the file cannot be read, is not a HAR file, or exceeds a limit.
    """
    too_long = f"{escape_name(name)}: longer than {MAX_BYTES:,} bytes; record less, or split it"
    is_file = name != documents.STANDARD_INPUT and Path(name).is_file()
    try:
        # reading allocates its limit at once, so the limit is the size of the file
        size = Path(name).stat().st_size if is_file else MAX_BYTES
        if size > MAX_BYTES:
            raise UnreadableError(too_long)
        body = documents.read(name, size)
        if len(body) > MAX_BYTES:
            raise UnreadableError(too_long)
        recording = index_entries(body)
    except StructureError as fault:
        raise _malformed(escape_name(name), body, fault.offset) from None
    except TooManyEntriesError:
        raise UnreadableError(
            f"{escape_name(name)}: more than {MAX_ENTRIES:,} entries; record less, or split it"
        ) from None
    except MemoryError:
        raise UnreadableError(f"{escape_name(name)}: not enough memory to read it") from None
    if recording is None:
        raise _malformed(escape_name(name), body)
    for index in range(len(recording)):
        try:
            started = _start_time(recording[index])
        except (RecursionError, ValueError):  # ValueError: too many digits, or not UTF-8
            raise _malformed(escape_name(name), body, recording.start(index)) from None
        recording.started.append(math.nan if started is None else started)
    return recording


def in_order(entries: Sequence[Any]) -> list[tuple[int, float | None]]:
    """Return index and start time of each entry, oldest first, in seconds since 1970.

    An entry without a time takes that of the entry before. HAR leaves sorting to the reader.
    """
    times: Iterable[float | None] = map(_start_time, entries)
    if isinstance(entries, Recording):
        times = entries.started
    order: list[tuple[int, float | None]] = []
    last = None
    for index, started in enumerate(times):
        if started is not None and not math.isnan(started):
            last = started
        order.append((index, last))
    return sorted(order, key=_time_key)


def _time_key(item: tuple[int, float | None]) -> float:
    _, started = item
    return -math.inf if started is None else started


def _start_time(entry: Any) -> float | None:
    text = entry.get("startedDateTime") if isinstance(entry, dict) else None
    if not isinstance(text, str):
        return None
    try:
        started = datetime.fromisoformat(text)
        if started.tzinfo is None:
            started = started.replace(tzinfo=UTC)
        return started.timestamp()
    except (ValueError, OverflowError):
        return None


def _malformed(name: str, body: bytes, offset: int | None = None) -> UnreadableError:
    """Return the error for a file that is not HAR. `offset`: of the JSON error, if there is one."""
    if len(body) <= _DIAGNOSED_BYTES:
        try:
            json.loads(body.decode("utf-8-sig"))
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
    line = body.count(_NEWLINE, 0, offset) + 1
    start = body.rfind(_NEWLINE, 0, offset) + 1
    column = len(body[start:offset].decode("utf-8", "replace")) + 1
    return UnreadableError(f"{name}:{line}:{column}: {_BROKEN}")
