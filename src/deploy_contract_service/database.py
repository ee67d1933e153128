"""The database of the service: SQLite in a file or in memory, or PostgreSQL."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import QueuePool

from deploy_contract_service.errors import ServiceError, UnavailableError

MEMORY = ":memory:"
SQLITE_CONNECTIONS = 40  # as many as threads that answer requests
POSTGRESQL_CONNECTIONS = 16  # more than writes at a time, so that reads do not wait for writes
WAIT_SECONDS = 15  # for locks of other writers
START_LOCK = 5_022_107_409  # PostgreSQL's advisory lock at start: an arbitrary number
_PORT = 5432  # of PostgreSQL, if its address has no port
WAL_TRIES, WAL_PAUSE = 100, 0.05  # to switch SQLite to a write-ahead log, and seconds between tries

_BAD_OPTION = "an option of its address is unknown or has a bad value"
_CODES = {  # SQLSTATE -> message
    "25006": "it takes no writes",
    "3F000": "its search_path names no schema that exists",
    "42501": "its user lacks a right",
    "55P03": "others hold a lock for too long",
    "57014": "it takes too long",
}
# Errors before there is a connection have no code, but distinct texts.
_MESSAGES = {
    r"invalid (connection option|port number|integer value|\w+ value)|bad value for": _BAD_OPTION,
    r"database .* does not exist": "there is no such database",
    r"role .* does not exist|authentication failed|no password supplied": (
        "its user or password is refused"
    ),
}
_NAMES = (
    "--database: give the name of a SQLite file, :memory:,"
    " or an address postgresql://USER@HOST/NAME"
)


class Database:
    """A database: a SQLite file, ":memory:", or an address postgresql://...

    Threads may share it, and processes may share a file or a PostgreSQL database. It opens nothing
    before its first use. Raises ServiceError if the name does not name a database.
    """

    def __init__(self, name: str) -> None:
        self._url = _parse_address(name)
        self.is_sqlite = self._url.get_backend_name() == "sqlite"
        self.file: str | None = None  # name of the file of a SQLite database
        if self.is_sqlite and self._url.database not in (None, "", MEMORY):
            self.file = self._url.database
        try:
            self._engine = _make_engine(self._url, in_memory=self.is_sqlite and not self.file)
        except ArgumentError:
            raise ServiceError(f"{self}: cannot be used: {_BAD_OPTION}") from None
        self._autocommit = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for reading. Each statement is a transaction of its own.

        Raises UnavailableError if the database cannot be reached.
        """
        with _as_unavailable(), self._autocommit.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction. SQLite has only one at a time.

        Raises UnavailableError if the database cannot be reached, or stays locked too long.
        """
        with _as_unavailable(), self._engine.begin() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")  # a later lock may be refused
            yield connection

    @contextmanager
    def exclusive(self) -> Iterator[Connection]:
        """Open the transaction of a starting service. Only one process at a time can do so."""
        with self.writing() as connection:
            if not self.is_sqlite:
                connection.execute(select(func.pg_advisory_xact_lock(START_LOCK)))
            yield connection

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def __str__(self) -> str:
        """Return the name of the database for messages, without user and password."""
        if self.is_sqlite:
            return self.file or "memory"
        name, host = self._url.database or "", self._url.host
        if host and ":" in host:
            host = f"[{host}]"  # an IPv6 address (RFC 3986, section 3.2.2)
        place = f" at {host}:{self._url.port or _PORT}" if host else ""
        return f"PostgreSQL {name}".strip() + place


def _parse_address(name: str) -> URL:
    if not name:
        raise ServiceError(_NAMES)
    if "://" not in name:
        return URL.create("sqlite", database=name)
    try:
        url = make_url(name)
        if url.host and not url.host.startswith("/"):  # with a slash it is the folder of a socket
            url.host.encode("idna")  # the form in which the name is looked up
    except (ArgumentError, ValueError):
        raise ServiceError(_NAMES) from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and not url.query:
        return url
    raise ServiceError(_NAMES)


def _make_engine(url: URL, *, in_memory: bool) -> Engine:
    options: dict[str, Any] = {"pool_timeout": WAIT_SECONDS, "max_overflow": 0}
    options["hide_parameters"] = True
    if url.get_backend_name() == "sqlite":
        options["connect_args"] = {
            "check_same_thread": False,
            "isolation_level": None,  # transactions begin where this module begins them
            "timeout": WAIT_SECONDS,
        }
        # a database in memory lives as long as its only connection, for which threads queue
        size = 1 if in_memory else SQLITE_CONNECTIONS
        engine = create_engine(url, poolclass=QueuePool, pool_size=size, **options)
        event.listen(engine, "connect", _prepare)
        return engine
    limits = f"-c lock_timeout={WAIT_SECONDS}s -c statement_timeout={2 * WAIT_SECONDS}s"
    own = {"connect_timeout": 10, "application_name": "deploy-contract", "options": limits}
    # options of the address take precedence
    options["connect_args"] = {key: value for key, value in own.items() if key not in url.query}
    engine = create_engine(url, pool_size=POSTGRESQL_CONNECTIONS, pool_pre_ping=True, **options)
    # insert it before SQLAlchemy's own listener, which fails on texts without an encoding
    event.listen(engine, "connect", _require_utf8, insert=True)
    return engine


def _require_utf8(connection: Any, _record: object) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        connection.close()  # SQLAlchemy does not close it yet
        raise UnavailableError(f"its encoding is {encoding}; create it with ENCODING 'UTF8'")


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA synchronous = FULL")  # a commit survives a power failure
    connection.execute("PRAGMA foreign_keys = ON")
    for tries_left in range(WAL_TRIES, -1, -1):
        try:
            connection.execute("PRAGMA journal_mode = WAL")  # reads do not wait for writes
            return
        except sqlite3.OperationalError as error:
            # SQLite does not wait for another process that does the same
            if not tries_left or "locked" not in str(error):
                raise
            time.sleep(WAL_PAUSE)


@contextmanager
def _as_unavailable() -> Iterator[None]:
    try:
        yield
    except (PoolTimeoutError, DBAPIError) as error:
        raise UnavailableError(_failure_reason(error)) from None


def _failure_reason(error: SQLAlchemyError) -> str:
    """Return the reason of a database error, in one line.

    PostgreSQL's texts contain values of rows, so only its codes are used.
    """
    original = getattr(error, "orig", None)
    if isinstance(original, sqlite3.DatabaseError):
        return str(original).partition("\n")[0]
    state = getattr(original, "sqlstate", None)
    if original is not None and state is None:
        for pattern, message in _MESSAGES.items():
            if re.search(pattern, str(original)):
                return message
        return "no connection"
    return _CODES.get(state, f"error {state}") if state else type(error).__name__
