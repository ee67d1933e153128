"""Two tasks timed in turn, so that noise hits both: what counts is the ratio."""

import statistics
import subprocess
import time
from collections.abc import Callable, Mapping
from typing import Any

Task = Callable[[], object]


def ratio(
    one: Task, other: Task, rounds: int = 41, seconds: float = 0.02, *, as_long: bool = False
) -> tuple[float, float, float]:
    """Medians of both in microseconds, and the ratio of the medians; the two take turns, so that noise hits both.

    Both run as often in a turn, within `seconds` together. If `as_long` is true they run as long, each
    for half of them: else a task that is hundreds of times faster runs a few times only, right after
    the other emptied the caches of the processor.
    """
    one(), other()
    times = [_time(task, 1) for task in (one, other)]
    if as_long:
        times = [
            _time(task, max(1, int(1e3 / each)))
            for task, each in zip((one, other), times, strict=True)
        ]
    each = [2 * took if as_long else sum(times) for took in times]
    numbers = [max(1, int(seconds * 1e6 / max(took, 0.1))) for took in each]
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for task, number, taken in zip((one, other), numbers, found, strict=True):
            taken.append(_time(task, number))
    first, second = map(statistics.median, found)
    return first, second, first / second


def _time(task: Task, number: int) -> float:
    """Return the microseconds that one run of a task takes, of some runs."""
    start = time.perf_counter()
    for _ in range(number):
        task()
    return max((time.perf_counter() - start) / number * 1e6, 0.01)


def programs(commands: Mapping[str, list[str]], rounds: int, **options: Any) -> dict[str, float]:
    """Return the median milliseconds of programs that run in turn. `options` are those of `run`.

    A first turn, which is not measured, writes the bytecode.
    """
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
            if turn:
                times[name].append((time.perf_counter() - start) * 1e3)
    return {name: statistics.median(taken) for name, taken in times.items()}


def against(found: float, bound: float, *, least: bool = False) -> str:
    """Return the bound of a ratio, a most or a least, and a mark where the ratio is beyond it."""
    beyond = found < bound if least else found > bound
    return f"   at {'least' if least else 'most'} {bound:g}{'   beyond' if beyond else ''}"


def row(
    what: str, one: float, other: float, bound: float, *, unit: str = "us", least: bool = False
) -> None:
    """Print two figures, and their ratio beside its bound: a most, or a least."""
    figures = f"{one:10.1f} {unit} {other:10.1f} {unit} {one / other:8.2f}"
    print(f"{what:58} {figures}{against(one / other, bound, least=least)}")


def line(
    what: str,
    one: Task,
    other: Task,
    bound: float,
    rounds: int = 41,
    *,
    least: bool = False,
    as_long: bool = False,
) -> None:
    """Print the medians of two tasks, and their ratio beside its bound."""
    first, second, _ = ratio(one, other, rounds, as_long=as_long)
    row(what, first, second, bound, least=least)
