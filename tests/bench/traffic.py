"""Cost of judging traffic: against parsing, against openapi-core, and on a server under load."""

import json
import os
import statistics
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from shutil import which
from urllib.parse import urlencode

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest, MockResponse

from deploy_contract import Contract, Request, Response
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.knowledge.lookups import Knowledge
from deploy_contract.report import to_report
from tests.bench.compare.peers import simple, write_messages
from tests.bench.load import ID, Server, cores, in_turns, measure, pinned
from tests.bench.timing import against, line
from tests.support import usual_documents
from tests.support.fronts import free, listens
from tests.support.gateways import soon
from tests.support.tables import table

CONNECTIONS = 8
HOST = "https://deployments.example.com"
HEADERS = (
    ("host", "deployments.example.com"), ("user-agent", "bench"), ("accept", "*/*"), ("authorization", "Bearer x"),
    ("content-type", "application/json"), ("content-length", "1921"),
)  # fmt: skip
# asyncio reads into 256 KiB, which the allocator of glibc gives back to the system after each read or
# not, by the chance of what was freed before: up to a quarter of the time of a request
ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": str(4 << 20), "MALLOC_TRIM_THRESHOLD_": str(16 << 20)}
ROWS = {  # of the table: the server of `make compare`, and its least rate beside that of "without"
    "without": ("deploy_contract_app", 1.0),
    "with": ("deploy_contract_app", 0.7),
    "requests only": ("deploy_contract_requests_app", 0.85),
    "learned": ("deploy_contract_learned_app", 0.7),
    "with, parsed again": ("deploy_contract_parsed_app", 0.7),
    "requests only, parsed again": ("deploy_contract_requests_parsed_app", 0.85),
}


def messages() -> None:
    """`check_request` and `check_response` against parsing, and against openapi-core."""
    contract = Contract()
    body, page = usual_documents.patch(), usual_documents.deployments()
    query = {"limit": "50", "offset": "100", "name_contains": "checkout", "status": "READY"}
    path, typed = f"/v2/deployments/{ID}", "application/json"
    patch = Request("PATCH", path, "", HEADERS, body)
    listing = Request("GET", "/v2/deployments", urlencode(query), HEADERS)
    asked = contract.check_request(Request("GET", "/v2/deployments", "limit=100"))
    answer = Response(200, (("content-type", typed),), page)
    known = partial(contract.check_request, patch, source="codehost")
    looked_up = partial(contract.check_request, patch, deployment={"source": "codehost"})
    listed = partial(contract.check_request, listing)
    answered = partial(contract.check_response, answer, asked)
    for task in (known, listed, answered) * 3:
        assert task().verdict == "allow"
    knowledge = Knowledge(contract, (LearnedDeployments(),))

    def learned() -> object:
        _, facts = knowledge.before(None, None)
        given = ("list_deployments", asked.parameters)
        outcome = contract.judge.response(answer, *given, learned=facts)
        return knowledge.learn(to_report(outcome))

    # an engine that parses costs more than parsing
    at = 0 if contract.engine == "native" else 1
    parse, parse_page = partial(json.loads, body), partial(json.loads, page)
    print(f"\nmessages, engine {contract.engine}")
    for title, ours, parsing, most in (
        ("request, PATCH of 2 KB / parse its body", known, parse, (0.4, 1.4)),
        ("the same, source known from a lookup / parse", looked_up, parse, (0.4, 2.5)),
        ("response, 100 deployments / parse", answered, parse_page, (0.25, 1.35)),
        ("the same, compared with facts and learned / parse", learned, parse_page, (0.35, 1.8)),
    ):
        line(title, ours, parsing, most[at])
    theirs = OpenAPI.from_dict(simple(table("openapi.json")))
    their_patch = MockRequest(HOST, "patch", path, data=body, content_type=typed)
    their_listing = MockRequest(HOST, "get", "/v2/deployments", args=query)
    their_asked = MockRequest(HOST, "get", "/v2/deployments", args={"limit": "100"})
    their_answer = MockResponse(page, content_type=typed)
    for title, peer, ours, rounds, least in (
        ("PATCH of 2 KB", partial(theirs.validate_request, their_patch), known, 41, (400, 30)),
        ("list request of 4 parameters", partial(theirs.validate_request, their_listing), listed, 41, (150, 150)),
        ("response of 100 deployments", partial(theirs.validate_response, their_asked, their_answer), answered, 3, (200, 20)),
    ):  # fmt: skip
        line(f"openapi-core / ours, {title}", peer, ours, least[at], rounds, least=True)
        line("the same, each as long", peer, ours, least[at], rounds, least=True, as_long=True)


def throughput(seconds: int = 1, rounds: int = 15) -> None:
    """Print requests per second of a Starlette application on uvicorn, with the middleware and without.

    They take turns, which are short, so that other work of the machine hits all alike. The client
    takes a processor of its own, so the ratio of CPU is the one of a server that is busy.
    """
    if which("wrk") is None:
        print("\nthroughput: not measured, wrk is not installed")
        return
    first, last = cores()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        write_messages(folder)
        tasks = {}
        for row, (name, _) in ROWS.items():
            port, validation = free(), "without" if row == "without" else "with"
            run = [sys.executable, "-m", "tests.bench.compare.servers", name, validation]
            run += [str(port), str(folder)]
            process = pinned(stack, last, run, env=os.environ | ALLOCATOR).pid
            assert soon(partial(listens, port)), "the server does not answer"
            server = Server(f"http://127.0.0.1:{port}/v2/deployments/{ID}", process)
            body = folder / "body.json"
            tasks[row] = partial(measure, server, first, CONNECTIONS, seconds, body)
        turns = in_turns(tasks, rounds)
    rates = {row: statistics.median(turn[row].rate for turn in turns) for row in ROWS}
    costs = {row: min(turn[row].spent for turn in turns) for row in ROWS}
    without, cost = rates.pop("without"), costs["without"]
    print(f"\nStarlette on uvicorn, PATCH of 2 KB: {without:.0f} requests/s without the middleware")
    for row, rate in rates.items():
        ratio = rate / without
        print(
            f"{row:27} ratio {ratio:.2f}{against(ratio, ROWS[row][1], least=True)};"
            f" of CPU {cost / costs[row]:.2f}"
        )
