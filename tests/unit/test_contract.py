"""The library as gateways call it: options, context, partial knowledge, modes, policies, reports."""

import copy
import dataclasses
import json
import pickle
import pydoc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import (
    Contract,
    ContractError,
    DocumentError,
    Hosting,
    Limits,
    Report,
    Request,
    Response,
    Source,
    Violation,
)
from deploy_contract.bundle import Bundle
from deploy_contract.models import Deployment, DeploymentPatch, Repository
from deploy_contract.report import with_changes
from deploy_contract_format.yaml_text import yaml_documents
from tests.support.applications import ID, OTHER, deployment
from tests.support.names import named
from tests.support.policies import policy, rule

PATCH: Final = "DeploymentPatch"
REFERENCES = {"secret_references": [{"name": "a", "secret_name": "b", "secret_key": "c"}]}
ROOT = Path(__file__).parents[2]
# prefixes that no request has: all requests would pass unjudged
IMPOSSIBLE = ("/api-host ", " /api-host", "/a b", "/a\n", "/a\0b", "/a\\b", "/.", "/../a", "/a/./b", "/a%20b", "/a;b", "/\xe9")  # fmt: skip


def test_the_source_may_be_an_enumeration_member(contract: Contract) -> None:
    body = json.dumps(REFERENCES).encode()
    for source, verdict in ((Source.CODEHOST, "deny"), (Source.EXTERNAL_CONTAINER, "allow")):
        assert contract.check(body, PATCH, source=source).verdict == verdict
    assert Contract(hosting=Hosting.CLOUD).check(REFERENCES, PATCH).verdict == "deny"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"hosting": "clout"}, "hosting must be one of cloud, self_hosted; did you mean cloud?"),
        ({"unknown_fields": "rejct"}, "unknown_fields must be one of allow, report-requests, report, reject; did you mean reject?"),
        ({"modes": {"schema-typ": "off"}}, "modes: schema-typ names no rule; did you mean schema-type?"),
        ({"modes": {"unknown-field": "off", "CANARY": "off"}}, "modes: entry 2 names no rule; `deploy-contract rules` lists them"),
        ({"modes": {5: "off"}}, "modes: entry 1 names no rule; `deploy-contract rules` lists them"),
        ({"modes": {(): "off"}}, "modes: entry 1 names no rule; `deploy-contract rules` lists them"),
        ({"modes": {"patch_deployments:schema-type": "off"}}, "modes: patch_deployments:schema-type names no operation; did you mean patch_deployment?"),
        ({"modes": {"patch_deployment:CANARY": "off"}}, "modes: entry 1 names no rule; `deploy-contract rules` lists them"),
        ({"modes": {"schema-type": "of"}}, "the mode of schema-type must be one of enforce, report, off; did you mean off?"),
        ({"engine": "steam"}, "engine must be one of"), ({"limits": 3}, "limits"),
        ({"bundle": "a/path"}, "bundle must be a Bundle, such as Bundle.load(path)"),
        *[({"base_path": prefix}, "base_path must be") for prefix in IMPOSSIBLE],
        ({"modes": {"json-duplicate-key": "report"}}, ""),
        ({"modes": {"patch_deployment:json-duplicate-key": "report"}}, ""), ({"policies": ["/nowhere/policy.json"]}, ""),
    ],
)  # fmt: skip
def test_a_wrong_option_is_named_with_what_is_allowed_and_the_nearest(
    options: dict[str, Any], text: str
) -> None:
    with pytest.raises(ContractError) as caught:
        Contract(**options)
    assert str(caught.value).startswith(text)
    assert len(str(caught.value).splitlines()) == 1


KINDS, SOURCES = map(", ".join, (Bundle.installed().kinds, Bundle.installed().book.sources))


@pytest.mark.parametrize(
    ("method", "arguments", "text"),
    [
        ("schema", ("DeploymentPtch",), f"kind must be one of {KINDS}; did you mean DeploymentPatch?"),
        ("schema", (PATCH, "close"), "variant must be one of closed, open; did you mean closed?"),
        ("schema", ([],), f"kind must be one of {KINDS}"),
        ("schema", (PATCH, None), "variant must be one of closed, open"),
        ("editor_schema", (PATCH, "code-host"), f"source must be one of {SOURCES}; did you mean codehost?"),
    ],
)  # fmt: skip
def test_a_bundle_names_what_was_meant(method: str, arguments: Any, text: str) -> None:
    with pytest.raises(ContractError) as caught:
        getattr(Bundle.installed(), method)(*arguments)
    assert str(caught.value) == text


def test_a_mode_of_an_operation_holds_for_faults_that_a_program_finds(engine: EngineName) -> None:
    modes: Any = {"patch_deployment:response-incomplete": "report"}
    contract = Contract(engine=engine, modes=modes).prepare()
    verdicts = {"patch_deployment": "allow", "list_deployments": "deny", None: "deny"}
    for name, verdict in verdicts.items():
        assert contract.judge.fault("response-incomplete", name).verdict == verdict


def test_a_policy_on_a_free_form_object_keeps_its_bounds(
    engine: EngineName, tmp_path: Path
) -> None:
    path, schema = tmp_path / "policy.json", {"properties": {"team": {"minLength": 1}}}
    labels = ["/source_config/resource_spec/labels"]
    path.write_text(json.dumps(policy(rule("our-team", each=labels, schema=schema))))
    contract = Contract(engine=engine, policies=[path])
    place = '{"source_config": {"resource_spec": {"labels": {"team": %s}}}}'
    for team, rules in (
        ('"a"', set()),
        ('"a"', set()),
        ('"a"', set()),
        ('""', {"our-team"}),
        ("1e300", {"schema-maximum"}),
        ("[" * 60 + "]" * 60, {"json-depth"}),
        ('"a"', set()),
    ):
        found = contract.check((place % team).encode(), PATCH, source="codehost")
        assert {violation.rule for violation in found.violations} == rules


def test_a_larger_limit_shows_more_violations(engine: EngineName) -> None:
    document = {"secrets": [{"name": "", "value": "x"}] * 2000}
    for most in (1, 20, 500, 1500, 5000):
        contract = Contract(engine=engine, limits=Limits(violations=most))
        report = contract.check(document, PATCH, source="codehost")
        # each name is empty, and all but the first repeat it
        assert (len(report.violations), report.truncated) == (min(most, 3999), most < 3999)


def test_integers_may_be_written_as_floats_in_models(contract: Contract) -> None:
    body = b'{"source_config": {"resource_spec": {"min_scale": 1.0, "max_scale": 1e2, "cpu": 1}}}'
    resources = contract.check(body, PATCH).model().source_config.resource_spec
    assert (resources.min_scale, resources.max_scale) == (1, 100)
    lenient = Contract(engine=named(contract.engine), modes={"schema-type": "report"})
    with pytest.raises(DocumentError):
        lenient.check({"source_config": "c4n4ry"}, PATCH).model()


def test_a_contract_never_changes(contract: Contract) -> None:
    with pytest.raises(AttributeError):
        contract.hosting = "cloud"  # type: ignore[misc]
    for name in ("hosting", "checker", "rules", "_evaluator", "nothing"):
        with pytest.raises(AttributeError):
            delattr(contract, name)
    assert copy.copy(contract) is contract
    assert copy.deepcopy({"contract": contract})["contract"] is contract


@pytest.mark.parametrize(
    "prefix", ["", "/api-host", "/A.b//c", "/~me/v1.0", "/a:b@c/...", "/.well-known/x"]
)
def test_a_prefix_that_requests_can_have_is_taken(prefix: str) -> None:
    request = Request("GET", f"{prefix}/v2/deployments", "limit=0")
    assert Contract(base_path=prefix).check_request(request).verdict == "deny"


def test_a_contract_is_pickled_by_its_options(engine: EngineName, tmp_path: Path) -> None:
    path, field = tmp_path / "policy.json", "/source_revision_config/image_uri"
    ours = rule("our-image", field=field, sources=["internal_container"])
    path.write_text(json.dumps(policy(ours, section="fields")))
    modes = {"our-image": "report", "schema-format": "report"}
    contract = Contract(
        engine=engine, hosting="cloud", unknown_fields="report", unknown_operations="reject", modes=named(modes), policies=[path],
        base_path="/api-host", limits=Limits(violations=3),
    )  # fmt: skip
    path.unlink()  # its rules are in the pickle
    body = json.dumps({"source_revision_config": {"image_uri": "x"}, "later": 1}).encode()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(contract, protocol))  # noqa: S301 - our own
        found = (again.engine, again.hosting, again.base_path, again.limits)
        assert found == (engine, "cloud", "/api-host", Limits(violations=3))
        assert again.rules == contract.rules
        for _ in range(3):
            for source in (None, "internal_container", "codehost"):
                one, other = (of.check(body, PATCH, source=source) for of in (again, contract))
                assert one.to_dict() == other.to_dict()
                assert one == other
        request = Request("GET", "/api-host/v2/elsewhere")
        assert again.check_request(request).to_dict() == contract.check_request(request).to_dict()


def test_an_unknown_source_is_settled_before_its_reasons_are_read(contract: Contract) -> None:
    body = b'{"source_revision_config": {"image_uri": "c4n4ry"}, "source_config": {"build_command": "make"}}'
    reports = [contract.check(body, PATCH) for _ in range(4)]
    assert len(set(reports)) == 1
    for report in reports:
        assert (report.verdict, report.needs) == ("indeterminate", ("source",))
        assert report.sources == ("external_container", "internal_container")
        (one,) = report.undecided
        found = (one.rule, one.pointer)
        assert found == ("image-uri-source", "/source_revision_config/image_uri")
        again = pickle.loads(pickle.dumps(report))  # noqa: S301 - our own
        assert again.to_dict() == report.to_dict()
        assert again == pickle.loads(pickle.dumps(again)) != report  # noqa: S301 - our own
        assert (again.undecided, again.violations) == (report.undecided, report.violations)
        assert report == copy.deepcopy(report) != with_changes(report, sources=())
        assert "c4n4ry" not in repr(report) + str(report.to_dict()) + repr(report.undecided)
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _: reports[-1].undecided, range(200)))) == 1
    known = {"source_config": {"build_on_push": False}}
    report = contract.check(body, PATCH, deployment=known)
    known.clear()
    assert report.undecided == reports[0].undecided


def test_reports_are_values(contract: Contract) -> None:
    report = contract.check(REFERENCES, PATCH, source="codehost")
    assert report == contract.check(REFERENCES, PATCH, source="codehost")
    assert not report.ok
    with pytest.raises(AttributeError):
        report.verdict = "allow"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        report.violations[0].rule = "x"  # type: ignore[misc]
    with pytest.raises(DocumentError) as caught:
        report.raise_for_violations()
    assert caught.value.violations == report.violations
    assert "secret-references-source" in str(caught.value)
    fine = contract.check({}, PATCH)
    assert fine.raise_for_violations() is fine
    shown = json.loads(json.dumps(report.to_dict()))
    assert shown["violations"][0]["pointer"] == "/secret_references"
    broken = "secret-references-source at '/secret_references'"
    assert repr(report) == f"<Report DeploymentPatch: deny ({broken})>"
    assert "attrgetter" not in pydoc.render_doc(Report)  # the help is about reports


def test_a_violation_is_what_the_spec_says() -> None:
    schema = next(yaml_documents((ROOT / "spec/schemas/violation.yaml").read_text("utf-8"))).value
    texts = ("must be array or null", "write a value of that type")
    violation = Violation("schema-type", "enforce", "body", "/secrets", *texts)
    assert list(violation.to_dict()) == schema["required"]
    repaired = dataclasses.replace(violation, repair="remove")
    assert list(repaired.to_dict()) == list(schema["properties"])


def test_models_are_the_generated_dataclasses(contract: Contract) -> None:
    example = json.loads((ROOT / "spec/examples/deployment-codehost.json").read_text())
    model = contract.check(example, "Deployment").model()
    assert isinstance(model, Deployment)
    assert model.source == Source.CODEHOST
    assert model.source_config.resource_spec is not None
    assert model.source_config.resource_spec.cpu == 0.5
    assert isinstance(contract.check(REFERENCES | {"later": 1}, PATCH).model(), DeploymentPatch)
    listed = (ROOT / "spec/examples/repository-list.json").read_bytes()
    (repository,) = contract.check(listed, "RepositoryList").model()
    assert isinstance(repository, Repository)
    with pytest.raises(DocumentError):
        contract.check([], PATCH).model()


def test_what_only_reports_of_a_response_never_hides_what_refuses() -> None:
    contract = Contract()
    ids = [f"{index:08x}-51b0-4a7e-b1f6-2f8c0a6d4b21" for index in range(60)]
    many = list(map(deployment, [*ids, ID]))
    body = json.dumps({"resources": many, "offset": 61}).encode()
    query = "limit=100&name_contains=nothing&status=UNUSED"
    asked = contract.check_request(Request("GET", "/v2/deployments", query))
    response = Response(200, [("content-type", "application/json")], body)
    known = {ID: {"name": "another"}, OTHER: {"name": "third"}}.get
    report = contract.check_response(response, asked, known=known)
    assert (report.verdict, report.violations[0].rule) == ("deny", "deployment-name-kept")
