"""A fleet knows as one: facts are pushed to all processes, and no fault of Redis makes an old fact deny or delays a verdict."""

import asyncio
import json
import os
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract, ContractError, Report, Response, notes
from deploy_contract.knowledge import SharedDeployments, UpstreamDeployments
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.redis_connection import Connection
from deploy_contract.knowledge.statements import Statement
from deploy_contract.middleware.observation import Observation
from tests.support.applications import ID, JSON, OTHER, REFERENCES, App, both, deployment, over_wsgi
from tests.support.fronts import listens
from tests.support.gateways import soon
from tests.support.redis_server import Proxy, RedisServer, missing, redis_server
from tests.support.shared_facts import (
    ASKS,
    CANARY,
    CHANGING,
    LASTING,
    WHOLE,
    Share,
    asked,
    known,
    said,
    teach,
)
from tests.support.shared_member import Member

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

DOWN = "lookup-failed: shared-down"
ID_KEY = uuid.UUID(ID).bytes


def _is_known(member: Member, identity: str, facts: Any) -> bool:
    return bool(member("known", identity) == facts)


# --- push


def test_processes_learn_from_each_other(redis: RedisServer) -> None:
    fleet = [Member(redis.url) for _ in range(3)]
    try:
        for number, one in enumerate(fleet):
            identity = str(uuid.uuid4())
            for other in fleet:
                assert other("find", identity) is None  # it is connected, and listens
            one("begin")
            one("learn", {**deployment(identity, **CHANGING), "name": f"app-{number}"}, None)
            expected = {**WHOLE, "name": f"app-{number}"}
            for other in fleet:
                assert soon(partial(other, "known", identity)) == expected
        fleet[0]("invalidate", identity)
        for other in fleet:
            assert soon(partial(_is_known, other, identity, {**LASTING, "name": "app-2"}))
    finally:
        for one in fleet:
            one.end()


def test_redis_pushes_and_is_not_polled(redis: RedisServer, share: Share) -> None:
    share(redis.url)

    def waiting() -> list[Any]:
        clients = redis.client().client_list()
        return [one for one in clients if "b" in one["flags"] and one["cmd"] == "xread"]

    assert soon(waiting)  # the answer to its question comes when there is an event


def test_a_thousand_known_deployments_cost_no_round_trip(redis: RedisServer, share: Share) -> None:
    one, other = share(redis.url), share(redis.url)
    found = [str(uuid.UUID(int=number)) for number in range(1000)]
    value = {"resources": [deployment(identity, **CHANGING) for identity in found], "offset": 0}
    one.learn(Report("allow", document="DeploymentList", value=value), one.clock())
    assert soon(lambda: len(other) == 1000)
    before = redis.client().info("commandstats")["cmdstat_evalsha"]["calls"]
    assert all(asked(other, identity) == (WHOLE, []) for identity in found)
    assert redis.client().info("commandstats")["cmdstat_evalsha"]["calls"] == before


def test_unchanged_facts_are_not_said_again_with_each_response(
    redis: RedisServer, share: Share
) -> None:
    one, other = share(redis.url), share(redis.url)
    for _ in range(20):
        for shared in (one, other):
            shared.learn(said(), shared.clock())
            assert soon(lambda: known(one) == known(other) == WHOLE)
    assert redis.client().xlen(redis.names()["events"]) == 1


def test_a_process_that_starts_later_asks_once(redis: RedisServer, share: Share) -> None:
    share(redis.url).learn(said())
    assert soon(lambda: redis.has("lasting"))
    late = share(redis.url)
    assert known(late) is None
    assert asked(late) == ({**WHOLE}, [])
    assert known(late) == WHOLE
    assert asked(late, OTHER) == (None, [])
    before = redis.client().info("commandstats")["cmdstat_evalsha"]["calls"]
    assert asked(late, OTHER) == (None, [])
    assert redis.client().info("commandstats")["cmdstat_evalsha"]["calls"] == before


def test_a_child_of_a_fork_shares_too(redis: RedisServer, share: Share) -> None:
    parent = share(redis.url)
    parent.learn(said())
    assert soon(lambda: redis.has("lasting"))
    child = os.fork()
    if child == 0:  # no assertion leaves the child
        status = 1
        try:
            right = asked(parent)[0] == WHOLE
            parent.learn(said(OTHER))
            status = (
                0
                if right and soon(lambda: redis.client().hlen(redis.names()["lasting"]) == 2)
                else 1
            )
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert soon(lambda: known(parent, OTHER)) == WHOLE


def test_threads_may_share_it(redis: RedisServer, share: Share) -> None:
    one, other = share(redis.url), share(redis.url)
    failed: list[BaseException] = []

    def work(shared: SharedDeployments, seed: int) -> None:
        try:
            for number in range(100):
                identity = str(uuid.UUID(int=(seed + number) % 20))
                shared.learn(said(identity), shared.clock(), identity if number % 3 == 0 else None)
                shared.find(identity, ASKS)
                shared.invalidate(identity) if number % 5 == 0 else shared.find(identity)
        except BaseException as error:
            failed.append(error)

    threads = [
        threading.Thread(target=work, args=(shared, seed))
        for shared in (one, other)
        for seed in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    for number in range(20):
        identity = str(uuid.UUID(int=number))
        for shared in (one, other):
            assert soon(partial(known, shared, identity))["source"] == "codehost"


# --- patches


@pytest.mark.promise(30)
def test_a_patch_in_one_process_is_before_a_list_that_another_has_begun(redis: RedisServer) -> None:
    lists, patches = Member(redis.url), Member(redis.url)
    try:
        for one in (lists, patches):
            one("find", ID)
        lists("begin")  # the service reads the deployment as it was
        patches("begin")
        changed = deployment(
            source_config={"build_on_push": False}, source_revision_config={"repo_ref": "later"}
        )
        patches("learn", changed, ID)
        assert soon(lambda: lists("known", ID))
        lists("learn", deployment(**CHANGING), None)  # an old answer
        lists("begin")
        lists("learn", deployment(OTHER, **CHANGING), None)
        assert soon(lambda: patches("known", OTHER))  # so that all before has arrived
        old = CHANGING["source_revision_config"]
        for one in (lists, patches):
            assert (one("known", ID) or {}).get("source_revision_config") != old
        assert json.dumps(old).encode() not in (
            redis.client().hget(redis.names()["fresh"], ID.replace("-", "")) or b""
        )
    finally:
        lists.end()
        patches.end()


@pytest.mark.promise(30)
def test_an_old_list_that_arrives_before_the_patch_is_forgotten_by_all(
    redis: RedisServer, share: Share
) -> None:
    one, other, third = share(redis.url), share(redis.url), share(redis.url)
    one.learn(said(), one.clock())
    assert soon(lambda: known(other) == known(third) == WHOLE)
    other.invalidate(ID)
    for shared in (one, other, third):
        assert soon(lambda shared=shared: known(shared) == LASTING)  # type: ignore[misc]
    assert asked(share(redis.url)) == (LASTING, [])


def test_the_answer_to_a_patch_teaches_all(redis: RedisServer, share: Share) -> None:
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    later = {"repo_ref": "later"}
    one.learn(said(source_revision_config=later), one.clock(), ID)
    assert soon(lambda: known(other) == {**WHOLE, "source_revision_config": later})
    assert known(one) == known(other)


def test_what_was_read_before_a_patch_is_not_kept_after_it(
    redis: RedisServer, share: Share
) -> None:
    """A list that began before this process heard of the patch says nothing of facts that may change."""
    one, other = share(redis.url), share(redis.url)
    begun = one.clock()
    other.invalidate(ID)
    assert soon(lambda: redis.client().xlen(redis.names().get("events", "none")) == 1)
    one.learn(said(), begun)
    assert soon(lambda: known(other) == LASTING)
    assert asked(share(redis.url)) == (LASTING, [])


@pytest.mark.promise(30)
@pytest.mark.parametrize("changed_before", [False, True])
def test_what_was_read_before_events_were_missed_is_not_believed_after_that(
    redis: RedisServer, share: Share, changed_before: bool
) -> None:
    """A patch may be among the missed events, so a list that was begun before says nothing of facts that may change."""
    with closing(Proxy(redis.port)) as proxy:
        one, other = share(proxy.url), share(redis.url)
        if changed_before:
            one.invalidate(ID)
        begun = one.clock()
        proxy.stall()
        proxy.cut()
        other.invalidate(ID)
        assert soon(lambda: one._link.down)
        proxy.resume()
        assert soon(lambda: one.joins == 2 and one._fresh_until > one.clock())
        one.learn(said(), begun)
        assert asked(one) == (LASTING, [])
        teach(one, other)


@pytest.mark.promise(30)
def test_a_patch_whose_news_a_process_has_missed_itself_is_said_again(
    redis: RedisServer, share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until its own statement comes back, a process cannot say which facts of others are older."""
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    listen, misses = Connection.listen, threading.Event()
    follower = one._link._follow_events  # the thread of this lookup alone

    def listen_and_miss(connection: Connection, seconds: float) -> Any:
        found = listen(connection, seconds)
        running = threading.current_thread()
        if misses.is_set() and found[0] and running._target == follower:  # type: ignore[attr-defined]
            misses.clear()
            return [], "", 0
        return found

    monkeypatch.setattr(Connection, "listen", listen_and_miss)
    time.sleep(0.2)  # so that the thread has called the new function
    misses.set()
    one.invalidate(ID)
    assert soon(lambda: not misses.is_set())
    later = {"repo_ref": "later"}

    def heard() -> bool:
        other.learn(said(source_revision_config=later), other.clock())
        return bool(known(one) == {**WHOLE, "source_revision_config": later})

    assert soon(heard)


@pytest.mark.promise(30)
def test_an_answer_that_comes_at_once_is_taken_in(redis: RedisServer, share: Share) -> None:
    share(redis.url).learn(said())
    assert soon(lambda: redis.has("lasting"))
    late = share(redis.url)
    ask = late._link.ask

    def ask_and_wait(*question: Any) -> Any:
        asked = ask(*question)
        time.sleep(0.2)  # as if other threads ran meanwhile
        return asked

    late._link.ask = ask_and_wait  # type: ignore[assignment,method-assign]
    assert asked(late) == (WHOLE, [])


@pytest.mark.promise(30)
def test_an_answer_that_a_patch_overtakes_says_what_cannot_change(
    redis: RedisServer, share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = share(redis.url)
    one.learn(said())
    assert soon(lambda: redis.has("lasting"))
    late, read = share(redis.url), Connection.read

    def read_slowly(connection: Connection, epoch: str, some: Any) -> Any:
        answers: Any = read(connection, epoch, some)
        one.invalidate(ID)
        assert soon(lambda: ID_KEY in late._changes.times)
        return answers

    monkeypatch.setattr(Connection, "read", read_slowly)
    assert asked(late) == (LASTING, [])


def test_facts_that_contradict_each_other_are_dropped_by_all(
    redis: RedisServer, share: Share
) -> None:
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    one.learn(said(OTHER), one.clock())
    assert soon(lambda: asked(other, OTHER)[0])  # so nothing that was said before is under way
    assert (
        notes.labels(other.learn(said(source="internal_source"), other.clock())[0])[0]
        == notes.CONTRADICTION
    )
    for shared in (one, other, share(redis.url)):
        assert soon(lambda shared=shared: asked(shared)[0] is None)  # type: ignore[misc]


# --- faults of Redis


@pytest.mark.promise(30)
def test_redis_that_is_killed_leaves_what_cannot_change_and_a_note(
    own_redis: RedisServer, share: Share
) -> None:
    one, other = share(own_redis.url), share(own_redis.url)
    teach(one, other)
    own_redis.kill()
    assert soon(lambda: asked(other) == (LASTING, ["lookup-failed: shared-down"]))
    assert asked(other, OTHER) == (None, ["lookup-failed: shared-down"])
    assert "lookup-failed: shared-down" in other.learn(said(OTHER))
    one.invalidate(ID)  # a patch that nobody else hears of yet
    own_redis.start()
    # it has its data again, among them facts of before the patch
    assert soon(lambda: asked(other) == (LASTING, []))
    assert soon(lambda: asked(one, OTHER)[0]) == LASTING
    teach(one, other)


@pytest.mark.promise(30)
def test_a_replica_that_takes_over_is_another_run_of_redis(
    own_redis: RedisServer, share: Share
) -> None:
    """The URL is of an address that follows the primary, as behind Sentinel."""
    primary = ("--replicaof", "127.0.0.1", str(own_redis.port))
    with redis_server(*primary) as replica, closing(Proxy(own_redis.port)) as address:
        one, other = share(address.url), share(address.url)
        teach(one, other)
        assert soon(lambda: replica.client().info("replication")["master_link_status"] == "up")
        assert soon(lambda: len(replica.names()) == len(own_redis.names()))
        own_redis.kill()
        replica.client().replicaof("NO", "ONE")
        address.lead_to(replica.port)
        assert soon(lambda: (one.joins, other.joins) == (2, 2))
        assert {name: asked(other)[0].get(name) for name in LASTING} == LASTING
        one.invalidate(ID)  # a patch that one of them forwards
        assert soon(lambda: asked(other)[0] == LASTING)
        teach(one, other)


@pytest.mark.promise(30)
@pytest.mark.parametrize("kind", ["replica", "sentinel"])
def test_an_address_of_no_primary_counts_as_down(
    kind: str, redis: RedisServer, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        if kind == "replica":
            options = ("--replicaof", "127.0.0.1", str(redis.port))
            url = stack.enter_context(redis_server(*options)).url
        else:
            url = f"redis://127.0.0.1:{stack.enter_context(sentinel(tmp_path))}/0"
        shared = stack.enter_context(closing(SharedDeployments(url, timeout=0.2)))
        shared.start()
        assert soon(lambda: shared.learn(said(), shared.clock()) == (DOWN,))
        assert asked(shared) == (LASTING, [DOWN])
        assert shared.joins == 0


@contextmanager
def sentinel(folder: Path) -> Iterator[int]:
    """Run a Sentinel that watches nothing, and yield its port."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = int(taken.getsockname()[1])
    file = folder / "sentinel.conf"
    file.write_text(f"port {port}\nbind 127.0.0.1\ndir {folder}\n", "utf-8")
    command = ["redis-server", str(file), "--sentinel"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        assert soon(lambda: listens(port))
        yield port
    finally:
        process.kill()
        process.wait()


def test_redis_that_is_flushed_takes_back_what_may_change(redis: RedisServer, share: Share) -> None:
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    redis.client().flushall()
    assert soon(lambda: asked(other) == (LASTING, []))
    teach(one, other)


@pytest.mark.promise(30)
@pytest.mark.parametrize("fault", ["stall", "cut"])
def test_a_process_that_may_have_missed_a_patch_believes_nothing_that_may_change(
    redis: RedisServer, share: Share, fault: str
) -> None:
    proxy = Proxy(redis.port)
    try:
        near, far = share(redis.url), share(proxy.url, timeout=0.05)
        teach(near, far)
        proxy.stall()
        if fault == "cut":
            proxy.cut()
        near.invalidate(ID)
        assert soon(lambda: known(far) != WHOLE)
        assert soon(lambda: asked(far)[0] == LASTING)
        proxy.resume()

        def settled() -> bool:
            found, noted = asked(far)
            assert found == LASTING  # never as it was before the patch
            return not noted

        assert soon(settled)
        teach(near, far)
    finally:
        proxy.close()


@pytest.mark.promise(30)
def test_a_request_waits_for_a_slow_redis_no_longer_than_the_bound(
    redis: RedisServer, share: Share
) -> None:
    proxy = Proxy(redis.port)
    try:
        far = share(proxy.url, timeout=0.01)
        proxy.stall()
        assert asked(far)[1] in (["lookup-timeout"], ["lookup-failed: shared-down"])

        async def ask() -> tuple[Any, int]:
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0)
                    ticks += 1

            ticking = asyncio.create_task(tick())
            found: Any = far.find(OTHER, ASKS)
            found = await found if hasattr(found, "__await__") else found
            ticking.cancel()
            return found, ticks

        noted = notes.collect()
        found, ticks = asyncio.run(ask())
        assert found is None
        assert noted in (["lookup-timeout"], ["lookup-failed: shared-down"])
        assert ticks > 1 or noted == ["lookup-failed: shared-down"]  # the loop went on meanwhile
    finally:
        proxy.close()


@pytest.mark.promise(30)
def test_a_patch_that_could_not_be_said_is_said_later(redis: RedisServer, share: Share) -> None:
    proxy = Proxy(redis.port)
    try:
        near, far = share(redis.url), share(proxy.url)
        teach(near, far)
        proxy.stall()
        proxy.cut()
        assert soon(lambda: "lookup-failed: shared-down" in asked(far)[1])
        far.invalidate(ID)
        assert known(near) == WHOLE
        proxy.resume()
        assert soon(lambda: known(near) == LASTING)
    finally:
        proxy.close()


WRITERS: dict[str, Callable[[Any, str], object]] = {
    "text": lambda client, key: client.set(key, "x"),
    "hash": lambda client, key: client.hset(key, "epoch", "x" * 1000),
    "list": lambda client, key: client.rpush(key, "x"),
    "sorted set": lambda client, key: client.zadd(key, {"x": 1}),
    "stream": lambda client, key: client.xadd(key, {"x": "y"}),
}


@pytest.mark.promise(1, 30)
@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", ["state", "lasting", "fresh", "changed", "order", "events"])
def test_a_key_of_another_type_stops_nothing(
    redis: RedisServer, share: Share, name: str, kind: str
) -> None:
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    client, key = redis.client(), f"{redis.names()['state'].rpartition(':')[0]}:{name}"
    client.delete(key)
    WRITERS[kind](client, key)
    assert known(other) in (WHOLE, LASTING, None)

    def again() -> bool:
        one.learn(said(OTHER, source="internal_source"), one.clock(), OTHER)
        return bool(asked(other, OTHER)[0])

    assert soon(again)
    assert asked(other)[0] in (WHOLE, LASTING, None)


GARBAGE = [
    b"", b"{", b"[]", b"null", b"7", b'"x"', b"[" * 100_000, b"\xff\xfe", b'{"k":0', b'{"k":9,"1":"codehost"}', b'{"k":-1}', b'{"k":"0"}',
    b'{"k":0,"1":"CANARY-7f3a"}', b'{"k":0,"0":7,"1":["codehost"]}', b'{"k":0,"0":{"a":1},"1":null}', b'{"k":0,"0":"' + b"x" * 513 + b'"}',
    b'{"k":0,"0":"' + b"x" * 70_000 + b'"}', b'{"k":0,"0":NaN}', b'{"k":0,"0":1e999}', b'{"k":true,"7":"x"}', b"9" * 5000, b'{"k":0,"0":"\\ud800"}',
]  # fmt: skip


@pytest.mark.promise(1, 5, 30)
@pytest.mark.parametrize("value", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_about_a_deployment_is_unknown(
    redis: RedisServer, share: Share, value: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    share(redis.url).learn(said())
    assert soon(lambda: redis.has("lasting"))
    client, field = redis.client(), ID.replace("-", "")
    prefix = redis.names()["lasting"].rpartition(":")[0]
    for place, kept in (
        ("lasting", value),
        ("fresh", b"0 " + value),
        ("fresh", value),
        ("changed", value),
    ):
        client.hset(f"{prefix}:{place}", field, kept)
    late = share(redis.url)
    found, _ = asked(late)
    assert not found or set(found) <= {"name", "source"}
    assert "CANARY" not in json.dumps(found) + caplog.text
    assert not isinstance((found or {}).get("name"), int | dict)
    late.learn(said(OTHER), late.clock())
    assert soon(lambda: asked(share(redis.url), OTHER)[0]) == WHOLE


EVENTS: list[dict[str, Any]] = [
    {"x": "y"}, {"q": 2}, {"q": 2, "p": "p", "o": "o", "s": "[]"}, {"q": "x" * 1000, "p": "", "o": "", "s": ""}, {"q": 2, "p": "EPOCH", "o": "o", "s": "{"},
    {"q": 2, "p": "EPOCH", "o": "o", "s": "[" * 100_000}, {"q": 2, "p": "EPOCH", "o": "o", "s": '[["1","zz","","0","",""]]'}, {"q": 2, "p": "EPOCH", "o": "o", "s": '[[1,2,3,4,5,6]]'},
    {"q": 2, "p": "EPOCH", "o": "o", "s": '[["1","KEY","","0","{\\"k\\":7}",""]]'}, {"q": 2, "p": "EPOCH", "o": "o", "s": '[["1","KEY","","0"]]'},
    {"q": 9, "p": "EPOCH", "o": "o", "s": "[]"}, {"q": 2, "p": "EPOCH", "o": "o", "s": "x" * 2_000_000}, {"q": 2, "p": "EPOCH", "o": "o", "s": "7"},
    {"q": 2, "p": "EPOCH", "o": "o", "s": '[["1","KEY","","0","{\\"k\\":0,\\"1\\":\\"CANARY-7f3a\\"}",""]]'},
]  # fmt: skip


@pytest.mark.promise(1, 5, 30)
@pytest.mark.parametrize("fields", EVENTS, ids=range(len(EVENTS)))
def test_an_event_that_cannot_be_read_stops_nothing(
    redis: RedisServer, share: Share, fields: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    client, keys = redis.client(), redis.names()
    epoch = client.hget(keys["state"], "epoch").decode()
    written = {
        name: str(value).replace("EPOCH", epoch).replace("KEY", ID.replace("-", ""))
        for name, value in fields.items()
    }
    joins = other.joins
    client.xadd(keys["events"], written)
    assert soon(lambda: other.joins > joins or written.get("q") == "2")
    one.learn(said(OTHER), one.clock())
    assert soon(lambda: asked(other, OTHER)[0]) in (WHOLE, LASTING)
    assert set(asked(other)[0] or {}) <= set(WHOLE)
    assert "CANARY" not in caplog.text


@pytest.mark.promise(30)
def test_an_answer_to_a_part_of_the_questions_stops_nothing(
    redis: RedisServer, share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = share(redis.url)
    keys = [uuid.uuid4().bytes for _ in range(3)]
    read, waiting, calls = Connection.read, threading.Event(), []

    def read_a_part(connection: Connection, epoch: str, some: Any) -> Any:
        calls.append(len(some))
        assert waiting.wait(5)
        answers: Any = read(connection, epoch, some)
        return answers[:1] if len(some) == 2 else answers

    monkeypatch.setattr(Connection, "read", read_a_part)
    readings = [shared._reading(keys[0])]
    assert soon(lambda: calls)
    readings += [shared._reading(key) for key in keys[1:]]
    waiting.set()
    assert [reading.result(5) for reading in readings if reading] == [True, True, False]
    assert calls == [1, 2]
    reading = shared._reading(keys[2])
    assert reading is not None
    assert reading.result(5)


REFUSALS: dict[str, tuple[str, str]] = {  # of a Redis that answers questions
    "memory": ("CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"),
    "role": ("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
    "rights": ("ACL SETUSER default -hset", "ACL SETUSER default +@all"),
}


@pytest.mark.promise(30)
@pytest.mark.parametrize("kind", REFUSALS)
def test_a_redis_that_takes_no_statement_is_noted(
    kind: str, own_redis: RedisServer, share: Share, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = share(own_redis.url), share(own_redis.url)
    teach(one, other)
    refuse, allow = REFUSALS[kind]
    own_redis.client().execute_command(*refuse.split())
    one.invalidate(ID)
    assert soon(lambda: DOWN in one.learn(said(OTHER), one.clock()))
    assert "sharing of knowledge failed" in caplog.text
    own_redis.client().execute_command(*allow.split())
    assert soon(lambda: asked(other)[0] == LASTING)
    teach(one, other)
    assert soon(lambda: one.learn(said(OTHER), one.clock()) == ())


@pytest.mark.promise(30)
@pytest.mark.parametrize("sends", [False, True])
def test_a_redis_that_answers_no_question_is_logged_once(
    own_redis: RedisServer, share: Share, caplog: pytest.LogCaptureFixture, *, sends: bool
) -> None:
    # a process that the system has let wait too long says so as well, with another error
    one, failed = share(own_redis.url), "sharing of knowledge failed: ResponseError"

    def ask() -> bool:
        if sends:
            one.invalidate(OTHER)
            assert soon(lambda: not (one._link._outbox or one._link.unsent))
        reading = one._reading(uuid.uuid4().bytes)
        assert reading is not None
        return reading.result(5)

    for round_number in (1, 2):
        own_redis.client().execute_command("ACL", "SETUSER", "default", "-hstrlen")
        assert [ask() for _ in range(4)] == [False] * 4
        assert caplog.text.count(failed) == round_number
        own_redis.client().execute_command("ACL", "SETUSER", "default", "+@all")
        assert soon(ask)


@pytest.mark.promise(30)
def test_a_change_that_redis_has_evicted_is_not_forgotten(redis: RedisServer, share: Share) -> None:
    one = share(redis.url)
    teach(one)
    one.invalidate(ID)
    assert soon(lambda: redis.has("changed"))
    names, client = redis.names(), redis.client()
    client.delete(names["changed"])
    state = client.hgetall(names["state"])
    with closing(Connection(one._address)) as connection:
        old = int(state[b"seq"]) - 1  # the number of before the patch
        lasting, fresh = _parts(one)
        written = (1, ID_KEY.hex(), "", old, 0, lasting, fresh)
        assert connection.write(state[b"epoch"].decode(), "o", [written]) > 0
    assert client.hexists(names["lasting"], ID_KEY.hex())
    assert not client.exists(names["lasting"].replace(":lasting", ":fresh"))


@pytest.mark.promise(30)
def test_statements_that_wait_are_sent_before_a_process_shares_no_more(
    redis: RedisServer, share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = share(redis.url), share(redis.url)
    teach(one, other)
    assert soon(lambda: not one._link._outbox)
    write, closed = Connection.write, threading.Event()

    def write_late(connection: Connection, *arguments: Any) -> int:
        assert closed.wait(5)
        return write(connection, *arguments)

    monkeypatch.setattr(Connection, "write", write_late)
    one.invalidate(OTHER)
    assert soon(lambda: not one._link._outbox)
    one.invalidate(ID)
    one.close()
    closed.set()
    assert soon(lambda: asked(other)[0] == LASTING)
    assert one._link.ask(ID_KEY, Future()) is False


def is_closing(shared: SharedDeployments) -> bool:
    """Return True if a lookup still sends its last statements."""
    return shared.closing


@pytest.mark.promise(30)
@pytest.mark.parametrize("kind", ["away", "another", "refused"])
def test_statements_are_sent_at_the_end_as_soon_as_redis_takes_them(
    own_redis: RedisServer, share: Share, kind: str
) -> None:
    with closing(Proxy(own_redis.port)) as proxy, redis_server() as another:
        one = share(proxy.url)
        teach(one)
        with closing(socket.create_server(("127.0.0.1", 0))) as taken:
            proxy.lead_to(taken.getsockname()[1])
        assert soon(lambda: one._link.down)
        one.invalidate(ID)
        one.close(20.0)
        assert is_closing(one)
        target = another if kind == "another" else own_redis
        other = share(target.url)
        teach(other)
        if kind == "refused":
            target.client().execute_command("ACL", "SETUSER", "default", "-hincrby")
        proxy.lead_to(target.port)
        if kind == "refused":
            time.sleep(0.2)
            assert is_closing(one)
            target.client().execute_command("ACL", "SETUSER", "default", "+@all")
        one.wait_closed()
        assert not is_closing(one)
        assert soon(lambda: known(other) == LASTING)


@pytest.mark.promise(30)
def test_the_end_of_a_process_waits_no_longer_than_it_may(
    caplog: pytest.LogCaptureFixture,
) -> None:
    never = SharedDeployments("redis://127.0.0.1:1")
    never.close()
    never.wait_closed()
    assert not is_closing(never)
    away = SharedDeployments("redis://127.0.0.1:1")
    away.invalidate(ID)
    away.close(3600.0)
    assert is_closing(away)
    away.close(0.0)  # the earlier end counts
    away.close(3600.0)
    away.wait_closed()
    assert not is_closing(away)
    sender = away._link._sender
    assert sender is not None
    assert soon(lambda: not sender.is_alive())
    assert "sharing of knowledge ended; statements that were not sent: 1" in caplog.messages
    assert not away._link.say(Statement(2, b"", dropped=False, changed=True))


@pytest.mark.promise(30)
def test_a_closed_connection_to_redis_is_closed_and_not_opened_again(
    redis: RedisServer, share: Share
) -> None:
    one = share(redis.url)
    connection = Connection(one._address)
    connection.join()
    connection.listen(0.01)
    connection._client.client_setname("to-close")

    def is_open() -> bool:
        return "to-close" in {client["name"] for client in redis.client().client_list()}

    assert is_open()
    connection.close()
    assert soon(lambda: not is_open())
    with pytest.raises(Exception, match="the connection is over"):
        connection.join()


@pytest.mark.promise(30)
def test_a_broken_connection_to_redis_is_not_opened_again(redis: RedisServer, share: Share) -> None:
    with closing(Connection(share(redis.url)._address)) as connection:
        connection.join()
        connection.listen(0.01)
        redis.client().client_kill_filter(_type="normal", skipme=True)
        for _ in range(2):
            with pytest.raises(Exception, match="the connection is over"):
                connection.listen(0.01)


def _parts(shared: SharedDeployments) -> tuple[str, str]:
    """Return what a lookup says of a whole deployment."""
    rows = shared._said(shared._places["Deployment"], said(), 0.0, None, {})
    row = rows[ID_KEY]
    assert row is not None
    return shared._form.parts(row)


@pytest.mark.promise(30)
@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_of_redis_that_jumps_makes_no_fact_younger(
    redis: RedisServer, share: Share, hours: int
) -> None:
    """The times that Redis has kept are then of an hour ago, or of an hour to come."""
    one = share(redis.url)
    teach(one)
    assert soon(lambda: redis.has("fresh"))
    client, key = redis.client(), redis.names()["fresh"]
    time_said, _, facts = client.hget(key, ID_KEY.hex()).partition(b" ")
    jumped = int(time_said) + hours * 3_600_000
    client.hset(key, ID_KEY.hex(), b"%d %b" % (jumped, facts))
    late = share(redis.url)
    assert asked(late) == (LASTING, [])
    teach(late, share(redis.url))  # what is said now counts


@pytest.mark.promise(30)
def test_what_is_too_old_for_its_own_process_is_too_old_for_all(
    redis: RedisServer, share: Share
) -> None:
    """A process forgets sooner than others what was read before a patch."""
    one, other = share(redis.url, fresh_seconds=1.0), share(redis.url, fresh_seconds=1000.0)
    time.sleep(1.2)  # so that it remembers events of a second ago
    one.learn(said(), one.clock() - 100.0)
    assert soon(lambda: known(other)) == LASTING
    assert asked(share(redis.url, fresh_seconds=1000.0)) == (LASTING, [])


@pytest.mark.promise(30)
def test_a_redis_that_proves_nothing_is_noted_though_facts_are_known(
    redis: RedisServer, share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, over = share(redis.url), threading.Event()
    teach(one)
    monkeypatch.setattr(Connection, "listen", lambda *_: over.wait())
    assert soon(lambda: asked(one) == (LASTING, [DOWN]))
    assert not one._link.down
    with pytest.raises(LookupError):
        one.find_at_once(ID)
    over.set()


@pytest.mark.promise(30)
def test_what_cannot_be_read_is_noted(redis: RedisServer, share: Share) -> None:
    share(redis.url).learn(said())
    assert soon(lambda: redis.has("lasting"))
    redis.client().hset(redis.names()["lasting"], ID.replace("-", ""), "{")
    late = share(redis.url)
    assert asked(late) == (None, ["lookup-failed: shared-unreadable"])


# --- bounds and secrets


def test_namespaces_are_apart(redis: RedisServer, share: Share) -> None:
    share(redis.url, "tenant-1").learn(said())
    assert soon(lambda: asked(share(redis.url, "tenant-1"))[0]) == WHOLE
    assert asked(share(redis.url, "tenant-2")) == (None, [])


def test_contracts_that_learn_other_fields_are_apart(redis: RedisServer, share: Share) -> None:
    one = share(redis.url)
    one.learn(said())
    assert soon(lambda: redis.has("lasting"))
    prefix = redis.names()["lasting"].rpartition(":")[0]
    client = redis.client()
    for name, key in redis.names().items():
        client.rename(key, f"{prefix[:-1]}x:{name}")  # as another contract would write it
    assert asked(share(redis.url)) == (None, [])


def test_memory_is_bounded_on_both_sides(redis: RedisServer, share: Share) -> None:
    one, other = share(redis.url, capacity=10), share(redis.url, capacity=10)
    for number in range(50):
        one.learn(said(str(uuid.UUID(int=number))), one.clock())
    last = str(uuid.UUID(int=49))
    assert soon(lambda: known(other, last))
    assert len(one) <= 10
    assert len(other) <= 10
    client, keys = redis.client(), redis.names()
    assert client.zcard(keys["order"]) <= 10
    for name in ("lasting", "fresh", "changed"):
        assert client.hlen(keys.get(name, "none")) <= 10
    assert all(client.pttl(key) > 0 for key in keys.values())


def test_events_are_bounded(redis: RedisServer, share: Share) -> None:
    one = share(redis.url)
    one.invalidate(ID)
    assert soon(lambda: redis.has("events"))
    client, key = redis.client(), redis.names()["events"]
    with client.pipeline(transaction=False) as pipeline:  # as if many had been sent
        for _ in range(3000):
            pipeline.xadd(key, {"x": "y"})
        pipeline.execute()
    one.invalidate(OTHER)
    assert soon(lambda: client.xlen(key) <= 1200)


def test_no_secret_no_url_and_no_other_field_reaches_redis(
    redis: RedisServer, share: Share
) -> None:
    one = share(redis.url)
    secret: dict[str, Any] = {
        "secrets": [{"name": CANARY, "value": CANARY}], "display_name": CANARY,
        "source_config": {"build_on_push": True, "repo_url": f"https://{CANARY}.example", "custom_url": f"https://{CANARY}.example"},
        "source_revision_config": {"repo_ref": "main", "image_uri": CANARY},
    }  # fmt: skip
    one.learn(said(**secret), one.clock(), ID)
    assert soon(lambda: asked(share(redis.url))[0]) == WHOLE
    client, keys = redis.client(), redis.names()
    kept = [client.hgetall(keys[name]) for name in ("state", "lasting", "fresh", "changed")]
    text = repr([*kept, client.xrange(keys["events"]), client.zrange(keys["order"], 0, -1)])
    assert "main" in text
    assert "CANARY" not in text


@pytest.mark.promise(5)
def test_its_url_is_shown_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    shared = SharedDeployments(f"redis://user:{CANARY}@127.0.0.1:1/0")
    shared.start()
    assert soon(lambda: "lookup-failed: shared-down" in asked(shared)[1])
    shared.close()
    assert "ConnectionError" in caplog.text
    assert CANARY not in caplog.text + repr(shared) + repr(vars(shared)) + repr(shared._address)


@pytest.mark.promise(5)
@pytest.mark.parametrize(
    "url", ["", "http://CANARY-7f3a", "redis://", "redis://host:CANARY-7f3a", "redis:CANARY-7f3a", "unix://", None, 7, "redis://[CANARY-7f3a"]
)  # fmt: skip
def test_a_wrong_url_is_refused_and_not_repeated(url: Any) -> None:
    with pytest.raises(ContractError, match=r"^the URL of Redis must be redis://") as caught:
        SharedDeployments(url)
    assert CANARY not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("namespace", ["", "a b", "a" * 65, "a:b", "{a}", "-a", None, 7])
def test_a_wrong_namespace_is_refused(namespace: Any) -> None:
    with pytest.raises(ContractError, match=r"^the namespace has 1 to 64 letters"):
        SharedDeployments("redis://127.0.0.1", namespace)


@pytest.mark.parametrize(
    "options",
    [{"timeout": 0}, {"capacity": 0}, {"seconds": 0}, {"local_seconds": 0}, {"fresh_seconds": -1}],
)
def test_a_wrong_number_is_refused(options: Any) -> None:
    with pytest.raises(ContractError, match="above 0"):
        SharedDeployments("redis://127.0.0.1", **options)


# --- through the middleware


@both
def test_a_patch_is_refused_because_of_what_another_process_has_learned(
    over: Any, redis: RedisServer, share: Share
) -> None:
    one, other = share(redis.url), share(redis.url)
    seen: list[Observation] = []
    first = over(App({"resources": [deployment()], "offset": 1}), deployments=one)
    second = over(App(), deployments=other, on_report=seen.append)
    assert first("GET", "/v2/deployments").status == 200
    assert soon(lambda: known(other))
    patch = json.dumps(REFERENCES).encode()
    assert second("PATCH", f"/v2/deployments/{ID}", patch, JSON).status == 422
    assert seen[-1].notes == ()
    late = over(App(), deployments=share(redis.url))  # it has to ask
    assert late("PATCH", f"/v2/deployments/{ID}", patch, JSON).status == 422
    assert late("PATCH", f"/v2/deployments/{OTHER}", patch, JSON).status == 200


@pytest.mark.promise(30)
@both
def test_without_redis_requests_pass_as_unknown_with_a_note(over: Any) -> None:
    shared = SharedDeployments("redis://127.0.0.1:1")
    shared.start()
    assert soon(lambda: asked(shared)[1])
    seen: list[Observation] = []
    send = over(App(), deployments=shared, on_report=seen.append)
    for body, verdict in ((json.dumps(REFERENCES).encode(), "indeterminate"), (b"{}", "allow")):
        assert send("PATCH", f"/v2/deployments/{ID}", body, JSON).status == 200
        request, response = seen[-2:]
        assert (request.verdict, request.notes) == (verdict, ("lookup-failed: shared-down",))
        assert response.notes == ("lookup-failed: shared-down",)
    shared.close()


def test_the_word_of_the_service_counts_before_what_was_heard_long_ago() -> None:
    """A denial because of a fact that may change is put to the service, which knows better."""
    heard = LearnedDeployments(learn_mutable=True)
    heard.learn(said(source_revision_config={"repo_ref": "refs/tags/1"}))
    now = json.dumps(
        {"resources": [deployment(source_revision_config={"repo_ref": "main"})], "offset": 1}
    )

    def fetch(_request: Any) -> Any:
        return Response(200, {"Content-Type": "application/json"}, now.encode())

    patch = json.dumps({"source_config": {"build_on_push": True}}).encode()
    assert (
        over_wsgi(App(), deployments=heard)("PATCH", f"/v2/deployments/{ID}", patch, JSON).status
        == 422
    )
    upstream = UpstreamDeployments(fetch, Contract())
    send = over_wsgi(App(), deployments=[heard, upstream])
    assert send("PATCH", f"/v2/deployments/{ID}", patch, JSON).status == 200


def test_without_redis_py_it_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ContractError, match=r"pip install 'deploy-contract\[redis\]'"):
        SharedDeployments("redis://127.0.0.1")


def test_waiting_is_bounded_in_time_by_the_option(share: Share, redis: RedisServer) -> None:
    """The bound is the option's, whatever Redis does: a question is abandoned, and its answer kept."""
    one = share(redis.url, timeout=0.001)
    redis.stop_the_clock()
    try:
        found, noted = asked(one)  # it would wait for as long as Redis is stopped
        assert found is None
        assert noted in (["lookup-timeout"], ["lookup-failed: shared-down"])
    finally:
        redis.go_on()


@pytest.mark.promise(30)
@pytest.mark.parametrize("free", [0, 1])
def test_a_system_without_threads_counts_as_down_until_it_has_some(
    redis: RedisServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, free: int
) -> None:
    """`free`: threads that the system has left, where two are needed."""
    start, left = threading.Thread.start, [free]

    def start_if_free(thread: threading.Thread) -> None:
        if thread.name.startswith("deploy-contract "):
            if not left[0]:
                raise RuntimeError("can't start new thread")
            left[0] -= 1
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_if_free)
    with closing(SharedDeployments(redis.url, timeout=5, learn_mutable=True)) as shared:
        for _ in range(3):
            assert asked(shared, OTHER) == (None, ["lookup-failed: shared-down"])
            assert "lookup-failed: shared-down" in shared.learn(said())
        assert caplog.text.count("sharing of knowledge failed: RuntimeError") == 1
        shared.wait_closed()
        left[0] = 2 - free
        teach(shared)
        assert left == [0]
    shared.wait_closed()
