"""A lookup whose facts the processes of a fleet share, in Redis."""

import asyncio
import math
import time
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from importlib import import_module
from itertools import islice
from typing import Any
from uuid import UUID

from deploy_contract import logs, notes
from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import (
    UNKNOWN,
    Facts,
    contradiction,
    merge_facts,
    nested,
)
from deploy_contract.knowledge.learnable import Key, key_of
from deploy_contract.knowledge.learned import LearnedDeployments, Statement
from deploy_contract.knowledge.loop_thread import LoopThread
from deploy_contract.knowledge.redis_calls import (
    NAMESPACE,
    SECONDS,
    is_failure,
    redis_client,
    require_namespace,
    require_redis,
    require_url,
)
from deploy_contract.report import Report
from deploy_contract_format.pointer import find

_DOWN = notes.note(notes.FAILED, "shared-down")
_UNREADABLE = notes.note(notes.FAILED, "shared-unreadable")
_AT_ONCE = 100  # deletions of one call
_LAST_SECONDS = 1.0
_PAUSE_SECONDS = 0.05  # after a call without an answer: it costs more than many verdicts
_CALL = 4  # times the wait of a request that a call may take, so that a connection is made at last


class SharedDeployments(LearnedDeployments):
    """A lookup that learns deployments from responses, and shares their sources in Redis.

    The source of a deployment cannot change after creation. So processes share it, and nothing
    else. A source that this process does not know is read from Redis in one round trip. If Redis
    is slow, down, or answers with something else, the deployment is unknown, and a note says so.

    If Redis has another source than a response, both are deleted, and a note says so. After that,
    this process does not read the source of that deployment from Redis for `local_seconds`.

    Threads may share it. It works under ASGI and WSGI, and in each child after a fork. All callers
    of a namespace share it, so give each tenant another.

    Args:
        url: the address of Redis, such as redis://127.0.0.1:6379/0. It appears in no log.
        namespace: letters, digits, `.`, `_` and `-`; processes share facts of one namespace only.
        capacity: the greatest number of deployments in this process.
        seconds: how long Redis keeps a source.
        local_seconds: how long this process believes its copy. A source that somebody deletes in
            Redis is gone from every process after this time, unless a response states it again.
        fresh_seconds: as for `LearnedDeployments`.
        timeout: seconds for which a request waits for Redis at most.
        clock: returns seconds from any start.
        bundle: the bundle of the contract, by default the installed one.
        learn_mutable: as for `LearnedDeployments`. Facts that may change are never shared. Set it
            only if each patch of a deployment passes this process.

    Raises:
        ContractError: an argument is wrong, the contract lets no source be learned, or redis-py
            is missing (`deploy-contract[redis]`).
    """

    def __init__(
        self,
        url: str,
        namespace: str = NAMESPACE,
        *,
        capacity: int = 100_000,
        seconds: float = 3600.0,
        local_seconds: float = 60.0,
        fresh_seconds: float = 30.0,
        timeout: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
        bundle: Bundle | None = None,
        learn_mutable: bool = False,
    ) -> None:
        require_url(url)
        require_namespace(namespace)
        if not timeout > 0 or not seconds > 0:
            raise ContractError("timeout and seconds are above 0")
        local = min(seconds, local_seconds)
        super().__init__(capacity, local, fresh_seconds, clock, bundle, learn_mutable=learn_mutable)
        require_redis()
        learnable = [kind for places in self._places.values() for _, kind in places]
        sourced = [kind for kind in learnable if kind.source in kind.pointers]
        if not sourced:
            raise ContractError("the contract lets no source be learned, so nothing can be shared")
        self._source: Any = sourced[0].source  # the place of the source in a deployment
        self._sources = sourced[0].sources
        self._prefix = f"deploy-contract:{namespace}:"
        self._kept_milliseconds = max(1, int(seconds * 1000))
        self._timeout = timeout
        import_module("redis.asyncio")  # takes 0.1 s, for which no request is to wait
        # no attribute shows the URL
        self._thread = LoopThread("deploy-contract redis", lambda: redis_client(url))
        weakref.finalize(self, self._thread.close, 0)
        self._is_down = False  # the last call failed
        self._pauses_until = -math.inf
        self._stated: OrderedDict[Key, float] = OrderedDict()  # when Redis had a source
        self._to_state: OrderedDict[bytes, None] = OrderedDict()
        # deletions that Redis has not confirmed; the value tells one from a later one
        self._undeleted: OrderedDict[bytes, object] = OrderedDict()
        self._noted: dict[str, None] = {}  # for the next message

    def close(self, seconds: float = _LAST_SECONDS) -> None:
        """Wait for the calls under way, for some seconds at most, and close the connections.

        The next request or response would open them again.
        """
        self._thread.close(seconds)

    # --- asked by requests

    def may_ask(self, identity: str) -> bool:
        """Return True if Redis is to be asked about a deployment whose source is unknown.

        It is not asked if the source was contradicted: another process may state it again by the
        response to a request of before. Only uuids are shared.
        """
        key = key_of(identity)
        if not isinstance(key, bytes):
            return False
        now = self.clock()
        return not self._source_of(key, now) and now - self._drops.last(key) >= self._seconds

    def _source_of(self, key: Key, now: float) -> str | None:
        kept = self._kept.get(key)
        if kept is None or now - kept.since >= self._seconds:
            return None
        source: Any = find(kept.facts, self._source)
        return None if source in UNKNOWN else source

    def find(  # type: ignore[override]  # the answer may have to be awaited
        self, identity: str, request: Request | None = None
    ) -> Facts | Awaitable[Facts | None] | None:
        """Return the facts about a deployment, as a mapping of the caller's own.

        Without a request, it returns the facts in memory. With one, it asks Redis if the source is
        unknown. Then it returns an awaitable if the thread runs an event loop.
        """
        if request is None:
            return LearnedDeployments.find(self, identity)
        key, read = key_of(identity), None
        if isinstance(key, bytes) and self.may_ask(identity):
            read = self._submit(key)
        if read is None:
            return self._found(identity)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._found(identity, read, self._timeout)
        return self._awaited(identity, read)

    async def _awaited(self, identity: str, read: Future[None]) -> Facts | None:
        try:
            with suppress(Exception):  # which is noted below
                async with asyncio.timeout(self._timeout):
                    await asyncio.shield(asyncio.wrap_future(read))
        except asyncio.CancelledError:
            if not read.cancelled():  # by `close`, which is noted below too
                raise
        return self._found(identity, read)

    def _found(
        self, identity: str, read: Future[None] | None = None, seconds: float = 0.0
    ) -> Facts | None:
        """Return the facts in memory after Redis was read, for which it waits some seconds."""
        try:
            if read is not None:
                read.result(seconds)
        except Exception as error:
            self._note_down(error)
            self._note(notes.TIMEOUT if isinstance(error, TimeoutError) else _DOWN)
        for text in self._take_notes():
            notes.add(text)
        return LearnedDeployments.find(self, identity)

    # --- taught by responses

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Keep the deployments of a response, and share them; see `LearnedDeployments.learn`."""
        noted = super().learn(report, since, addressed)
        if self._share() and self._is_down:
            self._note(_DOWN)
        return tuple(dict.fromkeys((*noted, *self._take_notes())))

    def discard(self, identity: str) -> None:
        """Drop all facts about a deployment, here and in Redis: some have proved to be wrong."""
        super().discard(identity)
        self._share()

    def _keep(self, key: Key, told: Statement, now: float, noted: dict[str, None]) -> None:
        super()._keep(key, told, now, noted)
        is_stated = now - self._stated.get(key, -math.inf) < self._seconds
        if isinstance(key, bytes) and not is_stated and self._source_of(key, now):
            _remember(self._stated, key, now, self._capacity)
            _remember(self._to_state, key, None, self._capacity)

    def _drop(self, key: Key) -> None:
        super()._drop(key)
        self._stated.pop(key, None)
        if isinstance(key, bytes):
            _remember(self._undeleted, key, object(), self._capacity)

    # --- said to Redis

    def _share(self) -> bool:
        """Send the statements and deletions that wait; return True if there were any."""
        waits = bool(self._to_state or self._undeleted)
        if waits:
            self._submit()
        return waits

    def _submit(self, *wanted: bytes) -> Future[None] | None:
        """Return the future of a call to Redis; None if there can be none, which a note says.

        There is none for a moment after one got no answer.
        """
        if self._is_down and time.monotonic() < self._pauses_until:
            self._note(_DOWN)
            return None
        try:
            return self._thread.submit(self._exchange, *wanted)
        except (OSError, RuntimeError) as error:  # the system has nothing left for a thread
            self._note_down(error)
            self._note(_DOWN)
            return None

    async def _exchange(self, *wanted: bytes) -> None:
        """Send the deletions and statements that wait, and read sources, in one round trip.

        A deletion waits until it is confirmed. So a source that this process has deleted is not
        read again, though Redis was down.
        """
        with self._lock:
            begun = self.clock()
            known = {key: self._source_of(key, begun) for key in self._to_state}
            stated = {key: source for key, source in known.items() if source}
            self._to_state.clear()
            keys = [*stated, *wanted]
            deleted = dict(islice(self._undeleted.items(), _AT_ONCE))
            deleted |= {key: self._undeleted[key] for key in keys if key in self._undeleted}
        commands: list[tuple[str | int, ...]] = []
        if deleted:
            commands.append(("DEL", *map(self._name, deleted)))
        for key, source in stated.items():
            commands.append(("SET", self._name(key), source, "NX", "PX", self._kept_milliseconds))
        reads = [("GET", self._name(key)) for key in keys]
        answers: list[Any] = []
        if not commands and not reads:
            return  # a call before has sent all
        try:
            answers = await self._answers([*commands, *reads])
            changed, read = answers[: len(commands)], answers[len(commands) :]
            with self._lock:
                for key, number in deleted.items():
                    if self._undeleted.get(key) is number and not isinstance(answers[0], Exception):
                        del self._undeleted[key]
            for key, answer in zip(keys, read, strict=True):
                self._hear(key, answer, stated.get(key), begun)
            for answer in changed:  # a replica, or a Redis without memory, refuses them
                if isinstance(answer, Exception):
                    raise answer
        except Exception as error:
            if not answers:
                self._pauses_until = time.monotonic() + _PAUSE_SECONDS
            self._note_down(error)
            if stated:
                self._note(_DOWN)
            with self._lock:
                for key in stated:
                    self._stated.pop(key, None)
            raise
        finally:
            self._delete_again(keys, begun)

    async def _answers(self, commands: Sequence[tuple[str | int, ...]]) -> list[Any]:
        """Return the answers to commands in one round trip, of which some are exceptions.

        If it takes too long, it closes the connection. So no late answer is taken for another.
        """
        async with (
            asyncio.timeout(_CALL * self._timeout),
            self._thread.resource.pipeline(transaction=False) as pipeline,
        ):
            for command in commands:
                pipeline.execute_command(*command)
            answers: list[Any] = await pipeline.execute(raise_on_error=False)
        self._is_down = self._is_down and any(map(is_failure, answers))
        return answers

    def _hear(self, key: bytes, answer: Any, stated: str | None, begun: float) -> None:
        """Take in the source that Redis has of a deployment. Raise its answer if it is an error."""
        if is_failure(answer):
            raise answer
        source = answer.decode("ascii", "replace") if isinstance(answer, bytes) else None
        if source not in self._sources:
            if answer is not None:
                self._note(_UNREADABLE)
            return
        facts = nested([(self._source, source)])
        with self._lock:
            if begun <= self._drops.last(key):  # at one time: it may have been read before
                return
            _remember(self._stated, key, begun, self._capacity)
            kept = self._kept.get(key)
            if kept is None or begun - kept.since >= self._seconds:
                kept = Statement(begun, {})
            known = kept.facts if stated is None else nested([(self._source, stated)])
            noted = contradiction(known, facts, self._lasting)
            if noted is None:
                self._kept[key] = kept._replace(facts=merge_facts(facts, kept.facts))
                self._trim()
                return
            self._drop(key)
        self._note(noted)

    def _delete_again(self, keys: Sequence[bytes], begun: float) -> None:
        """Delete what was dropped meanwhile: Redis may have stated it after the deletion."""
        with self._lock:
            for key in keys:
                if self._drops.last(key) >= begun:
                    _remember(self._undeleted, key, object(), self._capacity)
        if keys and self._undeleted and self._thread.is_open:
            self._share()

    def _name(self, key: bytes) -> str:
        return self._prefix + str(UUID(bytes=key))

    # --- notes, for the next message

    def _note_down(self, error: Exception) -> None:
        """Note that Redis failed, and log the first failure after a success."""
        if not self._is_down:
            logs.unexpected("sharing of knowledge", error)
        self._is_down = True

    def _note(self, text: str) -> None:
        self._noted[text] = None

    def _take_notes(self) -> tuple[str, ...]:
        noted, self._noted = self._noted, {}
        return tuple(noted)


def _remember(kept: "OrderedDict[Any, Any]", key: Key, value: object, limit: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > limit:
        kept.popitem(last=False)
