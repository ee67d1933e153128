"""The connections of clients: how many there may be, and which is closed so that the next one gets served."""

import os
import sys
from collections.abc import Callable
from itertools import islice
from time import monotonic
from typing import Protocol

MOST = 10_000  # connections where the descriptors allow for them
QUIET = 60.0  # seconds between two tellings of the same trouble
GRACE = (
    0.1  # seconds for which an idle connection is let be: the request of a new one is on its way
)
_LOOKS = 8  # at idle connections, for one that has taken all that it was sent


class Transport(Protocol):
    """The part of an asyncio transport that matters here."""

    def abort(self) -> None:
        """Close the connection at once."""

    def get_write_buffer_size(self) -> int:
        """Return the number of bytes that wait to be sent."""


class Connection(Protocol):
    """A connection of a client; values of this kind are told apart by identity."""

    @property
    def transport(self) -> Transport:
        """Return its transport."""


class Trouble:
    """Tells of a trouble that may come a thousand times a second: at once, and then once a minute, with counts.

    `tell` is called with a name and counts since it was called last.
    """

    def __init__(
        self, name: str, tell: Callable[..., None], clock: Callable[[], float] = monotonic
    ) -> None:
        self._name = name
        self._tell = tell
        self._clock = clock
        self._next = 0.0
        self._counts: dict[str, int] = {}

    def count(self, what: str, **state: int) -> None:
        """Count something. `state`: numbers of this moment, which are told as they are."""
        self._counts[what] = self._counts.get(what, 0) + 1
        now = self._clock()
        if now >= self._next:
            counts, self._counts = self._counts, {}
            self._next = now + QUIET
            self._tell(self._name, **state, **counts)


class Connections:
    """The open connections of a server, at most `limit`.

    The idle ones are those on which no request is under way, the one that has been idle for longest first. When there
    are too many connections, that one is closed; when none has been idle for a moment, the newcomer is refused.
    """

    def __init__(
        self,
        limit: int = MOST,
        tell: Callable[..., None] = lambda *_args, **_counts: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.limit = limit
        self._clock = clock
        self.trouble = Trouble("connections-full", tell)
        self._open: set[Connection] = set()
        self._idle: dict[Connection, float] = {}  # since when

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, connection: Connection) -> bool:
        """Take a new connection in, and return whether it may stay; the caller refuses it if not."""
        self._open.add(connection)
        fits = len(self._open) <= self.limit or self.make_room()
        if fits:
            self._idle[connection] = self._clock()
        else:
            self.trouble.count("refused", limit=self.limit)
        return fits

    def begin(self, connection: Connection) -> None:
        """A request begins."""
        self._idle.pop(connection, None)

    def end(self, connection: Connection) -> None:
        """No request is under way any more."""
        if connection in self._open:
            self._idle[connection] = self._clock()

    def lose(self, connection: Connection) -> None:
        """Forget a connection that is closed."""
        self._open.discard(connection)
        self._idle.pop(connection, None)

    def make_room(self) -> bool:
        """Close the connection that has been idle for longest, rather one that has taken all that it was sent.

        Return False if none has been idle for a moment.
        """
        until = self._clock() - GRACE
        oldest = [one for one, since in islice(self._idle.items(), _LOOKS) if since <= until]
        if not oldest:
            return False
        chosen = next(
            (one for one in oldest if not one.transport.get_write_buffer_size()), oldest[0]
        )
        self.lose(chosen)
        chosen.transport.abort()
        self.trouble.count("closed", limit=self.limit)
        return True


def most_connections(wanted: int, reserve: int) -> int:
    """Return how many connections of clients the descriptors of this process allow for, at most `wanted`.

    The soft limit (RLIMIT_NOFILE) is raised as far as needed and allowed. `reserve`: descriptors for all else, such as
    upstream or a database; where that would be the larger part, clients get half of all.
    """
    if sys.platform == "win32":
        return wanted
    import resource

    used = _descriptors()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + reserve + used
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    free = needed if soft == resource.RLIM_INFINITY else soft - used
    return max(1, min(wanted, max(free - reserve, free // 2)))


def _descriptors() -> int:
    """Return how many descriptors are open, about."""
    try:
        return len(os.listdir("/dev/fd"))  # noqa: PTH208 - names alone are wanted
    except OSError:
        return 16
