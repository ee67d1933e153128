"""One process that serves: `python -m deploy_contract_gateway.worker LISTENER CONTROL`, numbers of inherited sockets."""

import asyncio
import contextlib
import gc
import json
import signal
import socket
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import uvicorn

from deploy_contract import ContractError
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.logs import place_of
from deploy_contract_gateway.access_log import Journal, take_over
from deploy_contract_gateway.app import Entrance
from deploy_contract_gateway.background import in_background
from deploy_contract_gateway.metrics import Measures
from deploy_contract_gateway.problems import CONNECTIONS, Problem
from deploy_contract_gateway.protocol import Protocol
from deploy_contract_gateway.runtime import Generation, contract_of
from deploy_contract_gateway.settings import Settings, loaded
from deploy_contract_serving import serving
from deploy_contract_serving.connections import Connections, most_connections

LONGEST_LINE = 1 << 26  # bytes: what a worker has counted under many rules of an operator's own


RESERVE = 64  # descriptors beside those of clients and upstream


class Server(serving.Server):
    """A server that leaves signals to the supervisor."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none."""
        yield


class Worker:
    """Serves until it is told to stop, or the supervisor is gone."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._journal = Journal(settings.log)
        take_over(self._journal)
        self._measures = Measures()
        # what may change is kept by one worker alone: others do not see its patches, and would refuse what they have made right
        self._learned = (
            LearnedDeployments() if settings.workers == 1 else LearnedDeployments(fresh_seconds=0)
        )
        self._entrance = Entrance(
            Generation(settings, contract_of(settings), self._learned),
            self._journal,
            self._measures,
        )
        self._wanted: dict[str, Any] | None = (
            None  # settings that wait for those before them to be compiled
        )
        self._renewal: asyncio.Task[None] | None = None
        config = uvicorn.Config(
            self._entrance,
            http=Protocol.bounded(settings, self._refused),
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            timeout_keep_alive=settings.keep_alive_seconds,  # type: ignore[arg-type]  # any number of seconds will do
            timeout_graceful_shutdown=settings.drain_seconds,  # type: ignore[arg-type]
        )
        # upstream has as many connections for requests as for lookups, and what a reload retires keeps its own for a while
        most = most_connections(settings.connections, RESERVE + 4 * settings.pool)
        if most < settings.connections:
            self._journal.event(
                "connections-limited",
                limit=most,
                wanted=settings.connections,
                reason="RLIMIT_NOFILE",
            )
        tell = self._journal.event
        self._server = Server(config, listener, Connections(most, tell), tell)

    async def run(self, control: socket.socket) -> None:
        """Serves. `control`: lines of JSON both ways, a `Settings` dump in, what became of it out; its end means stop."""
        reader, writer = await asyncio.open_connection(sock=control, limit=LONGEST_LINE)
        served = asyncio.create_task(self._server.serve())
        while not self._server.started and not served.done():
            await asyncio.sleep(0.005)
        gc.collect()
        gc.freeze()  # the contract's tables live as long as the process, and need no second look
        _tell(writer, ready=True)
        listening = asyncio.create_task(self._listen(reader, writer))
        listening.add_done_callback(self._stop)
        await served
        tasks = [task for task in (listening, self._renewal) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._entrance.generation.retire()
        _tell(writer, counts=self._measures.told())
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        self._journal.settle()

    def _refused(self, problem: Problem) -> None:
        self._measures.refused(problem.reason)
        if (
            self._journal.requests != "off" and problem is not CONNECTIONS
        ):  # of those a line tells once a minute
            self._journal.event("refused", status=problem.status, reason=problem.reason)

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            dump = json.loads(line)
            if dump is None:
                break
            if dump == "counts":
                _tell(writer, counts=self._measures.told())
                continue
            self._wanted = dump  # of several that come during a compilation, the last one counts
            if self._renewal is None or self._renewal.done():
                self._renewal = asyncio.create_task(self._renew(writer))

    async def _renew(self, writer: asyncio.StreamWriter) -> None:
        """Compile what is wanted while requests go on, and let it take over; if it is at fault, all stays as it is."""
        while self._wanted is not None:
            settings, self._wanted = loaded(self._wanted), None
            try:
                contract = await in_background(partial(contract_of, settings))
                generation = Generation(settings, contract, self._learned)
            except ContractError:  # a policy may have changed since the supervisor read it
                self._measures.reloaded("kept")
                _tell(writer, applied=False)
                continue
            except Exception as error:  # whatever it is, the generation before goes on serving
                self._journal.event("failed", exception=type(error).__name__, at=place_of(error))
                self._measures.reloaded("kept")
                _tell(writer, applied=False)
                continue
            before, self._entrance.generation = self._entrance.generation, generation
            self._journal.requests = generation.settings.log
            await before.retire()
            self._measures.reloaded("applied")
            _tell(writer, applied=True)

    def _stop(self, _listening: asyncio.Task[None]) -> None:
        """Ends, whatever ended the orders: without a supervisor nobody would."""
        self._server.should_exit = True


def _tell(writer: asyncio.StreamWriter, **what: Any) -> None:
    with contextlib.suppress(ConnectionError):
        writer.write(json.dumps(what).encode() + b"\n")


def main(listener: int, control: int) -> None:
    """Runs a worker; the first line of `control` is a dump of its settings."""
    # terminals and systemd send them to all processes at once: the supervisor has them
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    channel = socket.socket(fileno=control)
    first = b""
    while not first.endswith(b"\n"):
        byte = channel.recv(1)
        if not byte:
            return
        first += byte
    settings = loaded(json.loads(first))

    async def run() -> None:
        worker = Worker(settings, socket.socket(fileno=listener))
        await worker.run(channel)

    asyncio.run(run())


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
