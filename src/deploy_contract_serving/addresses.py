"""Addresses that the programs listen on, and their sockets."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from deploy_contract import ContractError


@dataclass(frozen=True, slots=True)
class Address:
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
    with _naming(address) as (family, where):
        made = socket.create_server(where, family=family, backlog=backlog)
        # asyncio sets TCP_NODELAY only on a socket whose protocol number is that of TCP.
        # Without it an answer may wait for an ACK.
        return socket.socket(fileno=made.detach())


def reserve_port(address: Address) -> socket.socket:
    """Return a socket that is bound to `address` and does not listen.

    Other processes of the same user may listen there, if they set SO_REUSEPORT too.

    Raises:
        ContractError: the address cannot be bound.
    """
    with _naming(address) as (family, where), ExitStack() as opened:
        made = opened.enter_context(socket.socket(family, socket.SOCK_STREAM))
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind(where)
        opened.pop_all()
        return made


@contextmanager
def _naming(address: Address) -> Iterator[tuple[int, tuple[str, int]]]:
    """Yield the family of an address, and what to bind. Name the address if that fails."""
    try:
        found = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        yield found[0], (str(found[4][0]), int(found[4][1]))
    except (OSError, UnicodeError) as error:
        raise ContractError(f"cannot listen on {address}: {_reason(error)}") from None


def bound_address(listener: socket.socket) -> Address:
    """Return the address that a socket is bound to, with the port that was chosen for port 0."""
    return Address(*listener.getsockname()[:2])


def _reason(error: Exception) -> str:
    """Return the operating system's text for an error; asyncio and socket add details to theirs."""
    number = error.errno if isinstance(error, OSError) else None
    if number is None or number <= 0:  # getaddrinfo numbers its errors from -1 downwards
        return "no such host"
    return os.strerror(number)
