"""The help for tests: assertions, judged clients of each framework, and the texts of failures."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from deploy_contract import Contract, ContractError, Request, Response
from deploy_contract.testing import (
    ConformanceError,
    Judge,
    assert_conforms,
    assert_request_conforms,
    documents,
    judged,
)
from deploy_contract.testing.clients import attach
from deploy_contract.testing.tally import RunCoverage
from tests.support.applications import deployment
from tests.support.client_kinds import CLIENTS
from tests.support.commands import run_python

pytestmark = pytest.mark.filterwarnings("ignore:Using `httpx` with `starlette.testclient`")
ID = "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"
JSON = {"content-type": "application/json"}
LIST = "/v2/deployments"
ONE = f"{LIST}/{ID}"
CANARY = "CANARY-91c2"
DEPLOYMENT = deployment(ID)
IMAGE = {"source_revision_config": {"image_uri": CANARY}}


def answers(table: dict[tuple[str, str], tuple[int, Any]]) -> Callable[..., tuple[int, Any]]:
    """Return a service that answers by a table, and shows the sent message as `seen`."""
    seen: list[bytes] = []

    def answer(method: str, path: str, body: bytes) -> tuple[int, Any]:
        seen.append(body)
        return table[method, path]

    answer.seen = seen  # type: ignore[attr-defined]
    return answer


@pytest.mark.parametrize("kind", CLIENTS)
def test_a_client_of_each_kind_is_judged_until_it_is_detached(kind: str) -> None:
    wrong = {"resources": [], "offset": "0"}
    table: dict[tuple[str, str], tuple[int, Any]] = {
        ("GET", LIST): (200, wrong),
        ("GET", "/elsewhere"): (200, {"a": 1}),
        ("PATCH", ONE): (200, DEPLOYMENT),
    }
    service = answers(table)
    client, send = CLIENTS[kind](service)
    detach = attach(client, Judge())
    assert send("GET", "/elsewhere").status_code == 200
    with pytest.raises(ConformanceError, match="/offset: must be integer") as failed:
        send("GET", LIST)
    assert failed.value.report.operation == "list_deployments"
    table["GET", LIST] = (200, {"resources": [DEPLOYMENT], "offset": 1})
    send("GET", LIST)  # states the source
    with pytest.raises(ConformanceError, match="image-uri-source"):
        send("PATCH", ONE, IMAGE)
    assert service.seen[-1] == json.dumps(IMAGE).encode()  # type: ignore[attr-defined]
    detach()
    table["GET", LIST] = (200, wrong)
    assert send("GET", LIST).status_code == 200


@pytest.mark.parametrize("kind", CLIENTS)
def test_an_assertion_takes_the_request_of_a_response_or_needs_one(kind: str) -> None:
    _, send = CLIENTS[kind](answers({("GET", LIST): (200, {"resources": [], "offset": "0"})}))
    carries = {"httpx", "httpx, asynchronous", "requests", "Starlette"}
    with pytest.raises(ConformanceError if kind in carries else ContractError) as failed:
        assert_conforms(send("GET", LIST))
    assert ("/offset: must be integer" in str(failed.value)) == (kind in carries)
    assert ("give the request of the response" in str(failed.value)) != (kind in carries)


@pytest.mark.parametrize("kind", CLIENTS)
def test_a_client_takes_the_options_of_a_judge(kind: str) -> None:
    client, send = CLIENTS[kind](answers({("PATCH", ONE): (422, {})}))
    assert judged(client, deployments={ID: "codehost"}, requests="all") is client
    with pytest.raises(ConformanceError, match="image-uri-source"):
        send("PATCH", ONE, IMAGE)
    with pytest.raises(ContractError, match="give a judge or its options, not both"):
        judged(client, Judge(), requests="off")


@pytest.mark.parametrize(
    ("requests", "status", "fails"),
    [
        ("accepted", 200, True),
        ("accepted", 422, False),
        ("all", 422, True),
        ("off", 200, False),
    ],
)
def test_requests_fail_as_they_were_chosen_to(requests: Any, status: int, fails: bool) -> None:
    body = DEPLOYMENT if status == 200 else {"detail": "refused"}
    client, send = CLIENTS["httpx"](answers({("PATCH", ONE): (status, body)}))
    judged(client, Judge(deployments={ID.upper(): "codehost"}, requests=requests))
    if fails:
        with pytest.raises(ConformanceError, match="image-uri-source"):
            send("PATCH", ONE, IMAGE)
    else:
        send("PATCH", ONE, IMAGE)


def test_a_response_that_is_streamed_can_still_be_read_after_it_was_judged() -> None:
    client, _ = CLIENTS["httpx"](answers({("GET", LIST): (200, {"resources": [], "offset": 0})}))
    judged(client)
    with client.stream("GET", LIST) as response:
        assert response.json() == {"resources": [], "offset": 0}


def test_a_streamed_request_is_not_judged_by_its_body() -> None:
    class Transport(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            assert isinstance(request.stream, httpx.SyncByteStream)
            assert list(request.stream) == [b"{"]
            return httpx.Response(200, json=DEPLOYMENT)

    client = httpx.Client(transport=Transport(), base_url="http://service.example.com")
    judged(client, Judge(requests="all"))
    assert client.patch(ONE, content=iter([b"{"]), headers=JSON).status_code == 200


def test_a_failure_names_operation_violations_and_hints_and_no_value() -> None:
    body = {**DEPLOYMENT, "status": CANARY, CANARY: [CANARY], "name": 5}
    response = Response(200, JSON, json.dumps(body).encode())
    with pytest.raises(ConformanceError) as failed:
        assert_conforms(response, Request("PATCH", ONE, "", JSON, b"{}"))
    lines = str(failed.value).splitlines()
    assert lines[0] == "the response violates the contract: patch_deployment, status 200"
    assert "  error /name: must be string  [schema-type]" in lines
    assert any(line.startswith("        hint: ") for line in lines)
    assert CANARY not in str(failed.value)
    assert isinstance(failed.value, AssertionError)


def failure(body: Any, **options: Any) -> str:
    """Return the text about a patch, with its values, which has no canary."""
    request = Request("PATCH", ONE, "", JSON, json.dumps(body).encode())
    with pytest.raises(ConformanceError) as failed:
        assert_request_conforms(request, show_values=True, **options)
    assert CANARY not in str(failed.value)
    return str(failed.value)


def test_values_are_shown_if_asked_for_except_secrets_and_undeclared_fields() -> None:
    secret = {"name": "A", "value": 51966}
    body = {"secrets": [secret], "secrts": CANARY, "source_config": {"build_on_push": "no"}}
    text = failure(body, contract=Contract(unknown_fields="reject"))
    assert '        value: "no"' in text
    assert "value: hidden, since the contract marks it as a secret" in text
    assert "value: hidden, since the contract does not declare the field" in text
    assert "51966" not in text
    marked = failure({"secrets": CANARY})
    assert "value: hidden, since the contract marks it as a secret" in marked


@pytest.mark.promise(5)
@pytest.mark.parametrize(
    "value", [f"{CANARY}:7", CANARY, f"https://bot:{CANARY}@git.example.com/x", f"x://a@{CANARY}@b"]
)
def test_no_text_with_a_secret_and_no_address_with_a_user_is_shown(value: str) -> None:
    body: Any = {"source_config": {"custom_url": value}}
    if "@" not in value:
        body |= {"secrets": [{"name": "A", "value": CANARY}]}
    assert "value: hidden, since it contains a secret" in failure(body, source="codehost")


def test_assertions_return_the_report() -> None:
    request = Request("GET", LIST, "limit=5")
    assert assert_request_conforms(request).operation == "list_deployments"
    response = Response(200, JSON, b'{"resources": [], "offset": 0}')
    assert assert_conforms(response, request).verdict == "allow"
    assert assert_conforms(response, operation="list_deployments").verdict == "allow"


def test_a_judge_takes_stored_deployments_that_are_models() -> None:
    @dataclass
    class Stored:
        id: str
        source: str

    judge = Judge(deployments={ID: Stored(ID, "codehost")}, requests="off")  # type: ignore[dict-item]
    request = Request("PATCH", f"/v2/deployments/{ID}", "", JSON, b"{}")
    rows = [judge.judge(request, lambda: Response(404, JSON, b"{}")) for _ in range(2)]
    assert [row.source for row in rows] == ["codehost"] * 2


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (lambda: judged(3), "client is a int; give a client of httpx"),
        (lambda: Judge(requests="some"), "requests must be one of accepted, all, off"),  # type: ignore[arg-type]
        (lambda: Judge(deployments={ID: "codehst"}), "did you mean codehost"),
        (lambda: Judge(deployments={ID: 5}), "deployment must be a mapping"),  # type: ignore[dict-item]
        (lambda: Judge(deployments=5), "deployments: write a source"),  # type: ignore[arg-type]
        (lambda: Judge(deployments={"checkout": "codehost"}), "is not the id of a deployment"),
        (lambda: Judge(5), "contract must be a Contract"),  # type: ignore[arg-type]
        (lambda: judged(httpx.Client(), Contract()), "judge must be a Judge"),  # type: ignore[arg-type]
        (lambda: judged(httpx.Client), "client is a type; give a client of httpx"),
        (lambda: documents("DeploymentPatch", contract=5), "contract must be a Contract"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_argument_is_one_clear_line(wrong: Callable[[], Any], text: str) -> None:
    with pytest.raises(ContractError, match=text) as failed:
        wrong()
    assert "\n" not in str(failed.value)


def test_the_coverage_of_several_processes_is_their_sum() -> None:
    contract = Contract()
    whole, part = RunCoverage(), RunCoverage()
    report = contract.check_request(Request("GET", LIST, "limit=5"))
    for one in (whole, part):
        with one.of(contract) as added:
            added.add(report, "request")
    whole.merge(part.pack())
    (coverage,) = whole.coverages()
    row = next(row for row in coverage.rows("operations") if row.is_exercised)
    assert row == (("list_deployments", "request"), 2, 0, 0)
    unused = [row for row in coverage.rows("rules") if not row.is_exercised]
    assert len(unused) > 50
    assert RunCoverage().to_dict() is None


def test_the_library_does_not_import_the_help_for_tests() -> None:
    for imported, absent in (
        ("deploy_contract, deploy_contract.traffic", ["deploy_contract.testing"]),
        ("deploy_contract.testing", ["hypothesis", "httpx", "starlette", "flask", "django"]),
        ("deploy_contract_pytest", ["deploy_contract"]),
    ):
        code = f"import sys, {imported}; print(set({absent}) & {{*sys.modules}})"
        done = run_python(code)
        assert done.stdout.strip() == "set()", imported
