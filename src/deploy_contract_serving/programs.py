"""What both programs do alike: they listen, and tell whoever started them."""

import logging
import os
import socket
import sys
from typing import NamedTuple

from deploy_contract import ContractError
from deploy_contract.cli.lines import as_line
from deploy_contract.logs import place_of
from deploy_contract_serving.log_writer import Writer

_SECONDS = 1.0  # that a line may take to be written before its program goes on


def lost(lines: int) -> str:
    """Return the line that says how many lines were lost."""
    return f"deploy-contract: lines that could not be written here: {lines}\n"


_ERRORS = Writer(
    2, lost
)  # standard error may be full or stalled: that is no reason to stop serving


class Address(NamedTuple):
    """Where to listen; port 0 is any free one."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def listener(address: Address, backlog: int = 2048) -> socket.socket:
    """A socket that listens. ContractError where there is none to be had."""
    try:
        found = socket.getaddrinfo(*address, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        made = socket.create_server(found[4][:2], family=found[0], backlog=backlog)
        # one that knows that it is TCP: only then asyncio sends at once, and no answer waits for an ACK
        return socket.socket(fileno=made.detach())
    except (OSError, UnicodeError) as error:
        number = error.errno if isinstance(error, OSError) else None
        why = (
            os.strerror(number) if number and number > 0 else "no such host"
        )  # asyncio and socket add to the text of some
        raise ContractError(f"cannot listen on {address}: {why}") from None


def listens_on(listening: socket.socket) -> Address:
    """The address of a socket."""
    return Address(*listening.getsockname()[:2])


def say(text: str) -> None:
    """Write a line for whoever started the program. Lines that cannot be written are counted, and told of later."""
    _write(text)
    _ERRORS.settle(_SECONDS)


def _write(text: str) -> None:
    if sys.stderr is None:  # it was closed, and its descriptor may be that of another file now
        return
    encoding = sys.stderr.encoding or "utf-8"
    shown = (
        as_line(f"deploy-contract: {text}").encode(encoding, "backslashreplace").decode(encoding)
    )
    _ERRORS.write(f"{shown}\n")


class Lines(logging.Handler):
    """Writes what is logged to standard error. Of an exception it tells type and place: its text may hold values."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        text = " ".join(record.getMessage().split())
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            text += f": {type(error).__name__} at {place_of(error)}"
        _write(text)
