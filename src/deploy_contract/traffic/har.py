"""HAR files (HTTP Archive 1.2): where their entries are, and in which order they were recorded.

The text of a file is followed by its brackets. Only entries are parsed, one at a time, so memory
does not grow with the file.
"""

import json
import math
import re
from array import array
from collections.abc import Iterator

from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic.exchanges import MAX_CONTAINERS, start_time
from deploy_contract.traffic.inputs import BLOCK, Input, RawEntry, Text
from deploy_contract_format.errors import QuietError
from deploy_contract_format.printing import escape_name

MAX_BYTES = 1 << 30
MAX_ENTRIES = 1_000_000
MAX_ENTRY_BYTES = 32 << 20  # a parsed entry takes up to 20 times as many

_DIAGNOSED_BYTES = 1 << 20  # a malformed file up to this size is parsed again for a better message
_NEWLINE = b"\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
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


def entries(source: Input) -> Iterator[RawEntry]:
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
        *lines, last = (
            text[at : min(at + BLOCK, offset)].translate(None, _CONTINUED).split(_NEWLINE)
        )
        line += len(lines)
        column = len(last) + (1 if lines else column)
    return UnreadableError(f"{name}:{line}:{column}: {_BROKEN}")
