"""`deploy-contract serve`: the service as a program."""

import argparse
import asyncio
import logging
import signal
import socket
import sys
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from types import FrameType

from cryptography.fernet import Fernet
from starlette.applications import Starlette

from deploy_contract import Bundle, Contract, ContractError, logs
from deploy_contract.cli.printing import Printer
from deploy_contract.cli.reports import report_lines
from deploy_contract.effective import validate_base_path
from deploy_contract_format.bundle_format import OPENAPI, RULES
from deploy_contract_format.printing import escape_name
from deploy_contract_service import data_file, hosts, keys, seeding
from deploy_contract_service.app import application
from deploy_contract_service.database import SQLITE_CONNECTIONS
from deploy_contract_service.errors import ServiceError
from deploy_contract_service.settings import DATABASE, Settings
from deploy_contract_service.store import Store
from deploy_contract_serving.addresses import Address, bound_address, open_listener
from deploy_contract_serving.connections import (
    MAX_CONNECTIONS,
    RESERVED_DESCRIPTORS,
    connection_limit,
)
from deploy_contract_serving.protocol import Options
from deploy_contract_serving.server import Server
from deploy_contract_serving.stderr import StderrHandler, print_line

LOG = logging.getLogger(logs.NAME)
# Descriptors for other purposes than clients: SQLite has three for each of its connections.
DESCRIPTORS = RESERVED_DESCRIPTORS + 3 * SQLITE_CONNECTIONS
STOP_SECONDS = 10  # time limit for the requests under way when the service stops


def run(options: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM, and return the exit status.

    Raises ServiceError if the service cannot start; the text is one line.
    """
    if options.make_key:
        print(Fernet.generate_key().decode("ascii"))  # noqa: T201
        return 0
    address, given = Address(options.host, options.port), list(chain(*options.allowed_hosts))
    bundle = None if options.contract is None else _bundle(options.contract)
    validate_base_path(options.base_path or "", "--base-path")
    file = options.key_file
    key = keys.key_from_environment() if file is None else keys.key_from_file(file)
    logging.basicConfig(handlers=[StderrHandler()], level=logging.WARNING)
    # report wrong settings before anything is made
    contract = Contract(hosting=options.hosting, base_path=options.base_path, bundle=bundle)
    data = None if options.data is None else _load(options.data, contract.hosting)
    with closing(open_listener(address)) as listening:
        bound = bound_address(listening)
        assert isinstance(bound, Address)
        if options.database is None:
            _make_default_folder()
        settings = Settings(
            database=DATABASE if options.database is None else options.database,
            key=key,
            bundle=bundle,
            hosting=contract.hosting,
            base_path=contract.base_path,
            rollout_seconds=options.rollout_seconds,
            allowed_hosts=hosts.allowed_hosts(given, address, bound),
        )
        with closing(Store(settings)) as store:
            if data is not None:
                added, total = seeding.seed(store, data, options.rollout_seconds)
                print_line(f"{added} of {total} deployments added to {store.database}")
            app = application(store, settings, console=options.console)
            if unserved := app.state.unserved:
                print_line(f"answers 501 to operations that it lacks: {', '.join(unserved)}")
            if settings.allowed_hosts is None and not given:
                print_line(
                    "answers requests for any host, as it listens beyond loopback;"
                    " restrict them with --allowed-hosts"
                )
            return asyncio.run(_serve(app, listening))


def _bundle(path: str) -> Bundle:
    """Return a bundle to judge by, which may have other rules than the installed bundle.

    Raises ContractError if it cannot be read, or describes other operations or documents than the
    installed contract, whose documents the service stores.
    """
    bundle, installed = Bundle.load(path), Bundle.installed()
    for name in installed.tables.keys() | bundle.tables.keys():
        if name not in (RULES, OPENAPI) and bundle.tables.get(name) != installed.tables.get(name):
            raise ContractError(
                f"{escape_name(path)}: {name} is not that of the installed contract, which the "
                "service stores; install the deploy-contract of this contract"
            )
    return bundle


def _make_default_folder() -> None:
    """Make the folder of the default database: private to its owner, and ignored by git."""
    folder = Path(DATABASE).parent
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with suppress(FileExistsError), (folder / ".gitignore").open("x", encoding="ascii") as out:
            out.write("*\n")
    except OSError as error:
        raise ServiceError(
            f"{folder}: cannot be made: {error.strerror}; name a database with --database"
        ) from None


def _load(name: str, hosting: str | None) -> data_file.Data:
    try:
        return data_file.load(name, hosting)
    except data_file.DataFileError as error:
        printer = Printer(sys.stderr)
        printer.lines(report_lines(error.checked, values={}))
        raise


async def _serve(app: Starlette, listener: socket.socket) -> int:
    limit = connection_limit(MAX_CONNECTIONS, DESCRIPTORS)
    server = Server(app, listener, limit, _warn, options=Options(), stop_seconds=STOP_SECONDS)
    loop = asyncio.get_running_loop()

    def stop(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(server.stop)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    print_line(f"listening on http://{bound_address(listener)}")
    await server.serve()
    print_line("stopped")
    return 0


def _warn(name: str, **counts: int) -> None:
    LOG.warning("%s: %s", name, ", ".join(f"{key} {count}" for key, count in counts.items()))
