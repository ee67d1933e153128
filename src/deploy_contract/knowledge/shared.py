"""A lookup whose facts the processes of a fleet share, in Redis."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

from deploy_contract import notes
from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import UNKNOWN, Facts
from deploy_contract.knowledge.learnable import Key, Learnable, Row, disagreement, key_of
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.redis_calls import Answers, Command, RedisCalls, is_failure
from deploy_contract.knowledge.redis_options import (
    NAMESPACE,
    SECONDS,
    require_namespace,
    require_redis,
    require_url,
)
from deploy_contract.report import Report
from deploy_contract_format.pointer import MISSING

_DOWN = notes.note(notes.FAILED, "shared-down")
_BUSY = notes.note(notes.FAILED, "shared-busy")
_UNREADABLE = notes.note(notes.FAILED, "shared-unreadable")
_AT_ONCE = 100  # deployments of one call
_LAST_SECONDS = 1.0
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
        super().__init__(
            capacity,
            min(seconds, local_seconds),
            fresh_seconds,
            clock,
            bundle,
            learn_mutable=learn_mutable,
        )
        require_redis()
        self._kind, self._source = self._sourced()
        self._prefix = f"deploy-contract:{namespace}:"
        self._kept_milliseconds = max(1, int(seconds * 1000))
        self._timeout = timeout
        self._calls = RedisCalls(url, _CALL * timeout)
        self._stated: OrderedDict[Key, float] = OrderedDict()  # when Redis had a source
        self._to_state: dict[bytes, str] = {}
        # deletions that Redis has not confirmed; the value tells one from a later one
        self._undeleted: OrderedDict[bytes, object] = OrderedDict()
        self._noted: dict[str, None] = {}  # for the next message

    def _sourced(self) -> tuple[Learnable, tuple[str, ...]]:
        """Return the kind of document that has a source, and the place of the source."""
        for places in self._places.values():
            for _, kind in places:
                if kind.source is not None and kind.source in kind.pointers:
                    return kind, kind.source
        raise ContractError("the contract lets no source be learned, so nothing can be shared")

    def close(self, seconds: float = _LAST_SECONDS) -> None:
        """Wait for the calls under way, for some seconds at most, and close the connections.

        The next request or response would open them again.
        """
        self._calls.close(seconds)

    # --- asked by requests

    def may_ask(self, identity: str) -> bool:
        """Return True if Redis is to be asked about a deployment whose source is unknown.

        It is not asked if the source was contradicted: another process may state it again by the
        response to a request of before. Only uuids are shared.
        """
        key = key_of(identity)
        if not isinstance(key, bytes):
            return False
        now, row = self.clock(), self._kept.get(key)
        if row is not None and now - row[1] < self._seconds and _source_in(row) is not None:
            return False
        return now - self._drops.last(key) >= self._seconds

    def find(  # type: ignore[override]  # the answer may have to be awaited
        self, identity: str, request: Request | None = None
    ) -> Facts | Awaitable[Facts | None] | None:
        """Return the facts about a deployment, as a mapping of the caller's own.

        Without a request, it returns the facts in memory. With one, it asks Redis if the source is
        unknown. Then it returns an awaitable if the thread runs an event loop.
        """
        found = LearnedDeployments.find(self, identity)
        if request is None:
            return found
        if self._noted:
            self._add_notes()
        key = key_of(identity)
        if not isinstance(key, bytes) or not self.may_ask(identity):
            return found
        asked = self.clock()
        read = self._send([("GET", self._name(key))], [key])
        if read is None:
            self._add_notes()
            return found
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._waited(identity, key, read, asked)
        return self._awaited(identity, key, read, asked)

    def _waited(self, identity: str, key: bytes, read: Answers, asked: float) -> Facts | None:
        try:
            self._read(key, read.result(self._timeout)[-1], asked)
        except Exception as error:
            self._calls.note(error)
            self._note(_reason(error))
        return self._result(identity)

    async def _awaited(
        self, identity: str, key: bytes, read: Answers, asked: float
    ) -> Facts | None:
        try:
            async with asyncio.timeout(self._timeout):
                answers = await asyncio.shield(asyncio.wrap_future(read))
            self._read(key, answers[-1], asked)
        except Exception as error:
            self._calls.note(error)
            self._note(_reason(error))
        return self._result(identity)

    def _result(self, identity: str) -> Facts | None:
        self._add_notes()
        return LearnedDeployments.find(self, identity)

    def _read(self, key: bytes, answer: Any, asked: float) -> None:
        """Keep the answer of Redis to a question that was asked at some time.

        Raises:
            Exception: the answer is that of a Redis that cannot answer.
        """
        source = self._source_of(answer)
        if source is None:
            return
        with self._lock:
            if asked < self._drops.last(key):
                return
            self._mark_stated(key, asked)
            row = self._row(source, asked)
            known = self._kept.get(key)
            if known is None or known[0] is not row[0] or asked - known[1] >= self._seconds:
                self._kept[key] = row
                self._trim()
                return
            noted = disagreement(known, row)  # with a response that came meanwhile
            if noted is None:
                self._kept[key] = known[:2] + tuple(map(_known, known[2:], row[2:]))
                return
            self._drop(key)
        self._note(noted)
        self._share()

    def _source_of(self, answer: Any) -> str | None:
        """Return the source that Redis has, None if it has none; raise it if it is an error."""
        if answer is None:
            return None
        if isinstance(answer, bytes):
            source = answer.decode("ascii", "replace")
            if source in self._kind.sources:
                return source
        elif is_failure(answer):
            raise answer
        self._note(_UNREADABLE)
        return None

    def _row(self, source: str, since: float) -> Row:
        kind = self._kind
        values = [source if place == self._source else MISSING for place in kind.pointers]
        return (kind, since, *values)

    # --- taught by responses

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Keep the deployments of a response, and share them; see `LearnedDeployments.learn`."""
        noted = dict.fromkeys(super().learn(report, since, addressed))
        if self._share() and self._calls.down:
            noted[_DOWN] = None
        return tuple({**noted, **dict.fromkeys(self._take_notes())})

    def discard(self, identity: str) -> None:
        """Drop all facts about a deployment, here and in Redis: some have proved to be wrong."""
        super().discard(identity)
        self._share()

    def _take_in(
        self,
        said: Mapping[Key, Row | None],
        changed: Key | None,
        since: float,
        now: float,
        noted: dict[str, None],
    ) -> None:
        super()._take_in(said, changed, since, now, noted)
        for key in said:
            row = self._kept.get(key)
            source = None if row is None else _source_in(row)
            if source is None or not isinstance(key, bytes):
                continue
            if now - self._stated.get(key, -math.inf) < self._seconds:
                continue
            self._mark_stated(key, now)
            self._to_state[key] = source

    def _mark_stated(self, key: Key, now: float) -> None:
        """Note that Redis has a source, so that it is not stated again soon. The lock is held."""
        self._stated[key] = now
        self._stated.move_to_end(key)
        while len(self._stated) > self._capacity:
            self._stated.popitem(last=False)

    def _drop(self, key: Key) -> None:
        super()._drop(key)
        self._stated.pop(key, None)
        if isinstance(key, bytes):
            self._to_state.pop(key, None)
            self._delete(key)

    def _delete(self, key: bytes) -> None:
        """Let the next call delete the source of a deployment. The lock is held."""
        self._undeleted[key] = object()
        while len(self._undeleted) > self._capacity:
            self._undeleted.popitem(last=False)

    def _share(self) -> bool:
        """Send the statements and deletions that wait; return True if there were any."""
        with self._lock:
            stated, self._to_state = list(self._to_state.items()), {}
        for start in range(0, len(stated), _AT_ONCE):
            part = dict(stated[start : start + _AT_ONCE])
            commands: list[Command] = []
            for key, source in part.items():
                name = self._name(key)
                commands.append(("SET", name, source, "NX", "PX", self._kept_milliseconds))
                commands.append(("GET", name))
            confirm = partial(self._confirm, part, self.clock())
            if self._send(commands, list(part), confirm) is None:
                self._unmark(part)
        if not stated and self._undeleted:
            self._send([], [])
            return True
        return bool(stated)

    def _confirm(self, stated: Mapping[bytes, str], begun: float, sent: Answers) -> None:
        """Compare statements with the sources in Redis. This runs when the answers are there."""
        if sent.cancelled():
            return
        try:
            answers = sent.result()[-2 * len(stated) :]
            for answer in answers[::2]:  # of SET, which fails on a replica or without memory
                self._source_of(answer if isinstance(answer, Exception) else None)
            for (key, source), answer in zip(stated.items(), answers[1::2], strict=True):
                known = self._source_of(answer)
                if known is not None and known != source:
                    now = self.clock()
                    self._note(disagreement(self._row(known, now), self._row(source, now)))
                    with self._lock:
                        self._drop(key)
        except Exception as error:
            self._calls.note(error)
            self._note(_DOWN)
            self._unmark(stated)
        with self._lock:
            for key in stated:
                if self._drops.last(key) >= begun:  # Redis may have done this after the deletion
                    self._delete(key)
            waits = bool(self._undeleted)
        if waits:
            self._share()

    def _unmark(self, stated: Iterable[Key]) -> None:
        """Note that Redis may not have some sources."""
        with self._lock:
            for key in stated:
                self._stated.pop(key, None)

    def _send(
        self, commands: list[Command], keys: list[bytes], *then: Callable[[Answers], object]
    ) -> Answers | None:
        """Send commands about some deployments, after the deletions that are not confirmed.

        So a source that this process has deleted is not read again, though Redis was down.
        """
        with self._lock:
            waiting = dict(islice(self._undeleted.items(), _AT_ONCE))
            waiting |= {key: self._undeleted[key] for key in keys if key in self._undeleted}
        deletions: list[Command] = []
        if waiting:
            deletions.append(("DEL", *map(self._name, waiting)))
        try:
            confirm = partial(self._confirm_deleted, waiting)
            sent = self._calls.send([*deletions, *commands], (confirm, *then))
        except (OSError, RuntimeError) as error:  # the system has nothing left for a thread
            self._calls.note(error)
            self._note(_DOWN)
            return None
        if sent is None:
            self._note(_BUSY)
        return sent

    def _confirm_deleted(self, waiting: Mapping[bytes, object], sent: Answers) -> None:
        if not waiting or sent.cancelled() or sent.exception():
            return
        if isinstance(sent.result()[0], Exception):
            return
        with self._lock:
            for key, number in waiting.items():
                if self._undeleted.get(key) is number:
                    del self._undeleted[key]

    def _name(self, key: bytes) -> str:
        return self._prefix + str(UUID(bytes=key))

    # --- notes

    def _note(self, text: str | None) -> None:
        if text is not None:
            self._noted[text] = None

    def _take_notes(self) -> tuple[str, ...]:
        noted, self._noted = self._noted, {}
        return tuple(noted)

    def _add_notes(self) -> None:
        for text in self._take_notes():
            notes.add(text)


def _source_in(row: Row) -> str | None:
    """Return the source that a row of facts has, None if it has none."""
    kind = row[0]
    if kind.source not in kind.pointers:
        return None
    source: Any = row[2 + kind.pointers.index(kind.source)]
    return None if source in UNKNOWN else source


def _known(value: Any, other: Any) -> Any:
    return other if value in UNKNOWN else value


def _reason(error: Exception) -> str:
    return notes.TIMEOUT if isinstance(error, TimeoutError) else _DOWN
