"""Numbers of events in Redis, in place of times: the clocks of machines need not agree."""

import math
from bisect import bisect_right
from collections import deque

UNKNOWN = -1  # number of a time of which nothing is known
_GRAIN = 0.005  # seconds between remembered numbers, at least
_MOST = 6000  # remembered numbers, about


class EventNumbers:
    """The number of the last event at each time, as this process has observed it.

    Attributes:
        epoch: the run of Redis that the numbers belong to, None before the first one.
    """

    def __init__(self, seconds: float) -> None:
        """Begin with none. `seconds`: for how long they are remembered."""
        self.epoch: str | None = None
        self._seconds = seconds
        self._grain = max(_GRAIN, seconds / _MOST)
        self._numbers: deque[tuple[float, int]] = deque()

    def enter(self, epoch: str) -> bool:
        """Begin anew if Redis does; return True if so, and if numbers of before are lost by it."""
        if epoch == self.epoch:
            return False
        is_another = self.epoch is not None
        self.epoch = epoch
        self._numbers.clear()
        return is_another

    def observe(self, epoch: str, number: int, now: float) -> None:
        """Remember that an event has happened by now, and all before it."""
        if epoch != self.epoch:  # numbers began anew meanwhile
            return
        numbers = self._numbers
        if numbers and (numbers[-1][1] >= number or now - numbers[-1][0] < self._grain):
            return
        numbers.append((now, number))
        while len(numbers) > 2 and now - numbers[2][0] > self._seconds:
            del numbers[1]  # the first number holds for all times since the epoch was entered

    def at(self, time: float) -> int:
        """Return the number of an event that had happened by a time, with all before it."""
        found = bisect_right(self._numbers, (time, math.inf))
        return self._numbers[found - 1][1] if found else UNKNOWN

    def reached(self, number: int) -> float:
        """Return a time by which an event had happened; infinity if no such time is known."""
        if number == UNKNOWN:  # the event is no event at all
            return -math.inf
        for moment, observed in self._numbers:
            if observed >= number:
                return moment
        return math.inf
