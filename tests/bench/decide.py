"""Cost of judging for Envoy: `deploy-contract decide` over HTTP and gRPC, with and without judging, in one run.

`python -m tests.bench.decide [seconds] [rounds]`. The decision server has one worker on one core; wrk, Envoy and the upstream have the
other. All take turns, so that noise hits them alike.
"""

import re
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from urllib.request import Request, urlopen

from tests.bench.proxy import CONNECTIONS, ID, Load, Measured, on_cores
from tests.bench.timing import against, stop
from tests.support import usual_documents
from tests.support.fronts import ENVOY, envoy_recipe, free, listens
from tests.support.gateways import soon

OFF = ("--requests", "off", "--responses", "off")
LEARNED = ("--lookups", "learned")
ALONE = "Envoy alone"
# name -> recipe and options of decide
DECIDES: dict[str, tuple[str, tuple[str, ...]]] = {
    "HTTP, judges nothing": ("envoy.yaml", OFF),
    "HTTP": ("envoy.yaml", LEARNED),
    "HTTP, source unknown": ("envoy.yaml", ()),
    "gRPC, judges nothing": ("envoy-processing.yaml", OFF),
    "gRPC, source unknown": ("envoy-processing.yaml", (*LEARNED, "--responses", "off")),
    "gRPC": ("envoy-processing.yaml", LEARNED),
}
BASES = {
    "HTTP": "HTTP, judges nothing",
    "HTTP, source unknown": "HTTP, judges nothing",
    "gRPC": "gRPC, judges nothing",
    "gRPC, source unknown": "gRPC, judges nothing",
}
LEAST = {"HTTP": 0.85, "gRPC": 0.9}  # of the rate of the server that judges nothing
MOST_ADDED = 0.4  # ms at one connection, to the median of Envoy alone


class EnvoyLoad(Load):
    """A load on Envoy, which is on the first core."""

    def __init__(self, stack: ExitStack, seconds: int) -> None:
        super().__init__(stack, seconds)
        if ENVOY is None:
            sys.exit("Envoy is not installed")
        self._stack = stack

    def envoy(self, recipe: str, decide: int) -> str:
        """Start Envoy before the upstream and a decision server; return a URL."""
        port = free()
        text = envoy_recipe(
            recipe, {"listen": port, "service": self.upstream, "decide": decide or 1}
        )
        if not decide:  # without the filter
            head, _, rest = text.partition("                  - name: envoy.filters.http.ext_authz")
            text = head + rest[rest.index("                  - name: envoy.filters.http.router") :]
        file = self.folder / f"{port}.yaml"
        file.write_text(text, "utf-8")
        assert ENVOY is not None
        command = [ENVOY, "-c", str(file), "--use-dynamic-base-id", "--concurrency", "1"]
        command += ["-l", "error"]
        process = subprocess.Popen(
            [*on_cores(self.theirs), *command], stderr=subprocess.DEVNULL, text=True
        )
        self._stack.callback(stop, process)
        assert soon(lambda: listens(port))
        return f"http://127.0.0.1:{port}/v2/deployments/{ID}"

    def decide(self, options: tuple[str, ...]) -> tuple[int, int, int]:
        """Start a decision server; return its ports for HTTP and gRPC, and its process."""
        log = self.folder / f"{free()}.log"
        run = [
            sys.executable,
            "-m",
            "deploy_contract.cli.command",
            "decide",
            "--dialect",
            "envoy",
            "--listen",
            "127.0.0.1:0",
        ]
        run += ["--admin", "127.0.0.1:0", "--grpc-listen", "127.0.0.1:0", *options]
        with log.open("wb") as out:
            process = subprocess.Popen(
                [*on_cores(self.ours), *run], stdout=out, stderr=subprocess.PIPE, text=True
            )
        self._stack.callback(stop, process)
        assert process.stderr is not None
        line = process.stderr.readline()
        ports = re.search(r"http://127.0.0.1:(\d+), .*grpc_listen 127.0.0.1:(\d+)[,;]", line)
        assert ports, line
        return int(ports[1]), int(ports[2]), process.pid

    def teach(self, url: str) -> None:
        """Let a decision server learn the source of the deployment from a response."""
        request = Request(url, b"{}", {"content-type": "application/json"}, method="PATCH")  # noqa: S310 - loopback
        with urlopen(request, timeout=10) as response:  # noqa: S310
            assert response.status == 200

    def measure(self, url: str, process: int | None = None) -> Measured:
        """Return the rate and processor time at many connections, and the time at one."""
        one = self.run(url, process, connections=1)
        return self.run(url, process)._replace(median=one.median)


def main(seconds: int = 3, rounds: int = 5) -> None:
    """Print what each way to ask costs, beside the same server that judges nothing, and Envoy alone."""
    found: dict[str, list[Measured]] = {}
    with ExitStack() as stack:
        load = EnvoyLoad(stack, seconds)
        urls: dict[str, tuple[str, int | None]] = {ALONE: (load.envoy("envoy.yaml", 0), None)}
        for name, (recipe, options) in DECIDES.items():
            http, grpc, process = load.decide(options)
            asked = http if recipe == "envoy.yaml" else grpc
            urls[name] = (load.envoy(recipe, asked), process)
            if options == LEARNED and asked == http:
                load.teach(load.envoy("envoy-processing.yaml", grpc))
        _take_turns(load, urls, found, rounds)
    rates, medians, spent = _medians(found)
    print(
        f"PATCH of {len(usual_documents.patch())} bytes, {CONNECTIONS} connections and one, one worker on one core"
    )
    print(
        f"{'':24} {'rate':>9} {'ratio':>6} {'processor':>11} {'ratio':>6} {'median at one':>14} {'added':>8}"
    )
    for name, rate in rates.items():
        added = medians[name] - medians[ALONE]
        line = f"{name:24} {rate:7.0f}/s"
        base = BASES.get(name, name)
        line += f" {rate / rates[base]:6.2f} {spent[name]:8.0f} us"
        line += f" {spent[base] / spent[name] if spent[name] else 1:6.2f} {medians[name]:11.3f} ms {added:5.2f} ms"
        if name in LEAST:
            line += against(rate / rates[base], LEAST[name], least=True)
        if name == "HTTP":
            line += against(added, MOST_ADDED)
        print(line)


def _take_turns(
    load: EnvoyLoad,
    urls: dict[str, tuple[str, int | None]],
    found: dict[str, list[Measured]],
    rounds: int,
) -> None:
    for number in range(rounds + 1):
        for name, (url, process) in urls.items():
            measured = load.measure(url, process)
            if number:  # the first one warms up
                found.setdefault(name, []).append(measured)


def _medians(found: dict[str, list[Measured]]) -> list[dict[str, float]]:
    """Return the medians of rates, of times and of processor times, by name."""
    return [
        {name: statistics.median(row[at] for row in rows) for name, rows in found.items()}
        for at in range(3)
    ]


if __name__ == "__main__":
    start = time.perf_counter()
    main(*map(int, sys.argv[1:]))
    print(f"{time.perf_counter() - start:.0f} s; Python {sys.version.split()[0]}")
