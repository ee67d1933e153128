"""Facts that have proved to be wrong are dropped by a fleet, and no older statement brings them back."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from deploy_contract import notes
from deploy_contract.knowledge import SharedDeployments
from deploy_contract.knowledge.redis_connection import Connection, Item
from tests.support.applications import ID, OTHER
from tests.support.gateways import soon
from tests.support.redis_server import Proxy, RedisServer, missing
from tests.support.shared_facts import (
    LASTING,
    WHOLE,
    Share,
    asked,
    cut_off,
    hear_late,
    known,
    said,
    sources,
    teach,
)

pytestmark = [
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
    pytest.mark.promise(30),
]

ID_KEY = bytes.fromhex(ID.replace("-", ""))
Drop = Callable[[SharedDeployments], None]


def contradict(shared: SharedDeployments) -> None:
    """Let a lookup learn from a response that contradicts what it knows."""
    [note] = shared.learn(said(source="internal_source"), shared.clock())
    assert notes.labels(note)[0] == notes.CONTRADICTION


def discard(shared: SharedDeployments) -> None:
    """Let a lookup know that some facts are wrong."""
    shared.discard(ID)


def item(number: int, lasting: str, fresh: str, *, contradicted: bool = False) -> Item:
    """Return a statement that Redis pushes."""
    return Item(
        number=number,
        key=ID_KEY,
        dropped=False,
        changed=False,
        contradicted=contradicted,
        outdated=False,
        age=0.0,
        lasting=lasting,
        fresh=fresh,
    )


drops = pytest.mark.parametrize("drop", [contradict, discard])


def learn_before_the_event(
    one: SharedDeployments, other: SharedDeployments, redis: RedisServer
) -> threading.Event:
    """Let a lookup read facts of another from Redis, whose event it hears when the result is set."""
    hears = hear_late(other)

    def is_learned() -> bool:
        one.learn(said(), one.clock())
        return redis.has("fresh")

    assert soon(is_learned)
    assert asked(other)[0] in (WHOLE, LASTING)
    return hears


@drops
def test_an_event_of_before_an_own_drop_brings_nothing_back(
    redis: RedisServer, share: Share, drop: Drop
) -> None:
    """Facts may be read from Redis sooner than the event that says them is heard."""
    one, other = share(redis.url), share(redis.url)
    hears = learn_before_the_event(one, other, redis)
    drop(other)
    assert known(other) is None
    assert soon(lambda: known(one) is None)
    assert asked(other)[0] is None
    other.learn(said(OTHER), other.clock())
    hears.set()
    assert soon(lambda: not other._disproved)
    assert known(other) is None
    assert [asked(shared)[0] for shared in (one, other, share(redis.url))] == [None] * 3
    teach(one, other)  # what is said after it counts


@drops
def test_facts_of_a_response_after_an_own_drop_outlast_an_event_of_before_it(
    redis: RedisServer, share: Share, drop: Drop
) -> None:
    one, other = share(redis.url), share(redis.url)
    hears = learn_before_the_event(one, other, redis)
    drop(other)
    right = {**WHOLE, "source": "internal_source"}
    assert other.learn(said(source="internal_source"), other.clock()) == ()
    hears.set()
    assert soon(lambda: not other._disproved)
    assert asked(other)[0]["source"] == right["source"]
    assert soon(lambda: (asked(one)[0] or {}).get("source") == right["source"])


@drops
def test_an_answer_of_before_an_own_drop_brings_nothing_back(
    redis: RedisServer, share: Share, drop: Drop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis may be asked before it hears of the drop."""
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    read, reads, begun = Connection.read, threading.Event(), threading.Event()

    def read_late(connection: Connection, epoch: str, keys: Any) -> Any:
        begun.set()
        assert reads.wait(20)
        return read(connection, epoch, keys)

    monkeypatch.setattr(Connection, "read", read_late)
    other._reading(bytes(16))  # the thread that sends has to wait
    assert begun.wait(20)
    drop(other)
    reading = other._reading(ID_KEY)
    assert reading is not None
    reads.set()
    assert reading.result(20)
    assert known(other) is None
    assert soon(lambda: known(one) is None)


@pytest.mark.parametrize("drop", [contradict, discard, None])
def test_a_process_that_was_cut_off_drops_them_too(
    redis: RedisServer, share: Share, drop: Drop | None
) -> None:
    """None: Redis finds the contradiction, since the process that says it knows nothing."""
    with closing(Proxy(redis.port)) as proxy:
        one, other = share(redis.url), share(proxy.url)
        teach(one, other)
        cut_off(other, proxy)
        assert soon(lambda: asked(other)[0] == LASTING)
        if drop is None:
            share(redis.url).learn(said(source="internal_source"))
        else:
            drop(one)
        assert soon(lambda: known(one) is None and not one._disproved)
        proxy.resume()
        assert soon(lambda: not other._link.down)
        assert soon(lambda: asked(other)[0] is None)
        other.learn(said(), other.clock())
        assert soon(lambda: asked(one)[0])


def test_a_response_is_compared_with_what_was_known_before_events_were_missed(
    redis: RedisServer, share: Share
) -> None:
    with closing(Proxy(redis.port)) as proxy:
        one, other = share(redis.url), share(proxy.url)
        teach(one, other)
        joins = other.joins
        proxy.cut()
        assert soon(lambda: other.joins > joins)
        contradict(other)
        assert soon(lambda: known(one) is None)
        assert soon(lambda: asked(other)[0] is None)


def test_a_drop_whose_event_is_missed_is_said_again(redis: RedisServer, share: Share) -> None:
    with closing(Proxy(redis.port)) as proxy:
        one, other = share(redis.url), share(proxy.url)
        teach(one, other)
        hear, missed = other.hear, threading.Event()

        def miss(*arguments: Any, **options: Any) -> None:
            if missed.is_set() or not options["own"]:
                hear(*arguments, **options)
            else:
                missed.set()

        other.hear = miss  # type: ignore[method-assign]
        discard(other)
        assert missed.wait(20)
        reading = other._reading(bytes(16))  # after the drop was sent
        assert reading is not None
        assert reading.result(20)
        assert other._disproved
        proxy.cut()
        assert soon(lambda: not other._disproved)
        teach(one, other)


def test_an_event_of_before_a_patch_cannot_come_between_the_patch_and_its_statement(
    redis: RedisServer, share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    lasting, fresh = other._form.parts(other._kept[ID_KEY])
    before = item(1, lasting, fresh)

    class Lock:
        """A lock that lets the event in as soon as it is free."""

        def __init__(self, inner: Any) -> None:
            self._inner = inner

        def __enter__(self) -> None:
            self._inner.acquire()

        def __exit__(self, *_: object) -> None:
            other._lock = self._inner
            self._inner.release()
            other.hear(before, other.clock(), own=False)

    monkeypatch.setattr(other._link, "say", lambda _: True)  # so that nothing confirms the patch
    other._lock = Lock(other._lock)  # type: ignore[assignment]
    other.invalidate(ID)
    assert known(other) == LASTING


def test_own_facts_are_asked_for_again_when_redis_has_them(
    redis: RedisServer, share: Share
) -> None:
    """A contradiction of an older statement may drop them from memory."""
    one = share(redis.url)
    teach(one)
    assert soon(lambda: redis.has("lasting"))
    lasting, fresh = one._form.parts(one._kept[ID_KEY])
    one.hear(item(0, "", "", contradicted=True), one.clock(), own=True)
    assert known(one) is None
    one._absent[ID_KEY] = None  # as Redis said before it got the later statement
    one.hear(item(1, lasting, fresh), one.clock(), own=True)
    assert asked(one)[0] in (WHOLE, LASTING)


LOCAL = 1.0  # seconds


def delete(redis: RedisServer) -> None:
    """Delete the facts about a deployment, as an operator does."""
    client, field = redis.client(), ID.replace("-", "")
    for place in ("lasting", "fresh"):
        if redis.has(place):
            client.hdel(redis.names()[place], field)


@pytest.mark.promise(36)
@pytest.mark.parametrize("ends", [delete, lambda redis: redis.client().flushall()], ids=[0, 1])
@pytest.mark.parametrize("pushed", [True, False])
@pytest.mark.parametrize("learn_mutable", [True, False])
def test_a_forged_fact_is_gone_from_every_process_soon_after_its_deletion(
    redis: RedisServer,
    share: Share,
    ends: Callable[[RedisServer], None],
    pushed: bool,
    learn_mutable: bool,
) -> None:
    options = {"local_seconds": LOCAL, "learn_mutable": learn_mutable}
    one, other = (share(redis.url, **options) for _ in range(2))
    if pushed:  # by a process, whose event all hear
        one.learn(said(source="internal_source"), one.clock())
    else:  # by somebody who writes there, and is believed when asked
        one.learn(said(OTHER), one.clock())
        assert soon(lambda: redis.has("lasting"))
        name = redis.names()["lasting"]
        lasting = redis.client().hget(name, OTHER.replace("-", "")).decode()
        forged = lasting.replace("codehost", "internal_source")
        redis.client().hset(name, ID.replace("-", ""), forged)
    assert soon(lambda: sources(one, other) == {"internal_source"})
    ends(redis)
    deleted = one.clock()
    assert soon(lambda: sources(one, other) == {None})
    assert one.clock() - deleted < LOCAL + 1.0  # the machine may be busy
    assert sources(share(redis.url, **options)) == {None}
    one.learn(said(), one.clock())
    assert soon(lambda: sources(one, other) == {"codehost"})


def test_what_is_believed_for_a_while_is_asked_for_again(redis: RedisServer, share: Share) -> None:
    one, other = (share(redis.url, local_seconds=0.2) for _ in range(2))
    one.learn(said(), one.clock())
    assert soon(lambda: sources(other) == {"codehost"})
    time.sleep(0.5)
    assert known(other) is None
    assert sources(one, other) == {"codehost"}


@pytest.mark.promise(36)
def test_facts_that_may_change_are_not_shared_unless_that_is_wanted(
    redis: RedisServer, share: Share
) -> None:
    one, other = (share(redis.url, learn_mutable=False) for _ in range(2))
    one.learn(said(), one.clock())
    assert soon(lambda: known(other)) == LASTING
    assert known(one) == LASTING
    assert not redis.has("fresh")
    one.learn(said(), one.clock())
    assert not one._link._outbox  # all know it already
