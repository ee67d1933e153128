"""The native judge and the python judge give the same report on documents, requests and responses."""

import gzip
import json
import time
import zlib
from collections import OrderedDict, UserDict
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from enum import StrEnum
from http import HTTPStatus
from operator import attrgetter, methodcaller
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from deploy_contract_generated.names import DocumentKind, SourceName

from deploy_contract import Bundle, Contract, ContractError, Limits, Report, Request, Response
from deploy_contract.bundle_files import read_folder
from deploy_contract.report import to_report
from tests.support import engines, policies, usual_documents
from tests.support.applications import ID, PATH, deployment
from tests.support.effort import effort
from tests.support.engines import all_of, made, names_what_it_enforces
from tests.support.names import named
from tests.support.random_documents import BUNDLE, KINDS, SOURCES, damaged, near, plain, written
from tests.support.threads import at_once

pytest.importorskip("deploy_contract_native")

GENERATED = Path(__file__).parents[2] / "generated"
PATCH: DocumentKind = "DeploymentPatch"
JSON = (("content-type", "application/json"),)
Judge = Callable[[Contract], Report]


def agreed(judge: Judge, **options: Any) -> Any:
    """Return the report, or the exception, of both judges."""
    make: Any = Contract if options else made
    return engines.agreed([make(engine=name, **options) for name in ("python", "native")], judge)


# -- documents


class JsonType(StrEnum):
    """A media type as programs name it."""

    JSON = "application/json"


class Text(str):
    """A text of a framework's own class, such as one that is safe to show."""

    __slots__ = ()


class Whole(int):
    """A number of a library's own class."""


class Members(dict[str, Any]):
    """An object of a library's own class."""


class Raising(UserDict[str, Any]):
    """A mapping that cannot be read."""

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError("canary")


def odd_values() -> list[Any]:
    """Return values of programs that the core does not read as they are."""
    within: list[Any] = []
    within.append(within)
    released = memoryview(b"{}")
    released.release()
    parts: list[Any] = [
        Text("a"), Whole(5), Members(name="a"), OrderedDict(name="a"), MappingProxyType({}), ("a",), {1},
        JsonType.JSON, HTTPStatus.OK, float("nan"), float("inf"), 1 << 1023, 1 << 1024, "\ud800", b"{}", None, object(),
        Raising(a=1), {"a": Raising(a=1)}, {Text("name"): 1}, {1: 2}, {"\ud800": 1}, {Text("a"): 1, "a": 2}, within, [Members()], Text,
        {"name": "x" * 2_000_000},
    ]  # fmt: skip
    bodies: list[Any] = [bytearray(b'{"secrets": 5}'), memoryview(b"{}"), memoryview(b"{} ")[::2]]
    texts: list[Any] = [Text("{}"), "\ud800", released, bytearray(b" " * 2_000_000)]
    return [*bodies, *texts, *parts, *[{"secrets": [part]} for part in parts]]


WAYS: list[Callable[[Contract, Any, Any], Report]] = [
    lambda contract, value, kind: contract.check(value, kind),
    lambda contract, value, kind: contract.check(value, kind, source="codehost"),
    lambda contract, value, kind: to_report(contract.judge.answer(value, kind)),
]


@pytest.mark.promise(4, 26, 37)
@pytest.mark.parametrize("kind", [PATCH, Text(PATCH)])
def test_the_core_judges_odd_values_itself(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python judge reads them, and says why one is no JSON."""
    native, python = Contract(engine="native"), made("python")
    monkeypatch.delattr(type(native._document_judge.definition), "_structure")
    values = odd_values()
    reports = [[way(native, value, kind) for way in WAYS] for value in values]
    monkeypatch.undo()
    verdicts = set()
    for value, found in zip(values, reports, strict=True):
        for way, report in zip(WAYS, found, strict=True):
            assert all_of(report) == all_of(way(python, value, kind)), (type(value), way)
            assert "unjudged" not in {violation.rule for violation in report.violations}
            verdicts.add(report.verdict)
    assert {"allow", "deny"} <= verdicts


@pytest.mark.promise(14, 26)
def test_a_text_that_is_repeated_is_judged_once() -> None:
    """As aliases of a file repeat it: all together it would take 4 GB and more."""
    for value, rules in (
        ({"secrets": ["x" * 30_000] * 150_000}, {"schema-items"}),
        ({"secrets": [0] * 2_000_001}, {"yaml-size"}),
    ):
        for engine in engines.ENGINES:
            report = made(engine).check(value, PATCH)
            assert rules & {violation.rule for violation in report.violations}, report


@pytest.mark.promise(4)
def test_values_are_right_whatever_was_judged_since() -> None:
    contract = made("native")
    texts = [usual_documents.patch(extra=number, more="x" * 1500) for number in range(20)]
    reports = [contract.check(body, PATCH, source="codehost") for body in texts for _ in range(2)]
    found: dict[int, Any] = {}

    places = list(range(len(reports)))
    Random(1).shuffle(places)

    def read_values(number: int) -> None:
        for place in places[number::3]:
            found[place] = reports[place].value

    at_once(read_values, 3)
    for place, value in found.items():
        assert value == json.loads(texts[place // 2])
        assert reports[place].value is value


# -- random contracts and calls, from a seed: documents of each kind, nearly all damaged, with what is known of them

RELAXABLE = [rule.rule for rule in BUNDLE.book.rules if not rule.is_fixed and rule.shape != "wire"]
SCHEMAS: list[dict[str, Any]] = [
    {"type": "string", "maxLength": 1}, {"type": ["string", "null"], "enum": ["x", None]},
    {"type": "number", "maximum": 512}, {"type": "object", "required": ["a"]},
    {"type": "object", "properties": {"name": {"type": "string", "pattern": "^a"}}}, {"not": {"type": "string", "const": "x"}},
    {"anyOf": [{"type": "string"}, {"type": "null"}]}, {"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"type": "null"}},
    {"type": "array", "maxItems": 1}, {"type": "boolean", "const": False},
    {"allOf": [{"type": "object", "required": ["name"]}, {"properties": {"name": {"minLength": 2}}}]},
]  # fmt: skip
EACH = (
    "/name", "/source_config", "/source_config/resource_spec/cpu", "/source_config/resource_spec/memory_mb",
    "/source_config/build_on_push", "/secrets/*/name", "/secrets/*", "/source_revision_config/repo_ref", "/source_config/custom_url",
    "/secrets", "/source", "/revision_source", "/id",
)  # fmt: skip


class Call(NamedTuple):
    """A document, bytes or parsed, and what is known of it."""

    document: Any
    kind: str
    source: str | None
    stored: Mapping[str, Any] | None
    is_answer: bool


def contracts(chance: Random, folder: Path) -> tuple[Contract, Contract] | None:
    """Return a contract by each judge, with the same random options; None if they are refused."""
    options: dict[str, Any] = {}
    if chance.random() < 0.4:
        options["hosting"] = chance.choice(("cloud", "self_hosted"))
    unknown = chance.choice((None, None, "allow", "report-requests", "report", "reject"))
    options["unknown_fields"] = unknown
    if chance.random() < 0.5:
        names = chance.sample(RELAXABLE, chance.choice((1, 3, 10, 30)))
        options["modes"] = {name: chance.choice(("enforce", "report", "off")) for name in names}
    if chance.random() < 0.3:
        limits: dict[str, int] = {"violations": chance.choice((1, 2, 5, 100))}
        limits |= chance.choice(({}, {"items": 2}, {"string": 4}, {"request_objects": 5}, {"request_body": 300}))  # fmt: skip
        options["limits"] = Limits(**limits)
    path = folder / "policy.json"
    sections: dict[str, list[dict[str, Any]]] = {"fields": [], "rules": []}
    for number in range(chance.choice((0, 0, 1, 3, 6))):
        section, row = _rule(chance, number)
        path.write_text(json.dumps({section: [row]}), "utf-8")
        try:
            Contract(engine="python", policies=[path])
        except ContractError:
            continue  # it can never apply
        sections[section].append(row)
    if any(sections.values()):
        path.write_text(
            json.dumps({name: rows for name, rows in sections.items() if rows}), "utf-8"
        )
        options["policies"] = [path]
    try:
        one, other = [Contract(engine=named(name), **options) for name in ("python", "native")]
    except ContractError:
        return None
    return one, other


def calls(chance: Random, count: int) -> Iterator[Call]:
    for _ in range(count):
        kind = chance.choice((*KINDS, *["DeploymentPatch"] * 6, "Deployment"))
        value = damaged(chance, near(chance, kind), most=25)
        stored = _stored(chance) if kind == "DeploymentPatch" else None
        source = chance.choice((None, None, *SOURCES))
        if stored and stored.get("source"):
            source = None
        document: Any = written(chance, value)
        if chance.random() < 0.15:
            document = plain(value)
            if chance.random() < 0.2:
                _spoil(chance, document)
        yield Call(document, kind, source, stored, chance.random() < 0.1)


def _rule(chance: Random, number: int) -> tuple[str, dict[str, Any]]:
    patch, whole = ["DeploymentPatch"], ["Deployment"]
    on = chance.choice((patch, patch, whole, patch + whole))
    row: dict[str, Any] = {
        "rule": f"p{number}", "on": on, "basis": chance.choice(("stated", "practice", "advice")),
        "message": "m", "hint": "h", "section": "s",
    }  # fmt: skip
    shape = chance.random()
    if shape < 0.2:
        field = chance.choice(("/source_config/custom_url", "/source_revision_config/repo_ref", "/secrets", "/secrets/*/value"))  # fmt: skip
        return "fields", row | {"field": field, "sources": chance.sample(SOURCES, chance.randint(0, 3))}  # fmt: skip
    if on == patch and shape < 0.35:
        pairs = [["cpu", "memory_mb"], ["min_scale", "max_scale"]]
        return "rules", row | {"relation": "at_most", "within": "/source_config/resource_spec", "pairs": pairs}  # fmt: skip
    if on == patch and shape < 0.45:
        fields = ["/name", "/source", "/source_config/build_on_push", "/source_revision_config/repo_ref", "/secrets", "/source_config"]  # fmt: skip
        relation = chance.choice(("equals_stored", "stored_unknown"))
        return "rules", row | {"relation": relation, "fields": chance.sample(fields, 2)}
    if on == patch and shape < 0.65:
        places = ["/source_config/build_on_push", "/source_revision_config/repo_ref", "/name", "/source", "/source_config", "/secrets", "/source_config/resource_spec/cpu"]  # fmt: skip
        return "rules", row | {"never": {place: chance.choice(SCHEMAS) for place in chance.sample(places, 2)}}  # fmt: skip
    row["schema"] = chance.choice(SCHEMAS)
    if chance.random() < 0.85:
        row["each"] = chance.sample(EACH, chance.choice((1, 1, 2)))
    if chance.random() < 0.4:
        row["sources"] = chance.sample(SOURCES, chance.randint(1, 3))
    if chance.random() < 0.3:
        row["hosting"] = [chance.choice(("cloud", "self_hosted"))]
    return "rules", row


def _spoil(chance: Random, value: Any) -> None:
    """Put something into parsed JSON that JSON cannot have, or that breaks the wire."""
    odd = (
        float("nan"),
        float("inf"),
        2**2000,
        10**300,
        {1: 2},
        (1, 2),
        {1},
        "\ud800",
        {"\udc00": 1},
        object,
        "x" * 60,
    )
    if isinstance(value, dict):
        value[chance.choice(("odd", "name", "secrets"))] = chance.choice(odd)


def _stored(chance: Random) -> Mapping[str, Any] | None:
    choice = chance.random()
    if choice < 0.5:
        return None
    found = near(chance, "Deployment")
    if choice < 0.8:
        found = {name: value for name, value in found.items() if chance.random() < 0.6}
    if choice > 0.9:
        found = plain(damaged(chance, found, most=25))
    if found.get("source") not in (None, *SOURCES):
        del found["source"]
    classes: tuple[Any, ...] = (dict, dict, UserDict, MappingProxyType)
    stored: Mapping[str, Any] = chance.choice(classes)(found)
    return stored


RUNS, SETS, CALLS = effort(2, 100), effort(20, 200), 50  # a million calls in `make soak`


def judged(contract: Contract, call: Call) -> Report:
    if call.is_answer:
        return to_report(contract.judge.answer(call.document, call.kind))
    kind, source = named(call.kind), named(call.source)
    return contract.check(call.document, kind, source=source, deployment=call.stored)


@pytest.mark.promise(3, 26, 37)
@pytest.mark.parametrize(
    "name",
    [
        "a\\u0062 and more than 16 bytes",
        'q"uote',
        'x":1,"name',
        "n\\\\",
        "a\nb",
        "\x00",
        "\xe4",
        "a" * 40,
    ],
)
def test_no_key_is_read_as_a_name_that_json_escapes(name: str, tmp_path: Path) -> None:
    """A policy may name such a member; the text of a key is not its name then."""
    schema = {"type": "object", "properties": {name: {"type": "string", "enum": ["x"]}}}
    own = policies.written(tmp_path, policies.rule(schema=schema))
    options: dict[str, Any] = {"policies": [own], "unknown_fields": "allow"}
    pair = [Contract(engine=named(engine), **options) for engine in ("python", "native")]
    other = name[: len(name) // 2] + "z" + name[len(name) // 2 + 1 :]
    texts = [json.dumps({"name": "a", name: value}).encode() for value in ("x", "y")]
    for key in (name, other, name[:-1], f"{name}z"):
        raw = b'{"name": "a", "%s": "y", "revision_source": null}' % key.encode()
        texts += [raw, texts[0], raw[:-1] + b', "name": "a"}']
    for text in texts:
        engines.agreed(pair, methodcaller("check", text, PATCH, source="codehost"), text)


@pytest.mark.soak
@pytest.mark.promise(1, 9, 26, 29, 37)
@pytest.mark.parametrize("run", range(RUNS))
def test_random_documents(run: int, tmp_path: Path) -> None:
    for number in range(SETS):
        chance = Random(f"{run} {number}")
        pair = contracts(chance, tmp_path)
        if pair is None:
            continue
        for place, call in enumerate(calls(chance, CALLS)):
            where = f"run {run}, contract {number}, call {place}: {call}"
            report, same = [judged(contract, call) for contract in pair]
            assert all_of(same) == all_of(report), where
            assert "unjudged" not in {found.rule for found in report.violations}, where
            assert names_what_it_enforces(report), where


@pytest.mark.promise(37)
def test_sources_in_any_order() -> None:
    whole = json.loads(made("python").effective.to_json())
    rules = whole["bundle"]["rules.json"]
    rules["sources"] = dict(reversed(rules["sources"].items()))
    bundle = Bundle.from_compiled(json.dumps(whole).encode(), "own")
    body = b'{"source_config": {"custom_url": "x", "repo_url": "y"}, "secret_references": []}'
    for text in (b"{}", body):
        agreed(methodcaller("check", text, PATCH), bundle=bundle)


@pytest.mark.promise(37)
def test_a_concrete_path_comes_before_a_template() -> None:
    whole = json.loads(made("python").effective.to_json())
    rows = whole["bundle"]["operations.json"]
    template = {**rows[-1], "method": "GET", "operation": "one", "request": None}
    rows += [template, {**rows[1], "operation": "count", "path": "/v2/deployments/count"}]
    bundle = Bundle.from_compiled(json.dumps(whole).encode(), "own")
    for path, operation in (("count", "count"), ("%63ount", "count"), (ID, "one")):
        request = Request("GET", f"/v2/deployments/{path}")
        assert agreed(methodcaller("check_request", request), bundle=bundle).operation == operation


@pytest.mark.promise(37)
def test_a_value_in_the_place_of_a_merged_object_sets_all_members(tmp_path: Path) -> None:
    null = {"type": ["string", "null"], "enum": ["x", None]}
    never = {"/source_config/build_on_push": null, "/secrets": {"type": ["array", "null"]}}
    own = policies.written(tmp_path, policies.rule(never=never))
    for body, verdict in (
        (b'{"source_config": 5}', "indeterminate"),
        (b'{"source_config": 5, "secrets": [{"name": "a", "value": "b"}]}', "deny"),
        (b'{"source_config": null}', "allow"),
        (b'{"source_config": {}}', "allow"),
    ):
        judge = methodcaller("check", body, PATCH, source="codehost")
        report = agreed(judge, policies=[own], modes={"schema-type": "report"})
        assert report.verdict == verdict


CONFIG, LISTENER = "/source_config", "/source_config/listener_config"
RESOURCES = "/source_config/resource_spec"
HAS_SPEC = {"type": "object", "required": ["resource_spec"]}
SPEC_IS_NULL = {"type": "object", "properties": {"resource_spec": {"type": "null"}}}
SPEC_IS_OBJECT = {"type": "object", "properties": {"resource_spec": {"type": "object"}}}
EMPTIED: list[tuple[str, Any, Any, Any, str]] = [  # a place, what it must not be, sent, stored
    (CONFIG, HAS_SPEC, {"resource_spec": {}}, None, "deny"),
    (CONFIG, {"not": HAS_SPEC}, {"resource_spec": {}}, None, "allow"),
    (CONFIG, SPEC_IS_OBJECT, {"resource_spec": {}}, None, "allow"),
    (CONFIG, SPEC_IS_NULL, {"resource_spec": {}}, None, "deny"),
    (CONFIG, HAS_SPEC, {"build_command": "x"}, None, "allow"),
    (LISTENER, HAS_SPEC, {"listener_config": {"resource_spec": {}}}, None, "deny"),
    (LISTENER, {"not": HAS_SPEC}, {"listener_config": {"resource_spec": {}}}, None, "allow"),
    (LISTENER, SPEC_IS_OBJECT, {"listener_config": {"resource_spec": {}}}, None, "allow"),
    (LISTENER, SPEC_IS_NULL, {"listener_config": {"resource_spec": {}}}, None, "deny"),
    (RESOURCES, {"type": "null"}, {"resource_spec": {}}, None, "allow"),
    (RESOURCES, {"type": "object"}, {"resource_spec": {}}, {}, "indeterminate"),
    (RESOURCES, {"type": "object"}, {"resource_spec": {}}, {"resource_spec": {}}, "deny"),
]


@pytest.mark.promise(9, 26, 37)
@pytest.mark.parametrize("pushes", ["null", ["boolean", "null"]])
@pytest.mark.parametrize(("path", "never", "sent", "stored", "verdict"), EMPTIED)
def test_what_an_empty_object_replaces(
    path: str, never: Any, sent: Any, stored: Any, verdict: str, pushes: Any, tmp_path: Path
) -> None:
    """In a null it sets a null."""
    row = policies.rule(never={path: never, "/source_config/build_on_push": {"type": pushes}})
    own = policies.written(tmp_path, row)
    body = json.dumps({"source_config": sent}).encode()
    facts = {"source_config": stored if stored is None else {"build_on_push": None, **stored}}
    judge = methodcaller("check", body, PATCH, source="codehost", deployment=facts)
    assert agreed(judge, policies=[own], modes={"schema-type": "off"}).verdict == verdict


@pytest.mark.promise(9, 26, 37)
@pytest.mark.parametrize(("keyword", "sizes"), [("minLength", (2, 3, 4, 5)), ("maxLength", (1, 2))])
def test_bounds_of_characters(keyword: str, sizes: tuple[int, ...], tmp_path: Path) -> None:
    """A character has one to four bytes, and an escape of a text has up to twelve."""
    bounds = {"type": "string", keyword: 2}
    own = policies.written(
        tmp_path, policies.rule(each=["/source_config/build_command"], schema=bounds)
    )
    pair = [Contract(engine=named(engine), policies=[own]) for engine in ("python", "native")]
    for sign in ("a", "\xe4", "\u20ac", "\U0001f600"):
        for size in range(1, 6):
            sent = {"source_config": {"build_command": sign * size}}
            for ascii_only in (True, False):
                body = json.dumps(sent, ensure_ascii=ascii_only).encode()
                report = engines.agreed(pair, methodcaller("check", body, PATCH, source="codehost"))
                assert report.ok is (size in sizes), (sign, size)


# -- stored deployments


PUSHED = {"source_config": {"build_on_push": True}}


@pytest.mark.promise(9, 26, 37)
@pytest.mark.parametrize("source", ["codehost", None])
@pytest.mark.parametrize(
    "config", [OrderedDict(), MappingProxyType({}), [], "odd", 5, {"build_on_push": 5}, {}, None]
)
def test_odd_facts(config: object, source: SourceName | None, tmp_path: Path) -> None:
    needs_state = policies.rule(
        "ref-needs-state", relation="stored_unknown", fields=["/source_config/build_on_push"]
    )
    own = policies.written(tmp_path, needs_state)
    stored = {"source_config": config, "source_revision_config": {"repo_ref": "main"}}
    body = json.dumps(PUSHED).encode()
    judge = methodcaller("check", body, PATCH, source=source, deployment=stored)
    report = agreed(judge, policies=[own])
    known = config is None or config == {"build_on_push": 5}
    assert (report.verdict == "deny") is not known


HUGE = [0] * 2_000_100  # the native judge writes no more values
URL = f"https://git.example.com/{'a' * 64}"  # long texts are written once


@pytest.mark.promise(9, 26, 37)
@pytest.mark.parametrize(
    ("stored", "patch", "verdict"),
    [
        (deployment(history=HUGE), {"name": "x"}, "deny"),
        ({"history": HUGE, **deployment()}, {"name": "checkout"}, "allow"),
        (deployment(source_config=HUGE), {"name": "x"}, "deny"),
        ({"source_config": {"a": HUGE, "repo_url": URL}}, {"source_config": {"repo_url": URL + "b"}}, "deny"),
        ({"source_config": {"a": [URL, *HUGE], "repo_url": URL}}, {"source_config": {"repo_url": URL}}, "allow"),
        ({"source_config": {"a": {"b": HUGE}}, "source": "codehost"}, {"source": "internal_container"}, "deny"),
        ({"name": HUGE}, {"name": "x"}, "deny"),
    ],
    ids=str.split("unread unread-first read beside-other beside-same within compared"),
)  # fmt: skip
def test_a_huge_member_of_a_stored_deployment_hides_no_other(
    stored: Any, patch: Any, verdict: str
) -> None:
    body = json.dumps(patch).encode()
    report = agreed(methodcaller("check", body, PATCH, deployment=stored, source="codehost"))
    rules = [violation.rule for violation in report.violations]
    assert (report.verdict, rules) == (verdict, ["immutable-field"] * (verdict == "deny"))


@pytest.mark.promise(9, 26, 37)
@pytest.mark.parametrize("name", ["history", "source_config"])
def test_a_huge_member_of_facts_hides_no_other_from_a_response(name: str) -> None:
    body = json.dumps(deployment()).encode()
    response = Response(200, JSON, body)
    stored = deployment(source="internal_container") | {name: HUGE}
    judge = methodcaller("check_response", response, REQUEST, deployment=stored)
    assert [violation.pointer for violation in agreed(judge).violations] == ["/source"]


REQUEST = Request("PATCH", PATH, "", JSON, b"{}")


# -- requests


@pytest.mark.promise(4, 26, 37)
def test_a_route_has_the_headers_that_it_was_found_with() -> None:
    def judge(contract: Contract) -> Report:
        headers = [*JSON]
        route = contract.judge.route(Request("PATCH", PATH, "", headers, b""))
        headers[:] = [("content-type", "text/plain")]
        return to_report(contract.judge.request(route, b"{}"))

    assert agreed(judge).verdict == "allow"


@pytest.mark.promise(26, 37)
def test_headers_of_gzip() -> None:
    """Fields are skipped, the sum of the header is checked, and other flags are refused (RFC 1952)."""
    stream = gzip.compress(b"{}")[10:]
    fields = {4: b"\x02\0xx", 8: b"name\0", 16: b"comment\0"}
    bodies = []
    for flags in range(64):
        header = b"\x1f\x8b\x08%c\0\0\0\0\0\xff" % flags
        header += b"".join(field for flag, field in fields.items() if flags & flag)
        checksum = zlib.crc32(header) & 0xFFFF
        for told in (checksum, checksum ^ 1):
            check = told.to_bytes(2, "little") if flags & 2 else b""
            bodies.append(header + check + stream)
    whole = bodies[2 * 30]
    bodies += [whole[:end] for end in range(1, len(whole))] + [whole + b"\0"]
    headers, verdicts = (*JSON, ("content-encoding", "gzip")), set()
    for body in bodies:
        request = Request("PATCH", PATH, "", headers, body)
        verdicts.add(agreed(methodcaller("check_request", request)).verdict)
    assert verdicts == {"allow", "deny"}


# -- responses


class Body(bytes):
    """Bytes of a framework's own class."""


def of_any_class() -> Iterator[tuple[Callable[[Contract], Any], str]]:
    """Yield questions with texts, headers, statuses and deployments of any class, and their verdicts.

    "" means any verdict.
    """
    texts: list[Any] = ["\ud800", Text("{}")]
    for body in (
        b'{"secrets": {}}',
        b'{"a": 1, "a": 1}',
        b'{"x": "\xe4"}',
        usual_documents.patch(),
    ):
        texts += [bytearray(body), memoryview(body), Body(body), body.decode("latin-1")]
    for text in texts:
        yield methodcaller("check", text, PATCH, source="codehost"), ""
    several: list[Any] = [
        {"content-type": JsonType.JSON}, [(Text("Content-Type"), JsonType.JSON)],
        [(b"Content-Type", JsonType.JSON)], [(Text("x"), "text/plain"), *JSON],
    ]  # fmt: skip
    right = json.dumps(usual_documents.deployment(0)).encode()
    for headers in several:
        request = Request(Text("PATCH"), PATH, "", headers, b"{}")
        yield methodcaller("check_request", request), "allow"
        yield methodcaller("check_response", Response(200, headers, right), request), "allow"
    known = {"source": "codehost"}
    odd = Request("GET", "/v2/deployments\ud800limit=1", "")
    yield methodcaller("check_request", odd), "allow"
    facts: list[Any] = [
        {}, known, UserDict(known), {"source": []}, {"source": "x"}, {1: 2}, [("source", "codehost")],
    ]  # fmt: skip
    for stored in facts:
        yield methodcaller("check_request", REQUEST, deployment=stored), ""
    operation = named("list_deployments")
    for status in (HTTPStatus.CREATED, 0, 999, -200, 1 << 16, (1 << 64) + 200, 10**5000):
        response = Response(status, JSON, b"{}")
        yield methodcaller("check_response", response, operation=operation), "allow"
    listed = Response(HTTPStatus.OK, JSON, b"{}")
    yield methodcaller("check_response", listed, operation=operation), "deny"


@pytest.mark.promise(2, 4, 26, 37)
def test_what_is_of_any_class_is_taken_alike() -> None:
    for question, verdict in of_any_class():
        report = agreed(question)
        assert not verdict or report.verdict == verdict


@pytest.mark.promise(26, 37)
def test_facts_that_are_no_mapping_are_an_error() -> None:
    response = Response(200, JSON, json.dumps(usual_documents.deployment(0)).encode())
    found: list[Any] = [5, "x", [], ["name"], False]
    for facts in found:
        for engine in ("python", "native"):
            with pytest.raises(ContractError, match="known must return a mapping"):
                made(named(engine)).check_response(response, REQUEST, known=lambda _id: facts)  # noqa: B023


@pytest.mark.promise(26, 37)
def test_letter_case_of_every_character() -> None:
    every = [chr(number) for number in range(0x11_0000) if not 0xD800 <= number < 0xE000]
    signs = [sign for sign in every if sign.casefold() != sign.lower() or sign.lower() != sign]
    for begin in range(0, len(signs), 100):
        text = "".join(signs[begin : begin + 100])
        row = usual_documents.deployment(0) | {"name": text}
        response = Response(200, JSON, json.dumps({"resources": [row], "offset": 0}).encode())
        for asked in (text, text.lower(), text.casefold()):
            request = Request("GET", "/v2/deployments", f"name_contains={quote(asked)}")
            report = agreed(methodcaller("check_response", response, request))
            assert "list-name-contains" not in {found.rule for found in report.violations}


@pytest.mark.promise(15, 37)
def test_many_ids_are_compared_with_many_documents_in_linear_time() -> None:
    """Of 2,000 documents and 30,000 ids, one by one would take minutes or seconds."""
    rows = [usual_documents.deployment(0) | {"id": ID}] * 2_000
    body = json.dumps({"resources": rows, "offset": 0}).encode()
    response = Response(200, JSON, body)
    asked = Request("GET", "/v2/deployments", "deployment_ids=" + "a," * 30_000 + ID)
    began = time.process_time()
    agreed(methodcaller("check_response", response, asked))
    assert time.process_time() - began < 2


# -- contracts


def bundle_with(change: Callable[[dict[str, Any]], None]) -> Bundle:
    """Return the contract with a copy of its PATCH operation, changed, before all others."""
    files = read_folder(GENERATED / "deploy_contract_generated")
    rows = json.loads(files["operations.json"])
    row = deepcopy(next(row for row in rows if row["operation"] == "patch_deployment"))
    row["operation"] = "other"
    change(row)
    files["operations.json"] = json.dumps([row, *rows]).encode()
    return Bundle.from_files(files, "with another operation")


def without_body(row: dict[str, Any]) -> None:
    row.update(path=PATH, parameters=[], request=None, request_required=False)


def with_a_query(row: dict[str, Any]) -> None:
    query = {**row["parameters"][0], "name": "q", "in": "query", "required": False}
    row.update(path=PATH, parameters=[query])


@pytest.mark.promise(4, 26, 37)
@pytest.mark.parametrize("change", [without_body, with_a_query])
def test_a_path_leads_to_the_same_operation_if_several_match(change: Any) -> None:
    bundle = bundle_with(change)
    report = agreed(methodcaller("check_request", REQUEST), bundle=bundle)
    assert report.operation == "other"


routed = attrgetter("methods", "is_head", "changed", "valid_id", "overrides", "reads_body", "fault")


@pytest.mark.promise(19, 20, 26, 37)
@pytest.mark.parametrize(
    "parameter",
    [
        {"schema": {"type": "string"}},
        {"schema": {"type": "string", "enum": ["a", "b"]}},
        {"schema": {"type": "integer", "minimum": 1, "maximum": 10}},
        {"schema": {"type": "boolean"}},
        {"schema": {"type": "string", "pattern": "^[^x]*$"}},
        {"schema": {"type": "string"}, "items": {"type": "string", "pattern": "^[a-z]$"}},
        {"schema": {"type": "string"}, "values": ["a", "b"]},
    ],
)
def test_path_parameters_of_every_type(parameter: Any) -> None:
    def change(row: dict[str, Any]) -> None:
        row["path"] = "/v3/things/{deployment_id}"
        row["parameters"][0].update(parameter)

    bundle = bundle_with(change)
    pair = [made(named(engine), bundle=bundle) for engine in ("python", "native")]
    texts = ["a", "A", "c", "5", "05", "11", "true", "TRUE", "a,b", "a,1", "x", "-", "~", "a.b"]
    texts += ["%61", "a%2Fb", "a%20b", "%C3%A4", "\xe4", "%ff", "", "//a", "a/", ID]
    texts += ["a" * 70_000, "\xe4" * 40_000]
    verdicts = set()
    for text in texts:
        for method in ("PATCH", "patch", "POST"):
            request = Request(method, f"/v3/things/{text}", "", JSON, b"{}")
            verdicts.add(engines.agreed(pair, methodcaller("check_request", request), text).verdict)
            one, other = [routed(judge.judge.route(request)) for judge in pair]
            assert one == other, text
    assert verdicts == {"allow", "deny"}


@pytest.mark.promise(26)
@pytest.mark.parametrize("size", [2**70, 10**40])
@pytest.mark.parametrize("name", Limits._fields)
def test_a_limit_may_be_any_integer(name: str, size: int) -> None:
    limits = Limits()._replace(**{name: size})
    for engine in ("python", "native"):
        contract = Contract(engine=named(engine), limits=limits).prepare()
        assert contract.check(b'{"a": "b"}', PATCH).verdict == "allow"
        assert contract.check_request(REQUEST).verdict == "allow"
