"""The supervisor: it holds the sockets, runs the workers, reloads, stops, and serves admin pages.

This module needs the extra [gateway].
"""

import argparse
import asyncio
import hmac
import json
import os
import pickle
import signal
import socket
import sys
from collections.abc import Coroutine, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import Any

from deploy_contract import Bundle, Contract, ContractError
from deploy_contract.answers import Answer, failure, page
from deploy_contract.asgi import Receive, Scope, Send, send_answer
from deploy_contract.cli.commands import ALLOWED, WRONG_USE
from deploy_contract.cli.printing import say
from deploy_contract.refusals import Refusals, advise
from deploy_contract_gateway.access_log import AccessLog, capture_logging
from deploy_contract_gateway.background import run_in_background
from deploy_contract_gateway.client import upstream_is_ready
from deploy_contract_gateway.configuration import problems, read_settings
from deploy_contract_gateway.exchange import HeaderPairs
from deploy_contract_gateway.metrics import REFUSALS, TotalMetrics
from deploy_contract_gateway.setting_types import Secret
from deploy_contract_gateway.settings import Settings, keep_restart_settings
from deploy_contract_gateway.tls import TlsFiles, watched
from deploy_contract_gateway.validation import validate
from deploy_contract_serving.addresses import (
    Address,
    AnyAddress,
    UnixAddress,
    bound_address,
    open_listener,
    remove_unix_socket,
)
from deploy_contract_serving.connections import RESERVED_DESCRIPTORS, connection_limit
from deploy_contract_serving.protocol import Options
from deploy_contract_serving.server import Server
from deploy_contract_serving.stderr import print_line

if find_spec("prometheus_client") is None:  # the first scrape imports it
    raise ModuleNotFoundError("No module named 'prometheus_client'", name="prometheus_client")

STOPPED, FAILED = 0, 1  # exit status
ADMIN_CONNECTIONS = 100
_ADMIN_STOP_SECONDS = 1.0
# Seconds from the end of `drain_seconds` until a worker is killed. The same time is the limit for
# the figures of a worker, and the shortest time between two starts of a worker.
_GRACE = 2.0
_MAX_LINE = 1 << 26  # bytes of a worker's figures; many policies make them long
_PROBES = ("/-/healthy", "/-/ready")  # pages that need no token
_METHODS = "GET, HEAD"


@dataclass(eq=False, slots=True)
class WorkerProcess:
    """A worker process, and the supervisor's end of its control socket.

    The module `worker` describes the lines on the socket. `figures_received` is set when the worker
    has sent the figures that were requested last.
    """

    process: asyncio.subprocess.Process
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    ready: bool = False
    figures_received: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    async def start(cls, listener: socket.socket) -> "WorkerProcess":
        """Start a worker on the socket. The worker waits for settings."""
        ours, theirs = socket.socketpair()
        number, module = listener.fileno(), "deploy_contract_gateway.worker"
        with theirs:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", module, str(number), pass_fds=[number], stdin=theirs.fileno()
            )
        return cls(process, *await asyncio.open_connection(sock=ours, limit=_MAX_LINE))

    def send(self, settings: Settings) -> None:
        """Make the worker serve by these settings."""
        self.writer.write(pickle.dumps(settings).hex().encode("ascii") + b"\n")

    def stop(self) -> None:
        """Make the worker end after the requests under way."""
        with suppress(OSError):  # the worker has ended
            self.writer.write_eof()

    def kill(self) -> None:
        """End the worker at once."""
        with suppress(ProcessLookupError):
            self.process.kill()


class Supervisor:
    """The supervisor of a program. It runs the workers until a signal stops the program."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Read and check the settings, and open the sockets.

        Raises:
            ContractError: a setting is wrong, or an address cannot be bound.
        """
        self._options = options
        self._settings = read_settings(options)
        validate(self._settings)
        self._log = AccessLog()
        self._tls = {
            "listen": watched(self._settings, "listen"),  # the workers report changes of its files
            "admin": watched(self._settings, "admin", self._log.event),
            "upstream": watched(self._settings, "upstream", self._log.event),
        }
        self._workers: set[WorkerProcess] = set()
        self._stop = asyncio.Event()
        self._reload_requested = asyncio.Event()
        self._is_started = False  # whether all workers were ready once
        self._failed = False
        self._metrics = TotalMetrics()
        with ExitStack() as opened:  # closes the sockets if a later one cannot be opened
            listener = open_listener(self._settings.listen, self._settings.backlog)
            self._listener = opened.enter_context(listener)
            grpc = getattr(self._settings, "grpc_listen", None)
            if isinstance(grpc, Address):  # each worker binds this address itself
                kept = opened.enter_context(open_listener(grpc, None))
                bound: dict[str, Any] = {"grpc_listen": bound_address(kept)}
                self._settings = replace(self._settings, **bound)
            self._admin = open_listener(self._settings.admin)
            self._listening = opened.pop_all()

    async def run(self) -> int:
        """Run until a signal stops the program, and return the exit status."""
        capture_logging(self._log)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._request_stop)
        loop.add_signal_handler(signal.SIGHUP, self._reload_requested.set)
        tls = self._tls["admin"]
        admin_server = Server(
            self._serve_admin,
            self._admin,
            connection_limit(ADMIN_CONNECTIONS, RESERVED_DESCRIPTORS),
            self._log.event,
            options=Options(),
            stop_seconds=_ADMIN_STOP_SECONDS,
            tls=None if tls is None else tls.context,
        )
        serving = asyncio.create_task(admin_server.serve())
        reloads = self._start(self._reload_on_request())
        keepers = [self._start(self._keep_worker_running()) for _ in range(self._settings.workers)]
        await self._stop.wait()
        reloads.cancel()
        await self._shut_down(keepers)
        remove_unix_socket(self._settings.admin)
        admin_server.stop()
        await serving
        if self._settings.candidate is not None:
            self._log.event(
                "candidate-summary",
                differences=self._metrics.rows("candidate_differences"),
                rules=self._metrics.rows("candidate_rules"),
            )
        self._log.flush()
        return FAILED if self._failed else STOPPED

    async def _announce_start(self) -> None:
        settings = self._settings
        values = {name: getattr(settings, name) for name in settings.shown}
        shown = {name: str(value) for name, value in values.items() if value is not None}
        shown["engine"] = Contract(engine=settings.engine).engine
        words = ", ".join([f"{name} {text}" for name, text in shown.items()])
        listen, admin = bound_address(self._listener), bound_address(self._admin)
        requests_at = _url(listen, is_secured=settings.cert_file is not None)
        admin_at = _url(admin, is_secured=settings.admin_cert_file is not None)
        print_line(f"listening on {requests_at}, {words}; {admin_at}/-/ready")
        self._log.event(
            "listening",
            listen=str(listen),
            admin=str(admin),
            workers=len(self._workers),
            **shown,
        )

    async def _keep_worker_running(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._stop.is_set():
            started_at = loop.time()
            worker = await WorkerProcess.start(self._listener)
            self._workers.add(worker)
            worker.send(self._settings)  # a reload sends new settings to all workers
            if self._stop.is_set():  # the stop came during the start of this worker
                worker.stop()
            status = await self._listen_to(worker)
            if self._stop.is_set():
                return
            self._log.event("worker-ended", worker=worker.process.pid, status=status)
            if not self._is_started:
                print_line("a worker did not start")
                self._fail()
                return
            with suppress(TimeoutError):
                async with asyncio.timeout_at(started_at + _GRACE):
                    await self._stop.wait()

    async def _listen_to(self, worker: WorkerProcess) -> int:
        """Read the figures of a worker until the worker ends. Return its exit status."""
        try:
            async for line in worker.reader:
                if not line.endswith(b"\n"):  # the worker ended within the line
                    break
                self._metrics.update(worker.process.pid, json.loads(line))
                worker.ready = True
                worker.figures_received.set()
                self._note_start()
        except ConnectionError:
            pass  # the worker ended before it read a line
        status = await worker.process.wait()
        self._workers.discard(worker)
        worker.writer.close()
        self._metrics.remove(worker.process.pid)
        return status

    def _note_start(self) -> None:
        ready = [worker for worker in self._workers if worker.ready]
        if not self._is_started and len(ready) == self._settings.workers:
            self._is_started = True
            if not self._stop.is_set():
                # another task, since a failure of the announcement does not concern the worker
                self._start(self._announce_start())

    async def _reload_on_request(self) -> None:
        """Read the settings and policies again. If these are wrong, the old ones stay.

        Several requests during a reload cause one further reload.
        """
        while True:
            await self._reload_requested.wait()
            self._reload_requested.clear()
            try:
                settings, ignored, upstream_tls = await run_in_background(self._read_again)
            except ContractError as error:
                self._log.event("reload-failed", error=" ".join(str(error).split()))
            except Exception as error:  # the old settings stay
                self._log.fault("reload-failed", error)
            else:
                if ignored:
                    self._log.event("reload-partial", needs_restart=list(ignored))
                self._settings, self._tls["upstream"] = settings, upstream_tls
                for worker in self._workers:
                    worker.send(settings)
                continue
            self._metrics.count_failed_reload()

    def _read_again(self) -> tuple[Settings, tuple[str, ...], TlsFiles | None]:
        settings, ignored = keep_restart_settings(self._settings, read_settings(self._options))
        try:
            validate(settings)
        except ContractError as error:
            hints = [f"; {name} needs a restart" for name in ignored if name in str(error)]
            raise ContractError(f"{error}{''.join(hints)}") from None
        return settings, ignored, watched(settings, "upstream", self._log.event)

    def _request_stop(self) -> None:
        """Stop after the requests under way; if called again, stop at once."""
        if self._stop.is_set():
            for worker in self._workers:
                worker.kill()
        self._stop.set()

    def _fail(self) -> None:
        self._failed = True
        self._stop.set()

    async def _shut_down(self, keepers: list["asyncio.Task[None]"]) -> None:
        self._log.event("stopping")
        # The socket is still open, so no other program has bound its path yet. After the close,
        # another program may bind the path at once, and its socket must not be removed.
        remove_unix_socket(self._settings.listen)
        self._listening.close()
        for worker in self._workers:
            worker.stop()
        await asyncio.wait(keepers, timeout=self._settings.drain_seconds + _GRACE)
        for worker in self._workers:  # these workers are late
            worker.kill()
        await asyncio.wait(keepers, timeout=_GRACE)
        self._log.event("stopped")

    def _start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        task.add_done_callback(self._check_task)
        return task

    def _check_task(self, task: "asyncio.Task[None]") -> None:
        """If a task failed, such as the start of a worker, stop the program with status 1.

        A service manager may then start the program again.
        """
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._log.fault("failed", error)
            self._fail()

    async def _serve_admin(self, scope: Scope, _receive: Receive, send: Send) -> None:
        await send_answer(await self._admin_answer(scope), send)

    async def _admin_answer(self, scope: Scope) -> Answer:
        pages = {
            "/-/healthy": self._health_page,
            "/-/ready": self._readiness_page,
            "/-/metrics": self._metrics_page,
            "/-/coverage": self._coverage_page,
            "/-/refusals": self._refusals_page,
        }
        path, token = scope["path"].rstrip("/"), self._settings.admin_token
        if path not in _PROBES and not _is_authorized(scope["headers"], token):
            refusal = failure(401, "This page needs the token of the setting admin_token.")
            return refusal._replace(headers=(*refusal.headers, ("www-authenticate", "Bearer")))
        if path not in pages:
            return failure(404, f"The paths are {', '.join(pages)}.")
        if scope["method"] not in ("GET", "HEAD"):  # the server sends no body in answer to HEAD
            refusal = failure(405, f"The methods are {_METHODS}.")
            return refusal._replace(headers=(*refusal.headers, ("allow", _METHODS)))
        return await pages[path]()

    async def _health_page(self) -> Answer:
        return _conditions({"healthy": self._is_healthy()})

    async def _readiness_page(self) -> Answer:
        parts = {"serving": self._is_healthy() and not self._stop.is_set()}
        if self._settings.upstream is not None and not self._stop.is_set():
            parts["upstream"] = await upstream_is_ready(self._settings, self._tls["upstream"])
        return _conditions({"ready": all(parts.values()), **parts})

    async def _metrics_page(self) -> Answer:
        await self._ask_for_figures()
        not_after: dict[str, float] = {}
        for files in filter(None, self._tls.values()):
            not_after |= files.current().not_after
        return page(200, *self._metrics.expose(type(self._settings), not_after))

    async def _coverage_page(self) -> Answer:
        if not self._settings.coverage:
            return failure(404, "coverage is 0")
        await self._ask_for_figures()
        return _json_page(self._metrics.coverage())

    async def _refusals_page(self) -> Answer:
        await self._ask_for_figures()
        return _refusals_page(self._metrics.refusals(), self._settings)

    async def _ask_for_figures(self) -> None:
        """Wait for the figures of all workers. For a late worker, its earlier figures count."""
        # at a stop, the workers send their last figures without a request
        asked = [] if self._stop.is_set() else list(self._workers)
        for worker in asked:
            worker.figures_received.clear()
            worker.writer.write(b"\n")
        with suppress(TimeoutError):
            async with asyncio.timeout(_GRACE):
                for worker in asked:
                    await worker.figures_received.wait()

    def _is_healthy(self) -> bool:
        return any(worker.ready for worker in self._workers)


def _is_authorized(headers: HeaderPairs, token: Secret | None) -> bool:
    """Return True if the token is right. All tokens of one length take the same time."""
    if token is None:
        return True
    values = [value for name, value in headers if name == b"authorization"]
    if len(values) != 1:
        return False
    scheme, _, given = values[0].partition(b" ")
    is_right = hmac.compare_digest(given.strip(b" "), token.text.encode("ascii"))
    return is_right and scheme.lower() == b"bearer"


def _json_page(value: Any, status: int = 200) -> Answer:
    text = json.dumps(value, separators=(",", ":")).encode()
    return page(status, "application/json", text)


def _refusals_page(refusals: Refusals, settings: Settings) -> Answer:
    """Return the page of groups of refused messages. Its commands name the policies of `settings`."""
    from deploy_contract_pages import environment, of_one_file  # only this page needs Jinja2

    named = (settings.contract, settings.policies)
    rules = {rule.rule: rule for rule in Bundle.installed().rules}
    file = of_one_file("refusals")
    templates = environment(__package__)
    groups = refusals.by_count()
    text = templates.get_template("refusals.html").render(
        dropped=refusals.dropped,
        file=file,
        groups=[(group, seen, advise(group, rules, *named)) for group, seen in groups],
        limit=REFUSALS,
        pid=os.getpid(),
        program=settings.program,
    )
    policy = ("content-security-policy", file.policy)
    return page(200, "text/html; charset=utf-8", text.encode(), policy)


def _conditions(found: Mapping[str, bool]) -> Answer:
    """Return a page of conditions, with status 200 if all are true, and 503 otherwise."""
    return _json_page(found, 200 if all(found.values()) else 503)


def _url(address: AnyAddress, *, is_secured: bool) -> str:
    if isinstance(address, UnixAddress):
        return str(address)
    return f"{'https' if is_secured else 'http'}://{address}"


def run(options: argparse.Namespace) -> int:
    """Run a program until a signal stops it, and return the exit status.

    With --check-config, print "ok", or each problem of the settings on a line, and start nothing.

    Raises:
        ContractError: a setting or a file that it names is wrong, or an address cannot be bound.
    """
    if not options.check_config:
        return asyncio.run(Supervisor(options).run())
    found = problems(options)
    for problem in found:
        say(problem)
    if found:
        return WRONG_USE
    print("ok: the settings can be used")  # noqa: T201 - the answer
    return ALLOWED
