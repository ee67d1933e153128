"""Serves connections that are taken with care: where descriptors run out, the others are served and nothing is said twice."""

import asyncio
import errno
import socket
from collections.abc import Callable

import uvicorn

from deploy_contract_serving.connections import Connections, Trouble
from deploy_contract_serving.upgrades import PlainProtocol

_AT_ONCE = 16  # connections that are taken before others have their turn, and those that make room are closed
_PAUSES = (0.05, 1.0)  # seconds before the next try where none can be taken: at first, and at most
_MADE_ROOM = 16  # connections that are closed where descriptors run out


class Acceptor:
    """Takes connections from a listening socket, and makes protocols for them.

    asyncio's own does it too, but where descriptors run out it logs a traceback for each connection that waits.
    """

    def __init__(
        self,
        listener: socket.socket,
        make: Callable[[], asyncio.Protocol],
        connections: Connections,
        tell: Callable[..., None],
    ) -> None:
        self._listener = listener
        self._make = make
        self._connections = connections
        self._trouble = Trouble("accept-failed", tell)
        self._loop = asyncio.get_running_loop()
        self._pause = _PAUSES[0]
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin, or go on."""
        self._timer = None
        self._listener.settimeout(0)
        self._loop.add_reader(self._listener, self._accept)

    def stop(self) -> None:
        """Take no more connections."""
        if self._timer is not None:
            self._timer.cancel()
        if self._listener.fileno() >= 0:
            self._loop.remove_reader(self._listener)

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                accepted, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._back_off(error)
                return
            self._pause = _PAUSES[0]
            accepted.settimeout(0)
            task = self._loop.create_task(self._serve(accepted))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, accepted: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._make, accepted)
        except OSError:  # the client has gone already
            accepted.close()

    def _back_off(self, error: OSError) -> None:
        """Wait for a while: those that wait to be taken stay with the operating system, and idle connections make room."""
        name = errno.errorcode.get(error.errno or 0, "OSError")
        self._trouble.count(name, open=len(self._connections), limit=self._connections.limit)
        for _ in range(_MADE_ROOM):
            if not self._connections.make_room():
                break
        self._loop.remove_reader(self._listener)
        self._timer = self._loop.call_later(self._pause, self.start)
        self._pause = min(2 * self._pause, _PAUSES[1])


class Server(uvicorn.Server):
    """uvicorn's server on one listening socket. `tell`: called with a name and counts where connections are in trouble."""

    def __init__(
        self,
        config: uvicorn.Config,
        listener: socket.socket,
        connections: Connections,
        tell: Callable[..., None],
    ) -> None:
        super().__init__(config)
        self._listener = listener
        self._connections = connections
        self._tell = tell
        self._acceptor: Acceptor | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002 - it has its own
        """Start the application, then take connections."""
        await super().startup([])
        if self.started:
            self._acceptor = Acceptor(self._listener, self._protocol, self._connections, self._tell)
            self._acceptor.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002
        """Take no more connections, and let requests under way end."""
        if self._acceptor is not None:
            self._acceptor.stop()
        await super().shutdown([self._listener])

    def _protocol(self) -> PlainProtocol:
        made = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        assert isinstance(made, PlainProtocol)
        made.admission = self._connections
        return made
