"""Documents for the tests of users, valid and with one fault, and the service in memory."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, SourceName
from hypothesis import find, given

from deploy_contract import Bundle, Contract, ContractError, Request
from deploy_contract.testing import documents, invalid_documents, service, valid_requests
from tests.support.names import named
from tests.support.strategies import patient

pytestmark = pytest.mark.filterwarnings("ignore:Using `httpx` with `starlette.testclient`")
LIST = "/v2/deployments"
BOOK = Bundle.installed().book
STRICT = Contract(unknown_fields="reject")
CASES: list[tuple[DocumentKind, SourceName | None]] = [
    ("DeploymentPatch", None),
    ("DeploymentPatch", "codehost"),
    ("Deployment", "external_container"),
    ("DeploymentList", None),
    ("RepositoryList", None),
    ("Deployment", None),
    *(("DeploymentPatch", named(source)) for source in BOOK.sources if source != "codehost"),
]
CHOSEN = [*CASES[:5], *(pytest.param(*case, marks=pytest.mark.soak_only) for case in CASES[5:])]
PATCH: DocumentKind = "DeploymentPatch"
EXAMPLES = Path(__file__).parents[2] / "spec" / "examples"


def given_source(kind: str, source: str | None) -> Any:
    return source if BOOK.kinds[kind].source == "context" else None


@pytest.mark.soak
@pytest.mark.parametrize("source", [None, "codehost", "external_container"])
def test_every_request_is_allowed_and_every_operation_and_parameter_is_tried(
    source: SourceName | None,
) -> None:
    contract = Contract(base_path="/api-host", unknown_fields="reject")
    seen = Counter[Any]()

    @patient(150, in_soak=500)
    @given(valid_requests(source=source, contract=contract))
    def check(request: Request) -> None:
        report = contract.check_request(request, source=source)
        assert (report.verdict, report.truncated) == ("allow", False)
        assert report.operation is not None
        seen[report.operation] += 1
        for part in request.query.split("&") if request.query else ():
            seen[report.operation, part.partition("=")[0]] += 1

    wanted: set[Any] = {row["operation"] for row in contract.operations}
    for row in contract.operations:
        names = [one["name"] for one in row["parameters"] if one["in"] != "path"]
        wanted |= {(row["operation"], name) for name in names}
    for _ in range(3):  # one run may not draw all of them
        check()
        if wanted <= seen.keys():
            break
    assert wanted <= seen.keys()


def test_requests_to_one_operation_are_all_of_it() -> None:
    @patient(20)
    @given(valid_requests("patch_deployment", source="codehost"))
    def check(request: Request) -> None:
        assert request.method == "PATCH"
        assert json.loads(request.body) is not None

    check()
    with pytest.raises(ContractError, match="operation must be one of"):
        valid_requests("patch")  # type: ignore[arg-type]
    with pytest.raises(ContractError, match="source must be one of"):
        valid_requests(source="moon")  # type: ignore[arg-type]


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "source"), CHOSEN)
def test_every_document_is_allowed(kind: DocumentKind, source: SourceName | None) -> None:
    seen = Counter[str]()

    @patient(15, in_soak=150)
    @given(documents(kind, source=source, contract=STRICT))
    def check(document: Any) -> None:
        report = STRICT.check(document, kind, source=given_source(kind, source))
        assert report.verdict == "allow"
        if source and BOOK.kinds[kind].source == "/source":
            assert document["source"] == source
        seen[json.dumps(document, sort_keys=True)] += 1

    check()
    assert len(seen) > 5, "they differ"


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "source"), CHOSEN)
def test_every_invalid_document_has_one_fault_and_its_rule(
    kind: DocumentKind, source: SourceName | None
) -> None:
    seen = Counter[str]()

    @patient(20, in_soak=200)
    @given(invalid_documents(kind, source=source, contract=STRICT))
    def check(found: Any) -> None:
        report = STRICT.check(found.document, kind, source=given_source(kind, source))
        enforced = [one for one in report.violations if one.mode == "enforce"]
        assert [(one.rule, one.pointer) for one in enforced] == [(found.rule, found.pointer)]
        assert report.verdict == "deny"
        seen[found.rule] += 1

    check()
    assert len(seen) > 3


def test_a_patch_can_break_the_rules_that_its_source_gives_it() -> None:
    rules = ["image-uri-source", "secret-complete", "tag-never-moves", "unknown-field"]
    seen = set()

    @patient(120)
    @given(invalid_documents(PATCH, source="codehost", rules=rules, contract=STRICT))
    def check(found: Any) -> None:
        seen.add(found.rule)

    for _ in range(3):  # one run may not draw all of them
        check()
        if seen == set(rules):
            break
    assert seen == set(rules)


@pytest.mark.parametrize("rules", ["image-uri-source", 5])
def test_rules_are_a_list(rules: Any) -> None:
    with pytest.raises(ContractError, match="rules must be a list of ids"):
        invalid_documents(PATCH, source="codehost", rules=rules)


def test_shrinking_ends_at_a_small_document() -> None:
    """Hypothesis finds the smallest document that has a property."""
    strategy = documents(PATCH, source="codehost")
    found = find(strategy, lambda document: bool(document.get("secrets")), settings=patient(150))
    assert found == {"secrets": [{"name": "", "value": ""}]}


# --- the service


def client_of(app: Any) -> Any:
    from starlette.testclient import TestClient  # which warns

    return TestClient(app)


def test_the_service_has_each_source_refuses_and_rolls_out_at_once() -> None:
    with service() as app:
        client = client_of(app)
        listed = client.get(LIST).json()["resources"]
        assert {row["source"] for row in listed} == set(BOOK.sources)
        (one, *_) = [row for row in listed if row["source"] == "codehost"]
        path, ref = f"{LIST}/{one['id']}", {"source_revision_config": {"repo_ref": "release-8"}}
        patched = client.patch(path, json=ref).json()
        wrong = {"source_revision_config": {"image_uri": "registry.example.com/a:1"}}
        assert client.patch(path, json=wrong).status_code == 422
        (now,) = [row for row in client.get(LIST).json()["resources"] if row["id"] == one["id"]]
    assert now["active_revision_id"] == patched["latest_revision_id"] != one["active_revision_id"]


def test_services_do_not_share_data_and_take_data_of_their_own() -> None:
    counts = []
    given_data: tuple[Any, ...] = (None, {}, str(EXAMPLES / "service.yaml"))
    for data in given_data:
        with service(data, base_path="/api-host") as app:
            counts.append(len(client_of(app).get(f"/api-host{LIST}").json()["resources"]))
    assert counts[1] == 0
    assert counts[0] == counts[2] > 0


@pytest.mark.parametrize(
    ("call", "arguments", "text"),
    [
        (invalid_documents, {"kind": "DeploymentPach"}, "did you mean DeploymentPatch"),
        (invalid_documents, {"kind": PATCH, "source": "codehst"}, "did you mean codehost"),
        (invalid_documents, {"kind": "RepositoryList", "source": "codehost"}, "RepositoryList has no source"),
        (invalid_documents, {"kind": PATCH, "rules": ["schema-tpye"]}, "did you mean schema-type"),
        (invalid_documents, {"kind": PATCH, "rules": []}, "rules is empty"),
        (service, {"data": {"deployments": [{"name": "CANARY"}]}}, r"data: /deployments/0: .*, and \d+ more"),
        (service, {"data": {"deploymets": []}}, "data: /deploymets: is not a field of a data file"),
        (service, {"data": "none.yaml"}, "none.yaml: "),
        (service, {"data": 5}, "data must be a mapping, or the name of a file"),
        (service, {"hosting": "clod"}, "did you mean cloud"),
        (service, {"base_path": "api"}, "base_path"),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_one_clear_line_without_values(
    call: Callable[..., Any], arguments: Any, text: str
) -> None:
    with pytest.raises(ContractError, match=text) as failed:
        call(**arguments)
    assert "\n" not in str(failed.value)
    assert "CANARY" not in str(failed.value)
