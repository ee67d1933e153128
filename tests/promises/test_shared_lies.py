"""A Redis that is slow, trickles, breaks off, or answers with anything: no verdict is late or wrong, no thread hangs, memory stays, and a note says so."""

import logging
import resource
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain, cycle, repeat
from socketserver import BaseRequestHandler, ThreadingTCPServer

import pytest

from deploy_contract import notes
from deploy_contract.knowledge import SharedDeployments
from tests.support.applications import ID, OTHER
from tests.support.effort import effort
from tests.support.gateways import PATIENCE, soon
from tests.support.lookups import threads_of
from tests.support.redis_server import RedisServer
from tests.support.shared_facts import CANARY, LASTING, SHARED, asked, key, said

TIMEOUT = 0.05
UNKNOWN = str(uuid.UUID(int=1))
LATEST = 3.0  # seconds that a test allows for it: the machine may be busy
SECONDS = effort(0.3, 1.5)
# what is sent in place of a chunk: bytes, pauses in seconds, and None where the connection breaks off
Change = Callable[[bytes], Iterable[bytes | float | None]]


class Liar(ThreadingTCPServer):
    """A proxy before Redis that changes each chunk of its answers, once `lies` is set."""

    daemon_threads, block_on_close = True, False

    def __init__(self, port: int, change: Change) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.target, self.change = port, change
        self.lies = threading.Event()
        self.lied = 0
        self.url = f"redis://127.0.0.1:{self.server_address[1]}/0"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Passing(BaseRequestHandler):
    """A connection through the proxy. It ends when its client closes it."""

    server: Liar

    def handle(self) -> None:
        liar, near = self.server, self.request
        with suppress(OSError), socket.create_connection(("127.0.0.1", liar.target)) as far:
            threading.Thread(target=_pass, args=(near, far), daemon=True).start()
            while chunk := far.recv(1 << 16):
                is_lie = liar.lies.is_set()
                liar.lied += is_lie
                for part in liar.change(chunk) if is_lie else [chunk]:
                    if part is None:
                        return
                    if isinstance(part, float):
                        time.sleep(part)
                    else:
                        near.sendall(part)


def _pass(near: socket.socket, far: socket.socket) -> None:
    with suppress(OSError):
        while chunk := near.recv(1 << 16):
            far.sendall(chunk)
        far.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads from it


ANSWERS: dict[str, bytes] = {
    "loading": b"-LOADING Redis is loading the dataset in memory\r\n", "moved": b"-MOVED 1 127.0.0.1:1\r\n", "canary": f"-{CANARY}\r\n".encode(),
    "null": b"$-1\r\n", "nested": b"*1\r\n" * 100_000, "long array": b"*2147483647\r\n",
    "map": b"%1\r\n+server\r\n+redis\r\n", "two answers": b":1\r\n:2\r\n" * 1000,
}  # fmt: skip
LIES: dict[str, Change] = {
    "an answer late by 10 ms": lambda chunk: [0.01, chunk],
    "an answer late by 5 s": lambda chunk: [5.0, chunk],
    "a byte each 100 ms": lambda chunk: [part for one in chunk for part in (bytes([one]), 0.1)],
    "half an answer": lambda chunk: [chunk[: len(chunk) // 2], None],
    "bytes without end in a long bulk": lambda _: chain(
        [b"$536870912\r\n"], repeat(bytes(1 << 16))
    ),
    "a line, byte by byte": lambda _: chain([b"+"], cycle([b"x", 0.08])),
    **{name: lambda _, said=said: [said] for name, said in ANSWERS.items()},  # type: ignore[misc]
}
HARMLESS = ("an answer late by 10 ms", "null")


@contextmanager
def lying(redis: RedisServer, change: Change) -> Iterator[tuple[SharedDeployments, Liar]]:
    """Yield a lookup that knows a deployment, over a proxy that will lie."""
    with (
        closing(Liar(redis.port, change)) as liar,
        closing(SharedDeployments(liar.url, timeout=TIMEOUT)) as shared,
    ):

        def taught() -> bool:
            shared.learn(said())
            asked(shared, UNKNOWN)
            return bool(asked(shared) == (LASTING, []) and redis.client.get(key()))

        assert soon(taught)
        redis.client.set(key(OTHER), "codehost")
        yield shared, liar


@pytest.mark.soak
@pytest.mark.promise(1, 5, 30)
@pytest.mark.parametrize("name", LIES)
def test_whatever_redis_says_no_verdict_is_wrong_or_late(
    name: str, redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "deploy_contract")
    with lying(redis, LIES[name]) as (shared, liar):
        liar.lies.set()
        begun, noted, threads = time.monotonic(), set[str](), threads_of("redis")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        def is_shown() -> bool:
            return bool(liar.lied and (noted or name in HARMLESS))

        while time.monotonic() < begun + SECONDS or not (
            is_shown() or time.monotonic() > begun + PATIENCE
        ):
            for identity in (ID, OTHER, UNKNOWN):
                started = time.monotonic()
                found, more = asked(shared, identity)
                assert time.monotonic() - started < LATEST
                noted.update(more)
                known = {ID: (LASTING,), OTHER: (SHARED, None), UNKNOWN: (None,)}
                assert found in known[identity]
            noted.update(shared.learn(said(str(uuid.uuid4()))))
            time.sleep(0.01)
        assert is_shown()
        assert all(notes.labels(text)[0] in (notes.FAILED, notes.TIMEOUT) for text in noted)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown < 200_000, "KiB"
        assert threads_of("redis") <= threads
        liar.lies.clear()
        assert soon(lambda: asked(shared, OTHER) == (SHARED, []))
    assert CANARY not in caplog.text


@pytest.mark.promise(30)
def test_a_process_ends_its_thread_though_redis_trickles(redis: RedisServer) -> None:
    before = threads_of("redis")
    with lying(redis, LIES["a line, byte by byte"]) as (shared, liar):
        liar.lies.set()
        shared.discard(ID)
        assert soon(lambda: liar.lied)
    assert soon(lambda: threads_of("redis") <= before)
