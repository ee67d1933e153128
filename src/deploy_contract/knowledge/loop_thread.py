"""An event loop in a thread of its own, for calls of other threads."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from contextvars import Context

from deploy_contract import logs

_LAST_SECONDS = 1.0  # that the end of a loop may take


class LoopThread:
    """A daemon thread that runs an event loop until it is stopped.

    Args:
        name: the name of the thread.
        at_end: called in the loop when it has been stopped.

    Attributes:
        loop: the event loop.

    Raises:
        RuntimeError: the system has no thread left.
        OSError: the system has no file descriptor left.
    """

    def __init__(self, name: str, at_end: Callable[[], Awaitable[object]] | None = None) -> None:
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        # the runner keeps its context, which is not to be that of the first request
        self.loop = Context().run(self._runner.get_loop)
        self._at_end = at_end
        self._stopped = asyncio.Event()
        self._process = os.getpid()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            self.loop.close()
            raise

    @property
    def is_own(self) -> bool:
        """Return False after a fork: a child has no thread of its parent."""
        return self._process == os.getpid()

    def stop(self, seconds: float) -> None:
        """Stop the loop, and wait for the end of the thread, for some seconds at most."""
        if self.is_own and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._stopped.set)
            if seconds:
                self._thread.join(seconds)

    def _serve(self) -> None:
        with self._runner:  # its end cancels the tasks that are left
            self._runner.run(self._until_stopped())

    async def _until_stopped(self) -> None:
        await self._stopped.wait()
        if self._at_end is None:
            return
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:  # else their connections end under them, which is logged
            task.cancel()
        try:
            async with asyncio.timeout(_LAST_SECONDS):
                await asyncio.gather(*left, return_exceptions=True)
                await self._at_end()
        except Exception as error:  # a connection may be broken in any way
            logs.unexpected("closing of connections", error)
