"""Counted calls: a measure of effort that, unlike seconds, no neighbour disturbs."""

import sys
from collections.abc import Callable


def count_calls(task: Callable[[], object]) -> int:
    """Return the number of functions that a task calls in this thread, those of C included."""
    found = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        task()
    finally:
        sys.setprofile(None)
    return found
