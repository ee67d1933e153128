"""Cost of judging in front of a service, under wrk: in the gateway, in the decision server behind Envoy, and inside Envoy.

`python -m tests.bench.gateways PART [SECONDS] [ROUNDS]`; the parts are `gateway`, `decide` and `envoy`. Each gateway has one worker.
All of a part take turns, so that noise hits them alike. A ratio is the median of the ratios of each turn.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request as Asked
from urllib.request import urlopen

from deploy_contract import Contract, Request
from deploy_contract.answers import problem
from deploy_contract.contract import for_middleware
from tests.bench.load import ID, Measured, Server, cores, in_turns, measure, pinned, resident
from tests.bench.timing import against
from tests.support import usual_documents
from tests.support.envoy_module import BUILT, recipe, write_contract
from tests.support.fronts import ENVOY, envoy_recipe, free, listens
from tests.support.gateways import command, soon

PATCH, LIST = f"/v2/deployments/{ID}", "/v2/deployments?limit=100"
CONNECTIONS = 32
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
MODULE = re.compile(r"(?m)^ {18}- name: deploy_contract\n(?: {20,}.*\n)+")
BUFFER = """\
                  - name: buffer
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.buffer.v3.Buffer
                      max_request_bytes: 1048576
"""
ROUTE = "route: {cluster: service, timeout: 60s}"
REFUSED = """\
direct_response: {{status: 422, body: {{filename: "{body}"}}}}
                          response_headers_to_add: [{{header: {{key: cache-control, value: no-store}}}}]"""
ASKING = re.compile(r"(?m)^ {18}- name: envoy\.filters\.http\.ext_authz\n(?: {20,}.*\n)+")


class Load:
    """The upstream, wrk, and the servers between them. wrk and the upstream have the first core."""

    def __init__(self, stack: ExitStack, seconds: int) -> None:
        self._stack, self._seconds = stack, seconds
        self.first, self.last = cores()
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        wrong = json.loads(usual_documents.patch()) | {"source_config": 5}
        listed = json.loads(usual_documents.deployments())
        listed["resources"][0]["id"] = ID  # so a list teaches the source of the deployment
        bodies = {
            "GET": json.dumps(listed).encode(),
            "PATCH": json.dumps(usual_documents.deployment(0) | {"id": ID}).encode(),
            "patch": usual_documents.patch(),
            "wrong": json.dumps(wrong).encode(),
        }
        for name, body in bodies.items():
            (self.folder / name).write_bytes(body)
        run = [sys.executable, "-c", UPSTREAM, str(self.folder)]
        upstream = pinned(stack, self.first, run, stdout=subprocess.PIPE)
        self.upstream = int(upstream.stdout.readline())

    def ours(self, program: str, *options: str) -> tuple[list[int], int]:
        """Start a program of ours on the last core; return the ports that it names, and its process."""
        ports = ("--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0")
        run = command(*ports, *options, program=program)
        process = pinned(self._stack, self.last, run, stderr=subprocess.PIPE)
        found = re.findall(r"127\.0\.0\.1:(\d+)", process.stderr.readline())
        return [int(port) for port in found], process.pid

    def envoy(self, text: str, port: int) -> Server:
        """Start Envoy on the first core, by a recipe."""
        if ENVOY is None:
            sys.exit("Envoy is not installed")
        file = self.folder / f"{port}.yaml"
        file.write_text(text, "utf-8")
        run = [ENVOY, "-c", str(file), "--use-dynamic-base-id", "--concurrency", "1", "-l", "error"]
        environment = {**os.environ, "ENVOY_DYNAMIC_MODULES_SEARCH_PATH": str(BUILT.parent)}
        process = pinned(self._stack, self.first, run, env=environment)
        assert soon(lambda: listens(port))
        return Server(f"http://127.0.0.1:{port}", process.pid)

    def measure(self, server: Server, load: str) -> Measured:
        """Return the rate and processor time at many connections, and the time at one."""
        body = None if load == "list" else self.folder / load
        asked = server._replace(url=server.url + (LIST if body is None else PATCH))

        def at(connections: int) -> Measured:
            denied = load == "wrong"
            return measure(asked, self.first, connections, self._seconds, body, denied=denied)

        return at(CONNECTIONS)._replace(median=at(1).median)


class Case(NamedTuple):
    """A server under a load, and its bounds.

    Attributes:
        start: starts the server.
        base: name of the case that the ratios are to.
        load: "patch", "wrong" or "list".
        beside: name of the case that the added time is to; the base if empty.
        least_rate: least ratio of the rates.
        least_cost: least ratio of the processor times, the base's first.
        most_more: most processor time beyond that of the base, in microseconds.
        most_added: most added time at one connection, in ms.
    """

    start: Callable[[Load], Server]
    base: str
    load: str = "patch"
    beside: str = ""
    least_rate: float | None = None
    least_cost: float | None = None
    most_more: float | None = None
    most_added: float | None = None


def gateway(*options: str) -> Callable[[Load], Server]:
    def start(load: Load) -> Server:
        ports, process = load.ours(
            "gateway", "--upstream", f"http://127.0.0.1:{load.upstream}", *options
        )
        return Server(f"http://127.0.0.1:{ports[0]}", process)

    return start


def envoy_alone(load: Load) -> Server:
    """Start Envoy without a filter of ours."""
    port = free()
    text = envoy_recipe("envoy.yaml", {"listen": port, "service": load.upstream, "decide": 1})
    text, count = ASKING.subn("", text)
    assert count == 1
    return load.envoy(text, port)


def decide(recipe_: str, *options: str) -> Callable[[Load], Server]:
    """Return a function that starts the decision server, and Envoy that asks it by a recipe.

    A server that learns sources is taught that of the deployment.
    """

    def start(load: Load) -> Server:
        grpc = ("--dialect", "envoy", "--grpc-listen", "127.0.0.1:0")
        ports, process = load.ours("decide", *grpc, *options)
        asked = {"envoy.yaml": ports[0], "envoy-processing.yaml": ports[1]}

        def front(name: str) -> Server:
            port = free()
            sites = {"listen": port, "service": load.upstream, "decide": asked[name]}
            return load.envoy(envoy_recipe(name, sites), port)

        if "learned" in options:
            typed = {"content-type": "application/json"}
            url = front("envoy-processing.yaml").url + PATCH
            with urlopen(Asked(url, b"{}", typed, method="PATCH"), timeout=10):  # noqa: S310 - loopback
                pass
        return front(recipe_)._replace(process=process)

    return start


def module(settings: dict[str, Any] | None) -> Callable[[Load], Server]:
    """Return a function that starts Envoy with the contract inside it, or without it if there are no settings."""

    def start(load: Load) -> Server:
        if not BUILT.exists():
            sys.exit("the module is not built: make envoy builds it")
        contract, port = load.folder / "gateway.contract.json", free()
        write_contract(Contract(), contract)
        text = recipe(port, load.upstream, {"contract": str(contract), **(settings or {})})
        if settings is None:
            text, count = MODULE.subn("", text)
            assert count == 1
        server = load.envoy(text, port)
        with urlopen(server.url + LIST, timeout=10):  # noqa: S310 - loopback; it teaches sources
            return server

    return start


def refusing(load: Load) -> Server:
    """Start Envoy that reads each request to its end, and refuses it by itself, as the module refuses a wrong patch."""
    wrong = (load.folder / "wrong").read_bytes()
    request = Request("PATCH", PATCH, "", [("content-type", "application/json")], wrong)
    report = for_middleware(Contract()).check_request(request)
    body, port = load.folder / "refused", free()
    body.write_bytes(problem(report, report.status).body)
    text, count = MODULE.subn(BUFFER, recipe(port, load.upstream, {}))
    assert count == text.count(ROUTE) == 1
    return load.envoy(text.replace(ROUTE, REFUSED.format(body=body)), port)


OFF = ("--requests", "off", "--responses", "off")
LEARNED = ("--lookups", "learned")
ALONE, REFUSING, BARE, HTTP, GRPC = (
    "Envoy alone",
    "refused by Envoy itself",
    "no validation",
    "HTTP, judges nothing",
    "gRPC, judges nothing",
)
TAUGHT = {"responses": {"patch_deployment": "off"}}  # the list is judged, and teaches
QUICK = {"advice": 0}  # rules that are only reported are not evaluated
PARTS: dict[str, dict[str, Case]] = {
    "gateway": {
        BARE: Case(gateway(*OFF), BARE),
        "requests enforced, responses off": Case(gateway("--responses", "off"), BARE, least_cost=0.8),
        "default: responses reported": Case(gateway(), BARE, least_cost=0.8),
        "responses enforced": Case(gateway("--responses", "enforce"), BARE, least_cost=0.8),
        "default, without a log of requests": Case(gateway("--log", "off"), BARE, least_cost=0.8),
    },
    "decide": {
        ALONE: Case(envoy_alone, ALONE),
        HTTP: Case(decide("envoy.yaml", *OFF), HTTP, beside=ALONE),
        "HTTP": Case(decide("envoy.yaml", *LEARNED), HTTP, beside=ALONE, least_rate=0.85, most_added=0.4),
        "HTTP, source unknown": Case(decide("envoy.yaml"), HTTP, beside=ALONE),
        GRPC: Case(decide("envoy-processing.yaml", *OFF), GRPC, beside=ALONE),
        "gRPC, source unknown": Case(decide("envoy-processing.yaml", *LEARNED, "--responses", "off"), GRPC, beside=ALONE),
        "gRPC": Case(decide("envoy-processing.yaml", *LEARNED), GRPC, beside=ALONE, least_rate=0.9),
    },
    "envoy": {
        ALONE: Case(module(None), ALONE),
        "source known": Case(module({**QUICK, **TAUGHT}), ALONE, least_rate=0.86),
        "source known, advice": Case(module(TAUGHT), ALONE),
        "source unknown": Case(module({**QUICK, "learn": False, "responses": "off"}), ALONE, least_rate=0.86),
        "learned, answers judged": Case(module({**QUICK, "responses": "enforce"}), ALONE, least_rate=0.80),
        REFUSING: Case(refusing, REFUSING, "wrong"),
        "refused, explained": Case(module({}), REFUSING, "wrong", most_more=20),
        "list of 100, Envoy alone": Case(module(None), "list of 100, Envoy alone", "list"),
        "list of 100, learned": Case(module({"responses": "enforce"}), "list of 100, Envoy alone", "list", least_rate=0.45),
    },
}  # fmt: skip


def main(part: str, seconds: int = 2, rounds: int = 5) -> None:
    """Print what each case of a part costs."""
    cases = PARTS[part]
    with ExitStack() as stack:
        load = Load(stack, seconds)
        servers = {name: case.start(load) for name, case in cases.items()}
        tasks = {
            name: partial(load.measure, server, cases[name].load)
            for name, server in servers.items()
        }
        turns = in_turns(tasks, rounds)
        memory = {name: resident(server.process) / 1024 for name, server in servers.items()}
    print(f"{CONNECTIONS} connections and one; one worker; Python {sys.version.split()[0]}")
    heads = ("rate", "ratio", "processor", "ratio", "at one", "added", "memory")
    print(f"{'':36} {' '.join(f'{head:>10}' for head in heads)}")
    for name, case in cases.items():
        rate, median, spent = map(
            statistics.median, zip(*[turn[name] for turn in turns], strict=True)
        )
        rates = statistics.median(turn[name].rate / turn[case.base].rate for turn in turns)
        costs = statistics.median(
            turn[case.base].spent / turn[name].spent if spent else 1 for turn in turns
        )
        more = statistics.median(turn[name].spent - turn[case.base].spent for turn in turns)
        beside = case.beside or case.base
        added = statistics.median(turn[name].median - turn[beside].median for turn in turns)
        line = f"{name:36} {rate:8.0f}/s {rates:10.2f} {spent:7.1f} us {costs:10.2f}"
        line += f" {median:7.3f} ms {added:7.3f} ms {memory[name]:7.0f} MB"
        for found, bound, is_least in (
            (rates, case.least_rate, True),
            (costs, case.least_cost, True),
            (added, case.most_added, False),
        ):
            if bound is not None:
                line += against(found, bound, least=is_least)
        if case.most_more is not None:
            line += f"   {more:.1f} us more{against(more, case.most_more)}"
        print(line)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
