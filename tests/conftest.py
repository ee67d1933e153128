"""What the tests share: engines, contracts made once, and a browser."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from deploy_contract import Contract, logs
from tests.support.chromium import running

pytest_plugins = ["tests.support.servers"]


@cache
def made(engine: str, **options: Any) -> Contract:
    """A contract of an engine, made once for all tests that want the same."""
    return Contract(engine=engine, **options)


@pytest.fixture(autouse=True)
def fresh_limits_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds the log limited by what another one has logged."""
    for throttle in (logs._THROTTLE, logs._NOTES):
        monkeypatch.setattr(throttle, "_kinds", type(throttle._kinds)())


@pytest.fixture(params=["python", "rust"])
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine in turn."""
    return str(request.param)


@pytest.fixture
def contract(engine: str) -> Contract:
    """The contract as it is, under each engine in turn."""
    return made(engine)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a browser; for tests that are marked `in_chromium`."""
    with running(tmp_path_factory.mktemp("chromium")) as address:
        yield address


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--promises`: what was tried for each promise is told at the end."""
    parser.addoption("--promises", action="store_true", help="print the table of promises")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a long text by its argument: a compressed body holds the time at which it was made."""
    return argname if isinstance(val, str | bytes) and len(val) > 60 else None
