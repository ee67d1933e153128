"""The process that holds the sockets: starts workers, replaces those that end, passes on what was read anew, and stops them."""

import asyncio
import json
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn

from deploy_contract import ContractError
from deploy_contract.logs import place_of
from deploy_contract_gateway import admin
from deploy_contract_gateway.access_log import Journal, take_over
from deploy_contract_gateway.background import in_background
from deploy_contract_gateway.client import Client
from deploy_contract_gateway.metrics import CONTENT_TYPE, Sums
from deploy_contract_gateway.runtime import try_out
from deploy_contract_gateway.settings import Settings, dumped, kept
from deploy_contract_gateway.worker import LONGEST_LINE, RESERVE, Server
from deploy_contract_serving.connections import Connections, most_connections
from deploy_contract_serving.programs import listener, listens_on, say
from deploy_contract_serving.upgrades import PlainProtocol

FAILED, STOPPED = 1, 0  # exit status
WATCHERS = 100  # connections to the admin address
_PATIENCE = 2.0  # seconds beyond those of draining before a worker is killed, and between starts of one that ends at once


class _Worker:
    """A worker process, and the end of its control socket."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.process = process
        self.reader = reader
        self._writer = writer
        self.ready = False
        self.told = asyncio.Event()  # that it has said what it counted, since it was asked

    def tell(self, dump: dict[str, Any] | str | None) -> None:
        """Gives it settings; "counts" asks what it has counted, None is the order to stop."""
        with suppress(ConnectionError):
            self._writer.write(json.dumps(dump).encode() + b"\n")

    def close(self) -> None:
        self._writer.close()


class Supervisor:
    """Runs until a signal stops it. `gather`: reads the settings, when the program starts and on SIGHUP."""

    def __init__(self, gather: Callable[[], Settings]) -> None:
        self._gather = gather
        self._settings = gather()
        try_out(self._settings)
        self._journal = Journal()
        self._workers: set[_Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()
        self._reload_asked = False
        self._reload: asyncio.Task[None] | None = None
        self._failed = False
        self._begun = asyncio.Event()
        self._listener = listener(self._settings.listen, self._settings.backlog)
        self._admin = listener(self._settings.admin)
        self._sums = Sums()

    async def run(self) -> int:
        """The exit status."""
        take_over(self._journal)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._ask_to_stop)
        loop.add_signal_handler(signal.SIGHUP, self._ask_to_reload)
        config = uvicorn.Config(
            admin.app(self._healthy, self._ready, self._metrics, CONTENT_TYPE),
            http=PlainProtocol, lifespan="off", ws="none", log_config=None, access_log=False, server_header=False,
            timeout_graceful_shutdown=1,
        )  # fmt: skip
        tell = self._journal.event
        server = Server(
            config, self._admin, Connections(most_connections(WATCHERS, RESERVE), tell), tell
        )
        serving = asyncio.create_task(server.serve())
        for _ in range(self._settings.workers):
            self._add(self._keep_up())
        await self._begin()
        await self._stop.wait()
        await self._end()
        server.should_exit = True
        await serving
        self._journal.settle()
        return FAILED if self._failed else STOPPED

    async def _begin(self) -> None:
        waiting = [asyncio.create_task(event.wait()) for event in (self._begun, self._stop)]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        if not self._stop.is_set():
            listen, watch = map(listens_on, (self._listener, self._admin))
            say(
                f"listening on http://{listen}, in front of {self._settings.upstream}; http://{watch}/-/ready"
            )
            self._journal.event(
                "listening",
                listen=str(listen),
                admin=str(watch),
                upstream=str(self._settings.upstream),
                workers=len(self._workers),
            )

    async def _keep_up(self) -> None:
        """Runs one worker, and the next one where it ends and nobody told it to."""
        while not self._stop.is_set():
            started = asyncio.get_running_loop().time()
            worker = await self._start()
            self._workers.add(worker)
            if self._stop.is_set():  # it came too late to be told with the others
                worker.tell(None)
            try:
                while line := await worker.reader.readline():
                    self._heard(worker, json.loads(line))
            except ConnectionError:
                pass  # it has ended with something that was told it still unread
            except Exception as error:  # whatever it says: it is replaced, and the others go on
                self._journal.event(
                    "worker-fault",
                    worker=worker.process.pid,
                    exception=type(error).__name__,
                    at=place_of(error),
                )
                with suppress(ProcessLookupError):
                    worker.process.kill()
            status = await worker.process.wait()
            self._workers.discard(worker)
            worker.close()
            self._sums.ended(worker.process.pid)
            if self._stop.is_set():
                return
            self._journal.event("worker-ended", worker=worker.process.pid, status=status)
            if not self._begun.is_set():
                say("a worker did not start")
                self._failed = True
                self._stop.set()
                return
            quick = asyncio.get_running_loop().time() - started < _PATIENCE
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), _PATIENCE if quick else 0.01)

    async def _start(self) -> _Worker:
        ours, theirs = socket.socketpair()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "deploy_contract_gateway.worker", str(self._listener.fileno()), str(theirs.fileno()),
                pass_fds=(self._listener.fileno(), theirs.fileno()), stdin=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
        worker = _Worker(process, *await asyncio.open_connection(sock=ours, limit=LONGEST_LINE))
        worker.tell(dumped(self._settings))
        return worker

    def _heard(self, worker: _Worker, news: dict[str, Any]) -> None:
        if news.get("ready"):
            worker.ready = True
            if (
                all(known.ready for known in self._workers)
                and len(self._workers) == self._settings.workers
            ):
                self._begun.set()
        elif "counts" in news:
            self._sums.take(worker.process.pid, news["counts"])
            worker.told.set()
        elif "applied" in news:
            self._journal.event(
                "reloaded" if news["applied"] else "reload-failed", worker=worker.process.pid
            )

    def _ask_to_reload(self) -> None:
        """Read all anew; if a reload is under way, once more after it."""
        self._reload_asked = True
        if self._reload is None or self._reload.done():
            self._reload = asyncio.create_task(self._reloads())
            self._reload.add_done_callback(self._look_after)

    async def _reloads(self) -> None:
        """Read the settings and policies anew; if they are at fault, all stays as it is."""
        while self._reload_asked and not self._stop.is_set():
            self._reload_asked = False
            try:
                settings, lasting = await in_background(self._read_anew)
            except ContractError as error:
                self._sums.reload_failed()
                self._journal.event("reload-failed", error=" ".join(str(error).split()))
                continue
            except Exception as error:  # whatever it is, the settings before hold
                self._sums.reload_failed()
                self._journal.event(
                    "reload-failed", exception=type(error).__name__, at=place_of(error)
                )
                continue
            if lasting:
                self._journal.event("reload-partial", needs_restart=list(lasting))
            self._settings = settings
            for worker in self._workers:
                worker.tell(dumped(settings))

    def _read_anew(self) -> tuple[Settings, tuple[str, ...]]:
        settings, lasting = kept(self._settings, self._gather())
        try_out(settings)
        return settings, lasting

    def _ask_to_stop(self) -> None:
        """The first time, requests under way may end; the second time, they may not."""
        if self._stop.is_set():
            for worker in self._workers:
                with suppress(ProcessLookupError):
                    worker.process.kill()
        self._stop.set()

    async def _end(self) -> None:
        self._journal.event("stopping")
        self._listener.close()
        for worker in self._workers:
            worker.tell(None)
        _, late = await asyncio.wait(self._tasks, timeout=self._settings.drain_seconds + _PATIENCE)
        for worker in self._workers if late else ():
            with suppress(ProcessLookupError):
                worker.process.kill()
        if late:
            await asyncio.wait(late, timeout=_PATIENCE)
        self._journal.event("stopped")

    def _add(self, work: Any) -> None:
        task = asyncio.create_task(work)
        task.add_done_callback(self._look_after)
        self._tasks.add(task)

    def _look_after(self, task: "asyncio.Task[None]") -> None:
        """Stops with status 1 where a worker cannot even be replaced: somebody else may start us anew."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._journal.event("failed", exception=type(error).__name__, at=place_of(error))
            self._failed = True
            self._stop.set()

    async def _metrics(self) -> bytes:
        """The metrics of all workers; of one that does not tell in time, those that it told last."""
        asked = list(self._workers)
        for worker in asked:
            worker.told.clear()
            worker.tell("counts")
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                for worker in asked:
                    await worker.told.wait()
        return self._sums.exposition()

    def _healthy(self) -> bool:
        return any(worker.ready for worker in self._workers)

    async def _ready(self) -> dict[str, bool]:
        if self._stop.is_set():
            return {"serving": False}
        client = Client(self._settings)
        try:
            return {
                "serving": self._healthy(),
                "upstream": await client.is_there(self._settings.ready_path),
            }
        finally:
            await client.close()
