"""Cost of the module in Envoy, beside Envoy without it, in one run.

`python -m tests.bench.envoy [seconds] [rounds]`. Envoy has one worker; it, wrk and the upstream share a core. All Envoys take turns, so
that noise hits them alike. A ratio is the median of the ratios of each turn; processor time is that of Envoy for a request.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

from deploy_contract import Contract
from tests.bench.proxy import CONNECTIONS, ID, WRK, cores, on_cores, started
from tests.bench.timing import against, stop
from tests.support import usual_documents
from tests.support.envoy_module import BUILT, recipe, write_contract
from tests.support.fronts import ENVOY, free, listens
from tests.support.gateways import soon

FILTER = re.compile(r"(?m)^ {18}- name: deploy_contract\n(?: {20,}.*\n)+")
PATCH, LIST = f"/v2/deployments/{ID}", "/v2/deployments?limit=100"
UPSTREAM = """
import asyncio, sys
import httptools
HEAD = b"HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: %d\\r\\n\\r\\n"
ANSWERS = {method: open(f"{sys.argv[1]}/{method}", "rb").read() for method in ("GET", "PATCH")}
ANSWERS = {method.encode(): HEAD % len(answer) + answer for method, answer in ANSWERS.items()}

class Upstream(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.parser = transport, httptools.HttpRequestParser(self)
    def data_received(self, data):
        self.parser.feed_data(data)
    def on_message_complete(self):
        self.transport.write(ANSWERS[self.parser.get_method()])

async def main():
    server = await asyncio.get_running_loop().create_server(Upstream, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""
TAUGHT = {"responses": {"patch_deployment": "off"}}  # the list is judged, and teaches
QUICK = {"advice": 0}  # rules that are only reported are not evaluated


class Case(NamedTuple):
    """An Envoy under a load: settings of the module (None: without it), the load, and the bounds.

    The base of the ratio is the case of that name, with the same load.
    """

    settings: dict[str, Any] | None
    load: str
    base: str = "Envoy alone"
    least: float | None = None
    most_us: float | None = None


CASES = {
    "Envoy alone": Case(None, "patch"),
    "source known": Case({**QUICK, **TAUGHT}, "patch", least=0.86),
    "source known, advice": Case(TAUGHT, "patch"),
    "source unknown": Case({**QUICK, "learn": False, "responses": "off"}, "patch", least=0.86),
    "learned, answers judged": Case({**QUICK, "responses": "enforce"}, "patch", least=0.80),
    "refused, explained": Case({}, "wrong", most_us=20),
    "list of 100, Envoy alone": Case(None, "list", "list of 100, Envoy alone"),
    "list of 100, learned": Case({"responses": "enforce"}, "list", "list of 100, Envoy alone", 0.45),
}  # fmt: skip


class Measured(NamedTuple):
    """The rate of requests, the median time of one at one connection in us, and processor time of Envoy in us."""

    rate: float
    median: float
    spent: float


class Running(NamedTuple):
    """An Envoy that runs."""

    url: str
    process: int

    def seconds(self) -> float:
        """Return the processor time of all threads so far."""
        tasks = Path(f"/proc/{self.process}/task").iterdir()
        return sum(int((task / "schedstat").read_text("ascii").split()[0]) for task in tasks) / 1e9

    def megabytes(self) -> float:
        """Return the resident memory."""
        status = Path(f"/proc/{self.process}/status").read_text("ascii")
        [kilobytes] = re.findall(r"VmRSS:\s+(\d+) kB", status)
        return int(kilobytes) / 1024


class Bench:
    """The upstream, and the Envoys in front of it."""

    def __init__(self, stack: ExitStack, seconds: int) -> None:
        if ENVOY is None or not BUILT.exists():
            sys.exit("Envoy is not installed, or the module is not built: make envoy builds it")
        self._stack, self._seconds = stack, seconds
        self._core, _ = cores()
        self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        wrong = json.loads(usual_documents.patch()) | {"source_config": 5}
        bodies = {
            "GET": usual_documents.deployments(),
            "PATCH": json.dumps(usual_documents.deployment(0) | {"id": ID}).encode(),
            "patch": usual_documents.patch(),
            "wrong": json.dumps(wrong).encode(),
        }
        for name, body in bodies.items():
            (self._folder / name).write_bytes(body)
        for name in ("patch", "wrong"):
            script = WRK.format(body=self._folder / name)
            (self._folder / f"{name}.lua").write_text(script, "utf-8")
        self._contract = write_contract(Contract(), self._folder / "gateway.contract.json")
        upstream = started(stack, [sys.executable, "-c", UPSTREAM, str(self._folder)], self._core)
        assert upstream.stdout is not None
        self._upstream = int(upstream.stdout.readline())

    def envoy(self, settings: dict[str, Any] | None) -> Running:
        """Start an Envoy, without the module if there are no settings."""
        port = free()
        text = recipe(port, self._upstream, {"contract": str(self._contract), **(settings or {})})
        if settings is None:
            text, count = FILTER.subn("", text)
            assert count == 1
        file = self._folder / f"{port}.yaml"
        file.write_text(text, "utf-8")
        command = [*on_cores(self._core), str(ENVOY), "-c", str(file), "--use-dynamic-base-id"]
        process = subprocess.Popen(
            [*command, "--concurrency", "1", "-l", "error"],
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "ENVOY_DYNAMIC_MODULES_SEARCH_PATH": str(BUILT.parent)},
        )
        self._stack.callback(stop, process)
        assert soon(lambda: listens(port))
        found = Running(f"http://127.0.0.1:{port}", process.pid)
        with urlopen(found.url + LIST, timeout=10):  # noqa: S310 - loopback; it teaches sources
            return found

    def measure(self, envoy: Running, load: str) -> Measured:
        """Return the rate and processor time at many connections, and the time at one."""
        median = self._run(envoy, load, 1)[1]
        before = envoy.seconds()
        rate, _, count = self._run(envoy, load, CONNECTIONS)
        return Measured(rate, median, (envoy.seconds() - before) / count * 1e6)

    def _run(self, envoy: Running, load: str, connections: int) -> tuple[float, float, int]:
        options = [f"-c{connections}", f"-d{self._seconds}s", "-t1", "--latency"]
        target = LIST if load == "list" else PATCH
        if load != "list":
            options += ["-s", str(self._folder / f"{load}.lua")]
        command = [*on_cores(self._core), "wrk", *options, envoy.url + target]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert ("Non-2xx" in said) == (load == "wrong"), said
        rate = re.search(r"Requests/sec:\s+([0-9.]+)", said)
        count = re.search(r"(\d+) requests in", said)
        median = re.search(r"50%\s+([0-9.]+)(us|ms|s)", said)
        assert rate
        assert count
        assert median
        unit = {"us": 1.0, "ms": 1e3, "s": 1e6}[median[2]]
        return float(rate[1]), float(median[1]) * unit, int(count[1])


def main(seconds: int = 2, rounds: int = 5) -> None:
    """Print what the module costs, and the memory that it takes."""
    with ExitStack() as stack:
        bench = Bench(stack, seconds)
        running = {name: bench.envoy(case.settings) for name, case in CASES.items()}

        def turn() -> dict[str, Measured]:
            return {name: bench.measure(envoy, CASES[name].load) for name, envoy in running.items()}

        turns = [turn() for _ in range(rounds + 1)]
        memory = {name: envoy.megabytes() for name, envoy in running.items()}
    del turns[0]  # it warms up
    print(
        f"{CONNECTIONS} connections and one; one core for Envoy with one worker, wrk and the upstream"
    )
    print(f"{'':26} {'rate':>9} {'ratio':>6} {'median at one':>14} {'processor':>10} {'memory':>7}")
    for name, case in CASES.items():
        rate, median, spent = (
            statistics.median(turn[name][field] for turn in turns) for field in range(3)
        )
        ratio = statistics.median(turn[name].rate / turn[case.base].rate for turn in turns)
        line = f"{name:26} {rate:7.0f}/s {ratio:6.2f} {median:11.0f} us {spent:7.1f} us {memory[name]:4.0f} MB"
        if case.least is not None:
            line += against(ratio, case.least, least=True)
        if case.most_us is not None:
            line += against(spent, case.most_us)
        print(line)


if __name__ == "__main__":
    start = time.perf_counter()
    main(*map(int, sys.argv[1:]))
    print(f"{time.perf_counter() - start:.0f} s; Python {sys.version.split()[0]}")
