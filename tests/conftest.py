"""Fixtures for all tests: engines, the contract under each engine, and a browser."""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser

from deploy_contract import Contract, logs
from tests.support import effort
from tests.support.applications import over_asgi, over_wsgi
from tests.support.browsers import running
from tests.support.commands import keep_contracts
from tests.support.engines import ENGINES, made

pytest_plugins = [
    "tests.promises.table",
    "tests.support.generator",
    "tests.support.servers",
    "tests.support.shared_facts",
]

# no example has a time limit, and every run of CI has the same ones
settings.register_profile(
    "unhurried",
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
        HealthCheck.data_too_large,
    ],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("unhurried")
YOUNG = 5_000  # objects that may be made before the garbage collector runs; Python's own is 700


@pytest.fixture(autouse=True)
def fresh_limits_of_the_log() -> None:
    """Reset the log, so that no test finds it limited by records of another."""
    for throttle in (logs.THROTTLE, logs.NOTES):
        throttle.clear()


@pytest.fixture(autouse=True, scope="module")
def frozen_heap() -> None:
    """Spare the garbage collector the objects that were there before a module's tests.

    Thousands of tests share a process; each full collection would otherwise visit what all of them
    have imported and compiled. Objects that a module makes are collected as ever.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)  # with so few objects left, full collections would be frequent


@pytest.fixture
def kept_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a contract of the command once for all tests."""
    keep_contracts(monkeypatch)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def contract(engine: str) -> Contract:
    """Return the contract as it is, under each engine in turn."""
    return made(engine)


@pytest.fixture(scope="module")  # no event loop of another module's tests can run beside it
def browser() -> Iterator[Browser]:
    """Yield a browser; skip the tests if there is none."""
    with running() as found:
        yield found


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a new folder, which is the current folder during the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=[over_asgi, over_wsgi], ids=["asgi", "wsgi"])
def over(request: pytest.FixtureRequest) -> Any:
    """Return each function that sends requests through a middleware in turn."""
    return request.param


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--soak`."""
    parser.addoption(
        "--soak",
        action="store_true",
        help="run the tests that try more when there is time, and let them try it",
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in a line that the native engine was not tested, if it was not built."""
    if "native" not in ENGINES:
        terminalreporter.line(
            "not tested: the native engine, which is not built; it needs cargo (Rust), then"
            " DEPLOY_CONTRACT_NATIVE=1 pip install -e ."
        )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run two workers more than there are cores: many tests wait for processes and clocks."""
    return (os.cpu_count() or 1) + 2


def pytest_configure(config: pytest.Config) -> None:
    """Choose the amounts before any test module reads one."""
    if config.getoption("--soak"):
        effort.soak()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests that use a browser, and those that install the hooks, which takes minutes."""
    used = getattr(item, "fixturenames", ())
    if "browser" in used:
        item.add_marker("chromium")
    if "hooks" in used:
        item.add_marker("soak_only")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without the garbage collector: all that is made then stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of this run: with `--soak` those that try more, without it all but the long.

    With `--promises`, each promise is tried under every engine.
    """
    soaking, counting = config.getoption("--soak"), config.getoption("--promises")
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        long = item.get_closest_marker("soak_only") is not None
        long = long or (_has_long_engine(item) and not counting)
        chosen = long or item.get_closest_marker("soak") is not None if soaking else not long
        (kept if chosen else left).append(item)
    items[:] = kept
    if left:
        config.hook.pytest_deselected(items=left)


def _has_long_engine(item: pytest.Item) -> bool:
    """Return True if a test runs under an engine that is left to `make soak`; the fastest never is."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    engine = parameters.get("engine")
    marks = item.iter_markers("soak_engine")
    return engine != ENGINES[-1] and any(engine in mark.args for mark in marks)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a long text by its argument: a compressed body holds the time at which it was made."""
    return argname if isinstance(val, str | bytes) and len(val) > 60 else None
