"""A rule of an operator's policy is treated like a rule of the contract, from the verdict to the counts."""

import json
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName
from hypothesis import given
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from deploy_contract import Contract, ContractError, Request
from deploy_contract.answers import problem
from deploy_contract.metrics import observer
from deploy_contract.testing import documents, invalid_documents
from deploy_contract.traffic.coverage import Coverage
from tests.support.applications import ID, JSON, PATH, App, over_asgi, over_wsgi
from tests.support.commands import ended
from tests.support.effort import tried
from tests.support.envoy_module import SharedModule
from tests.support.gateways import Shared, soon
from tests.support.policies import rule, written
from tests.support.strategies import patient

pytestmark = pytest.mark.promise(38)
Output = pytest.CaptureFixture[str]

PATCH: DocumentKind = "DeploymentPatch"
RESOURCES = "/source_config/resource_spec"
NAME, MEMORY, CPU = "/secrets/*/name", f"{RESOURCES}/memory_mb", f"{RESOURCES}/cpu"
REF = "/source_revision_config/repo_ref"
LIMITS = {"if": {"required": ["secrets"], "properties": {"secrets": {"type": "array", "minItems": 4}}}}  # fmt: skip
OWN: dict[str, dict[str, Any]] = {
    "maximum": {"each": [MEMORY], "schema": {"maximum": 4096}, "sources": ["codehost"]},
    "minimum": {"each": [MEMORY], "schema": {"minimum": 1000}},
    "exclusive": {"each": [CPU], "schema": {"exclusiveMaximum": 2.5}},
    "maxLength": {"each": [NAME], "schema": {"maxLength": 5}},
    "minLength": {"each": [NAME], "schema": {"minLength": 300}},
    "pattern": {"each": [NAME], "schema": {"pattern": "^[A-Z][A-Z0-9_]*$"}},
    "forbidden-pattern": {"each": [REF], "schema": {"not": {"type": "string", "pattern": "^re(?:leases|ls)?/[0-9]{4}[.]"}}},
    "enum": {"each": [REF], "schema": {"enum": ["main", "dev", None]}},
    "minItems": {"each": ["/secrets"], "schema": {"minItems": 3}},
    "maxItems": {"schema": {"properties": {"secrets": {"maxItems": 2}}}},
    "items": {"each": ["/secrets"], "schema": {"items": {"properties": {"name": {"minLength": 3}}}}},
    "required": {"schema": {"required": ["source_revision_config"]}},
    "condition": {"schema": {**LIMITS, "then": {"required": ["source_config"]}}},
    "hosting": {"each": [MEMORY], "schema": {"maximum": 77}, "hosting": ["cloud"]},
    "never": {"never": {CPU: {"type": "number", "minimum": 4}, MEMORY: {"type": "integer", "maximum": 512}}},
    "at_most": {"relation": "at_most", "within": RESOURCES, "pairs": [["cpu", "memory_mb"]]},
    "unique_by": {"relation": "unique_by", "array": "/secrets", "key": "name"},
    "exists_in": {"relation": "exists_in", "names": [f"{RESOURCES}/volume_mounts/*/name"], "array": f"{RESOURCES}/volumes", "key": "name"},
    "field": {"field": MEMORY, "sources": ["external_container"], "when": {"type": "integer", "minimum": 1000}},
}  # fmt: skip
BROKEN = {"source_config": {"resource_spec": {"memory_mb": 4097}}}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return the path of a policy that limits the memory of codehost deployments."""
    return written(tmp_path, rule("our-memory", **OWN["maximum"]))


def test_it_is_found_at_every_door(engine: EngineName, own: Path) -> None:
    contract = Contract(engine=engine, policies=[own])
    body = json.dumps(BROKEN).encode()
    request = Request("PATCH", PATH, "", JSON, body)
    for report in (
        contract.check(body, PATCH, source="codehost"),
        contract.check_request(request, source="codehost"),
    ):
        (found,) = report.violations
        assert (report.verdict, report.status) == ("deny", 422)
        assert (found.rule, found.mode, found.pointer) == ("our-memory", "enforce", MEMORY)
    for over in (over_asgi, over_wsgi):
        app = App()
        send = over(app, contract=contract, deployments={ID: {"source": "codehost"}})
        answer = send("PATCH", PATH, body)
        assert (answer.status, app.calls) == (422, 0)
        assert "our-memory" in answer.body.decode()
    tried(4)


def test_the_command_finds_and_explains_it(own: Path, tmp_path: Path) -> None:
    document = tmp_path / "patch.json"
    document.write_text(json.dumps(BROKEN))
    options = ["--policy", str(own)]
    assert "[our-memory]" in ended(1, "check", "--source", "codehost", *options, str(document)).out
    text = ended(0, "explain", "our-memory", *options).out
    assert "It applies to deployments with source codehost." in text
    samples = re.findall(r"\n  (fails|passes) \(source codehost\):\n((?:    .*\n)+)", text)
    contract = Contract(policies=[own])
    verdicts = [contract.check(sample, PATCH, source="codehost").verdict for _, sample in samples]  # fmt: skip
    assert [word for word, _ in samples] == ["fails", "passes"]
    assert verdicts == ["deny", "allow"]


def test_a_rule_on_an_object_and_a_list_is_explained(tmp_path: Path) -> None:
    row = rule(schema={"required": ["name"]}) | {"on": ["Deployment", "RepositoryList"]}
    assert ended(0, "explain", "own", "--policy", str(written(tmp_path, row))).out


@pytest.mark.parametrize("name", OWN)
def test_a_document_is_generated_that_breaks_it_alone(name: str, tmp_path: Path) -> None:
    contract = Contract(policies=[written(tmp_path, rule("own", **OWN[name]))])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        invalid_documents(PATCH, source="codehost", contract=contract)

    @patient(5)
    @given(
        invalid_documents(PATCH, source="codehost", rules=["own"], contract=contract),
        documents(PATCH, source="codehost", contract=contract),
    )
    def check(found: Any, allowed: Any) -> None:
        report = contract.check(found.document, PATCH, source="codehost")
        enforced = [one.rule for one in report.violations if one.mode == "enforce"]
        assert (report.verdict, enforced, found.rule) == ("deny", ["own"], "own")
        assert contract.check(allowed, PATCH, source="codehost").verdict == "allow"

    check()


def test_rules_on_one_field_are_each_broken_alone(tmp_path: Path) -> None:
    names = ["maxLength", "pattern", "items", "minItems", "unique_by", "maximum", "required"]
    rows = [rule(f"own-{index}", **OWN[name]) for index, name in enumerate(names)]
    contract = Contract(policies=[written(tmp_path, *rows)])
    rules = [row["rule"] for row in rows]
    invalid_documents(PATCH, source="codehost", rules=rules, contract=contract)


def test_a_rule_that_no_document_breaks_is_named(tmp_path: Path) -> None:
    unreachable = rule("own-bound", each=[MEMORY], schema={"maximum": 2**53 - 1})
    stored = rule("own-stored", relation="equals_stored", fields=["/source_config/custom_url"])
    own = written(tmp_path, unreachable, stored, rule("own", **OWN["pattern"]))
    contract = Contract(policies=[own])
    with pytest.warns(UserWarning, match="found that breaks own-bound, own-stored alone"):
        invalid_documents(PATCH, source="codehost", contract=contract)
    for name in ("own-bound", "own-stored"):
        with pytest.raises(ContractError, match=f"no DeploymentPatch .* breaks {name} alone"):
            invalid_documents(PATCH, source="codehost", rules=[name], contract=contract)
    with pytest.raises(ContractError, match=r"rules: 'ownn' is not one of .*; did you mean own"):
        invalid_documents(PATCH, source="codehost", rules=["ownn"], contract=contract)


def test_a_rule_for_one_source_is_named_if_no_source_is_given(own: Path) -> None:
    contract = Contract(policies=[own])
    with pytest.warns(UserWarning, match="our-memory"):
        invalid_documents(PATCH, contract=contract)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # for another source, it denies nothing
        invalid_documents(PATCH, source="external_container", contract=contract)


def test_it_is_counted_by_coverage_and_metrics(own: Path) -> None:
    contract, reader = Contract(policies=[own]), InMemoryMetricReader()
    coverage = Coverage(contract)
    kept = {"source_config": {"resource_spec": {"memory_mb": 4096}}}
    for document in (BROKEN, kept):
        request = Request("PATCH", PATH, "", JSON, json.dumps(document).encode())
        report = contract.check_request(request, source="codehost")
        coverage.add(report, "request", source="codehost")
    (row,) = [row for row in coverage.rows("rules") if row.names == ("our-memory", "codehost")]
    assert row[1:] == (1, 1, 0)
    send = over_asgi(
        App(),
        contract=contract,
        deployments={ID: {"source": "codehost"}},
        on_report=observer(MeterProvider([reader]).get_meter("test")),
    )
    send("PATCH", PATH, json.dumps(BROKEN).encode())
    data = reader.get_metrics_data()
    assert data is not None
    assert '"rule": "our-memory"' in data.to_json()


def test_the_gateway_logs_and_counts_it(own: Path, common: Shared) -> None:
    program = common.set(
        policies=[str(own)], hosting="cloud", log="violations", unknown_fields="allow"
    )
    assert program.patch(json.dumps({"source": "codehost", **BROKEN}).encode()).status == 422
    (line,) = soon(lambda: program.lines("request"))
    assert [row["rule"] for row in line["request"]["violations"]] == ["our-memory"]
    labels = 'direction="request",mode="enforce",operation="patch_deployment",rule="our-memory"'
    assert program.metrics()[f"violations_total{{{labels}}}"] == 1


def test_envoy_refuses_by_it_and_counts_it(tmp_path: Path, module: SharedModule) -> None:
    texts = {"message": 'höchstens "4 GB" 🚀', "hint": "siehe C:\\Regeln"}
    own = written(tmp_path, rule("our-memory", **OWN["maximum"], **texts))
    contract = Contract(policies=[own], hosting="cloud", unknown_fields="allow")
    envoy = module.set(contract)
    body = json.dumps({"source": "codehost", **BROKEN}).encode()
    found = envoy.front.patch(body)
    report = contract.check_request(Request("PATCH", PATH, "", JSON, body))
    assert [row.rule for row in report.violations] == ["our-memory"]
    assert (found.status, found.body) == (422, problem(report, 422).body)
    labels = 'direction="request",mode="enforce",rule="our-memory"'
    assert envoy.counters("violations") == {f"violations{{{labels}}}": 1}
