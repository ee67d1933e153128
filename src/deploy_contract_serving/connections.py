"""The limit on client connections, and the choice of the connection to close when it is reached."""

import asyncio
import os
import sys
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from deploy_contract.logs import Throttle

MAX_CONNECTIONS = 10_000  # if the file descriptors allow it
RESERVED_DESCRIPTORS = 64  # besides those for clients, and for upstream or a database
REPEAT_SECONDS = 60.0  # between two log lines about the same condition
IDLE_GRACE = 0.1  # seconds: a connection idle for less may have a request on its way


class Connection(Protocol):
    """A client connection, compared by identity."""

    transport: asyncio.Transport

    def shut_down(self) -> None:
        """Close after the requests under way, or now if there is none."""

    def check(self, now: float) -> None:
        """End what takes too long. `now`: the time of the event loop."""


class RepeatedEvent:
    """An event that may happen a thousand times a second, and is reported once a minute.

    The first occurrence is reported at once. Each report has the counts since the last one.
    """

    def __init__(self, name: str, report: Callable[..., None]) -> None:
        """Create an event.

        Args:
            name: name of the event in the log.
            report: called with the name, and with state and counts as keyword arguments.
        """
        self._name = name
        self._report = report
        self._throttle = Throttle(burst=1, seconds=REPEAT_SECONDS, clock=monotonic)
        self._counts: dict[str, int] = {}

    def count(self, outcome: str, **state: int) -> None:
        """Count an outcome. `state`: current numbers, which the report shows as they are."""
        self._counts[outcome] = self._counts.get(outcome, 0) + 1
        if self._throttle.admit(self._name) is not None:
            counts, self._counts = self._counts, {}
            self._report(self._name, **state, **counts)


class Connections:
    """The open connections of a server, at most `limit`.

    A connection is idle while no request is under way on it. Beyond the limit, the connection that
    has been idle for longest is closed. If none has been idle for a moment, the new one is refused.
    """

    def __init__(self, limit: int, report: Callable[..., None]) -> None:
        """Create an empty set.

        Args:
            limit: most open connections.
            report: receives the event "connections-full", at most once a minute.
        """
        self.limit = limit
        self._full = RepeatedEvent("connections-full", report)
        self._open: set[Connection] = set()
        self._idle_since: dict[Connection, float] = {}  # the longest idle one first

    def __len__(self) -> int:
        return len(self._open)

    def all(self) -> list[Connection]:
        """Return the open connections."""
        return list(self._open)

    def admit(self, connection: Connection) -> bool:
        """Add a new connection. Return False if the caller has to refuse it."""
        self._open.add(connection)
        admitted = len(self._open) <= self.limit or self.make_room()
        if admitted:
            self._idle_since[connection] = monotonic()
        else:
            self._full.count("refused", limit=self.limit)
        return admitted

    def begin_request(self, connection: Connection) -> None:
        """Mark a connection as busy."""
        self._idle_since.pop(connection, None)

    def end_request(self, connection: Connection) -> None:
        """Mark a connection as idle, unless it was closed meanwhile."""
        if connection in self._open:
            self._idle_since[connection] = monotonic()

    def remove(self, connection: Connection) -> None:
        """Forget a connection that is closed."""
        self._open.discard(connection)
        self._idle_since.pop(connection, None)

    def make_room(self) -> bool:
        """Close the connection that has been idle for longest.

        Return False if no connection has been idle for a moment.
        """
        if not self._idle_since:
            return False
        chosen, since = next(iter(self._idle_since.items()))
        if since > monotonic() - IDLE_GRACE:
            return False
        self.remove(chosen)
        chosen.transport.abort()
        self._full.count("closed", limit=self.limit)
        return True


def connection_limit(wanted: int, reserve: int) -> int:
    """Return how many client connections the file descriptors of this process allow.

    Raises the soft limit (RLIMIT_NOFILE) as far as needed and permitted.

    Args:
        wanted: upper bound of the result.
        reserve: descriptors for other purposes, such as upstream or a database. If that is more
            than half of the free descriptors, clients get half of them.
    """
    if sys.platform == "win32":
        return wanted
    import resource

    used = _open_descriptors()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + reserve + used
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    free = needed if soft == resource.RLIM_INFINITY else soft - used
    return max(1, min(wanted, max(free - reserve, free // 2)))


def _open_descriptors() -> int:
    """Return the approximate number of open file descriptors."""
    try:
        return len(os.listdir("/dev/fd"))  # noqa: PTH208 - only the names are needed
    except OSError:
        return 16
