"""A Redis for tests, on a free port and with a folder of its own; and a proxy that may stall."""

import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PATIENCE = 20.0  # seconds


def missing() -> str | None:
    """Return why Redis cannot run here, or None if it can."""
    if shutil.which("redis-server") is None:
        return "redis-server is not on this machine"
    if find_spec("redis") is None:
        return "redis-py is not installed"
    return None


class RedisServer:
    """A running Redis. It writes each command to its file, so that a restart has the data."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._folder = folder
        self._options = options
        with closing(socket.create_server(("127.0.0.1", 0))) as taken:
            self.port = int(taken.getsockname()[1])
        self._process: subprocess.Popen[bytes] | None = None
        self._client: Any = None
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
            [
                "redis-server",
                *options,
                "--appendonly",
                "yes",
                "--appendfsync",
                "no",
                "--save",
                "",
                *self._options,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.client().ping()
                return
            except Exception:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def kill(self) -> None:
        """End it at once, as kill -9 does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)

    def stop_the_clock(self) -> None:
        """Suspend the process: connections stay open, and nobody answers."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Resume the process."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def client(self) -> Any:
        """Return a client of the tests' own."""
        if self._client is None:
            from redis import Redis

            self._client = Redis(port=self.port, protocol=2, socket_timeout=PATIENCE)
        return self._client

    def close(self) -> None:
        """End it, and close the client."""
        self.kill()
        if self._client is not None:
            self._client.close()

    def names(self) -> dict[str, str]:
        """Return the keys of the only namespace, by their short names."""
        return {key.decode().rpartition(":")[2]: key.decode() for key in self.client().scan_iter()}

    def has(self, name: str) -> bool:
        """Return True if the only namespace has a key of this short name."""
        return name in self.names()


@contextmanager
def redis_server(*options: str) -> Iterator[RedisServer]:
    """Run a Redis. `options`: more of its own options."""
    with tempfile.TemporaryDirectory(prefix="deploy-contract-redis-") as folder:
        server = RedisServer(Path(folder), *options)
        try:
            yield server
        finally:
            server.close()


class Proxy:
    """A TCP proxy before a port. It may stop passing bytes, or cut its connections."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open: list[socket.socket] = []
        self._passing = threading.Event()
        self._passing.set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def lead_to(self, port: int) -> None:
        """Lead to another port from now on, and cut the connections to the old one."""
        self._target = port
        self.cut()

    def stall(self) -> None:
        """Keep the connections, and pass nothing."""
        self._passing.clear()

    def resume(self) -> None:
        """Pass bytes again, with those that have waited."""
        self._passing.set()

    def cut(self) -> None:
        """Break every connection."""
        broken, self._open = self._open, []
        for one in broken:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.close()
        self._passing.set()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    near.close()
                    continue
                self._open += [near, far]
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while chunk := source.recv(1 << 16):
                self._passing.wait()
                sink.sendall(chunk)
        for one in (source, sink):
            one.close()
