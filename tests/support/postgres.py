"""A PostgreSQL for tests, in a temporary folder, that listens on a socket in that folder only."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from psycopg import sql

AS_USER = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()


def control() -> str | None:
    """Return the path of pg_ctl: that of PATH, or that of the newest PostgreSQL."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")
    by_version = sorted(installed, key=lambda path: int(path.parts[-3]))
    return shutil.which("pg_ctl") or next(map(str, reversed(by_version)), None)


def missing() -> str | None:
    """Return why PostgreSQL cannot run here, or None if it can."""
    if control() is None:
        return "PostgreSQL's pg_ctl is not on this machine"
    users = {user.pw_name for user in pwd.getpwall()}
    if AS_USER and (shutil.which("runuser") is None or "postgres" not in users):
        return "PostgreSQL does not run as root, and there is no user postgres"
    return None


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = count(1)
        self._shared = ""

    def database(self, encoding: str = "UTF8") -> str:
        """Create an empty database and return its address."""
        name = f"test_{os.getpid()}_{next(self._count)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} ENCODING {} TEMPLATE template0").format(
                    sql.Identifier(name), sql.Literal(encoding)
                )
            )
        return self._address(name)

    def emptied(self) -> str:
        """Empty the database that tests share one after the other, and return its address."""
        self._shared = self._shared or self.database()
        with psycopg.connect(self._shared, autocommit=True) as connection:
            connection.execute("SET client_min_messages = error")
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return self._shared

    def _address(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self._folder}"


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a PostgreSQL that does not wait for the disk."""
    found = control()
    assert found is not None
    with tempfile.TemporaryDirectory(prefix="deploy-contract-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o777)

        def run(*arguments: str) -> None:
            done = subprocess.run(
                [*AS_USER, found, f"--pgdata={folder}/data", *arguments], cwd=folder,
                stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr

        run("initdb", "-o", "-U postgres -A trust -E UTF8 --no-locale --no-sync")
        options = (
            f"-F -c listen_addresses= -c unix_socket_directories={folder} -c max_connections=100"
            " -c jit=off"  # tests that forbid plans would have each statement compiled
        )
        run("start", "-w", f"--log={folder}/log", "-o", options)
        try:
            yield Cluster(folder)
        finally:
            run("stop", "-w", "-m", "immediate")
