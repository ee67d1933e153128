"""The supervisor's view of a worker process, and the orders that it sends."""

import asyncio
import pickle
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from deploy_contract_gateway.programs import Program
from deploy_contract_gateway.settings import Settings

COUNTS, STOP = "counts", "stop"  # orders; any other is settings
_SIZE = 4  # bytes before an order, which state its length
_MAX_LINE = 1 << 26  # bytes of a worker's line: counts under many rules of the operator's own


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
        worker = cls(process, *await asyncio.open_connection(sock=ours, limit=_MAX_LINE))
        worker.order(settings)
        return worker

    @property
    def pid(self) -> int:
        """The process id."""
        return self.process.pid

    def order(self, order: Settings | str) -> None:
        """Order the worker to serve by settings, to send its metrics, or to stop after its requests."""
        data = pickle.dumps(order)
        with suppress(ConnectionError):
            self.writer.write(len(data).to_bytes(_SIZE, "big") + data)

    def request_counts(self) -> None:
        """Order the worker to send its metrics."""
        self.counts_received.clear()
        self.order(COUNTS)

    def kill(self) -> None:
        """End the worker at once."""
        with suppress(ProcessLookupError):
            self.process.kill()


async def read_order(reader: asyncio.StreamReader) -> Any:
    """Return the next order of the supervisor; STOP if it is gone."""
    try:
        size = int.from_bytes(await reader.readexactly(_SIZE), "big")
        data = await reader.readexactly(size)
    except (asyncio.IncompleteReadError, ConnectionError):
        return STOP
    return pickle.loads(data)  # noqa: S301 - from the process that started this one
