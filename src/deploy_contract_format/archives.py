"""Reader of wheels, .zip and .tar.gz files within limits.

Nothing is unpacked to disk, and links are not followed.
"""

import gzip
import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError, read_regular

MOST_OF_FILE = 64 << 20  # bytes of an archive
MOST_UNPACKED = 256 << 20  # bytes of all its content
MEMBERS = 20_000
MOST_OF_HEADERS = 4 << 20  # bytes of names and attributes in a tar, beside its headers of 512 bytes
ATTRIBUTES = 1_000  # global ones of a tar
BLOCK = 512  # bytes; a header of a tar
# Readers of archives differ on which of the two counts.
TWICE = "is there twice; pack the folder that has generated/ again"

_ENTRY = b"PK\x01\x02"  # first bytes of each row in the central directory of a zip
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError,
    RuntimeError, ValueError, KeyError, IndexError, OverflowError, struct.error,
)  # fmt: skip

# Takes the names of all files and returns (name in the archive, name to yield) of the chosen ones.
Choice = Callable[[Iterable[str]], Iterable[tuple[str, str]]]


def content(path: Path, choose: Choice, most: int) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of the files that `choose` picks.

    Args:
        path: the archive.
        choose: picks files by their names.
        most: the largest size of a picked file in bytes.

    Raises:
        FileError: the file cannot be read, is not an archive, is broken, or exceeds a limit.
    """
    body = read_regular(path, MOST_OF_FILE)
    if body[:2] == b"PK":
        read = _of_zip
    elif body[:2] == b"\x1f\x8b" or body[257:262] == b"ustar":
        read = _of_tar
    else:
        raise FileError("neither a folder nor a wheel, .zip or .tar.gz")
    try:
        yield from read(body, choose, most)
    except FileError:
        raise
    except _BROKEN:
        raise FileError("a broken archive, or one with a password") from None


def _of_zip(body: bytes, choose: Choice, most: int) -> Iterator[tuple[str, bytes]]:
    if body.count(_ENTRY) > MEMBERS:  # before zipfile makes an object for each
        raise FileError(f"holds more than {MEMBERS:,} files; give the folder that has generated/")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        infos: dict[str, zipfile.ZipInfo] = {}
        repeated: set[str] = set()
        for info in archive.infolist():
            if info.filename in infos:
                repeated.add(info.filename)
            if not info.is_dir():
                infos[info.filename] = info
        for name, inner in choose(infos):
            if name in repeated:
                raise FileError(f"{escape_name(inner)} {TWICE}")
            info = infos[name]
            if info.compress_type not in _PACKED:
                raise FileError("compressed by a method that is not supported; use deflate")
            with archive.open(info) as file:
                yield inner, _limited(file.read(most + 1), most)


def _of_tar(body: bytes, choose: Choice, most: int) -> Iterator[tuple[str, bytes]]:
    names = [member.name for _, member in _members(body, MOST_OF_HEADERS)]
    wanted: Mapping[str, str] = dict(choose(names))
    found: dict[str, bytes] = {}
    for tar, member in _members(body, MOST_OF_HEADERS + len(wanted) * (most + BLOCK)):
        if member.name in wanted:
            if member.size > most:
                raise FileError(_too_long(most))
            file = tar.extractfile(member)
            inner = wanted[member.name]
            if inner in found:
                raise FileError(f"{escape_name(inner)} {TWICE}")
            if file is not None:
                found[inner] = file.read(most + 1)
    yield from found.items()


def _members(body: bytes, most: int) -> Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]]:
    """Yield the regular files of a tar, each with its reader.

    `most` bounds the bytes that are read besides the headers of 512 bytes.
    """
    packed = body[:2] == b"\x1f\x8b"
    raw = io.BytesIO(body)
    stream = _Bounded(gzip.GzipFile(fileobj=raw) if packed else raw, most)
    with tarfile.open(fileobj=stream, mode="r:") as tar:
        count = 0
        while (member := tar.next()) is not None:
            count += 1
            if count > MEMBERS or len(tar.pax_headers) > ATTRIBUTES:
                what = f"more than {MEMBERS:,} files or attributes"
                raise FileError(f"holds {what}; give the folder that has generated/")
            if member.isreg() and not member.issparse():
                yield tar, member
            tar.members.clear()  # type: ignore[attr-defined]  # members with attributes take memory


class _Bounded(io.RawIOBase):
    """A stream with limits on reading and seeking.

    A small compressed file may unpack to a very large one, so its own size limits nothing.
    """

    def __init__(self, stream: io.BytesIO | gzip.GzipFile, most: int) -> None:
        self._stream = stream
        self._left = most

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` bytes; raise FileError beyond the limits."""
        self._require(self.tell() + size)
        if size > BLOCK:
            self._left -= size
        if size < 0 or self._left < 0:
            what = f"names and attributes of more than {MOST_OF_HEADERS:,} bytes"
            raise FileError(f"{what}; give the folder generated/")
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Move to an offset; raise FileError beyond the limits."""
        self._require(offset)
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        """Return the offset in the stream."""
        return self._stream.tell()

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def _require(self, offset: int) -> None:
        if offset > MOST_UNPACKED:
            what = f"more than {MOST_UNPACKED:,} bytes"
            raise FileError(f"holds {what}; give the folder that has generated/")


def _limited(body: bytes, most: int) -> bytes:
    if len(body) > most:
        raise FileError(_too_long(most))
    return body


def _too_long(most: int) -> str:
    return f"its tables are longer than {most:,} bytes"
