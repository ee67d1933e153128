"""The entries of a HAR file as places in its bytes, each parsed when it is asked for: a file costs little more than itself."""

import json
import re
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, overload

from deploy_contract_format.faults import QuietError

ENTRIES = 1_000_000  # in a file
MOST_OF_ENTRY = 32 << 20  # bytes; a parsed entry takes up to 20 times as many
CONTAINERS = 100_000  # arrays and objects in an entry

_BLANKS = re.compile(rb"[ \t\r\n]*+")
_TO_BRACKET = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
_SCALAR = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[^\s,:{}\[\]"]++', re.DOTALL)
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)


class Long:
    """Stands for an entry that is beyond the limits."""


class StructureError(QuietError):
    """The text is not JSON at a place, or is cut off there."""

    def __init__(self, offset: int) -> None:
        super().__init__("not JSON, or cut off")
        self.offset = offset


class ManyEntriesError(QuietError):
    """There are more entries than are read."""


class Recording(Sequence[Any]):
    """The entries of a recording, each parsed anew when it is asked for. An entry beyond the limits is `Long`."""

    def __init__(self, body: bytes, spans: "array[int]") -> None:
        self._body = body
        self._spans = spans  # (start, end) after (start, end); an end below 0: beyond the limits
        self.started = array(
            "d"
        )  # when each began, in seconds since 1970; NaN where it does not say

    def start(self, index: int) -> int:
        """Return where an entry begins in the file."""
        return self._spans[2 * index]

    def __len__(self) -> int:
        return len(self._spans) // 2

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        start, end = self._spans[2 * index], self._spans[2 * index + 1]
        return Long if end < 0 else json.loads(self._body[start:end].decode("utf-8"))


def recording(body: bytes) -> Recording | None:
    """Return the entries of a HAR file, or None if it has no array log.entries.

    Of two members of one name the last counts, as it does for other readers. What is not an entry is not parsed.

    Raises:
        StructureError: the file is not JSON, or is cut off.
        ManyEntriesError: there are more than ENTRIES.
    """
    start = _BLANKS.match(body, 3 if body.startswith(b"\xef\xbb\xbf") else 0)
    assert start
    reader = _Reader(body)
    end = reader.value(start.end(), ("log", "entries"))
    if _blank(body, end) != len(body):
        raise StructureError(_blank(body, end))
    return None if reader.spans is None else Recording(body, reader.spans)


class _Reader:
    """Goes through a JSON text by its brackets, down to the array at a path of names."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self.spans: array[int] | None = None

    def value(self, at: int, path: Sequence[str]) -> int:
        """Return where the value that begins at a place ends, having gone down the path in it."""
        sign = self._body[at : at + 1]
        if path and sign == b"{":
            return self._object(at, path)
        if not path and sign == b"[":
            return self._entries(at)
        self.spans = None  # the array that was there before does not count
        return self._end(at, None)

    def _object(self, at: int, path: Sequence[str]) -> int:
        self.spans = None
        for key in self._items(at, b"}"):
            match = _STRING.match(self._body, key)
            if match is None:
                raise StructureError(key)
            colon = _blank(self._body, match.end())
            if self._body[colon : colon + 1] != b":":
                raise StructureError(colon)
            inner = _blank(self._body, colon + 1)
            wanted = _text(match[0], key) == path[0]
            self._at = self.value(inner, path[1:]) if wanted else self._end(inner, None)
        return self._at

    def _entries(self, at: int) -> int:
        spans = array("q")
        for start in self._items(at, b"]"):
            self._at, fits = self._measured(start)
            if len(spans) >= 2 * ENTRIES:
                raise ManyEntriesError
            spans.extend((start, self._at if fits else -1))
        self.spans = spans
        return self._at

    def _items(self, at: int, closing: bytes) -> Iterator[int]:
        """Yield where each item between brackets begins.

        Who takes it writes to `_at` where the item ends. After the last one `_at` is where the closing bracket ends.
        """
        at = _blank(self._body, at + 1)
        if self._body[at : at + 1] != closing:
            while True:
                yield at
                at = _blank(self._body, self._at)
                sign = self._body[at : at + 1]
                if sign == closing:
                    break
                if sign != b",":
                    raise StructureError(at)
                at = _blank(self._body, at + 1)
        self._at = at + 1

    def _measured(self, at: int) -> tuple[int, bool]:
        """Return where an entry ends, and whether it is within the limits."""
        end = self._end(at, CONTAINERS)
        if end < 0:
            return self._end(at, None), False
        return end, end - at <= MOST_OF_ENTRY

    def _end(self, at: int, most: int | None) -> int:
        """Return where a value ends; -1 if it holds more than so many arrays and objects."""
        body = self._body
        if body[at : at + 1] not in (b"{", b"["):
            match = _SCALAR.match(body, at)
            if match is None:
                raise StructureError(at)
            return match.end()
        depth = count = 0
        while True:
            match = _TO_BRACKET.match(body, at)
            assert match
            at = match.end() + 1
            sign = body[at - 1 : at]
            if sign in (b"{", b"["):
                depth += 1
                count += 1
                if most is not None and count > most:
                    return -1
            elif sign in (b"}", b"]"):
                depth -= 1
                if not depth:
                    return at
            else:
                raise StructureError(min(at - 1, len(body)))


def _blank(body: bytes, at: int) -> int:
    match = _BLANKS.match(body, at)
    assert match
    return match.end()


def _text(written: bytes, at: int) -> str | None:
    """Return the text of a key; None if it is too long to be a name that is looked for."""
    if len(written) > 100:
        return None
    try:
        return str(json.loads(written, strict=False))
    except ValueError:
        raise StructureError(at) from None
