"""An event loop in a thread of its own, for calls of other threads."""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, wait
from contextlib import closing
from contextvars import Context
from typing import Any

from deploy_contract import logs

LAST_SECONDS = 1.0  # time limit for the end of a loop


class LoopThread:
    """A daemon thread that runs an event loop. The first call starts it, also after a fork.

    Args:
        make_resource: called before a loop starts. It returns a resource or None. At its end, the
            loop calls `aclose` of the resource.

    Attributes:
        resource: the result of `make_resource`.
    """

    resource: Any

    def __init__(self, name: str, make_resource: Callable[[], Any] = lambda: None) -> None:
        self._name = name
        self._make_resource = make_resource
        self._lock = threading.Lock()
        self._calls: set[Future[Any]] = set()
        self.is_open = False  # from the first call until `close`

    def submit(self, work: Callable[..., Coroutine[Any, Any, Any]], *given: Any) -> Future[Any]:
        """Run a coroutine function in the loop.

        Raises:
            RuntimeError: the system has no thread left.
            OSError: the system has no file descriptor left.
        """
        with self._lock:
            if not self.is_open or self._process != os.getpid():
                self._start()
            call = asyncio.run_coroutine_threadsafe(work(*given), self._loop)
            self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return call

    def _start(self) -> None:
        context = Context()  # the loop must not keep the context of a request
        self._loop, self._stopped = context.run(asyncio.new_event_loop), asyncio.Event()
        self.resource = self._make_resource()
        work = _serve, self._loop, self._stopped, self.resource
        self._thread = threading.Thread(target=context.run, args=work, name=self._name, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            self._loop.close()
            raise
        self._process, self._calls, self.is_open = os.getpid(), set(), True

    def close(self, seconds: float) -> None:
        """Wait for the calls under way, but no longer than `seconds`. Then end the thread."""
        until = time.monotonic() + seconds
        while self._calls and time.monotonic() < until:
            wait(list(self._calls), until - time.monotonic())
        with self._lock:
            is_own, self.is_open = self.is_open and self._process == os.getpid(), False
            if is_own:  # a later call may start another thread at once
                thread = self._thread
                self._loop.call_soon_threadsafe(self._stopped.set)
        if is_own and seconds:
            thread.join(LAST_SECONDS)


def _serve(loop: asyncio.AbstractEventLoop, stopped: asyncio.Event, resource: Any) -> None:
    with closing(loop):
        loop.run_until_complete(_until(stopped, resource))


async def _until(stopped: asyncio.Event, resource: Any) -> None:
    await stopped.wait()
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:  # otherwise asyncio logs an error for each task whose connection ends
        task.cancel()
    try:
        async with asyncio.timeout(LAST_SECONDS):
            await asyncio.gather(*left, return_exceptions=True)
            if resource is not None:
                await resource.aclose()
    except Exception as error:  # a connection may be broken in any way
        logs.unexpected("closing of connections", error)
