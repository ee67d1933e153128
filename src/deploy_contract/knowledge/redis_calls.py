"""Calls to Redis from any thread, each bounded in time as a whole, and their options."""

import asyncio
import re
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, wait
from importlib import import_module, util
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from deploy_contract import logs
from deploy_contract.exceptions import ContractError
from deploy_contract.knowledge.loop_thread import LoopThread

Command: TypeAlias = tuple[str | int, ...]
_CONNECTIONS = 8
_MOST_BYTES = 16 << 20  # of one answer


NAMESPACE = "default"
SECONDS = 0.05  # that a request waits for Redis
_SCHEMES = ("redis", "rediss", "unix")
_NAMESPACE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class RedisCalls:
    """Calls that run in the event loop of one thread, which the first call starts.

    A call that takes too long is cancelled, and its connection is closed. So no peer that sends a
    byte now and then holds a thread, and no late answer is taken for that of another call.

    Args:
        url: the address of Redis. It is shown nowhere.
        seconds: seconds that a call takes at most, with connecting.

    Attributes:
        down: True if the last call failed.
    """

    def __init__(self, url: str, seconds: float) -> None:
        import_module("redis.asyncio")  # takes 0.1 s, for which no request is to wait
        self._connect: Callable[[], Any] = lambda: _client(url)
        self._seconds = seconds
        self.down = False
        self._lock = threading.Lock()
        self._thread: LoopThread | None = None
        self._client: Any = None
        self._under_way: set[Future[Any]] = set()

    def submit(self, work: Callable[..., Coroutine[Any, Any, Any]], *given: Any) -> Future[Any]:
        """Run a coroutine function in the loop. It may call `answers`.

        Raises:
            RuntimeError: the system has no thread left.
            OSError: the system has no file descriptor left.
        """
        with self._lock:
            thread = self._thread
            if thread is None or not thread.is_own:
                thread = self._start()
            call = asyncio.run_coroutine_threadsafe(work(*given), thread.loop)
            self._under_way.add(call)
        call.add_done_callback(self._under_way.discard)
        return call

    @property
    def is_open(self) -> bool:
        """True from the first call until `close`."""
        return self._thread is not None

    def close(self, seconds: float) -> None:
        """Wait for the calls under way, for some seconds at most; then close the connections."""
        until = time.monotonic() + seconds
        while self._under_way and time.monotonic() < until:
            wait(list(self._under_way), until - time.monotonic())
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            thread.stop(self._seconds)

    def _start(self) -> LoopThread:
        """Start the thread. The lock is held."""
        self._under_way = set()
        self._client = self._connect()
        self._thread = LoopThread("deploy-contract redis", self._client.aclose)
        return self._thread

    async def answers(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands in one round trip. Return their answers, of which some are exceptions.

        It raises whatever redis-py raises, and TimeoutError if the call takes too long.
        """
        async with (
            asyncio.timeout(self._seconds),
            self._client.pipeline(transaction=False) as pipeline,
        ):
            for command in commands:
                pipeline.execute_command(*command)
            answers: list[Any] = await pipeline.execute(raise_on_error=False)
        self.down = self.down and any(map(is_failure, answers))
        return answers

    def note(self, error: Exception) -> None:
        """Note that Redis failed, and log the first failure after a success."""
        if not self.down:
            logs.unexpected("sharing of knowledge", error)
        self.down = True


def is_failure(answer: object) -> bool:
    """Return True if an answer is an error of Redis rather than of one key."""
    return isinstance(answer, Exception) and not str(answer).startswith("WRONGTYPE")


def _client(url: str) -> Any:
    from redis.asyncio import BlockingConnectionPool, Connection, Redis
    from redis.asyncio.connection import parse_url
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    given: dict[str, Any] = {**parse_url(url)}
    kind: Any = given.pop("connection_class", Connection)  # TCP, TLS or a Unix socket

    class Bounded(kind):  # type: ignore[misc]
        """A connection that refuses a long answer as soon as its length is announced."""

        def set_parser(self, parser: Any) -> None:
            super().set_parser(_bounded(parser))

    options = {
        "socket_timeout": None,  # a call has one limit, whatever it waits for
        "socket_connect_timeout": None,
        "timeout": None,  # for a free connection
        "max_connections": _CONNECTIONS,
        "retry": Retry(NoBackoff(), 0),
        "decode_responses": False,
        "protocol": 2,  # whose replies have one form in all versions of redis-py
    }
    return Redis.from_pool(BlockingConnectionPool(connection_class=Bounded, **given | options))


def _bounded(parser: Any) -> Any:
    from redis.exceptions import InvalidResponse

    class BoundedParser(parser):  # type: ignore[misc]
        async def _read(self, length: int) -> bytes:
            if length > _MOST_BYTES:
                raise InvalidResponse("too long")
            data: bytes = await super()._read(length)
            return data

    return BoundedParser


def require_url(url: object) -> None:
    """Raise ContractError if a URL is not one of Redis. The message does not repeat it."""
    fault = "the URL of Redis must be redis://, rediss:// or unix://, as redis-py takes it"
    try:
        parts = urlsplit(url) if isinstance(url, str) else None
        right = parts is not None and parts.scheme in _SCHEMES and parts.port != 0
        is_local = parts is not None and parts.scheme == "unix"
        place = parts is not None and (parts.path if is_local else parts.hostname)
    except ValueError:
        right = False
    if not right or not place:
        raise ContractError(fault)


def require_namespace(namespace: object) -> None:
    """Raise ContractError if a name is not that of a namespace."""
    if not isinstance(namespace, str) or not _NAMESPACE.fullmatch(namespace):
        raise ContractError(
            "the namespace has 1 to 64 letters, digits, dots, underscores and dashes"
        )


def require_redis() -> None:
    """Raise ContractError if redis-py is not installed."""
    if util.find_spec("redis") is None:
        raise ContractError(
            "shared knowledge needs the extra [redis]: pip install 'deploy-contract[redis]'"
        )
