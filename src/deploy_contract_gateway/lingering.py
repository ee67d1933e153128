"""A transport that closes a connection so that the answer arrives (RFC 9112, section 9.6)."""

import asyncio
from typing import Any, Protocol

_LINGER_SECONDS = 2.0


class Receiver(Protocol):
    """The protocol of a connection, as far as closing it needs."""

    loop: asyncio.AbstractEventLoop

    @property
    def unread(self) -> bool:
        """True if the client may still send bytes that nobody reads."""

    def discard(self) -> None:
        """Read and drop all further bytes."""


class LingeringTransport:
    """A transport that closes in two steps while the client still sends.

    If unread bytes remain when a socket is closed, the system resets the connection, and the client
    may lose the answer. So the sending half is closed first, and the rest a moment later.
    """

    def __init__(self, transport: asyncio.Transport, receiver: Receiver) -> None:
        self._transport = transport
        self._receiver = receiver
        self._closed = False
        self.write = transport.write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Return True if nothing more may be written."""
        return self._closed or self._transport.is_closing()

    def close(self) -> None:
        """Close at once if all was read, else when the client has closed or after two seconds."""
        if self.is_closing():
            return
        self._closed = True
        if self._receiver.unread and self._transport.can_write_eof():
            try:
                self._transport.write_eof()
            except OSError:  # the client has reset the connection, and nobody waits for the answer
                self._transport.abort()
                return
            self._receiver.discard()
            self._receiver.loop.call_later(_LINGER_SECONDS, self._transport.abort)
        else:
            self._transport.close()
