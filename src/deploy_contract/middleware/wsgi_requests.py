"""Bodies of requests of WSGI servers (PEP 3333), and headers that must not go on."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any, BinaryIO, TypeAlias

from deploy_contract.http.headers import METHOD_OVERRIDES
from deploy_contract.middleware.buffers import FREE, Buffer
from deploy_contract.middleware.enforcement import Enforcer

Environ: TypeAlias = dict[str, Any]
_OVERRIDES = tuple(f"HTTP_{name.upper().replace('-', '_')}" for name in sorted(METHOD_OVERRIDES))


def drop_overrides(environ: Environ) -> None:
    """Take the headers that override the method out of an environ."""
    for key in _OVERRIDES:
        environ.pop(key, None)


def read_body(environ: Environ, enforcer: Enforcer) -> tuple[Buffer, str | None]:
    """Read the body, and put it back for the application.

    Returns:
        The buffer that holds the body, and the rule that it breaks, None if it breaks none.
    """
    limit = enforcer.limits.request_body
    buffer = Buffer(enforcer.budget, limit, request=True)
    stated = environ.get("CONTENT_LENGTH") or None
    if stated is None:
        # PEP 3333: no length is no body, unless the server says that the stream ends with it
        if not environ.get("wsgi.input_terminated"):
            return buffer, None
        wanted = limit + 1
    else:
        if not (stated.isascii() and stated.isdigit()):
            return buffer, "body-incomplete"
        wanted = int(stated[:20])
        if wanted > limit:
            return buffer, "json-size"
    stream = environ["wsgi.input"]
    fault: str | None = _read(stream, buffer, wanted)
    if fault is None and stated is not None and buffer.size < wanted:
        fault = "body-incomplete"
    content = BytesIO(buffer.content)
    environ["wsgi.input"] = content if fault is None else _Again(content, stream)
    if fault is None:
        # also of a body in chunks: Django reads no more than is stated
        environ["CONTENT_LENGTH"] = str(buffer.size)
    return buffer, fault


def _read(stream: BinaryIO, buffer: Buffer, wanted: int) -> str | None:
    """Read up to `wanted` bytes into a buffer; return the rule that the body breaks."""
    while buffer.size < wanted:
        chunk = stream.read(min(wanted - buffer.size, FREE))
        if not chunk:
            return None
        fault = buffer.add(chunk)
        if fault is not None:
            return fault
    return None


class _Again:
    """A stream whose beginning was read already."""

    def __init__(self, begin: BinaryIO, rest: BinaryIO) -> None:
        self._begin = begin
        self._rest = rest

    def read(self, size: int = -1) -> bytes:
        """Read up to `size` bytes."""
        found = self._begin.read(size)
        return found or self._rest.read(size) if size >= 0 else found + self._rest.read()

    def readline(self, size: int = -1) -> bytes:
        """Read up to a line."""
        return self._begin.readline(size) or self._rest.readline(size)

    def readlines(self, hint: int = -1) -> list[bytes]:
        """Read every line."""
        return [*self._begin.readlines(hint), *self._rest.readlines(hint)]

    def __iter__(self) -> Iterator[bytes]:
        yield from self._begin
        yield from self._rest
