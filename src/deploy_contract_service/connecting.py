"""Connections to SQLite and PostgreSQL: addresses, options, and reasons of failures."""

import re
import sqlite3
from collections.abc import Callable
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from deploy_contract_service.errors import ServiceError

MEMORY = ":memory:"
SQLITE_CONNECTIONS = 40  # as many as threads that answer requests
# more than writes at a time, so that reads do not wait for writes
POSTGRESQL_CONNECTIONS = 16
WAIT_SECONDS = 15  # for locks of other writers, in this process and in others together
STATEMENT_SECONDS = 30  # for one statement, in PostgreSQL

BAD_OPTION = "an option of its address is unknown or has a bad value"
LOCKED = "others hold a lock for too long"
_CODES = {"55P03": LOCKED, "57014": "it takes too long"}  # SQLSTATE -> message
# Errors before there is a connection have no code, so their texts tell them apart.
_MESSAGES = {
    re.compile(
        r"invalid (connection option|port number|integer value|\w+ value)|bad value for"
    ): BAD_OPTION,
    re.compile(r"database .* does not exist"): "there is no such database",
    re.compile(
        r"role .* does not exist|authentication failed|no password supplied"
    ): "its user or password is refused",
}
_NAMES = (
    "--database: give the name of a SQLite file, :memory:,"
    " or an address postgresql://USER@HOST/NAME"
)
_PRAGMAS = (
    "PRAGMA synchronous = FULL",  # a committed transaction survives a power failure
    "PRAGMA foreign_keys = ON",
    "PRAGMA cache_size = -16384",
)


def parse_address(name: str) -> URL:
    """Return the address of a database.

    Args:
        name: name of a SQLite file, ":memory:", or an address postgresql://...

    Raises:
        ServiceError: the name is unknown.
    """
    if not name:
        raise ServiceError(_NAMES)
    if "://" not in name:
        return URL.create("sqlite", database=name)
    try:
        url = make_url(name)
        if url.host and not url.host.startswith("/"):  # with a slash it is the folder of a socket
            url.host.encode("idna")  # the form in which the name is looked up
    except (ArgumentError, ValueError):
        raise ServiceError(
            "--database: not an address; give a file name or postgresql://USER@HOST/NAME"
        ) from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and not url.query:
        return url
    raise ServiceError(_NAMES)


def make_engine(url: URL, connect_file: Callable[[], sqlite3.Connection] | None) -> Engine:
    """Return the SQLAlchemy engine of an address.

    Args:
        url: the address.
        connect_file: opens a connection to a SQLite file; None for memory and PostgreSQL.
    """
    options: dict[str, Any] = {
        "hide_parameters": True,
        "pool_timeout": WAIT_SECONDS,
        "max_overflow": 0,
    }
    if url.get_backend_name() == "sqlite":
        # a database in memory lives as long as its only connection, for which threads queue
        options["pool_size"] = SQLITE_CONNECTIONS if connect_file else 1
        engine = create_engine(
            url, poolclass=QueuePool, creator=connect_file or _connect_memory, **options
        )
        event.listen(engine, "connect", _prepare)
        return engine
    arguments: dict[str, Any] = {"connect_timeout": 10, "application_name": "deploy-contract"}
    for name in url.query:  # options of the address win
        arguments.pop(name, None)
    # Statements are planned with their values: how many names contain a text depends on the text.
    arguments |= {"prepare_threshold": None, "options": _timeouts(url)}
    options["pool_size"] = POSTGRESQL_CONNECTIONS
    return create_engine(url, pool_pre_ping=True, connect_args=arguments, **options)


def _timeouts(url: URL) -> str:
    """Return PostgreSQL's options for timeouts. Options of the address come later and win."""
    lock, statement = WAIT_SECONDS * 1000, STATEMENT_SECONDS * 1000
    limits = f"-c lock_timeout={lock:.0f} -c statement_timeout={statement:.0f}"
    return f"{limits} {url.query.get('options', '')}".strip()


def _connect_memory() -> sqlite3.Connection:
    return sqlite3.connect(MEMORY, check_same_thread=False, isolation_level=None)


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """Set the options of a new connection to SQLite."""
    for pragma in _PRAGMAS:
        connection.execute(pragma).close()


def failure_reason(error: SQLAlchemyError) -> str:
    """Return the reason of a database error, in one line.

    PostgreSQL's texts contain values of rows, so only its codes are used.
    """
    original = getattr(error, "orig", None)
    if isinstance(original, sqlite3.DatabaseError):
        return str(original).partition("\n")[0]
    state = getattr(original, "sqlstate", None)
    if original is not None and state is None:
        for pattern, message in _MESSAGES.items():
            if pattern.search(str(original)):
                return message
        return "no connection"
    if state in _CODES:
        return _CODES[state]
    return f"error {state}" if state else type(error).__name__
