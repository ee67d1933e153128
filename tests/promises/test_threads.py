"""One contract for many threads and tasks: each answer is the one that is given alone, and nothing of a document stays."""

import asyncio
import gc
import json
import sys
import time
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from uuid import UUID, uuid4

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Bundle, Contract, Report, Request, Response, bundle_files
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.middleware.observation import Observation
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from deploy_contract_format.bundle_format import PACKAGE
from tests.support.applications import (
    ID,
    PATH,
    Answered,
    App,
    answer_of,
    cut,
    deployment,
    exchange,
    messages,
    over_asgi,
    over_wsgi,
    scope_of,
)
from tests.support.canaries import beside, everywhere, exchanges, planted
from tests.support.commands import run_python
from tests.support.effort import effort
from tests.support.engines import ENGINES
from tests.support.gateways import PATIENCE
from tests.support.suite import SuiteRow, of_each_class, report_by
from tests.support.threads import again_and_again, at_once

JSON = (("content-type", "application/json"),)
THREADS = 8


@cache
def jobs() -> list[SuiteRow]:
    return [case for _, case in of_each_class(1, in_soak=4)]


def described(report: Report) -> str:
    return json.dumps([report.to_dict(), repr(report.value), repr(report.parameters)])


def turns_of(number: int) -> Iterator[int]:
    """Yield the index of each job; the threads begin near each other, so that they meet."""
    count = len(jobs())
    first = number * count // (2 * THREADS)
    return chain(range(first, count), range(first))


def two(engine: EngineName, bundle: Bundle) -> dict[bool, Contract]:
    """Return new contracts of one engine, whose schemas and rules have the same names."""
    stricter: dict[str, Any] = {"unknown_fields": "reject", "hosting": "cloud"}
    return {
        False: Contract(engine=engine),
        True: Contract(engine=engine, bundle=bundle, **stricter),
    }


@pytest.mark.soak
@pytest.mark.promise(26)
def test_first_uses_of_two_contracts_do_not_race_or_mix(engine: EngineName) -> None:
    """All threads at once ask for each part that a contract makes at its first use.

    The other contract has other messages, so that each report shows its contract.
    """
    files = bundle_files.read_folder(Path(__file__).parents[2] / "generated" / PACKAGE)
    words = files["rules.json"].replace(b'"message": "', b'"message": "other: ')
    bundle = Bundle.from_files({**files, "rules.json": words}, "b")
    expected: dict[bool, list[str]] = {}
    for other, contract in two(engine, bundle).items():
        reports = [report_by(contract, case) for case in jobs()]
        texts = {row.message for report in reports for row in report.violations}
        assert {text.startswith("other: ") for text in texts} == {other}
        expected[other] = list(map(described, reports))
    assert sum(one != two for one, two in zip(*expected.values(), strict=True)) > len(jobs()) / 3
    rounds = effort(1, 8)
    for _ in range(rounds):
        fresh = two(engine, bundle)

        def work(number: int, fresh: dict[bool, Contract] = fresh) -> None:
            for index in turns_of(number):
                other = (number + index) % 2 == 0
                assert (
                    described(report_by(fresh[other], jobs()[index])) == expected[other][index]
                ), index

        at_once(work)


COLD = """
import json, sys, threading
sys.setswitchinterval(1e-5)
barrier, described = threading.Barrier(8), []
def work():
    barrier.wait()
    from deploy_contract import Contract, Request
    contract = Contract(engine=sys.argv[1])
    path = "/v2/deployments/9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
    reports = [contract.check(b'{"secrets": [{"name": 1}]}', "DeploymentPatch"), contract.check(b"[]", "DeploymentList")]
    reports.append(contract.check_request(Request("PATCH", path, "", [("content-type", "application/json")], b'{"secrets": []}')))
    reports.append(contract.check_request(Request("GET", "/v2/deployments", "limit=0")))
    described.append(json.dumps([report.to_dict() for report in reports]))
threads = [threading.Thread(target=work) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert len(described) == 8 and len(set(described)) == 1, described
print([report["verdict"] for report in json.loads(described[0])])
"""


BEGUN = ("['deny', 'deny', 'allow', 'deny']", "")


# an import that fails as without the crate, and slowly enough for all threads to wait for it
UNBUILT = "import time\ntime.sleep(0.1)\nimport deploy_contract_native._native\n"


@pytest.mark.promise(26)
@pytest.mark.parametrize("begun_by", [*ENGINES, "auto"])
def test_a_process_may_begin_with_threads(begun_by: str, tmp_path: Path) -> None:
    """With `auto`, the core is not built."""
    package = tmp_path / "deploy_contract_native"
    if begun_by == "auto":
        package.mkdir()
        (package / "__init__.py").write_text(UNBUILT)
    done = run_python(COLD, begun_by, PYTHONPATH=str(tmp_path))
    assert (done.stdout.strip(), done.stderr) == BEGUN


# -- middleware: tasks and threads


BODIES = [
    f'{{"secrets": [{{"name": "N{number}", "value": "{number}"}}]}}'.encode()
    for number in range(40)
]
BODIES += [f'{{"secrets": [{{"name": {number}}}]}}'.encode() for number in range(40)]


async def sent(
    middleware: AsgiMiddleware, body: bytes, pause: asyncio.Event | None = None
) -> Answered:
    """Return the answer to a patch whose body comes byte by byte, with all others in between."""
    first, *rest = messages("http.request", cut(body, 9))
    incoming = [first, *rest] if pause is None else [first, pause, *rest]
    return answer_of(await exchange(middleware, scope_of("PATCH", PATH), iter(incoming)))


async def echo(_scope: Any, receive: Any, send: Any) -> None:
    """Answer with the body of the request."""
    message = await receive()
    assert not message["more_body"]
    await asyncio.sleep(0)
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": message["body"]})


def wsgi_echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("299 Passed", [])
    return [environ["wsgi.input"].read()]


def sent_by_wsgi(middleware: WsgiMiddleware, body: bytes) -> Answered:
    return over_wsgi(middleware)("PATCH", PATH, body)


def right(body: bytes, answer: Answered) -> bool:
    """Return True if an answer is the one to this body: the body itself, or a problem that says where."""
    if b'"value"' in body:
        return (answer.status, answer.body) == (299, body)
    rows = json.loads(answer.body)["violations"]
    return answer.status == 422 and ("schema-type", "/secrets/0/name") in {
        (row["rule"], row["pointer"]) for row in rows
    }


@pytest.mark.promise(26, 4)
def test_tasks_share_a_middleware(engine: EngineName) -> None:
    seen: list[Observation] = []
    middleware = AsgiMiddleware(echo, Contract(engine=engine), on_report=seen.append)

    async def all_at_once() -> list[Answered]:
        return await asyncio.gather(*[sent(middleware, body) for body in BODIES * 3])

    def work(_number: int) -> None:  # a loop a thread
        for body, answer in zip(BODIES * 3, asyncio.run(all_at_once()), strict=True):
            assert right(body, answer), body

    at_once(work, 3)
    count = 3 * 3 * len(BODIES)
    assert len([one for one in seen if one.direction == "request"]) == count
    assert len([one for one in seen if one.direction == "request" and one.refused]) == count // 2


@pytest.mark.promise(26, 4)
def test_threads_share_a_middleware(engine: EngineName) -> None:
    middleware = WsgiMiddleware(wsgi_echo, Contract(engine=engine))

    def work(number: int) -> None:
        for body in BODIES[number:] + BODIES[:number]:
            assert right(body, sent_by_wsgi(middleware, body)), body

    at_once(work)


REFERENCES = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'


def rule_sets(engine: EngineName) -> tuple[Contract, Contract]:
    lax = Contract(engine=engine, modes={"secret-references-source": "report"})
    return Contract(engine=engine, hosting="cloud"), lax


@pytest.mark.promise(26)
def test_another_contract_while_requests_run(engine: EngineName) -> None:
    strict, lax = rule_sets(engine)
    middleware = WsgiMiddleware(wsgi_echo, strict, deployments={ID: {"source": "codehost"}})
    asynchronous = AsgiMiddleware(echo, strict, deployments={ID: {"source": "codehost"}})
    seen: set[int] = set()  # the statuses that the other threads have got

    def ask() -> None:
        answers = [sent_by_wsgi(middleware, REFERENCES)]
        answers.append(asyncio.run(sent(asynchronous, REFERENCES)))
        for answer in answers:
            if answer.status == 299:
                assert answer.body == REFERENCES
            else:
                assert answer.rules == ["secret-references-source"]
            seen.add(answer.status)

    with again_and_again(ask, 3):
        until = time.monotonic() + PATIENCE
        turn = 0
        while turn < 20 or (len(seen) < 2 and time.monotonic() < until):
            for one in (middleware, asynchronous):
                one.use((lax, strict)[turn % 2])
            # whoever asks from now on is answered by this one
            expected = (299, 422)[turn % 2]
            assert sent_by_wsgi(middleware, REFERENCES).status == expected
            assert asyncio.run(sent(asynchronous, REFERENCES)).status == expected
            turn += 1
    assert seen == {299, 422}


@pytest.mark.promise(26)
def test_a_request_under_way_goes_on_with_the_contract_that_it_began_with(
    engine: EngineName,
) -> None:
    strict, lax = rule_sets(engine)
    middleware = AsgiMiddleware(echo, strict, deployments={ID: {"source": "codehost"}})

    async def during() -> tuple[int, int]:
        rest = asyncio.Event()
        begun = asyncio.create_task(sent(middleware, REFERENCES, rest))
        for _ in range(5):
            await asyncio.sleep(0)
        middleware.use(lax)
        later = await sent(middleware, REFERENCES)
        rest.set()
        return (await begun).status, later.status

    assert asyncio.run(during()) == (422, 299)


@pytest.mark.promise(26)
def test_what_was_learned_outlives_the_contract(engine: EngineName) -> None:
    learned, app = LearnedDeployments(), App()
    middleware = WsgiMiddleware(app.wsgi, Contract(engine=engine), deployments=learned)
    assert sent_by_wsgi(middleware, b"{}").body == app.body
    assert len(learned) == 1
    middleware.use(Contract(engine=engine))
    assert sent_by_wsgi(middleware, REFERENCES).rules == ["secret-references-source"]


# -- what is learned


@pytest.mark.promise(26)
def test_what_is_learned_is_never_a_mixture() -> None:
    """Threads that learn, find and forget the same deployments find what one of them learned of that deployment, whole."""
    contract, learned = Contract(), LearnedDeployments(capacity=50, learn_mutable=True)
    ids = [str(UUID(int=number)) for number in range(80)]
    pairs = {("v1", True), ("v2", False)}  # repo_ref, build_on_push, which come together

    def response(identity: str, version: str, push: bool) -> Report:
        changing: dict[str, Any] = {
            "source_config": {"build_on_push": push},
            "source_revision_config": {"repo_ref": f"{version}-{identity}"},
        }
        body = json.dumps(deployment(identity, name=identity, **changing)).encode()
        return contract.check_response(Response(200, JSON, body), operation="patch_deployment")

    reports = {identity: [response(identity, *pair) for pair in sorted(pairs)] for identity in ids}
    assert all(report.ok and report.value for several in reports.values() for report in several)
    turns, found = 15, [0] * THREADS

    def work(number: int) -> None:
        for turn in range(turns):
            for step in range(len(ids)):
                identity = ids[(step * (number + 1) + turn) % len(ids)]
                learned.learn(reports[identity][(number + turn) % 2])
                known = learned.find(identity)
                if number == 0 and step % 7 == 0:
                    learned.invalidate(identity)
                if known is not None and "source_config" in known:
                    version, _, rest = known["source_revision_config"]["repo_ref"].partition("-")
                    assert (known["name"], rest) == (identity, identity)
                    assert (version, known["source_config"]["build_on_push"]) in pairs
                    found[number] += 1
                    known["name"] = "changed by the caller"  # type: ignore[index]
                assert len(learned) <= 50

    at_once(work)
    assert all(found)


# -- 27: nothing stays


def kept(secret: str) -> list[str]:
    """Return types of objects that still hold a text with the secret, once for each."""
    gc.unfreeze()  # a frozen object is not among those that the collector lists
    gc.collect()
    found: list[str] = []
    objects = gc.get_objects()
    for first in range(0, len(objects), 1000):
        holders = objects[first : first + 1000]
        if not any(holding(secret, gc.get_referents(*holders))):
            continue
        for holder in holders:
            name = type(holder).__name__
            parts = holding(secret, gc.get_referents(holder))
            found += [f"{name} of {type(part).__name__}" for part in parts]
    gc.freeze()  # again, as before each module
    return found


TEXTS = frozenset((str, bytes, bytearray))


def holding(secret: str, parts: list[Any]) -> Iterator[Any]:
    """Yield the texts and bytes among some objects that hold a secret."""
    encoded = secret.encode()
    for part in [part for part in parts if type(part) in TEXTS]:
        if (secret if type(part) is str else encoded) in part:
            yield part


def by_library(contract: Contract, secret: str) -> None:
    """Judge the suite with the secret in all its parts, and one document in each form."""
    for _, case in of_each_class(1):
        for plant in (beside, everywhere):
            report = report_by(contract, planted(case, secret, plant))
            assert isinstance(report.to_dict(), dict)
    document = {"secrets": [{"name": f"A{secret}", "value": secret}], "other": [[{"x": secret}]]}
    text = json.dumps(document)
    for given in (text, bytearray(text.encode()), memoryview(text.encode()), document, text[:-1]):
        contract.check(given, "DeploymentPatch", deployment={"name": secret})


MIDDLEWARE: list[Any] = []  # they live on, so that what they hold is looked at


def by_middleware(contract: Contract, secret: str) -> None:
    app = App()
    secrets = [{"name": f"A{secret}", "value": secret}]
    usual = Response(200, JSON, json.dumps(deployment(secrets=secrets, other=[secret])).encode())
    patch = Request("PATCH", PATH, "", JSON, json.dumps({"secrets": secrets}).encode())
    for mode, over in product(("report", "enforce"), (over_asgi, over_wsgi)):
        learning = over(app, contract=contract, responses=mode)
        # an id is kept on purpose; the suite has the secret for one
        alone = over(app, contract=contract, responses=mode, deployments={})
        MIDDLEWARE.extend((learning, alone))
        sent = [(alone, *one) for one in exchanges(secret, step=3)]
        for send, request, response in (*sent, (learning, patch, usual)):
            method, path, query, headers, body = request
            app.status, pairs, app.body = response or Response(200, (), b"")
            app.headers = dict(pairs)  # type: ignore[arg-type]
            send(method, unquote(path, "latin-1"), body, headers, query)
    app.body, app.headers = b"", {}
    app.given.clear()  # it alone keeps what it was given


@pytest.mark.promise(27)
def test_nothing_of_a_document_stays() -> None:
    """Each way has a contract of its own, which lives on. All objects are looked at once: that takes longest."""
    ways = list(product((by_library, by_middleware), ENGINES))
    contracts = [Contract(engine=engine) for _, engine in ways]
    secret = uuid4().hex
    holder = [secret]  # what is there is found
    for (way, _), contract in zip(ways, contracts, strict=True):
        way(contract, secret)
    assert kept(secret) == ["list of str"]
    assert holder == [secret]


@pytest.mark.promise(27)
def test_the_callers_objects_are_not_held(engine: EngineName) -> None:
    contract = Contract(engine=engine)
    documents: list[Any] = [
        {"secrets": [{"name": "A", "value": "x"}]},
        {"secrets": [{"name": "A", "value": 1}], "other": [[{"x": "x"}]]},
        {"source_revision_config": {"repo_ref": "refs/tags/x"}, "x": 1e300},
    ]
    for document in documents:
        stored: dict[str, Any] = {"source": "codehost", "source_config": {"repo_url": "x"}}
        headers = [*JSON]
        body = json.dumps(document).encode()
        objects: list[Any] = [document, *document.values(), headers, body]
        objects += [stored, stored["source_config"]]
        before = [sys.getrefcount(one) for one in objects]
        for _ in range(3):
            contract.check(document, "DeploymentPatch", deployment=stored)
            contract.check(body, "DeploymentPatch", deployment=stored)
            contract.check_request(Request("PATCH", PATH, "", headers, body), deployment=stored)
        gc.collect()
        assert [sys.getrefcount(one) for one in objects] == before
