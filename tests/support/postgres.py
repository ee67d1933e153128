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

WANTED = ("initdb", "pg_ctl")


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL programs."""
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name.zfill(4)
    )
    on_path = shutil.which("initdb")
    folders = [*([Path(on_path).parent] if on_path else []), *reversed(installed)]
    return next(
        (folder for folder in folders if all((folder / name).is_file() for name in WANTED)), None
    )


def missing() -> str | None:
    """Return why PostgreSQL cannot run here, or None if it can."""
    if programs() is None:
        return "PostgreSQL's initdb and pg_ctl are not on this machine"
    if os.geteuid() == 0 and (
        shutil.which("runuser") is None
        or not any(one.pw_name == "postgres" for one in pwd.getpwall())
    ):
        return "PostgreSQL does not run as root, and there is no user postgres"
    return None


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = count(1)
        self._shared = ""

    def database(self) -> str:
        """Create an empty database and return its address."""
        name = f"test_{os.getpid()}_{next(self._count)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0").format(
                    sql.Identifier(name)
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
def cluster(*, safe: bool = False) -> Iterator[Cluster]:
    """Run a PostgreSQL. `safe`: it waits for the disk, as in production."""
    found = programs()
    assert found is not None
    with tempfile.TemporaryDirectory(prefix="deploy-contract-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o777)
        as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        data = str(folder / "data")

        def run(program: str, *arguments: str) -> None:
            done = subprocess.run(
                [*as_user, str(found / program), *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                text=True, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr

        run(
            "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        )
        options = (
            f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=100"
            " -c jit=off"  # tests that forbid plans would have each statement compiled
        )
        log = folder / "log"
        run(
            "pg_ctl",
            "-D",
            data,
            "-l",
            str(log),
            "-w",
            "-o",
            options if safe else options + " -F",
            "start",
        )
        try:
            yield Cluster(folder)
        finally:
            run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
