"""`make compare`: the same PATCH over each peer, with validation and without, in turns.

`python -m tests.bench.compare [SECONDS] [ROUNDS]`. Each server has one process on one core, and the
load generator another core.
"""

import datetime
import math
import os
import platform
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from shutil import which
from typing import NamedTuple

from deploy_contract import Contract
from tests.bench.compare.peers import (
    ID,
    PEERS,
    SERVERS,
    Peer,
    installed,
    pinned_versions,
    write_data,
)
from tests.bench.compare.proofs import CLAIMS, Proof, proofs, send, unchecked
from tests.bench.load import cores, pinned, spent, wrk

CONNECTIONS = 32
ROOT = Path(__file__).parents[3]
Run = tuple[str, str]  # the module of a peer, and "with" or "without" validation
VALID = (("Content-Type", "application/json"),)
HEAD = (
    "| peer | requests/s | without validation | CPU µs a request | added µs | does not check |\n"
    "|---|---:|---:|---:|---:|---|"
)


class Server(NamedTuple):
    """A server in a process of its own."""

    process: int
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v2/deployments/{ID}"


def start(stack: ExitStack, peer: Peer, validation: str, data: Path, core: int) -> Server:
    """Start a server on a core, and wait until it answers a valid patch.

    validation: "with" or "without". Raises RuntimeError if it ends, or does not answer 200.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    packages = installed(peer.language)
    if peer.language == "node":
        command = ["node", str(SERVERS / f"{peer.module}.mjs"), str(packages)]
    else:
        python = packages / "venv" / "bin" / "python"
        command = [str(python), "-m", "tests.bench.compare.servers", peer.module]
    command += [validation, str(port), str(data)]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "generated"), str(data)])
    environment = {**os.environ, "PYTHONPATH": paths, "NODE_ENV": "production"}
    log = data / f"{peer.module}.{validation}.log"
    with log.open("w") as written:
        process = pinned(stack, core, command, cwd=ROOT, env=environment, stderr=written)
    valid = Proof("", ID, VALID, (data / "body.json").read_bytes(), {})
    status = 0
    for _ in range(300):
        if status or process.poll() is not None:
            break
        try:
            status = send(port, valid)
        except OSError:
            time.sleep(0.1)
    if status == 200:
        return Server(process.pid, port)
    told = log.read_text("utf-8").strip().splitlines()[-1:]
    raise RuntimeError(f"answers {status or 'nothing'} to a valid patch; {''.join(told)}"[:200])


def start_all(
    stack: ExitStack, data: Path, core: int
) -> tuple[dict[Run, Server], dict[str, Exception]]:
    """Start each peer with validation and without. The second value has the errors of the others."""
    servers: dict[Run, Server] = {}
    problems: dict[str, Exception] = {}
    for peer in PEERS:
        try:
            started = {
                (peer.module, validation): start(stack, peer, validation, data, core)
                for validation in ("without", "with")
            }
        except (RuntimeError, OSError) as error:
            problems[peer.module] = error
        else:
            servers |= started
    return servers, problems


def main(seconds: int = 2, rounds: int = 9) -> None:
    """Measure, and print the table. A peer that cannot run has the reason in its row."""
    core, other = cores()
    rates: dict[Run, list[float]] = defaultdict(list)
    costs: dict[Run, list[float]] = defaultdict(list)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        write_data(data)
        servers, problems = start_all(stack, data, core)
        for number in range(rounds + 1):
            for run, server in servers.items():
                before = spent(server.process)
                duration = seconds if number else 1  # the first round only warms up
                found = wrk(server.url, other, CONNECTIONS, duration, data / "body.json")
                if number and found.requests:  # a slow peer on a busy machine may answer nothing
                    rates[run].append(found.requests / found.seconds)
                    costs[run].append((spent(server.process) - before) / found.requests * 1e6)
        print(_conditions(data))
        print(HEAD)
        for peer in PEERS:
            print(f"| {_title(peer)} | {_cells(peer, servers, problems, rates, costs)} |")
    print(f"\nEach peer got {len(CLAIMS)} requests that break the contract: {', '.join(CLAIMS)}.")


def _title(peer: Peer) -> str:
    known = pinned_versions()
    return (
        f"{peer.name} ({', '.join([f'{package} {known[package]}' for package in peer.packages])})"
    )


def _cells(
    peer: Peer,
    servers: Mapping[Run, Server],
    problems: Mapping[str, Exception],
    rates: Mapping[Run, list[float]],
    costs: Mapping[Run, list[float]],
) -> str:
    if peer.module in problems:
        reason = str(problems[peer.module]).splitlines()[-1]
        return f"not run: {reason[:200]} | | | |"
    bare, full = (peer.module, "without"), (peer.module, "with")
    statuses = {proof.claim: send(servers[full].port, proof) for proof in proofs()}
    rate, bare_rate, cost, bare_cost = (
        statistics.median(found or [math.nan])
        for found in (rates[full], rates[bare], costs[full], costs[bare])
    )
    figures = (rate, bare_rate, cost, cost - bare_cost)
    return " | ".join([*(f"{figure:,.0f}" for figure in figures), unchecked(statuses)])


def _conditions(data: Path) -> str:
    """Return what the figures depend on: the date, the versions and the load."""
    size = (data / "body.json").stat().st_size
    node = "none"
    if which("node"):
        node = subprocess.check_output(["node", "--version"], text=True).strip()
    return (
        f"PATCH of {size} bytes, {CONNECTIONS} connections, one process on one core; wrk\n"
        f"{datetime.datetime.now(datetime.UTC).date()}; deploy-contract with the engine"
        f" {Contract().engine}, Python {platform.python_version()},"
        f" uvicorn {pinned_versions()['uvicorn']}, Node.js {node}\n"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
