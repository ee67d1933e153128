"""A pytest plugin that counts the cases of each promise; `--promises` prints the table.

A case is a judgement that a test asks for. The counts travel with the reports, so that they are
complete under pytest-xdist as well.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from functools import wraps
from typing import Any

import pytest

from deploy_contract import Contract, asgi, wsgi
from tests.promises import PROMISES
from tests.support.effort import TRIED

BY_NAME = ("python", "native")
ENGINES = (*BY_NAME, "both")
CASES = pytest.StashKey[Counter[str]]()
PASSED = pytest.StashKey[bool]()
JUDGING: list[tuple[type, str]] = [
    (Contract, "check"), (Contract, "check_request"), (Contract, "check_response"),
    (asgi.ContractMiddleware, "__call__"), (wsgi.ContractMiddleware, "__call__"),
]  # fmt: skip


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Count the judgements that a test asks for, if the table is printed."""
    if not item.config.getoption("--promises"):
        return (yield)
    cases = item.stash[CASES] = Counter()

    def counting(judge: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(judge)
        def counted(self: Any, *given: Any, **named: Any) -> Any:
            cases[getattr(self, "engine", _engine(item))] += 1
            return judge(self, *given, **named)

        return counted

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in JUDGING:
            patch.setattr(owner, name, counting(getattr(owner, name)))
        return (yield)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Attach the cases of each promise to the last report of a test, zero if it failed.

    A skipped test counts for nothing.
    """
    outcome: Any = yield
    report = outcome.get_result()
    if report.when == "call":
        item.stash[PASSED] = report.passed
        if TRIED:
            item.stash[CASES] = Counter({_engine(item): sum(TRIED)})
        TRIED.clear()
    if report.failed:
        counts = Counter({_engine(item): 0})
    elif report.when == "teardown" and item.stash.get(PASSED, False):
        counts = item.stash.get(CASES, Counter()) or Counter([_engine(item)])
    else:
        return
    for mark in item.iter_markers("promise"):
        for number in mark.args:
            for engine, cases in counts.items():
                report.user_properties.append(("promise", (number, engine, cases)))


def _engine(item: pytest.Item) -> str:
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    named = [value for value in parameters.values() if value in BY_NAME]
    return str(named[0]) if named else "both"
