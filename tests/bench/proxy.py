"""Cost of judging in a gateway: `deploy-contract gateway` under wrk, with and without judging, in one run.

`python -m tests.bench.proxy [seconds] [rounds]`. Each gateway has one worker on one core; wrk and the upstream have the other. The
gateways take turns, so that noise hits all alike; what counts is the ratio of the medians to the same proxy without validation.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tests.bench.timing import against, stop
from tests.support import usual_documents

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
CONNECTIONS = 32
UPSTREAM = """
import asyncio, sys
import httptools
ANSWER = open(sys.argv[1], "rb").read()
HEAD = b"HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: %d\\r\\n\\r\\n" % len(ANSWER)

class Upstream(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.parser = transport, httptools.HttpRequestParser(self)
    def data_received(self, data):
        self.parser.feed_data(data)
    def on_message_complete(self):
        self.transport.write(HEAD + ANSWER)

async def main():
    server = await asyncio.get_running_loop().create_server(Upstream, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""
WRK = """
wrk.method = "PATCH"
wrk.headers["Content-Type"] = "application/json"
wrk.body = io.open("{body}", "rb"):read("*a")
"""
OFF = ("--requests", "off", "--responses", "off")
GATEWAYS: dict[str, tuple[str, ...]] = {
    "no validation": OFF,
    "requests enforced, responses off": ("--responses", "off"),
    "requests enforced, responses reported (default)": (),
    "requests enforced, responses enforced": ("--responses", "enforce"),
    "default, without a log of requests": ("--log", "off"),
}


class Measured(NamedTuple):
    """The rate of requests, the median time of one in ms, and the processor time of one in us."""

    rate: float
    median: float
    spent: float


class Load:
    """Patches that wrk sends from the first core, and the upstream that answers them there."""

    def __init__(self, stack: ExitStack, seconds: int) -> None:
        if shutil.which("wrk") is None:
            sys.exit("wrk is not installed")
        self.seconds = seconds
        self.theirs, self.ours = cores()
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        answer, body = self.folder / "answer", self.folder / "body"
        answer.write_bytes(json.dumps(usual_documents.deployment(0) | {"id": ID}).encode())
        body.write_bytes(usual_documents.patch())
        (self.folder / "patch.lua").write_text(WRK.format(body=body), "utf-8")
        upstream = started(stack, [sys.executable, "-c", UPSTREAM, str(answer)], self.theirs)
        assert upstream.stdout is not None
        self.upstream = int(upstream.stdout.readline())

    def run(self, url: str, process: int | None, connections: int = CONNECTIONS) -> Measured:
        """Load a URL, and return what it took of a program."""
        before = spent_by(process)
        options = f"-t1 -c{connections} -d{self.seconds}s --latency -s {self.folder}/patch.lua"
        command = [*on_cores(self.theirs), "wrk", *options.split(), url]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert "Non-2xx" not in said, said
        assert "Socket errors" not in said, said
        rate = re.search(r"Requests/sec:\s+([0-9.]+)", said)
        count = re.search(r"(\d+) requests in", said)
        median = re.search(r"50%\s+([0-9.]+)(us|ms|s)", said)
        assert rate
        assert count
        assert median
        unit = {"us": 0.001, "ms": 1.0, "s": 1000.0}[median[2]]
        spent = (spent_by(process) - before) / int(count[1]) * 1e6
        return Measured(float(rate[1]), float(median[1]) * unit, spent)


def main(seconds: int = 3, rounds: int = 5) -> None:
    """Print requests per second of each gateway, and their ratio to the one that judges nothing."""
    rates: dict[str, list[float]] = {name: [] for name in GATEWAYS}
    costs: dict[str, list[float]] = {name: [] for name in GATEWAYS}
    with ExitStack() as stack:
        load = Load(stack, seconds)
        gateways = {
            name: _gateway(stack, load.upstream, options, load.ours)
            for name, options in GATEWAYS.items()
        }
        direct = load.run(f"http://127.0.0.1:{load.upstream}/v2/deployments/{ID}", None).rate
        for number in range(rounds + 1):
            for name, (url, process) in gateways.items():
                measured = load.run(url, process)
                if number:  # the first one warms up
                    rates[name].append(measured.rate)
                    costs[name].append(measured.spent)
    most, least = (
        statistics.median(rates["no validation"]),
        statistics.median(costs["no validation"]),
    )
    print(
        f"PATCH of {len(usual_documents.patch())} bytes, {CONNECTIONS} connections, one worker on one core; upstream alone {direct:.0f}/s"
    )
    print(f"{'':48} {'rate':>10} {'ratio':>6} {'processor':>12} {'ratio':>6}")
    for name in GATEWAYS:
        rate, spent = statistics.median(rates[name]), statistics.median(costs[name])
        print(
            f"{name:48} {rate:8.0f}/s {rate / most:6.2f} {spent:9.0f} us {least / spent:6.2f}{against(least / spent, 0.8, least=True)}"
        )


def cores() -> tuple[set[int], set[int]]:
    """Return the core of the load, and that of the program under load."""
    allowed = sorted(os.sched_getaffinity(0))
    return {allowed[0]}, {allowed[-1]}


def spent_by(process: int | None) -> float:
    """Return the seconds of processor time that a gateway's workers have had: what others run on the machine is not in it."""
    if process is None:
        return 0.0
    workers = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    fields = [
        Path(f"/proc/{worker}/stat").read_text("ascii").rpartition(")")[2].split()
        for worker in workers
    ]
    return sum(int(row[11]) + int(row[12]) for row in fields) / os.sysconf("SC_CLK_TCK")


def started(stack: ExitStack, command: list[str], cores: set[int]) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [*on_cores(cores), *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    stack.callback(stop, process)
    return process


def on_cores(cores: set[int]) -> list[str]:
    """Return the prefix of a command that runs on some cores only."""
    return ["taskset", "-c", ",".join(map(str, cores))]


def _gateway(
    stack: ExitStack, port: int, options: tuple[str, ...], cores: set[int]
) -> tuple[str, int]:
    """Return the URL of a gateway that was started, and its process."""
    command = [
        sys.executable,
        "-m",
        "deploy_contract.cli.command",
        "gateway",
        "--upstream",
        f"http://127.0.0.1:{port}",
    ]
    command += ["--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", *options]
    process = subprocess.Popen(
        [*on_cores(cores), *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    stack.callback(stop, process)
    assert process.stderr is not None
    line = process.stderr.readline()
    found = re.search(r"http://[0-9.:]+", line)
    assert found, line
    return f"{found[0]}/v2/deployments/{ID}", process.pid


if __name__ == "__main__":
    start = time.perf_counter()
    main(
        *(int(sys.argv[1]),) if len(sys.argv) > 1 else (),
        **({"rounds": int(sys.argv[2])} if len(sys.argv) > 2 else {}),
    )
    print(f"{time.perf_counter() - start:.0f} s; Python {sys.version.split()[0]}")
