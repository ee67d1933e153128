"""Counts what was tried for each promise, and prints the table where it is asked for (`--promises`)."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.promises import PROMISES

_tried: Counter[tuple[int, str]] = Counter()
_broken: Counter[tuple[int, str]] = Counter()


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Iterator[Callable[[int], None]]:
    """Call it with the number of cases that a test goes through, where it is not one."""
    counts: list[int] = []
    yield counts.append
    request.node.user_properties.append(("tried", sum(counts)))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Counts a test for the promises that it is marked with."""
    outcome: Any = yield
    report = outcome.get_result()
    if report.when == "teardown" or (report.when != "teardown" and report.failed):
        engine = _engine(item)
        for mark in item.iter_markers("promise"):
            for number in mark.args:
                if report.failed:
                    _broken[number, engine] += 1
                else:
                    counted: Any = dict(item.user_properties).get("tried")
                    _tried[number, engine] += counted or 1


def _engine(item: pytest.Item) -> str:
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return next(
        (str(value) for value in parameters.values() if value in ("python", "rust")), "both"
    )


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The table: promise, cases tried by engine, and whether all of them held."""
    if not config.getoption("--promises"):
        return
    write = terminalreporter.write_line
    write(f"\n{'':3} {'promise':78} {'python':>8} {'rust':>8} {'both':>8}  held")
    for number, text in PROMISES.items():
        tried = [_tried[number, engine] for engine in ("python", "rust", "both")]
        broken = sum(_broken[number, engine] for engine in ("python", "rust", "both"))
        held = "NO" if broken else "yes" if sum(tried) else "UNTRIED"
        write(f"{number:3} {text[:78]:78} {tried[0]:8,} {tried[1]:8,} {tried[2]:8,}  {held}")
