"""No answer of the service is older than the request that it judges, though requests share lookups."""

import asyncio
import json
import math
import random
import threading
import time
import uuid
from collections import Counter
from contextlib import suppress
from contextvars import ContextVar
from typing import Any
from urllib.parse import parse_qs

import pytest

from deploy_contract import Contract, Request, Response, notes
from deploy_contract.knowledge import AsyncUpstreamDeployments, UpstreamDeployments
from tests.support.applications import ID, JSON, OTHER, deployment
from tests.support.effort import effort
from tests.support.gateways import soon
from tests.support.lookups import are_threads_idle, assert_idle, collected_notes
from tests.support.threads import join, start

pytestmark = pytest.mark.promise(30)

CONTRACT = Contract()
SECONDS = effort(0.7, 30.0)
MOST = 8  # threads of a lookup


def asks(caller: str = "a") -> Request:
    """Return the request of a caller."""
    return Request("PATCH", f"/v2/deployments/{ID}", "", (("x-api-key", caller),), b"{}")


class Service:
    """A service whose deployments have a version each, as their names.

    Attributes:
        asked: the ids of each request.
        most: the greatest number of requests for one deployment and caller at the same time.
    """

    def __init__(self, seed: int = 0) -> None:
        self.versions: Counter[str] = Counter()
        self.asked: list[list[str]] = []
        self.most = 0
        self._lock = threading.Lock()
        self._random = random.Random(seed)
        self._under_way: Counter[tuple[str, str]] = Counter()

    def begin(self, request: Request) -> list[tuple[str, str]]:
        """Begin a request, and return the deployments and their caller."""
        ids = parse_qs(request.query)["deployment_ids"][0].split(",")
        caller = next(str(value) for name, value in request.headers if name == "x-api-key")
        pairs = [(identity, caller) for identity in ids]
        with self._lock:
            self.asked.append(ids)
            self._under_way.update(pairs)
            self.most = max(self.most, *[self._under_way[pair] for pair in pairs])
        return pairs

    def read(self, ids: list[str]) -> Response:
        """Return the deployments as they are now."""
        found = [deployment(one, name=f"v{self.versions[one]}") for one in ids]
        body = json.dumps({"resources": found, "offset": len(found)})
        return Response(200, JSON, body.encode())

    def end(self, pairs: list[tuple[str, str]]) -> None:
        """End a request."""
        with self._lock:
            self._under_way.subtract(pairs)

    def pause(self) -> float:
        """Return the seconds of a step: often none, mostly few, seldom many."""
        return self._random.choice([0.0, self._random.expovariate(500), 0.02])

    def fetch(self, request: Request) -> Response:
        pairs = self.begin(request)
        try:
            time.sleep(self.pause())
            answer = self.read([identity for identity, _ in pairs])
            time.sleep(self.pause())
            return answer
        finally:
            self.end(pairs)

    async def awaited(self, request: Request) -> Response:
        pairs = self.begin(request)
        try:
            await asyncio.sleep(self.pause())
            answer = self.read([identity for identity, _ in pairs])
            await asyncio.sleep(self.pause())
            return answer
        finally:
            self.end(pairs)


def version_of(facts: Any) -> int:
    return int(facts["name"][1:])


async def begun(
    lookup: AsyncUpstreamDeployments, service: Service, *ids: str
) -> list[asyncio.Task[Any]]:
    """Look deployments up, one by default, and return the tasks once the service was asked."""
    tasks = [asyncio.create_task(lookup.find(one, asks())) for one in ids or (ID,)]
    while not service.asked:
        await asyncio.sleep(0)
    return tasks


class Held(Service):
    """A service that answers its first request, or all of them, when it is opened.

    `seconds`: how long it takes for each later request.
    """

    def __init__(self, *, most: float = math.inf, seconds: float = 0.0) -> None:
        super().__init__()
        self._seconds = seconds
        self.opened = threading.Event()
        self.calls = 0
        self._held = most

    def fetch(self, request: Request) -> Response:
        self.calls += 1
        if self.calls <= self._held:
            assert self.opened.wait(30)
        else:
            time.sleep(self._seconds)
        return super().fetch(request)


# --- linearizability


@pytest.mark.soak
@pytest.mark.parametrize("seconds", [0.035, 5.0])
def test_tasks_never_get_an_answer_of_before_their_request(seconds: float) -> None:
    """Some are cancelled, and some give up, in any order."""
    service, dice = Service(), random.Random(seconds)
    lookup = AsyncUpstreamDeployments(service.awaited, CONTRACT, seconds)
    ids, count = [ID, OTHER, *[str(uuid.UUID(int=number)) for number in range(4)]], Counter[str]()

    async def find(identity: str, caller: str) -> None:
        before = service.versions[identity]
        found = await lookup.find(identity, asks(caller))
        count["found"] += found is not None
        assert found is None or version_of(found) >= before

    async def main() -> None:
        until, tasks = time.monotonic() + SECONDS, set[asyncio.Task[None]]()
        while time.monotonic() < until:
            identity = dice.choice(ids)
            if dice.random() < 0.3:
                service.versions[identity] += 1
            task = asyncio.create_task(find(identity, dice.choice("ab")))
            tasks.add(task)
            if dice.random() < 0.1:
                dice.choice(list(tasks)).cancel()
            if dice.random() < 0.5:
                await asyncio.sleep(dice.choice([0, dice.expovariate(2000)]))
            for done in [one for one in tasks if one.done()]:
                tasks.discard(done)
                assert done.cancelled() or not done.exception()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            assert not isinstance(ended, Exception)  # those that were cancelled are none
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0.01)

    asyncio.run(main())
    assert_idle(lookup)
    assert count["found"]
    if seconds > 1:  # nobody gives up, and asks anew beside a lookup that is being cancelled
        assert service.most == 1
        assert count["found"] > sum(map(len, service.asked))  # some have shared


# --- herds


def test_a_thousand_tasks_ask_twice_and_batch_as_before() -> None:
    service = Service()
    lookup = AsyncUpstreamDeployments(service.awaited, CONTRACT, 30.0)
    ids = [str(uuid.UUID(int=number)) for number in range(250)]

    async def main() -> None:
        first = await begun(lookup, service, *ids)
        while len(service.asked) < 3:
            await asyncio.sleep(0)
        assert [len(asked) for asked in service.asked] == [100, 100, 50]
        more = [asyncio.create_task(lookup.find(one, asks())) for one in ids * 4]
        assert all(await asyncio.gather(*first, *more))

    asyncio.run(main())
    assert Counter(one for asked in service.asked for one in asked) == dict.fromkeys(ids, 2)
    assert max(map(len, service.asked)) == 100
    assert_idle(lookup)


# --- lookups that hang, and clients that end in odd ways


@pytest.mark.parametrize("most", [1, MOST])
def test_those_behind_a_thread_that_hangs_are_asked_for_in_time(most: int) -> None:
    service = Held(most=1, seconds=0.3)  # so that threads which begin together wait together
    lookup = UpstreamDeployments(service.fetch, CONTRACT, 1.0, most)
    found: list[Any] = []
    noted: list[list[str]] = []

    def find() -> None:
        noted.append(collected_notes())
        found.append(lookup.find(ID, asks()))

    threads = start([find])
    assert soon(lambda: service.calls == 1)
    time.sleep(0.5)
    join(threads + start([find] * 3))
    assert not service.opened.is_set()
    service.opened.set()
    if most == 1:  # no thread is free to ask again
        assert found == [None] * 4
        assert sorted(noted) == [["lookup-failed: busy"]] * 3 + [[notes.TIMEOUT]]
    else:
        assert [one is None for one in found].count(True) == 1
        assert service.calls == 2
    assert soon(are_threads_idle)


def test_a_task_that_hangs_holds_nobody_longer_than_the_limit() -> None:
    """Not even a client that does not let itself be cancelled."""
    service = Service()

    async def hang(request: Request) -> Response:
        if not service.asked:
            service.begin(request)
            for seconds in (60, 0.5):
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(seconds)
        return await service.awaited(request)

    lookup = AsyncUpstreamDeployments(hang, CONTRACT, 0.8)

    async def main() -> None:
        first = asyncio.create_task(lookup.find(ID, asks()))
        await asyncio.sleep(0.4)
        assert await lookup.find(ID, asks())  # behind it
        assert await first is None
        assert await lookup.find(ID, asks())
        [lookups] = lookup._lookups.values()
        assert len(lookups._tasks) == 1  # the client still hangs
        while lookups._tasks:
            await asyncio.sleep(0.01)

    asyncio.run(main())
    assert_idle(lookup)


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_an_event_loop_that_ends_while_some_wait_leaves_nothing_behind(turns: int) -> None:
    service, ends = Service(), True

    async def fetch(request: Request) -> Response:
        if not ends:
            return await service.awaited(request)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise OSError from None  # as some clients do
        raise AssertionError

    lookup = AsyncUpstreamDeployments(fetch, CONTRACT)

    async def main() -> set[asyncio.Task[Any]]:
        tasks = {asyncio.create_task(lookup.find(ID, asks()))}
        for _ in range(turns):
            await asyncio.sleep(0)
        tasks.add(asyncio.create_task(lookup.find(ID, asks())))
        for _ in range(turns):
            await asyncio.sleep(0)
        return tasks

    tasks = asyncio.run(main())
    assert all(task.cancelled() for task in tasks)
    ends = False
    assert asyncio.run(_found(lookup))
    assert len(lookup._lookups) == 1  # closed loops are forgotten


async def _found(lookup: AsyncUpstreamDeployments) -> Any:
    return await lookup.find(ID, asks())


CALLER: ContextVar[str] = ContextVar("CALLER")


def test_each_lookup_of_a_loop_is_sent_in_the_context_of_its_first_caller() -> None:
    service, seen = Service(), []

    async def fetch(request: Request) -> Response:
        seen.append(CALLER.get())
        await asyncio.sleep(0.02)
        return await service.awaited(request)

    lookup = AsyncUpstreamDeployments(fetch, CONTRACT)

    async def find(name: str) -> None:
        CALLER.set(name)
        assert await lookup.find(ID, asks())

    async def main() -> None:
        first = asyncio.create_task(find("first"))
        while not seen:
            await asyncio.sleep(0)
        await asyncio.gather(first, find("second"))

    asyncio.run(main())
    assert seen == ["first", "second"]
