"""Threads that a test runs to their end."""

import threading
from collections.abc import Callable, Iterable


def start(tasks: Iterable[Callable[[], object]]) -> list[threading.Thread]:
    """Start a thread for each task."""
    threads = [threading.Thread(target=task) for task in tasks]
    for thread in threads:
        thread.start()
    return threads


def join(threads: Iterable[threading.Thread]) -> None:
    """Wait for the end of threads."""
    for thread in threads:
        thread.join()
