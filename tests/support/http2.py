"""A client of HTTP/2 in plain text that sends frames one by one, as no library would (RFC 9113)."""

import socket
import ssl
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _RESET, _SETTINGS, _GOAWAY = 0, 1, 3, 4, 7
_END_STREAM, _END_HEADERS, _ACK = 1, 4, 1
_MAX_CONCURRENT_STREAMS = 3  # a setting


class Http2Client:
    """One connection.

    Attributes:
        most_streams: how many the server allows at a time; None until it has said so.
        refused: streams that the server has reset or never accepted; all, if it has closed.
        answered: streams whose response has begun.
        received: all bytes of the frames that came.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._unread = b""
        self._next = 1
        self.received = b""
        self.most_streams: int | None = None
        self.refused: set[int] = set()
        self.answered: set[int] = set()
        connection.sendall(_PREFACE + _frame(_SETTINGS))

    def begin(self, headers: dict[str, str], *, end: bool = False) -> int:
        """Send the headers of a request; return its stream."""
        stream, self._next = self._next, self._next + 2
        self.send_headers(stream, headers, end=end)
        return stream

    def send_headers(self, stream: int, headers: dict[str, str], *, end: bool = False) -> None:
        """Send headers, or trailers, on a stream."""
        block = b"".join(_literal(name, value) for name, value in headers.items())
        flags = _END_HEADERS | (_END_STREAM if end else 0)
        self._connection.sendall(_frame(_HEADERS, flags, stream, block))

    def send(self, stream: int, data: bytes, *, end: bool = False) -> None:
        """Send a part of a body."""
        self._connection.sendall(_frame(_DATA, _END_STREAM if end else 0, stream, data))

    def reset(self, stream: int) -> None:
        """Give a request up (RFC 9113, section 6.4)."""
        self._connection.sendall(_frame(_RESET, 0, stream, (8).to_bytes(4, "big")))

    def read(self, seconds: float) -> None:
        """Take all that the server sends until it is silent for some seconds, or closes."""
        self._connection.settimeout(seconds)
        with suppress(TimeoutError):
            while data := self._receive():
                self.received += data
                self._unread += data
                self._take_frames()
            self.refused |= self._begun() - self.answered

    def open_streams(self) -> int:
        """Return how many streams the server has accepted and not answered."""
        return len(self._begun() - self.refused - self.answered)

    def _begun(self) -> set[int]:
        return set(range(1, self._next, 2))

    def _receive(self) -> bytes:
        with suppress(ConnectionError):
            return self._connection.recv(1 << 16)
        return b""

    def _take_frames(self) -> None:
        while len(self._unread) >= 9:
            length = int.from_bytes(self._unread[:3], "big")
            if len(self._unread) < 9 + length:
                return
            kind, flags, stream = struct.unpack(">BBI", self._unread[3:9])
            payload, self._unread = self._unread[9 : 9 + length], self._unread[9 + length :]
            if kind == _SETTINGS and not flags & _ACK:
                for number, value in struct.iter_unpack(">HI", payload):
                    if number == _MAX_CONCURRENT_STREAMS:
                        self.most_streams = value
                self._connection.sendall(_frame(_SETTINGS, _ACK))
            elif kind == _RESET:
                self.refused.add(stream)
            elif kind == _HEADERS:
                self.answered.add(stream)
            elif kind == _GOAWAY:  # the streams after the last one that it names were not accepted
                last = int.from_bytes(payload[:4], "big")
                self.refused |= {number for number in self._begun() if number > last}


@contextmanager
def http2_client(
    address: tuple[str, int], tls: ssl.SSLContext | None = None
) -> Iterator[Http2Client]:
    """Connect to a server that takes HTTP/2: over TLS by its offer, else without an upgrade."""
    with socket.create_connection(address, 10) as connection:
        if tls is None:
            yield Http2Client(connection)
            return
        tls.set_alpn_protocols(["h2"])
        with tls.wrap_socket(connection, server_hostname=address[0]) as secured:
            assert secured.selected_alpn_protocol() == "h2"
            yield Http2Client(secured)


def _frame(kind: int, flags: int = 0, stream: int = 0, payload: bytes = b"") -> bytes:
    return len(payload).to_bytes(3, "big") + struct.pack(">BBI", kind, flags, stream) + payload


def _literal(name: str, value: str) -> bytes:
    """Return a header as HPACK writes it without its tables (RFC 7541, section 6.2.2)."""
    texts = [text.encode("ascii") for text in (name, value)]
    assert all(len(text) < 127 for text in texts)
    return b"\x00" + b"".join(bytes([len(text)]) + text for text in texts)
