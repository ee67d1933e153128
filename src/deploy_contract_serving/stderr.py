"""Lines on standard error, for the person or the service manager that started a program."""

import logging
import sys

from deploy_contract.logs import place_of
from deploy_contract_format.printing import as_line
from deploy_contract_serving.log_writer import LineWriter

_WRITE_SECONDS = 1.0  # time limit for a line to be written before the program goes on


def dropped_notice(lines: int) -> str:
    """Return the line that reports how many lines were dropped."""
    return f"deploy-contract: {lines} lines could not be written here\n"


# Standard error may be full or stalled, and the program must go on serving.
_WRITER = LineWriter(2, dropped_notice)


def print_line(text: str) -> None:
    """Write the program's name and a text in one line, in which line breaks are escaped.

    A line that cannot be written is counted, and a later line reports the count.
    """
    _write(text)
    _WRITER.flush(_WRITE_SECONDS)


class StderrHandler(logging.Handler):
    """A log handler that writes records to standard error.

    It writes the type and place of an exception, whose text may hold values of a message.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        text = " ".join(record.getMessage().split())
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            text += f": {type(error).__name__} at {place_of(error)}"
        _write(text)


def _write(text: str) -> None:
    if sys.stderr is None:  # it was closed, and its descriptor may belong to another file now
        return
    encoding = sys.stderr.encoding or "utf-8"
    line = as_line(f"deploy-contract: {text}").encode(encoding, "backslashreplace")
    _WRITER.write(f"{line.decode(encoding)}\n")
