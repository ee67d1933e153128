"""Verdicts on what `spec/practice.md` decides: the same under every engine, and never `unjudged`."""

import itertools
import json
import logging
import random
from collections import Counter, UserDict
from collections.abc import Iterator
from dataclasses import asdict
from enum import Enum, IntEnum
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, ContractError, Report, Request, Response
from deploy_contract.judge.python.schema import fits
from deploy_contract.models import (
    Deployment,
    DeploymentPatch,
    DeploymentStatus,
    RevisionSource,
    Source,
    SourceConfig,
    SourceRevisionConfig,
)
from deploy_contract_service import fields
from tests.support.applications import ID, App, deployment
from tests.support.doors import JSON
from tests.support.effort import effort
from tests.support.engines import made
from tests.support.names import named
from tests.support.operations import after_patch
from tests.support.policies import REPOSITORIES, rule, written

pytestmark = pytest.mark.usefixtures("here")
PATCH: Final = "DeploymentPatch"
WHOLE: Final = "Deployment"
LIST: Final = "DeploymentList"


def shown(report: Report) -> list[tuple[str, str]]:
    """Return the rules and pointers of the violations of a report."""
    return [(one.rule, one.pointer) for one in report.violations]


def rules(report: Any) -> list[str]:
    return [one.rule for one in report.violations]


def patching(body: bytes) -> Request:
    return Request("PATCH", f"/v2/deployments/{ID}", "", JSON, body)


# -- a document is never `unjudged` for its content


def many(prefix: str, number: int) -> dict[str, int]:
    """Return so many undeclared members; with the prefix "secrets", they are confusable."""
    if prefix == "secrets":
        return {prefix + "\0" * (index + 1): 1 for index in range(number)}
    return {f"{prefix}{index}": 1 for index in range(number)}


@pytest.mark.promise(29, 37)
@pytest.mark.parametrize("number", [20, 21, 22, 500])
@pytest.mark.parametrize(
    ("prefix", "choice", "rule"),
    [("x", "reject", "unknown-field"), ("secrets", "allow", "confusable-field")],
)
def test_a_fault_behind_many_names_is_no_internal_error(
    engine: EngineName,
    number: int,
    prefix: str,
    choice: str,
    rule: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    contract = made(engine, unknown_fields=choice)
    body = {**many(prefix, number), "secrets": 5}
    for document in (body, json.dumps(body).encode()):
        report = contract.check(document, PATCH, source="codehost")
        assert report.verdict == "deny"
        assert report.status == 422
        assert {one.rule for one in report.violations} <= {rule, "schema-type"}
        assert report.value == body
        assert report.truncated
    request = patching(json.dumps(body).encode())
    assert contract.check_request(request, source="codehost").status == 422
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def response(document: Any) -> Response:
    return Response(200, list(JSON), json.dumps(document).encode())


# -- rules of policies: nulls, hostings, and the state after a patch


def own(engine: EngineName, *rules: dict[str, Any], **options: Any) -> Contract:
    return Contract(engine=engine, policies=[written(Path(), *rules)], **options)


def judged(contract: Contract, document: Any, kind: str = PATCH, **known: Any) -> Report:
    """Return the report on a document, which is the same for its text and when it comes again."""
    text = json.dumps(document).encode()
    reports = [contract.check(text, named(kind), **known) for _ in range(4)]
    reports.append(contract.check(document, named(kind), **known))
    if kind == PATCH:
        reports.append(contract.check_request(patching(text), **known))
    found = {
        (one.verdict, one.violations, one.needs, one.sources, one.undecided) for one in reports
    }
    assert len(found) == 1
    return reports[0]


COMMAND = "/source_config/build_command"
NULLS = [
    ({"type": "string"}, True, "allow"),
    ({"type": "string"}, False, "deny"),
    ({"enum": ["make"]}, True, "allow"),
    ({"not": {"type": "null"}}, True, "deny"),
    ({"type": "string", "not": {"enum": [None]}}, True, "deny"),
    ({"allOf": [{"type": "string"}, {"not": {"type": "null"}}]}, True, "deny"),
    ({"type": ["string", "null"], "minLength": 1}, True, "allow"),
]


@pytest.mark.promise(37, 38)
@pytest.mark.parametrize(("schema", "with_sources", "verdict"), NULLS)
def test_a_rule_for_some_sources_judges_a_null_only_if_its_schema_speaks_of_null(
    engine: EngineName, schema: Any, with_sources: bool, verdict: str
) -> None:
    chosen: dict[str, Any] = {"sources": ["codehost"]} if with_sources else {}
    contract = own(engine, rule(each=[COMMAND], schema=schema, **chosen))
    null = {"source_config": {"build_command": None}}
    assert judged(contract, null, source="codehost").verdict == verdict
    assert judged(contract, null, source="internal_source").verdict == (
        "allow" if with_sources else verdict
    )
    wrong = {"source_config": {"build_command": ""}}
    if schema in ({"enum": ["make"]}, {"type": ["string", "null"], "minLength": 1}):
        report = judged(contract, wrong, source="codehost")
        assert shown(report) == [("own", COMMAND)]


NAMED: dict[str, Any] = {"each": ["/name"], "schema": {"not": {"const": "bad"}}}
REPOSITORY = {
    "host_integration_id": ID, "id": 1, "name": "bad", "owner": "o", "url": "https://x", "default_branch": "main",
}  # fmt: skip


@pytest.mark.promise(37, 38)
def test_a_rule_for_some_hostings_is_judged_where_the_source_runs(engine: EngineName) -> None:
    in_cloud = rule(on=WHOLE, hosting=["cloud"], **NAMED)
    for hosting in (None, "cloud", "self_hosted"):
        contract = own(engine, in_cloud, hosting=named(hosting))
        bad = deployment(name="bad")
        assert judged(contract, bad, WHOLE).verdict == "deny"
        if hosting is None:
            assert shown(judged(contract, bad, WHOLE)) == [("own", "/name")]
            several = {"resources": [deployment(), bad], "offset": 2}
            assert shown(judged(contract, several, LIST)) == [("own", "/resources/1/name")]
            other = deployment(name="bad", source="external_container")
            assert judged(contract, other, WHOLE).verdict == "allow"
            mixed = {"resources": [deployment(), other], "offset": 2}
            assert judged(contract, mixed, LIST).verdict == "allow"


@pytest.mark.promise(37, 38)
@pytest.mark.parametrize(
    ("hosting", "verdict", "needs"),
    [
        (None, "indeterminate", ("source", "hosting")),
        ("self_hosted", "deny", ()),
        ("cloud", "allow", ()),
    ],
)
def test_a_rule_for_a_hosting_is_undecided_while_the_source_is_unknown(
    engine: EngineName, hosting: Any, verdict: str, needs: Any
) -> None:
    ours = rule(hosting=["self_hosted"], schema={"not": {"required": ["secrets"]}})
    report = judged(own(engine, ours, hosting=hosting), {"secrets": []})
    assert (report.verdict, report.needs) == (verdict, needs)


@pytest.mark.promise(37, 38)
def test_a_document_without_a_source_is_judged_on_each_hosting(engine: EngineName) -> None:
    bad: dict[str, Any] = {"each": ["/*/name"], "schema": {"not": {"const": "bad"}}}
    cloud = rule("on-cloud", on=REPOSITORIES, hosting=["cloud"], **bad)
    ours = rule("on-ours", on=REPOSITORIES, hosting=["self_hosted"], **bad)
    contract = own(engine, cloud).prepare()
    report = judged(contract, [REPOSITORY], REPOSITORIES)
    assert (report.verdict, report.needs, report.sources) == ("indeterminate", ("hosting",), ())
    assert [one.rule for one in report.undecided] == ["on-cloud"]
    assert judged(contract, [{**REPOSITORY, "name": "good"}], REPOSITORIES).verdict == "allow"
    assert judged(own(engine, cloud, ours), [REPOSITORY], REPOSITORIES).verdict == "deny"
    known = own(engine, cloud, ours, hosting="self_hosted")
    assert shown(judged(known, [REPOSITORY], REPOSITORIES)) == [("on-ours", "/0/name")]


CONFIG, SPEC = "/source_config", "/source_config/resource_spec"
LISTENER = f"{CONFIG}/listener_config"
NULL: dict[str, Any] = {"type": "null"}
TEXTS = [{"type": "string", "const": "a"}, NULL, {"not": NULL}]
OBJECTS = [{"type": "object"}, NULL, {"not": NULL}]
COMMANDS = {"build_command": {"const": "a"}, "install_command": {"type": "string"}}
# schemas of places in a rule, and values of fields that tell them apart
SCHEMAS: dict[str, list[Any]] = {
    COMMAND: TEXTS,
    f"{CONFIG}/install_command": TEXTS,
    LISTENER: OBJECTS,
    SPEC: [
        *OBJECTS,
        {"type": "object", "required": ["cpu"]},
        {"properties": {"cpu": {"maximum": 1}}},
    ],
    f"{SPEC}/cpu": [{"type": "number", "minimum": 2}, NULL],
    f"{SPEC}/memory_mb": [{"type": "integer", "maximum": 512}, NULL],
    CONFIG: [
        {"type": "object", "required": [*COMMANDS], "properties": COMMANDS},
        {"required": ["build_command"], "properties": COMMANDS},
        NULL,
    ],
    "/source_revision_config": OBJECTS,
    "/source_revision_config/repo_ref": TEXTS,
    "/secrets": [{"type": "array", "minItems": 1}, {"type": "array", "maxItems": 0}],
}
VALUES: dict[str, tuple[Any, ...]] = {
    COMMAND: (None, "a", "b"),
    f"{CONFIG}/install_command": (None, "a", "b"),
    LISTENER: (None, {}, {"cluster_namespace": "a"}),
    SPEC: (
        None, {}, {"cpu": 1}, {"cpu": 2}, {"memory_mb": 256},
        {"cpu": 1, "memory_mb": 256}, {"cpu": 2, "memory_mb": 256},
    ),
    "/source_revision_config/repo_ref": (None, "a", "b"),
    "/secrets": (None, [], [{"name": "a", "value": "x"}]),
}  # fmt: skip


def at(places: dict[str, Any]) -> dict[str, Any]:
    made_of: dict[str, Any] = {}
    for pointer, value in places.items():
        *around, name = pointer.split("/")[1:]
        inner = made_of
        for key in around:
            inner = inner.setdefault(key, {})
        inner[name] = value
    return made_of


def after(patch: Any, stored: Any) -> Any:
    """Return what a service makes of a patch, by practice.md."""
    schema = {"properties": fields.schema("DeploymentPatch")["properties"], "x-patch": "merged"}
    return after_patch(stored, patch, schema)


def some_of(dice: random.Random, never: dict[str, Any]) -> dict[str, Any]:
    """Return values of some fields, most of them such as a rule reads: often nothing, or what is empty."""
    chosen: dict[str, Any] = {}
    for name, known in VALUES.items():
        is_there = dice.random() < (0.7 if any(is_read(name, place) for place in never) else 0.2)
        if is_there:
            chosen[name] = dice.choice(known if dice.random() < 0.5 else known[:2])
    return chosen


def agrees(value: Any, known: Any) -> bool:
    """Return True if a stored value may be the one that is known, of objects in part."""
    if isinstance(known, dict):
        return isinstance(value, dict) and known.items() <= value.items()
    return bool(value == known)


def is_read(name: str, place: str) -> bool:
    return place.startswith(name) or (name.startswith(place) and name not in (SPEC, LISTENER))


def completions(never: dict[str, Any], facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the deployments that may be stored, with the fields that a rule reads."""
    read = [name for name in VALUES if any(is_read(name, place) for place in never)]
    several = [[one for one in VALUES[name] if agrees(one, facts.get(name, one))] for name in read]
    containers = [
        ["", name] if not any(known.startswith(f"/{name}") for known in facts) else [""]
        for name in ("source_config", "source_revision_config")
    ]
    for values in itertools.product(*several):
        stored = at({**facts, **dict(zip(read, values, strict=True))})
        for nulls in itertools.product(*containers):
            yield {**stored, **dict.fromkeys(filter(None, nulls))}


def outcome(never: dict[str, Any], patch: Any, stored: Any) -> str:
    """Return whether a patch keeps a rule, sets what breaks it, or leaves it broken."""
    state = after(patch, stored)
    if not all(fits(schema, _at(state, name)) for name, schema in never.items()):
        return "kept"
    return "set" if any(_at(state, name) != _at(stored, name) for name in never) else "left"


@pytest.mark.soak
@pytest.mark.promise(37, 38)
def test_never_judges_every_state_that_a_patch_may_lead_to(engine: EngineName) -> None:
    """By the reference service: an allow and a deny hold for all that may be stored, and what is the same for all is decided."""
    dice, found = random.Random(7), Counter[str]()
    parts = [(name, schema) for name, several in SCHEMAS.items() for schema in several]
    for _ in range(effort(150, 3_000)):
        (one, schema), (other, beside) = sorted(dice.sample(parts, 2), key=lambda part: part[0])
        if other.startswith(one):
            continue  # some of these rules contradict themselves
        never = {one: schema, other: beside}
        contract = own(engine, rule(never=never), modes=MUTED)
        for _ in range(8):
            sent, facts = some_of(dice, never), some_of(dice, never)
            patch = at(sent)
            report = judged(contract, patch, deployment={"source": "codehost", **at(facts)})
            outcomes = {outcome(never, patch, stored) for stored in completions(never, facts)}
            sets_nothing = all(value in (None, []) for value in sent.values())
            possible = {
                "allow": "set" not in outcomes,
                "deny": "kept" not in outcomes and not sets_nothing,
                "indeterminate": len(outcomes) > 1,
            }
            assert possible[report.verdict], (never, patch, facts, outcomes)
            if report.verdict == "indeterminate":
                assert report.needs == ("deployment",)
                assert [one.rule for one in report.undecided] == ["own"]
            found[report.verdict] += 1
    assert min(found.values()) > 50, found


MUTED = {
    item.rule: named("off")
    for item in Contract().rules
    if item.shape in ("field", "never", "equals_stored")
}


def _at(state: Any, pointer: str) -> Any:
    """Return the value at a pointer of a complete deployment; a field that it lacks is null."""
    for name in pointer.split("/")[1:]:
        state = state.get(name) if isinstance(state, dict) else None
    return state


# -- models, members of enums and mappings


class Number(IntEnum):
    """A number that has a name."""

    one = 1


NAME: Any = Enum("NAME", {"source": "source"})
TEXT: Any = Enum("TEXT", {"codehost": "codehost"}, type=str)
CODEHOST = RevisionSource.CODEHOST
STORED = Deployment(
    name="checkout", source=Source.CODEHOST, source_config=SourceConfig(repo_url="https://x"),
    source_revision_config=SourceRevisionConfig(), secrets=[], id=ID, tenant_id=ID,
    created_at="2026-01-31T12:00:00Z", updated_at="2026-01-31T12:00:00Z",
    status=DeploymentStatus.READY, latest_revision_id=None, active_revision_id=None,
)  # fmt: skip
MODELS = [
    asdict(DeploymentPatch(revision_source=CODEHOST)),
    DeploymentPatch(revision_source=CODEHOST),
    {"revision_source": CODEHOST},
    MappingProxyType({"revision_source": CODEHOST}),
]


@pytest.mark.promise(8, 37)
@pytest.mark.parametrize("given", MODELS)
def test_models_and_members_of_enums_are_taken_as_what_they_stand_for(
    engine: EngineName, given: Any
) -> None:
    contract = made(engine)
    for kind in (PATCH, DeploymentPatch):
        report = contract.check(given, named(kind), source="codehost")
        assert (report.verdict, report.violations) == ("allow", ())
        assert report.value["revision_source"] == "codehost"
        assert type(report.value["revision_source"]) is str
        assert report.model(DeploymentPatch).revision_source is CODEHOST
        denied = contract.check(given, named(kind), source="external_container")
        assert rules(denied) == ["revision-source-hosting"]
    assert contract.check(STORED, Deployment).verdict == "allow"
    assert contract.check({"resources": [STORED], "offset": Number.one}, LIST).verdict == "allow"
    typo = contract.check({"source_config": {"resource_spec": {"cpu": CODEHOST}}}, PATCH)
    assert rules(typo) == ["schema-type"]


class UnreadableObject(dict[str, Any]):
    """An object of the caller whose members cannot be read."""

    def items(self) -> Any:
        raise RuntimeError("CANARY")


@pytest.mark.promise(37)
@pytest.mark.parametrize(
    "facts",
    [
        STORED, asdict(STORED), {"source": Source.CODEHOST, "source_config": STORED.source_config},
        {**asdict(STORED), "read by no rule": UnreadableObject(a=True)},
        {NAME.source: TEXT.codehost, "source_config": STORED.source_config},
    ],
)  # fmt: skip
def test_stored_deployments_are_taken_as_models(engine: EngineName, facts: Any) -> None:
    contract = made(engine)
    body = json.dumps({"source_config": {"repo_url": "https://y"}}).encode()
    checked = contract.check(body, PATCH, source=named(TEXT.codehost), deployment=facts)
    assert contract.check(b"{}", PATCH, deployment=facts).sources == ("codehost",)
    for report in (checked, contract.check_request(patching(body), deployment=facts)):
        assert shown(report) == [("immutable-field", "/source_config/repo_url")]
    other = response(deployment(source="external_container"))
    operation = {"operation": named("patch_deployment"), "deployment": facts}
    whole = {**deployment(), "source_config": {"repo_url": "https://x"}}
    assert contract.check_response(response(whole), **operation).ok
    if facts is STORED or "id" in facts:
        assert not contract.check_response(other, **operation).ok
        known = {"operation": named("patch_deployment"), "known": lambda _id: facts}
        assert not contract.check_response(other, **known).ok


@pytest.mark.promise(37)
@pytest.mark.parametrize("by", ["mapping", "lookup"])
def test_lookups_return_models(over: Any, by: str, engine: EngineName) -> None:
    facts = {**vars(STORED), "read by no rule": UnreadableObject(a=True)}
    lookups: Any = {ID: STORED} if by == "mapping" else SimpleNamespace(find=lambda *_: facts)
    seen: list[Any] = []
    door = over(App(), contract=made(engine), deployments=lookups, on_report=seen.append)
    body = json.dumps({"source_config": {"repo_url": "https://y"}}).encode()
    door("PATCH", f"/v2/deployments/{ID}", body)
    assert seen[0].verdict == "deny"
    assert rules(seen[0]) == ["immutable-field"]
    assert seen[0].notes == ()


@pytest.mark.promise(1, 2, 15)
def test_objects_that_repeat_or_hold_themselves_end(contract: Contract) -> None:
    cycle: dict[str, Any] = {"a": Number.one}
    cycle["b"] = cycle
    twice: Any = [Number.one]
    for _ in range(30):
        twice = [twice, twice]
    assert shown(contract.check(cycle, PATCH)) == [("json-depth", "")]
    assert contract.check({"x": twice}, PATCH).verdict == "deny"


class Unreadable(UserDict[str, Any]):
    """A mapping of the caller whose values cannot be read."""

    def __getitem__(self, name: str) -> Any:
        raise RuntimeError("CANARY")


@pytest.mark.promise(1, 5)
@pytest.mark.parametrize(
    "facts", [Unreadable(source="codehost"), {"source_config": UnreadableObject(a=True)}]
)
def test_facts_that_cannot_be_read_are_a_wrong_argument(engine: EngineName, facts: Any) -> None:
    with pytest.raises(ContractError, match="cannot be read as JSON") as raised:
        made(engine).check({"name": "a"}, "DeploymentPatch", deployment=facts)
    assert "CANARY" not in str(raised.value)
    assert raised.value.__cause__ is None
