"""The number of client connections that the system allows, and events that may come often."""

import os
import sys
from collections.abc import Callable

from deploy_contract.logs import Throttle

MAX_CONNECTIONS = 10_000  # if the file descriptors allow it
RESERVED_DESCRIPTORS = 64  # for other purposes than clients, upstream and a database
REPEAT_SECONDS = 60.0  # between two log lines about the same condition
IDLE_GRACE = 0.1  # seconds of idleness; until then, the next request may be on its way


class RepeatedEvent:
    """An event that may happen a thousand times a second, and is reported once a minute.

    The first occurrence is reported at once. Each report has the counts since the last report.

    `report` is called with the name, and with state and counts as keyword arguments.
    """

    def __init__(self, name: str, report: Callable[..., None]) -> None:
        self._name = name
        self._report = report
        self._throttle = Throttle(burst=1, seconds=REPEAT_SECONDS)
        self._counts: dict[str, int] = {}

    def count(self, outcome: str, **state: int) -> None:
        """Count an outcome. `state`: current numbers, which the report shows as they are."""
        self._counts[outcome] = self._counts.get(outcome, 0) + 1
        if self._throttle.admit(self._name) is not None:
            counts, self._counts = self._counts, {}
            self._report(self._name, **state, **counts)


def connection_limit(wanted: int, reserve: int) -> int:
    """Return the number of client connections that the file descriptors of this process allow.

    First raise the soft limit (RLIMIT_NOFILE) as far as needed and permitted.

    Args:
        wanted: upper bound of the result.
        reserve: number of descriptors for other purposes, such as upstream or a database. Clients
            get at least half of the free descriptors.
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
