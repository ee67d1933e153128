"""Lookups that requests share: each is sent after the requests came that wait for its answer.

A request that finds a lookup under way waits for the next one, which is sent when that has ended,
or has taken as long as a request may wait. So no request is judged by an answer that the service
may have made before the request came.
"""

import asyncio
import threading
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextvars import copy_context
from typing import Any, TypeAlias

from deploy_contract import notes
from deploy_contract.knowledge.callers import Credentials
from deploy_contract.knowledge.listing import Answers, Found, Question
from deploy_contract.knowledge.loop_thread import LoopThread

_THREAD = "deploy-contract lookup"
_BUSY = Found(None, (notes.note(notes.FAILED, "busy"),))
_LATE = Found(None, (notes.TIMEOUT,))


class _Pending:
    """A lookup that is not sent yet.

    Attributes:
        found: its answer.
        callers: the number of requests that wait for it.
        context: that of the first of them, in which it is sent.
    """

    def __init__(self) -> None:
        self.found: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self.callers = 0
        self.context = copy_context()


_Batch: TypeAlias = dict[Question, _Pending]  # questions of one request


class LoopLookups:
    """Lookups in an event loop. Questions of one turn of it are sent in one request.

    For each question at most one lookup is under way, and at most one is pending.

    Args:
        ask: sends the ids of some deployments, and returns the answers. It raises nothing.
        seconds: seconds that a request waits at most, and that a lookup takes at most.
        most: the greatest number of ids in one request.
    """

    def __init__(
        self,
        ask: Callable[[list[str], Credentials], Coroutine[Any, Any, Answers]],
        seconds: float,
        most: int,
    ) -> None:
        self._ask = ask
        self._seconds = seconds
        self._most = most
        self._pending: dict[Question, _Pending] = {}
        self._under_way: set[Question] = set()
        self._batches: dict[Credentials, _Batch] = {}  # those that are sent in this turn
        self._tasks: set[asyncio.Task[Any]] = set()

    async def find(self, question: Question) -> Found:
        """Return the answer to a question that is sent from now on."""
        pending = self._pending.get(question)
        if pending is None:
            pending = self._pending[question] = _Pending()
            if question not in self._under_way:
                self._add(question, pending)
        pending.callers += 1
        try:
            async with asyncio.timeout(self._seconds):
                # a caller that gives up takes the answer from nobody else
                return await asyncio.shield(pending.found)
        except TimeoutError:
            return _LATE
        finally:
            pending.callers -= 1

    def _add(self, question: Question, pending: _Pending) -> None:
        """Add a question to this turn of the loop; the first one starts the task that asks."""
        batch = self._batches.get(question.credentials)
        if batch is None or len(batch) >= self._most:
            batch = self._batches[question.credentials] = {}
            pending.context.run(self._start, self._send(question.credentials, batch))
        batch[question] = pending

    def _start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task, and keep it until it ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _send(self, credentials: Credentials, batch: _Batch) -> None:
        """Ask for some deployments, and give up in time, whatever the client does about it.

        Then send the questions that came meanwhile.
        """
        if self._batches.get(credentials) is batch:
            del self._batches[credentials]
        for question, pending in list(batch.items()):
            del self._pending[question]
            if not pending.callers:
                del batch[question]
        if not batch:
            return
        self._under_way.update(batch)
        asking = self._start(self._ask([question.identity for question in batch], credentials))
        answers: Answers = {}
        try:
            await asyncio.wait({asking}, timeout=self._seconds)
            if asking.done() and not asking.cancelled():
                answers = asking.result()
        finally:
            asking.cancel()
            for question, pending in batch.items():
                if not pending.found.done():
                    pending.found.set_result(answers.get(question.identity, _LATE))
                self._under_way.discard(question)
                behind = self._pending.get(question)
                if behind is not None:
                    self._add(question, behind)


class ThreadLookups:
    """Lookups of threads: those of an event loop of its own, which sends each in a thread.

    Args:
        ask: sends the ids of some deployments, and returns the answers. It raises nothing.
        seconds: seconds that a request waits at most.
        most: the greatest number of ids in one request.
        most_threads: the greatest number of threads. A lookup that hangs keeps its thread.
    """

    def __init__(
        self,
        ask: Callable[[list[str], Credentials], Answers],
        seconds: float,
        most: int,
        most_threads: int,
    ) -> None:
        self._ask = ask
        self._seconds = seconds
        self._most = most
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
        self._lookups = LoopLookups(self._in_thread, self._seconds, self._most)
        self._free = threading.BoundedSemaphore(self._most_threads)

    async def _in_thread(self, identities: list[str], credentials: Credentials) -> Answers:
        """Send a request in a thread of its own, which keeps no process from its end."""
        context, free = copy_context(), self._free
        answered: Future[Answers] = Future()
        answered.set_running_or_notify_cancel()  # whoever waits may give up; the thread goes on

        def work() -> None:
            answers = context.run(self._ask, identities, credentials)
            free.release()
            answered.set_result(answers)

        if not free.acquire(blocking=False):
            return dict.fromkeys(identities, _BUSY)
        try:
            threading.Thread(target=work, name=_THREAD, daemon=True).start()
        except RuntimeError:  # the system has no thread left
            free.release()
            return dict.fromkeys(identities, _BUSY)
        return await asyncio.wrap_future(answered)
