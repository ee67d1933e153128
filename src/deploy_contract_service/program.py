"""`deploy-contract serve`: the service as a program."""

import argparse
import logging
import signal
import socket
import sys
from itertools import chain
from types import FrameType

import uvicorn
from cryptography.fernet import Fernet

from deploy_contract import Contract
from deploy_contract.cli.rendering import Printer, report_lines
from deploy_contract.files.documents import UnreadableError
from deploy_contract.options import prefix
from deploy_contract.tables import tables
from deploy_contract_service import hosts, keys, seeding, state
from deploy_contract_service.app import application
from deploy_contract_service.console import routes as console
from deploy_contract_service.data import BrokenDataError, Data, load
from deploy_contract_service.database import CONNECTIONS
from deploy_contract_service.faults import ServiceError, UnavailableError
from deploy_contract_service.settings import DATABASE, KEY_VARIABLE, Settings
from deploy_contract_service.store import Store
from deploy_contract_serving.connections import MOST, Connections, most_connections
from deploy_contract_serving.programs import Address, Lines, listener, listens_on, say
from deploy_contract_serving.serving import Server
from deploy_contract_serving.upgrades import PlainProtocol

LOG = logging.getLogger("deploy_contract")
PORT = 8081
RESERVE = (
    64 + 3 * CONNECTIONS
)  # descriptors beside those of clients: SQLite has three for each of its connections
USUAL = Settings()
LONGEST = 10_000_000  # seconds of a rollout
STOPPING_SECONDS = 10  # that requests under way may take when the service stops


def register(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the service."""
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    add("--port", type=_port, default=PORT, help="port; 0 takes a free one (%(default)s)")
    add(
        "--database",
        metavar="NAME",
        help=f"SQLite file, :memory:, or postgresql://USER@HOST/NAME ({DATABASE}, in a folder that git ignores)",
    )
    add(
        "--key-file",
        metavar="FILE",
        help=f"keys for secrets, the current one first; or {KEY_VARIABLE} in the environment",
    )
    add("--make-key", action="store_true", help="print a new key, and nothing else")
    add(
        "--data",
        metavar="FILE",
        help="YAML or JSON of integrations, repositories and deployments to start with",
    )
    add(
        "--hosting",
        choices=tables().book.hostings,
        help="where all deployments run (each where its source may)",
    )
    add(
        "--base-path",
        default="",
        metavar="PATH",
        help="prefix of all paths of the API, such as /api-host",
    )
    add(
        "--rollout-seconds", type=_seconds, default=USUAL.rollout_seconds, metavar="N",
        help="until a new revision is the active one (%(default)s)",
    )  # fmt: skip
    add(
        "--allowed-hosts", action="append", type=_hosts, default=[], metavar="NAME[,NAME]",
        help="hosts that requests may be for, beside those of loopback; * is any (any where it listens beyond loopback)",
    )  # fmt: skip
    add(
        "--no-console",
        dest="console",
        action="store_false",
        help="leave out the console, the pages for people at /",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serves until SIGINT or SIGTERM; exit status 0. ServiceError, one line, where that cannot be begun."""
    if options.make_key:
        print(Fernet.generate_key().decode("ascii"))  # noqa: T201
        return 0
    settings = Settings(
        database=state.database() if options.database is None else options.database,
        keys=_keys(options.key_file),
        data=options.data,
        hosting=options.hosting,
        base_path=prefix(options.base_path, "--base-path"),
        rollout_seconds=options.rollout_seconds,
    )
    logging.basicConfig(handlers=[Lines()], level=logging.WARNING)
    Contract(
        hosting=settings.hosting, base_path=settings.base_path
    )  # what is wrong with these is said before anything is made
    data = None if settings.data is None else _load(settings.data, settings.hosting)
    address = Address(options.host, options.port)
    listening = listener(address)
    try:
        if options.database is None:
            state.prepare(settings.database)
        store = Store.open(settings)
        try:
            if data is not None:
                added, given = seeding.seed(store, data, settings.rollout_seconds)
                say(f"{added} of {given} deployments added to {store.database}")
            answered = hosts.allowed(
                chain(*options.allowed_hosts), address, listens_on(listening).host
            )
            settings = settings._replace(allowed_hosts=answered)
            pages = (console.routes(store, settings), console.lost) if options.console else ()
            app = application(store, settings, *pages)
            if app.state.unserved:
                say(
                    f"answers 501 to operations that it does not have: {', '.join(app.state.unserved)}"
                )
            if answered is None and not options.allowed_hosts:
                say(
                    "answers for any host, as it listens beyond loopback; --allowed-hosts says for which it is to"
                )
            return _serve(_Server(app, listening))
        finally:
            store.close()
    except UnavailableError as error:
        raise ServiceError(f"the database cannot be asked: {error}") from None
    finally:
        listening.close()


def _keys(file: str | None) -> tuple[str, ...]:
    return keys.from_file(file) if file is not None else keys.from_environment()


def _load(name: str, hosting: str | None) -> Data:
    try:
        return load(name, hosting)
    except BrokenDataError as error:
        printer = Printer(sys.stderr)
        printer.lines(report_lines(error.checked, printer.look))
        raise ServiceError(str(error)) from None
    except UnreadableError as error:
        raise ServiceError(str(error)) from None


class _Server(Server):
    """Says where it listens when it does."""

    def __init__(self, app: object, listener: socket.socket) -> None:
        config = uvicorn.Config(
            app,  # type: ignore[arg-type]
            http=PlainProtocol, ws="none", log_config=None, access_log=False, server_header=False, lifespan="on",
            timeout_graceful_shutdown=STOPPING_SECONDS,
        )  # fmt: skip
        super().__init__(
            config, listener, Connections(most_connections(MOST, RESERVE), _warn), _warn
        )
        self.listener = listener

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            say(f"listening on http://{listens_on(self.listener)}")


def _warn(name: str, **counts: int) -> None:
    LOG.warning("%s: %s", name, ", ".join(f"{what} {count}" for what, count in counts.items()))


def _serve(server: _Server) -> int:
    def stop(_number: int, _frame: FrameType | None) -> None:
        server.should_exit = True

    for number in (
        signal.SIGINT,
        signal.SIGTERM,
    ):  # uvicorn raises again what it has caught: to these
        signal.signal(number, stop)
    server.run()
    if not server.started:
        return 2
    say("stopped")
    return 0


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:6]) < 1 << 16):
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _hosts(text: str) -> list[str]:
    names = [hosts.name_of(name.strip()) for name in text.split(",")]
    found = [name for name in names if name is not None]
    if len(found) < len(names):
        raise argparse.ArgumentTypeError(
            "names of hosts, such as api.example.com or [fd00::1], or *"
        )
    return found


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= LONGEST:
        raise argparse.ArgumentTypeError(f"a number of seconds from 0 to {LONGEST}")
    return seconds
