"""Bodies that are kept in memory, and a budget of bytes for all of them."""

import threading
from collections import deque
from io import BytesIO

from deploy_contract.document.wire import Limits
from deploy_contract.report import ContractError

BUFFER_BYTES = 128 << 20  # the budget, unless the operator says otherwise
FREE = (
    1 << 16
)  # bytes of each body that count for nothing: a server buffers as much of each connection
_SHARE = 4  # of a budget, responses leave one in so many parts to requests


class Budget:
    """A number of bytes that the bodies of all messages may take at once. Threads may share it.

    The first 64 KiB of a body are free, so that no number of large bodies stops small ones. Responses leave a quarter of the
    budget to requests. `most` may change later. Raises ContractError if it is not an integer of at least 0.
    """

    def __init__(self, most: int = BUFFER_BYTES) -> None:
        if not isinstance(most, int) or isinstance(most, bool) or most < 0:
            raise ContractError("buffer_bytes is an integer of at least 0")
        self.most = most
        self._taken = 0
        self._returned: deque[int] = (
            deque()
        )  # needs no lock: a finalizer may run while this thread holds it
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """The bytes in use."""
        with self._lock:
            return self._settled()

    def take(self, size: int, *, request: bool) -> bool:
        """Take `size` bytes; return False, and take none, if there is no room for them."""
        room = self.most if request else self.most - self.most // _SHARE
        with self._lock:
            if self._settled() + size > room:
                return False
            self._taken += size
            return True

    def give_back(self, size: int) -> None:
        """Give back bytes that were taken."""
        self._returned.append(size)

    def _settled(self) -> int:
        while self._returned:
            self._taken -= self._returned.popleft()
        return self._taken


def budget_of(given: "int | Budget | None", limits: Limits) -> Budget:
    """Return the budget that an operator chose; by default it has room for several of the longest bodies."""
    if isinstance(given, Budget):
        return given
    if given is None:
        given = max(BUFFER_BYTES, 2 * limits.request_body, 2 * limits.response_body)
    return Budget(given)


def clear(buffer: "Buffer | None") -> None:
    """Clear a buffer, if there is one."""
    if buffer is not None:
        buffer.clear()


class Buffer:
    """The body of one message, as much of it as has come. `size`: its bytes so far.

    `first`: what was kept without a buffer, at most 64 KiB: most bodies need none.
    """

    __slots__ = ("_budget", "_kept", "_request", "_taken", "size")

    def __init__(self, budget: Budget, first: bytes, *, request: bool) -> None:
        self._budget = budget
        self._request = request
        self._kept: bytes | BytesIO = first
        self._taken = 0
        self.size = len(first)

    def add(self, chunk: bytes) -> bool:
        """Keep a chunk. Return False if the budget has no room for it; it is kept even so, for the caller to pass on."""
        if not self.size:
            self._kept = chunk
        else:
            if not isinstance(
                self._kept, BytesIO
            ):  # which grows in place; joining a list takes the memory twice
                self._kept = BytesIO(self._kept)
                self._kept.seek(0, 2)
            self._kept.write(chunk)
        self.size += len(chunk)
        wanted = self.size - FREE - self._taken
        if wanted <= 0:
            return True
        if not self._budget.take(wanted, request=self._request):
            return False
        self._taken += wanted
        return True

    @property
    def content(self) -> bytes:
        """The bytes that were kept, in one."""
        return self._kept.getvalue() if isinstance(self._kept, BytesIO) else self._kept

    def clear(self) -> None:
        """Drop the bytes, and give back what they took of the budget."""
        self._kept, self.size = b"", 0
        taken, self._taken = self._taken, 0
        if taken:
            self._budget.give_back(taken)

    close = __del__ = clear
