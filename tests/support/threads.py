"""Threads that a test runs to their end."""

import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def at_once(work: Callable[[int], object], count: int = 8) -> None:
    """Run it in threads that begin together and change places as often as can be, and raise what one of them raises.

    `work` is called with the number of its thread.
    """
    barrier = threading.Barrier(count)

    def run(number: int) -> None:
        barrier.wait()
        work(number)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(run, range(count)))
    finally:
        sys.setswitchinterval(before)
