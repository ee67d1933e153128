"""A writer of lines that never blocks its callers, even if the reader of its descriptor stalls."""

import os
import select
import threading
import time
from collections.abc import Callable

MAX_PENDING = 1 << 20  # characters that may wait to be written; further lines are dropped
_COLLECT_SECONDS = 0.01


class LineWriter:
    """A writer of lines to a file descriptor, in order, from a thread of its own.

    The thread writes the lines of 10 ms together: to wake it takes longer than to judge a request.
    Lines are dropped while more than 1 Mi characters wait, or while nobody reads. A later line
    reports their number.
    """

    def __init__(self, descriptor: int, dropped_notice: Callable[[int], str]) -> None:
        """Create a writer; its thread starts with the first line.

        Args:
            descriptor: file descriptor to write to.
            dropped_notice: makes the line that reports a number of dropped lines.
        """
        self._descriptor = descriptor
        self._dropped_notice = dropped_notice
        self._changed = threading.Condition()
        self._pending: list[str] = []
        self._size = 0  # characters that wait or are being written
        self._dropped = 0
        self._broken = False  # whether the last write failed
        self._thread: threading.Thread | None = None

    def write(self, line: str) -> None:
        """Accept a whole line, and return at once."""
        with self._changed:
            if self._size + len(line) > MAX_PENDING:
                self._dropped += 1
                return
            self._pending.append(line)
            self._size += len(line)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            elif len(self._pending) == 1:
                self._changed.notify_all()

    def flush(self, seconds: float) -> None:
        """Wait until everything is written, at most `seconds`."""
        with self._changed:
            self._changed.wait_for(self._is_idle, seconds)

    def _is_idle(self) -> bool:
        return not self._size and (self._broken or not self._dropped)

    def _has_work(self) -> bool:
        return bool(self._pending or (self._dropped and not self._broken))

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._has_work)
            time.sleep(_COLLECT_SECONDS)
            with self._changed:
                lines, self._pending = self._pending, []
                dropped, self._dropped = self._dropped, 0
            text = "".join(lines)
            notice = self._dropped_notice(dropped) if dropped else ""
            broken = not self._write_all((text + notice).encode())
            with self._changed:
                self._broken = broken
                self._size -= len(text)
                if broken:
                    self._dropped += len(lines) + dropped
                self._changed.notify_all()

    def _write_all(self, data: bytes) -> bool:
        """Write all of `data`. Return False if nobody reads the descriptor."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except BlockingIOError:  # another process has made the descriptor non-blocking
                select.select([], [self._descriptor], [])
            except OSError:
                return False
        return True
