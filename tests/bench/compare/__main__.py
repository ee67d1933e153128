"""`make compare`: the same PATCH over each peer, with validation and without, in turns.

`python -m tests.bench.compare [SECONDS] [ROUNDS]`. Each server has one process on one core, and the
load generator another core.
"""

import datetime
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from shutil import which

from deploy_contract import Contract
from tests.bench.compare.peers import (
    FOLDER,
    PEERS,
    Peer,
    installed,
    pinned_versions,
    write_document,
    write_messages,
)
from tests.bench.compare.proofs import CLAIMS, Proof, proofs, send, unchecked
from tests.bench.load import ID, Measured, Server, cores, in_turns, measure, pinned
from tests.support.fronts import free

CONNECTIONS = 32
ROOT = Path(__file__).parents[3]
Run = tuple[str, str]  # the module of a peer, and "with" or "without" validation
VALID = (("Content-Type", "application/json"),)
HEAD = (
    "| peer | requests/s | without validation | CPU µs a request | added µs | does not check |\n"
    "|---|---:|---:|---:|---:|---|"
)


def start(stack: ExitStack, peer: Peer, validation: str, data: Path, core: int) -> Server:
    """Start a server on a core, and wait until it answers a valid patch.

    validation: "with" or "without". Raises RuntimeError if it ends, or does not answer 200.
    """
    port = free()
    url = f"http://127.0.0.1:{port}/v2/deployments/{ID}"
    packages = installed(peer.language)
    if peer.language == "node":
        command = ["node", str(FOLDER / f"{peer.module}.mjs"), str(packages)]
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
            status = send(url, valid)
        except OSError:
            time.sleep(0.1)
    if status == 200:
        return Server(url, process.pid)
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
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        write_messages(data)
        write_document(data)
        servers, problems = start_all(stack, data, core)
        options = (other, CONNECTIONS, seconds, data / "body.json")
        tasks = {run: partial(measure, server, *options) for run, server in servers.items()}
        turns = in_turns(tasks, rounds)
        print(_conditions(data))
        print(HEAD)
        for peer in PEERS:
            print(f"| {_title(peer)} | {_cells(peer, servers, problems, turns)} |")
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
    turns: list[dict[Run, Measured]],
) -> str:
    if peer.module in problems:
        reason = str(problems[peer.module]).splitlines()[-1]
        return f"not run: {reason[:200]} | | | |"
    bare, full = (peer.module, "without"), (peer.module, "with")
    statuses = {proof.claim: send(servers[full].url, proof) for proof in proofs()}
    rate, bare_rate = (statistics.median(turn[run].rate for turn in turns) for run in (full, bare))
    cost, bare_cost = (statistics.median(turn[run].spent for turn in turns) for run in (full, bare))
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
