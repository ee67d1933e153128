"""Bodies kept in memory: a limit for each of them, and a budget of bytes for all."""

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Literal, TypeAlias

from deploy_contract.exceptions import ContractError
from deploy_contract.limits import Limits

BUFFER_BYTES = 128 << 20  # the default budget, in bytes
# bytes of each body that do not count towards a budget: a server buffers as many of a connection
FREE = 1 << 16
_RESERVE = 4  # only requests may use one of this many equal parts of a budget
Overflow: TypeAlias = Literal["buffer-full", "json-size"]


class Budget:
    """A number of bytes that the bodies of all messages may take at once. Threads may share it.

    The first 64 KiB of a body do not count, so that large bodies never stop small ones. A quarter
    of the budget is reserved for requests. `most` may change later.

    Args:
        most: the number of bytes.

    Raises:
        ContractError: `most` is not an integer of at least 0.
    """

    def __init__(self, most: int = BUFFER_BYTES) -> None:
        if not isinstance(most, int) or isinstance(most, bool) or most < 0:
            raise ContractError("buffer_bytes must be an integer of at least 0")
        self.most = most
        self._taken = 0
        # a deque needs no lock: a finalizer may run while this thread holds the lock
        self._returned: deque[int] = deque()
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """The number of bytes in use."""
        with self._lock:
            return self._settled()

    def take(self, size: int, *, request: bool) -> bool:
        """Take `size` bytes; return False and take none if there is no room for them.

        Only the bytes of a `request` may use the whole budget.
        """
        room = self.most if request else self.most - self.most // _RESERVE
        with self._lock:
            if self._settled() + size > room:
                return False
            self._taken += size
            return True

    def give_back(self, size: int) -> None:
        """Give back `size` bytes that were taken."""
        self._returned.append(size)

    def _settled(self) -> int:
        while self._returned:
            self._taken -= self._returned.popleft()
        return self._taken


def budget_of(given: int | Budget | None, limits: Limits) -> Budget:
    """Return the budget that an operator chose: a budget, or its number of bytes.

    None stands for 128 MiB, or for room for two of the longest bodies if that is more. Raises
    ContractError for anything else.
    """
    if isinstance(given, Budget):
        return given
    if given is None:
        given = max(BUFFER_BYTES, 2 * limits.request_body, 2 * limits.response_body)
    return Budget(given)


def short_body(message: Mapping[str, Any], limit: int) -> bytes | None:
    """Return the body in a message of ASGI if it is whole and needs no buffer, otherwise None."""
    chunk = message.get("body", b"")
    if message.get("more_body", False) or len(chunk) > FREE or len(chunk) > limit:
        return None
    return bytes(chunk)


@dataclass(eq=False)
class Buffer:
    """The part of a message's body that has arrived.

    The buffer returns its share of the budget when it is closed or collected as garbage.
    """

    budget: Budget
    limit: int  # of the body, in bytes
    request: bool = field(kw_only=True)  # only the body of a request may use the whole budget
    size: int = field(default=0, init=False)  # bytes that were kept
    _kept: bytes | BytesIO = field(default=b"", init=False)
    _taken: int = field(default=0, init=False)  # bytes of the budget

    def add(self, chunk: bytes) -> Overflow | None:
        """Keep a chunk, and return the rule that the body breaks with it.

        A chunk is kept even if the body breaks a rule, so that the caller may pass it on.

        Returns:
            "json-size" if the body is longer than `limit`, "buffer-full" if it is not, and the
            budget has no room, otherwise None.
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
        has_room = more <= 0 or self.budget.take(more, request=self.request)
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
            self.budget.give_back(self._taken)
        self._kept, self.size, self._taken = b"", 0, 0

    def __del__(self) -> None:
        self.close()
