"""The service as a process of its own, and plain HTTP with it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.support.commands import ran

COMMAND = [sys.executable, "-m", "deploy_contract", "serve"]
NOT_SERVED = "answers 501 to"  # in the line on operations that the service does not have
SECONDS = 60


class Ended(NamedTuple):
    """Exit status, and what it said."""

    status: int
    said: str


class Running(NamedTuple):
    """A service that listens on `port`, what it said before, and a client of it."""

    process: subprocess.Popen[str]
    port: int
    said: list[str]
    client: httpx.Client

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return status and JSON of an answer."""
        answer = self.client.request(method, path, json=body)
        return answer.status_code, answer.json()

    def send(self, number: int = signal.SIGTERM) -> Ended:
        """End it by a signal."""
        self.process.send_signal(number)
        assert self.process.stderr is not None
        said = self.process.stderr.read()
        return Ended(self.process.wait(SECONDS), said)


@contextmanager
def running(
    folder: Path, *options: str, descriptors: int | None = None, python: str = sys.executable,
    **environment: str,
) -> Iterator[Running]:  # fmt: skip
    """Run it, from when it listens until the end, at which it is killed if it has not ended.

    `descriptors` is the greatest number of open files. `python` is the interpreter.
    """
    limit = ["sh", "-c", 'ulimit -n "$0"; exec "$@"', str(descriptors)] if descriptors else []
    with subprocess.Popen(
        [*limit, python, *COMMAND[1:], "--port", "0", *options], cwd=folder, env={**os.environ, **environment}, stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        try:
            said, found = [], None
            while not found:
                said.append(process.stderr.readline())
                assert said[-1], "".join(said)
                found = re.search(r"listening on (http://[\d.]+:(\d+))$", said[-1])
            with httpx.Client(base_url=found[1], timeout=SECONDS, trust_env=False) as client:
                yield Running(process, int(found[2]), said, client)
        finally:
            process.kill()


def ended(folder: Path, *options: str, **environment: str) -> Ended:
    """Return the outcome of a service that cannot start, on a free port."""
    given: dict[str, Any] = {"folder": folder, "env": {**os.environ, **environment}}
    done = ran(*COMMAND, "--port", "0", *options, **given, seconds=SECONDS)
    return Ended(done.returncode, done.stderr)
