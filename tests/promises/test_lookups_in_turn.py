"""No answer of the service is older than the request that it judges, though requests share lookups."""

import asyncio
import json
import random
import threading
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

import pytest

from deploy_contract import Contract, Request, Response, notes
from deploy_contract.knowledge import AsyncUpstreamDeployments, UpstreamDeployments
from tests.support.applications import ID, JSON, OTHER, deployment
from tests.support.effort import effort
from tests.support.gateways import PATIENCE, soon
from tests.support.lookups import collected_notes, threads_of

pytestmark = pytest.mark.promise(30)

CONTRACT = Contract()
SECONDS = effort(0.7, 30.0)
MOST = 8  # threads of a lookup


def asks(caller: str = "a") -> Request:
    return Request("PATCH", f"/v2/deployments/{ID}", "", (("x-api-key", caller),), b"{}")


class Service:
    """A service whose deployments have a version each, as their names.

    `asked` has the ids of each request.
    """

    def __init__(self) -> None:
        self.versions: Counter[str] = Counter()
        self.asked: list[list[str]] = []
        self._random = random.Random(0)

    def begin(self, request: Request) -> list[str]:
        """Begin a request, and return the ids of its deployments."""
        ids = parse_qs(request.query)["deployment_ids"][0].split(",")
        self.asked.append(ids)
        return ids

    def read(self, ids: list[str]) -> Response:
        """Return the deployments as they are now."""
        found = [deployment(one, name=f"v{self.versions[one]}") for one in ids]
        body = json.dumps({"resources": found, "offset": len(found)})
        return Response(200, JSON, body.encode())

    def pause(self) -> float:
        """Return the seconds of a step: often none, mostly few, seldom many."""
        return self._random.choice([0.0, self._random.expovariate(500), 0.02])

    def fetch(self, request: Request) -> Response:
        ids = self.begin(request)
        time.sleep(self.pause())
        answer = self.read(ids)
        time.sleep(self.pause())
        return answer

    async def awaited(self, request: Request) -> Response:
        ids = self.begin(request)
        await asyncio.sleep(self.pause())
        answer = self.read(ids)
        await asyncio.sleep(self.pause())
        return answer


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
        assert found is None or int(found["name"][1:]) >= before

    def is_shown() -> bool:
        # if nobody gives up, some have shared
        return count["found"] > (len(service.asked) if seconds > 1 else 0)

    async def main() -> None:
        until, tasks = time.monotonic() + SECONDS, set[asyncio.Task[None]]()
        while time.monotonic() < until or not (is_shown() or time.monotonic() > until + PATIENCE):
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
    assert is_shown()


# --- herds


@pytest.mark.promise(35)
@pytest.mark.parametrize("refuses", [False, True])
def test_those_who_arrive_together_share_requests_of_a_hundred_ids(*, refuses: bool) -> None:
    """A client may choose a cookie or deployments that are too long for one request."""
    service = Service()

    async def fetch(request: Request) -> Response:
        is_refused = refuses and "%2C" in request.query
        return Response(431, JSON, b"") if is_refused else await service.awaited(request)

    lookup = AsyncUpstreamDeployments(fetch, CONTRACT, 30.0)
    ids = [str(uuid.UUID(int=number)) for number in range(250)]

    async def main() -> None:
        assert all(await asyncio.gather(*[lookup.find(one, asks()) for one in ids * 4]))

    asyncio.run(main())
    asked = Counter(one for batch in service.asked for one in batch)
    found = len(service.asked), len(asked), max(map(len, service.asked))
    assert found == ((1000, 250, 1) if refuses else (10, 250, 100))


@pytest.mark.promise(35)
def test_those_who_find_no_free_thread_wait_for_one_together() -> None:
    """A client that sends many patches at a time makes none of them unknown."""
    service, count, may_answer = Service(), 300, threading.Event()

    def fetch(request: Request) -> Response:
        ids = service.begin(request)
        assert may_answer.wait(PATIENCE)
        return service.read(ids)

    lookup = AsyncUpstreamDeployments(fetch, CONTRACT, 3 * PATIENCE, MOST)

    async def main() -> None:
        finding = []
        for number in range(count):
            found = lookup.find((ID, OTHER)[number % 2], asks())
            finding.append(asyncio.create_task(found))
            await asyncio.sleep(0)  # each begins in a turn of its own
            while len(service.asked) < min(number, MOST):
                await asyncio.sleep(0.001)
        may_answer.set()
        assert all(await asyncio.gather(*finding))

    asyncio.run(main())
    assert MOST < len(service.asked) < count / 4


# --- lookups that hang, and clients that end in odd ways


@pytest.mark.parametrize("most", [1, MOST])
def test_those_behind_a_thread_that_hangs_are_asked_for_in_time(most: int) -> None:
    service, opened, asked = Service(), threading.Event(), list[Request]()

    def fetch(request: Request) -> Response:
        asked.append(request)
        assert len(asked) > 1 or opened.wait(30)  # the first one hangs
        return service.fetch(request)

    lookup = UpstreamDeployments(fetch, CONTRACT, 3.0, most)
    found: list[Any] = []
    noted: list[list[str]] = []

    def find() -> None:
        noted.append(collected_notes())
        found.append(lookup.find(ID, asks()))

    with ThreadPoolExecutor(4) as pool:
        pool.submit(find)
        assert soon(lambda: len(asked) == 1)
        time.sleep(0.5)
        for _ in range(3):
            pool.submit(find)
    opened.set()
    if most == 1:  # no thread is free to ask again
        assert found == [None] * 4
        assert sorted(noted) == [["lookup-failed: busy"]] * 3 + [[notes.TIMEOUT]]
    else:
        assert [one is None for one in found].count(True) == 1
        assert 2 <= len(asked) <= 4  # some may have shared
    assert soon(lambda: threads_of("lookup") == 0)


def test_a_task_that_hangs_holds_nobody_longer_than_the_limit() -> None:
    """Not even a client that does not let itself be cancelled."""
    service, ends = Service(), asyncio.Event()

    async def hang(request: Request) -> Response:
        if not service.asked:
            service.begin(request)
            while not ends.is_set():
                with suppress(asyncio.CancelledError):
                    await ends.wait()
        return await service.awaited(request)

    lookup = AsyncUpstreamDeployments(hang, CONTRACT, 2.5)

    async def main() -> None:
        first = asyncio.create_task(lookup.find(ID, asks()))
        await asyncio.sleep(0.5)
        assert await lookup.find(ID, asks())  # behind it
        assert await first is None
        assert len(asyncio.all_tasks()) == 2  # the client still hangs
        assert await lookup.find(ID, asks())
        ends.set()
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0.01)

    asyncio.run(main())


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

    async def found() -> Any:
        return await lookup.find(ID, asks())

    tasks = asyncio.run(main())
    assert all(task.cancelled() for task in tasks)
    ends = False
    assert asyncio.run(found())
