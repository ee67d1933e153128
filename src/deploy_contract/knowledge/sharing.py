"""Threads that keep the facts of a process in step with Redis.

One thread follows the events of all processes. The other one sends the statements of this process,
and asks for deployments that it does not know. Callers wait for neither, beyond a bound of theirs.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from logging import WARNING

from deploy_contract import logs
from deploy_contract.knowledge.ears import Asked, Ears, Reading, fail
from deploy_contract.knowledge.event_numbers import EventNumbers
from deploy_contract.knowledge.redis_connection import (
    MOST_STATEMENTS,
    Connection,
    Event,
    Joined,
    UnreadableError,
)
from deploy_contract.knowledge.statements import Outbox, Statement

HEARTBEAT = 0.05  # seconds after which Redis is asked again if there are no events
# Seconds that facts which may change are believed after Redis has proved that there is no news.
LEASE = 0.25
_MOST_WAITING = 10_000  # statements, and questions
_PAUSE, _LONGEST_PAUSE = 0.02, 0.5  # seconds before the next attempt
LAST = 1.0  # seconds after `close` in which statements that wait are sent
_NEXT = 0.1  # seconds before the next attempt after `close`, at most
_REMEMBERED = 30.0  # seconds that the numbers of events are remembered at least


class _GapError(Exception):
    """Events are missing, or belong to another run of Redis."""


class Link:
    """The threads of one process. They start with the first call of `start`.

    Attributes:
        down: whether Redis does not answer.
        unsent: whether the last statements could not be sent.
    """

    def __init__(self, ears: Ears, connect: Callable[[], Connection], fresh: float) -> None:
        """Create a link.

        Args:
            ears: hears of events.
            connect: opens a connection.
            fresh: seconds that facts which may change are believed.
        """
        self.down = False
        self.unsent = False
        self._ears = ears
        self._connect = connect
        self._fresh = fresh
        self._origin = os.urandom(8).hex()
        self._lock = threading.Lock()
        self._wake = threading.Condition(self._lock)
        # the one that answers is the first, since only the other one finds that Redis is there
        self._to_start = [("serve", self._serve), ("follow_events", self._follow_events)]
        self._sender: threading.Thread | None = None
        self._failing = set[str]()  # "reading" and "sending", once logged
        self._follows = False  # at least one answer of this connection has proved something
        self._closed = threading.Event()
        self._until = 0.0  # on the monotonic clock
        self._outbox = Outbox(_MOST_WAITING)
        self._asked: list[Asked] = []
        self._epoch: str | None = None
        self._entered = 0  # times that events are followed anew
        self._seen = 0
        self._numbers = EventNumbers(max(fresh, _REMEMBERED))

    def start(self) -> None:
        """Start the threads, unless they run. If the system has none left, Redis counts as down."""
        if not self._to_start:
            return
        failed: RuntimeError | None = None
        with self._lock:
            while self._to_start and failed is None and not self._closed.is_set():
                name, work = self._to_start[0]
                thread = threading.Thread(target=work, name=f"deploy-contract {name}", daemon=True)
                try:
                    thread.start()
                except RuntimeError as error:
                    failed = error
                else:
                    self._to_start.pop(0)
                    self._sender = self._sender or thread
        if failed is not None:  # the next request tries again
            self._lose(failed)

    def close(self, seconds: float) -> None:
        """Stop the threads. Statements that wait are sent before, if Redis takes them in time.

        It does not wait for that; `wait_closed` does. If it is called again, the earlier end counts.
        """
        until = time.monotonic() + seconds
        self._until = min(until, self._until) if self._closed.is_set() else until
        self._closed.set()
        with self._wake:
            asked, self._asked = self._asked, []
            self._wake.notify_all()
        fail(asked)

    def wait_closed(self) -> None:
        """Wait until the last statements are sent, or have no more time."""
        if self._sender is not None:
            self._sender.join(max(0.0, self._until - time.monotonic()))

    @property
    def closing(self) -> bool:
        """True from `close` on, until the last statements are sent or have no more time."""
        is_sending = self._sender is not None and self._sender.is_alive()
        return is_sending and self._closed.is_set() and time.monotonic() < self._until

    def say(self, statement: Statement) -> bool:
        """Send a statement soon; return False if it, or another one for its room, was dropped."""
        self.start()
        with self._wake:
            kept = self._outbox.add(statement)
            self._wake.notify_all()
        return kept and (self.closing or not self._closed.is_set())

    def ask(self, key: bytes, reading: Reading) -> bool:
        """Ask Redis for a deployment; return False if too many questions wait."""
        self.start()
        with self._wake:
            if self._closed.is_set() or len(self._asked) >= _MOST_WAITING:
                return False
            self._asked.append(Asked(key, self._ears.clock(), reading))
            self._wake.notify_all()
        return True

    # --- the thread that follows events

    def _follow_events(self) -> None:
        pause = _PAUSE
        while not self._closed.is_set():
            self._follows = False
            try:
                self._stay(self._connect())
            except Exception as error:  # whatever redis-py raises
                is_unreadable = isinstance(error, UnreadableError)
                if is_unreadable:
                    self._ears.doubt()
                if is_unreadable and self._follows:  # the next attempt begins after that event
                    logs.unexpected("reading shared knowledge", error)
                else:
                    self._lose(error)
                pause = self._wait(_PAUSE if self._follows else pause)

    def _stay(self, connection: Connection) -> None:
        """Follow events of a connection until it fails. Raises whatever it raises."""
        try:
            while not self._closed.is_set():
                self._follows = False
                try:
                    self._follow(connection)
                except _GapError:
                    if not self._follows:
                        raise
                self._closed.wait(_PAUSE)
        finally:
            connection.close()

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
            self._follows = True
            self._observe(epoch, number)
            before, awaited = sent, number

    def _enter(self, joined: Joined) -> int:
        with self._lock:
            is_another = self._numbers.enter(joined.epoch)
        self._ears.joined(forgetful=is_another)
        with self._wake:
            self._epoch, self._seen = joined.epoch, joined.number
            self._entered += 1
            self._wake.notify_all()
        self.down = False
        self._observe(joined.epoch, joined.number)
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
        fail(asked)

    def _wait(self, pause: float) -> float:
        """Wait before the next attempt, and return how long to wait before the one after it."""
        self._closed.wait(pause)
        return min(2 * pause, _LONGEST_PAUSE)

    def _observe(self, epoch: str, number: int) -> None:
        now = self._ears.clock()
        with self._lock:
            self._numbers.observe(epoch, number, now)

    # --- the thread that sends and asks

    def _serve(self) -> None:
        connection: Connection | None = None
        entered, pause = 0, _PAUSE
        while True:
            with self._wake:
                while not self._is_wanted():
                    self._wake.wait()
                if self._is_over():
                    break
                asked, self._asked = self._asked, []
                statements = self._outbox.take(MOST_STATEMENTS)
            try:
                if connection is not None and entered != self._entered:
                    connection.close()  # that of the other thread was broken, so this may be
                    connection = None
                if connection is None:
                    connection = self._joined()
                    entered = self._entered
                self._read(connection, asked)
                asked = []
                if statements:
                    self._write(connection, statements)
                pause = _PAUSE
            except Exception as error:  # whatever redis-py raises
                self._note_failure(error, reading=bool(asked), sending=bool(statements))
                fail(asked)
                with self._lock:
                    self._outbox.restore(statements)
                if connection is not None:
                    connection.close()
                    connection = None
                with self._wake:
                    if self._closed.is_set():
                        self._wake.wait(min(pause, _NEXT))
                pause = self._wait(pause)
        if connection is not None:
            connection.close()
        if self._outbox:
            text = f"sharing of knowledge ended; statements that were not sent: {len(self._outbox)}"
            logs.write(WARNING, "unsent", text)

    def _note_failure(self, error: Exception, *, reading: bool, sending: bool) -> None:
        """Note that Redis was not reached, or has refused something; log it once."""
        if self._closed.is_set():
            return
        if isinstance(error, UnreadableError):
            self._ears.doubt()
        elif not (self.down or isinstance(error, _GapError)):
            work = "reading" if reading else "sending"
            if work not in self._failing:
                logs.unexpected("sharing of knowledge", error)
            self._failing.add(work)
        self.unsent = self.unsent or sending

    def _is_wanted(self) -> bool:
        """Return True if there is something to do, and Redis is there to do it."""
        waits = bool(self._asked or self._outbox)
        return self._closed.is_set() or (waits and self._epoch is not None)

    def _is_over(self) -> bool:
        """Return True if nothing is to be sent any more."""
        is_late = time.monotonic() >= self._until
        return self._closed.is_set() and (is_late or not self._outbox)

    def _joined(self) -> Connection:
        """Open a connection to the run of Redis that events are followed of.

        After `close`, statements go to any run of Redis.
        """
        connection = self._connect()
        try:
            joined = connection.join()
            if joined.epoch != self._epoch:
                if not self._closed.is_set():
                    raise _GapError
                self._enter(joined)
        except BaseException:
            connection.close()
            raise
        return connection

    def _read(self, connection: Connection, asked: Sequence[Asked]) -> None:
        if not asked:
            return
        joins = self._ears.joins
        known = connection.read(self._epoch or "", [one.key for one in asked])
        if known is None:
            raise _GapError
        with self._lock:
            doubtful = self._numbers.reached(known[-1].forgotten)
        for one, found in zip(asked, known, strict=True):
            one.reading.set_result(self._ears.answered(one.key, found, one, joins, doubtful))
        self._failing.discard("reading")

    def _write(self, connection: Connection, statements: Sequence[Statement]) -> None:
        now = self._ears.clock()
        rows: list[Sequence[object]] = []
        with self._lock:
            epoch = self._epoch or ""  # that the numbers belong to
            for one in statements:
                flags = "d" * one.dropped + "c" * one.changed
                token = self._numbers.at(one.since)
                age = max(0, int((now - one.said) * 1000)) if one.lasting else 0
                fresh = one.fresh if now - one.said < self._fresh else ""
                key = one.key.hex()
                rows.append((one.number, key, flags, token, age, one.lasting, fresh))
        number = connection.write(epoch, self._origin, rows)
        if number < 0:
            raise _GapError
        self.unsent = False
        self._failing.discard("sending")
        self._observe(epoch, number)
