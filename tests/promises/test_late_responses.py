"""A response to a request that was passed on before facts proved to be wrong does not bring them back."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from deploy_contract import Report, notes
from deploy_contract.knowledge import LearnedDeployments
from tests.support.applications import ID, OTHER
from tests.support.redis_server import RedisServer, missing
from tests.support.shared_facts import Share, holds, said, sources

pytestmark = pytest.mark.promise(30)
with_redis = pytest.mark.skipif(missing() is not None, reason=str(missing()))
Drop = Callable[[LearnedDeployments], None]


def contradict(learned: LearnedDeployments) -> None:
    """Let a lookup learn from a response that contradicts what it knows."""
    [note] = learned.learn(said(source="internal_source"))
    assert notes.labels(note)[0] == notes.CONTRADICTION


def discard(learned: LearnedDeployments) -> None:
    """Let a lookup know that some facts are wrong."""
    learned.discard(ID)


def contradict_at_once(learned: LearnedDeployments) -> None:
    """Let a lookup learn from a list whose items contradict each other."""
    items = [said().value, said(source="internal_source").value]
    value = {"resources": items, "offset": 0}
    [note] = learned.learn(Report("allow", kind="DeploymentList", value=value))
    assert notes.labels(note)[0] == notes.CONTRADICTION


drops = pytest.mark.parametrize("drop", [contradict, contradict_at_once, discard])


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def tick(self) -> float:
        """Let a second pass, and return the time."""
        self.now += 1.0
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@drops
@pytest.mark.parametrize("fresh", [0.0, 3.0, 30.0])
def test_only_what_was_asked_after_a_drop_teaches(drop: Drop, fresh: float, clock: Clock) -> None:
    learned = LearnedDeployments(clock=clock, fresh_seconds=fresh)
    learned.learn(said())
    long_ago, begun = clock(), clock.tick()
    clock.tick()
    drop(learned)
    dropped = clock()
    assert learned.find(ID) is None
    for _ in range(3):
        clock.tick()
        for since in ((long_ago,), (begun,), (begun, ID)):  # the last: to a patch
            assert learned.learn(said(), *since) == ()
            assert learned.find(ID) is None
    learned.learn(said(OTHER), begun)  # of the others nothing was wrong
    assert (learned.find(OTHER) or {}).get("source") == "codehost"
    learned.learn(said(source="internal_source"), dropped)
    assert (learned.find(ID) or {}).get("source") == "internal_source"


def test_a_request_that_begins_while_a_contradiction_is_found_is_of_before_the_drop() -> None:
    clock = Clock()

    class Slow(LearnedDeployments):
        """A lookup that takes some time for a response, in which a request begins."""

        def _said(self, *arguments: Any) -> Any:
            found = super()._said(*arguments)
            clock.tick()
            begun.append(clock())
            clock.tick()
            return found

    begun: list[float] = []
    learned = Slow(clock=clock)
    learned.learn(said())
    contradict(learned)
    learned.learn(said(), begun[-1])
    assert learned.find(ID) is None


def test_a_drop_beyond_the_bound_holds_for_every_deployment(clock: Clock) -> None:
    learned = LearnedDeployments(capacity=2, clock=clock)
    names = [str(uuid.UUID(int=number)) for number in range(4)]
    begun = clock()
    for name in names:
        clock.tick()
        learned.discard(name)
    assert len(learned._drops._times) == 2
    clock.tick()
    for name in names:
        learned.learn(said(name), begun)
    assert not len(learned)
    for name in names[2:]:
        learned.learn(said(name), clock())
    assert len(learned) == 2


def test_a_drop_is_remembered_no_longer_than_facts_are_believed(clock: Clock) -> None:
    learned = LearnedDeployments(seconds=10, clock=clock)
    learned.discard(ID)
    for _ in range(10):
        clock.tick()
    learned.discard(OTHER)
    assert len(learned._drops._times) == 1


@with_redis
@drops
def test_no_process_brings_it_back_to_one_that_was_contradicted(
    redis: RedisServer, share: Share, drop: Drop
) -> None:
    """Another process may know nothing of the contradiction."""
    one, other = share(redis.url), share(redis.url)
    one.learn(said())
    assert holds(redis)
    begun = other.clock()
    drop(one)
    assert holds(redis, None)
    assert sources(one, other) == {None}
    one.learn(said(), begun)
    assert sources(one) == {None}
    other.learn(said(), begun)
    assert holds(redis)
    assert sources(one) == {None}
    one.learn(said())
    assert sources(one, other) == {"codehost"}
