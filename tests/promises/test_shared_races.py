"""Patches and lists race through a fleet while Redis is cut off, emptied or killed: no process believes a fact that it must know to be old."""

import math
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any, ClassVar

import pytest

from deploy_contract import Report
from deploy_contract.knowledge import SharedDeployments
from deploy_contract.knowledge.learnable import key_of
from deploy_contract.knowledge.sharing import LEASE
from tests.support.applications import deployment
from tests.support.effort import effort
from tests.support.gateways import soon
from tests.support.redis_server import Proxy, RedisServer, missing, redis_server
from tests.support.shared_facts import asked

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

SECONDS = effort(2.5, 40.0)
SOURCES = {
    str(uuid.UUID(int=number)): source
    for number, source in enumerate(("codehost", "internal_source", "external_container"), 1)
}
IDS = list(SOURCES)
FAULTS = {"stall": 6, "cut": 6, "stall and cut": 4, "evict": 4, "flush": 2, "kill": 1}


class Service:
    """The service: the version of each deployment, and who knows since when that there is a newer one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._versions = dict.fromkeys(IDS, 0)
        self._known: dict[tuple[str, int], dict[int | None, float]] = {}

    def read(self, identity: str) -> int:
        """Return the version of a deployment."""
        return self._versions[identity]

    def patch(self, identity: str) -> int:
        """Change a deployment, and return its version."""
        with self._lock:
            self._versions[identity] += 1
            return self._versions[identity]

    def tell(self, identity: str, version: int, member: int | None) -> None:
        """Note that a process knows of a version from now on; None: Redis does, for all."""
        with self._lock:
            self._known.setdefault((identity, version), {})[member] = time.monotonic()

    def is_old(self, identity: str, version: int, member: int, now: float) -> bool:
        """Return True if a process must have known at a time that a version is old."""
        with self._lock:
            for later in range(version + 1, self._versions[identity] + 1):
                known = self._known.get((identity, later), {})
                if now > min(known.get(member, math.inf), known.get(None, math.inf) + LEASE):
                    return True
        return False


class Fleet:
    """Some lookups, each as in a process of its own, and clients that list and patch through them."""

    faults: ClassVar = FAULTS

    def __init__(self, redis: RedisServer, size: int, seed: int) -> None:
        self.service = Service()
        self.failed: list[Any] = []
        self.believed = 0
        self._redis = redis
        self._random = random.Random(seed)
        self.proxies = [Proxy(redis.port) for _ in range(size)]
        self.members = [SharedDeployments(proxy.url, learn_mutable=True) for proxy in self.proxies]
        self._over = threading.Event()
        self._threads = [
            threading.Thread(
                target=self._repeat, args=(work, number, random.Random(self._random.random()))
            )
            for number in range(size)
            for work in self._works()
        ]

    def _works(self) -> Iterable[Callable[[int, random.Random], None]]:
        """Return the work that each process repeats, each in a thread of its own."""
        return (self._list, self._list, self._patch, self._look)

    def run(self, seconds: float) -> None:
        """Send requests for some seconds, with faults meanwhile."""
        for thread in self._threads:
            thread.start()
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.failed:
            time.sleep(self._random.uniform(0.02, 0.4))
            [fault] = self._random.choices(list(self.faults), list(self.faults.values()))
            self._break(fault)
        self._over.set()
        for thread in self._threads:
            thread.join()

    def close(self) -> None:
        for member in self.members:
            member.close()
        for proxy in self.proxies:
            proxy.close()

    def _repeat(self, work: Callable[[int, random.Random], None], number: int, dice: Any) -> None:
        try:
            while not self._over.is_set():
                work(number, dice)
        except BaseException as error:
            self.failed.append(error)

    def _list(self, number: int, dice: random.Random) -> None:
        member, identity = self.members[number], dice.choice(IDS)
        since = member.clock()
        time.sleep(dice.expovariate(50))
        version = self.service.read(identity)
        time.sleep(dice.choice([0, dice.expovariate(50), dice.uniform(0, 1)]))
        member.learn(_said(identity, version), since)

    def _patch(self, number: int, dice: random.Random) -> None:
        member, identity = self.members[number], dice.choice(IDS)
        since = member.clock()
        time.sleep(dice.expovariate(50))
        version = self.service.patch(identity)
        time.sleep(dice.expovariate(50))
        if dice.random() < 0.5:
            member.learn(_said(identity, version), since, identity)
        else:
            member.invalidate(identity)
        self.service.tell(identity, version, number)
        pause = time.monotonic() + dice.uniform(0, 1)
        while key_of(identity) in member._unconfirmed and not self._over.is_set():
            time.sleep(0.002)
        if not self._over.is_set():
            self.service.tell(identity, version, None)
        time.sleep(max(0, pause - time.monotonic()))

    def _look(self, number: int, dice: random.Random) -> None:
        identity, now = dice.choice(IDS), time.monotonic()
        found: Any = self.members[number].find(identity) or {}
        assert found.get("source") in (None, SOURCES[identity])
        text = found.get("source_revision_config", {}).get("repo_ref")
        if text is not None:
            self.believed += 1
            old = self.service.is_old(identity, int(text), number, now)
            assert not old, (number, identity, text, self.service.read(identity))
        time.sleep(0.002)

    def _break(self, fault: str) -> None:
        proxy = self._random.choice(self.proxies)
        if fault.startswith("stall"):
            proxy.stall()
            if fault == "stall and cut":
                proxy.cut()
            time.sleep(self._random.uniform(0, 0.5))
            proxy.resume()
        elif fault == "cut":
            proxy.cut()
        elif fault == "evict":
            names = list(self._redis.names().values())
            self._redis.client().delete(*self._random.sample(names, min(1, len(names))), "none")
        elif fault == "flush":
            self._redis.client().flushall()
        else:
            self._redis.kill()
            self._redis.start()


def _said(identity: str, version: int) -> Report:
    changing = {"source_revision_config": {"repo_ref": str(version)}}
    value = deployment(identity, SOURCES[identity], **changing)
    return Report("allow", document="Deployment", value=value)


@pytest.mark.promise(30)
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
def test_no_process_believes_a_fact_that_it_must_know_to_be_old(seed: int) -> None:
    with redis_server() as redis, closing(Fleet(redis, 4, seed)) as fleet:
        fleet.run(SECONDS)
        assert not fleet.failed
        assert fleet.believed
        for identity in IDS:  # all learn from each other as before
            for teacher in fleet.members:
                version = fleet.service.patch(identity)

                def taught(
                    teacher: SharedDeployments = teacher,
                    identity: str = identity,
                    version: int = version,
                ) -> bool:
                    teacher.learn(_said(identity, version), teacher.clock(), identity)
                    found: Any = [member.find(identity) or {} for member in fleet.members]
                    return all(
                        one.get("source_revision_config") == {"repo_ref": str(version)}
                        for one in found
                    )

                assert soon(taught)


class Quarrel(Fleet):
    """A fleet whose service replaces deployments by others of the same id, while some drop what they know.

    A deployment has a new name then. Whoever dropped facts after that must not believe the old name.
    """

    def __init__(self, redis: RedisServer, size: int, seed: int) -> None:
        super().__init__(redis, size, seed)
        self._replacing = threading.Lock()
        self._ended: dict[str, list[float]] = {identity: [] for identity in IDS}
        # when a process, or Redis for all of them (None), dropped a deployment for the last time
        self._dropped: dict[tuple[str, int | None], float] = {}

    def _works(self) -> Iterable[Callable[[int, random.Random], None]]:
        return (self._say, self._say, self._drop, self._ask, self._replace)

    def _replace(self, _number: int, dice: random.Random) -> None:
        with self._replacing:
            self._ended[dice.choice(IDS)].append(time.monotonic())
        time.sleep(dice.uniform(0, 2))

    def _read(self, identity: str) -> int:
        """Return the number of the deployment that has an id now."""
        with self._replacing:
            return len(self._ended[identity])

    def _say(self, number: int, dice: random.Random) -> None:
        member, identity = self.members[number], dice.choice(IDS)
        since = member.clock()
        time.sleep(dice.choice([0, dice.expovariate(100)]))
        found = deployment(identity, SOURCES[identity], name=str(self._read(identity)))
        time.sleep(dice.choice([0, dice.expovariate(50), dice.uniform(0, 1)]))
        report = Report("allow", document="Deployment", value=found)
        member.learn(report, since, dice.choice([None, identity]))

    def _drop(self, number: int, dice: random.Random) -> None:
        member, identity = self.members[number], dice.choice(IDS)
        if dice.random() < 0.7:
            now = time.monotonic()
            member.discard(identity)
            with self._replacing:
                for whom in (number, None):
                    before = self._dropped.get((identity, whom), now)
                    self._dropped[identity, whom] = max(before, now)
        else:
            member.invalidate(identity)
        time.sleep(dice.expovariate(20))

    def _ask(self, number: int, dice: random.Random) -> None:
        self.require_truth(number, dice.choice(IDS), number)
        time.sleep(dice.expovariate(500))

    def require_truth(self, number: int, identity: str, whose: int | None) -> None:
        """Ask a process; fail if it believes what was replaced before a drop of `whose`."""
        with self._replacing:
            dropped = self._dropped.get((identity, whose), -math.inf)
        found = asked(self.members[number], identity)[0]
        if found is None:
            return
        self.believed += 1
        with self._replacing:
            ended = self._ended[identity]
            until = ended[int(found["name"])] if int(found["name"]) < len(ended) else math.inf
        assert until >= dropped, (number, identity, found["name"], dropped - until)

    def is_quiet(self) -> bool:
        """Return True if each process has said all, and has heard all that Redis put in order."""
        [state] = [name for name in self._redis.names().values() if name.endswith(":state")]
        number = int(self._redis.client().hget(state, "seq"))
        for member in self.members:
            link = member._link
            if link.down or link._outbox or member._disproved or link._seen != number:
                return False
        return True


@pytest.mark.promise(30)
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
def test_no_process_believes_what_was_replaced_before_a_drop(seed: int) -> None:
    with redis_server() as redis, closing(Quarrel(redis, 4, seed)) as fleet:
        fleet.run(SECONDS)
        assert not fleet.failed
        assert fleet.believed
        for proxy in fleet.proxies:
            proxy.resume()
        assert soon(lambda: all(fleet.is_quiet() for _ in range(5)))
        with closing(SharedDeployments(redis.url, timeout=5, learn_mutable=True)) as late:
            fleet.members.append(late)
            late.start()
            assert soon(lambda: late._fresh_until > 0)
            for identity in IDS:
                for number in range(len(fleet.members)):
                    fleet.require_truth(number, identity, None)
                names = [(asked(one, identity)[0] or {}).get("name") for one in fleet.members]
                assert len(set(names)) == 1, (identity, names)
