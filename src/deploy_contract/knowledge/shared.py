"""A lookup that shares sources of deployments between processes, through Redis."""

import asyncio
import math
import time
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Future
from itertools import islice
from typing import Any
from uuid import UUID

from deploy_contract import logs, notes
from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import UNKNOWN, Facts, contradiction, merge_facts, nested
from deploy_contract.knowledge.learnable import Key, key_of
from deploy_contract.knowledge.learned import LearnedDeployments, Statement
from deploy_contract.knowledge.loop_thread import LAST_SECONDS, LoopThread
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
_AT_ONCE = 100  # the greatest number of deletions in one call
# the pause after a call without an answer, since such a call costs more than many verdicts
_PAUSE_SECONDS = 0.05
# The time limit of a call, as a multiple of `timeout`. It leaves time to make a slow connection.
_CALL_FACTOR = 4


class SharedDeployments(LearnedDeployments):
    """A lookup that learns deployments from responses, and shares their sources in Redis.

    The source of a deployment cannot change after creation. So processes share only sources. If
    this process does not know a source, it reads the source from Redis in one round trip. If Redis
    is slow or down, or its text is not a source, the deployment is unknown, and a note is added.

    If Redis and a response differ on a source, this process deletes both sources, and adds a note.
    After that, it does not read the source of that deployment from Redis for `local_seconds`.

    Threads may share the lookup. It works under ASGI and WSGI, and in each child after a fork. All
    callers of a namespace share the sources, so give each tenant its own namespace.

    Args:
        url: the address of Redis, such as redis://127.0.0.1:6379/0. It appears in no log.
        namespace: letters, digits, `.`, `_` and `-`; processes share facts of one namespace only.
        capacity: the greatest number of deployments in this process.
        seconds: how long Redis keeps a source.
        local_seconds: how long this process uses its copy of a source. If somebody deletes a
            source in Redis, every process drops it after this time, unless a response states it
            again.
        fresh_seconds: as for `LearnedDeployments`.
        timeout: the longest time that a request waits for Redis, in seconds.
        clock: returns seconds from any start.
        bundle: the bundle of the contract, by default the installed one.
        learn_mutable: as for `LearnedDeployments`. Facts that may change are never shared.

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
            raise ContractError("timeout and seconds must be above 0")
        local = min(seconds, local_seconds)
        super().__init__(capacity, local, fresh_seconds, clock, bundle, learn_mutable=learn_mutable)
        require_redis()  # no request should wait for the import
        sourced = [kind for kind in self._kinds if kind.source in kind.pointers]
        if not sourced:
            raise ContractError("the contract allows no source to be learned or shared")
        self._source: Any = sourced[0].source  # the place of the source in a deployment
        self._sources = sourced[0].sources
        self._prefix = f"deploy-contract:{namespace}:"
        self._kept_milliseconds = max(1, int(seconds * 1000))
        self._timeout = timeout
        # the URL may hold a password, so it is in no attribute
        self._thread = LoopThread("deploy-contract redis", lambda: redis_client(url))
        weakref.finalize(self, self._thread.close, 0)
        self._is_down = False  # the last call failed
        self._pauses_until = -math.inf
        self._to_share: OrderedDict[bytes, None] = OrderedDict()
        # keys to delete, until Redis confirms; each deletion has a new object as its value
        self._undeleted: OrderedDict[bytes, object] = OrderedDict()
        self._noted: dict[str, None] = {}  # notes for the next message

    def close(self, seconds: float = LAST_SECONDS) -> None:
        """Wait for the calls under way, but no longer than `seconds`. Then close the connections.

        A later request or response opens the connections again.
        """
        self._thread.close(seconds)

    # --- lookups of requests

    def may_ask(self, identity: str) -> bool:
        """Return True if `find` would ask Redis about a deployment.

        This needs an id that is a uuid and a source that is unknown. After a contradiction, `find`
        does not ask for `local_seconds`, because another process may write the wrong source again.
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
        """Return the facts about a deployment, as a new mapping.

        If the source is unknown and a request is given, ask Redis for the source. In a thread that
        runs an event loop, the result is then an awaitable. Without a request, return the facts in
        memory.
        """
        if request is None:
            return LearnedDeployments.find(self, identity)
        key: Any = key_of(identity)  # bytes, if `may_ask` returns True
        read = self._submit(key) if self.may_ask(identity) else None
        if read is None:
            return self._found(identity)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._found(identity, read, self._timeout)
        return self._awaited(identity, read)

    async def _awaited(self, identity: str, read: Future[None]) -> Facts | None:
        answered = asyncio.wrap_future(read)
        # asyncio would log an exception that comes too late for `_found`
        answered.add_done_callback(lambda late: late.cancelled() or late.exception())
        await asyncio.wait([answered], timeout=self._timeout)
        return self._found(identity, read)

    def _found(
        self, identity: str, read: Future[None] | None = None, seconds: float = 0.0
    ) -> Facts | None:
        """Wait for Redis, but no longer than `seconds`. Return the facts in memory."""
        try:
            if read is not None:
                read.result(seconds)
        except Exception as error:
            self._note_down(error)
        for text in self._take_notes():
            notes.add(text)
        return LearnedDeployments.find(self, identity)

    # --- learning from responses

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Keep the deployments of a response, and share them; see `LearnedDeployments.learn`.

        After every response, even one without facts, the waiting sources and deletions are sent.
        """
        noted = super().learn(report, since, addressed)
        if self._share() and self._is_down:
            self._noted[_DOWN] = None
        return tuple(dict.fromkeys((*noted, *self._take_notes())))

    def _merge(self, by_key: Mapping[Key, Facts | None], *given: Any) -> None:
        super()._merge(by_key, *given)
        now = self.clock()
        for key in by_key:
            kept = self._kept.get(key)
            if not kept or now - kept.shared_at < self._seconds:
                continue
            if isinstance(key, bytes) and self._source_of(key, now):
                kept.shared_at = now
                _remember(self._to_share, key, None, self._capacity)

    def discard(self, identity: str) -> None:
        """Drop all facts about a deployment, here and in Redis, because one is wrong."""
        super().discard(identity)
        self._share()

    def _drop(self, key: Key) -> None:
        super()._drop(key)
        if isinstance(key, bytes):
            _remember(self._undeleted, key, object(), self._capacity)

    # --- calls to Redis

    def _share(self) -> bool:
        """Send the waiting sources and deletions to Redis. Return False if nothing waits."""
        if waits := bool(self._to_share or self._undeleted):
            self._submit()
        return waits

    def _submit(self, *wanted: bytes) -> Future[None] | None:
        """Begin a call to Redis, and return its future.

        Return None, with a note, if no call is possible: during the pause after a call without an
        answer, or if the system lacks a thread or file descriptor.
        """
        if self._is_down and time.monotonic() < self._pauses_until:
            self._noted[_DOWN] = None
            return None
        try:
            return self._thread.submit(self._round_trip, *wanted)
        except (OSError, RuntimeError) as error:  # no thread or file descriptor is left
            self._note_down(error)
            return None

    async def _round_trip(self, *wanted: bytes) -> None:
        """Send the waiting deletions and sources, and read sources, in one round trip.

        A deletion is sent again until Redis confirms it. So this process never reads a source that
        it has deleted, even if Redis was down at the time of the deletion.
        """
        with self._lock:
            begun = self.clock()
            known = {key: self._source_of(key, begun) for key in self._to_share}
            shared = {key: source for key, source in known.items() if source}
            self._to_share.clear()
            keys = [*shared, *wanted]
            deleted = dict(islice(self._undeleted.items(), _AT_ONCE))
            deleted |= {key: self._undeleted[key] for key in keys if key in self._undeleted}
        commands: list[tuple[str | int, ...]] = []
        if deleted:
            commands.append(("DEL", *map(self._name, deleted)))
        for key, source in shared.items():
            commands.append(("SET", self._name(key), source, "NX", "PX", self._kept_milliseconds))
        reads = [("GET", self._name(key)) for key in keys]
        answers: list[Any] = []
        if not commands and not reads:
            return  # an earlier call has sent everything
        try:
            answers = await self._answers([*commands, *reads])
            written, read = answers[: len(commands)], answers[len(commands) :]
            is_deleted = not isinstance(answers[0], Exception)  # deletions are the first command
            with self._lock:
                for key, deletion in deleted.items():
                    if self._undeleted.get(key) is deletion and is_deleted:
                        del self._undeleted[key]
            for key, answer in zip(keys, read, strict=True):
                self._keep_answer(key, answer, shared.get(key), begun)
            for answer in written:  # a replica, or a full Redis, refuses to write
                if isinstance(answer, Exception):
                    raise answer
        except Exception as error:
            if not answers:
                self._pauses_until = time.monotonic() + _PAUSE_SECONDS
            self._note_down(error, adds_note=bool(shared))
            with self._lock:
                for kept in filter(None, map(self._kept.get, shared)):
                    kept.shared_at = -math.inf
            raise
        finally:
            self._delete_again(keys, begun)

    async def _answers(self, commands: Sequence[tuple[str | int, ...]]) -> list[Any]:
        """Send commands in one round trip, and return the answers. An answer may be an exception.

        If the answers take too long, the connection is closed. So a late answer cannot be taken for
        the answer to a later command.
        """
        async with (
            asyncio.timeout(_CALL_FACTOR * self._timeout),
            self._thread.resource.pipeline(transaction=False) as pipeline,
        ):
            for command in commands:
                pipeline.execute_command(*command)
            answers: list[Any] = await pipeline.execute(raise_on_error=False)
        self._is_down = self._is_down and any(map(is_failure, answers))
        return answers

    def _keep_answer(self, key: bytes, answer: Any, shared: str | None, begun: float) -> None:
        """Keep the source of a deployment from an answer of Redis. `shared` is the source sent.

        Raise the answer if it is an error. If the source contradicts a known source, drop both.
        """
        if is_failure(answer):
            raise answer
        source = answer.decode("ascii", "replace") if isinstance(answer, bytes) else None
        if source not in self._sources:
            if isinstance(answer, bytes | Exception):  # the key has another value
                self._delete_unreadable(key)
            return
        facts = nested([(self._source, source)])
        with self._lock:
            if begun <= self._drops.last(key):  # Redis may have read the source before the drop
                return
            kept = self._kept.get(key)
            if kept is None or begun - kept.since >= self._seconds:
                kept = Statement(begun, {})
            known = kept.facts if shared is None else nested([(self._source, shared)])
            noted = contradiction(known, facts, self._lasting)
            if noted is None:
                kept.facts, kept.shared_at = merge_facts(facts, kept.facts), begun
                self._kept[key] = kept
                self._evict(begun)
                return
            self._drop(key)
        self._noted[noted] = None

    def _delete_unreadable(self, key: bytes) -> None:
        """Delete a value of Redis that is not a source. A response may then state the source."""
        with self._lock:
            _remember(self._undeleted, key, object(), self._capacity)
            kept = self._kept.get(key)
            if kept is not None:
                kept.shared_at = -math.inf
        self._noted[_UNREADABLE] = None

    def _delete_again(self, keys: Sequence[bytes], begun: float) -> None:
        """Delete again the sources that were dropped during a call.

        The call may have written such a source to Redis after its deletion.
        """
        with self._lock:
            for key in keys:
                if self._drops.last(key) >= begun:
                    _remember(self._undeleted, key, object(), self._capacity)
        if keys and self._undeleted and self._thread.is_open:
            self._share()

    def _name(self, key: bytes) -> str:
        return self._prefix + str(UUID(bytes=key))

    # --- notes, for the next message

    def _note_down(self, error: Exception, *, adds_note: bool = True) -> None:
        """Note that Redis failed, and log the first failure after a success."""
        if not self._is_down:
            logs.unexpected("sharing of knowledge", error)
        self._is_down = True
        if adds_note:
            self._noted[_DOWN] = None

    def _take_notes(self) -> tuple[str, ...]:
        noted, self._noted = self._noted, {}
        return tuple(noted)


def _remember(kept: "OrderedDict[bytes, Any]", key: bytes, value: object, limit: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > limit:
        kept.popitem(last=False)
