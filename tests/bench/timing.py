"""Two tasks timed in turn, so that noise hits both: what counts is the ratio. And the end of a server."""

import signal
import statistics
import subprocess
import time
from collections.abc import Callable

Task = Callable[[], object]


def ratio(
    one: Task, other: Task, rounds: int = 41, seconds: float = 0.02
) -> tuple[float, float, float]:
    """Medians of both in microseconds, and the ratio of the medians; the two take turns, so that noise hits both."""
    one(), other()
    start = time.perf_counter()
    one(), other()
    number = max(1, int(seconds / max(time.perf_counter() - start, 1e-7)))
    ones: list[float] = []
    others: list[float] = []
    for _ in range(rounds):
        for task, times in ((one, ones), (other, others)):
            start = time.perf_counter()
            for _ in range(number):
                task()
            times.append((time.perf_counter() - start) / number * 1e6)
    first, second = statistics.median(ones), statistics.median(others)
    return first, second, first / second


def against(found: float, bound: float, *, least: bool = False) -> str:
    """Return the bound of a ratio, a most or a least, and a mark where the ratio is beyond it."""
    beyond = found < bound if least else found > bound
    return f"   at {'least' if least else 'most'} {bound:g}{'   beyond' if beyond else ''}"


def line(
    what: str, one: Task, other: Task, bound: float, rounds: int = 41, *, least: bool = False
) -> None:
    """Print the ratio of two tasks beside its bound: a most, or a least."""
    first, second, times = ratio(one, other, rounds)
    print(
        f"{what:58} {first:10.1f} us {second:10.1f} us {times:8.2f}{against(times, bound, least=least)}"
    )


def stop(process: subprocess.Popen[str]) -> None:
    """End a server that was started here."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
