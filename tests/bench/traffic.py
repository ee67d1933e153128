"""Cost of judging traffic: against parsing, against openapi-core, and on a server under load."""

import json
import math
import os
import selectors
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import cast

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest, MockResponse

from deploy_contract import Contract, Request, Response
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.knowledge.lookups import Knowledge
from deploy_contract.report import to_report
from tests.bench import server
from tests.bench.compare.peers import simple
from tests.bench.server import ID
from tests.bench.timing import against, line
from tests.support import usual_documents
from tests.support.tables import table

HOST = "https://deployments.example.com"
HEADERS = (
    ("host", "deployments.example.com"), ("user-agent", "bench"), ("accept", "*/*"), ("authorization", "Bearer x"),
    ("content-type", "application/json"), ("content-length", "1921"),
)  # fmt: skip
# asyncio reads into 256 KiB, which the allocator of glibc gives back to the system after each read or
# not, by the chance of what was freed before: up to a quarter of the time of a request
ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": str(4 << 20), "MALLOC_TRIM_THRESHOLD_": str(16 << 20)}
# least ratio of the rates with the middleware and without
RATES = {"with": 0.7, "requests only": 0.85, "learned": 0.7}


def messages() -> None:
    """`check_request` and `check_response` against parsing, and against openapi-core."""
    theirs = OpenAPI.from_dict(simple(table("openapi.json")))
    contract, parse = Contract(), json.loads
    body, page = usual_documents.patch(), usual_documents.deployments()
    query = {"limit": "50", "offset": "100", "name_contains": "checkout", "status": "READY"}
    patch = Request("PATCH", f"/v2/deployments/{ID}", "", HEADERS, body)
    listing = Request(
        "GET",
        "/v2/deployments",
        "&".join(f"{key}={value}" for key, value in query.items()),
        HEADERS,
    )
    asked = contract.check_request(Request("GET", "/v2/deployments", "limit=100"))
    answer = Response(200, (("content-type", "application/json"),), page)
    their_patch = MockRequest(
        HOST, "patch", f"/v2/deployments/{ID}", data=body, content_type="application/json"
    )
    their_listing = MockRequest(HOST, "get", "/v2/deployments", args=query)
    their_asked = MockRequest(HOST, "get", "/v2/deployments", args={"limit": "100"})
    their_answer = MockResponse(page, content_type="application/json")
    for _ in range(3):
        assert contract.check_request(patch, source="codehost").verdict == "allow"
        assert contract.check_request(listing).verdict == "allow"
        assert contract.check_response(answer, asked).verdict == "allow"

    knowledge = Knowledge(contract, (LearnedDeployments(),))
    judge = contract.judge

    def learned() -> object:
        _, facts = knowledge.before(None, None)
        outcome = judge.response(answer, "list_deployments", asked.parameters, learned=facts)
        return knowledge.learn(to_report(outcome))

    # an engine that parses costs more than parsing
    is_native = contract.engine == "native"
    most = [0.4, 0.4, 0.25, 0.35] if is_native else [1.4, 2.5, 1.35, 1.8]
    print(f"\nmessages, engine {contract.engine}")
    line(
        "request, PATCH of 2 KB / parse its body",
        lambda: contract.check_request(patch, source="codehost"),
        lambda: parse(body),
        most[0],
    )
    line(
        "the same, source known from a lookup / parse",
        lambda: contract.check_request(patch, deployment={"source": "codehost"}),
        lambda: parse(body),
        most[1],
    )
    line(
        "response, 100 deployments / parse",
        lambda: contract.check_response(answer, asked),
        lambda: parse(page),
        most[2],
    )
    line("the same, compared with facts and learned / parse", learned, lambda: parse(page), most[3])
    least_theirs = [400, 400, 200] if is_native else [30, 150, 20]
    for what, one, other, rounds, least in (
        (
            "PATCH of 2 KB",
            lambda: theirs.validate_request(their_patch),
            lambda: contract.check_request(patch, source="codehost"),
            41,
            least_theirs[0],
        ),
        (
            "list request of 4 parameters",
            lambda: theirs.validate_request(their_listing),
            lambda: contract.check_request(listing),
            41,
            least_theirs[1],
        ),
        (
            "response of 100 deployments",
            lambda: theirs.validate_response(their_asked, their_answer),
            lambda: contract.check_response(answer, asked),
            3,
            least_theirs[2],
        ),
    ):
        line(f"openapi-core / ours, {what}", one, other, least, rounds, least=True)
        line("the same, each as long", one, other, least, rounds, least=True, as_long=True)


def throughput(seconds: float = 0.75, rounds: int = 20) -> None:
    """Print requests per second of a Starlette application on uvicorn, with the middleware and without.

    They take turns, which are short, so that other work of the machine hits all alike. The client
    takes a processor of its own, so the ratio of CPU is the one of a server that is busy.
    """
    servers = {name: _Server(name) for name in ("without", *RATES)}
    rates: dict[str, list[float]] = {name: [] for name in servers}
    costs: dict[str, list[float]] = {name: [] for name in servers}
    try:
        for server in servers.values():
            server.load(0.5)
        for _ in range(rounds):
            for name, server in servers.items():
                before = server.cpu()
                rates[name].append(server.load(seconds))
                costs[name].append((server.cpu() - before) / (rates[name][-1] * seconds))
    finally:
        for server in servers.values():
            server.stop()
    without, cost = statistics.median(rates["without"]), min(costs["without"])
    print(f"\nStarlette on uvicorn, PATCH of 2 KB: {without:.0f} requests/s without the middleware")
    for name, least in RATES.items():
        ratio = statistics.median(rates[name]) / without
        print(
            f"{name:15} ratio {ratio:.2f}{against(ratio, least, least=True)};"
            f" of CPU {cost / min(costs[name]):.2f}"
        )


class _Server:
    """A server of its own process, and a client that keeps it busy."""

    def __init__(self, middleware: str) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self._address = listener.getsockname()
        listener.close()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.server", str(self._address[1]), middleware],
            env=os.environ | ALLOCATOR,
        )

    def cpu(self) -> float:
        """Return the seconds of CPU that the thread of the server took, which only Linux tells."""
        if sys.platform != "linux":
            return math.nan
        return int(Path(f"/proc/{self._process.pid}/schedstat").read_text().split()[0]) / 1e9

    def load(self, seconds: float, connections: int = 8) -> float:
        """Return requests answered per second, each sent when the one before it on its connection was answered."""
        request, chosen, done = server.request(), selectors.DefaultSelector(), 0
        waiting = {}
        for _ in range(connections):
            client = self._connected()
            chosen.register(client, selectors.EVENT_READ)
            waiting[client] = b""
            client.sendall(request)
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            for key, _ in chosen.select(1):
                client = cast(socket.socket, key.fileobj)
                waiting[client] += client.recv(1 << 16)
                head_end = waiting[client].find(b"\r\n\r\n")
                if head_end >= 0:
                    lower = waiting[client][:head_end].lower()
                    assert lower.startswith(b"http/1.1 200"), lower[:40]
                    length = int(lower.split(b"content-length: ")[1].split(b"\r\n")[0])
                    if len(waiting[client]) >= head_end + 4 + length:
                        waiting[client] = b""
                        done += 1
                        client.sendall(request)
        taken = time.perf_counter() - start
        for client in waiting:
            client.close()
        return done / taken

    def _connected(self) -> socket.socket:
        for _ in range(100):
            try:
                return socket.create_connection(self._address, timeout=10)
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(10)
