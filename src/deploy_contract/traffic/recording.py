"""The entries of a HAR file, stored as offsets into the file and parsed one at a time.

The file is read block by block: neither indexing nor parsing holds more of it than an entry.
"""

import json
import re
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, overload

from deploy_contract.traffic.inputs import Input
from deploy_contract_format.errors import QuietError

MAX_ENTRIES = 1_000_000
MAX_ENTRY_BYTES = 32 << 20  # a parsed entry takes up to 20 times as many
MAX_CONTAINERS = 100_000  # arrays and objects in one entry

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MAX_KEY_BYTES = 100  # a longer key is not one of those on the path
_BLOCK = 1 << 20  # bytes of one read
_AHEAD = 256  # bytes that are there behind an offset, unless the file ends before; above a key

_BLANKS = re.compile(rb"[ \t\r\n]*+")
# scalars, opening brackets, closing brackets: a run of brackets takes one step
_TO_BRACKETS = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{\[]*+)([}\]]*+)', re.DOTALL)
_SCALAR = re.compile(rb'[^\s,:{}\[\]"]*+')
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_IN_STRING = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)
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
    """The entries of a HAR file. Each access reads and parses the entry again.

    An entry that exceeds a limit is `TooLong`. `started` has the start time of each entry in
    seconds since 1970, or NaN if the entry does not state one.
    """

    def __init__(self, source: Input, spans: "array[int]") -> None:
        self.source = source
        self._spans = spans  # start and end of each entry in turn; end -1 if it exceeds a limit
        self.started = array("d")

    def span(self, index: int) -> tuple[int, int]:
        """Return where an entry starts and ends in the file; -1 as its end if it is too long."""
        return self._spans[2 * index], self._spans[2 * index + 1]

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
        start, end = self.span(index)
        if end < 0:
            return TooLong
        return json.loads(self.source.read_at(start, end - start).decode("utf-8"))


def index_entries(source: Input) -> Recording | None:
    """Return the entries of a HAR file, or None if it has no array log.entries.

    If a member occurs twice, the last one counts, as in other JSON readers. Only the structure
    outside the entries is parsed.

    Raises:
        StructureError: the file is invalid JSON, or is cut off.
        TooManyEntriesError: there are more than `MAX_ENTRIES`.
    """
    indexer = _Indexer(source)
    spans = indexer.index(("log", "entries"))
    return None if spans is None else Recording(source, spans)


class _Indexer:
    """An index of a JSON text: it follows the brackets to the array at a path of keys.

    It reads forward only. `_window` has the bytes of the file from `_base` on.
    """

    def __init__(self, source: Input) -> None:
        self._source = source
        self._window = b""
        self._base = 0
        self._ended = False
        self._at = 0
        self._spans: array[int] | None = None

    def index(self, path: Sequence[str]) -> "array[int] | None":
        """Return the starts and ends of the items of the array at a path; None without one."""
        start = 0
        if self._source.read_at(0, len(_BYTE_ORDER_MARK)) == _BYTE_ORDER_MARK:
            start = self._base = len(_BYTE_ORDER_MARK)
        end = self._visit(self._skip_blanks(start), path)
        rest = self._skip_blanks(end)
        if self._byte(rest):
            raise StructureError(rest)
        return self._spans

    def _place(self, at: int) -> int:
        """Return the place of an offset in the window, after which at least `_AHEAD` bytes are."""
        place = at - self._base
        while len(self._window) - place < _AHEAD and not self._ended:
            more = self._source.read_at(self._base + len(self._window), _BLOCK)
            self._ended = not more
            self._window = self._window[place:] + more
            self._base, place = at, 0
        return place

    def _byte(self, at: int) -> bytes:
        """Return the byte at an offset, or none at the end of the file."""
        place = self._place(at)
        return self._window[place : place + 1]

    def _visit(self, at: int, path: Sequence[str]) -> int:
        """Index the array at `path` inside the value at offset `at`. Return the value's end."""
        sign = self._byte(at)
        if path and sign == b"{":
            return self._visit_object(at, path)
        if not path and sign == b"[":
            return self._visit_entries(at)
        self._spans = None  # an earlier member of the same name does not count
        return self._skip_value(at)[0]

    def _visit_object(self, at: int, path: Sequence[str]) -> int:
        self._spans = None
        for key in self._items(at, b"}"):
            name, end = self._read_key(key)
            colon = self._skip_blanks(end)
            if self._byte(colon) != b":":
                raise StructureError(colon)
            value = self._skip_blanks(colon + 1)
            if name == path[0]:
                self._at = self._visit(value, path[1:])
            else:
                self._at = self._skip_value(value)[0]
        return self._at

    def _visit_entries(self, at: int) -> int:
        spans = array("q")
        for start in self._items(at, b"]"):
            self._at, containers = self._skip_value(start)
            fits = containers <= MAX_CONTAINERS and self._at - start <= MAX_ENTRY_BYTES
            if len(spans) >= 2 * MAX_ENTRIES:
                raise TooManyEntriesError
            spans.append(start)
            spans.append(self._at if fits else -1)
        self._spans = spans
        return self._at

    def _items(self, at: int, closing: bytes) -> Iterator[int]:
        """Yield the offset of each item between brackets.

        The caller sets `_at` to the end of the item before it asks for the next one. After the
        last item, `_at` is the offset behind the closing bracket.
        """
        at = self._skip_blanks(at + 1)
        if self._byte(at) != closing:
            while True:
                yield at
                at = self._skip_blanks(self._at)
                if self._byte(at) != b",":
                    break
                at = self._skip_blanks(at + 1)
            if self._byte(at) != closing:
                raise StructureError(at)
        self._at = at + 1

    def _skip_value(self, at: int) -> tuple[int, int]:
        """Return the end of a value, and the number of arrays and objects in it."""
        sign = self._byte(at)
        if sign == b'"':
            return self._skip_string(at), 0
        if sign not in (b"{", b"["):
            return self._skip_scalar(at), 0
        depth = count = 0
        while True:
            place = self._place(at)
            match = _TO_BRACKETS.match(self._window, place)
            assert match
            end = match.end()
            if end == place:  # at the end of the file, or at a string that ends in a later block
                at = self._skip_string(at)
                continue
            opening, closing = match.span(1)
            depth += closing - opening
            count += closing - opening
            if depth <= end - closing:
                return self._base + closing + depth, count
            depth -= end - closing
            at = self._base + end

    def _skip_string(self, at: int) -> int:
        if self._byte(at) != b'"':
            raise StructureError(at)
        at += 1
        while True:
            place = self._place(at)
            match = _IN_STRING.match(self._window, place)
            assert match
            end = match.end()
            if self._window[end : end + 1] == b'"':
                return self._base + end + 1
            if end == place:
                raise StructureError(at)
            at = self._base + end

    def _skip_scalar(self, at: int) -> int:
        start = at
        while True:
            place = self._place(at)
            match = _SCALAR.match(self._window, place)
            assert match
            if match.end() == place:
                break
            at = self._base + match.end()
        if at == start:
            raise StructureError(at)
        return at

    def _skip_blanks(self, at: int) -> int:
        while True:
            place = self._place(at)
            match = _BLANKS.match(self._window, place)
            assert match
            if match.end() == place:
                return at
            at = self._base + match.end()

    def _read_key(self, at: int) -> tuple[str | None, int]:
        """Return a key and its end. The key is None if it is too long to matter."""
        match = _STRING.match(self._window, self._place(at))
        if match is None or len(match[0]) > _MAX_KEY_BYTES:
            return None, self._skip_string(at)
        end = self._base + match.end()
        try:
            text = match[0].decode("utf-8", "surrogatepass")
            if "\\" in text:
                return str(_DECODER.decode(text)), end
        except ValueError:
            raise StructureError(at) from None
        return text[1:-1], end
