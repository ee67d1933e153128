"""The native engine compares with stored deployments, parameters and facts as Python does."""

import json
import re
from collections import OrderedDict, UserDict
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

import pytest
from deploy_contract.document.evaluation import Evaluator
from deploy_contract_generated.names import SourceName
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Bundle, Contract, Request, Response
from deploy_contract.http.exchange import LearnedFacts
from deploy_contract_format.pointer import split
from tests.bench import documents
from tests.support import policies
from tests.support.engines import made
from tests.support.names import named
from tests.support.strategies import patient

pytest.importorskip("deploy_contract_native")

BOOK = Bundle.installed().book
RELATIONS = ("equals_stored", "stored_unknown", "never", "at_most", "unique_by", "exists_in")
ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
OTHER = "00000000-0000-4000-8000-00000000000f"
JSON = (("content-type", "application/json"),)
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        2.5,
        9999999999999999,
        "a",
        "b",
        "refs/tags/v1",
        ID,
        ID.upper(),
        "\u00e4",
        'a"b',
        "https://a.example/b",
        {},
        [],
    ]
)  # fmt: skip
SECRETS = [{"name": "a", "value": "x"}, {"name": "a", "value": "y"}, {"name": "b", "value": ""}]


def touched() -> list[tuple[str, ...]]:
    """Return the places of fields that rules by relations look at."""
    found: list[tuple[str, ...]] = []
    for rule in BOOK.rules:
        if rule.shape in RELATIONS:
            given_ = rule.parameters
            found += map(split, given_.get("fields", ()))
            found += map(split, given_.get("never", ()))
            for pair in given_.get("pairs", ()):
                found += [(*split(given_["within"]), name) for name in pair]
    return sorted(set(found))


def put(document: dict[str, Any], place: tuple[str, ...], value: Any) -> None:
    """Put a value at a place; leave the document as it is where it has another value."""
    for token in place[:-1]:
        inner = document.setdefault(token, {})
        if not isinstance(inner, dict):
            return
        document = inner
    document[place[-1]] = value


@st.composite
def touching(draw: st.DrawFn) -> dict[str, Any]:
    """Return a strategy for documents with some of the fields that these rules look at."""
    document: dict[str, Any] = {}
    for place in draw(st.lists(st.sampled_from(touched()), max_size=4)):
        put(document, place[: draw(st.integers(1, len(place)))], deepcopy(draw(VALUES)))
    if draw(st.booleans()):
        document["secrets"] = draw(st.lists(st.sampled_from(SECRETS), max_size=3))
    if draw(st.integers(0, 3)) == 0:
        document["revision_source"] = draw(st.sampled_from([*BOOK.sources, None]))
    return document


SIGNS = re.compile(rb"\\u[0-9a-f]{4}|\\.|[a-z]")  # of a string: escapes, and small letters


def escaped(text: bytes) -> bytes:
    """Return a JSON text with escapes for the small letters in its strings."""

    def spelt_out(found: re.Match[bytes]) -> bytes:
        return b"\\u%04x" % found[0][0] if len(found[0]) == 1 else found[0]

    parts = re.split(rb'("(?:[^"\\]|\\.)*")', text)
    for place in range(1, len(parts), 2):
        parts[place] = SIGNS.sub(spelt_out, parts[place])
    return b"".join(parts)


ENFORCED = {rule.rule: "enforce" for rule in BOOK.rules if rule.shape in RELATIONS}


@cache
def contracts() -> tuple[Contract, Contract]:
    """Return the contracts of both engines, compiled once."""
    return made("python").prepare(), made("native").prepare()


STRICT = [Contract(engine=named(name), modes=named(ENFORCED)) for name in ("python", "native")]


@pytest.mark.soak
@pytest.mark.promise(9, 26)
@patient(250, in_soak=1_200)
@given(
    touching(),
    touching(),
    st.sampled_from([None, *BOOK.sources]),
    st.sampled_from([None, dict, UserDict, MappingProxyType]),
    st.booleans(),
    st.booleans(),
)
def test_rules_on_stored_deployments_are_kept_alike(
    patch: dict[str, Any],
    stored: dict[str, Any],
    source: str | None,
    mapping: Any,
    strict: bool,
    spelt_out: bool,
) -> None:
    if source is not None:
        stored["source"] = source
    elif isinstance(stored.get("source"), str | bool | int | float | list | dict):
        del stored["source"]
    stored["id"] = ID
    deployment = mapping(stored) if mapping else None
    text = json.dumps(patch).encode()
    if spelt_out:
        text = escaped(text)
    one, other = STRICT if strict else contracts()
    given_: Any = {"deployment": deployment}
    if deployment is None:
        given_["source"] = source
    expected = one.check(text, "DeploymentPatch", **given_)
    for _ in range(2):
        report = other.check(text, "DeploymentPatch", **given_)
        assert report == expected
        assert report.status == expected.status


@pytest.mark.promise(9, 26)
@pytest.mark.parametrize("source", ["codehost", None])
@pytest.mark.parametrize(
    "config", [OrderedDict(), MappingProxyType({}), [], "odd", 5, {"build_on_push": 5}, {}, None]
)
def test_odd_facts_are_read_as_python_reads_them(
    config: object, source: SourceName | None, tmp_path: Path
) -> None:
    needs_state = policies.rule("ref-needs-state", relation="stored_unknown", fields=["/source_config/build_on_push"])  # fmt: skip
    path = tmp_path / "policy.json"
    path.write_text(json.dumps(policies.policy(needs_state)), "utf-8")
    stored = {"source_config": config, "source_revision_config": {"repo_ref": "main"}}
    expected, report = (
        Contract(engine=engine, policies=[path]).check(
            json.dumps(PUSHED).encode(), "DeploymentPatch", source=source, deployment=stored
        )
        for engine in (named("python"), named("native"))
    )
    assert report == expected
    known = config is None or config == {"build_on_push": 5}
    assert (report.verdict == "deny") is not known


TAG = {"source_revision_config": {"repo_ref": "refs/tags/v1"}}
PUSHED = {"source_config": {"build_on_push": True}}


@pytest.mark.promise(9, 26)
@pytest.mark.parametrize("source", ["codehost", None])
@pytest.mark.parametrize(
    ("patch", "stored", "needs"),
    [
        (TAG, None, ["deployment"]),
        (TAG, {}, ["deployment"]),
        (TAG, {"source_config": {}}, ["deployment"]),
        (TAG, {"source_revision_config": {"repo_ref": "x"}}, ["deployment"]),
        (TAG, {"source_config": {"build_on_push": False}}, []),
        (TAG, {"source_config": None}, []),
        (PUSHED, None, ["deployment"]),
        (PUSHED, {"source_config": {"build_on_push": True}}, ["deployment"]),
    ],
)
def test_what_depends_on_unknown_facts_is_open_without_an_evaluation(
    patch: dict[str, Any],
    stored: dict[str, Any] | None,
    needs: list[str],
    source: SourceName | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    python, native = contracts()
    text = json.dumps(patch).encode()
    expected = python.check(text, "DeploymentPatch", source=source, deployment=stored)
    with monkeypatch.context() as without:
        without.delattr(Evaluator, "evaluate")
        report = native.check(text, "DeploymentPatch", source=source, deployment=stored)
        found = (report.verdict, list(report.needs))
    wanted = [*([] if source else ["source"]), *needs]
    assert found == ("indeterminate" if wanted else "allow", wanted)
    assert report == expected


@pytest.mark.promise(9, 26)
@pytest.mark.parametrize(
    ("patch", "judged"),
    [
        ({"source_config": {"repo_url": "https://a.example/b"}}, True),
        ({"source_config": {"repo_url": "https://a.example/c"}}, False),
        ({"source_config": {"build_on_push": True}}, False),
        ({"source_config": {"build_on_push": False}}, True),
        ({"source_config": {"build_on_push": True}, "source_revision_config": {"repo_ref": "x"}}, True),
        ({"revision_source": "internal_source"}, True),
        ({"revision_source": "external_container"}, False),
    ],
)  # fmt: skip
def test_patches_that_agree_with_what_is_stored_are_judged_unparsed(
    patch: dict[str, Any], judged: bool
) -> None:
    stored = {
        "source": "codehost",
        "source_config": {"repo_url": "https://a.example/b"},
        "source_revision_config": {"repo_ref": "refs/tags/v1"},
    }
    _, native = contracts()
    text = json.dumps(patch).encode()
    assert json.loads(escaped(text)) == patch
    for body in (text, escaped(text)):
        report = native.check(body, "DeploymentPatch", deployment=stored)
        assert hasattr(report, "_document") is judged
        assert (report.verdict == "allow") is judged
        if judged:  # advice was asked for without a look at the value
            assert report.violations == ()
            document = getattr(report, "_document")  # noqa: B009 - a slot of the report
            assert isinstance(document, bytes)


def test_requests_are_judged_in_rust_with_any_mapping_of_facts() -> None:
    _, native = contracts()
    request = Request("PATCH", f"/v2/deployments/{ID}", "", JSON, b'{"secrets": []}')
    ordinary = native.checker._ordinary
    assert ordinary is not None
    for mapping in (dict, UserDict, MappingProxyType):
        report = ordinary.report(request, None, mapping({"source": "codehost"}))
        assert report == native.check_request(request, source="codehost")
    wrong: list[Any] = [[("source", "codehost")], "source", Unreadable()]
    for other in wrong:
        assert ordinary.report(request, None, other) is None


class Unreadable(UserDict[str, Any]):
    """A mapping that raises when it is read."""

    def __getitem__(self, key: str) -> Any:
        raise RuntimeError(key)

    def __iter__(self) -> Any:
        raise RuntimeError


QUERY = {
    "limit": ["1", "100", "101", "0", "+5", "5.0", "01", "", "x"],
    "offset": ["0", "9", "-1", "99999999999999999999999"],
    "status": ["READY", "", "lost", "A B"],
    "remote_reconciled": ["true", "False", "1", ""],
    "deployment_type": ["dev", "prod", "", "x"],
    "deployment_ids": [ID, f"{ID},{OTHER}", f"{ID},", "", "x"],
    "tag_value_ids": ["a", "a,b", ""],
    "name_contains": ["\u00e4", "a%b", "a&b", "a+b c", ""],
    "Limit": ["5"],
    "other": ["1"],
}


@st.composite
def queries(draw: st.DrawFn) -> str:
    """Return a strategy for queries, nearly all of them valid."""
    names = draw(st.lists(st.sampled_from(list(QUERY)[:8]), max_size=4, unique=True))
    valid_or_not = {name: QUERY[name][:2] * 3 + QUERY[name] for name in names}
    pairs = [(name, draw(st.sampled_from(values))) for name, values in valid_or_not.items()]
    if draw(st.integers(0, 5)) == 0:
        name = draw(st.sampled_from(list(QUERY)))
        pairs.append((name, draw(st.sampled_from(QUERY[name]))))
    text = urlencode(pairs)
    if draw(st.booleans()):
        text = "&".join(f"{name}={value}" for name, value in pairs)
    return text + draw(st.sampled_from(["", "", "&", "%", ";a=1", "&limit"]))


@pytest.mark.soak
@pytest.mark.promise(4, 26)
@patient(250, in_soak=1_200)
@given(queries(), st.sampled_from([(), JSON, (("content-type", "text/plain; charset=utf-16"),)]))
def test_queries_are_read_alike(query: str, headers: Any) -> None:
    request = Request("GET", "/v2/deployments", query, headers)
    one, other = contracts()
    expected, report = one.check_request(request), other.check_request(request)
    assert report == expected
    assert list((report.parameters or {}).items()) == list((expected.parameters or {}).items())


@pytest.mark.promise(4)
@pytest.mark.parametrize("name", [name for name in QUERY if name.islower() and name != "other"])
def test_list_requests_of_ordinary_clients_are_judged_in_rust(name: str) -> None:
    _, native = contracts()
    request = Request("GET", "/v2/deployments", urlencode({name: QUERY[name][0]}), JSON)
    ordinary = native.checker._ordinary
    assert ordinary is not None
    assert ordinary.report(request, None, None) == native.check_request(request)
    assert ordinary.report(request, None, None) is not None
    assert ordinary.report(request, "codehost", None) is None


@st.composite
def changed(draw: st.DrawFn) -> dict[str, Any]:
    """Return a strategy for deployments with other values of what exchange rules look at."""
    found = documents.deployment(draw(st.integers(0, 2))) | {"id": ID}
    if draw(st.booleans()):
        field = draw(st.sampled_from(["id", "name", "source", "status", "image_version"]))
        values = [ID, ID.upper(), OTHER, "a", "\u00e4", "codehost", "READY", None, 5]
        found[field] = draw(st.sampled_from(values))
    return found


ARGUMENTS: list[dict[str, Any]] = [
    {}, {"limit": 1}, {"limit": 2, "status": "READY"}, {"deployment_ids": (ID, OTHER)},
    {"deployment_ids": (OTHER,)}, {"name_contains": "CHECK"}, {"name_contains": "\u00df"},
    {"status": "", "deployment_ids": (), "image_version": None}, {"image_version": "0.2.14"},
]  # fmt: skip
FACTS: list[Any] = [
    None, {}, {"name": "checkout-0"}, {"name": "x"}, {"id": OTHER, "name": "x"}, {"name": None},
    {"id": ID.upper(), "source": "codehost"}, {"source": "internal_source"}, {"name": 5},
]  # fmt: skip


@pytest.mark.soak
@pytest.mark.promise(15, 26)
@patient(150, in_soak=1_000)
@given(
    st.lists(changed(), max_size=3),
    st.sampled_from(ARGUMENTS),
    st.sampled_from(FACTS),
    st.sampled_from(FACTS),
    st.booleans(),
    st.sampled_from([json.dumps, lambda value: json.dumps(value, ensure_ascii=False)]),
)
def test_responses_are_compared_with_requests_and_facts_alike(
    rows: list[dict[str, Any]], asked: dict[str, Any], stored: Any, heard: Any, one_row: bool, dumps: Any
) -> None:  # fmt: skip
    name, body, arguments = "list_deployments", {"resources": rows, "offset": len(rows)}, asked
    said = LearnedFacts(of_all={ID: heard, OTHER: {"name": "x"}}.get)
    if one_row and rows:
        name, body, arguments = "patch_deployment", rows[0], {"deployment_id": ID}
        said = LearnedFacts(ID, heard)
    response = Response(200, JSON, dumps(body).encode())
    reports = []
    for contract in contracts():
        checker = contract.checker
        for learned in (None, said):
            report = checker.response(response, name, arguments, stored, learned=learned)
            reports.append((learned is None, report, report.parameters))
    assert reports[:2] == reports[2:]


@pytest.mark.promise(15)
def test_responses_of_ordinary_services_are_judged_in_rust() -> None:
    _, native = contracts()
    ordinary = native.checker._ordinary_responses
    assert ordinary is not None
    checker, row = native.checker, documents.deployment(0) | {"id": ID.upper()}
    patch = checker.operations["patch_deployment"]
    arguments, facts = {"deployment_id": ID}, {"name": row["name"], "source": "codehost"}
    body = json.dumps(row).encode()

    def judged(facts: Any, heard: LearnedFacts | None, headers: Any = JSON) -> bool:
        response = Response(200, headers, body)
        return ordinary.report(response, patch, arguments, facts, heard) is not None

    assert judged(None, None)
    assert judged(facts, LearnedFacts(ID, facts))
    assert judged(facts, None, [[b"Content-Type", b"application/json; charset=UTF-8"]])
    assert not judged(None, LearnedFacts(OTHER, None))
    assert not judged({"name": "x"}, None)
    assert not judged(None, LearnedFacts(ID, {"name": "x"}))
    assert not judged(None, LearnedFacts(of_all=lambda _: None))
    assert not judged(None, None, (*JSON, ("content-encoding", "gzip")))
    assert not judged(None, None, ())
