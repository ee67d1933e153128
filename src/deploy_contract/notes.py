"""Notes say in short words why a check was skipped or a fact was missing, without any value.

A note is `WORD`, `WORD: REASON` or `WORD: REASON DETAIL`. Words and reasons are few, so metrics
count by them. The detail is a JSON Pointer or the type of an exception.
"""

import re
from contextvars import ContextVar

FAILED = "lookup-failed"  # a lookup gave no answer
TIMEOUT = "lookup-timeout"  # a lookup gave no answer in time
UNKNOWN = "lookup-unknown"  # the service answered, and does not list the deployment
REFUSED = "lookup-refused"  # a part of a response breaks the contract, and is not learned
CONTRADICTION = "lookup-contradiction"  # two statements differ on a fact that cannot change
FULL = "lookup-full"  # deployments were dropped to make room for others
CANDIDATE_FAILED = "candidate-failed"  # the candidate could not judge the message
CANDIDATE_UNREAD = "candidate-unread"  # the body for the candidate is not shown, or exceeds a limit
MOST = 20  # notes of one message
_PARTS = re.compile(r"([a-z][a-z0-9-]*)(?:: ([^ ]*))?")
# the notes on the request whose lookups run in this context
NOTED: ContextVar[list[str] | None] = ContextVar("noted", default=None)


def note(word: str, reason: str = "", detail: str = "") -> str:
    """Return the text of a note."""
    if not reason:
        return word
    return f"{word}: {reason} {detail}" if detail else f"{word}: {reason}"


def labels(text: str) -> tuple[str, str]:
    """Return the word and the reason of a note, for metrics; "none" if it has no reason."""
    found = _PARTS.match(text)
    return (found[1], found[2] or "none") if found else ("other", "none")


def add(text: str) -> None:
    """Add a note to the observation of the request whose lookup runs.

    Lookups of your own may call it. It does nothing outside of a request.
    """
    found = NOTED.get()
    if found is not None and text not in found and len(found) < MOST:
        found.append(text)
