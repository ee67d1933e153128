"""`make compare`: the same PATCH over each peer, with validation and without, in turns.

`python -m tests.bench.compare [SECONDS] [ROUNDS]`. Each server has one process on one core, and the
load generator another core.
"""

import datetime
import math
import os
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from deploy_contract import Contract
from tests.bench.compare.load import load, tool
from tests.bench.compare.peers import PEERS, SERVERS, Peer, pinned
from tests.bench.compare.proofs import Proof, proofs, send
from tests.bench.compare.setup import ID, PYTHON, READY, ROOT, prepare
from tests.bench.compare.table import Measured, table
from tests.bench.timing import stop

CONNECTIONS = 32
Run = tuple[str, str]  # the module of a peer, and "with" or "without" validation


class Server(NamedTuple):
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v2/deployments/{ID}"

    def spent(self) -> float:
        """Return the seconds of CPU that the process has had."""
        line = Path(f"/proc/{self.process.pid}/stat").read_text("ascii")
        fields = line.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(stack: ExitStack, peer: Peer, validation: str, core: int) -> Server:
    """Start a server on a core, and wait until it answers a valid patch.

    Raises:
        RuntimeError: it ended, or does not answer 200.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    rest = [validation, str(port), str(READY)]
    command = [str(PYTHON), "-m", "tests.bench.compare.servers", peer.module, *rest]
    if peer.language == "node":
        command = ["node", str(SERVERS / f"{peer.module}.mjs"), *rest]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "generated"), str(READY / "models")])
    process = subprocess.Popen(
        ["taskset", "-c", str(core), *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths, "NODE_ENV": "production"},
        stdout=subprocess.DEVNULL,
        stderr=(READY / f"{peer.module}.{validation}.log").open("w"),
        text=True,
    )
    stack.callback(stop, process)
    valid = Proof(
        "", ID, (("Content-Type", "application/json"),), (READY / "body.json").read_bytes(), {}
    )
    status: int | str = "nothing"
    for _ in range(300):
        if process.poll() is not None:
            break
        try:
            status = send(port, valid)
        except OSError:
            time.sleep(0.1)
            continue
        if status == 200:
            return Server(process, port)
        break
    log = (READY / f"{peer.module}.{validation}.log").read_text("utf-8").strip()
    told = log.splitlines()[-1] if log else ""
    raise RuntimeError(f"answers {status} to a valid patch; {told}"[:200].rstrip("; "))


def start_all(stack: ExitStack, core: int, problems: dict[str, str]) -> dict[Run, Server]:
    """Start each peer with validation and without, and add the reasons of those that fail."""
    servers: dict[Run, Server] = {}
    for peer in PEERS:
        for validation in ("without", "with"):
            if peer.module in problems:
                continue
            try:
                servers[peer.module, validation] = start(stack, peer, validation, core)
            except RuntimeError as error:
                problems[peer.module] = f"{validation} validation: {error}"
    return {run: server for run, server in servers.items() if run[0] not in problems}


def measure(
    servers: dict[Run, Server], seconds: int, rounds: int, core: int
) -> tuple[dict[Run, float], dict[Run, float]]:
    """Return the median rate of each server, and its median CPU in microseconds a request."""
    rates: dict[Run, list[float]] = {run: [] for run in servers}
    costs: dict[Run, list[float]] = {run: [] for run in servers}
    for number in range(rounds + 1):
        duration = seconds if number else 1  # the first round only warms up
        for run, server in servers.items():
            before = server.spent()
            count, taken = load(server.url, READY / "body.json", duration, CONNECTIONS, core)
            if number and count:  # a slow peer on a busy machine may answer nothing in a round
                rates[run].append(count / taken)
                costs[run].append((server.spent() - before) / count * 1e6)
    return _medians(rates), _medians(costs)


def _medians(values: dict[Run, list[float]]) -> dict[Run, float]:
    return {run: statistics.median(found or [math.nan]) for run, found in values.items()}


def main(seconds: int = 2, rounds: int = 9) -> None:
    """Measure, and print the table. A peer that cannot run has the reason in its row."""
    cores = sorted(os.sched_getaffinity(0))
    problems = prepare()
    measured: dict[str, Measured] = {}
    with ExitStack() as stack:
        servers = start_all(stack, cores[0], problems)
        rates, costs = measure(servers, seconds, rounds, cores[-1])
        for peer in PEERS:
            bare, full = (peer.module, "without"), (peer.module, "with")
            if peer.module in problems:
                measured[peer.module] = Measured(problem=problems[peer.module])
                continue
            statuses = {proof.claim: send(servers[full].port, proof) for proof in proofs()}
            measured[peer.module] = Measured(
                rates[full], rates[bare], costs[full], costs[bare], statuses
            )
    print(_conditions())
    print(table(measured))


def _conditions() -> str:
    """Return what the figures depend on: the date, the versions and the load."""
    size = (READY / "body.json").stat().st_size
    node = "none"
    if shutil.which("node"):
        node = subprocess.check_output(["node", "--version"], text=True).strip()
    return (
        f"PATCH of {size} bytes, {CONNECTIONS} connections, one process on one core; {tool()}\n"
        f"{datetime.datetime.now(datetime.UTC).date()}; deploy-contract with the engine"
        f" {Contract().engine}, Python {platform.python_version()},"
        f" uvicorn {pinned()['uvicorn']}, Node.js {node}\n"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
