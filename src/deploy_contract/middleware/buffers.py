"""Bodies kept in memory: a limit for each of them, and a budget of bytes for all."""

import threading
from collections import Counter, deque
from dataclasses import dataclass, field
from io import BytesIO
from typing import Literal, TypeAlias

from deploy_contract.exceptions import ContractError
from deploy_contract.limits import Limits

BUFFER_BYTES = 128 << 20  # the default budget, in bytes
# bytes of each body that do not count towards a budget: a server buffers about as many bytes of
# each connection anyway
FREE = 1 << 16
_PARTS = 4  # equal parts of a budget; one part is reserved for each use in `_RESERVED`
# the use of a body; "candidate" if only a candidate reads it
Use: TypeAlias = Literal["request", "response", "candidate"]
_RESERVED: tuple[Use, ...] = ("request", "response")
Overflow: TypeAlias = Literal["buffer-full", "json-size"]


class Budget:
    """A number of bytes that the bodies of all messages may take at once. Threads may share it.

    The first 64 KiB of a body do not count, so that large bodies never stop small ones. A quarter
    of the budget is reserved for requests and a quarter for responses, so that neither stops the
    other. `most` may change later.

    Args:
        most: the number of bytes.

    Raises:
        ContractError: `most` is not an integer of at least 0.
    """

    def __init__(self, most: int = BUFFER_BYTES) -> None:
        if not isinstance(most, int) or isinstance(most, bool) or most < 0:
            raise ContractError("buffer_bytes must be an integer of at least 0")
        self.most = most
        self._taken: Counter[Use] = Counter()
        # a deque needs no lock: a finalizer may run while this thread holds the lock
        self._returned: deque[tuple[Use, int]] = deque()
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """The number of bytes in use."""
        with self._lock:
            return self._settled().total()

    def take(self, size: int, use: Use) -> bool:
        """Take `size` bytes; return False and take none if there is no room for them."""
        part = self.most // _PARTS
        with self._lock:
            taken = self._settled()
            taken[use] += size
            unused = sum(max(part - taken[reserved], 0) for reserved in _RESERVED)
            if taken.total() + unused > self.most:
                taken[use] -= size
                return False
            return True

    def give_back(self, size: int, use: Use) -> None:
        """Give back `size` bytes that were taken for `use`."""
        self._returned.append((use, size))

    def _settled(self) -> Counter[Use]:
        while self._returned:
            use, size = self._returned.popleft()
            self._taken[use] -= size
        return self._taken


def budget_of(given: int | Budget | None, limits: Limits) -> Budget:
    """Return the budget that an operator chose: a budget, or its number of bytes.

    None means 128 MiB, or four times the longest body if that is more. So the part for requests and
    the part for responses each have room for the longest body. Raises ContractError for any other
    value.
    """
    if isinstance(given, Budget):
        return given
    if given is None:
        longest = max(limits.request_body, limits.response_body)
        given = max(BUFFER_BYTES, _PARTS * longest)
    return Budget(given)


def is_short(body: bytes, limit: int) -> bool:
    """Return True if a body that came as a whole needs no buffer."""
    return len(body) <= FREE and len(body) <= limit


@dataclass(eq=False, repr=False)  # Django shows the environ, which has a buffer, in error reports
class Buffer:
    """The part of a message's body that has arrived.

    The buffer returns its share of the budget when it is closed or collected as garbage.
    """

    budget: Budget
    limit: int  # of the body, in bytes
    use: Use
    size: int = field(default=0, init=False)  # bytes that were kept
    _kept: bytes | BytesIO = field(default=b"", init=False)
    _taken: int = field(default=0, init=False)  # bytes of the budget

    def add(self, chunk: bytes) -> Overflow | None:
        """Keep a chunk, and return the rule that the body breaks with it.

        A chunk is kept even if the body breaks a rule, so that the caller may pass it on.

        Returns:
            "json-size" if the body is longer than `limit`; "buffer-full" if it is not longer, but
            the budget has no room for it; otherwise None.
        """
        if not self.size:
            self._kept = bytes(chunk)
        elif chunk:
            # BytesIO grows in place; joining a list takes the memory twice
            if not isinstance(self._kept, BytesIO):
                self._kept = BytesIO(self._kept)
                self._kept.seek(0, 2)
            self._kept.write(chunk)
        self.size += len(chunk)
        more = self.size - FREE - self._taken
        has_room = more <= 0 or self.budget.take(more, self.use)
        if more > 0 and has_room:
            self._taken += more
        if self.size > self.limit:  # no later try would help
            return "json-size"
        return None if has_room else "buffer-full"

    @property
    def content(self) -> bytes:
        """The bytes that were kept."""
        return self._kept.getvalue() if isinstance(self._kept, BytesIO) else self._kept

    def close(self) -> None:
        """Drop the bytes, and give back their share of the budget."""
        if self._taken:
            self.budget.give_back(self._taken, self.use)
        self._kept, self.size, self._taken = b"", 0, 0

    def __del__(self) -> None:
        self.close()
