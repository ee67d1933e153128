"""The memory that hears what other processes share, and the questions that it asks."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import NamedTuple, Protocol

from deploy_contract.knowledge.redis_connection import Item, Known

Reading = Future[bool]  # whether Redis answered


class Ears(Protocol):
    """The memory that hears of events."""

    clock: Callable[[], float]
    joins: int  # calls of `joined`

    def joined(self, *, forgetful: bool) -> None:
        """Begin anew: events may be missing. `forgetful`: Redis may have lost its data."""

    def hear(self, item: Item, since: float, *, own: bool) -> None:
        """Take in a statement of an event that was sent at `since` at the earliest."""

    def answered(
        self, key: bytes, known: Known, asked: "Asked", joins: int, doubtful: float
    ) -> bool:
        """Take in the answer to a question that was sent when `joins` was so many.

        doubtful: Redis may have forgotten that facts of before this time proved to be wrong.

        Return False if the answer may be older than events that are missing.
        """

    def believe(self, until: float) -> None:
        """Believe facts that may change until a time."""

    def doubt(self) -> None:
        """Note that Redis has answered with something unreadable."""


class Asked(NamedTuple):
    """A question about a deployment, and the time when it was asked."""

    key: bytes
    time: float
    reading: Reading


def fail(asked: Sequence[Asked]) -> None:
    """Let the requests go on that wait for some answers."""
    for one in asked:
        if not one.reading.done():  # some may have been answered before the failure
            one.reading.set_result(False)
