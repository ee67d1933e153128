"""Addresses that the programs listen on, and their sockets."""

import ipaddress
import os
import socket
import stat
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from deploy_contract import ContractError

UNIX = "unix:"  # before the path of a Unix socket


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a TCP port. Port 0 means any free port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """True if only this machine can connect."""
        if self.host == "localhost":
            return True
        try:
            found = ipaddress.ip_address(self.host)
        except ValueError:
            return False
        return (getattr(found, "ipv4_mapped", None) or found).is_loopback


@dataclass(frozen=True, slots=True)
class UnixAddress:
    """The path of a Unix socket. The umask and its folder's permissions decide who can connect."""

    path: str
    is_local: ClassVar = True  # only this machine can connect

    def __str__(self) -> str:
        return f"{UNIX}{self.path}"


AnyAddress: TypeAlias = Address | UnixAddress


def open_listener(address: AnyAddress, backlog: int | None = 2048) -> socket.socket:
    """Return a socket that listens on `address`.

    Args:
        address: host and port to bind, or the path of a Unix socket. A socket at this path is
            replaced if no process listens on it.
        backlog: number of connections that the operating system keeps until they are accepted.
            None: do not listen. Then other processes of the same user may listen on host and port,
            if they set SO_REUSEPORT too.

    Raises:
        ContractError: the address cannot be bound.
    """
    where: Any
    try:
        if isinstance(address, UnixAddress):
            _remove_if_unused(address.path)
            family, protocol, where = socket.AF_UNIX, 0, address.path
        else:
            family, _, protocol, _, where = socket.getaddrinfo(
                address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
        with ExitStack() as opened:
            # asyncio sets TCP_NODELAY only on a socket whose protocol number is that of TCP.
            # Without it an answer may wait for an ACK.
            listener = opened.enter_context(socket.socket(family, socket.SOCK_STREAM, protocol))
            # the gRPC server, which has no backlog here, also accepts IPv4 on such an address
            if family == socket.AF_INET6 and backlog is not None:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            # on Windows, SO_REUSEADDR would let others bind the address, too
            if isinstance(address, Address) and os.name == "posix":
                reuse = socket.SO_REUSEPORT if backlog is None else socket.SO_REUSEADDR
                listener.setsockopt(socket.SOL_SOCKET, reuse, 1)
            listener.bind(where)
            if backlog is not None:
                listener.listen(backlog)
            opened.pop_all()
            return listener
    except (OSError, ValueError) as error:  # ValueError: the text cannot be a host or path
        raise ContractError(f"cannot listen on {address}: {_reason(error, address)}") from None


def _remove_if_unused(path: str) -> None:
    """Remove a socket that nobody listens to. A process that was killed leaves its socket."""
    try:
        if not stat.S_ISSOCK(Path(path).stat().st_mode):
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(1.0)
            client.connect(path)
    except ConnectionRefusedError:
        Path(path).unlink()
    except (FileNotFoundError, TimeoutError, BlockingIOError):
        pass  # there is no socket, or it is in use and its backlog is full


def bound_address(listener: socket.socket) -> AnyAddress:
    """Return the address that a socket is bound to, with the port that was chosen for port 0."""
    name = listener.getsockname()
    return UnixAddress(name) if isinstance(name, str) else Address(*name[:2])


def remove_unix_socket(address: AnyAddress) -> None:
    """Remove the file of a Unix socket that is still open, so that no more clients connect."""
    if isinstance(address, UnixAddress):
        with suppress(OSError):
            Path(address.path).unlink()


def _reason(error: Exception, address: AnyAddress) -> str:
    """Return the operating system's text for an error, without details of asyncio and `socket`."""
    number = error.errno if isinstance(error, OSError) else None
    if number is None or number <= 0:  # getaddrinfo numbers its errors from -1 downwards
        return f"no such {'path' if isinstance(address, UnixAddress) else 'host'}"
    return os.strerror(number)
