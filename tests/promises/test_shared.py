"""Processes share sources through Redis, and no fault of Redis makes a verdict wrong or late."""

import asyncio
import gc
import json
import socket
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from deploy_contract import ContractError, Report
from deploy_contract.knowledge import SharedDeployments
from deploy_contract.middleware.observation import Observation
from tests.support.applications import ID, JSON, OTHER, REFERENCES, App, deployment, raising
from tests.support.gateways import soon
from tests.support.lookups import collected_notes, threads_of
from tests.support.redis_server import RedisServer
from tests.support.shared_facts import (
    ASKS,
    CANARY,
    CHANGING,
    DOWN,
    LASTING,
    SHARED,
    asked,
    holds,
    key,
    said,
    share,
    sources,
    taught,
)
from tests.support.threads import at_once, holds_in_a_child

pytestmark = pytest.mark.usefixtures("closed_shares")
UNREADABLE = "lookup-failed: shared-unreadable"


def calls(redis: RedisServer) -> int:
    counts = redis.client.info("commandstats")
    names = ("cmdstat_get", "cmdstat_set", "cmdstat_del")
    return sum(counts.get(name, {"calls": 0})["calls"] for name in names)


# --- one knows what another has learned


def test_a_source_that_one_process_learned_is_known_to_all(redis: RedisServer) -> None:
    one, other = share(redis.url), share(redis.url)
    assert one.learn(said()) == ()
    assert holds(redis)
    assert 0 < redis.client.ttl(key()) <= 3600
    assert asked(other) == (SHARED, [])
    assert asked(other, OTHER) == (None, [])
    assert asked(one) == (LASTING, [])
    assert other.find(ID) == SHARED  # in memory from now on


def test_an_unknown_deployment_costs_one_round_trip_and_a_known_one_none(
    redis: RedisServer,
) -> None:
    one, other = share(redis.url), share(redis.url)
    found = [str(uuid.UUID(int=number)) for number in range(250)]
    value = {"resources": [deployment(identity) for identity in found], "offset": 0}
    one.learn(Report("allow", kind="DeploymentList", value=value))
    one.close()  # when Redis has answered to all that it was told
    assert holds(redis, identity=found[-1])
    before = calls(redis)
    for _ in range(2):
        assert all(asked(other, identity) == (SHARED, []) for identity in found)
        assert calls(redis) == before + len(found)
    asked(other, OTHER)
    assert calls(redis) == before + len(found) + 1


def test_unchanged_facts_are_not_stated_with_each_response(redis: RedisServer) -> None:
    one, other = taught(redis), share(redis.url)
    assert asked(other)[0] == SHARED
    before = calls(redis)
    for _ in range(20):
        for shared in (one, other):
            assert shared.learn(said()) == ()
    time.sleep(0.1)
    assert calls(redis) == before


def test_facts_that_redis_has_lost_are_stated_again(redis: RedisServer) -> None:
    now = 1000.0
    one = taught(redis, clock=lambda: now)
    redis.client.flushall()
    now += 61
    one.learn(said())
    assert holds(redis)


def test_a_child_of_a_fork_shares_too(redis: RedisServer) -> None:
    parent = taught(redis)

    def check() -> Any:
        parent.learn(said(OTHER))
        unknown = str(uuid.UUID(int=7))
        is_right = asked(parent, unknown) == (None, []) and asked(parent)[0] == LASTING
        parent.close()
        return is_right

    assert holds_in_a_child(check)
    assert asked(parent, OTHER)[0] == SHARED


def test_threads_may_share_it(redis: RedisServer) -> None:
    one, other = share(redis.url), share(redis.url)

    def work(number: int) -> None:
        shared = (one, other)[number % 2]
        for step in range(60):
            identity = str(uuid.UUID(int=(number + step) % 20))
            shared.learn(said(identity), shared.clock(), identity if step % 3 == 0 else None)
            shared.find(identity, ASKS)
            shared.discard(identity) if step % 5 == 0 else shared.invalidate(identity)

    at_once(work, 6)
    one.learn(said())
    assert holds(redis)
    assert sources(one, other) == {"codehost"}


# --- contradictions


@pytest.mark.promise(36)
def test_a_deletion_that_redis_missed_is_made_up_for(own_redis: RedisServer) -> None:
    one = taught(own_redis)
    own_redis.kill()
    one.discard(ID)
    assert DOWN in asked(one, OTHER)[1]
    own_redis.start()
    assert holds(own_redis)
    assert soon(lambda: asked(one, OTHER) == (None, []))
    assert holds(own_redis, None)


def test_a_response_that_teaches_nothing_sends_what_waits(own_redis: RedisServer) -> None:
    for report in (Report("deny", kind="Deployment"), Report("allow", kind="RepositoryList")):
        one = taught(own_redis)
        own_redis.kill()
        one.discard(ID)
        assert soon(lambda: DOWN in one.learn(report))  # noqa: B023 - called within the loop
        own_redis.start()
        assert holds(own_redis)
        assert soon(lambda: one.learn(report) == ())  # noqa: B023 - called within the loop
        assert holds(own_redis, None)


def test_a_deployment_that_a_request_has_not_changed_is_not_stated(redis: RedisServer) -> None:
    now = 1000.0
    one = taught(redis, clock=lambda: now)
    redis.client.flushall()
    now += 59
    one.learn(said(), None, ID)  # kept until after the next response
    now += 2
    one.learn(said(), None, OTHER)
    one.learn(said(OTHER))
    assert holds(redis, identity=OTHER)
    assert holds(redis, None)


@pytest.mark.promise(36)
def test_an_answer_of_before_a_contradiction_is_not_believed(redis: RedisServer) -> None:
    redis.client.set(key(), "codehost")
    one = share(redis.url)
    asked(one, OTHER)  # it is connected
    with ThreadPoolExecutor(1) as pool, redis.suspended():
        answer = pool.submit(asked, one)
        time.sleep(0.2)
        one.discard(ID)
    assert answer.result()[0] is None
    assert holds(redis, None)


# --- faults of Redis


@pytest.mark.promise(30)
def test_redis_that_is_killed_is_noted_and_used_again_when_it_is_back(
    own_redis: RedisServer,
) -> None:
    one, other = taught(own_redis), share(own_redis.url)
    own_redis.kill()
    assert asked(other) == (None, [DOWN])
    assert asked(one)[0] == LASTING
    assert DOWN in [*other.learn(said(OTHER)), *asked(other, OTHER)[1]]
    assert asked(other, OTHER)[0] == LASTING
    own_redis.start()
    assert soon(lambda: asked(other) == (SHARED, []))
    other.learn(said(OTHER))  # it was not stated
    assert holds(own_redis, identity=OTHER)


REFUSALS = {  # of a Redis that answers questions
    "memory": "CONFIG SET maxmemory 1",
    "role": "REPLICAOF 127.0.0.1 1",
    "rights": "ACL SETUSER default -set",
}


@pytest.mark.promise(30)
@pytest.mark.parametrize("kind", REFUSALS)
def test_a_redis_that_takes_no_statement_is_noted_and_logged_once(
    kind: str, own_redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    one, names = share(own_redis.url), [str(uuid.UUID(int=number)) for number in range(20)]
    for name in names:
        own_redis.client.set(key(name), "codehost")
    own_redis.client.execute_command(*REFUSALS[kind].split())
    one.learn(said())
    assert soon(lambda: DOWN in one.learn(said(OTHER)))
    assert caplog.text.count("sharing of knowledge failed") == 1
    assert asked(one)[0] == LASTING
    for number, name in enumerate(names):  # the sources that it has are still read
        one.learn(said(str(uuid.UUID(int=1000 + number))))
        assert asked(one, name)[0] == SHARED


@pytest.mark.promise(30)
def test_the_event_loop_goes_on_while_redis_is_slow(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Answers that come too late are no errors of asyncio."""
    far = share(redis.url, timeout=0.02)
    asked(far)

    async def ask() -> tuple[Any, list[str], int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0)
                ticks += 1

        noted, ticking = collected_notes(), asyncio.create_task(tick())
        asking: Any = far.find(OTHER, ASKS)
        found = await asking
        ticking.cancel()
        await asyncio.sleep(0.3)  # until the time limit of the call
        return found, noted, ticks

    with redis.suspended():
        found, noted, ticks = asyncio.run(ask())
    assert found is None
    assert noted == [DOWN]
    assert ticks > 1
    gc.collect()
    assert [row.name for row in caplog.records if row.name == "asyncio"] == []


GARBAGE = [  # None for a list
    None, b"", b"null", b"\xff\xfe", b"codehost ", b"Codehost", b"x" * 1_000_000, CANARY.encode(),
]  # fmt: skip


@pytest.mark.promise(1, 5, 30)
@pytest.mark.parametrize("value", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_ignored_with_a_note(
    redis: RedisServer, value: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    other, one = share(redis.url), share(redis.url)
    if value is None:
        redis.client.lpush(key(), "codehost")
    else:
        redis.client.set(key(), value)
    assert asked(other) == (None, [UNREADABLE])
    # otherwise the deployment would stay unknown
    assert soon(lambda: not redis.client.exists(key()))
    redis.client.set(key(), value or b"")
    noted = one.learn(said())  # it is not contradicted
    assert soon(lambda: UNREADABLE in (*noted, *asked(one)[1]))
    assert asked(one) == (LASTING, [])
    assert holds(redis, None)
    one.learn(said())
    assert holds(redis)
    assert CANARY not in caplog.text


@pytest.mark.promise(30)
def test_a_system_without_threads_counts_as_down_until_it_has_some(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, error = share(redis.url), RuntimeError("can't start new thread")
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", raising(error))
        for _ in range(3):
            assert asked(one, OTHER) == (None, [DOWN])
            assert DOWN in one.learn(said())
    assert asked(one, OTHER) == (None, [])
    one.learn(said())
    assert asked(one)[0] == LASTING


# --- bounds and secrets


def test_namespaces_are_apart(redis: RedisServer) -> None:
    share(redis.url, "tenant-1").learn(said())
    assert soon(lambda: asked(share(redis.url, "tenant-1"))[0]) == SHARED
    assert asked(share(redis.url, "tenant-2")) == (None, [])


def test_memory_is_bounded(redis: RedisServer) -> None:
    one = share(redis.url, capacity=10, seconds=60)
    for number in range(50):
        one.learn(said(str(uuid.UUID(int=number))))
        redis.client.set(key(str(uuid.UUID(int=100 + number))), "codehost")
        asked(one, str(uuid.UUID(int=100 + number)))
        assert len(one) <= 10
    client = redis.client
    assert holds(redis, identity=str(uuid.UUID(int=49)))
    ours = [name for name in client.scan_iter(count=1000) if client.ttl(name) != -1]
    assert len(ours) == 50
    assert all(0 < client.ttl(name) <= 60 for name in ours)


@pytest.mark.promise(5)
def test_redis_sees_ids_and_sources_alone(redis: RedisServer) -> None:
    """Watched by MONITOR, which shows every command with its arguments."""
    secret: dict[str, Any] = {
        **CHANGING, "name": CANARY, "secrets": [{"name": CANARY, "value": CANARY}], "display_name": CANARY,
        "source_config": {"build_on_push": True, "repo_url": f"https://{CANARY}.example"},
        "source_revision_config": {"repo_ref": CANARY, "image_uri": CANARY},
    }  # fmt: skip
    one = share(redis.url, learn_mutable=True)
    with redis.client.monitor() as monitor:
        commands = monitor.listen()
        one.learn(said(**secret), one.clock(), ID)
        assert holds(redis)
        one.discard(ID)
        assert holds(redis, None)
        asked(one, OTHER)
        redis.client.echo("the end")
        seen = []
        for command in commands:
            seen.append(command["command"])
            if "the end" in seen[-1]:
                break
    text = json.dumps(seen)
    assert "codehost" in text
    assert CANARY not in text
    assert "example" not in text


@pytest.mark.promise(5)
def test_its_url_is_shown_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    shared = SharedDeployments(f"redis://user:{CANARY}@127.0.0.1:1/0", timeout=5)
    assert DOWN in asked(shared)[1]
    shared.close()
    assert "ConnectionError" in caplog.text
    assert CANARY not in caplog.text + repr(shared) + repr(vars(shared))


URLS: tuple[Any, ...] = (
    "", "http://CANARY-7f3a", "redis://", "redis://host:CANARY-7f3a", "redis:CANARY-7f3a", "unix://", None, 7, "redis://[CANARY-7f3a",
)  # fmt: skip
NAMESPACES: tuple[Any, ...] = ("", "a b", "a" * 65, "a:b", "{a}", "-a", None, 7)
NUMBERS = {"timeout": 0, "capacity": 0, "seconds": 0, "local_seconds": 0, "fresh_seconds": -1}
WRONG: list[tuple[dict[str, Any], str]] = [
    *(({"url": url}, "^the URL of Redis must be redis://") for url in URLS),
    *(({"namespace": name}, "^the namespace has 1 to 64 letters") for name in NAMESPACES),
    *(({name: number}, "above 0") for name, number in NUMBERS.items()),
]


@pytest.mark.promise(5)
@pytest.mark.parametrize(("options", "said"), WRONG)
def test_a_wrong_option_is_refused_and_not_repeated(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ContractError, match=said) as caught:
        SharedDeployments(**{"url": "redis://127.0.0.1", **options})
    assert CANARY not in str(caught.value)
    assert caught.value.__cause__ is None


def test_the_end_of_a_process_waits_for_statements_and_no_longer_than_it_may(
    redis: RedisServer,
) -> None:
    SharedDeployments("redis://127.0.0.1:1").close()
    one = share(redis.url)
    one.learn(said())
    one.close()
    assert redis.client.get(key()) == b"codehost"
    stuck = share(redis.url, timeout=0.5)
    with redis.suspended():
        stuck.learn(said(OTHER))
        begun = time.monotonic()
        stuck.close(0.1)
        assert time.monotonic() - begun < 3
    assert soon(lambda: asked(stuck)[0] == SHARED)  # it opens its connections again


# --- through the middleware


@pytest.mark.promise(30)
def test_without_redis_requests_pass_as_unknown_with_a_note(over: Any) -> None:
    shared = SharedDeployments("redis://127.0.0.1:1", timeout=5)
    seen: list[Observation] = []
    send = over(App(), deployments=shared, on_report=seen.append)
    body = json.dumps(REFERENCES).encode()
    assert send("PATCH", f"/v2/deployments/{ID}", body, JSON).status == 200
    request, response = seen
    assert (request.verdict, request.notes) == ("indeterminate", (DOWN,))
    assert response.notes == (DOWN,)
    shared.close()


def test_a_request_that_waits_while_it_is_closed_goes_on_with_a_note() -> None:
    """As after a reload. Its task is not cancelled."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        shared = share(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")

        async def main() -> Any:
            noted = collected_notes()
            waiting = asyncio.ensure_future(shared.find(ID, ASKS))  # type: ignore[arg-type]
            await asyncio.sleep(0.1)
            await asyncio.to_thread(shared.close, 0.1)
            return await waiting, noted

        assert asyncio.run(main()) == (None, [DOWN])


def test_a_call_that_is_under_way_does_not_open_again_what_was_closed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        shared = share(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", timeout=2.0)
        shared.learn(said())
        shared.discard(OTHER)
        with silent.accept()[0]:
            shared.close(0.01)
            time.sleep(0.5)
        assert soon(lambda: threads_of("redis") == 0)
