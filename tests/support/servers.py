"""Fixtures: databases, stores and services on them, and the upstream of a gateway."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from deploy_contract_service.app import application
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import KEY_VARIABLE, Settings
from deploy_contract_service.store import Store
from tests.support import postgres
from tests.support.client import LATER, Client
from tests.support.console import Site, example_data, served
from tests.support.effort import first
from tests.support.envoy_module import NEWEST, OLDEST, SharedModule, shared_module
from tests.support.fronts import Fronted
from tests.support.gateways import CANARY, Shared, Upstream, shared

KEY = Fernet.generate_key().decode()
_stores: list[Store] = []  # of one test


@pytest.fixture(autouse=True)
def no_key_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore an encryption key in the environment of the test run."""
    monkeypatch.delenv(KEY_VARIABLE, raising=False)


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """Start one PostgreSQL for all tests of a worker."""
    reason = postgres.missing()
    if reason:
        pytest.skip(reason)
    with postgres.cluster() as running:
        yield running


# a database in memory runs the statements of one in a file, and the tests of pages use it
@pytest.fixture(params=first(["file", "postgresql", "memory"], 2))
def database_kind(request: pytest.FixtureRequest) -> str:
    """Return each kind of database in turn."""
    return str(request.param)


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path, database_kind: str) -> str:
    """Return the address of an empty database of each kind in turn."""
    return made(request, tmp_path, database_kind)


@pytest.fixture(params=["file", "postgresql"])
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database of each kind that outlives a process."""
    return made(request, tmp_path, request.param)


def made(request: pytest.FixtureRequest, folder: Path, kind: str) -> str:
    if kind == "postgresql":
        found: postgres.Cluster = request.getfixturevalue("cluster")
        return found.emptied()
    return str(folder / "service.db") if kind == "file" else ":memory:"


def opened(database: str, **settings: Any) -> Store:
    """Open a store, which is closed at the end of the test."""
    given = {"database": database, "key": KEY, "rollout_seconds": LATER, **settings}
    _stores.append(Store(Settings(**given)))
    return _stores[-1]


@pytest.fixture(autouse=True)
def closed_stores() -> Iterator[None]:
    yield
    while _stores:
        _stores.pop().close()


@pytest.fixture
def store(address: str) -> Store:
    """Open a store that holds the example, on a database of each kind in turn."""
    found = opened(address)
    seed(found, deepcopy(example_data()), LATER)
    return found


@pytest.fixture
def client(store: Store) -> Iterator[Client]:
    with Client(application(store, Settings())) as found:
        yield found


@pytest.fixture(scope="module")
def example_store() -> Iterator[Store]:
    """Yield a store with the example in it, which no test changes; one kind is enough for pages."""
    with closing(Store(Settings(":memory:", rollout_seconds=LATER))) as found:
        seed(found, deepcopy(example_data()), LATER)
        yield found


@pytest.fixture(scope="module")
def site(example_store: Store) -> Site:
    """Return the console of that store."""
    return Site(served(example_store))


@pytest.fixture
def later() -> str:
    """Return a checkout of a later contract: with one more field, rule, operation and kind of document."""
    from tests.support import spec_change  # it reads the guide

    return str(spec_change.checkout())


@pytest.fixture(scope="module")
def origin() -> Iterator[Upstream]:
    """Start the upstream of a gateway, for all tests of a module."""
    with closing(Upstream()) as server:
        yield server


@pytest.fixture
def upstream(origin: Upstream) -> Upstream:
    """Return the same upstream for one test, without its history."""
    origin.reset()
    return origin


@pytest.fixture(scope="session")
def common_gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """Start a gateway for all tests of a worker that are not about its start or its end."""
    folder = tmp_path_factory.mktemp("gateway")
    with shared(folder, upstream="http://127.0.0.1:9", lookups=[]) as found:
        yield found


@pytest.fixture
def common(common_gateway: Shared, upstream: Upstream) -> Shared:
    """Return that gateway, in front of the upstream of the test. It looks up no facts by default."""
    common_gateway.gateway.upstream = upstream
    return common_gateway.usually(upstream=upstream.url)


@pytest.fixture(scope="session")
def common_decide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """Start a decision server for all tests of a worker that set it to their dialect.

    It takes questions over HTTP and gRPC. Whatever they ask, it logs no value.
    """
    folder = tmp_path_factory.mktemp("decide")
    with shared(folder, "decide", dialect="envoy", grpc_listen="127.0.0.1:0") as found:
        yield found
    assert CANARY not in (folder / "log").read_text("utf-8")


@pytest.fixture
def telling(common_decide: Shared) -> Shared:
    """Return `common_decide` with a full log, coverage, and learned sources."""
    more = {"log": "violations", "coverage": 1, "unknown_fields": "reject", "advice": 1}
    return common_decide.usually(dialect="envoy", lookups=["learned"], **more)


@pytest.fixture
def fronted(common_decide: Shared, upstream: Upstream, tmp_path: Path) -> Fronted:
    """Return `common_decide` and the upstream of the test, for gateways between them."""
    return Fronted(common_decide, upstream, tmp_path)


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], SharedModule]]:
    """Return a function that starts an Envoy of a version with the contract inside it, once."""
    with ExitStack() as stack:

        @cache
        def started(version: str) -> SharedModule:
            return stack.enter_context(shared_module(tmp_path_factory.mktemp("envoy"), version))

        yield started


@pytest.fixture
def module(modules: Callable[[str], SharedModule]) -> SharedModule:
    """Return the newest Envoy with the contract inside it, for a test that sets it.

    The service behind it answers with a deployment, or as the test sets it.
    """
    found = modules(NEWEST)
    found.service.reset()
    return found


@pytest.fixture(params=[NEWEST, OLDEST])
def each_module(
    request: pytest.FixtureRequest, modules: Callable[[str], SharedModule]
) -> SharedModule:
    """Return the same of the newest and of the oldest Envoy in turn."""
    found = modules(request.param)
    found.service.reset()
    return found
