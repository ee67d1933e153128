"""Lookups that requests share: each is sent after the requests came that wait for its answer.

A request that finds a lookup under way waits for the next one, which is sent when that has ended.
So no request is judged by an answer that the service may have made before the request came.
"""

import asyncio
import threading
import weakref
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from deploy_contract import notes
from deploy_contract.knowledge.callers import Credentials
from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.threads import LoopThread, in_thread

_THREAD = "deploy-contract lookup"


class Question(NamedTuple):
    """The id of a deployment, and the headers of the caller that asks for it."""

    identity: str
    credentials: Credentials


class Found(NamedTuple):
    """A deployment as far as the service describes it, and notes on missing facts."""

    facts: Facts | None
    notes: tuple[str, ...] = ()


_BUSY = Found(None, (notes.note(notes.FAILED, "busy"),))
_LATE = Found(None, (notes.TIMEOUT,))


class _Lookup:
    """A lookup, and the number of requests that wait for it."""

    task: asyncio.Task[Found]
    callers = 0


class LoopLookups:
    """Lookups in an event loop: for each question, at most one under way, and one that waits.

    Args:
        ask: asks a question, and returns the answer.
        seconds: seconds that a request waits at most, and that a lookup takes at most.
    """

    def __init__(self, ask: Callable[[Question], Awaitable[Found]], seconds: float) -> None:
        self._ask = ask
        self._seconds = seconds
        self._waiting: dict[Question, _Lookup] = {}
        self._under_way: dict[Question, _Lookup] = {}

    async def find(self, question: Question) -> Found:
        """Return the answer to a question that is sent from now on."""
        lookup = self._waiting.get(question)
        if lookup is None:
            lookup = self._waiting[question] = _Lookup()
            work = self._look_up(question, lookup, self._under_way.get(question))
            lookup.task = asyncio.get_running_loop().create_task(work)
            lookup.task.add_done_callback(partial(self._forget, question, lookup))
        lookup.callers += 1
        try:
            await asyncio.wait({lookup.task}, timeout=self._seconds)
        finally:
            lookup.callers -= 1
        is_answered = lookup.task.done() and not lookup.task.cancelled()
        return lookup.task.result() if is_answered else _LATE

    async def _look_up(self, question: Question, lookup: _Lookup, before: _Lookup | None) -> Found:
        """Ask a question after the lookup before it; give up in time, whatever the client does."""
        if before is not None:
            await asyncio.wait({before.task})
        del self._waiting[question]
        if not lookup.callers:
            return _LATE
        self._under_way[question] = lookup
        asking = asyncio.ensure_future(self._ask(question))
        try:
            await asyncio.wait({asking}, timeout=self._seconds)
            return asking.result() if asking.done() and not asking.cancelled() else _LATE
        finally:
            asking.cancel()

    def _forget(self, question: Question, lookup: _Lookup, _task: asyncio.Task[Found]) -> None:
        for lookups in (self._waiting, self._under_way):
            if lookups.get(question) is lookup:
                del lookups[question]


class ThreadLookups:
    """Lookups of threads: those of an event loop of its own, which sends each in a thread.

    Args:
        ask: asks a question, and returns the answer. It raises nothing.
        seconds: seconds that a request waits at most.
        most_threads: the greatest number of threads. A lookup that hangs keeps its thread.
    """

    def __init__(self, ask: Callable[[Question], Found], seconds: float, most_threads: int) -> None:
        self._ask = ask
        self._seconds = seconds
        self._most_threads = most_threads
        self._lock = threading.Lock()
        self._thread: LoopThread | None = None

    def find(self, question: Question) -> Found:
        """Return the answer to a question that is sent from now on."""
        try:
            with self._lock:
                if self._thread is None or not self._thread.is_own:
                    self._begin()
                assert self._thread is not None
                loop = self._thread.loop
        except (OSError, RuntimeError):  # the system has nothing left for a thread
            return _BUSY
        found = asyncio.run_coroutine_threadsafe(self._lookups.find(question), loop)
        try:
            return found.result(self._seconds)
        except TimeoutError:
            found.cancel()
            return _LATE

    def _begin(self) -> None:
        """Start the event loop of this process. The lock is held."""
        self._thread = LoopThread("deploy-contract lookups")
        weakref.finalize(self, self._thread.stop, 0)
        self._lookups = LoopLookups(self._in_thread, self._seconds)
        self._free = threading.BoundedSemaphore(self._most_threads)

    async def _in_thread(self, question: Question) -> Found:
        """Ask a question in a thread of its own, which keeps no process from its end."""
        free = self._free

        def work() -> Found:
            try:
                return self._ask(question)
            finally:
                free.release()

        if not free.acquire(blocking=False):
            return _BUSY
        try:
            asking = in_thread(work, _THREAD)
        except RuntimeError:  # the system has no thread left
            free.release()
            return _BUSY
        return await asyncio.wrap_future(asking)
