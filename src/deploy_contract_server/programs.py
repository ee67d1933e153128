"""What both programs do alike: they listen, and tell whoever started them."""

import os
import socket
import sys
from typing import NamedTuple

from deploy_contract import ContractError
from deploy_contract.cli.lines import as_line


class Address(NamedTuple):
    """Where to listen; port 0 is any free one."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def listener(address: Address, backlog: int = 128) -> socket.socket:
    """A socket that listens. ContractError where there is none to be had."""
    try:
        found = socket.getaddrinfo(*address, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        made = socket.create_server(found[4][:2], family=found[0], backlog=backlog)
        # one that knows that it is TCP: only then asyncio sends at once, and no answer waits for an ACK
        return socket.socket(fileno=made.detach())
    except (OSError, UnicodeError) as error:
        number = error.errno if isinstance(error, OSError) else None
        why = os.strerror(number) if number and number > 0 else "no such host"  # asyncio and socket add to the text of some
        raise ContractError(f"cannot listen on {address}: {why}") from None


def listens_on(listening: socket.socket) -> Address:
    """The address of a socket."""
    return Address(*listening.getsockname()[:2])


def say(text: str) -> None:
    """A line for whoever started the program."""
    print(as_line(f"deploy-contract: {text}"), file=sys.stderr, flush=True)  # noqa: T201
