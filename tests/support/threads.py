"""Threads that a test runs to their end, and children of a fork."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


def at_once(work: Callable[[int], object], count: int = 8) -> None:
    """Run it in threads that begin together and change places as often as can be, and raise what one of them raises.

    `work` is called with the number of its thread.
    """
    barrier = threading.Barrier(count)

    def run(number: int) -> None:
        barrier.wait()
        work(number)

    with _changing(count) as pool:
        list(pool.map(run, range(count)))


@contextmanager
def again_and_again(work: Callable[[], object], count: int = 1) -> Iterator[None]:
    """Run it in such threads over and over until the block ends, and raise what one of them raises."""
    ended = threading.Event()

    def run(_number: int) -> None:
        while not ended.is_set():
            work()

    with _changing(count) as pool:
        runs = pool.map(run, range(count))
        try:
            yield
        finally:
            ended.set()
        list(runs)


@contextmanager
def _changing(count: int) -> Iterator[ThreadPoolExecutor]:
    """Yield a pool of threads that change places as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(count) as pool:
            yield pool
    finally:
        sys.setswitchinterval(before)


def holds_in_a_child(check: Callable[[], object]) -> bool:
    """Return whether a check holds in a child of a fork, which no exception leaves."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if check() else 1
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
