"""Addresses that the programs listen on, and their sockets."""

import os
import socket
from contextlib import ExitStack
from typing import NamedTuple

from deploy_contract import ContractError


class Address(NamedTuple):
    """A host and a TCP port. Port 0 means any free port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def open_listener(address: Address, backlog: int = 2048) -> socket.socket:
    """Return a TCP socket that listens on `address`.

    Args:
        address: host and port to bind.
        backlog: number of connections that the operating system keeps until they are accepted.

    Raises:
        ContractError: the address cannot be bound.
    """
    try:
        found = socket.getaddrinfo(*address, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        made = socket.create_server(found[4][:2], family=found[0], backlog=backlog)
        # asyncio sets TCP_NODELAY only on a socket whose protocol number is that of TCP.
        # Without it an answer may wait for an ACK.
        return socket.socket(fileno=made.detach())
    except (OSError, UnicodeError) as error:
        reason = _reason(error)
    raise ContractError(f"cannot listen on {address}: {reason}")


def reserve_port(address: Address) -> socket.socket:
    """Return a socket that is bound to `address` and does not listen.

    Other processes of the same user may listen there, if they set SO_REUSEPORT too.

    Raises:
        ContractError: the address cannot be bound.
    """
    try:
        found = socket.getaddrinfo(*address, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with ExitStack() as opened:
            made = opened.enter_context(socket.socket(found[0], socket.SOCK_STREAM))
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            made.bind(found[4])
            opened.pop_all()
        return made
    except (OSError, UnicodeError) as error:
        reason = _reason(error)
    raise ContractError(f"cannot listen on {address}: {reason}")


def bound_address(listener: socket.socket) -> Address:
    """Return the address that a socket is bound to, with the port that was chosen for port 0."""
    return Address(*listener.getsockname()[:2])


def _reason(error: Exception) -> str:
    """Return the operating system's text for an error; asyncio and socket add details to theirs."""
    number = error.errno if isinstance(error, OSError) else None
    if number is None or number <= 0:  # getaddrinfo numbers its errors from -1 downwards
        return "no such host"
    return os.strerror(number)
