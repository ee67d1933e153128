"""Lookups that requests share: each is sent after the requests came that wait for its answer.

A request that finds a lookup under way waits for the next one, which is sent when that has ended.
So no request is judged by an answer that the service may have made before the request came. For
each question at most one lookup is under way, and at most one is pending. A lookup under way that
hangs for longer than a request may wait is left behind: the pending one is sent then.
"""

import asyncio
import math
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Generic, TypeVar

from deploy_contract import notes
from deploy_contract.knowledge.callers import Credentials
from deploy_contract.knowledge.listing import Answers, Found, Question

FutureOfFound = TypeVar("FutureOfFound", Future[Found], asyncio.Future[Found])
_BUSY = Found(None, (notes.note(notes.FAILED, "busy"),))
_LATE = Found(None, (notes.TIMEOUT,))


class _Pending(Generic[FutureOfFound]):
    """A lookup that is not sent yet.

    Attributes:
        found: its answer.
        callers: the number of requests that wait for it.
        context: that of the first of them, in which it is sent.
    """

    def __init__(self, found: FutureOfFound) -> None:
        self.found: FutureOfFound = found
        self.callers = 0
        self.context = copy_context()


class _Series(Generic[FutureOfFound]):
    """The lookups of one question, one after another.

    Attributes:
        pending: the next one; None if no request waits for it.
        sent: when the one under way was sent, on the monotonic clock; infinity if none is.
    """

    def __init__(self) -> None:
        self.pending: _Pending[FutureOfFound] | None = None
        self.sent = math.inf

    def take(self) -> _Pending[FutureOfFound] | None:
        """Take the next lookup out, None if no request waits for it."""
        pending, self.pending = self.pending, None
        return pending if pending is not None and pending.callers else None


class ThreadLookups:
    """Lookups in threads. A thread goes on with a question until no request waits for it.

    Args:
        ask: sends a question, and returns the answer. It raises nothing.
        seconds: seconds that a request waits at most.
        most: the greatest number of threads. A lookup that hangs keeps its thread.
    """

    def __init__(self, ask: Callable[[Question], Found], seconds: float, most: int) -> None:
        self._ask = ask
        self._seconds = seconds
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(most)
        self._series: dict[Question, _Series[Future[Found]]] = {}

    def find(self, question: Question) -> Found:
        """Return the answer to a question that is sent from now on."""
        ends = time.monotonic() + self._seconds
        with self._lock:
            pending = self._join(question)
            if pending is None:
                return _BUSY
            series = self._series[question]
            hangs = series.sent + self._seconds  # the lookup under way, if it has not ended then
        try:
            if hangs < ends:
                with suppress(TimeoutError):
                    return pending.found.result(hangs - time.monotonic())
                with self._lock:
                    if self._series.get(question) is series and series.pending is pending:
                        self._begin(question, series)
            return pending.found.result(ends - time.monotonic())
        except TimeoutError:
            return _LATE
        finally:
            with self._lock:
                pending.callers -= 1

    def _join(self, question: Question) -> _Pending[Future[Found]] | None:
        """Return the next lookup, None if no thread is free for it. The lock is held."""
        series = self._series.get(question)
        if series is None or time.monotonic() - series.sent >= self._seconds:
            series = self._begin(question, series)
        if series is None:
            return None
        if series.pending is None:
            series.pending = _Pending(Future())
        series.pending.callers += 1
        return series.pending

    def _begin(
        self, question: Question, hanging: _Series[Future[Found]] | None
    ) -> _Series[Future[Found]] | None:
        """Start a thread for a question, and for requests that wait behind a lookup that hangs."""
        if not self._free.acquire(blocking=False):
            return None
        series = _Series[Future[Found]]()
        try:
            arguments = (question, series)
            threading.Thread(target=self._answer, args=arguments, daemon=True).start()
        except RuntimeError:  # the system has no thread left
            self._free.release()
            return None
        if hanging is not None:
            series.pending, hanging.pending = hanging.pending, None
        self._series[question] = series
        return series

    def _answer(self, question: Question, series: _Series[Future[Found]]) -> None:
        try:
            while (pending := self._next(question, series)) is not None:
                pending.found.set_result(pending.context.run(self._ask, question))
        finally:
            self._free.release()

    def _next(
        self, question: Question, series: _Series[Future[Found]]
    ) -> _Pending[Future[Found]] | None:
        with self._lock:
            pending = series.take()
            series.sent = time.monotonic()
            if pending is None and self._series.get(question) is series:
                del self._series[question]
            return pending


class _Turn:
    """Questions of one caller, of one turn of the event loop or after one answer.

    Attributes:
        credentials: the headers of the caller.
        series: the lookups of each question, by id; empty when the questions are answered.
        asked: what waits for their answers, by id.
        timer: ends the request.
    """

    def __init__(self, credentials: Credentials) -> None:
        self.credentials = credentials
        self.series: dict[str, _Series[asyncio.Future[Found]]] = {}
        self.asked: dict[str, asyncio.Future[Found]] = {}
        self.timer: asyncio.TimerHandle | None = None


class LoopLookups:
    """Lookups in an event loop. Questions of one turn of it are sent in one request.

    Args:
        ask: sends the ids of some deployments, and returns the answers.
        loop: the event loop.
        seconds: seconds that a request waits at most, and that a lookup takes at most.
        most: the greatest number of ids in one request.
    """

    def __init__(
        self,
        ask: Callable[[list[str], Credentials], Awaitable[Answers]],
        loop: asyncio.AbstractEventLoop,
        seconds: float,
        most: int,
    ) -> None:
        self._ask = ask
        self._loop = loop
        self._seconds = seconds
        self._most = most
        self._series: dict[Question, _Series[asyncio.Future[Found]]] = {}
        self._turns: dict[Credentials, _Turn] = {}  # that are not sent yet
        self._tasks: set[asyncio.Task[Answers]] = set()

    async def find(self, question: Question) -> Found:
        """Return the answer to a question that is sent from now on."""
        pending = self._join(question)
        try:
            async with asyncio.timeout(self._seconds):
                # a caller that gives up takes the answer from nobody else
                return await asyncio.shield(pending.found)
        except TimeoutError:
            return _LATE
        finally:
            pending.callers -= 1

    def _join(self, question: Question) -> _Pending[asyncio.Future[Found]]:
        """Return the next lookup."""
        series = self._series.get(question)
        if series is not None and series.pending is not None:
            pending = series.pending
            pending.callers += 1
            return pending
        pending = _Pending(self._loop.create_future())
        pending.callers += 1
        if series is not None:  # one is under way
            series.pending = pending
            return pending
        series = self._series[question] = _Series()
        series.pending = pending
        self._add(question, series, pending)
        return pending

    def _add(
        self,
        question: Question,
        series: _Series[asyncio.Future[Found]],
        pending: _Pending[asyncio.Future[Found]],
    ) -> None:
        """Add a question to this turn of the loop; the first one starts the task that asks."""
        turn = self._turns.get(question.credentials)
        if turn is not None and len(turn.series) < self._most:
            turn.series[question.identity] = series
            return
        turn = self._turns[question.credentials] = _Turn(question.credentials)
        turn.series[question.identity] = series
        task = pending.context.run(self._loop.create_task, self._answer(turn))
        self._tasks.add(task)
        task.add_done_callback(partial(self._end, turn))

    async def _answer(self, turn: _Turn) -> Answers:
        task = asyncio.current_task()
        assert task is not None
        if self._turns.get(turn.credentials) is turn:  # later questions are of another turn
            del self._turns[turn.credentials]
        for identity, series in turn.series.items():
            pending = series.take()
            if pending is not None:
                turn.asked[identity] = pending.found
        if not turn.asked:
            return {}
        turn.timer = self._loop.call_later(self._seconds, self._give_up, turn, task)
        try:
            return await self._ask(list(turn.asked), turn.credentials)
        except asyncio.CancelledError:
            if task.cancelling():
                raise
            return {}  # the client has cancelled itself

    def _give_up(self, turn: _Turn, task: asyncio.Task[Answers]) -> None:
        """End a request that hangs, whatever its client does about it."""
        task.cancel()
        self._settle(turn, {})

    def _end(self, turn: _Turn, task: asyncio.Task[Answers]) -> None:
        self._tasks.discard(task)
        if turn.timer is not None:
            turn.timer.cancel()
        if self._turns.get(turn.credentials) is turn:  # it was cancelled before it began
            del self._turns[turn.credentials]
        failed = task.cancelled() or task.exception() is not None
        answers = {} if failed else task.result()
        self._settle(turn, answers)

    def _settle(self, turn: _Turn, answers: Answers) -> None:
        """Give each question of a turn its answer, and send the questions that came meanwhile."""
        ended, turn.series = turn.series, {}
        for identity, series in ended.items():
            found = turn.asked.get(identity)
            if found is not None and not found.done():
                found.set_result(answers.get(identity, _LATE))
            question, pending = Question(identity, turn.credentials), series.pending
            if pending is not None:
                self._add(question, series, pending)
            else:
                del self._series[question]
