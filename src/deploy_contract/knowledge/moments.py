"""Times of the last event of a sort about each deployment, such as a patch."""

import math
from collections import OrderedDict

from deploy_contract.knowledge.learnable import Key


class Moments:
    """The last event about each deployment, of those that still matter.

    Attributes:
        times: by deployment, the oldest first.
        unsure_until: a time; what happened before it may be missing.
        newest: the latest of all these times.
    """

    def __init__(self, seconds: float, capacity: int) -> None:
        """Begin with none.

        Args:
            seconds: how long a time matters.
            capacity: the greatest number of deployments.
        """
        self._seconds = seconds
        self._capacity = capacity
        self.times: OrderedDict[Key, float] = OrderedDict()
        self.unsure_until = self.newest = -math.inf

    def add(self, key: Key, now: float) -> None:
        """Note that one happens now; forget what matters no more."""
        self.times[key] = now
        self.times.move_to_end(key)
        self.newest = max(now, self.newest)
        while self.times and now - next(iter(self.times.values())) >= self._seconds:
            self.times.popitem(last=False)
        self.trim(self._capacity)

    def trim(self, capacity: int) -> None:
        """Forget the oldest ones beyond a number of deployments."""
        while len(self.times) > capacity:
            _, oldest = self.times.popitem(last=False)
            self.unsure_until = max(oldest, self.unsure_until)

    def last(self, key: Key) -> float:
        """Return a time after which none has happened to a deployment."""
        return max(self.times.get(key, self.unsure_until), self.unsure_until)

    def doubt(self, now: float) -> None:
        """Note that one may have happened to any deployment until now."""
        self.unsure_until = now
        self.newest = max(now, self.newest)
