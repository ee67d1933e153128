"""A lookup whose facts the processes of a fleet share, in Redis."""

import asyncio
import os
import weakref
from collections.abc import Awaitable

from deploy_contract import notes
from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.ears import Reading
from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.learnable import Key, key_of
from deploy_contract.knowledge.learned import LearnedDeployments, facts_of
from deploy_contract.knowledge.redis_connection import Address, Connection
from deploy_contract.knowledge.redis_options import (
    NAMESPACE,
    require_namespace,
    require_redis,
    require_url,
)
from deploy_contract.knowledge.shared_memory import BUSY, SharedMemory
from deploy_contract.knowledge.sharing import LAST, LEASE, Link
from deploy_contract.report import Report

_DOWN = notes.note(notes.FAILED, "shared-down")


class SharedDeployments(SharedMemory):
    """A lookup that learns deployments from responses, and shares them with other processes.

    It knows the facts that any process has learned under the same namespace. Redis pushes them, so
    that a known deployment is found in the memory of this process, for `local_seconds` at most.
    A deployment that is not there is asked for once, for `timeout` seconds at most. If Redis is
    slow, down, or answers with something else, the deployment is unknown, and a note says so.

    With `learn_mutable`, a patch that passes one process invalidates the facts that may change in
    every process. They are not believed while it is uncertain that this process hears of all
    patches.

    Threads may share it. It works under ASGI and WSGI, and in each child after a fork. All callers
    of a namespace share it, so give each tenant another.

    Args:
        url: the address of Redis, such as redis://127.0.0.1:6379/0. It appears in no log.
        namespace: letters, digits, `.`, `_` and `-`; processes share facts of one namespace only.
        capacity: the greatest number of deployments, in this process and in Redis.
        seconds: how long Redis keeps facts that cannot change.
        local_seconds: how long this process believes its copy of them. A fact that somebody
            deletes in Redis is gone from every process after this time.
        fresh_seconds: how long facts that may change are believed, if they are learned.
        timeout: seconds for which a request waits for Redis at most.
        bundle: the bundle of the contract, by default the installed one. Processes that learn other
            fields share nothing.
        learn_mutable: learn facts that may change too. Set it only if each patch of a deployment
            passes a process of this namespace (`LearnedDeployments`).

    Raises:
        ContractError: an argument is wrong, or redis-py is missing (`deploy-contract[redis]`).
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
        timeout: float = 0.05,
        bundle: Bundle | None = None,
        learn_mutable: bool = False,
    ) -> None:
        require_url(url)
        require_namespace(namespace)
        if not timeout > 0:
            raise ContractError("timeout is above 0")
        bundle = bundle or Bundle.installed()
        self._timeout = timeout
        super().__init__(
            capacity, seconds, local_seconds, fresh_seconds, bundle, learn_mutable=learn_mutable
        )
        require_redis()
        prefix = f"deploy-contract:{{{namespace}}}:{self._form.fingerprint}"
        self._address = Address(url, prefix, LEASE, seconds, capacity)
        self._link = self._new_link()
        _SHARED.add(self)

    def _new_link(self) -> Link:
        address = self._address
        return Link(self, lambda: Connection(address), self._fresh_seconds)

    def begin_again(self) -> None:
        """Begin without facts, threads and connections, as a process does after a fork."""
        self._forget()
        self._link = self._new_link()

    def start(self) -> None:
        """Connect now, rather than with the first request."""
        self._link.start()

    def close(self, seconds: float = LAST) -> None:
        """Stop the threads of this process. Facts are no longer shared.

        It returns at once. Statements that wait are still sent, for `seconds` at most (1).
        """
        self._link.close(seconds)

    def wait_closed(self) -> None:
        """Wait until the statements that waited at `close` are sent, or have no more time.

        It blocks: under an event loop, call it in a thread, or wait while `closing` is True.
        Statements are lost if the process ends before. Then another process may still believe what
        a patch has changed (`fresh_seconds`).
        """
        self._link.wait_closed()

    @property
    def closing(self) -> bool:
        """True from `close` on, until statements that wait are sent or have no more time."""
        return self._link.closing

    # --- asked by requests

    def find_at_once(self, identity: str) -> Facts | None:
        """Return the facts in memory. Raises LookupError if `find` may know more."""
        found = LearnedDeployments.find(self, identity)
        if found is None or self._link.down or self.clock() >= self._fresh_until:
            raise LookupError
        return found

    def find(  # type: ignore[override]  # the answer may have to be awaited
        self, identity: str, request: Request | None = None
    ) -> Facts | Awaitable[Facts | None] | None:
        """Return the facts about a deployment, as a mapping of the caller's own.

        Without a request, it returns what is in memory. With one, it asks Redis if nothing is.
        Then it returns an awaitable if the thread runs an event loop.
        """
        found = LearnedDeployments.find(self, identity)
        if request is None:
            return found
        if self.clock() >= self._fresh_until:
            notes.add(_DOWN)
        if found is not None and not self._link.down:
            return found
        key = key_of(identity)
        if not isinstance(key, bytes):  # only uuids are shared
            return found
        self._note()
        self._link.start()
        if self._link.down:
            notes.add(_DOWN)
            return found or self._stale_facts(key)
        reading = self._reading(key)
        if reading is None:
            return self._stale_facts(key)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._waited(identity, key, reading)
        return self._awaited(identity, key, reading)

    def _reading(self, key: bytes) -> Reading | None:
        """Return the reading of a deployment, None if Redis does not know it or is too busy."""
        with self._lock:
            if key in self._absent:
                return None
            reading = self._readings.get(key)
            if reading is not None:
                return reading
            # before Redis is asked, so that it is known of each event whether it came later
            reading = self._readings[key] = Reading()
        reading.add_done_callback(lambda done: self._forget_reading(key, done))
        if self._link.ask(key, reading):
            return reading
        notes.add(BUSY)
        reading.set_result(False)
        return None

    def _forget_reading(self, key: Key, reading: Reading) -> None:
        with self._lock:
            self._overtaken.discard(reading)
            if self._readings.get(key) is reading:
                del self._readings[key]

    def _waited(self, identity: str, key: Key, reading: Reading) -> Facts | None:
        try:
            return self._result(identity, key, answered=reading.result(self._timeout))
        except TimeoutError:
            notes.add(notes.TIMEOUT)
            return self._stale_facts(key)

    async def _awaited(self, identity: str, key: Key, reading: Reading) -> Facts | None:
        try:
            async with asyncio.timeout(self._timeout):
                # other requests wait for the same answer
                answered = await asyncio.shield(asyncio.wrap_future(reading))
        except TimeoutError:
            notes.add(notes.TIMEOUT)
            return self._stale_facts(key)
        return self._result(identity, key, answered=answered)

    def _result(self, identity: str, key: Key, *, answered: bool) -> Facts | None:
        if not answered:
            notes.add(_DOWN)
        self._note()
        return LearnedDeployments.find(self, identity) or self._stale_facts(key)

    def _stale_facts(self, key: Key) -> Facts | None:
        """Return facts that cannot change, though events were missed since they were learned."""
        with self._lock:
            row = self._stale.get(key)
            if row is None or self.clock() - row[1] >= self._seconds:
                return None
        return facts_of(row, fresh=False)

    def _note(self) -> None:
        noted, self._noted = self._noted, None
        if noted is not None:
            notes.add(noted)

    # --- taught by responses

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Keep the deployments of a response, and share them; see `LearnedDeployments.learn`."""
        noted = list(super().learn(report, since, addressed))
        unread, self._noted = self._noted, None
        is_lost = self._link.down or self._link.unsent
        for text in (unread, _DOWN if is_lost else None):
            if text is not None and text not in noted:
                noted.append(text)
        return tuple(noted)


_SHARED: weakref.WeakSet[SharedDeployments] = weakref.WeakSet()


def _begin_after_fork() -> None:
    # threads and connections are the parent's, and its threads may have held the locks
    for shared in list(_SHARED):
        shared.begin_again()


os.register_at_fork(after_in_child=_begin_after_fork)
