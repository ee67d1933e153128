"""The native engine: its reports are those of the others, and it keeps nothing and ends nothing."""

import gc
import json
import pickle
import random
import sys
import threading
import tracemalloc
import weakref
from collections.abc import Callable
from pathlib import Path
from types import BuiltinFunctionType
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, SourceName
from hypothesis import example, given
from hypothesis import strategies as st

from deploy_contract import Bundle, Contract, Report, Request, Response
from deploy_contract.document.native_path import Outcomes, row_fields
from deploy_contract.document.reports import part_of_value
from deploy_contract.knowledge.learnable import places_by_kind, rows_of
from deploy_contract_format.program import compile_program
from tests.bench import documents
from tests.support.engines import made
from tests.support.names import named
from tests.support.policies import policy, rule
from tests.support.strategies import KINDS, SOURCES, damaged, patient

native_module = pytest.importorskip("deploy_contract_native")
Program = native_module.Program

PATCH: DocumentKind = "DeploymentPatch"
ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
JSON = (("content-type", "application/json"),)
STACK = 128 * 1024  # bytes; small enough for the threads of any server
Tried = Callable[[int], None]
# the advice concerns the sources that are left, and not the one that the document excludes
OVERRIDE_WITH_ADVICE = (
    PATCH, b'{"revision_source": "codehost", "source_config": {"listener_config": {}}}'
)  # fmt: skip


def is_unread(report: Any) -> bool:
    """Return True if a report keeps the text of its document: native code has accepted it."""
    return hasattr(report, "_document")


def spelt(draw: Callable[..., Any], value: Any) -> str:
    """Return a JSON text of a value, in one of many spellings."""
    blank = draw(st.sampled_from(["", " ", "\n"]))
    text = json.dumps(
        value,
        ensure_ascii=draw(st.booleans()),
        separators=(f"{blank},{blank}", f"{blank}:{blank}"),
        indent=draw(st.sampled_from([None, 2])),
    )
    if draw(st.booleans()):  # one sign is another, or missing
        place = draw(st.integers(0, len(text) - 1))
        text = text[:place] + draw(st.sampled_from(["", '"', "\\u0061", "1", ",", "e5", "\0"])) + text[place + 1 :]  # fmt: skip
    return text


@st.composite
def bodies(draw: st.DrawFn) -> tuple[DocumentKind, bytes]:
    """Return a strategy for texts that are valid documents, or nearly."""
    kind = draw(st.sampled_from(KINDS))
    return named(kind), spelt(draw, draw(damaged(kind))).encode("utf-8", "surrogatepass")


@pytest.mark.soak
@pytest.mark.promise(9, 26)
@patient(150, in_soak=1_000)
@given(
    bodies(),
    st.sampled_from(SOURCES),
    st.sampled_from(["allow", "report", "reject"]),
    st.sampled_from([None, {"source": "codehost"}, {"source_config": {"repo_url": "x"}}]),
)
@example(OVERRIDE_WITH_ADVICE, None, "allow", None)
def test_reports_are_those_of_the_python_engine(
    body: tuple[DocumentKind, bytes],
    source: SourceName | None,
    unknown: str,
    deployment: dict[str, Any] | None,
) -> None:
    kind, text = body
    given: dict[str, Any] = {"source": source, "deployment": deployment}
    if deployment is not None:
        given["source"] = None
    one = made("python", unknown_fields=unknown).check(text, kind, **given)
    native = made("native", unknown_fields=unknown)
    for _ in range(2):
        other = native.check(text, kind, **given)
        assert other == one
        assert repr(other.value) == repr(one.value)


@pytest.mark.promise(4, 26)
def test_a_request_is_judged_as_by_the_python_engine(tried: Tried) -> None:
    body = documents.patch()
    path = f"/v2/deployments/{ID}"
    others: list[Any] = [
        ("patch", path, "", JSON, body), ("PATCH", path, "x=1", JSON, body),
        ("PATCH", path + "/", "", JSON, body), ("PATCH", path.upper(), "", JSON, body),
        ("PATCH", path, "", (), body), ("PATCH", path, "", (*JSON, *JSON), body),
        ("PATCH", path, "", (("content-type", "application/json; charset=latin-1"),), body),
        ("PATCH", path, "", (*JSON, ("content-encoding", "gzip")), body),
        ("PATCH", path, "", (*JSON, ("X-HTTP-Method-Override", "GET")), body),
        ("PATCH", path, "", (*JSON, ("x_http_method_override", "DELETE")), body),
        ("PATCH", path, "", JSON, b""), ("PATCH", path, "", JSON, body[:-1]),
        ("PUT", path, "", JSON, body), ("PATCH", "/v2/deployments", "", JSON, body),
    ]  # fmt: skip
    ordinary: list[Any] = [
        ("PATCH", path, "", JSON, body), ("PATCH", path, "", list(JSON), body),
        ("PATCH", path, "", [(b"Content-Type", b"application/json"), (b"x", b"\xe4")], body),
    ]  # fmt: skip
    python, native = made("python"), made("native")
    fast = native.prepare().checker.ordinary
    assert fast is not None
    for fields in (*ordinary, *others):
        request = Request(*fields)
        for known in ({}, {"source": "codehost"}, {"deployment": {"source": "codehost"}}):
            one = python.check_request(request, **named(known))
            other = native.check_request(request, **named(known))
            assert other == one, fields[:4]
        judged = fast.report(request, None, None)
        assert (judged is not None) is (fields in ordinary), fields[:4]
    tried(3 * len(ordinary + others))


@pytest.mark.promise(4)
def test_values_are_right_whatever_was_judged_since(tried: Tried) -> None:
    contract = made("native")
    bodies = [documents.patch(extra=number, more="x" * 1500) for number in range(20)]
    expected = list(map(json.loads, bodies))
    reports = [contract.check(body, PATCH, source="codehost") for body in bodies for _ in range(2)]
    assert all(map(is_unread, reports))
    found: dict[int, Any] = {}

    def read(places: list[int]) -> None:
        for place in places:
            found[place] = part_of_value(reports[place], (("extra",),)), reports[place].value

    places = list(range(len(reports)))
    random.Random(1).shuffle(places)  # the tape of the last scan is that of a few of them only
    threads = [threading.Thread(target=read, args=(places[start::3],)) for start in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tried(len(reports))
    for place, (part, value) in found.items():
        assert value == expected[place // 2]
        assert part == {"extra": place // 2}
        assert reports[place].value is value


@pytest.mark.promise(5, 27)
def test_reports_show_and_pickle_no_value(tried: Tried) -> None:
    body = documents.patch(canary="c4n4ry")
    report = made("native").prepare().check(body, PATCH, source="codehost")
    assert is_unread(report)
    tried(1)
    for shown in (repr(report), str(report), repr(report.to_dict())):
        assert "c4n4ry" not in shown
    pickled = pickle.dumps(report)
    assert b"c4n4ry" not in pickled
    assert pickle.loads(pickled).value is None  # noqa: S301 - made above
    assert report.value["canary"] == "c4n4ry"


@pytest.mark.promise(27)
def test_contracts_and_documents_are_not_kept(tried: Tried) -> None:
    class Noted(Contract):
        """A contract that can be referred to weakly."""

    judges = _judges()
    contract: Contract | None = Noted(engine="native").prepare()
    assert contract is not None
    noted = weakref.ref(contract)
    before = len(gc.get_objects())
    for _ in range(200):
        report = contract.check(documents.patch(), PATCH, source="codehost")
        assert report.value
    del report
    gc.collect()
    assert len(gc.get_objects()) < before + 100
    contract = None
    gc.collect()
    tried(200)
    assert noted() is None
    assert _judges() <= judges


def _judges() -> int:
    """Return the number of judges in Rust."""
    return sum(type(one).__name__ == "Judge" for one in gc.get_objects())


@pytest.mark.promise(1, 2)
def test_small_stacks_suffice(tried: Tried) -> None:
    contract = made("native").prepare()
    deepest = b'{"x": ' + b"[" * 31 + b"]" * 31 + b"}"
    hostile = [
        deepest, b"[" * 1_000_000, b'{"a":' * 200_000, b'{"x": ' + b"[" * 32 + b"]" * 32 + b"}",
        b'"' + b"\\u0061" * 100_000, b"-" * 100_000, b"{" + b'"a":1,' * 100_000,
    ]  # fmt: skip
    verdicts: list[str] = []

    patch = Request("PATCH", f"/v2/deployments/{ID}", "", JSON)
    ask = Request("GET", "/v2/deployments", "name_contains=" + "%61" * 1_000)
    deep = documents.deployments(2, x=json.loads(b"[" * 29 + b"]" * 29), name="a" * 1_000)

    def judge() -> None:
        for body in hostile:
            report = contract.check(body, PATCH, source="codehost")
            verdicts.append(report.verdict)
            assert report.ok is (report.value is not None)
            request = contract.check_request(patch._replace(body=body), source="codehost")
            assert request.verdict == report.verdict
        answered = contract.check_response(Response(200, JSON, deep), ask)
        assert answered.verdict == "allow"
        assert part_of_value(answered, (("resources", "*", "x"),))
        assert answered.value == json.loads(deep)

    size = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=judge)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
    tried(len(hostile))
    assert verdicts == ["allow"] + ["deny"] * (len(hostile) - 1)


@pytest.mark.promise(27)
def test_a_kept_report_keeps_the_body_and_little_more(tried: Tried) -> None:
    contract = made("native").prepare()
    bodies = [documents.patch(extra=number) for number in range(500)]

    def bytes_of_each(look: Callable[[Report], object]) -> float:
        gc.collect()
        tracemalloc.start()
        try:
            reports = [contract.check(body, PATCH, source="codehost") for body in bodies]
            for report in reports:
                look(report)
            gc.collect()
            return tracemalloc.get_traced_memory()[0] / len(reports)
        finally:
            tracemalloc.stop()

    tried(2 * len(bodies))
    assert bytes_of_each(lambda report: report.verdict) < 200
    assert bytes_of_each(lambda report: report.violations) < 300
    report = contract.check(bodies[0], PATCH, source="codehost")
    references = sys.getrefcount(bodies[0])
    assert report.value
    later = sys.getrefcount(bodies[0])
    assert later == references - 1  # the value has taken its place


@pytest.mark.promise(26)
def test_the_part_of_a_response_has_what_its_places_lead_to(tried: Tried) -> None:
    contract = made("native").prepare()
    body = documents.deployments(3, **{"m/n": {"k": [1]}})
    response = Response(200, JSON, body)
    report = contract.check_response(response, Request("GET", "/v2/deployments", "limit=3"))
    assert report.verdict == "allow"
    value = json.loads(body)
    rows = value["resources"]
    parts: list[tuple[Any, Any]] = [
        ((("offset",),), {"offset": value["offset"]}),
        ((("resources", "*", "id"),), {"resources": [{"id": row["id"]} for row in rows]}),
        ((("resources", "*", ""),), {"resources": [{}, {}, {}]}),
        ((("resources", "*", "m/n", "*"),), {"resources": [{"m/n": {"k": [1]}}] * 3}),
        ((("resources", "*", "m/n", "none"), ("none",)), {"resources": [{"m/n": {}}] * 3}),
        (((),), value),
    ]
    tried(len(parts))
    for places, part in parts:
        assert part_of_value(report, places) == part, places
    longer = contract.check_response(response, Request("GET", "/v2/deployments", "limit=2"))
    assert longer.violations


def test_values_are_read_in_rust() -> None:
    report = made("native").check(b'{"secrets": []}', PATCH, source="codehost")
    again = pickle.loads(pickle.dumps(report))  # noqa: S301 - of this test
    assert is_unread(report)
    rows: list[tuple[Report, Any]] = [
        (report, {"secrets": []}), (again, None), (Report("allow"), None), (Report("deny", value=[1]), [1]),
    ]  # fmt: skip
    for one, value in rows:
        assert one.value == value
        assert one.value is one.value
    read = vars(Report)["value"].fget
    assert type(read) is BuiltinFunctionType
    for other in (None, object(), Report, b"{}"):
        with pytest.raises(TypeError):
            read(other)


def test_a_text_that_the_door_has_judged_is_judged_by_its_answers() -> None:
    contract = made("native").prepare()
    checker = contract._parts.documents
    judge = checker.native_paths[PATCH, "codehost"].judge
    assert checker.door is not None
    door = checker.door(
        lambda *arguments: arguments[-1]
    )  # of documents that it leaves: the answers
    wrong_type, of_no_source = b'{"secrets": {}}', b'{"source_config": {"integration_id": "x"}}'
    for body in (b"{", b'{"a": 1, "a": 1}', wrong_type, of_no_source):
        assert door(body, PATCH, source="codehost") == judge.answers(body)
        report = contract.check(body, PATCH, source="codehost")
        assert report == checker.check(body, PATCH, "codehost", None)
        assert report.verdict == "deny"
    assert is_unread(door(b"{}", PATCH, source="codehost"))
    others: list[Any] = ["{}", {}, bytearray(b"{}")]
    for other in others:
        assert door(other, PATCH, source="codehost") is None


@pytest.mark.promise(4, 26)
def test_text_of_any_class_is_judged_in_rust(tried: Tried) -> None:
    class Body(bytes):
        """Bytes of a framework's own class."""

    native, python = made("native").prepare(), made("python").prepare()
    bodies = [
        documents.patch(),
        b'{"secrets": {}}',
        b'{"a": 1, "a": 1}',
        b'{"display_name": "\xe4"}',
    ]
    for body in bodies:
        texts: list[Any] = [bytearray(body), memoryview(body), Body(body)]
        if body.isascii():
            texts.append(body.decode())
        tried(len(texts))
        for text in texts:
            report = native.check(text, PATCH, source="codehost")
            assert report == python.check(body, PATCH, source="codehost")
            assert is_unread(report) is report.ok, type(text)
    assert native.check("\ud800", PATCH) == python.check("\ud800", PATCH)


def test_few_outcomes_are_kept_though_documents_choose_the_answers() -> None:
    made_of: list[int] = []
    outcomes = Outcomes()
    outcomes.make = made_of.append
    for answers in (*range(3000), 2999, 0):
        assert outcomes[answers] is None
        assert len(outcomes) <= 1024
    assert made_of == [*range(3000), 0]


@pytest.mark.parametrize(("count", "at_once"), [(3, True), (60, False)])
def test_an_open_verdict_names_its_rules_if_these_are_many(
    count: int, at_once: bool, tmp_path: Path
) -> None:
    schemas = [{"properties": {"display_name": {"maxLength": 9 + one}}} for one in range(count)]
    rules = [rule(f"own-{one}", schema=schema) for one, schema in enumerate(schemas)]
    path = tmp_path / "policy.json"
    path.write_text(json.dumps(policy(*rules)))
    native, python = (Contract(engine=name, policies=[path]) for name in ("native", "python"))
    for more in (b"", b', "secrets": []'):
        body = b'{"source_revision_config": {"repo_ref": "a"}%s}' % more
        report, expected = native.check(body, PATCH), python.check(body, PATCH)
        assert is_unread(report)
        assert (type(report._state.undecided) is tuple) is at_once
        assert [one.rule for one in report.undecided] == ["repo-ref-source"]
        assert report.creates_revision == expected.creates_revision
        assert report == expected


@pytest.mark.promise(26, 30)
@patient(100, in_soak=1_500)
@pytest.mark.soak
@given(st.data(), st.sampled_from(["Deployment", "DeploymentList"]))
def test_as_much_is_learned_from_a_text_as_from_its_value(data: st.DataObject, kind: str) -> None:
    document = data.draw(damaged(kind))
    odd: st.SearchStrategy[Any] = st.sampled_from(
        [ID, ID.upper(), "x" * 513, "\u0130D", 'a"b', "codehost", None, True, 1, []]
    )
    rows = document.get("resources") or [document] if isinstance(document, dict) else ()
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict):
            row |= {"id": data.draw(odd), "name": data.draw(odd), "source": data.draw(odd)}
    text = spelt(data.draw, document).encode("utf-8", "surrogatepass")
    names: dict[str, Any] = {name: {} for name in ("resources", "id", "source", "source_config")}
    program = Program(compile_program({}, [{"properties": names}]))
    most = 1 << 30
    judge = program.judge(
        [0], max_bytes=most, max_objects=most, max_string=most, outcomes={}, report=Report
    )
    if not judge.answers(text):
        return
    for place in places_by_kind(Bundle.installed(), mutable=True)[kind]:
        pattern, learnable = place
        fields = row_fields(program, pattern, learnable.fields)
        assert judge.rows(text, None, fields) == list(rows_of(json.loads(text), place, {}))
