"""Offers to upgrade are ignored, however their bytes are split."""

import json
import socket
from collections.abc import Iterator
from typing import Any, BinaryIO

import pytest

from tests.support.client import EXAMPLE
from tests.support.processes import SECONDS, Running, running

REFUNDS = "/v2/deployments/5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7002"
OFFERS = (
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",  # Java's
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)


def head(offer: str, framing: str, method: str = "PATCH") -> bytes:
    return f"{method} {REFUNDS} HTTP/1.1\r\nHost: localhost\r\n{offer}\r\nContent-Type: application/json\r\n{framing}\r\n\r\n".encode()


def body(command: str) -> bytes:
    return json.dumps({"source_config": {"install_command": command}}).encode()


def answers(service: Running, sent: list[bytes], count: int) -> list[tuple[int, Any]]:
    """Return status and JSON of a number of responses on one connection."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=SECONDS) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in sent:
            connection.sendall(part)
        with connection.makefile("rb") as file:
            return [answer(file) for _ in range(count)]


def answer(file: BinaryIO) -> tuple[int, Any]:
    status = int(file.readline().split()[1])
    headers = dict(line.lower().rstrip().split(b": ", 1) for line in iter(file.readline, b"\r\n"))
    return status, json.loads(file.read(int(headers[b"content-length"])))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Start a service. At its end, it has logged nothing of what it ignored."""
    options = ("--database", ":memory:", "--data", str(EXAMPLE))
    with running(tmp_path_factory.mktemp("service"), *options) as found:
        yield found
        status, said = found.send()
        assert (status, "upgrade" in said) == (0, False)


@pytest.mark.parametrize("offer", OFFERS)
def test_an_offer_to_upgrade_is_ignored(service: Running, offer: str) -> None:
    first, second, third = body("one"), body("two"), body("three")
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(second), second)
    whole = head(offer, f"Content-Length: {len(first)}") + first
    several = [
        whole,
        head(offer, "Transfer-Encoding: chunked") + chunked,
        head(offer, "X-None: 1", "GET").replace(REFUNDS.encode(), b"/v2/deployments?limit=1"),
        head("X-None: 1", f"Content-Length: {len(third)}") + third,
    ]
    for sent in (several, [b"".join(several)], [bytes([byte]) for byte in b"".join(several)]):
        found = answers(service, sent, 4)
        assert [status for status, _ in found] == [200] * 4
        assert [found[index][1]["source_config"]["install_command"] for index in (0, 1, 3)] == [
            "one",
            "two",
            "three",
        ]
        assert len(found[2][1]["resources"]) == 1
    ((status, refused),) = answers(service, [head(offer, "X-None: 1")], 1)
    assert (status, [one["rule"] for one in refused["violations"]]) == (400, ["body-missing"])
    with socket.create_connection(("127.0.0.1", service.port), timeout=SECONDS) as connection:
        connection.sendall(head(offer, "Transfer-Encoding: chunked") + b"zz\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


def test_a_tunnel_is_no_request(service: Running) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=SECONDS) as connection:
        connection.sendall(b"CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\nContent-Length: 2\r\n\r\n{}")
        assert connection.recv(100).startswith(b"HTTP/1.1 501 ")
