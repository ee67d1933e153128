"""The entries of a HAR file, stored as offsets into its bytes and parsed one at a time.

Indexing costs little more memory than the file itself.
"""

import json
import re
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, overload

from deploy_contract_format.errors import QuietError

MAX_ENTRIES = 1_000_000
MAX_ENTRY_BYTES = 32 << 20  # a parsed entry takes up to 20 times as many
MAX_CONTAINERS = 100_000  # arrays and objects in one entry

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MAX_KEY_BYTES = 100  # a longer key is not one of those on the path

_BLANKS = re.compile(rb"[ \t\r\n]*+")
# scalars, opening brackets, closing brackets: a run of brackets takes one step
_TO_BRACKETS = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{\[]*+)([}\]]*+)', re.DOTALL)
_SCALAR = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[^\s,:{}\[\]"]++', re.DOTALL)
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_COMMA = re.compile(rb"[ \t\r\n]*+,[ \t\r\n]*+")
_COLON = re.compile(rb"[ \t\r\n]*+:[ \t\r\n]*+")
_DECODER = json.JSONDecoder(strict=False)


class TooLong:
    """Marker in place of an entry that exceeds a limit."""


class StructureError(QuietError):
    """The text is invalid JSON, or is cut off, at byte `offset`."""

    def __init__(self, offset: int) -> None:
        super().__init__("invalid or truncated JSON")
        self.offset = offset


class TooManyEntriesError(QuietError):
    """The file has more than `MAX_ENTRIES` entries."""


class Recording(Sequence[Any]):
    """The entries of a HAR file. Each access parses the entry again.

    An entry that exceeds a limit is `TooLong`. `started` has the start time of each entry in
    seconds since 1970, or NaN if the entry does not state one.
    """

    def __init__(self, body: bytes, spans: "array[int]") -> None:
        self._body = body
        self._spans = spans  # start and end of each entry in turn; end -1 if it exceeds a limit
        self.started = array("d")

    def start(self, index: int) -> int:
        """Return the offset of an entry in the file."""
        return self._spans[2 * index]

    def __len__(self) -> int:
        return len(self._spans) // 2

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return list(map(self.__getitem__, range(*index.indices(len(self)))))
        if not 0 <= index < len(self):
            raise IndexError(index)
        start, end = self._spans[2 * index], self._spans[2 * index + 1]
        if end < 0:
            return TooLong
        return json.loads(self._body[start:end].decode("utf-8"))


def index_entries(body: bytes) -> Recording | None:
    """Return the entries of a HAR file, or None if it has no array log.entries.

    If a member occurs twice, the last one counts, as in other JSON readers. Only the structure
    outside the entries is parsed.

    Raises:
        StructureError: the file is invalid JSON, or is cut off.
        TooManyEntriesError: there are more than `MAX_ENTRIES`.
    """
    start = 0
    if body.startswith(_BYTE_ORDER_MARK):
        start = len(_BYTE_ORDER_MARK)
    indexer = _Indexer(body)
    end = indexer.visit(_skip_blanks(body, start), ("log", "entries"))
    rest = _skip_blanks(body, end)
    if rest != len(body):
        raise StructureError(rest)
    if indexer.spans is None:
        return None
    return Recording(body, indexer.spans)


class _Indexer:
    """An index of a JSON text: it follows the brackets to the array at a path of keys.

    `spans` are the entries of that array, or None if it was not found.
    """

    def __init__(self, body: bytes) -> None:
        self._body = body
        self.spans: array[int] | None = None

    def visit(self, at: int, path: Sequence[str]) -> int:
        """Index the array at `path` inside the value at offset `at`. Return the value's end."""
        sign = self._body[at : at + 1]
        if path and sign == b"{":
            return self._visit_object(at, path)
        if not path and sign == b"[":
            return self._visit_entries(at)
        self.spans = None  # an earlier member of the same name does not count
        return self._find_end(at, None)

    def _visit_object(self, at: int, path: Sequence[str]) -> int:
        self.spans = None
        for key in self._items(at, b"}"):
            match = _STRING.match(self._body, key)
            if match is None:
                raise StructureError(key)
            colon = _COLON.match(self._body, match.end())
            if colon is None:
                raise StructureError(_skip_blanks(self._body, match.end()))
            if _parse_key(match[0], key) == path[0]:
                self._at = self.visit(colon.end(), path[1:])
            else:
                self._at = self._find_end(colon.end(), None)
        return self._at

    def _visit_entries(self, at: int) -> int:
        spans = array("q")
        for start in self._items(at, b"]"):
            self._at, fits = self._measure_entry(start)
            if len(spans) >= 2 * MAX_ENTRIES:
                raise TooManyEntriesError
            spans.append(start)
            spans.append(self._at if fits else -1)
        self.spans = spans
        return self._at

    def _items(self, at: int, closing: bytes) -> Iterator[int]:
        """Yield the offset of each item between brackets.

        The caller sets `_at` to the end of the item before it asks for the next one. After the
        last item, `_at` is the offset behind the closing bracket.
        """
        at = _skip_blanks(self._body, at + 1)
        if self._body[at : at + 1] != closing:
            while True:
                yield at
                comma = _COMMA.match(self._body, self._at)
                if comma is None:
                    break
                at = comma.end()
            at = _skip_blanks(self._body, self._at)
            if self._body[at : at + 1] != closing:
                raise StructureError(at)
        self._at = at + 1

    def _measure_entry(self, at: int) -> tuple[int, bool]:
        """Return the end of an entry, and True if it is within the limits."""
        end = self._find_end(at, MAX_CONTAINERS)
        if end < 0:
            return self._find_end(at, None), False
        return end, end - at <= MAX_ENTRY_BYTES

    def _find_end(self, at: int, limit: int | None) -> int:
        """Return the end of a value, or -1 if it has more than `limit` arrays and objects."""
        body = self._body
        if body[at : at + 1] not in (b"{", b"["):
            match = _SCALAR.match(body, at)
            if match is None:
                raise StructureError(at)
            return match.end()
        depth = count = 0
        while True:
            match = _TO_BRACKETS.match(body, at)
            assert match
            opening, closing = match.span(1)
            at = match.end()
            if opening == at:
                raise StructureError(at)
            depth += closing - opening
            count += closing - opening
            if limit is not None and count > limit:
                return -1
            if depth <= at - closing:
                return closing + depth
            depth -= at - closing


def _skip_blanks(body: bytes, at: int) -> int:
    match = _BLANKS.match(body, at)
    assert match
    return match.end()


def _parse_key(written: bytes, at: int) -> str | None:
    """Return a key as text, or None if it is too long to matter."""
    if len(written) > _MAX_KEY_BYTES:
        return None
    try:
        text = written.decode("utf-8", "surrogatepass")
        if "\\" in text:
            return str(_DECODER.decode(text))
    except ValueError:
        raise StructureError(at) from None
    return text[1:-1]
