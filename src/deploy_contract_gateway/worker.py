"""One process that serves requests: `python -m deploy_contract_gateway.worker NAME LISTENER CONTROL`.

NAME is that of the program, and the others are the numbers of inherited sockets. CONTROL carries
lines. The supervisor sends settings as JSON, "counts" to ask for the metrics, and "stop". The worker
sends JSON: {"ready": true}, {"counts": [...], "refusals": [...], "dropped": N}, and
{"applied": true or false} after a reload.
"""

import asyncio
import contextlib
import gc
import json
import signal
import socket
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from deploy_contract import ContractError
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.logs import place_of
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.access_log import AccessLog, capture_logging
from deploy_contract_gateway.app import ServingApp
from deploy_contract_gateway.background import run_in_background
from deploy_contract_gateway.decide.program import DECIDE
from deploy_contract_gateway.metrics import WorkerMetrics
from deploy_contract_gateway.programs import GATEWAY, Program
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_gateway.settings import Settings, from_json
from deploy_contract_gateway.tls import files_of_listener, watched
from deploy_contract_gateway.tracing import Tracing
from deploy_contract_gateway.validation import Contracts, make_contracts
from deploy_contract_gateway.worker_process import COUNTS, MAX_LINE, STOP
from deploy_contract_serving.connections import RESERVED_DESCRIPTORS, connection_limit
from deploy_contract_serving.problems import CONNECTIONS, Problem
from deploy_contract_serving.protocol import Options
from deploy_contract_serving.server import HANDSHAKES, Server

if TYPE_CHECKING:
    from deploy_contract.knowledge import SharedDeployments

_FLUSH_SECONDS = 2.0  # for the last spans
_KINDS = ("shared", "learned")  # kinds of memory; `shared` wins, since it includes what is learned


class SecondServer(Protocol):
    """A server of a program besides the one for HTTP."""

    async def start(self) -> None:
        """Accept connections."""

    async def stop(self, seconds: float) -> None:
        """Accept nothing more, and end what is under way after some seconds."""


class Memory:
    """The facts of a worker. They outlive a reload, unless it changes the kind of memory.

    Attributes:
        facts: the facts that the lookups `learned` and `shared` know.
    """

    facts: LearnedDeployments
    _shared: "SharedDeployments | None" = None

    def __init__(self, settings: Settings) -> None:
        """Create the memory of some settings. It connects to nothing before the first request."""
        self._kind = _kind_of(settings)
        learns_mutable = settings.learn_mutable == "on"  # needs a restart
        if self._kind != "shared":
            self.facts = LearnedDeployments(learn_mutable=learns_mutable)
            return
        from deploy_contract.knowledge import SharedDeployments  # few gateways share

        assert settings.shared_url is not None
        self._shared = SharedDeployments(
            settings.shared_url.text,
            settings.shared_namespace,
            timeout=settings.redis_seconds,
            learn_mutable=learns_mutable,
        )
        self.facts = self._shared

    def of(self, settings: Settings) -> "Memory":
        """Return this memory if it is of the kind that some settings want, else a new one."""
        # the facts of before would have heard of no patch meanwhile
        return self if _kind_of(settings) == self._kind else Memory(settings)

    async def close(self) -> None:
        """Wait until the last facts are shared, for a second at most; close the connections."""
        if self._shared is not None:
            await run_in_background(self._shared.close)


def _kind_of(settings: Settings) -> str:
    return next((name for name in _KINDS if name in settings.lookups), "")


class Worker:
    """A worker: it serves requests until the supervisor stops it or is gone."""

    def __init__(self, program: Program, settings: Settings, listener: socket.socket) -> None:
        self._program = program
        self._log = AccessLog(settings.log)
        capture_logging(self._log)
        self._coverage = LiveCoverage(settings.coverage)
        self._metrics = WorkerMetrics(self._coverage)
        self._memory = Memory(settings)
        self._retiring: set[asyncio.Task[None]] = set()  # what served before a reload
        runtime = self._new_runtime(settings, make_contracts(settings), self._memory)
        self._tracing: Tracing | None = None
        if settings.traces == "on":
            self._tracing = Tracing(f"deploy-contract-{program.name}")
        self._app = ServingApp(runtime, self._log, self._metrics, self._tracing)
        self._wanted: asyncio.Queue[Settings] = asyncio.Queue()
        self._server = self._make_server(settings, listener)
        self._drain_seconds = settings.drain_seconds
        self._second: SecondServer | None = program.make_second(
            settings, self._app, self._log.event
        )
        self._second_stop: asyncio.Task[None] | None = None

    def _new_runtime(self, settings: Settings, contracts: Contracts, memory: Memory) -> Runtime:
        make = self._program.make_runtime
        made: Runtime = make(settings, contracts, memory.facts, self._coverage, self._log.event)
        return made

    def _make_server(self, settings: Settings, listener: socket.socket) -> Server:
        # Requests and lookups have `pool` connections each, and so has a retired runtime.
        reserve = RESERVED_DESCRIPTORS + 4 * settings.pool
        tls = watched(files_of_listener(settings), self._log.event)
        if tls is not None:
            reserve += HANDSHAKES
        limit = connection_limit(settings.connections, reserve)
        if limit < settings.connections:
            self._log.event(
                "connections-limited",
                limit=limit,
                wanted=settings.connections,
                reason="RLIMIT_NOFILE",
            )
        options = Options(
            header_bytes=settings.header_bytes,
            header_seconds=settings.header_seconds,
            pause_seconds=settings.client_seconds,
            keep_alive_seconds=settings.keep_alive_seconds,
            refused_upgrades=self._program.refused_upgrades,
            report=self._count_refused,
        )
        return Server(
            self._app,
            listener,
            limit,
            self._log.event,
            options=options,
            stop_seconds=settings.drain_seconds,
            tls=tls,
        )

    async def run(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve requests and obey the control socket until it says stop or ends."""
        served = asyncio.create_task(self._server.serve())
        if self._second is not None:
            await self._second.start()
        # The modules and the contract's tables live as long as the process. The little garbage among
        # them is not worth a `gc.collect`.
        gc.freeze()
        _send(writer, ready=True)
        reloads = asyncio.create_task(self._reload(writer))
        orders = asyncio.create_task(self._obey(reader, writer))
        orders.add_done_callback(self._stop)
        await served
        if self._second_stop is not None:
            await self._second_stop
        for task in (orders, reloads):
            task.cancel()
        await asyncio.gather(orders, reloads, return_exceptions=True)
        await asyncio.gather(self._app.runtime.retire(), *self._retiring)
        self._send_counts(writer)
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        await asyncio.gather(self._flush_traces(), self._memory.close())
        self._log.flush()

    async def _flush_traces(self) -> None:
        if self._tracing is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(run_in_background(self._tracing.flush), _FLUSH_SECONDS)

    async def _retire(self, runtime: Runtime, memory: Memory) -> None:
        """Close a runtime of before a reload after its requests, which teach its memory."""
        await runtime.retire()
        if memory is not self._memory:
            await memory.close()

    def _count_refused(self, problem: Problem) -> None:
        """Count and log a request that was refused by the protocol."""
        self._metrics.count_problem(problem.reason)
        # too many connections are logged once a minute, as "connections-full"
        if self._log.requests != "off" and problem is not CONNECTIONS:
            self._log.event("refused", status=problem.status, reason=problem.reason)

    async def _obey(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (line := await reader.readline()) not in (b"", STOP):
            if line == COUNTS:
                self._send_counts(writer)
            else:
                self._wanted.put_nowait(from_json(self._program.settings, line))

    def _send_counts(self, writer: asyncio.StreamWriter) -> None:
        refusals = self._metrics.refusals
        _send(
            writer,
            counts=self._metrics.snapshot(),
            refusals=refusals.rows(),
            dropped=refusals.dropped,
        )

    async def _reload(self, writer: asyncio.StreamWriter) -> None:
        """Serve by the newest settings as soon as they are compiled; the old ones serve until then."""
        while True:
            settings = await self._wanted.get()
            while not self._wanted.empty():  # newer ones replace those that wait
                settings = self._wanted.get_nowait()
            applied = False
            try:
                await self._apply(settings)
                applied = True
            except ContractError:  # a policy has changed since the supervisor read it
                pass
            except Exception as error:  # the old runtime keeps serving
                self._log.event("failed", exception=type(error).__name__, at=place_of(error))
            self._metrics.count_reload("applied" if applied else "kept")
            _send(writer, applied=applied)

    async def _apply(self, settings: Settings) -> None:
        """Serve by some settings from now on."""
        contracts = await run_in_background(partial(make_contracts, settings))
        memory = self._memory.of(settings)
        runtime = self._new_runtime(settings, contracts, memory)
        old, self._app.runtime = self._app.runtime, runtime
        before, self._memory = self._memory, memory
        self._log.requests = settings.log
        self._coverage.share = settings.coverage
        task = asyncio.create_task(self._retire(old, before))
        self._retiring.add(task)
        task.add_done_callback(self._retiring.discard)

    def _stop(self, _orders: asyncio.Task[None]) -> None:
        """Stop serving when no more orders come: without a supervisor nobody would stop it."""
        self._server.stop()
        if self._second is not None:
            self._second_stop = asyncio.create_task(self._second.stop(self._drain_seconds))


def _send(writer: asyncio.StreamWriter, **message: Any) -> None:
    with contextlib.suppress(ConnectionError):
        writer.write(json.dumps(message).encode() + b"\n")


async def main(program: Program, listener: int, control: int) -> None:
    """Run a worker of a program; the first line of the control socket has its settings."""
    channel = socket.socket(fileno=control)
    reader, writer = await asyncio.open_connection(sock=channel, limit=MAX_LINE)
    first = await reader.readline()
    if first:  # else the supervisor is gone
        settings = from_json(program.settings, first)
        worker = Worker(program, settings, socket.socket(fileno=listener))
        await worker.run(reader, writer)


if __name__ == "__main__":
    # terminals and service managers signal all processes; the supervisor decides for the workers
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    program = {one.name: one for one in (GATEWAY, DECIDE)}[sys.argv[1]]
    asyncio.run(main(program, int(sys.argv[2]), int(sys.argv[3])))
