"""A writer of lines that never blocks its callers, even if the reader of its descriptor stalls."""

import os
import queue
import select
import threading
import time
from collections.abc import Callable

MAX_WAITING = 4000  # lines that may wait to be written; further lines are dropped
_COLLECT_SECONDS = 0.01


class LineWriter:
    """A writer of lines to a file descriptor, in order, from a thread of its own.

    The thread writes the lines of 10 ms together, because waking it takes longer than judging a
    request. Lines are dropped while 4000 lines wait, or while nobody reads. A later line reports
    the number of dropped lines. The thread starts with the first line.

    Args:
        descriptor: file descriptor to write to.
        dropped_notice: makes the line that reports a number of dropped lines.
        report_failure: called when the descriptor refuses lines for the first time.
    """

    def __init__(
        self,
        descriptor: int,
        dropped_notice: Callable[[int], str],
        report_failure: Callable[[], object] | None = None,
    ) -> None:
        self._descriptor = descriptor
        self._dropped_notice = dropped_notice
        self._report_failure = report_failure
        self._waiting: queue.Queue[str] = queue.Queue(MAX_WAITING)
        self._lock = threading.Lock()
        self._dropped = 0
        self._thread: threading.Thread | None = None

    def write(self, line: str) -> None:
        """Accept a whole line, and return at once."""
        try:
            self._waiting.put_nowait(line)
        except queue.Full:
            with self._lock:
                self._dropped += 1
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, daemon=True)
                    self._thread.start()

    def flush(self, seconds: float) -> None:
        """Wait until everything is written, but no longer than `seconds`."""
        with self._waiting.all_tasks_done:
            done = self._waiting.all_tasks_done
            done.wait_for(lambda: not self._waiting.unfinished_tasks, seconds)

    def _run(self) -> None:
        while True:
            lines = [self._waiting.get()]
            time.sleep(_COLLECT_SECONDS)
            lines += [self._waiting.get() for _ in range(self._waiting.qsize())]
            with self._lock:
                dropped, self._dropped = self._dropped, 0
            notice = self._dropped_notice(dropped) if dropped else ""
            if not self._write_all("".join([*lines, notice]).encode()):
                with self._lock:
                    self._dropped += len(lines) + dropped
                report, self._report_failure = self._report_failure, None
                if report is not None:
                    report()
            for _ in lines:
                self._waiting.task_done()

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
