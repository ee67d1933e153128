"""Messages on standard error, and the exit statuses of the command."""

import os
import sys
from typing import TextIO

from deploy_contract.cli.lines import as_line

ALLOWED = 0
DENIED = 1
WRONG_USE = 2
INTERRUPTED = 130  # as of a program that SIGINT ended
BROKEN_PIPE = 141  # as of a program that SIGPIPE ended


def warn(text: str) -> None:
    """Print one line on standard error, after the lines of standard output so far.

    A standard error that is closed or full is ignored: the exit status remains.
    """
    sys.stdout.flush()
    say(text)


def say(text: str) -> None:
    """Print one line on standard error. If that is closed or full, ignore it."""
    try:
        if sys.stderr is not None:
            print(as_line(f"deploy-contract: {text}"), file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Redirect a broken stream to nowhere, so that flushing it at exit does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
