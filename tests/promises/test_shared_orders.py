"""Any order of learning, contradicting, losing and reading by two processes' doors is safe.

The doors are WSGI middlewares over one service, with a Redis between them that may lose, forget,
or hold anything. Time is that of the test.
"""

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from deploy_contract import Report, Request, notes
from deploy_contract.knowledge import SharedDeployments
from deploy_contract.middleware.observation import Observation
from tests.support.applications import JSON, REFERENCES, App, deployment, over_wsgi
from tests.support.effort import effort
from tests.support.gateways import soon
from tests.support.lookups import collected_notes
from tests.support.names import named
from tests.support.redis_server import RedisServer
from tests.support.shared_facts import key, said

pytestmark = pytest.mark.promise(30, 36)
TRUTH = {  # the source of each deployment, which never changes
    "00000000-0000-0000-0000-00000000000a": "codehost",
    "00000000-0000-0000-0000-00000000000b": "external_container",
}
UNKNOWN = "00000000-0000-0000-0000-00000000000c"
LIES = {"codehost": "external_container", "external_container": "codehost"}
PATCH = json.dumps(REFERENCES).encode()  # forbidden unless the source is external_container
PUSH = b'{"source_config": {"build_on_push": true}}'  # forbidden while the repo_ref is a tag
LOCAL, KEPT = 60.0, 3600.0  # seconds
identities = st.sampled_from(sorted(TRUTH))
doors = st.integers(0, 1)


class Process:
    """A process with a door, and when it was last contradicted about each deployment."""

    def __init__(self, fleet: "Fleet") -> None:
        self.shared = SharedDeployments(
            fleet.redis_url, clock=lambda: fleet.now, local_seconds=LOCAL, seconds=KEPT, timeout=5
        )
        self.seen: list[Observation] = []
        self.app = App()
        self.send = over_wsgi(self.app, deployments=self.shared, on_report=self.seen.append)

    def settle(self) -> None:
        """Wait until Redis has all that was sent."""
        self.shared.close(5)


class Fleet(RuleBasedStateMachine):
    """Two processes that share; `lied` says until when a false source may be believed."""

    lies = False

    def __init__(self, redis: RedisServer) -> None:
        super().__init__()
        self.now = 1000.0
        self.redis, self.redis_url = redis.client, redis.url
        self.redis.flushall()
        self.processes = [Process(self), Process(self)]
        self.doubtful_until = dict.fromkeys(TRUTH, 0.0)
        self.begun: list[tuple[int, str, float]] = []
        self.is_tag = False  # the repo_ref of the codehost deployment

    def teardown(self) -> None:
        for process in self.processes:
            process.settle()

    # --- honest steps

    @rule(door=doors, identity=identities)
    def learn(self, door: int, identity: str) -> None:
        self.learn_without_waiting(door, identity)
        self.processes[door].settle()

    @rule(door=doors, identity=identities)
    def learn_without_waiting(self, door: int, identity: str) -> None:
        self.processes[door].shared.learn(said(identity, source=TRUTH[identity]), self.now)

    @rule(door=doors, identity=identities)
    def begin(self, door: int, identity: str) -> None:
        """Pass on a request whose response comes later."""
        self.begun.append((door, identity, self.now))

    @precondition(lambda self: self.begun)
    @rule()
    def end(self) -> None:
        door, identity, since = self.begun.pop(0)
        self.processes[door].shared.learn(said(identity, source=TRUTH[identity]), since)

    def judge(self, door: int, identity: str, patch: bytes, *, is_honest: bool) -> None:
        """Send a patch; nobody may allow it if it is forbidden, or deny it if it is honest."""
        process = self.processes[door]
        ref = {"repo_ref": "refs/tags/1" if self.is_tag else "main"}
        stored = deployment(identity, TRUTH[identity], source_revision_config=ref)
        process.app.body = json.dumps(stored).encode()
        process.seen.clear()
        status = process.send("PATCH", f"/v2/deployments/{identity}", patch, JSON).status
        verdict = process.seen[0].verdict
        if self.now >= self.doubtful_until[identity]:
            assert verdict != ("deny" if is_honest else "allow")
        assert (status == 422) == (verdict == "deny")

    @rule(door=doors, identity=identities)
    def patch(self, door: int, identity: str) -> None:
        is_honest = TRUTH[identity] == "external_container"
        self.judge(door, identity, PATCH, is_honest=is_honest)

    @rule(door=doors)
    def push(self, door: int) -> None:
        self.judge(door, sorted(TRUTH)[0], PUSH, is_honest=not self.is_tag)

    @rule()
    def change_ref_elsewhere(self) -> None:
        self.is_tag = not self.is_tag

    @rule(seconds=st.sampled_from([1.0, 30.0, 61.0, 3700.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    # --- faults of Redis

    @rule()
    def flush(self) -> None:
        self.redis.flushall()

    @rule(identity=identities)
    def lose(self, identity: str) -> None:
        self.redis.delete(key(identity))

    @rule(
        identity=identities, value=st.sampled_from([b"", b"x", b"\xff", b"CODEHOST", b"1" * 9999])
    )
    def garble(self, identity: str, value: bytes) -> None:
        self.redis.set(key(identity), value)

    @rule(identity=identities)
    def retype(self, identity: str) -> None:
        with self.redis.pipeline() as pipeline:  # a statement may be under way
            pipeline.delete(key(identity)).rpush(key(identity), "codehost").execute()

    @rule()
    def cut(self) -> None:
        self.redis.client_kill_filter(_type="normal", skipme=True)

    @rule(door=doors, identity=identities)
    def discard(self, door: int, identity: str) -> None:
        """Let a process drop a fact that proved to be wrong: Redis has it no more."""
        self.processes[1 - door].settle()
        self.processes[door].shared.discard(identity)
        self.require_deleted(door, identity)

    def require_deleted(self, door: int, identity: str) -> None:
        """Check that Redis has the fact no more that a process has dropped."""
        process = self.processes[door]
        process.settle()
        assert soon(lambda: self.has_deleted(process, identity))

    def has_deleted(self, process: Process, identity: str) -> bool:
        """Return True if Redis has no source. What was cut off is sent again with a later call."""
        process.shared.find(UNKNOWN, Request("PATCH", f"/v2/deployments/{UNKNOWN}"))
        process.settle()
        return not self.redis.exists(key(identity))

    def has_truth(self, identity: str) -> bool:
        return bool(self.redis.get(key(identity)) == TRUTH[identity].encode())

    @invariant()
    def redis_holds_no_false_source(self) -> None:
        for identity, source in TRUTH.items():
            if self.now >= self.doubtful_until[identity] and not self.lies:
                held = self.redis.execute_command("TYPE", key(identity)) == b"string"
                assert not held or self.redis.get(key(identity)) != LIES[source].encode()


class LyingFleet(Fleet):
    """The same with a forger, and a service that lies now and then.

    A lie may be believed until it is contradicted or deleted: then its process drops it at once,
    and the others within the lifetime of their copies.
    """

    lies = True

    def doubt(self, identity: str) -> None:
        self.doubtful_until[identity] = float("inf")

    @rule(identity=identities)
    def forge(self, identity: str) -> None:
        self.redis.set(key(identity), LIES[TRUTH[identity]])
        self.doubt(identity)

    @rule(door=doors, identity=identities)
    def lie(self, door: int, identity: str) -> None:
        report = said(identity, source=LIES[TRUTH[identity]])
        self.processes[door].shared.learn(report, self.now)
        self.doubt(identity)

    @rule(door=doors, identity=identities)
    def contradict(self, door: int, identity: str) -> None:
        """Let a process learn both sides: it believes neither, nor a response of before."""
        process = self.processes[door]
        begun = self.now
        self.now += 1
        noted = collected_notes()
        value = [deployment(identity, source) for source in LIES]
        listed = {"resources": value, "offset": 0}
        report = Report("allow", kind="DeploymentList", value=listed)
        self.processes[1 - door].settle()
        noted.extend(process.shared.learn(report, self.now))
        self.require_deleted(door, identity)
        assert any(notes.labels(text)[0] == notes.CONTRADICTION for text in noted)
        for source in LIES:
            process.shared.learn(said(identity, source=source), begun)
            assert not process.shared.find(identity)
        self.redis.set(key(identity), LIES[TRUTH[identity]])  # as another process would
        self.doubt(identity)
        assert not process.shared.find(identity, Request("PATCH", f"/v2/deployments/{identity}"))
        assert process.send("PATCH", f"/v2/deployments/{identity}", PATCH, JSON).status != 422

    @rule(identity=identities)
    def repair(self, identity: str) -> None:
        """Delete a forged source in Redis: it is gone within the lifetime of the copies."""
        for process in self.processes:
            process.settle()
        self.redis.delete(key(identity))
        self.now += LOCAL
        self.doubtful_until[identity] = self.now
        for door in range(2):
            self.patch(door, identity)

    @rule(door=doors, identity=identities)
    def learn_against_a_forgery(self, door: int, identity: str) -> None:
        """Let a response contradict Redis, which then has the false source no more.

        If an earlier deletion was still waiting, it has met the forgery first.
        """
        for process in self.processes:
            process.settle()
        self.now += LOCAL  # so that no process knows anything
        self.forge(identity)
        self.learn(door, identity)
        process = self.processes[door]
        assert soon(lambda: self.has_deleted(process, identity) or self.has_truth(identity))
        facts: Any = process.shared.find(identity) or {}
        assert facts.get("source") in {None, TRUTH[identity]}
        self.repair(identity)


BOUNDS = settings(
    max_examples=effort(12, 150),
    stateful_step_count=25,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.soak
def test_no_order_makes_a_verdict_wrong_while_all_sources_are_true(redis: RedisServer) -> None:
    run_state_machine_as_test(named(partial(Fleet, redis)), settings=BOUNDS)


@pytest.mark.soak
def test_a_false_source_is_believed_no_longer_than_it_may_be(redis: RedisServer) -> None:
    run_state_machine_as_test(named(partial(LyingFleet, redis)), settings=BOUNDS)
