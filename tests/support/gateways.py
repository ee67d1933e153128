"""A gateway in a process of its own, and an upstream in threads of the tests that keeps all bytes."""

import http.client
import json
import os
import re
import select
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

PATIENCE = 20.0  # seconds; what takes longer hangs
ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
PATH = f"/v2/deployments/{ID}"
JSON = "Content-Type: application/json\r\n"
CANARY = "CANARY-7f3a"
_LISTENING = re.compile(
    r"listening on (?:https?://([0-9.]+):(\d+)|unix:\S+), .*; (?:https?://[0-9.]+:(\d+)|unix:\S+)/-/"
)
DEPLOYMENT = json.dumps({
    "name": "checkout", "source": "codehost", "source_config": {}, "source_revision_config": {}, "secrets": [], "id": ID,
    "tenant_id": ID, "created_at": "2026-01-31T12:00:00Z", "updated_at": "2026-01-31T12:00:00Z", "status": "READY",
    "latest_revision_id": None, "active_revision_id": None,
}).encode()  # fmt: skip


class Got(NamedTuple):
    """A request as upstream received it: the head as it came, the body without its framing."""

    head: bytes
    body: bytes

    @property
    def line(self) -> bytes:
        return self.head.split(b"\r\n")[0]

    def values(self, name: str) -> list[bytes]:
        """Return the values of a header, in their order."""
        pairs = [line.partition(b": ") for line in self.head.split(b"\r\n")[1:] if line]
        return [value for found, _, value in pairs if found.lower() == name.encode()]


def answer(body: bytes = DEPLOYMENT, status: str = "200 OK", headers: str = JSON) -> bytes:
    """Return a complete response."""
    return f"HTTP/1.1 {status}\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode() + body


def listed(*deployments: Any) -> bytes:
    """Return a response that lists deployments."""
    page = {"resources": deployments, "offset": len(deployments)}
    return answer(json.dumps(page).encode())


class Upstream:
    """A server that answers each request with the bytes that `reply` returns.

    If `reply` returns None, the server closes the connection.
    """

    def __init__(self, secured: ssl.SSLContext | None = None, unix: Path | None = None) -> None:
        """Listen at a free port, or at a Unix socket."""
        self._secured = secured
        self.got: list[Got] = []
        self.reply: Callable[[Got, socket.socket], bytes | None]
        self.always(answer())
        self.open = 0  # connections
        if unix is None:
            self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        else:
            self._listener = socket.create_server(str(unix), family=socket.AF_UNIX)
        self.port = self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def url(self) -> str:
        return f"http{'s' if self._secured else ''}://127.0.0.1:{self.port}"

    def reset(self) -> None:
        """Forget all requests, and answer as usual."""
        self.got.clear()
        self.always(answer())

    def always(self, whole: bytes | None) -> None:
        """Answer each request with these bytes; if there are none, close the connection."""
        self.reply = lambda _got, _connection: whole

    def to_lists(self, whole: bytes | None) -> None:
        """Answer each GET with these bytes, and other requests as usual."""
        self.hold(b"GET", whole).set()

    def hold(self, method: bytes = b"", whole: bytes | None = answer()) -> threading.Event:
        """Hold back each answer to a method, or to all, until the returned event is set.

        Answer them with these bytes, and other requests as usual.
        """
        let_go = threading.Event()

        def reply(got: Got, _connection: socket.socket) -> bytes | None:
            if not got.line.startswith(method):
                return answer()
            let_go.wait(PATIENCE)
            return whole

        self.reply = reply
        return let_go

    def close(self) -> None:
        """End the thread that accepts connections: it would take those of another server later."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join(PATIENCE)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _secure(self, connection: socket.socket) -> socket.socket:
        if self._secured is None:
            return connection
        return self._secured.wrap_socket(connection, server_side=True)

    def _serve(self, accepted: socket.socket) -> None:
        with self._lock:
            self.open += 1
        with suppress(OSError), accepted, self._secure(accepted) as connection:
            connection.settimeout(6 * PATIENCE)
            with connection.makefile("rb") as stream:
                while (got := _read(stream)) is not None:
                    self.got.append(got)
                    said = self.reply(got, connection)
                    if said is None:
                        break
                    connection.sendall(said)
        with self._lock:
            self.open -= 1


def _read(stream: Any) -> Got | None:
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = stream.readline()
        if not line:
            return None
        head += line
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)\r\n", head)
    if length:
        body = stream.read(int(length[1]))
        return Got(head, body) if len(body) == int(length[1]) else None
    body = b""
    if re.search(rb"(?i)\r\ntransfer-encoding: chunked\r\n", head):
        while size := int(stream.readline() or b"0", 16):
            body += stream.read(size)
            stream.readline()
        while stream.readline() not in (b"\r\n", b""):  # trailers
            pass
    return Got(head, body)


class Answer(NamedTuple):
    """A response as the client received it."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str | None:
        return next((value for found, value in self.headers if found.lower() == name), None)


class Gateway:
    """A running gateway."""

    upstream: Upstream  # that of the test, if a fixture gives one

    def __init__(
        self, process: subprocess.Popen[bytes], listen: tuple[str, int], admin: int, log: Path
    ) -> None:
        self.process = process
        self.address = listen
        self.admin = admin
        self._log = log
        self._forgotten = 0  # bytes of the log

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        port: int | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> Answer:
        """Return the response to a request, over a connection of its own; over TLS with `tls`."""
        more: dict[str, Any] = {}
        kind: type[http.client.HTTPConnection] = http.client.HTTPConnection
        if tls is not None:
            kind, more = http.client.HTTPSConnection, {"context": tls}
        at = ("127.0.0.1", port or self.address[1])
        with closing(kind(*at, timeout=PATIENCE, **more)) as connection:
            connection.connect()
            with suppress(ConnectionError):  # a body that is too long is refused before its end
                connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return Answer(response.status, response.getheaders(), response.read())

    def patch(self, body: bytes | Iterator[bytes], path: str = PATH, **headers: str) -> Answer:
        return self.ask("PATCH", path, body, {"Content-Type": "application/json", **headers})

    def raw(self, *parts: bytes) -> bytes:
        """Send bytes, and return the answer until the gateway closes the connection."""
        with self.connected() as connection:
            with suppress(ConnectionError):
                for part in parts:
                    connection.sendall(part)
            answered = b""
            with suppress(ConnectionError):
                while chunk := connection.recv(1 << 16):
                    answered += chunk
            return answered

    def connected(self) -> socket.socket:
        return socket.create_connection(self.address, PATIENCE)

    def send_away(self, begun: bytes) -> list[int]:
        """Send a request slowly after its beginning; return the statuses of the answer."""
        with self.connected() as slow:
            slow.sendall(begun)
            for _ in range(4):  # single bytes do not extend the timeout
                time.sleep(0.2)
                with suppress(ConnectionError):
                    slow.sendall(b" ")
            slow.settimeout(PATIENCE)
            return statuses(slow.recv(1 << 16))

    def watch(self, path: str) -> Answer:
        """Return a response of the admin address."""
        return self.ask("GET", path, port=self.admin)

    def metrics(self) -> dict[str, float]:
        """Return the metrics: name with labels -> value."""
        lines = self.watch("/-/metrics").body.decode().splitlines()
        rows = [line.rpartition(" ") for line in lines if not line.startswith("#")]
        return {
            re.sub("^deploy_contract_(gateway|decide)_", "", name): float(value)
            for name, _, value in rows
        }

    def lines(self, event: str | None = None) -> list[dict[str, Any]]:
        """Return the lines of the log so far, of one event or all."""
        with self._log.open("rb") as log:
            log.seek(self._forgotten)
            complete = log.read().split(b"\n")[:-1]  # the rest is being written
        named = f'"event": "{event}"'.encode() if event else b""
        rows = [json.loads(line) for line in complete if named in line]
        return [row for row in rows if event in (None, row["event"])]

    def told(self) -> str:
        """Return the log, metrics and coverage as one text in lower case."""
        shown = [self.watch(f"/-/{name}").body.decode() for name in ("metrics", "coverage")]
        return "".join([json.dumps(self.lines()), *shown]).lower()

    def requests(self, count: int = 1) -> list[dict[str, Any]]:
        """Return the lines of the requests as soon as there are so many of them."""
        assert soon(lambda: len(self.lines("request")) >= count)
        found = self.lines("request")
        assert len(found) == count
        return found

    def forget(self) -> None:
        """Leave out of `lines` what was logged so far, all requests that were answered included.

        The worker logs them before it logs that it refuses bytes that are no request.
        """
        refused = len(self.lines("refused"))
        self.raw(b"no request\r\n\r\n")
        assert soon(lambda: len(self.lines("refused")) > refused)
        self._forgotten = self._log.stat().st_size

    def workers(self) -> list[int]:
        """Return the process ids of the workers."""
        task = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        return [int(pid) for pid in Path(task).read_text("ascii").split()]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, and return the exit status."""
        self.process.send_signal(number)
        return self.process.wait(3 * PATIENCE)


def soon(what: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Return the result of `what` as soon as it is true, or its last result after `seconds`."""
    until = time.monotonic() + seconds
    while not (found := what()) and time.monotonic() < until:
        time.sleep(0.01)
    return found


def least(measure: Callable[[], float], limit: float) -> float:
    """Return the first of a few measurements that is below a limit, else the least of all.

    A machine that stands still for a while spoils one or two of them.
    """
    found = [measure()]
    while found[-1] >= limit and len(found) < 5:
        found.append(measure())
    return min(found)


def command(*options: str, program: str = "gateway", python: str = sys.executable) -> list[str]:
    return [python, "-m", "deploy_contract", program, *options]


@contextmanager
def discreet(folder: Path, upstream: Upstream, *options: str) -> Iterator[Gateway]:
    """Run a gateway in front of an upstream. Whatever tests send, it logs no failure and no value."""
    with running(folder, "--upstream", upstream.url, *options) as gateway:
        gateway.upstream = upstream
        yield gateway
        assert not gateway.lines("failed") + gateway.lines("worker-ended")
        assert not [line for line in gateway.lines("log") if line.get("exception")]
        assert CANARY not in (folder / "log").read_text("utf-8")


@contextmanager
def running(
    folder: Path,
    *options: str,
    environment: dict[str, str] | None = None,
    program: str = "gateway",
    python: str = sys.executable,
) -> Iterator[Gateway]:
    """Run a gateway or a decision server, on free ports unless the options give others. It must end on SIGTERM."""
    log = folder / "log"
    ports = [
        option
        for name in ("--listen", "--admin")
        if name not in options
        for option in (name, "127.0.0.1:0")
    ]
    with (
        log.open("ab") as written,
        process(
            command(*ports, *options, program=program, python=python),
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        ) as started,
    ):
        assert started.stderr is not None
        try:
            ready, _, _ = select.select([started.stderr], [], [], 3 * PATIENCE)
            line = started.stderr.readline().decode() if ready else ""
            found = _LISTENING.search(line)
            assert found, line
            listen = (found[1] or "", int(found[2] or 0))  # nothing of a Unix socket
            yield Gateway(started, listen, int(found[3] or 0), log)
        finally:
            end(started)
            with suppress(ProcessLookupError):  # of this gateway alone, which has its own session
                os.killpg(started.pid, signal.SIGKILL)


@contextmanager
def process(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program, which ends with the block."""
    with subprocess.Popen(command, **options) as started:
        try:
            yield started
        finally:
            end(started)


def end(process: subprocess.Popen[Any]) -> None:
    """End a process by SIGTERM; kill it if it does not end."""
    process.terminate()
    try:
        process.wait(3 * PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Shared:
    """A program with one worker for several tests, which set it by reloads.

    `grpc_port`: that of a decision server with `grpc_listen`.
    """

    def __init__(
        self, gateway: Gateway, config: Path, usual: dict[str, Any], grpc_port: int = 0
    ) -> None:
        self.gateway = gateway
        self._config = config
        self.settings = usual
        self.grpc_port = grpc_port

    def usually(self, **settings: Any) -> "Shared":
        """Return the same program with other settings that it has if a test sets no others."""
        return Shared(self.gateway, self._config, {**self.settings, **settings}, self.grpc_port)

    def set(self, **settings: Any) -> Gateway:
        """Return the gateway with these settings beside the usual ones, without its history.

        It keeps what it has learned: a test of that needs a deployment of its own.
        """
        before = len(self.gateway.lines("reloaded"))
        _write_settings(self._config, {**self.settings, **settings})
        self.gateway.process.send_signal(signal.SIGHUP)
        assert soon(lambda: len(self.gateway.lines("reloaded")) > before)
        self.gateway.forget()
        return self.gateway


@contextmanager
def shared(folder: Path, program: str = "gateway", **usual: Any) -> Iterator[Shared]:
    """Run a gateway or a decision server with settings that it has if a test sets no others."""
    config = folder / "settings.toml"
    usual = {"lookup_seconds": PATIENCE, **usual}
    _write_settings(config, usual)
    with running(folder, "--config", str(config), program=program) as gateway:
        port = grpc_port(gateway) if "grpc_listen" in usual else 0
        yield Shared(gateway, config, usual, port)


def grpc_port(decide: Gateway) -> int:
    """Return the port for gRPC of a decision server."""
    [listening] = soon(lambda: decide.lines("listening"))
    return int(listening["grpc_listen"].rpartition(":")[2])


def _write_settings(config: Path, settings: dict[str, Any]) -> None:
    rows = [f"{name} = {json.dumps(value)}\n" for name, value in settings.items()]
    config.write_text("".join(rows), "utf-8")


PATCH = b'{"secrets":\t[{"name": "\\u0041", "value": "v"} ]}\n'  # no writer of JSON would write it like this


def head(
    method: str = "GET", target: str = "/other", *headers: str, host: str = "api.example.com"
) -> bytes:
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1")


def until(client: socket.socket, enough: Callable[[bytes], bool]) -> bytes:
    """Return what a gateway sends until it is enough; fail if the connection ends before."""
    received = b""
    while not enough(received):
        part = client.recv(1 << 16)
        assert part, received
        received += part
    return received


def statuses(answered: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answered)]
