"""Servers under load, each pinned to a core: their start and end, their processor time, and wrk."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple, TypeVar

from tests.support.gateways import end

SCRIPT = """
wrk.method = "PATCH"
wrk.headers["Content-Type"] = "application/json"
wrk.body = io.open("{body}", "rb"):read("*a")
"""
ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"  # of the deployment that is patched
UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}  # of wrk, in seconds


def pinned(stack: ExitStack, core: int, command: list[str], **options: Any) -> Any:
    """Start a server on a core; it ends with the stack.

    `options`: those of `Popen`. A stream that they do not name is dropped.
    """
    streams: dict[str, Any] = dict.fromkeys(("stdout", "stderr"), subprocess.DEVNULL)
    run = ["taskset", "-c", str(core), *command]
    process = subprocess.Popen(run, text=True, **(streams | options))
    stack.callback(end, process)
    return process


def spent(process: int) -> float:
    """Return the seconds of processor time of a process and its workers so far."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    tasks = [
        task for one in (process, *children.split()) for task in Path(f"/proc/{one}/task").iterdir()
    ]
    return sum(int((task / "schedstat").read_text("ascii").split()[0]) for task in tasks) / 1e9


def resident(process: int) -> int:
    """Return the kilobytes of memory that a process has."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    (found,) = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return int(found)


Name = TypeVar("Name")


class Server(NamedTuple):
    """A server that runs: the URL that is asked, and the process whose time counts."""

    url: str
    process: int


class Measured(NamedTuple):
    """The rate of requests, their median time in ms, and the processor time of one in us."""

    rate: float
    median: float
    spent: float


def in_turns(
    tasks: Mapping[Name, Callable[[], Measured]], rounds: int
) -> list[dict[Name, Measured]]:
    """Measure each task in each round, so that noise hits all alike. One round before warms up."""
    turns = [{name: task() for name, task in tasks.items()} for _ in range(rounds + 1)]
    return turns[1:]


def measure(
    server: Server,
    core: int,
    connections: int,
    seconds: int,
    body: Path | None,
    *,
    denied: bool = False,
) -> Measured:
    """Keep a server busy from one core: with GET, or with PATCH if there is a body.

    `denied`: the answers are refusals.
    """
    if which("wrk") is None:
        sys.exit("wrk is not installed")
    options = [f"-c{connections}", f"-d{seconds}s", "-t1", "--latency"]
    if body is not None:
        script = body.with_suffix(".lua")
        script.write_text(SCRIPT.format(body=body), "utf-8")
        options += ["-s", str(script)]
    run = ["taskset", "-c", str(core), "wrk", *options, server.url]
    before = spent(server.process)
    said = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    after = spent(server.process)
    assert ("Non-2xx" in said) == denied, said
    assert "Socket errors" not in said, said
    median = re.search(r"50%\s+([0-9.]+)(us|ms|s|m)", said)
    counted = re.search(r"(\d+) requests in ([0-9.]+)(ms|s|m)", said)
    assert median, said
    assert counted, said
    requests = max(int(counted[1]), 1)  # a slow peer on a busy machine may answer nothing
    rate = requests / (float(counted[2]) * UNITS[counted[3]])
    median_ms = float(median[1]) * UNITS[median[2]] * 1e3
    return Measured(rate, median_ms, (after - before) / requests * 1e6)


def cores() -> tuple[int, int]:
    """Return two cores that this process may use, the same one twice if there is no other."""
    found = sorted(os.sched_getaffinity(0))
    return found[0], found[-1]
