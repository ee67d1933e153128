"""A lookup whose facts the processes of a fleet share, in Redis."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from concurrent.futures import Future
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
from deploy_contract.knowledge.redis_calls import (
    NAMESPACE,
    SECONDS,
    Command,
    RedisCalls,
    is_failure,
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
        if request is None:
            return LearnedDeployments.find(self, identity)
        read = None
        if self.may_ask(identity):
            read = self._submit(self._read, key_of(identity), self.clock())
        if read is None:
            return self._found(identity)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._waited(identity, read)
        return self._awaited(identity, read)

    def _waited(self, identity: str, read: Future[None]) -> Facts | None:
        try:
            read.result(self._timeout)
        except Exception as error:
            self._note_failure(error)
        return self._found(identity)

    async def _awaited(self, identity: str, read: Future[None]) -> Facts | None:
        try:
            async with asyncio.timeout(self._timeout):
                await asyncio.shield(asyncio.wrap_future(read))
        except Exception as error:
            self._note_failure(error)
        return self._found(identity)

    def _found(self, identity: str) -> Facts | None:
        for text in self._take_notes():
            notes.add(text)
        return LearnedDeployments.find(self, identity)

    async def _read(self, key: bytes, asked: float) -> None:
        [answer] = await self._answers([("GET", self._name(key))], [key])
        source = self._source_of(answer)
        if source is None:
            return
        with self._lock:
            if asked < self._drops.last(key):
                return
            _remember(self._stated, key, asked, self._capacity)
            row = self._row(source, asked)
            known = self._kept.get(key, row)
            if known[0] is not row[0] or asked - known[1] >= self._seconds:
                known = row
            noted = disagreement(known, row)  # with a response that came meanwhile
            if noted is None:
                self._kept[key] = known[:2] + tuple(map(_known, known[2:], row[2:]))
                self._trim()
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

    def _keep(self, key: Key, row: Row, now: float, noted: dict[str, None]) -> None:
        super()._keep(key, row, now, noted)
        kept = self._kept.get(key)
        source = None if kept is None else _source_in(kept)
        is_stated = now - self._stated.get(key, -math.inf) < self._seconds
        if source is not None and isinstance(key, bytes) and not is_stated:
            _remember(self._stated, key, now, self._capacity)
            self._to_state[key] = source

    def _drop(self, key: Key) -> None:
        super()._drop(key)
        self._stated.pop(key, None)
        if isinstance(key, bytes):
            self._to_state.pop(key, None)
            _remember(self._undeleted, key, object(), self._capacity)

    def _share(self) -> bool:
        """Send the statements and deletions that wait; return True if there were any."""
        with self._lock:
            begun = self.clock()
            stated, self._to_state = list(self._to_state.items()), {}
        for start in range(0, len(stated), _AT_ONCE):
            part = dict(stated[start : start + _AT_ONCE])
            if self._submit(self._state, part, begun) is None:
                self._unmark(part)
        if stated or not self._undeleted:
            return bool(stated)
        self._submit(self._answers, [])
        return True

    async def _state(self, stated: Mapping[bytes, str], begun: float) -> None:
        commands: list[Command] = []
        for key, source in stated.items():
            name = self._name(key)
            commands.append(("SET", name, source, "NX", "PX", self._kept_milliseconds))
            commands.append(("GET", name))
        try:
            answers = await self._answers(commands, stated)
            for answer in answers[::2]:  # of SET, which fails on a replica or without memory
                self._source_of(answer if isinstance(answer, Exception) else None)
            for (key, source), answer in zip(stated.items(), answers[1::2], strict=True):
                known = self._source_of(answer)
                if known is not None and known != source:
                    self._note(disagreement(self._row(known, begun), self._row(source, begun)))
                    with self._lock:
                        self._drop(key)
        except Exception as error:
            self._calls.note(error)
            self._note(_DOWN)
            self._unmark(stated)
        with self._lock:
            for key in stated:
                if self._drops.last(key) >= begun:  # Redis may have done this after the deletion
                    _remember(self._undeleted, key, object(), self._capacity)
        if self._undeleted and self._calls.is_open:
            self._share()

    def _unmark(self, stated: Iterable[Key]) -> None:
        with self._lock:
            for key in stated:
                self._stated.pop(key, None)

    # --- calls

    def _submit(self, work: Callable[..., Coroutine[Any, Any, Any]], *given: Any) -> Any:
        """Return the future of a call to Redis; None if there can be none, which a note says."""
        try:
            call = self._calls.submit(work, *given)
        except (OSError, RuntimeError) as error:  # the system has nothing left for a thread
            self._calls.note(error)
            self._note(_DOWN)
            return None
        if call is None:
            self._note(_BUSY)
        return call

    async def _answers(self, commands: list[Command], keys: Iterable[bytes] = ()) -> list[Any]:
        """Send commands about some deployments, after the deletions that are not confirmed.

        So a source that this process has deleted is not read again, though Redis was down.
        """
        with self._lock:
            waiting = dict(islice(self._undeleted.items(), _AT_ONCE))
            waiting |= {key: self._undeleted[key] for key in keys if key in self._undeleted}
        if not waiting:
            return await self._calls.answers(commands)
        deletion = ("DEL", *map(self._name, waiting))
        deleted, *answers = await self._calls.answers([deletion, *commands])
        if not isinstance(deleted, Exception):
            with self._lock:
                for key, number in waiting.items():
                    if self._undeleted.get(key) is number:
                        del self._undeleted[key]
        return answers

    def _name(self, key: bytes) -> str:
        return self._prefix + str(UUID(bytes=key))

    # --- notes

    def _note(self, text: str | None) -> None:
        if text is not None:
            self._noted[text] = None

    def _note_failure(self, error: Exception) -> None:
        self._calls.note(error)
        self._note(notes.TIMEOUT if isinstance(error, TimeoutError) else _DOWN)

    def _take_notes(self) -> tuple[str, ...]:
        noted, self._noted = self._noted, {}
        return tuple(noted)


def _source_in(row: Row) -> str | None:
    kind = row[0]
    if kind.source not in kind.pointers:
        return None
    source: Any = row[2 + kind.pointers.index(kind.source)]
    return None if source in UNKNOWN else source


def _known(value: Any, other: Any) -> Any:
    return other if value in UNKNOWN else value


def _remember(kept: "OrderedDict[Any, Any]", key: Key, value: object, limit: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > limit:
        kept.popitem(last=False)
