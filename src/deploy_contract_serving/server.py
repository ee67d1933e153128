"""A server of HTTP/1.1, with an accept loop that survives a shortage of file descriptors."""

import asyncio
import errno
import socket
import ssl
from collections.abc import Callable
from functools import partial
from typing import Any

from deploy_contract_serving.connections import RepeatedEvent
from deploy_contract_serving.protocol import App, Connections, HttpProtocol, Options

_BATCH = 16  # connections accepted, or closed to make room, before other work gets its turn
_CHECK_SECONDS = 0.1  # between two checks for late connections
_SHUTDOWN_SECONDS = 2.0  # time limit for a client to answer the end of TLS
HANDSHAKES = 256  # limit of TLS handshakes under way; one more cancels the oldest


class Server:
    """A server of one ASGI application on one listening socket. Create it within an event loop.

    asyncio's own accept loop logs a traceback for each waiting connection when the file
    descriptors run out. This one closes idle connections, waits, and reports once a minute.

    Args:
        app: the application; it gets only requests, and no events of the lifespan.
        limit: greatest number of open connections.
        report: receives the events "accept-failed", "handshake-failed" and "connections-full"
            with counts.
        stop_seconds: time limit for the requests under way when the server stops.
        tls: returns the TLS context of the next connection; None for a server without TLS.
    """

    def __init__(
        self,
        app: App,
        listener: socket.socket,
        limit: int,
        report: Callable[..., None],
        *,
        options: Options,
        stop_seconds: float,
        tls: Callable[[], ssl.SSLContext] | None = None,
    ) -> None:
        self._listener = listener
        self._connections = Connections(limit, report)
        self._failure = RepeatedEvent("accept-failed", report)
        self._bad_handshakes = RepeatedEvent("handshake-failed", report)
        self._tls, self._handshake_seconds = tls, options.header_seconds
        self._stop_seconds = stop_seconds
        self._connecting: dict[asyncio.Task[None], None] = {}  # the oldest first
        self._make_protocol = partial(HttpProtocol, app, self._connections, options)
        self._stop = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def serve(self) -> None:
        """Accept connections until `stop` is called. Then wait for the requests under way."""
        self._listener.settimeout(0)
        self._check()
        await self._stop.wait()
        self._loop.remove_reader(self._listener)
        for task in self._connecting:
            task.cancel()
        self._listener.close()
        for connection in list(self._connections.open):
            connection.shut_down()
        until = self._loop.time() + self._stop_seconds
        connections = self._connections
        while (connections.open or connections.tasks) and self._loop.time() < until:
            await asyncio.sleep(min(_CHECK_SECONDS, self._stop_seconds))
        tasks = list(connections.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for connection in list(connections.open):
            connection.abort()
        self._timer.cancel()

    def _check(self) -> None:
        """Accept again after a failure, and end connections that are late."""
        self._timer = self._loop.call_later(_CHECK_SECONDS, self._check)
        if not self._stop.is_set():
            self._loop.add_reader(self._listener, self._accept)
        now = self._loop.time()
        for connection in list(self._connections.open):
            connection.check(now)

    def stop(self) -> None:
        """Accept no more connections, and end."""
        self._stop.set()

    def _accept(self) -> None:
        for _ in range(_BATCH):
            try:
                accepted, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._back_off(error)
                return
            accepted.settimeout(0)
            task = self._loop.create_task(self._connect(accepted))
            self._connecting[task] = None
            task.add_done_callback(self._forget)
            if len(self._connecting) > HANDSHAKES:
                self._bad_handshakes.count("crowded")
                oldest = next(iter(self._connecting))
                self._forget(oldest)  # at once, so that the next connection cancels another task
                oldest.cancel()

    def _forget(self, task: "asyncio.Task[None]") -> None:
        self._connecting.pop(task, None)

    async def _connect(self, accepted: socket.socket) -> None:
        tls: dict[str, Any] = {}
        if self._tls is not None:
            tls = {
                "ssl": self._tls(),
                "ssl_handshake_timeout": self._handshake_seconds,
                "ssl_shutdown_timeout": _SHUTDOWN_SECONDS,
            }
        try:
            await self._loop.connect_accepted_socket(self._make_protocol, accepted, **tls)
        except ssl.SSLError as error:  # asyncio has closed the connection
            reason = error.reason or "SSL_ERROR"
            self._bad_handshakes.count(reason.lower().replace("_", "-"))
        except OSError:  # the client has closed the connection already, or is late
            accepted.close()

    def _back_off(self, error: OSError) -> None:
        """Close idle connections, and accept no more until the next check. New clients wait."""
        name = errno.errorcode.get(error.errno or 0, "OSError")
        self._failure.count(name, open=len(self._connections.open), limit=self._connections.limit)
        for _ in range(_BATCH):
            if not self._connections.make_room():
                break
        self._loop.remove_reader(self._listener)
