"""One process that serves requests: `python -m deploy_contract_gateway.worker LISTENER`.

LISTENER is the number of an inherited socket. Standard input is a socket, on which the supervisor
sends lines. A line has new settings, as a pickle in hexadecimal digits. An empty line requests
figures. When the socket ends, the worker stops.

The worker sends its figures (`metrics`) as a line of JSON: when it is ready, after each empty line,
and before it ends.
"""

import asyncio
import contextlib
import gc
import json
import os
import pickle
import signal
import socket
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from deploy_contract import Bundle, ContractError
from deploy_contract.answers import Answer
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.access_log import AccessLog, capture_logging
from deploy_contract_gateway.app import ServingApp
from deploy_contract_gateway.background import run_in_background
from deploy_contract_gateway.decide.dialects import DIALECTS
from deploy_contract_gateway.decide.runtime import Decider
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.metrics import WorkerMetrics
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_gateway.settings import GatewaySettings, Settings
from deploy_contract_gateway.tls import watched
from deploy_contract_gateway.tracing import Tracing
from deploy_contract_gateway.upstream import Forwarder
from deploy_contract_gateway.validation import Contracts, make_contracts
from deploy_contract_serving.connections import RESERVED_DESCRIPTORS, connection_limit
from deploy_contract_serving.problems import CONNECTIONS, Problem
from deploy_contract_serving.protocol import Options
from deploy_contract_serving.server import HANDSHAKES, Server

if TYPE_CHECKING:
    from deploy_contract_gateway.decide.grpc_server import GrpcServer

_FLUSH_SECONDS = 2.0  # time limit for the last spans
_HANDLERS: dict[type[Settings], type[Any]] = {GatewaySettings: Forwarder, DecideSettings: Decider}
_MAX_LINE = 1 << 26  # bytes of a line of settings; a file of settings has at most 8 MiB


class Worker:
    """A worker: it serves requests until the supervisor stops it or ends."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._log = AccessLog(settings.log)
        capture_logging(self._log)
        self._coverage = LiveCoverage(settings.coverage)
        self._metrics = WorkerMetrics(self._coverage)
        self._settings = settings
        contracts = make_contracts(settings)
        self._memory = _new_memory(settings, contracts[0].bundle)
        runtime = self._new_runtime(settings, contracts)
        self._tracing: Tracing | None = None
        if settings.traces == "on":
            self._tracing = Tracing(f"deploy-contract-{settings.program}")
        serve = _HANDLERS[type(settings)](settings, runtime).serve
        self._app = ServingApp(serve, self._log, self._metrics, self._tracing)
        self._wanted: asyncio.Queue[Settings] = asyncio.Queue()
        self._server = self._make_server(settings, listener)
        self._grpc = self._make_grpc_server(settings, runtime.budget.most)

    def _new_runtime(self, settings: Settings, contracts: Contracts) -> Runtime:
        return Runtime(settings, contracts, self._memory, self._coverage, self._log.event)

    def _make_server(self, settings: Settings, listener: socket.socket) -> Server:
        # Requests and lookups have `pool` connections each. During a reload there are two runtimes.
        reserve = RESERVED_DESCRIPTORS + 4 * settings.pool
        tls = watched(settings, "listen", self._log.event)
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
            refused_upgrades=settings.refused_upgrades,
            report=self._count_refused,
            adapt=self._adapt,
        )
        return Server(
            self._app,
            listener,
            limit,
            self._log.event,
            options=options,
            stop_seconds=settings.drain_seconds,
            tls=None if tls is None else tls.context,
        )

    def _make_grpc_server(self, settings: Settings, buffer_bytes: int) -> "GrpcServer | None":
        if not isinstance(settings, DecideSettings) or settings.grpc_listen is None:
            return None
        from deploy_contract_gateway.decide.grpc_server import GrpcServer  # needs the extra

        return GrpcServer(settings, self._app, buffer_bytes)

    async def run(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve requests until the socket of the supervisor ends."""
        served = asyncio.create_task(self._server.serve())
        if self._grpc is not None:
            await self._grpc.start()
        # The modules and the tables of the contract live as long as the process. So the garbage
        # collector need not walk these objects.
        gc.freeze()
        self._send_figures(writer)
        reloads = asyncio.create_task(self._reload_on_order())
        while line := await _next_line(reader):
            if line.strip():
                self._wanted.put_nowait(_settings_of(line))
            else:
                self._send_figures(writer)
        self._server.stop()
        if self._grpc is not None:
            await self._grpc.stop()
        await served
        reloads.cancel()
        await asyncio.gather(reloads, return_exceptions=True)
        self._send_figures(writer)
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        closing = run_in_background(partial(_close, self._memory))
        await asyncio.gather(self._flush_traces(), closing)
        self._log.flush()

    async def _flush_traces(self) -> None:
        if self._tracing is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(run_in_background(self._tracing.flush), _FLUSH_SECONDS)

    def _adapt(self, answer: Answer) -> Answer:
        if isinstance(self._settings, DecideSettings):  # a reload replaces the settings
            return DIALECTS[self._settings.dialect].adapt(answer)
        return answer

    def _count_refused(self, problem: Problem) -> None:
        self._metrics.count("problems", problem.reason)
        # too many connections are logged once a minute, as "connections-full"
        if self._log.requests != "off" and problem is not CONNECTIONS:
            self._log.event("refused", status=problem.status, reason=problem.reason)

    def _send_figures(self, writer: asyncio.StreamWriter) -> None:
        writer.write(json.dumps(self._metrics.snapshot()).encode() + b"\n")

    async def _reload_on_order(self) -> None:
        """Use the newest settings as soon as they are compiled. Until then, use the old ones."""
        while True:
            settings = await self._wanted.get()
            while not self._wanted.empty():  # newer settings replace waiting ones
                settings = self._wanted.get_nowait()
            applied = False
            try:
                await self._apply(settings)
                applied = True
            except ContractError:  # a policy has changed since the supervisor read it
                pass
            except Exception as error:  # the old runtime keeps serving
                self._log.fault("failed", error)
            self._metrics.count("reloads", "applied" if applied else "kept")
            self._log.event("reloaded" if applied else "reload-failed", worker=os.getpid())

    async def _apply(self, settings: Settings) -> None:
        contracts = await run_in_background(partial(make_contracts, settings))
        before, bundle = self._memory, contracts[0].bundle
        # a new lookup begins empty, since an old one has missed patches
        if _learns_from(settings) != _learns_from(self._settings) or not before.learns_by(bundle):
            self._memory = _new_memory(settings, bundle)
        runtime = self._new_runtime(settings, contracts)
        self._app.answer = _HANDLERS[type(settings)](settings, runtime).serve
        self._settings, self._log.requests = settings, settings.log
        self._coverage.share = settings.coverage
        if before is not self._memory:  # it connects again if a request under way needs it
            await run_in_background(partial(_close, before))


def _learns_from(settings: Settings) -> set[str]:
    return {"learned", "shared"}.intersection(settings.lookups)


def _new_memory(settings: Settings, bundle: Bundle) -> LearnedDeployments:
    """Return the lookup for `learned` and `shared`, whose facts outlive a reload.

    The lookup connects to Redis only when a request needs it.
    """
    learns_mutable = settings.learn_mutable == "on"  # needs a restart
    if "shared" not in settings.lookups:
        return LearnedDeployments(bundle=bundle, learn_mutable=learns_mutable)
    from deploy_contract.knowledge import SharedDeployments  # few gateways share

    assert settings.shared_url is not None
    return SharedDeployments(
        settings.shared_url.text,
        settings.shared_namespace,
        timeout=settings.redis_seconds,
        bundle=bundle,
        learn_mutable=learns_mutable,
    )


def _close(memory: LearnedDeployments) -> None:
    """Wait until the last facts are shared, but no longer than a second. Then close connections."""
    close = getattr(memory, "close", None)
    if close is not None:
        close()


async def _next_line(reader: asyncio.StreamReader) -> bytes:
    """Return the next line of the supervisor; empty if the worker must stop."""
    with contextlib.suppress(ConnectionError):
        line = await reader.readline()
        return line if line.endswith(b"\n") else b""
    return b""


def _settings_of(line: bytes) -> Settings:
    settings: Settings = pickle.loads(bytes.fromhex(line.decode()))  # noqa: S301 - from the process that started this one
    return settings


async def main(listener: int) -> None:
    """Run a worker with the settings in the first line of the supervisor."""
    control = socket.socket(fileno=0)
    reader, writer = await asyncio.open_connection(sock=control, limit=_MAX_LINE)
    line = await _next_line(reader)
    if line:  # without a line, the supervisor is gone
        worker = Worker(_settings_of(line), socket.socket(fileno=listener))
        await worker.run(reader, writer)


if __name__ == "__main__":
    # terminals and service managers send signals to all processes; workers obey the supervisor
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    asyncio.run(main(int(sys.argv[1])))
