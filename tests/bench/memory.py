"""Memory of one worker for each connection and each body that it holds: `python -m tests.bench.memory`."""

import resource
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.bench.load import resident
from tests.support.gateways import PATH, Gateway, Upstream, running, soon

CONNECTIONS = 2000
BODIES = 50
SIZE = 1 << 20  # bytes of each body, the greatest that is judged by default
ASKS = b"GET /v2/deployments?limit=5 HTTP/1.1\r\nHost: a\r\n\r\n"
PATCHES = f"PATCH {PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {SIZE}\r\n\r\n"


def kilobytes(gateway: Gateway) -> int:
    (worker,) = gateway.workers()
    return resident(worker)


def idle(gateway: Gateway) -> float:
    """Return the kilobytes for a connection that has got an answer and waits."""
    before = kilobytes(gateway)
    with ExitStack() as opened:
        for _ in range(CONNECTIONS):
            one = opened.enter_context(gateway.connected())
            one.sendall(ASKS)
            assert one.recv(1 << 16)
        return (kilobytes(gateway) - before) / CONNECTIONS


def bodies(gateway: Gateway) -> float:
    """Return the memory for each byte of bodies that have almost arrived."""
    before = kilobytes(gateway)
    body = b'{"name": "' + b"a" * (SIZE - 11)  # all but the last byte
    with ExitStack() as opened:
        for _ in range(BODIES):
            one = opened.enter_context(gateway.connected())
            one.sendall(PATCHES.encode() + body)
        expected = before + BODIES * SIZE // 1024
        soon(lambda: kilobytes(gateway) >= expected)
        return (kilobytes(gateway) - before) * 1024 / (BODIES * SIZE)


def main() -> None:
    """Print the memory of both programs."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    upstream = Upstream()
    for program, option in (
        ("gateway", ("--upstream", upstream.url)),
        ("decide", ("--dialect", "envoy")),
    ):
        with (
            tempfile.TemporaryDirectory() as folder,
            running(Path(folder), *option, program=program) as gateway,
        ):
            for _ in range(100):
                gateway.ask("GET", "/v2/deployments?limit=5")
            alone = kilobytes(gateway) / 1024
            connection, held = idle(gateway), bodies(gateway)
        print(
            f"{program:8} worker {alone:.0f} MB; each connection {connection:.1f} KB; "
            f"each byte of a body {held:.1f} bytes"
        )


if __name__ == "__main__":
    main()
