"""Notes say why enforcement faded, in short words and without a value of any message.

A note is `WORD`, `WORD: REASON` or `WORD: REASON DETAIL`. Words and reasons are few, so metrics
count by them. The detail is a JSON Pointer or the type of an exception.
"""

import logging
import re
import traceback
from collections.abc import Iterable
from contextvars import ContextVar
from pathlib import PurePath
from time import monotonic

from deploy_contract_format.pointer import printable

LOG = logging.getLogger("deploy_contract")

FAILED = "lookup-failed"  # a lookup gave no answer
TIMEOUT = "lookup-timeout"  # it gave none in time
UNKNOWN = "lookup-unknown"  # the service answered, and does not list the deployment
REFUSED = "lookup-refused"  # a part of a response breaks the contract there
CONTRADICTION = "lookup-contradiction"  # two statements differ on what cannot change
FULL = "lookup-full"  # deployments were dropped to make room for others
MOST = 20  # notes of one message
_PARTS = re.compile(r"([a-z][a-z0-9-]*)(?:: ([^ ]*))?")
_noted: ContextVar[list[str] | None] = ContextVar("noted", default=None)


def note(word: str, reason: str = "", detail: str = "") -> str:
    """Return the text of a note."""
    if not reason:
        return word
    return f"{word}: {reason} {detail}" if detail else f"{word}: {reason}"


def labels(text: str) -> tuple[str, str]:
    """Return the word and the reason of a note, for metrics; "none" if it has no reason."""
    found = _PARTS.match(text)
    return (found[1], found[2] or "none") if found else ("other", "none")


def collect() -> list[str]:
    """Begin a list of the notes that lookups add in this context, and return it."""
    found: list[str] = []
    _noted.set(found)
    return found


def add(text: str) -> None:
    """Add a note to the observation of the request for which a lookup is asked.

    Lookups of your own may call it. It does nothing outside of a request.
    """
    found = _noted.get()
    if found is not None and text not in found and len(found) < MOST:
        found.append(text)


class Lines:
    """Warnings of the logger `deploy_contract`: a line for each kind of note in `seconds`.

    It counts the others.
    """

    def __init__(self, seconds: float = 10.0, most: int = 1000) -> None:
        self._seconds = seconds
        self._most = most
        # kind -> when its last line was written, and how many were not
        self._kinds: dict[tuple[str, str, str], list[float]] = {}

    def write(self, operation: str | None, found: Iterable[str]) -> None:
        """Log notes on a message of an operation."""
        for text in found:
            self._line((operation or "none", *labels(text)), f"{operation or 'none'}: {text}")

    def unexpected(self, action: str, error: Exception) -> None:
        """Log an exception that an action raised: its type and place, without its text."""
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{PurePath(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
        name = printable(type(error).__name__)
        self._line((action, name, place), f"{action} failed: {name} at {place}")

    def _line(self, kind: tuple[str, str, str], text: str) -> None:
        now = monotonic()
        last = self._kinds.get(kind)
        if last is not None and now - last[0] < self._seconds:
            last[1] += 1
            return
        if last is None and len(self._kinds) >= self._most:
            self._kinds.clear()
        more = f" ({last[1]:.0f} more since the last line)" if last is not None and last[1] else ""
        self._kinds[kind] = [now, 0]
        # the text is whole: a handler may take a record without its arguments
        LOG.warning(text + more)
