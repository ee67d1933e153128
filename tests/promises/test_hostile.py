"""Hostile messages cost no more than their size: effort, memory and answers are bounded, on small stacks too."""

import gzip
import itertools
import json
from collections.abc import Callable, Iterator
from functools import partial
from operator import truediv
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName

from deploy_contract import Bundle, Contract, Limits, Report, Request, Response
from deploy_contract.answers import detail, problem
from deploy_contract.cli.mappings import Mappings
from deploy_contract.cli.purposes import choices_of
from deploy_contract.knowledge import UpstreamDeployments
from tests.support import usual_documents
from tests.support.applications import ID, PATH, App, deliver, deployment, over_asgi, over_wsgi
from tests.support.calls import count_calls, traced
from tests.support.commands import outcome, run_python
from tests.support.document_doors import JSON, LIST, PATCH, carry, judge, judged, refusing
from tests.support.effort import effort, tried
from tests.support.engines import ENGINES, made
from tests.support.hostile import DOCUMENTS, REQUESTS, YAML, seconds
from tests.support.names import named
from tests.support.policies import rule, written

# after the parser all take the same path for what is refused
pytestmark = pytest.mark.soak_engine("python")
OVER = (over_asgi, over_wsgi)
A_DOUBLING = 3  # times as long, at most, as what is half as large: linear is 2, quadratic 4
# bytes: 40 violations, 32 keys of 64 characters in the pointer of each, escaped twice
ANSWER = 1 << 17
# bytes a byte: an array of one is 90 bytes of Python's own for two of text, which is there decoded too
MEMORY = 64
DOORS = ("check", "message", "asgi", "wsgi")
UNCAPPED = Limits(items=1_000_000)  # so that no cap on items lies between two sizes


def slower(one: Callable[[], object], four: Callable[[], object], least: float = 0.0005) -> float:
    """Return how many times as long a task takes as one of a quarter of its size: the least of three attempts."""
    if seconds(four, 1) <= A_DOUBLING**2 * max(seconds(one, 2), least):  # plain at first sight
        return 0.0
    return min(seconds(four) / max(seconds(one), least) for _ in range(3))


AT_DOORS = (
    "arrays that never close", "keys", "white space", "a text that is cut off", "wrong secrets", "secrets of every deployment",
)  # fmt: skip


def warm(contract: Contract) -> Contract:
    """Return the contract, with what is compiled once compiled."""
    for kind, make in DOCUMENTS.values():
        body = make(100)
        assert isinstance(contract.check(body, named(kind)).violations, tuple)
    return contract.prepare()


@pytest.mark.soak
@pytest.mark.promise(15)
@pytest.mark.parametrize("door", DOORS)
def test_calls_grow_no_faster_than_the_document(engine: EngineName, door: str) -> None:
    wrong = {}
    # behind the doors, the judge is the same
    names = DOCUMENTS if door == "check" else effort(AT_DOORS, DOCUMENTS)
    settings = ("allow", "reject") if door == "check" else ("report",)
    for unknown in settings:
        contract = warm(made(engine, unknown_fields=unknown))
        for name in names:
            kind, make = DOCUMENTS[name]
            one, four = (
                count_calls(partial(judge, contract, door, kind, make(size)))
                for size in (2_000, 8_000)
            )
            if four > 4.5 * one + 500:
                wrong[name, unknown] = one, four
    assert wrong == {}


@pytest.mark.promise(15)
def test_time_grows_no_faster_than_the_document(engine: EngineName) -> None:
    contract = warm(made(engine, unknown_fields="reject", limits=UNCAPPED))
    wrong = {}
    for name, (kind, make) in DOCUMENTS.items():
        one, four = (partial(contract.check, make(size), named(kind)) for size in (10_000, 40_000))
        times = slower(one, four)
        if times > A_DOUBLING**2:
            wrong[name] = times
    assert wrong == {}


NESTED = (
    "arrays 20 deep in every field",
    "empty arrays",
    "objects 20 deep, again and again",
)
COLLECTED = """
import gc, json, sys
from time import thread_time
from deploy_contract import Contract
from tests.support.document_doors import judge
from tests.support.hostile import DOCUMENTS
door, names, engines = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3:]
assert gc.isenabled()
def seconds(contract, name, size):
    kind, make = DOCUMENTS[name]
    body, best = make(size), float("inf")
    for _ in range(2):
        start = thread_time()
        judge(contract, door, kind, body)
        best = min(best, thread_time() - start)
        gc.collect()
    return best
found = {name: {} for name in names}
for engine in engines:
    contract = Contract(engine=engine)
    for name in names:
        seconds(contract, name, 1000)
        found[name][engine] = [seconds(contract, name, size) for size in (1_000_000, 100_000)]
print(json.dumps(found))
"""


@pytest.mark.promise(15)
@pytest.mark.parametrize("door", ["check", pytest.param("asgi", marks=pytest.mark.soak_only)])
def test_time_grows_no_faster_with_the_garbage_collector(door: str) -> None:
    """With the collector at work: ten times the size costs at most ten times, and a margin.

    The native engine makes no objects of a body that it accepts. So no size costs more than under the engine python, for which this holds, but for a margin.
    """
    slow: dict[str, str] = dict.fromkeys(NESTED, "")
    for _ in range(5):  # other programs disturb a clock, but none makes a verdict quicker
        ran = run_python(COLLECTED, door, json.dumps([*slow]), *ENGINES)
        assert ran.returncode == 0, ran.stderr
        found: dict[str, dict[str, list[float]]] = json.loads(ran.stdout)
        for name in list(slow):
            times = found[name]
            assert times.keys() == set(ENGINES)
            beside = max(map(truediv, times.pop("native", times["python"]), times["python"]))
            growth = max(large / least / 10 for large, least in times.values())
            slow[name] = f"{beside:.2f} times the engine python, growth {growth:.2f}"
            if beside < 1.3 and growth < 1.1:
                del slow[name]
        if not slow:
            break
    assert slow == {}


@pytest.mark.promise(14, 15)
def test_arrays_and_objects_are_counted_before_they_are_made(contract: Contract) -> None:
    kind, make = DOCUMENTS[NESTED[0]]
    body = make(1_000_000)
    for door in DOORS:
        assert judge(contract, door, kind, body) == refusing("json-objects")
    report, most = traced(partial(contract.check, body, named(kind)))
    assert report.verdict == "deny"
    assert most < 3 * len(body)
    many = made(contract.engine, limits=Limits(request_objects=400_000, items=400_000))
    assert many.check(make(500_000), named(kind)).verdict == "allow"
    quoted = json.dumps({"secrets": [{"name": "A", "value": "[{" * 200_000}]}).encode()
    for _ in range(4):
        assert contract.check(quoted, named(kind), source="codehost").verdict == "allow"


@pytest.mark.promise(15, 1)
def test_effort_grows_no_faster_than_the_request(contract: Contract) -> None:
    wrong = {}
    check = contract.check_request
    judges: list[Callable[[Request], object]] = [check]
    judges += [partial(carry, contract, over) for over in OVER]
    for name, make in REQUESTS.items():
        one, four = make(10_000), make(40_000)
        times = slower(partial(check, one), partial(check, four))
        calls = [
            [count_calls(partial(judge, request)) for request in (one, four)] for judge in judges
        ]
        if times > A_DOUBLING**2 or any(more > 4.5 * less + 500 for less, more in calls):
            wrong[name] = times, *calls
    assert wrong == {}


@pytest.mark.promise(14, 18, 2)
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("parameters", "query-size"), ("one parameter again and again", "query-size"), ("ids", "query-size"), ("types", "content-type"),
        ("encodings", "content-encoding"), ("a path of segments", "path-ambiguous"), ("a path of digits", "path-ambiguous"),
        ("a type of parameters", "content-type"), ("a gzip bomb", "json-size"), ("many gzip members", "content-decoding"),
        ("a gzip header that never ends", "content-decoding"), ("blocks that hold nothing", "content-decoding"),
    ],
)  # fmt: skip
def test_millions_are_refused_by_a_cap(contract: Contract, name: str, rule: str) -> None:
    size = 1_000_000 if name.endswith(("members", "nothing", "ends")) else 2_500_000
    request = REQUESTS[name](size)
    assert judged(contract.check_request(request)) == refusing(rule)
    for over in OVER:
        answered = carry(contract, over, request)
        assert judged(answered) == refusing(rule)
        assert answered.status in (400, 413, 415)


@pytest.mark.promise(15, 18)
def test_a_million_headers(contract: Contract) -> None:
    one, four = (REQUESTS["headers"](size) for size in (2_500_000, 10_000_000))
    assert len(list(four.headers)) > 1_000_000
    assert contract.check_request(four).ok
    check = contract.check_request
    assert slower(partial(check, one), partial(check, four)) <= A_DOUBLING**2
    repeated = four._replace(headers=(*four.headers, *JSON))
    assert judged(check(repeated)) == refusing("content-type")
    again = Request("GET", "/v2/deployments", "limit=1&" * 8_000 + "limit=1")
    assert judged(check(again)) == refusing("parameter-repeated")


@pytest.mark.promise(14, 17)
@pytest.mark.parametrize("unknown", ["report", "reject"])
def test_memory_and_answers_are_bounded(engine: EngineName, unknown: str) -> None:
    contract = warm(made(engine, unknown_fields=unknown))
    wide = {}
    cases = {name: (kind, make(15_000)) for name, (kind, make) in DOCUMENTS.items()}
    for key in ("\\u0007" * 64, '\\"' * 64, "~/" * 32):
        text = f'{{"{key}":' * 30 + "[" + ",".join(["1e300"] * 50) + "]" + "}" * 30
        cases[f"keys {key!r} within each other"] = PATCH, text.encode()
    for name, (kind, body) in cases.items():
        (report, members), most = traced(partial(reported, contract, named(kind), body))
        answers: list[Any] = [json.dumps(members), repr(report), str(report)]
        answers += [render(report, 422).body for render in (problem, detail)]
        answers += ["".join(map(str, (*report.violations, *report.undecided)))]
        shown = max(len(report.violations), len(report.undecided))
        if most > MEMORY * len(body) + 250_000 or max(map(len, answers)) > ANSWER or shown > 20:
            wide[name] = most / len(body), max(map(len, answers)), shown
    assert wide == {}


def reported(contract: Contract, kind: DocumentKind, body: bytes) -> tuple[Report, Any]:
    report = contract.check(body, kind)
    return report, report.to_dict()


HUGE = 100_000_000


def pieces(size: int) -> Iterator[bytes]:
    """Yield a body that is never in memory as a whole."""
    return itertools.repeat(b" " * 65_536, size // 65_536)


@pytest.mark.promise(14)
def test_a_hundred_megabytes_are_not_looked_at(contract: Contract) -> None:
    body, limits = bytes(HUGE), Limits()
    small: list[Callable[[], Report]] = [
        lambda: contract.check(body, PATCH),
        lambda: contract.check(body, LIST),
        lambda: contract.check_request(Request("PATCH", PATH, "", JSON, body)),
        lambda: contract.check_request(
            Request("PATCH", PATH, "", (*JSON, ("content-encoding", "gzip")), body)
        ),
        lambda: contract.check_response(
            Response(200, JSON, body), Request("GET", "/v2/deployments")
        ),
    ]
    for task in small:
        task()  # the first one compiles and imports
        report, most = traced(task)
        assert judged(report) == refusing("json-size")
        assert most < 100_000
    headers = (*JSON, ("content-encoding", "gzip"))
    for packed in (gzip.compress(body), gzip.compress(gzip.compress(body))):
        request = Request("PATCH", PATH, "", headers, packed)
        response = partial(contract.check_response, Response(200, headers, packed))
        for task, limit in (
            (partial(contract.check_request, request), limits.request_body),
            (partial(response, operation="list_deployments"), limits.response_body),
        ):
            report, most = traced(task)
            assert report.verdict == "deny"
            assert most < 2.5 * limit  # what is decoded, in a buffer that doubles


@pytest.mark.promise(14)
def test_a_middleware_reads_no_more_than_its_limit(contract: Contract) -> None:
    limits, app = Limits(), App()
    chunked = (*JSON, ("transfer-encoding", "chunked"))
    request = Request("PATCH", PATH, "", chunked)
    for over in OVER:
        sent = partial(deliver, over, app, request, list(pieces(HUGE)), contract=contract)
        answered, most = traced(sent)
        assert (answered.status, app.calls) == (413, 0)
        assert answered.taken <= limits.request_body + 65_536
        assert most < 3 * limits.request_body
    stated = Request("PATCH", PATH, "", (*JSON, ("content-length", str(HUGE))))
    answered = deliver(over_asgi, app, stated, list(pieces(HUGE)), contract=contract)
    assert (answered.status, answered.taken) == (413, 0)


@pytest.mark.promise(1, 2, 15)
def test_nothing_crashes_on_a_small_stack() -> None:
    code = "import sys; from tests.support.hostile import all_on_a_small_stack; print(all_on_a_small_stack(sys.argv[1], 6_000))"
    for engine in ENGINES:
        ran = run_python(code, engine)
        assert ran.returncode == 0, ran.stderr
        tried(int(ran.stdout))


@pytest.mark.promise(15)
def test_time_grows_no_faster_than_objects_that_a_rule_compares(
    engine: EngineName, tmp_path: Path
) -> None:
    kept = rule("kept", relation="equals_stored", fields=["/source_config/resource_spec"])
    contract = Contract(engine=engine, policies=[written(tmp_path, kept)])

    def task(count: int) -> Callable[[], Report]:
        members = {f"key{index}": 1 for index in range(count)}
        value = {"source_config": {"resource_spec": members}}
        body = json.dumps(value).encode()
        assert contract.check(body, PATCH, deployment=value).ok
        return lambda: contract.check(body, PATCH, deployment=value)

    assert slower(task(2_000), task(8_000), least=0.002) <= A_DOUBLING**2


@pytest.mark.promise(15)
def test_what_no_rule_reads_of_a_stored_deployment_takes_no_time(engine: EngineName) -> None:
    def task(count: int) -> Callable[[], Report]:
        stored = deployment(history=[f"text {index}" for index in range(count)])
        return partial(made(engine).check, b'{"name": "checkout"}', PATCH, deployment=stored)

    small, large = task(0), task(50_000)
    assert small().ok
    assert any(seconds(large, 20) / seconds(small, 20) < 3 for _ in range(5))


@pytest.mark.promise(15)
def test_time_grows_no_faster_than_the_headers_that_a_lookup_passes_on() -> None:
    lookup = UpstreamDeployments(lambda _request: Response(404))

    def task(count: int) -> Callable[[], Any]:
        named = ",".join(f"a{index}" for index in range(count))
        headers = (("connection", named), *((f"h{index}", "x") for index in range(count)))
        request = Request("PATCH", PATH, "", headers)
        return lambda: lookup.find(ID, request)

    assert lookup.find(ID, Request("PATCH", PATH)) is None
    assert slower(task(1_000), task(4_000), least=0.002) <= A_DOUBLING**2


@pytest.mark.promise(15)
def test_time_grows_no_faster_than_the_globs_of_a_mapping(tmp_path: Path) -> None:
    def task(count: int) -> Callable[[], Any]:
        rows = [f'"patches/{index}.yaml" = {{source = "codehost"}}\n' for index in range(count)]
        folder = tmp_path / str(count)
        folder.mkdir()
        (folder / "deploy-contract.toml").write_text("".join(["[files]\n", *rows]))
        return lambda: Mappings(choices_of(Bundle.installed())).purpose(str(folder / "a.yaml"))

    assert slower(task(200), task(800), least=0.002) <= A_DOUBLING**2


@pytest.mark.promise(1, 2, 14, 15, 17)
@pytest.mark.parametrize("name", YAML)
@pytest.mark.usefixtures("kept_contracts")
def test_files_of_yaml_cost_no_more_than_their_size(name: str, tmp_path: Path) -> None:
    make, rule = YAML[name]
    counted, printed = [], []

    def judge_as_text(path: Path) -> None:
        assert outcome("check", "--format", "text", str(path))[0] in (0, 1)

    first = tmp_path / "first.yaml"
    first.write_text("secrets: []", "utf-8")
    judge_as_text(first)  # so that no import counts
    for size in (2_000, 8_000):
        path = tmp_path / f"{size}.yaml"
        path.write_bytes(make(size))
        status, said = outcome("check", "--format", "json", str(path))
        assert status in (0, 1)
        rows = said.rows
        assert rule is None or rule in {row["rule"] for row in rows[-1]["violations"]}
        printed.append(len(said.out) / len(rows))
        counted.append(count_calls(partial(judge_as_text, path)))
    assert counted[1] <= 4.5 * counted[0] + 3_000, counted
    assert max(printed) < ANSWER


def deep(inner: str) -> bytes:
    return ('{"x":' + "[" * 28 + ",".join(["0"] * 1_000 + [inner]) + "]" * 28 + "}").encode()


PAGE = usual_documents.deployments()
STRAYS = [{"name": "A", "value": "x", **{f"k{index}": 1 for index in range(8)}}] * 1_000
REFUSED: dict[str, tuple[str, bytes, bytes, dict[str, Any]]] = {  # kind, what is accepted, what is refused, how
    "by a rule": (
        PATCH, usual_documents.patch(), usual_documents.patch(secret_references=[{"name": "a", "secret_name": "b", "secret_key": "c"}]), {}
    ),
    "by a type": (PATCH, usual_documents.patch(), usual_documents.patch().replace(b'"memory_mb": 2048', b'"memory_mb": "20"'), {}),
    "as it is cut off": (PATCH, usual_documents.patch(), usual_documents.patch()[:-1], {}),
    "for a key that comes twice": (PATCH, usual_documents.patch(), usual_documents.patch()[:-1] + b', "secrets": []}', {}),
    "for a name taken for another": (PATCH, usual_documents.patch(other=1), usual_documents.patch(Secrets=1), {}),
    "for a surrogate": (PATCH, usual_documents.patch(other="\u00e9"), usual_documents.patch(other="\ud800"), {}),
    "by the last value of a list": (LIST, PAGE, PAGE[: -len(b'"offset": 100}')] + b'"offset": "0"}', {}),
    "by every deployment of a list": (LIST, PAGE, PAGE.replace(b'"codehost"', b'"codehosts"'), {}),
    "by the last value of what is deep": (PATCH, deep("1"), deep("1e300"), {}),
    "by 9,999 secrets that are none": (
        PATCH, b'{"numbers": [' + b", ".join([b"1"] * 9_999) + b"]}", b'{"secrets": [' + b", ".join([b"1"] * 9_999) + b"]}", {}
    ),
    "for items beyond the cap": (
        PATCH, b'{"x":[' + b",".join([b"[]"] * 10_000) + b"]}", b'{"x":[' + b",".join([b"[]"] * 20_000) + b"]}", {}
    ),
    "for undeclared fields": (
        PATCH, json.dumps({"secrets": STRAYS}).encode(), json.dumps({"secrets": STRAYS}).encode(), {"unknown_fields": "reject"}
    ),
}  # fmt: skip


# a patch, its verdict while the source is unknown, what else is known
UNKNOWN: dict[str, tuple[bytes, str, dict[str, Any]]] = {
    "114 bytes, undecided": (usual_documents.small(), "indeterminate", {}),
    "2 KB, allowed": (usual_documents.patch(source_revision_config=None), "allow", {}),
    "2 KB, undecided on cloud": (usual_documents.patch(), "indeterminate", {"hosting": "cloud"}),
    "2 KB, overridden": (usual_documents.patch(revision_source="codehost"), "indeterminate", {}),
}


@pytest.mark.promise(22)
@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_source_costs_about_three_known_ones_at_most(
    name: str, engine: EngineName
) -> None:
    """With a margin of a third for what disturbs a clock; `make bench` has figures."""
    body, verdict, options = UNKNOWN[name]
    contract = made(engine, **options)
    unknown = partial(contract.check, body, PATCH)
    known = partial(unknown, source="codehost")
    for _ in range(4):  # what is made once is made
        assert (unknown().verdict, known().verdict) == (verdict, "allow")
        report = unknown()
        assert report.ok
        assert bool(report.needs) == (verdict == "indeterminate")
    rounds = max(20, int(0.01 / seconds(known, 20)))
    if engine == "native":  # at most one parse
        parse = partial(json.loads, body)
        assert any(seconds(unknown, rounds) / seconds(parse, rounds) < 4 / 3 for _ in range(5))
    else:
        assert any(seconds(unknown, rounds) / seconds(known, rounds) < 4 for _ in range(5))


@pytest.mark.promise(22)
@pytest.mark.parametrize("name", REFUSED)
def test_refusing_costs_little_more_than_accepting(name: str, engine: EngineName) -> None:
    """Natively two parses and 20 us, violations read; for the python judge three acceptances.

    With a margin of a half for what disturbs a clock; `make bench` has figures.
    """
    kind, good, bad, how = REFUSED[name]
    source = named("codehost" if kind == PATCH else None)
    accept = partial(made(engine).check, good, named(kind), source=source)
    refusing = made(engine, **how)

    def refuse() -> Report:
        report = refusing.check(bad, named(kind), source=source)
        assert report.violations
        return report

    for _ in range(3):  # what is made once is made
        assert (accept().verdict, refuse().verdict) == ("allow", "deny")
    size = max(1, len(bad) / len(good))

    def allowed() -> float:
        if engine == "python":
            return 3 * size * seconds(accept)
        return 2 * size * seconds(partial(json.loads, good)) + 20e-6

    rounds = max(3, int(0.01 / seconds(accept)))
    assert any(seconds(refuse, rounds) < 1.5 * allowed() for _ in range(5))
