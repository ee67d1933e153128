"""Many clients, and an upstream that is slow, closes, lies and talks garbage.

No request hangs, and nothing is left over.
"""

import http.client
import os
import random
import socket
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.gateways import (
    DEPLOYMENT,
    JSON,
    PATH,
    Gateway,
    Got,
    Upstream,
    answer,
    running,
    soon,
)

SECONDS = 30.0
CLIENTS = 12
LONGEST = 4.0  # seconds that an answer may take: those of upstream and of waiting for a place, and a busy machine's
CHUNKED = f"HTTP/1.1 200 OK\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n".encode()
# behaviour of upstream: its weight, what it sends, and whether the connection stays open
FAULTS: dict[str, tuple[int, bytes, bool]] = {
    "slow": (6, answer(), True),
    "late": (1, b"", False),
    "closed": (4, b"", False),
    "reset": (4, b"", False),
    "garbage": (4, b"\0\xff garbage\r\n\r\n", False),
    "cut": (4, answer()[:-20], False),
    "cut chunks": (4, CHUNKED + b'5\r\n{"a":\r\n', False),
    "bad chunk": (3, CHUNKED + b"3\r\nabc\r\nzz\r\n", False),
    "bad head": (3, b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", False),
    "two lengths": (3, b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk", False),
    "wrong body": (6, answer(DEPLOYMENT.replace(b"READY", b"WRONG")), True),
    "no JSON": (4, answer(b"<html>"), True),
    "early hints": (4, b"HTTP/1.1 103 Early Hints\r\n\r\n" + answer(), True),
    "fine": (50, answer(), True),
}  # fmt: skip
WEIGHTS = [weight for weight, _, _ in FAULTS.values()]


def misbehave(kind: str, connection: socket.socket) -> bytes | None:
    """Send what upstream sends by a fault; return the rest, None to close the connection."""
    _, said, stays = FAULTS[kind]
    if kind == "slow":
        for part in (said[:30], said[30:200]):
            connection.sendall(part)
            time.sleep(0.05)
        return said[200:]
    if kind == "late":
        time.sleep(1.5)
    if kind == "reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    if stays:
        return said
    connection.sendall(said)
    return None


TYPED = {"Content-Type": "application/json"}
KINDS: dict[str, tuple[str, str, Any]] = {  # of requests
    "patch": ("PATCH", PATH, b'{"secrets": []}'),
    "denied": ("PATCH", PATH, b'{"secrets": 1}'),
    "stream": ("PUT", "/upload", None),
    "chunks": ("POST", "/upload", None),
    "leave": ("GET", "/other", None),
}


def ask(connection: http.client.HTTPConnection, chance: random.Random) -> str:
    """Send one request, and return its outcome: kind and status, or "left" or "cut"."""
    kind = chance.choices(list(KINDS), (10, 3, 3, 3, 1))[0]
    method, path, body = KINDS[kind]
    if kind in ("stream", "chunks"):
        size = chance.randint(1, 300_000)
        body = b"x" * size if kind == "stream" else iter([b"a" * 100] * (1 + size // 6000))
    try:
        connection.request(method, path, body, TYPED)
        if kind == "leave":
            return "left"
        response = connection.getresponse()
        response.read()
    except (http.client.HTTPException, ConnectionError):
        return "cut"
    return f"{kind} {response.status}"


def load(gateway: Gateway, seed: int, stop: threading.Event) -> tuple[Counter[str], float]:
    """Send requests until told to stop; return the outcomes, and the longest time of one."""
    chance, longest = random.Random(seed), 0.0
    outcomes: Counter[str] = Counter()
    while not stop.is_set():
        with closing(
            http.client.HTTPConnection(*gateway.address, timeout=3 * LONGEST)
        ) as connection:
            for _ in range(chance.randint(1, 20)):
                start = time.monotonic()
                outcome = ask(connection, chance)
                longest = max(longest, time.monotonic() - start)
                outcomes[outcome] += 1
                if outcome in ("left", "cut") or stop.is_set():
                    break
    return outcomes, longest


def _descriptors(gateway: Gateway) -> int:
    return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in gateway.workers())


def _memory(gateway: Gateway) -> int:
    """Return the resident memory of the workers in bytes."""
    pages = sum(
        int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) for pid in gateway.workers()
    )
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.soak_only
def test_nothing_hangs_and_nothing_leaks(tmp_path: Path) -> None:
    upstream, chance = Upstream(), random.Random(7)
    kinds: Counter[str] = Counter()

    def reply(got: Got, connection: socket.socket) -> bytes | None:
        if got.line.startswith(b"GET /calm"):
            return answer()
        kind = chance.choices(list(FAULTS), WEIGHTS)[0]
        kinds[kind] += 1
        return misbehave(kind, connection)

    upstream.reply = reply
    options = (
        "--upstream-seconds", "1", "--connect-seconds", "1", "--pool", "8", "--pool-seconds", "0.5", "--idle-seconds", "0.5",
    )  # fmt: skip
    with running(tmp_path, "--upstream", upstream.url, *options) as gateway:
        assert gateway.ask("GET", "/calm").status == 200
        assert soon(lambda: upstream.open == 0)
        workers, idle = gateway.workers(), _descriptors(gateway)
        stop = threading.Event()
        with ThreadPoolExecutor(CLIENTS) as pool:
            loads = [pool.submit(load, gateway, seed, stop) for seed in range(CLIENTS)]
            time.sleep(SECONDS / 2)
            halfway = _memory(gateway)
            time.sleep(SECONDS / 2)
            soon(
                lambda: min(kinds[kind] for kind in FAULTS) >= 10, 3 * SECONDS
            )  # on a slow machine
            stop.set()
        outcomes = {outcome for each in loads for outcome in each.result()[0]}
        assert max(each.result()[1] for each in loads) < LONGEST
        assert set(kinds) == set(FAULTS)
        wanted = {"patch 200", "denied 422", "stream 200", "chunks 200", "patch 502", "patch 504"}
        assert wanted | {"cut", "left"} <= outcomes
        assert {name for name in outcomes if name.startswith("denied")} == {"denied 422"}
        assert not [name for name in outcomes if name.endswith(" 500")]
        assert not gateway.lines("failed") + gateway.lines("worker-ended")
        assert not [
            line
            for line in gateway.lines("log")
            if line.get("exception") or line["logger"] == "asyncio"
        ]

        assert gateway.workers() == workers
        assert soon(lambda: gateway.metrics()["requests_under_way"] == 0)
        assert soon(lambda: upstream.open == 0)  # no connection to upstream is left
        assert soon(lambda: _descriptors(gateway) <= idle), (idle, _descriptors(gateway))
        assert _memory(gateway) < halfway * 1.2
        assert [gateway.ask("GET", "/calm").status for _ in range(20)] == [200] * 20
        assert gateway.stop() == 0
    upstream.close()
