"""Sockets that end a conversation which takes too long, or says too much. Needs the extra [redis].

redis-py bounds each wait for a byte. A peer that sends a byte now and then, or announces an answer
of a gigabyte, would hold its thread or fill its memory.
"""

import time
from typing import Any

_MOST_BYTES = 32 << 20  # that one call reads


class Bounds:
    """The time and the bytes that are left to a call, on a socket that is opened once."""

    def __init__(self) -> None:
        self._until = 0.0
        self._left = 0
        self._is_opened = False

    def note_opening(self) -> None:
        """Note that the socket is opened. Raises OSError if it was opened before."""
        if self._is_opened:
            raise OSError("the connection is over")
        self._is_opened = True

    def begin(self, seconds: float) -> None:
        """Begin a call that may take so many seconds."""
        self._until = time.monotonic() + seconds
        self._left = _MOST_BYTES

    def seconds(self) -> float:
        """Return the seconds that are left. Raises TimeoutError if there are none."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def count(self, length: int) -> None:
        """Note that bytes were read. Raises OSError if they are too many."""
        self._left -= length
        if self._left < 0:
            raise OSError("too much was read")


class BoundedSocket:
    """A socket that keeps to bounds when it reads. For all else it is the socket that it wraps."""

    def __init__(self, socket: Any, bounds: Bounds) -> None:
        self._socket = socket
        self._bounds = bounds

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)

    def recv(self, *arguments: Any) -> bytes:
        """Read bytes, as `recv` of a socket."""
        data: bytes = self._read(self._socket.recv, arguments)
        self._bounds.count(len(data))
        return data

    def recv_into(self, *arguments: Any) -> int:
        """Read bytes, as `recv_into` of a socket."""
        length: int = self._read(self._socket.recv_into, arguments)
        self._bounds.count(length)
        return length

    def _read(self, read: Any, arguments: tuple[Any, ...]) -> Any:
        left, usual = self._bounds.seconds(), self._socket.gettimeout()
        if usual is not None and usual <= left:
            return read(*arguments)
        self._socket.settimeout(left)
        try:
            return read(*arguments)
        finally:
            self._socket.settimeout(usual)


def client(url: str, bounds: Bounds, **options: Any) -> Any:
    """Return a client of redis-py whose socket keeps to bounds. It is opened once.

    Args:
        url: the address of Redis.
        bounds: bounds of its calls.
        options: of a connection. They win over those in the query of the URL.
    """
    from redis import Connection, ConnectionPool, Redis
    from redis.connection import parse_url

    options = {**parse_url(url), **options}  # type: ignore[no-untyped-call]
    kind: Any = options.pop("connection_class", Connection)

    class Bounded(kind):  # type: ignore[misc]  # TCP, TLS or a Unix socket
        def _connect(self) -> BoundedSocket:
            bounds.note_opening()
            return BoundedSocket(super()._connect(), bounds)

    pool = ConnectionPool(connection_class=Bounded, **options)
    return Redis.from_pool(pool)  # `close` closes the socket, too
