"""The supervisor's view of a worker process."""

import asyncio
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field

from deploy_contract_gateway.programs import Program
from deploy_contract_gateway.settings import Settings, to_json

COUNTS, STOP = b"counts\n", b"stop\n"  # orders; any other is settings
MAX_LINE = 1 << 26  # bytes of a control line: counts under many rules of the operator's own


@dataclass(eq=False, slots=True)
class WorkerProcess:
    """A worker process, and the supervisor's end of its control socket.

    `counts_received`: since they were requested last.
    """

    process: asyncio.subprocess.Process
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    ready: bool = False
    counts_received: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    async def start(
        cls, program: Program, listener: socket.socket, settings: Settings
    ) -> "WorkerProcess":
        """Start a worker of the program on the socket, and send it the settings."""
        ours, theirs = socket.socketpair()
        with theirs:
            sockets = (listener.fileno(), theirs.fileno())
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "deploy_contract_gateway.worker",
                program.name,
                *map(str, sockets),
                pass_fds=sockets,
                stdin=asyncio.subprocess.DEVNULL,
            )
        worker = cls(process, *await asyncio.open_connection(sock=ours, limit=MAX_LINE))
        worker.send_settings(settings)
        return worker

    @property
    def pid(self) -> int:
        """The process id."""
        return self.process.pid

    def send_settings(self, settings: Settings) -> None:
        """Order the worker to serve by these settings."""
        self._send(to_json(settings))

    def request_counts(self) -> None:
        """Order the worker to send its metrics."""
        self.counts_received.clear()
        self._send(COUNTS)

    def stop(self) -> None:
        """Order the worker to end after the requests under way."""
        self._send(STOP)

    def kill(self) -> None:
        """End the worker at once."""
        with suppress(ProcessLookupError):
            self.process.kill()

    def close(self) -> None:
        """Close the control socket."""
        self.writer.close()

    def _send(self, order: bytes) -> None:
        with suppress(ConnectionError):
            self.writer.write(order)
