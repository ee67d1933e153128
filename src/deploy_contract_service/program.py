"""`deploy-contract serve`: the service as a program."""

import argparse
import logging
import signal
import socket
import sys
from importlib.util import find_spec
from itertools import chain
from types import FrameType
from typing import cast

import uvicorn
from cryptography.fernet import Fernet
from deploy_contract_generated.names import HostingName

from deploy_contract import Bundle, Contract, ContractError, logs
from deploy_contract.cli.printing import Printer
from deploy_contract.cli.report_text import report_lines
from deploy_contract.files.documents import UnreadableError
from deploy_contract.options import validate_base_path
from deploy_contract_format.bundle_format import OPENAPI, RULES
from deploy_contract_format.printing import escape_name
from deploy_contract_service import data_file, hosts, keys, seeding, state_folder
from deploy_contract_service.app import application
from deploy_contract_service.connecting import SQLITE_CONNECTIONS
from deploy_contract_service.console import routes as console
from deploy_contract_service.errors import ServiceError, UnavailableError
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from deploy_contract_serving.addresses import Address, bound_address, open_listener
from deploy_contract_serving.connections import MAX_CONNECTIONS, Connections, connection_limit
from deploy_contract_serving.protocol import HttpProtocol
from deploy_contract_serving.server import Server
from deploy_contract_serving.stderr import StderrHandler, print_line

# It is imported only to migrate tables, when the address is already bound.
if find_spec("alembic") is None:
    raise ModuleNotFoundError("No module named 'alembic'", name="alembic")

LOG = logging.getLogger(logs.NAME)
# Descriptors beside those of clients: SQLite has three for each of its connections.
RESERVED_DESCRIPTORS = 64 + 3 * SQLITE_CONNECTIONS
STOP_SECONDS = 10  # for requests that are being answered when the service stops


def run(options: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM, and return the exit status.

    Raises:
        ServiceError: the service cannot start; the text is one line.
    """
    if options.make_key:
        print(Fernet.generate_key().decode("ascii"))  # noqa: T201
        return 0
    settings = _settings(options)
    logging.basicConfig(handlers=[StderrHandler()], level=logging.WARNING)
    # reports wrong settings before anything is made
    Contract(
        hosting=cast("HostingName | None", settings.hosting),
        base_path=settings.base_path,
        bundle=settings.bundle,
    )
    data = None
    if settings.data is not None:
        data = _load(settings.data, settings.hosting)
    listening = open_listener(Address(options.host, options.port))
    try:
        return _serve_store(options, settings, data, listening)
    except UnavailableError as error:
        raise ServiceError(f"the database is unavailable: {error}") from None
    finally:
        listening.close()


def _settings(options: argparse.Namespace) -> Settings:
    database = options.database
    if database is None:
        database = state_folder.default_database()
    bundle = None if options.contract is None else _bundle(options.contract)
    hosting, base_path = options.hosting, options.base_path
    if bundle is not None and bundle.defaults is not None:
        compiled = bundle.defaults.options
        hosting = compiled.hosting if hosting is None else hosting
        base_path = compiled.base_path if base_path is None else base_path
    return Settings(
        database=database,
        keys=_keys(options.key_file),
        data=options.data,
        bundle=bundle,
        hosting=hosting,
        base_path=validate_base_path(base_path or "", "--base-path"),
        rollout_seconds=options.rollout_seconds,
    )


def _bundle(path: str) -> Bundle:
    """Return a bundle to judge by, which may have other rules than the installed one.

    Raises:
        ContractError: it cannot be read, or describes other operations or documents. The service
            stores and answers those of the installed contract.
    """
    bundle, installed = Bundle.load(path), Bundle.installed()
    for name in installed.tables.keys() | bundle.tables.keys():
        if name in (RULES, OPENAPI):
            continue
        if bundle.tables.get(name) != installed.tables.get(name):
            raise ContractError(
                f"{escape_name(path)}: {name} is not that of the installed contract, which the "
                "service stores; install the deploy-contract of this contract"
            )
    return bundle


def _keys(file: str | None) -> tuple[str, ...]:
    return keys.keys_from_environment() if file is None else keys.keys_from_file(file)


def _serve_store(
    options: argparse.Namespace,
    settings: Settings,
    data: data_file.Data | None,
    listening: socket.socket,
) -> int:
    if options.database is None:
        state_folder.prepare(settings.database)
    store = Store.open(settings)
    try:
        if data is not None:
            seeded = seeding.seed(store, data, settings.rollout_seconds)
            print_line(f"{seeded.added} of {seeded.given} deployments added to {store.database}")
        address = Address(options.host, options.port)
        given = list(chain.from_iterable(options.allowed_hosts))
        allowed = hosts.allowed_hosts(given, address, bound_address(listening).host)
        settings = settings._replace(allowed_hosts=allowed)
        if options.console:
            app = application(store, settings, console.routes(store, settings), console.not_found)
        else:
            app = application(store, settings)
        if app.state.unserved:
            print_line(f"answers 501 to operations that it lacks: {', '.join(app.state.unserved)}")
        if allowed is None and not given:
            print_line(
                "answers requests for any host, as it listens beyond loopback;"
                " restrict them with --allowed-hosts"
            )
        return _serve(_Server(app, listening))
    finally:
        store.close()


def _load(name: str, hosting: str | None) -> data_file.Data:
    try:
        return data_file.load(name, hosting)
    except data_file.DataFileError as error:
        printer = Printer(sys.stderr)
        printer.lines(report_lines(error.checked, printer.excerpt_style))
        raise ServiceError(str(error)) from None
    except UnreadableError as error:
        raise ServiceError(str(error)) from None


class _Server(Server):
    """A server that prints its address once it listens."""

    def __init__(self, app: object, listener: socket.socket) -> None:
        config = uvicorn.Config(
            app,  # type: ignore[arg-type]
            http=HttpProtocol,
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=STOP_SECONDS,
        )
        connections = Connections(connection_limit(MAX_CONNECTIONS, RESERVED_DESCRIPTORS), _warn)
        super().__init__(config, listener, connections, _warn)
        self.listener = listener

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print_line(f"listening on http://{bound_address(self.listener)}")


def _warn(name: str, **counts: int) -> None:
    shown = [f"{key} {count}" for key, count in counts.items()]
    LOG.warning("%s: %s", name, ", ".join(shown))


def _serve(server: _Server) -> int:
    def stop(_number: int, _frame: FrameType | None) -> None:
        server.should_exit = True

    # uvicorn raises the signals that it caught again, to these handlers
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    server.run()
    if not server.started:
        return 2
    print_line("stopped")
    return 0
