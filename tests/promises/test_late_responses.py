"""A response to a request that was passed on before facts proved to be wrong does not bring them back."""

import time
import uuid
from collections.abc import Callable
from contextlib import closing
from itertools import count
from typing import Any

import pytest

from deploy_contract import Report, notes
from deploy_contract.knowledge import LearnedDeployments, SharedDeployments, shared_memory
from deploy_contract.knowledge.moments import Moments
from tests.support.applications import ID, OTHER
from tests.support.gateways import soon
from tests.support.redis_server import Proxy, RedisServer, missing, redis_server
from tests.support.shared_facts import (
    WHOLE,
    Share,
    asked,
    cut_off,
    hear_late,
    known,
    late_statement,
    said,
    sources,
    teach,
)

pytestmark = pytest.mark.promise(30)
with_redis = pytest.mark.skipif(missing() is not None, reason=str(missing()))
Drop = Callable[[LearnedDeployments], None]
LAST = str(uuid.UUID(int=99))
RIGHT = {**WHOLE, "source": "internal_source"}


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
    [note] = learned.learn(Report("allow", document="DeploymentList", value=value))
    assert notes.labels(note)[0] == notes.CONTRADICTION


drops = pytest.mark.parametrize("drop", [contradict, contradict_at_once, discard])
relearns = pytest.mark.parametrize("relearned", [False, True])


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
        for since in (long_ago, begun):
            assert learned.learn(said(), since) == ()
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


@drops
def test_the_response_to_a_patch_that_was_sent_before_a_drop_teaches_nothing(
    drop: Drop, clock: Clock
) -> None:
    learned = LearnedDeployments(clock=clock)
    learned.learn(said())
    begun = clock.tick()
    clock.tick()
    drop(learned)
    clock.tick()
    assert learned.learn(said(), begun, ID) == ()
    assert learned.find(ID) is None


def test_a_drop_beyond_the_bound_holds_for_every_deployment(clock: Clock) -> None:
    learned = LearnedDeployments(capacity=2, clock=clock)
    names = [str(uuid.UUID(int=number)) for number in range(4)]
    begun = clock()
    for name in names:
        clock.tick()
        learned.discard(name)
    assert len(learned._drops.times) == 2
    clock.tick()
    for name in names:
        learned.learn(said(name), begun)
    assert not len(learned)
    for name in names[2:]:
        learned.learn(said(name), clock())
    assert len(learned) == 2


def test_a_time_of_doubt_is_not_forgotten_for_an_older_one() -> None:
    moments = Moments(seconds=100, capacity=2)
    moments.add(b"1", 1.0)
    moments.doubt(2.0)
    moments.add(b"2", 3.0)
    moments.add(b"3", 4.0)
    assert [moments.last(key) for key in (b"1", b"2", b"4")] == [2.0, 3.0, 2.0]
    assert moments.newest == 4.0


def test_a_drop_is_remembered_no_longer_than_facts_are_believed(clock: Clock) -> None:
    learned = LearnedDeployments(seconds=10, clock=clock)
    learned.discard(ID)
    for _ in range(10):
        clock.tick()
    learned.discard(OTHER)
    assert len(learned._drops.times) == 1


def teach_right(one: SharedDeployments, *others: SharedDeployments) -> None:
    """Let all know a fact that contradicts the earlier one."""

    def taught() -> bool:
        one.learn(said(source="internal_source"), one.clock())
        return sources(one, *others) == {RIGHT["source"]}

    assert soon(taught)


@with_redis
@drops
def test_the_whole_fleet_ignores_it(redis: RedisServer, share: Share, drop: Drop) -> None:
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    begun = one.clock()
    drop(one)
    assert soon(lambda: known(other) is None)
    for shared in (one, other):
        assert shared.learn(said(), begun) == ()
    assert sources(one, other, share(redis.url)) == {None}
    teach_right(other, one)


@with_redis
@drops
def test_a_process_that_has_not_heard_of_the_drop_brings_it_back_nowhere(
    redis: RedisServer, share: Share, drop: Drop
) -> None:
    one, other = share(redis.url), share(redis.url)
    teach(one)
    begun = one.clock()
    hears = hear_late(other)
    drop(one)
    assert soon(lambda: not one._disproved)
    other.learn(said(OTHER), begun)
    other.learn(said(), begun)
    assert soon(lambda: asked(one, OTHER)[0])
    assert sources(one, share(redis.url)) == {None}
    hears.set()
    assert soon(lambda: sources(other) == {None})
    assert soon(lambda: other._link._seen == one._link._seen)
    assert sources(one, other) == {None}
    teach_right(other, one)


@with_redis
@drops
@relearns
@pytest.mark.parametrize("forgotten", ["nothing", "the drop", "the deployment", "everything"])
def test_a_process_that_was_cut_off_brings_it_back_nowhere(
    redis: RedisServer, share: Share, drop: Drop, forgotten: str, *, relearned: bool
) -> None:
    """Redis may have forgotten the drop meanwhile. If it has lost everything, the others tell it."""
    with closing(Proxy(redis.port)) as proxy:
        capacity = 3 if forgotten == "the deployment" else 100
        one = share(redis.url, capacity=capacity)
        other = share(proxy.url, capacity=capacity)
        teach(one, other)
        with late_statement(other, proxy):
            drop(one)
            assert soon(lambda: not one._disproved)
            if relearned:
                teach_right(one)
            if forgotten == "the drop":
                redis.client().delete(redis.names()["dropped"])
            elif forgotten == "the deployment":
                numbers = count(1)

                def is_forgotten() -> bool:
                    one.discard(OTHER)
                    one.learn(said(str(uuid.UUID(int=next(numbers)))), one.clock())
                    return (
                        redis.client().zscore(redis.names()["order"], ID.replace("-", "")) is None
                    )

                assert soon(is_forgotten)
            elif forgotten == "everything":
                joins = one.joins
                redis.client().flushall()
                assert soon(lambda: one.joins > joins and not one._disproved)
        late = share(redis.url)
        assert soon(lambda: "codehost" not in sources(one, other, late))
        assert sources(one, other, late) <= {None, RIGHT["source"]}
        teach_right(other, one, late)


@with_redis
@pytest.mark.parametrize("age", [None, 3600.0])
@pytest.mark.parametrize("fresh", [0.0, 0.3])
def test_a_response_that_is_older_than_what_may_change_has_its_own_age(
    redis: RedisServer, share: Share, fresh: float, age: float | None
) -> None:
    """Its request began before the process was cut off, or a cache says that it is old (`age`)."""
    with closing(Proxy(redis.port)) as proxy:
        one, other = (share(url, fresh_seconds=fresh) for url in (redis.url, proxy.url))
        begun = other.clock()
        cut_off(other, proxy)
        discard(one)
        assert soon(lambda: not one._disproved)
        proxy.resume()
        assert soon(lambda: not other._link.down)
        time.sleep(fresh + 0.1)
        other.learn(said(), begun if age is None else other.clock() - age)
        assert soon(lambda: not other._link._outbox and other._link._seen == one._link._seen)
        assert soon(lambda: sources(other) == {None})
        assert sources(one, share(redis.url)) == {None}


@with_redis
def test_numbers_that_are_sent_are_of_the_time_of_the_request(
    redis: RedisServer, share: Share
) -> None:
    """The thread that sends may have observed a later event than the other one has heard."""
    one, other = (share(redis.url, fresh_seconds=0.0) for _ in range(2))
    one.learn(said(), one.clock())
    assert soon(lambda: sources(one, other) == {"codehost"})
    begun = other.clock()
    hears = hear_late(other)
    discard(one)
    assert soon(lambda: not one._disproved)
    other.learn(said(OTHER))
    assert soon(lambda: asked(one, OTHER)[0])
    time.sleep(0.05)
    other.invalidate(ID)
    other.learn(said(source_config={"build_on_push": False}), begun)
    other.learn(said(LAST))  # Redis has the statements before it, too
    assert soon(lambda: asked(one, LAST)[0])
    assert sources(one, share(redis.url)) == {None}
    hears.set()


@with_redis
def test_the_first_request_after_a_cut_is_answered_by_redis(
    redis: RedisServer, share: Share
) -> None:
    with closing(Proxy(redis.port)) as proxy:
        one, other = share(redis.url), share(proxy.url)
        teach(one, other)
        cut_off(other, proxy)
        discard(one)
        assert soon(lambda: not one._disproved)
        proxy.resume()
        assert soon(lambda: not other._link.down)
        assert asked(other) == (None, [])


@with_redis
def test_a_process_that_was_cut_off_believes_nothing_that_redis_has_evicted_with_its_drop(
    redis: RedisServer, share: Share
) -> None:
    with closing(Proxy(redis.port)) as proxy:
        one, other = share(redis.url), share(proxy.url)
        teach(one, other)
        cut_off(other, proxy)
        discard(one)
        assert soon(lambda: not one._disproved)
        names = redis.names()
        redis.client().delete(names["dropped"], names["lasting"])
        assert sources(other) == {"codehost"}  # it cannot know better
        proxy.resume()
        assert soon(lambda: sources(other) == {None})


@with_redis
@relearns
def test_a_restart_of_redis_brings_back_no_statement_of_before_a_drop(
    share: Share, *, relearned: bool
) -> None:
    with redis_server() as redis, closing(Proxy(redis.port)) as proxy:
        one, other = share(redis.url), share(proxy.url)
        teach(one, other)
        with late_statement(other, proxy):
            discard(one)
            assert soon(lambda: not one._disproved)
            if relearned:
                teach_right(one)
            one.close()
            one.wait_closed()
            redis.kill()
            redis.start()
        late = share(redis.url)
        assert "codehost" not in sources(late)
        assert soon(lambda: "codehost" not in sources(other))
        teach_right(other, late)


@with_redis
def test_very_many_drops_without_redis_drop_everything(
    redis: RedisServer, share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_memory, "_MOST_REPEATED", 2)
    names = [ID, *[str(uuid.UUID(int=number)) for number in range(3)]]
    with closing(Proxy(redis.port)) as proxy, closing(Proxy(redis.port)) as another:
        one, other, third = share(proxy.url), share(redis.url), share(another.url)
        for name in names:
            one.learn(said(name), one.clock())
        assert soon(lambda: all(known(other, name) and known(third, name) for name in names))
        begun = other.clock()
        with late_statement(third, another):
            cut_off(one, proxy)
            for name in names[:3]:
                one.discard(name)
            assert len(one._link._outbox.take(10)) == 3  # as if they were sent, and not confirmed
            proxy.resume()
            assert soon(lambda: not one._link.down and not one._disproved)
            assert soon(lambda: not any(known(other, name) for name in names))
            assert not other._stale
            for name in names[:3]:
                other.learn(said(name), begun)
                assert known(other, name) is None
        late = share(redis.url)
        for name in names[:3]:
            assert sources(one, other, third, late, identity=name) == {None}
        teach(other, one, third)


@with_redis
def test_a_change_of_every_deployment_confirms_no_drop(redis: RedisServer, share: Share) -> None:
    """The drop may be a statement that was lost."""
    with closing(Proxy(redis.port)) as proxy:
        one = share(proxy.url)
        proxy.stall()
        discard(one)
        with one._lock:
            one._say(b"", None, changed=True)
        one._link._outbox._waiting.pop(uuid.UUID(ID).bytes, None)
        proxy.resume()
        assert soon(lambda: b"" not in one._unconfirmed)
        assert one._disproved or redis.has("dropped")
