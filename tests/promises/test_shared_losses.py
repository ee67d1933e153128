"""Redis may lose or garble any part of its data: no dropped fact comes back, and sharing goes on."""

import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from deploy_contract.knowledge import SharedDeployments, shared_memory
from deploy_contract.knowledge.event_numbers import UNKNOWN, EventNumbers
from tests.support.applications import ID, OTHER
from tests.support.effort import first
from tests.support.gateways import soon
from tests.support.redis_server import Proxy, RedisServer, missing
from tests.support.shared_facts import (
    Share,
    asked,
    cut_off,
    known,
    late_statement,
    said,
    sources,
    teach,
)

pytestmark = [
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
    pytest.mark.promise(30),
]

KEY = ID.replace("-", "")
NAMES = [ID, *[str(uuid.UUID(int=number)) for number in range(3)]]
GARBAGE = first(
    ["nan", "-5", "1e300", "99999999999999999999", "abc", "", "inf", "-inf", "1.5", "0x10", " 7", "\xff"], 4
)  # fmt: skip


@contextmanager
def late_lie(redis: RedisServer, share: Share, **options: Any) -> Iterator[SharedDeployments]:
    """Let a process tell facts late that are dropped meanwhile. Nobody must believe them."""
    with closing(Proxy(redis.port)) as proxy:
        one, other = share(redis.url, **options), share(proxy.url, **options)
        teach(one, other)
        with late_statement(other, proxy):
            yield one
        assert soon(lambda: "codehost" not in sources(one, other))
        assert "codehost" not in sources(share(redis.url, **options))


def end(shared: SharedDeployments) -> None:
    """End the process of a lookup."""
    shared.close()
    shared.wait_closed()
    shared.begin_again()


def drop(shared: SharedDeployments, *names: str) -> None:
    """Drop facts, and wait until Redis knows."""
    for name in names:
        shared.discard(name)
    assert soon(lambda: not shared._disproved)


def flush(redis: RedisServer, shared: SharedDeployments) -> None:
    """Empty Redis, and wait until a lookup has told what it knows."""
    joins = shared.joins
    redis.client().flushall()
    assert soon(lambda: shared.joins > joins and not shared._disproved and not shared._link.down)


@pytest.mark.parametrize("bad", GARBAGE)
@pytest.mark.parametrize("field", ["dropped-before", "dropped"])
def test_garbage_undoes_no_drop(redis: RedisServer, share: Share, field: str, bad: str) -> None:
    with late_lie(redis, share) as one:
        drop(one, ID)
        names = redis.names()
        if field == "dropped":
            redis.client().hset(names["dropped"], KEY, bad)
        else:
            redis.client().delete(names["dropped"])
            redis.client().hset(names["state"], field, bad)


@pytest.mark.parametrize("bad", GARBAGE)
@pytest.mark.parametrize(
    "place",
    [
        *["state dropped-before", "state dropped", "state changed-before", "state changed"],
        *["state seq", "state epoch"],
        *[f"{name} {KEY}" for name in ("dropped", "changed", "lasting", "fresh")],
    ],
)
def test_sharing_goes_on_after_garbage(
    redis: RedisServer, share: Share, place: str, bad: str
) -> None:
    one = share(redis.url)
    teach(one)
    drop(one, OTHER)
    name, field = place.split()
    [state] = [key for short, key in redis.names().items() if short == "state"]
    redis.client().hdel(state.replace(":state", ":lasting"), KEY)  # it must be learned again
    redis.client().hset(state.replace(":state", f":{name}"), field, bad)
    teach(share(redis.url), share(redis.url))


def test_the_state_may_be_evicted_alone(redis: RedisServer, share: Share) -> None:
    with late_lie(redis, share) as one:
        drop(one, ID)
        end(one)
        redis.client().delete(redis.names()["state"])


def test_the_process_that_dropped_may_have_ended_when_redis_loses_all(
    redis: RedisServer, share: Share
) -> None:
    with late_lie(redis, share) as one:
        drop(one, ID)
        reader = share(redis.url)
        assert sources(reader) == {None}
        end(one)
        flush(redis, reader)


def test_drops_beyond_the_capacity_are_told_to_a_redis_that_lost_all(
    redis: RedisServer, share: Share
) -> None:
    with late_lie(redis, share, capacity=3) as one:
        drop(one, *NAMES)
        flush(redis, one)


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_drop_of_every_deployment_is_told_by_those_who_heard_it(
    redis: RedisServer, share: Share, monkeypatch: pytest.MonkeyPatch, *, is_lost: bool
) -> None:
    monkeypatch.setattr(shared_memory, "_MOST_REPEATED", 2)
    with late_lie(redis, share) as hearer, closing(Proxy(redis.port)) as proxy:
        one = share(proxy.url)
        assert soon(lambda: asked(one)[0])
        cut_off(one, proxy)
        for name in NAMES:
            one.discard(name)
        one._link._outbox.take(10)  # as if they were sent, and not confirmed
        proxy.resume()
        assert soon(lambda: not one._disproved)
        assert soon(lambda: known(hearer) is None)
        end(one)
        if is_lost:
            flush(redis, hearer)


def test_an_own_drop_of_every_deployment_counts_for_what_was_heard_before_it(
    redis: RedisServer, share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_memory, "_MOST_REPEATED", 2)
    one = share(redis.url)
    other = share(redis.url)
    for name in NAMES:
        one.discard(name)
    assert soon(lambda: not one._disproved)
    teach(other, one)
    with one._lock:
        one._say(b"", None, changed=True, dropped=True)
    assert known(one)
    assert soon(lambda: known(one) is None and known(other) is None)
    assert sources(one, other, share(redis.url)) == {None}


def test_facts_are_bounded_though_their_order_is_evicted(redis: RedisServer, share: Share) -> None:
    one = share(redis.url, capacity=10)
    for number in range(40):
        if number % 10 == 9:
            assert soon(lambda: not one._link._outbox and "order" in redis.names())
            redis.client().delete(redis.names()["order"])
        one.learn(said(str(uuid.UUID(int=number))), one.clock())
    last = str(uuid.UUID(int=39))
    assert soon(lambda: asked(share(redis.url), last)[0])
    assert redis.client().hlen(redis.names()["lasting"]) <= 10


def test_numbers_of_long_ago_are_those_of_the_beginning() -> None:
    numbers = EventNumbers(10.0)
    assert not numbers.enter("one")
    for second in range(100):
        numbers.observe("one", second, 1000.0 + second)
    assert [numbers.at(moment) for moment in (999.0, 1000.0, 1050.0)] == [UNKNOWN, 0, 0]
    assert [numbers.at(1000.0 + second) for second in (95, 95.5, 500)] == [95, 95, 99]
    assert numbers.reached(0) == 1000.0
    assert numbers.reached(95) == 1095.0
    numbers.observe("another", 200, 1200.0)
    assert numbers.at(1300.0) == 99
    assert numbers.enter("two")
    assert numbers.at(1300.0) == UNKNOWN


def test_numbers_are_bounded_for_any_time() -> None:
    for seconds in (30.0, 3600.0):
        numbers = EventNumbers(seconds)
        numbers.enter("one")
        for step in range(40_000):
            numbers.observe("one", step, step * seconds / 10_000)
        assert len(numbers._numbers) < 10_000
