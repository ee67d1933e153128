"""The database: SQLite in a file or in memory, or PostgreSQL; how it is asked, changed and migrated."""

import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url, select, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from deploy_contract_service.faults import ServiceError, UnavailableError

MEMORY = ":memory:"
CONNECTIONS = 40  # to SQLite, as many as threads that answer requests
POOL = 16  # connections to PostgreSQL; more than writes at a time, so that reads need not wait for those
LOCK = 5_022_107_409  # PostgreSQL's advisory lock of those that start: any number, the same for all
WAITS = 100  # of 50 ms
WAIT = 15  # seconds that a write waits for others to end, those of this process and those of others together
START = 30  # the same at the start, when others may be putting in a lot
STATEMENT = 30  # seconds of a statement, in PostgreSQL
TRIGRAMS = "CREATE INDEX IF NOT EXISTS deployments_by_trigrams ON deployments USING gin (folded gin_trgm_ops)"
NAMES = "--database: give the name of a SQLite file, :memory:, or an address postgresql://USER@HOST/NAME"
OPTIONS = "an option of its address is unknown or has a bad value"
HELD = "others hold a lock for too long"
LATE = {"55P03": HELD, "57014": "it takes too long"}  # PostgreSQL's codes
WORDS = {  # of the driver and the server, for what has no code yet -> what is told
    re.compile(
        r"invalid (connection option|port number|integer value|\w+ value)|bad value for"
    ): OPTIONS,
    re.compile(r"database .* does not exist"): "there is no such database",
    re.compile(
        r"role .* does not exist|authentication failed|no password supplied"
    ): "its user or password is refused",
}
SCRIPTS = "deploy_contract_service:migrations"


class Database:
    """A database, by the name of a SQLite file, ":memory:", or an address postgresql://...; ServiceError where it is none."""

    def __init__(self, name: str) -> None:
        self._url = _url(name)
        self.is_sqlite = self._url.get_backend_name() == "sqlite"
        self.file = (
            Path(self._url.database)
            if self.is_sqlite and self._url.database not in (None, "", MEMORY)
            else None
        )
        self._identity: tuple[int, int] | None = None  # of the file, from when its tables are made
        try:
            self._engine = _engine(self._url, self._connected if self.file else None)
        except ArgumentError:
            raise ServiceError(f"{self}: cannot be used: {OPTIONS}") from None
        self._plain = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._turn = threading.Lock()
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to ask something, each statement by itself. UnavailableError where the database cannot be asked."""
        with _available(), self._plain.connect() as connection:
            self._confirm()
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all that is done in it happens or nothing does. In SQLite no other writes meanwhile."""
        with self._writing(WAIT) as connection:
            yield connection

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """A transaction that no other process has meanwhile: for what is to be done once by those that start together."""
        with self._writing(START) as connection:
            if not self.is_sqlite:
                for option in (
                    "lock_timeout",
                    "statement_timeout",
                ):  # who comes later waits until all is done
                    connection.exec_driver_sql(f"SET LOCAL {option} = 0")
                connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
            yield connection

    @contextmanager
    def _writing(self, seconds: float) -> Iterator[Connection]:
        until = time.monotonic() + seconds
        with _available(), self._in_turn(seconds), self._engine.begin() as connection:
            if self.is_sqlite:
                self._begin(connection, until - time.monotonic())
            self._confirm()
            yield connection
            self._confirm()  # else what is committed may be gone already

    @contextmanager
    def _in_turn(self, seconds: float) -> Iterator[None]:
        """SQLite lets one write at a time, and those that wait outside of it sleep between their tries."""
        if not self.is_sqlite:
            yield
            return
        if not self._turn.acquire(timeout=seconds):
            raise UnavailableError(HELD)
        try:
            yield
        finally:
            self._turn.release()

    def _begin(self, connection: Connection, seconds: float) -> None:
        """Locks a SQLite database at once: a lock that is taken later may be refused."""
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {max(int(seconds * 1000), 0)}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {WAIT * 1000}")

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()

    def _connected(self) -> sqlite3.Connection:
        """A connection to the file. Only the first ones may make it: one that is made later is empty."""
        assert self.file is not None
        mode = "rwc" if self._identity is None else "rw"
        name = f"{self.file.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(
            name, uri=True, check_same_thread=False, timeout=WAIT, isolation_level=None
        )

    def _confirm(self) -> None:
        """UnavailableError where the file is not the one that was opened: what is written to that one is lost."""
        if self._identity is not None and _identity(self.file) != self._identity:
            raise UnavailableError(f"{self} was removed or replaced; put it back, or restart")

    def _migrate(self) -> None:
        """Brings the tables up to date. ServiceError where a newer version has made them, or they cannot be had."""
        config = Config()
        config.set_main_option("script_location", SCRIPTS)
        script = ScriptDirectory.from_config(config)
        try:
            if self.file:
                self._log_ahead()
            with self.alone() as connection:
                current = MigrationContext.configure(connection).get_current_revision()
                if current is not None and current not in {
                    one.revision for one in script.walk_revisions()
                }:
                    raise ServiceError(
                        f"{self}: was made by a newer version of deploy-contract; use that one"
                    )
                if current != script.get_current_head():
                    config.attributes["connection"] = connection
                    command.upgrade(config, "head")
                if not self.is_sqlite:
                    _trigrams(connection)
            self._identity = _identity(self.file)
        except UnavailableError as error:
            raise ServiceError(f"{self}: cannot be used: {error}") from None
        except SQLAlchemyError as error:
            raise ServiceError(f"{self}: cannot be used: {_reason(error)}") from None

    def _log_ahead(self) -> None:
        """Has SQLite write ahead to a log, so that those that read need not wait for those that write; it stays so."""
        for tries in range(WAITS, -1, -1):
            try:
                with self.reading() as connection:
                    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                return
            except (
                UnavailableError
            ) as error:  # another process is at it, for which SQLite itself does not wait
                if not tries or "locked" not in str(error):
                    raise
                time.sleep(0.05)

    def __str__(self) -> str:
        """The database as messages show it: no user, no password."""
        return (
            str(self.file)
            if self.file
            else "memory"
            if self.is_sqlite
            else f"PostgreSQL {self._url.database or ''}".strip()
        )

    def __repr__(self) -> str:
        return f"<Database {self}>"


def _url(name: str) -> URL:
    if not name:
        raise ServiceError(NAMES)
    if "://" not in name:
        return URL.create("sqlite", database=name)
    try:
        url = make_url(name)
        if url.host and not url.host.startswith("/"):  # with a slash it is the folder of a socket
            url.host.encode("idna")  # as it is looked up
    except (ArgumentError, ValueError):
        raise ServiceError(
            "--database: not an address; give a file name or postgresql://USER@HOST/NAME"
        ) from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and not url.query:
        return url
    raise ServiceError(NAMES)


def _identity(file: Path | None) -> tuple[int, int] | None:
    """Which file it is, if it is there."""
    try:
        found = file.stat() if file else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None


def _engine(url: URL, connected: Callable[[], sqlite3.Connection] | None) -> Engine:
    """`connected`: gives connections to a SQLite file."""
    options: dict[str, Any] = {"hide_parameters": True, "pool_timeout": WAIT}
    if url.get_backend_name() != "sqlite":
        usual = {
            "connect_timeout": 10,
            "application_name": "deploy-contract",
        }  # unless the address says otherwise
        given: dict[str, Any] = {
            name: value for name, value in usual.items() if name not in url.query
        }
        # statements are planned with their values: how many names hold a text depends on the text
        given |= {"prepare_threshold": None, "options": _options(url)}
        return create_engine(
            url, pool_size=POOL, max_overflow=0, pool_pre_ping=True, connect_args=given, **options
        )
    from sqlalchemy.pool import QueuePool

    # what is in memory lives as long as its one connection, for which threads wait in turn
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=CONNECTIONS if connected else 1,
        max_overflow=0,
        creator=connected or _in_memory,
        **options,
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _options(url: URL) -> str:
    """How long a PostgreSQL waits for locks of others; what the address says is later, and so has the last word."""
    limits = f"-c lock_timeout={WAIT * 1000:.0f} -c statement_timeout={STATEMENT * 1000:.0f}"
    return f"{limits} {url.query.get('options', '')}".strip()


def _in_memory() -> sqlite3.Connection:
    return sqlite3.connect(MEMORY, check_same_thread=False, isolation_level=None)


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """A new connection to SQLite: what is committed stays."""
    for pragma in (
        "PRAGMA synchronous = FULL",
        "PRAGMA foreign_keys = ON",
        "PRAGMA cache_size = -16384",
    ):
        connection.execute(pragma).close()


def _trigrams(connection: Connection) -> None:
    """The index for texts within names, where PostgreSQL has the extension and lets us use it: names are found without it."""
    available = text("SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_trgm'")
    if connection.scalar(available):
        try:
            with connection.begin_nested():
                connection.execute(text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
                connection.execute(text(TRIGRAMS))
        except DBAPIError:
            return


@contextmanager
def _available() -> Iterator[None]:
    try:
        yield
    except (PoolTimeoutError, DBAPIError) as error:
        raise UnavailableError(_reason(error)) from None


def _reason(error: SQLAlchemyError) -> str:
    """What a database says is wrong, in one line. PostgreSQL's texts hold values of rows, so of those only the code is told."""
    original = getattr(error, "orig", None)
    if isinstance(original, sqlite3.DatabaseError):
        return str(original).partition("\n")[0]
    state = getattr(original, "sqlstate", None)
    if original is not None and state is None:
        return next(
            (told for words, told in WORDS.items() if words.search(str(original))), "no connection"
        )
    if state in LATE:
        return LATE[state]
    return f"error {state}" if state else type(error).__name__
