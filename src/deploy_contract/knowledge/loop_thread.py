"""An event loop in a thread of its own, for calls of other threads."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from typing import Any

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
        self.loop = asyncio.new_event_loop()
        self._at_end = at_end
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
            self.loop.call_soon_threadsafe(self.loop.stop)
            if seconds:
                self._thread.join(seconds)

    def _serve(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        left = asyncio.all_tasks(self.loop)
        try:
            self.loop.run_until_complete(asyncio.wait_for(self._end(left), _LAST_SECONDS))
        except Exception as error:  # a connection may be broken in any way
            logs.unexpected("closing of connections", error)
        finally:
            self.loop.close()

    async def _end(self, left: set[asyncio.Task[Any]]) -> None:
        """Cancel the tasks that are left, and do what was asked for at the end."""
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left)
        if self._at_end is not None:
            await self._at_end()
