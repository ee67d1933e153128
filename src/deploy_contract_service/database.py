"""The database of the service: connections, transactions and migrations."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, String, column, func, inspect, select, table, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from deploy_contract_service import connecting, tables
from deploy_contract_service.connecting import BAD_OPTION, LOCKED, MEMORY, failure_reason
from deploy_contract_service.errors import ServiceError, UnavailableError

START_SECONDS = 30  # to wait for locks at start, when other processes may be adding many rows
START_LOCK = 5_022_107_409  # PostgreSQL's advisory lock at start: an arbitrary number
WAL_TRIES = 100  # to switch SQLite to a write-ahead log
WAL_PAUSE = 0.05  # seconds between them
TRIGRAM_INDEX = (
    "CREATE INDEX IF NOT EXISTS deployments_by_trigrams"
    " ON deployments USING gin (folded gin_trgm_ops)"
)
VERSION_TABLE = "alembic_version"


class Database:
    """A database with up-to-date tables: SQLite in a file or in memory, or PostgreSQL.

    Threads may share it, and processes may share a file or a PostgreSQL database.
    """

    def __init__(self, name: str) -> None:
        """Open a database and bring its tables up to date.

        Args:
            name: name of a SQLite file, ":memory:", or an address postgresql://...

        Raises:
            ServiceError: the database cannot be used.
        """
        self._url = connecting.parse_address(name)
        self.is_sqlite = self._url.get_backend_name() == "sqlite"
        self.file: Path | None = None
        if self.is_sqlite and self._url.database not in (None, "", MEMORY):
            self.file = Path(str(self._url.database))
        self._identity: tuple[int, int] | None = None  # of the file, once its tables are made
        try:
            self._engine = connecting.make_engine(
                self._url, self._connect_file if self.file else None
            )
        except ArgumentError:
            raise ServiceError(f"{self}: cannot be used: {BAD_OPTION}") from None
        self._autocommit = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._write_lock = threading.Lock()
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for reading. Each statement is a transaction of its own.

        Raises:
            UnavailableError: the database cannot be reached.
        """
        with _unavailable(), self._autocommit.connect() as connection:
            self._require_same_file()
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction. SQLite has only one at a time.

        Raises:
            UnavailableError: the database cannot be reached, or stays locked too long.
        """
        with self._transaction(connecting.WAIT_SECONDS) as connection:
            yield connection

    @contextmanager
    def exclusive(self) -> Iterator[Connection]:
        """Open a transaction that excludes those of other processes at their start.

        Raises:
            UnavailableError: the database cannot be reached, or stays locked too long.
        """
        with self._transaction(START_SECONDS) as connection:
            if not self.is_sqlite:
                # a process that starts later waits until the first one has added its data
                for option in ("lock_timeout", "statement_timeout"):
                    connection.exec_driver_sql(f"SET LOCAL {option} = 0")
                connection.execute(select(func.pg_advisory_xact_lock(START_LOCK)))
            yield connection

    @contextmanager
    def _transaction(self, seconds: float) -> Iterator[Connection]:
        until = time.monotonic() + seconds
        with _unavailable(), self._queue(seconds), self._engine.begin() as connection:
            if self.is_sqlite:
                self._begin_sqlite(connection, until - time.monotonic())
            self._require_same_file()
            yield connection
            self._require_same_file()  # a commit to a removed file would be lost

    @contextmanager
    def _queue(self, seconds: float) -> Iterator[None]:
        """Queue the writers of this process for SQLite, whose own waiters sleep between tries."""
        if not self.is_sqlite:
            yield
            return
        if not self._write_lock.acquire(timeout=seconds):
            raise UnavailableError(LOCKED)
        try:
            yield
        finally:
            self._write_lock.release()

    def _begin_sqlite(self, connection: Connection, seconds: float) -> None:
        """Lock a SQLite database at once: a later lock may be refused."""
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {max(int(seconds * 1000), 0)}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        finally:
            usual = connecting.WAIT_SECONDS * 1000
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {usual}")

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _connect_file(self) -> sqlite3.Connection:
        """Open a connection to the file. A later connection must not make a new, empty file."""
        assert self.file is not None
        mode = "rwc" if self._identity is None else "rw"
        return sqlite3.connect(
            f"{self.file.absolute().as_uri()}?mode={mode}",
            uri=True,
            check_same_thread=False,
            timeout=connecting.WAIT_SECONDS,
            isolation_level=None,
        )

    def _require_same_file(self) -> None:
        """Raise UnavailableError if the file was replaced: writes to it would be lost."""
        if self._identity is not None and _identity(self.file) != self._identity:
            raise UnavailableError(f"{self} was removed or replaced; put it back, or restart")

    def _migrate(self) -> None:
        """Bring the tables up to date.

        Raises:
            ServiceError: a newer version made the tables, or the database cannot be used.
        """
        try:
            if self.file:
                self._enable_wal()
            with self.exclusive() as connection:
                self._upgrade(connection)
                if not self.is_sqlite:
                    _make_trigram_index(connection)
            self._identity = _identity(self.file)
        except UnavailableError as error:
            raise ServiceError(f"{self}: cannot be used: {error}") from None
        except SQLAlchemyError as error:
            raise ServiceError(f"{self}: cannot be used: {failure_reason(error)}") from None

    def _upgrade(self, connection: Connection) -> None:
        versions = _versions(connection)
        if versions == [tables.VERSION]:
            return
        if len(versions) > 1:
            raise ServiceError(f"{self}: states {len(versions)} versions; restore it from a backup")
        from deploy_contract_service import migrating  # Alembic takes a fifth of the start

        if not migrating.upgrade(connection):
            raise ServiceError(
                f"{self}: was made by a newer version of deploy-contract; use that version"
            )

    def _enable_wal(self) -> None:
        """Switch SQLite to a write-ahead log, so that reads do not wait for writes."""
        for tries_left in range(WAL_TRIES, -1, -1):
            try:
                with self.reading() as connection:
                    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                return
            except UnavailableError as error:
                # SQLite does not wait for another process that does the same
                if not tries_left or "locked" not in str(error):
                    raise
                time.sleep(WAL_PAUSE)

    def __str__(self) -> str:
        """Return the database as messages show it: without user and password."""
        if self.file:
            return str(self.file)
        if self.is_sqlite:
            return "memory"
        return f"PostgreSQL {self._url.database or ''}".strip()

    def __repr__(self) -> str:
        return f"<Database {self}>"


def _identity(file: Path | None) -> tuple[int, int] | None:
    """Return device and inode of a file, or None if there is no such file."""
    if file is None:
        return None
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _versions(connection: Connection) -> list[str]:
    """Return the versions that the database records. An intact one has one, a new one none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return []
    recorded = table(VERSION_TABLE, column("version_num", String))
    return list(connection.scalars(select(recorded.c.version_num)))


def _make_trigram_index(connection: Connection) -> None:
    """Index texts within names, if PostgreSQL has the extension and lets us use it.

    Without the index, lists are slower and the same.
    """
    available = text("SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_trgm'")
    if not connection.scalar(available):
        return
    try:
        with connection.begin_nested():
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
            connection.execute(text(TRIGRAM_INDEX))
    except DBAPIError:
        return


@contextmanager
def _unavailable() -> Iterator[None]:
    """Raise UnavailableError in place of errors of the database."""
    try:
        yield
    except (PoolTimeoutError, DBAPIError) as error:
        raise UnavailableError(failure_reason(error)) from None
