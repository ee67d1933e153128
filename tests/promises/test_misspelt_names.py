"""A misspelt name of a request passes by default, but somebody sees it; names of responses are left alone."""

from typing import Any

import pytest

from deploy_contract import Contract, Request, Response
from deploy_contract.middleware.observation import Observation
from tests.support.applications import PATH, App, both

TYPO = b'{"secret_refs": []}'
PAGE = b'{"resources": [], "offset": 0, "total": 1}'


@pytest.mark.promise(30)
@both
@pytest.mark.parametrize("contract", [None, Contract(), Contract(hosting="cloud")])
def test_the_middleware_reports_undeclared_names_of_requests(over: Any, contract: Any) -> None:
    seen: list[Observation] = []
    app = App({"unlisted": 1})
    send = over(app, contract=contract, on_report=seen.append, responses="off")
    assert send("PATCH", PATH, TYPO).status == 200
    assert send("GET", "/v2/deployments", query="limt=5", headers={}).status == 200
    found = [(item.rule, item.mode, item.pointer) for one in seen for item in one.violations]
    assert found == [
        ("unknown-field", "report", "/secret_refs"),
        ("parameter-unknown", "report", "limt"),
    ]
    assert [item.hint for one in seen for item in one.violations][1] == "did you mean limit?"


@both
def test_a_contract_that_chooses_is_left_as_it_is(over: Any) -> None:
    seen: list[Observation] = []
    chosen = Contract(unknown_fields="allow")
    send = over(App(), contract=chosen, on_report=seen.append, responses="off")
    assert send("PATCH", PATH, TYPO).status == 200
    assert [one.violations for one in seen] == [()]


@pytest.mark.promise(7)
def test_undeclared_names_of_responses_are_reported_only_if_asked_for() -> None:
    request = Request("GET", "/v2/deployments", "", [], b"")
    response = Response(200, [("content-type", "application/json")], PAGE)
    for mode, rules in {"report-requests": [], "report": ["unknown-field"]}.items():
        contract = Contract(unknown_fields=mode)  # type: ignore[arg-type] # a text of the table
        report = contract.check_response(response, request)
        assert (report.verdict, [item.rule for item in report.violations]) == ("allow", rules)
