"""A deployment whose source processes share, and fixtures for that."""

from collections.abc import Iterator
from typing import Any

import pytest

from deploy_contract import Report, Request
from deploy_contract.knowledge import SharedDeployments
from tests.support.applications import ID, deployment
from tests.support.gateways import soon
from tests.support.lookups import collected_notes
from tests.support.redis_server import RedisServer, redis_server

CANARY = "CANARY-7f3a"
DOWN = "lookup-failed: shared-down"
ASKS = Request("PATCH", f"/v2/deployments/{ID}")
SHARED = {"source": "codehost"}
LASTING = {"name": "checkout", **SHARED}
CHANGING: dict[str, Any] = {
    "source_config": {"build_on_push": True},
    "source_revision_config": {"repo_ref": "main"},
}
_made: list[SharedDeployments] = []


def said(identity: str = ID, **more: Any) -> Report:
    value = deployment(identity, **{**CHANGING, **more})
    return Report("allow", kind="Deployment", value=value)


def asked(shared: SharedDeployments, identity: str = ID) -> Any:
    """Return the answer to a request, as under WSGI, and its notes."""
    noted = collected_notes()
    return shared.find(identity, ASKS), noted


def sources(*shared: SharedDeployments) -> set[Any]:
    """Return the sources that some lookups believe in, asked as by requests."""
    return {(asked(one)[0] or {}).get("source") for one in shared}


def key(identity: str = ID) -> str:
    return f"deploy-contract:default:{identity}"


def holds(redis: RedisServer, source: str | None = "codehost", identity: str = ID) -> bool:
    """Return True as soon as Redis has a source of a deployment, or none."""
    wanted = None if source is None else source.encode()
    return bool(soon(lambda: redis.client.get(key(identity)) == wanted))


@pytest.fixture(scope="module")
def redis_of_module() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


@pytest.fixture
def redis(redis_of_module: RedisServer) -> RedisServer:
    """Return a Redis that is empty, and goes on running."""
    redis_of_module.client.flushall()
    return redis_of_module


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """Return a Redis that a test may kill."""
    with redis_server() as running:
        yield running


@pytest.fixture
def closed_shares() -> Iterator[None]:
    """Close what `share` has made at the end of the test."""
    yield
    while _made:
        _made.pop().close()


def share(url: str, namespace: str = "default", **options: Any) -> SharedDeployments:
    """Return a lookup, as another process would make it; for tests with `closed_shares`."""
    _made.append(SharedDeployments(url, namespace, **{"timeout": 5, **options}))
    return _made[-1]


def taught(redis: RedisServer, **options: Any) -> SharedDeployments:
    """Return such a lookup that has learned a source, and stated it."""
    one = share(redis.url, **options)
    one.learn(said())
    assert holds(redis)
    return one
