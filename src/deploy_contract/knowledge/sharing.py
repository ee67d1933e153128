"""Threads that keep the facts of a process in step with Redis.

One thread follows the events of all processes. The other one sends the statements of this process,
and asks for deployments that it does not know. Callers wait for neither, beyond a bound of theirs.
"""

import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import NamedTuple, Protocol

from deploy_contract import logs
from deploy_contract.knowledge.redis_connection import (
    Connection,
    Event,
    Item,
    Joined,
    Known,
    UnreadableError,
)
from deploy_contract.knowledge.statements import Outbox, Statement

HEARTBEAT = 0.05  # seconds after which Redis is asked again if there are no events
# Seconds that facts which may change are believed after Redis has proved that there is no news.
LEASE = 0.25
_MOST_WAITING = 10_000  # statements, and questions
_AT_ONCE = 64  # statements of one event
_PAUSE, _LONGEST_PAUSE = 0.02, 0.5  # seconds before the next attempt
_GRAIN = 0.005  # seconds between remembered numbers
_BEFORE = -1  # number of a time of which nothing is known
Reading = Future[bool]  # whether Redis answered


class Ears(Protocol):
    """The memory that hears of events."""

    clock: Callable[[], float]
    joins: int  # calls of `joined`

    def joined(self) -> None:
        """Begin anew: events may be missing."""

    def hear(self, item: Item, since: float, *, own: bool) -> None:
        """Take in a statement of an event that was sent at `since` at the earliest."""

    def answered(self, key: bytes, known: Known, asked: "Asked", joins: int) -> None:
        """Take in the answer to a question that was sent when `joins` was so many."""

    def believe(self, until: float) -> None:
        """Believe facts that may change until a time."""

    def doubt(self) -> None:
        """Note that Redis has answered with something unreadable."""


class Asked(NamedTuple):
    """A question about a deployment, and the time when it was asked."""

    key: bytes
    time: float
    reading: Reading


class _GapError(Exception):
    """Events are missing, or belong to another run of Redis."""


class Link:
    """The threads of one process. They start with the first call of `start`.

    Attributes:
        down: whether Redis does not answer.
    """

    def __init__(self, ears: Ears, connect: Callable[[], Connection], remembered: float) -> None:
        """Create a link.

        Args:
            ears: hears of events.
            connect: opens a connection.
            remembered: seconds for which `number_at` is asked.
        """
        self.down = False
        self._ears = ears
        self._connect = connect
        self._remembered = remembered
        self._origin = os.urandom(8).hex()
        self._lock = threading.Lock()
        self._wake = threading.Condition(self._lock)
        self._started = False
        self._closed = threading.Event()
        self._outbox = Outbox(_MOST_WAITING)
        self._asked: list[Asked] = []
        self._epoch: str | None = None
        self._seen = 0
        self._numbers: deque[tuple[float, int]] = deque()

    def start(self) -> None:
        """Start the threads, unless they run."""
        if self._started:
            return
        with self._lock:
            if self._started or self._closed.is_set():
                return
            self._started = True
        for work in (self._follow_events, self._serve):
            name = f"deploy-contract {work.__name__.strip('_')}"
            threading.Thread(target=work, name=name, daemon=True).start()

    def close(self) -> None:
        """Stop the threads; they end within a second."""
        self._closed.set()
        with self._wake:
            self._wake.notify_all()

    def say(self, statement: Statement) -> bool:
        """Send a statement soon; return False if another one was dropped to make room."""
        self.start()
        with self._wake:
            kept = self._outbox.add(statement)
            self._wake.notify_all()
        return kept

    def ask(self, key: bytes) -> Reading | None:
        """Ask Redis for a deployment; return None if too many questions wait."""
        reading: Reading = Future()
        self.start()
        with self._wake:
            if len(self._asked) >= _MOST_WAITING:
                return None
            self._asked.append(Asked(key, self._ears.clock(), reading))
            self._wake.notify_all()
        return reading

    # --- the thread that follows events

    def _follow_events(self) -> None:
        pause = _PAUSE
        while not self._closed.is_set():
            try:
                connection = self._connect()
            except Exception as error:  # whatever redis-py raises
                self._lose(error)
                pause = self._wait(pause)
                continue
            try:
                while not self._closed.is_set():
                    pause = _PAUSE
                    with suppress(_GapError):
                        self._follow(connection)
                    self._closed.wait(_PAUSE)
            except UnreadableError as error:
                logs.unexpected("reading shared knowledge", error)
                self._ears.doubt()
                self._closed.wait(_PAUSE)
            except Exception as error:  # whatever redis-py raises
                self._lose(error)
                pause = self._wait(pause)
            finally:
                _close(connection)

    def _follow(self, connection: Connection) -> None:
        """Follow events until some are missing. Raises _GapError."""
        clock = self._ears.clock
        before = clock()
        awaited = self._enter(connection.join())
        self._ears.believe(before + LEASE)
        while not self._closed.is_set():
            sent = clock()
            events, epoch, number = connection.listen(HEARTBEAT)
            if clock() - sent > HEARTBEAT + LEASE:
                raise _GapError  # the ages of facts are not known well enough
            for event in events:
                self._hear(event, before)
            # an event that was there a round ago has come by now
            if epoch != self._epoch or self._seen < awaited:
                raise _GapError
            proved = sent if self._seen >= number else before
            self._ears.believe(proved + LEASE)
            self._observe(number)
            before, awaited = sent, number

    def _enter(self, joined: Joined) -> int:
        self._ears.joined()
        with self._wake:
            self._numbers.clear()
            self._epoch, self._seen = joined.epoch, joined.number
            self._wake.notify_all()
        self.down = False
        self._observe(joined.number)
        return joined.number

    def _hear(self, event: Event, since: float) -> None:
        if event.epoch != self._epoch or event.number != self._seen + 1:
            raise _GapError
        own = event.origin == self._origin
        for item in event.items:
            self._ears.hear(item, since, own=own)
        self._seen = event.number

    def _lose(self, error: Exception) -> None:
        """Note that Redis is down; log it if it was not."""
        if not self.down and not self._closed.is_set():
            logs.unexpected("sharing of knowledge", error)
        self.down = True
        with self._lock:
            self._epoch = None
            asked, self._asked = self._asked, []
        _fail(asked)

    def _wait(self, pause: float) -> float:
        """Wait before the next attempt, and return how long to wait before the one after it."""
        self._closed.wait(pause)
        return min(2 * pause, _LONGEST_PAUSE)

    # --- numbers of events, in place of times that clocks of machines do not share

    def _observe(self, number: int) -> None:
        """Remember that an event has happened by now, and all before it."""
        now = self._ears.clock()
        with self._lock:
            numbers = self._numbers
            if numbers and (numbers[-1][1] >= number or now - numbers[-1][0] < _GRAIN):
                return
            numbers.append((now, number))
            while len(numbers) > 1 and now - numbers[1][0] > self._remembered:
                numbers.popleft()

    def _number_at(self, time: float) -> int:
        """Return the number of an event that had happened by a time, with all before it."""
        for moment, number in reversed(self._numbers):
            if moment <= time:
                return number
        return _BEFORE

    # --- the thread that sends and asks

    def _serve(self) -> None:
        connection: Connection | None = None
        pause = _PAUSE
        while True:
            with self._wake:
                while not self._is_wanted():
                    self._wake.wait()
                asked, self._asked = self._asked, []
                statements = self._outbox.take(_AT_ONCE)
            try:
                if self._closed.is_set():
                    raise _GapError
                if connection is None:
                    connection = self._joined()
                self._read(connection, asked)
                asked = []
                if statements:
                    self._write(connection, statements)
                pause = _PAUSE
            except Exception as error:  # whatever redis-py raises
                if isinstance(error, UnreadableError):
                    self._ears.doubt()
                _fail(asked)
                with self._lock:
                    self._outbox.restore(statements)
                if connection is not None:
                    _close(connection)
                    connection = None
                if self._closed.is_set():
                    return
                pause = self._wait(pause)

    def _is_wanted(self) -> bool:
        """Return True if there is something to do, and Redis is there to do it."""
        waits = bool(self._asked or self._outbox)
        return self._closed.is_set() or (waits and self._epoch is not None)

    def _joined(self) -> Connection:
        """Open a connection to the run of Redis that events are followed of."""
        connection = self._connect()
        try:
            if connection.join().epoch != self._epoch:
                raise _GapError
        except BaseException:
            _close(connection)
            raise
        return connection

    def _read(self, connection: Connection, asked: Sequence[Asked]) -> None:
        if not asked:
            return
        joins = self._ears.joins
        known = connection.read(self._epoch or "", [one.key for one in asked])
        for one, found in zip(asked, known, strict=True):
            self._ears.answered(one.key, found, one, joins)
            one.reading.set_result(True)

    def _write(self, connection: Connection, statements: Sequence[Statement]) -> None:
        now = self._ears.clock()
        rows: list[Sequence[object]] = []
        with self._lock:
            for one in statements:
                flags = "d" * one.dropped + "c" * one.changed
                token = self._number_at(one.since)
                age = max(0, int((now - one.since) * 1000)) if one.lasting else 0
                fresh = one.fresh if token > _BEFORE else ""
                key = one.key.hex()
                rows.append((one.number, key, flags, token, age, one.lasting, fresh))
        number = connection.write(self._epoch or "", self._origin, rows)
        if number < 0:
            raise _GapError
        self._observe(number)


def _fail(asked: Sequence[Asked]) -> None:
    for one in asked:
        if not one.reading.done():  # some may have been answered before the failure
            one.reading.set_result(False)


def _close(connection: Connection) -> None:
    with suppress(Exception):  # it may be broken in any way
        connection.close()
