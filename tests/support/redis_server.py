"""A Redis for tests, on a free port and with a folder of its own."""

import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.support.fronts import free
from tests.support.gateways import PATIENCE, soon


def missing() -> str | None:
    """Return why Redis cannot run here, or None if it can."""
    if shutil.which("redis-server") is None:
        return "redis-server is not on this machine"
    if find_spec("redis") is None:
        return "redis-py is not installed"
    return None


class RedisServer:
    """A running Redis. It writes each command to its file, so that a restart has the data.

    `client` is a client of the tests' own.
    """

    def __init__(self, folder: Path) -> None:
        from redis import Redis

        self._folder = folder
        self.port = free()
        self.client: Any = Redis(port=self.port, protocol=2, socket_timeout=PATIENCE)
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder))
        self._process = subprocess.Popen(
            # a restart needs what the kernel has, not what the disk has; and a slow disk, as under
            # load, would stop all writes
            ["redis-server", *options, "--appendonly", "yes", "--appendfsync", "no", "--save", ""],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        assert soon(self._answers, PATIENCE)

    def _answers(self) -> bool:
        with suppress(Exception):
            return bool(self.client.ping())
        return False

    def kill(self) -> None:
        """End it at once, as kill -9 does."""
        self._process.kill()
        self._process.wait(PATIENCE)

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend the process until the block ends: connections stay open, and nobody answers."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self.kill()
        self.client.close()


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """Run a Redis; skip the test if it cannot run here."""
    reason = missing()
    if reason is not None:
        import pytest  # the benchmarks do without it

        pytest.skip(reason)
    with (
        tempfile.TemporaryDirectory(prefix="deploy-contract-redis-") as folder,
        closing(RedisServer(Path(folder))) as server,
    ):
        yield server
