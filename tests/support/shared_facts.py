"""A deployment that processes share, as it is said and asked for, and fixtures for that."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import pytest

from deploy_contract import Report, Request, notes
from deploy_contract.knowledge import SharedDeployments
from tests.support.applications import ID, deployment
from tests.support.gateways import soon
from tests.support.redis_server import Proxy, RedisServer, redis_server

Share: TypeAlias = Callable[..., SharedDeployments]
CANARY = "CANARY-7f3a"
ASKS = Request("PATCH", f"/v2/deployments/{ID}")
LASTING = {"name": "checkout", "source": "codehost"}
CHANGING: dict[str, Any] = {
    "source_config": {"build_on_push": True},
    "source_revision_config": {"repo_ref": "main"},
}
WHOLE = {**LASTING, **CHANGING}


def said(identity: str = ID, **more: Any) -> Report:
    """Return a report on a response with one deployment."""
    return Report(
        "allow", document="Deployment", value=deployment(identity, **{**CHANGING, **more})
    )


def asked(shared: SharedDeployments, identity: str = ID) -> Any:
    """Return the answer to a request, as under WSGI, and its notes."""
    noted = notes.collect()
    return shared.find(identity, ASKS), noted


def known(shared: SharedDeployments, identity: str = ID) -> Any:
    """Return the facts in memory."""
    return shared.find(identity)


def sources(*shared: SharedDeployments, identity: str = ID) -> set[Any]:
    """Return the sources that some lookups believe in, asked as by requests."""
    return {(asked(one, identity)[0] or {}).get("source") for one in shared}


def teach(one: SharedDeployments, *others: SharedDeployments) -> None:
    """Let a lookup learn a deployment until all know it."""

    def taught() -> bool:
        one.learn(said(), one.clock())
        return all(asked(other)[0] == WHOLE for other in (one, *others))

    assert soon(taught)


def hear_late(shared: SharedDeployments) -> threading.Event:
    """Let a lookup hear no event until the result is set."""
    hear, hears = shared.hear, threading.Event()

    def wait_and_hear(*arguments: Any, **options: Any) -> None:
        assert hears.wait(20)
        hear(*arguments, **options)

    shared.hear = wait_and_hear  # type: ignore[method-assign]
    return hears


def cut_off(shared: SharedDeployments, proxy: Proxy) -> None:
    """Separate a lookup from Redis until the proxy resumes, and wait until it knows that."""
    proxy.stall()
    proxy.cut()
    assert soon(lambda: shared._link.down)


@contextmanager
def late_statement(shared: SharedDeployments, proxy: Proxy) -> Iterator[None]:
    """Cut a lookup off that has facts to tell of before that, and connect it again afterwards."""
    begun = shared.clock()
    cut_off(shared, proxy)
    shared.learn(said(source_config={"build_on_push": False}), begun)
    assert shared._link._outbox
    yield
    proxy.resume()
    assert soon(lambda: not shared._link.down and not shared._link._outbox)


@contextmanager
def lookups() -> Iterator[Share]:
    """Make a function that makes a lookup, as another process would, and waits until it is connected."""
    made: list[SharedDeployments] = []

    def begin(url: str, namespace: str = "default", **options: Any) -> SharedDeployments:
        made.append(
            SharedDeployments(url, namespace, **{"timeout": 5, "learn_mutable": True, **options})
        )
        made[-1].start()
        assert soon(lambda: made[-1]._fresh_until > 0)
        return made[-1]

    yield begin
    for one in made:
        one.close()


@pytest.fixture(scope="module")
def redis_of_module() -> Iterator[RedisServer]:
    """Return the Redis of all tests of a module."""
    with redis_server() as running:
        yield running


@pytest.fixture
def redis(redis_of_module: RedisServer) -> RedisServer:
    """Return a Redis that is empty, and goes on running."""
    redis_of_module.client().flushall()
    return redis_of_module


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """Return a Redis that a test may kill."""
    with redis_server() as running:
        yield running


@pytest.fixture
def share() -> Iterator[Share]:
    """Return a function that makes a lookup, as another process would, and waits until it is connected."""
    with lookups() as begin:
        yield begin
