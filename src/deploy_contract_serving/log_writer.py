"""Writes the log in a thread of its own: whoever reads it may stall, and nobody but that thread waits for it."""

import os
import select
import threading
from collections.abc import Callable

_MOST = (
    1 << 20
)  # bytes that wait to be written; what comes on top of them is dropped, and a line says how much


class Writer:
    """Writes lines to a descriptor, in their order. `lost`: the line that says how many were dropped."""

    def __init__(self, descriptor: int, lost: Callable[[int], str]) -> None:
        self._descriptor = descriptor
        self._lost = lost
        self._changed = threading.Condition()
        self._waiting: list[str] = []
        self._size = self._lines = self._dropped = 0  # what waits, and is being written
        self._broken = False  # whether nobody took what was written last
        self._thread: threading.Thread | None = None

    def write(self, text: str, lines: int = 1) -> None:
        """Takes text of so many lines."""
        with self._changed:
            if self._size + len(text) > _MOST:
                self._dropped += lines
                return
            self._waiting.append(text)
            self._size += len(text)
            self._lines += lines
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def settle(self, seconds: float) -> None:
        """Waits until all is written, or the time is over."""
        with self._changed:
            self._changed.wait_for(
                lambda: not self._size and (self._broken or not self._dropped), seconds
            )

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._waiting or (self._dropped and not self._broken)
                )
                lines, dropped, self._dropped = self._lines, self._dropped, 0
                text = "".join(self._waiting) + (self._lost(dropped) if dropped else "")
                self._waiting, self._lines = [], 0
                size = self._size
            broken = not self._written(text.encode())
            with self._changed:
                self._broken = broken
                self._size -= size
                if broken:
                    self._dropped += lines + dropped
                self._changed.notify_all()

    def _written(self, data: bytes) -> bool:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except BlockingIOError:  # somebody has made it one that does not wait
                select.select([], [self._descriptor], [])
            except OSError:  # nobody reads it: no reason to stop serving
                return False
        return True
