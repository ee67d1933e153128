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

from tests.bench import documents
from tests.bench.timing import against, stop

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


def main(seconds: int = 3, rounds: int = 5) -> None:
    """Print requests per second of each gateway, and their ratio to the one that judges nothing."""
    wrk = shutil.which("wrk")
    if wrk is None:
        sys.exit("wrk is not installed")
    theirs, ours = cores()
    rates: dict[str, list[float]] = {name: [] for name in GATEWAYS}
    costs: dict[str, list[float]] = {name: [] for name in GATEWAYS}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "answer").write_bytes(json.dumps(documents.deployment(0) | {"id": ID}).encode())
        (folder / "body").write_bytes(documents.patch())
        (folder / "patch.lua").write_text(WRK.format(body=folder / "body"), "utf-8")
        upstream = started(stack, [sys.executable, "-c", UPSTREAM, str(folder / "answer")], theirs)
        assert upstream.stdout is not None
        port = int(upstream.stdout.readline())
        gateways = {
            name: _gateway(stack, port, options, ours) for name, options in GATEWAYS.items()
        }

        def load(url: str, duration: int, gateway: int | None = None) -> tuple[float, float]:
            """Return requests per second, and the processor time of a gateway for each, in microseconds."""
            before = spent_by(gateway)
            command = [
                *on_cores(theirs),
                wrk,
                "-t1",
                f"-c{CONNECTIONS}",
                f"-d{duration}s",
                "-s",
                str(folder / "patch.lua"),
                url,
            ]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            assert "Non-2xx" not in done.stdout, done.stdout
            assert "Socket errors" not in done.stdout, done.stdout
            rate, count = (
                re.search(r"Requests/sec:\s+([0-9.]+)", done.stdout),
                re.search(r"(\d+) requests in", done.stdout),
            )
            assert rate
            assert count
            return float(rate[1]), (spent_by(gateway) - before) / int(count[1]) * 1e6

        straight = f"http://127.0.0.1:{port}/v2/deployments/{ID}"
        load(straight, 1)
        direct, _ = load(straight, seconds)
        for url, process in gateways.values():
            load(url, 1, process)
        for _ in range(rounds):
            for name, (url, process) in gateways.items():
                rate, spent = load(url, seconds, process)
                rates[name].append(rate)
                costs[name].append(spent)
    most, least = (
        statistics.median(rates["no validation"]),
        statistics.median(costs["no validation"]),
    )
    print(
        f"PATCH of {len(documents.patch())} bytes, {CONNECTIONS} connections, one worker on one core; upstream alone {direct:.0f}/s"
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
