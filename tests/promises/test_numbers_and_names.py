"""No number and no name costs more than its length, or ends the process."""

import itertools
import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Limits, Report, Request
from deploy_contract.judge.python import wire
from tests.support.applications import PATH
from tests.support.commands import run_python
from tests.support.document_doors import JSON, PATCH
from tests.support.effort import tried
from tests.support.engines import ENGINES, made
from tests.support.hostile import COSTLY, seconds
from tests.support.names import named


def resources(field: str, numeral: str) -> bytes:
    return b'{"source_config":{"resource_spec":{"%s":%s}}}' % (field.encode(), numeral.encode())


@pytest.mark.promise(13, 26)
def test_a_value_that_one_engine_read_is_judged_alike_by_all() -> None:
    """The values of reports hold what their judges saw, digits included."""
    for numeral in ("0.5", "9007199254740990.4", "2.4703282292062327208e-324"):
        for by in ENGINES:
            value = made(by).check(resources("cpu", numeral), PATCH, source="codehost").value
            assert value == json.loads(resources("cpu", numeral))
            for engine in ENGINES:
                for source in ("codehost", None):
                    report = made(engine).check(value, PATCH, source=named(source))
                    assert (report.verdict, report.violations) == ("allow", ()), (engine, by)


def test_numbers_are_compared_without_an_import(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = wire.Numeral("1e-324"), wire.Numeral("2e-324")
    assert small < large  # the first comparison may import
    monkeypatch.setattr("builtins.__import__", None)
    assert small < large


@pytest.mark.promise(15, 22)
@pytest.mark.parametrize("name", COSTLY)
def test_no_numeral_and_no_name_costs_more_than_its_length(engine: EngineName, name: str) -> None:
    """With a margin of a half for what disturbs a clock."""
    contract = made(engine, limits=Limits(items=1_000_000))
    body = COSTLY[name][1](100_000)

    def task() -> Report:
        return contract.check(body, PATCH, source="codehost")

    report = task()  # what is made once is made
    assert bool(report.violations) == (report.verdict == "deny")
    is_fast = engine == "native" and report.verdict == "allow"
    parses, fixed = (1, 5e-6) if is_fast else (60, 300e-6)

    def share() -> float:
        return seconds(task) / (parses * seconds(partial(json.loads, body)) + fixed)

    assert any(share() < 1.5 for _ in range(5))


FAULTS: dict[str, Callable[[bytes, bytes], tuple[bytes, bytes]]] = {  # in the order in which one is named
    "json-size": lambda begin, end: (begin + b" " * 700, end),
    "json-encoding": lambda begin, end: (begin + b'"\xff",', end),
    "json-depth": lambda begin, end: (begin + b"[" * 33 + b"1" + b"]" * 33 + b",", end),
    "json-objects": lambda begin, end: (begin + b"[]," * 61, end),
    "json-syntax": lambda begin, end: (begin, b"x" + end),
    "json-string-length": lambda begin, end: (begin + b'"abcde",', end),
}  # fmt: skip


@pytest.mark.promise(14, 26)
def test_a_text_that_breaks_several_limits_names_the_first(engine: EngineName) -> None:
    contract = made(engine, limits=Limits(string=4, request_body=600, request_objects=60))
    wrong = {}
    for size in range(1, len(FAULTS) + 1):
        for chosen in itertools.permutations(FAULTS, size):
            begin, end = b'{"z":[', b"1]}"
            for name in chosen:
                begin, end = FAULTS[name](begin, end)
            expected = min(chosen, key=list(FAULTS).index)
            request = Request("PATCH", PATH, "", JSON, begin + end)
            for report in (contract.check(begin + end, PATCH), contract.check_request(request)):
                rules = [violation.rule for violation in report.violations]
                if rules != [expected]:
                    wrong[chosen] = rules
    assert wrong == {}


EACH_IN_A_FORK = """
import ctypes, json, os, resource, sys
from deploy_contract import Contract
engine = sys.argv[1]
contract = Contract(engine=engine).prepare()
DOCUMENTS = [
    b'{}', b'{"secrets":5}', b'{"secrets":[{"name":1}]}', b'{"memory', b'{"x":1,"x":2}', b'{"x":"\\\\ud800"}', b"[" * 40,
    b'{"secrets":2.4703282292062327208e-324}', b'{"\\xef\\xb7\\xba":1}', b'{"x":[' + b"[]," * 60_000 + b"1]}",
]
for body in DOCUMENTS * 4:
    for kind in ("DeploymentPatch", "Deployment"):
        report = contract.check(body, kind)
        assert report.to_dict() is not None and report.verdict and report.value is report.value

def in_fork(task, *arguments):
    # what is warm stays warm, and the memory of one document is no memory of the next
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, json.dumps(task(*arguments)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    assert os.waitpid(child, 0)[1] == 0, arguments
    return json.loads(text)
"""


def in_forks(script: str, *arguments: str) -> Any:
    """Return what a script prints, in a process of its own."""
    ran = run_python(EACH_IN_A_FORK + script, *arguments)
    assert ran.returncode == 0, ran.stderr[-500:]
    return json.loads(ran.stdout)


SHORT_OF_MEMORY = """
from tests.promises.test_numbers_and_names import LARGE as bodies

class Nothing:
    def find_spec(self, name, *others):
        raise ImportError("failed to map segment from shared object")

def verdict(name, limit, imports):
    if not imports:
        sys.meta_path.insert(0, Nothing())
    ctypes.CDLL(None).malloc_trim(0)
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + limit * 1024, resource.RLIM_INFINITY))
    found = contract.check(bodies[name], "Deployment").verdict
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
    return found

cases = [(name, limit, imports) for name in bodies for limit in json.loads(sys.argv[2]) for imports in (True, False)]
print(json.dumps([[*case, in_fork(verdict, *case)] for case in cases]))
"""
LARGE = {
    "numbers": b"[" + b"1," * 500_000 + b"1]",
    "keys": b"{" + b",".join([b'"%x":1' % number for number in range(125_000)]) + b"}",
    "texts": b"[" + b'"aa",' * 250_000 + b"1]",
    "escaped keys": b'{"' + b"\\u0041" * 100_000 + b'":"' + b"\\u0041" * 100_000 + b'"}',
}


@pytest.mark.promise(1, 31)
@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is one of Linux")
def test_without_memory_a_document_is_denied(engine: EngineName) -> None:
    """With and without modules that can be imported then."""
    limits = json.dumps([64, 1 << 12])  # KiB: for nothing, and for a part
    found = in_forks(SHORT_OF_MEMORY, engine, limits)
    assert [row for row in found if row[-1] != "deny"] == []
    tried(len(found))


MEMORY = """
from deploy_contract import Limits
from tests.support.hostile import DOCUMENTS

contract = Contract(engine=engine, limits=Limits(items=1 << 20)).prepare()

def status(name):
    [line] = [line for line in open("/proc/self/status") if line.startswith(name)]
    return int(line.split()[1]) / 1024

def peaks(name):
    kind, make = DOCUMENTS[name]
    body = make((1 << 20) - 2_000)
    contract.check(make(100), kind).to_dict()
    ctypes.CDLL(None).malloc_trim(0)
    open("/proc/self/clear_refs", "w").write("5")  # the peak begins here
    before = status("VmRSS")
    report = contract.check(body, kind)
    report.to_dict()
    explained = status("VmHWM") - before
    report.value
    return explained, status("VmHWM") - before

print(json.dumps({name: in_fork(peaks, name) for name in sys.argv[2:]}))
"""
GREEDY = (
    "numbers", "texts of digits", "keys", "one key again and again", "a text that is cut off", "empty arrays", "arrays that never close",
    "wrong secrets", "numerals at half of the least double",
)  # fmt: skip
VERDICT, VALUE = 10, 35  # MiB: of a verdict and its reasons without Python objects, and of all else


@pytest.mark.promise(14, 15)
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is measured by Linux")
def test_the_peak_of_memory_is_a_multiple_of_the_body(engine: EngineName) -> None:
    found = in_forks(MEMORY, engine, *GREEDY)
    for name, (explained, all_read) in found.items():
        if engine == "native":
            assert explained <= VERDICT, name
        assert all_read <= VALUE, name
    tried(len(found))
