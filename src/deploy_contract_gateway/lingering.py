"""Closes connections so that what was answered arrives (RFC 9112, section 9.6)."""

import asyncio
from typing import Any, Protocol

_LINGER = 2.0  # seconds


class Sender(Protocol):
    """Who has a connection, and knows of what comes over it."""

    loop: asyncio.AbstractEventLoop

    @property
    def unread(self) -> bool:
        """Whether a client may still be sending what nobody reads."""

    def discard(self) -> None:
        """Reads what else comes, and looks at none of it."""


class Lingering:
    """A transport that is closed in two steps where the client still sends: else a reset may take the answer with it."""

    def __init__(self, transport: asyncio.Transport, protocol: Sender) -> None:
        self._transport = transport
        self._protocol = protocol
        self._ended = False
        self.write = transport.write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Whether nothing more is to be written."""
        return self._ended or self._transport.is_closing()

    def close(self) -> None:
        """Closes it: at once, or when the client has, or has had some time."""
        if self.is_closing():
            return
        self._ended = True
        if self._protocol.unread and self._transport.can_write_eof():
            self._transport.write_eof()
            self._protocol.discard()
            self._protocol.loop.call_later(_LINGER, self._transport.abort)
        else:
            self._transport.close()
