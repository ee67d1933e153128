"""One process that serves requests: `python -m deploy_contract_gateway.worker NAME LISTENER CONTROL`.

NAME is that of the program, and the others are the numbers of inherited sockets. CONTROL carries lines of JSON. The supervisor
sends settings, "counts" to ask for the metrics, and null to stop. The worker sends {"ready": true},
{"counts": [...]}, and {"applied": true or false} after a reload.
"""

import asyncio
import contextlib
import gc
import json
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from deploy_contract import ContractError
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.logs import place_of
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.access_log import AccessLog, capture_logging
from deploy_contract_gateway.app import ServingApp
from deploy_contract_gateway.background import run_in_background
from deploy_contract_gateway.decide.definition import DECIDE
from deploy_contract_gateway.memory import Memory
from deploy_contract_gateway.metrics import WorkerMetrics
from deploy_contract_gateway.programs import GATEWAY, Program
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_gateway.settings import Settings, from_json
from deploy_contract_gateway.tracing import Tracing
from deploy_contract_gateway.validation import Contracts, make_contracts
from deploy_contract_gateway.worker_process import MAX_LINE
from deploy_contract_serving.connections import RESERVED_DESCRIPTORS, Connections, connection_limit
from deploy_contract_serving.problems import CONNECTIONS, Problem
from deploy_contract_serving.protocol import Options
from deploy_contract_serving.server import Server

_FLUSH_SECONDS = 2.0  # for the last spans


class SecondServer(Protocol):
    """A server of a program besides the one for HTTP."""

    async def start(self) -> None:
        """Accept connections."""

    async def stop(self, seconds: float) -> None:
        """Accept nothing more, and end what is under way after some seconds."""


class Worker:
    """A worker: it serves requests until the supervisor stops it or is gone."""

    def __init__(self, program: Program, settings: Settings, listener: socket.socket) -> None:
        self._program = program
        self._log = AccessLog(settings.log)
        capture_logging(self._log)
        self._coverage = LiveCoverage(settings.coverage)
        self._metrics = WorkerMetrics(self._coverage)
        self._memory = Memory(settings)
        # memories of before a reload that requests under way teach, or whose statements wait
        self._ends: set[asyncio.Task[None]] = set()
        self._make_runtime: Callable[
            [Settings, Contracts, LearnedDeployments, LiveCoverage], Runtime
        ] = program.make_runtime
        runtime = self._new_runtime(settings, make_contracts(settings), self._memory)
        self._tracing: Tracing | None = None
        if settings.traces == "on":
            self._tracing = Tracing(f"deploy-contract-{program.name}")
        self._app = ServingApp(runtime, self._log, self._metrics, self._tracing)
        self._wanted: dict[str, Any] | None = None  # settings that wait to be compiled
        self._reload: asyncio.Task[None] | None = None
        self._server = self._make_server(settings, listener)
        self._drain_seconds = settings.drain_seconds
        self._second: SecondServer | None = program.make_second(settings, self._app)
        self._second_stop: asyncio.Task[None] | None = None

    def _new_runtime(self, settings: Settings, contracts: Contracts, memory: Memory) -> Runtime:
        return self._make_runtime(settings, contracts, memory.facts, self._coverage)

    def _make_server(self, settings: Settings, listener: socket.socket) -> Server:
        # Requests and lookups have `pool` connections each, and so has a retired runtime.
        reserve = RESERVED_DESCRIPTORS + 4 * settings.pool
        limit = connection_limit(settings.connections, reserve)
        if limit < settings.connections:
            self._log.event(
                "connections-limited",
                limit=limit,
                wanted=settings.connections,
                reason="RLIMIT_NOFILE",
            )
        report = self._log.event
        options = Options(
            header_bytes=settings.header_bytes,
            header_seconds=settings.header_seconds,
            pause_seconds=settings.client_seconds,
            keep_alive_seconds=settings.keep_alive_seconds,
            adds_date=False,  # `Exchange` adds it
            refused_upgrades=self._program.refused_upgrades,
            report=self._count_refused,
        )
        return Server(
            self._app,
            listener,
            Connections(limit, report),
            report,
            options=options,
            stop_seconds=settings.drain_seconds,
        )

    async def run(self, control: socket.socket) -> None:
        """Serve requests and obey the control socket until it says stop or ends."""
        reader, writer = await asyncio.open_connection(sock=control, limit=MAX_LINE)
        served = asyncio.create_task(self._server.serve())
        if self._second is not None:
            await self._second.start()
        # The modules and the contract's tables live as long as the process. The little garbage among
        # them is not worth a `gc.collect`.
        gc.freeze()
        _send(writer, ready=True)
        orders = asyncio.create_task(self._obey(reader, writer))
        orders.add_done_callback(self._stop)
        await served
        if self._second_stop is not None:
            await self._second_stop
        tasks = [task for task in (orders, self._reload) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._app.runtime.retire()
        _send(writer, counts=self._metrics.snapshot())
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        await asyncio.gather(self._flush_traces(), self._memory.close(), *self._ends)
        self._log.flush()

    async def _flush_traces(self) -> None:
        if self._tracing is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(run_in_background(self._tracing.flush), _FLUSH_SECONDS)

    def _end_memory(self, memory: Memory) -> None:
        """Close a memory of before a reload."""
        task = asyncio.create_task(memory.close())
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)

    def _count_refused(self, problem: Problem) -> None:
        """Count and log a request that was refused by the protocol."""
        self._metrics.count_problem(problem.reason)
        # too many connections are logged once a minute, as "connections-full"
        if self._log.requests != "off" and problem is not CONNECTIONS:
            self._log.event("refused", status=problem.status, reason=problem.reason)

    async def _obey(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            order = json.loads(line)
            if order is None:
                break
            if order == "counts":
                _send(writer, counts=self._metrics.snapshot())
                continue
            self._wanted = order  # replaces settings that still wait
            if self._reload is None or self._reload.done():
                self._reload = asyncio.create_task(self._apply_wanted(writer))

    async def _apply_wanted(self, writer: asyncio.StreamWriter) -> None:
        """Compile the wanted settings while requests continue, and serve by them from then on."""
        while self._wanted is not None:
            settings, self._wanted = from_json(self._program.settings, self._wanted), None
            try:
                contracts = await run_in_background(partial(make_contracts, settings))
                memory = self._memory.of(settings)
                runtime = self._new_runtime(settings, contracts, memory)
            except ContractError:  # a policy has changed since the supervisor read it
                self._keep(writer)
                continue
            except Exception as error:  # the old runtime keeps serving
                self._log.event("failed", exception=type(error).__name__, at=place_of(error))
                self._keep(writer)
                continue
            old, self._app.runtime = self._app.runtime, runtime
            before, self._memory = self._memory, memory
            self._log.requests = settings.log
            self._coverage.share = settings.coverage
            old.retire(None if before is memory else partial(self._end_memory, before))
            self._metrics.count_reload("applied")
            _send(writer, applied=True)

    def _keep(self, writer: asyncio.StreamWriter) -> None:
        """Report a reload that was not applied."""
        self._metrics.count_reload("kept")
        _send(writer, applied=False)

    def _stop(self, _orders: asyncio.Task[None]) -> None:
        """Stop serving when no more orders come: without a supervisor nobody would stop it."""
        self._server.stop()
        if self._second is not None:
            self._second_stop = asyncio.create_task(self._second.stop(self._drain_seconds))


def _send(writer: asyncio.StreamWriter, **message: Any) -> None:
    with contextlib.suppress(ConnectionError):
        writer.write(json.dumps(message).encode() + b"\n")


def _read_line(control: socket.socket) -> bytes:
    """Return the first line, byte by byte, so that asyncio finds the rest in the socket."""
    line = b""
    while not line.endswith(b"\n"):
        byte = control.recv(1)
        if not byte:
            return b""
        line += byte
    return line


def main(program: Program, listener: int, control: int) -> None:
    """Run a worker of a program; the first line of the control socket has its settings."""
    # terminals and service managers signal all processes; the supervisor decides for the workers
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    channel = socket.socket(fileno=control)
    first = _read_line(channel)
    if not first:  # the supervisor is gone
        return
    settings = from_json(program.settings, json.loads(first))

    async def run() -> None:
        worker = Worker(program, settings, socket.socket(fileno=listener))
        await worker.run(channel)

    asyncio.run(run())


if __name__ == "__main__":
    program = {one.name: one for one in (GATEWAY, DECIDE)}[sys.argv[1]]
    main(program, int(sys.argv[2]), int(sys.argv[3]))
