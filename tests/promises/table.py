"""A pytest plugin that counts the cases of each promise; `--promises` prints the table.

The counts travel with the reports, so that they are complete under pytest-xdist as well.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.promises import PROMISES

BY_NAME = ("python", "native")
ENGINES = (*BY_NAME, "both")
PASSED = pytest.StashKey[bool]()


class Table:
    """The cases that passed and the tests that failed, by promise and engine."""

    def __init__(self) -> None:
        self.passed: Counter[tuple[int, str]] = Counter()
        self.failed: Counter[tuple[int, str]] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the cases of a finished test."""
        properties: list[tuple[str, Any]] = report.user_properties
        for name, value in properties:
            if name == "promise":
                number, engine, cases = value
                counter = self.passed if cases else self.failed
                counter[number, engine] += cases or 1

    def is_kept(self, number: int) -> str:
        """Return "NO" if a test of a promise failed, "UNTRIED" if none passed, else "yes"."""
        if any(self.failed[number, engine] for engine in ENGINES):
            return "NO"
        if any(self.passed[number, engine] for engine in ENGINES):
            return "yes"
        return "UNTRIED"

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a run that prints the table if a promise is not kept."""
        if session.exitstatus == 0 and any(self.is_kept(number) != "yes" for number in PROMISES):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the table: promise, cases by engine, and whether the promise is kept."""
        write = terminalreporter.write_line
        names = " ".join([f"{name:>8}" for name in ENGINES])
        write(f"\n{'':3} {'promise':78} {names}  kept")
        for number, text in PROMISES.items():
            counts = [f"{self.passed[number, engine]:8,}" for engine in ENGINES]
            write(f"{number:3} {text[:78]:78} {' '.join(counts)}  {self.is_kept(number)}")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--promises`."""
    parser.addoption(
        "--promises",
        action="store_true",
        help="print the table of promises, and fail unless each promise was tried and kept",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Count in the process that reports: under pytest-xdist, the controller."""
    if config.getoption("--promises") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Table(), "promises")


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Iterator[Callable[[int], None]]:
    """Return a function that a test calls with its number of cases, if that is not one."""
    counts: list[int] = []
    yield counts.append
    request.node.user_properties.append(("tried", sum(counts)))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Attach the cases of each promise to the last report of a test, zero if it failed.

    A skipped test counts for nothing.
    """
    outcome: Any = yield
    report = outcome.get_result()
    if report.when == "call":
        item.stash[PASSED] = report.passed
    if report.failed:
        cases = 0
    elif report.when == "teardown" and item.stash.get(PASSED, False):
        properties: dict[str, Any] = dict(item.user_properties)
        cases = properties.get("tried") or 1
    else:
        return
    for mark in item.iter_markers("promise"):
        for number in mark.args:
            report.user_properties.append(("promise", (number, _engine(item), cases)))


def _engine(item: pytest.Item) -> str:
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    named = [value for value in parameters.values() if value in BY_NAME]
    return str(named[0]) if named else "both"
