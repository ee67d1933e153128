"""The databases that tests of the service run on, and services on them; what stands behind the gateway in its tests."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from deploy_contract_service.app import application
from deploy_contract_service.data import load
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import KEY_VARIABLE, Settings
from deploy_contract_service.store import Store
from tests.support import postgres
from tests.support.client import EXAMPLE, Client
from tests.support.gateways import Upstream

KEY = Fernet.generate_key().decode()
LATER = 3600.0  # seconds until a rollout that a test does not wait for


@pytest.fixture(autouse=True)
def no_key_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key in the environment of whoever runs the tests is not theirs."""
    monkeypatch.delenv(KEY_VARIABLE, raising=False)


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """One PostgreSQL for all tests."""
    reason = postgres.missing()
    if reason:
        pytest.skip(reason)
    with postgres.cluster() as running:
        yield running


@pytest.fixture(params=["file", "memory", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Each kind of database in turn, empty."""
    return made(request, tmp_path, request.param)


@pytest.fixture(params=["file", "postgresql"])
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Those that outlive a process."""
    return made(request, tmp_path, request.param)


def made(request: pytest.FixtureRequest, folder: Path, kind: str) -> str:
    if kind == "postgresql":
        found: postgres.Cluster = request.getfixturevalue("cluster")
        return found.emptied()
    return str(folder / "service.db") if kind == "file" else ":memory:"


@pytest.fixture
def opened() -> Iterator[Callable[..., Store]]:
    """Opens stores, and closes them at the end."""
    stores: list[Store] = []

    def opened(database: str, **settings: Any) -> Store:
        stores.append(
            Store.open(
                Settings(
                    **{"database": database, "keys": (KEY,), "rollout_seconds": LATER, **settings}
                )
            )
        )
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


@pytest.fixture
def store(address: str, opened: Callable[..., Store]) -> Store:
    """A store with the example in it."""
    found = opened(address)
    seed(found, load(str(EXAMPLE)), LATER)
    return found


@pytest.fixture
def client(store: Store) -> Iterator[Client]:
    """A client of a service on that store."""
    with Client(application(store, Settings())) as found:
        yield found


@pytest.fixture(scope="module")
def origin() -> Iterator[Upstream]:
    """What stands behind a gateway, for all tests of a module."""
    server = Upstream()
    yield server
    server.close()


@pytest.fixture
def upstream(origin: Upstream) -> Upstream:
    """The same for one test, as if it were new."""
    origin.reset()
    return origin
