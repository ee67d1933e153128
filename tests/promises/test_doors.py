"""Every door gives the answers of the suite: the library in each way, middleware, the decision server, the command.

`acceptance/test_suite.py` compares the library with the suite, `test_envoy.py` Envoy with the library.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, Request, Response
from tests.support import document_doors
from tests.support.commands import ended
from tests.support.document_doors import PATCH, Judged, Stored, carry, judged
from tests.support.doors import DOORS, MIDDLEWARE
from tests.support.engines import made
from tests.support.names import named
from tests.support.suite import (
    OF_CONTRACT,
    SuiteRow,
    body_of,
    cases,
    of_each_class,
    report,
    request_of,
    response_of,
)


@cache
def usual() -> list[tuple[str, SuiteRow]]:
    """Return the cases of the contract without options."""
    return [(title, case) for title, case in cases() if not OF_CONTRACT & case.keys()]


def stored_of(case: SuiteRow) -> Stored:
    source = {"source": case["source"]} if "source" in case else None
    found: Stored = case.get("deployment", source)
    return found


def requests() -> Iterator[tuple[str, Request, Judged]]:
    """Yield the requests of the suite, each with the library's answer."""
    for title, case in usual():
        if "request" in case and "response" not in case and stored_of(case) is None:
            request = request_of(case)
            yield title, request, judged(made("python").check_request(request))


def expected_at(name: str, request: Request, answer: Judged) -> Callable[[Judged], bool]:
    """Return a predicate for the answers that a door may give: some do not get a request as it is written."""
    is_odd = re.fullmatch(r"/[ -~]*", request.path) is None
    if name in ("question", "check", "stream") and is_odd and not answer.passed:
        return lambda sent: not sent.passed  # for the form of the target
    names = {str(name).lower().replace("_", "-") for name, _ in request.headers}
    if name in MIDDLEWARE and answer.rules == {"method-override"} and names & OVERRIDING:
        return lambda sent: sent.passed  # without the header
    return lambda sent: sent._replace(body=None) == answer


OVERRIDING = {"x-http-method-override", "x-http-method", "x-method-override"}


@pytest.mark.promise(3, 10, 13, 18, 19, 20, 21, 28)
@pytest.mark.parametrize("name", DOORS)
def test_a_request_gets_its_answer(engine: EngineName, name: str) -> None:
    wrong = {}
    found = list(requests())
    for title, request, answer in found:
        pairs = [(str(key), str(value)) for key, value in request.headers]
        sent = DOORS[name](engine, request._replace(headers=pairs))
        if not expected_at(name, request, answer)(sent):
            wrong[title] = sent, answer
        if name in MIDDLEWARE and sent.passed:
            assert sent.body == request.body  # what was judged is what is forwarded
    assert wrong == {}
    assert len({answer.rules for _, _, answer in found}) > 20  # the test has something to say


def documents(few: int) -> Iterator[tuple[str, str, bytes, Stored, Judged]]:
    """Yield a few documents of each class: title, kind, body, what is stored, the library's answer."""
    contracts: dict[str, Contract] = {}
    for title, case in of_each_class(few):
        is_document = not {"request", "yaml", *OF_CONTRACT} & case.keys()
        if is_document and body_of(case):
            answer = judged(report(case, "python", contracts))
            yield title, case["document"], body_of(case), stored_of(case), answer


@pytest.mark.soak
@pytest.mark.promise(2, 3, 10, 11, 12, 13)
@pytest.mark.parametrize("name", document_doors.DOORS)
def test_a_document_gets_its_answer(engine: EngineName, name: str) -> None:
    door, contract = document_doors.DOORS[name], made(engine)
    as_body = name not in ("check", "text")
    wrong = {}
    for title, kind, body, stored, answer in documents(few=4):
        if as_body and kind != PATCH:  # undeclared names of responses are not looked at
            rules = answer.rules - {"confusable-field"}
            answer = Judged(answer.passed or not rules, rules)  # noqa: PLW2901
        found = judged(door(contract, named(kind), body, stored))
        if found != answer:
            wrong[title] = found, answer
    assert wrong == {}


@pytest.mark.promise(2, 3, 10, 11, 12, 13)
@pytest.mark.usefixtures("kept_contracts")
def test_a_file_gets_the_answer_of_its_text(tmp_path: Path) -> None:
    files: dict[str, Judged] = {}
    for _, kind, body, stored, answer in documents(few=40):
        if kind == PATCH and stored is None:
            path = tmp_path / f"{len(files)}.json"
            path.write_bytes(body)
            files[str(path)] = answer
    options = ("--as", PATCH, "--unknown-fields", "allow", "--format", "json")
    out, _ = ended(1, "check", *options, *files)
    found = {}
    for row in [json.loads(line) for line in out.splitlines()]:
        rules = [item["rule"] for item in row.get("violations", ()) if item["mode"] == "enforce"]
        found[row.get("file", "")] = Judged(row.get("verdict") != "deny", frozenset(rules))
    assert {name: found[name] for name in files} == files


@pytest.mark.promise(10, 13, 21)
def test_a_response_gets_its_answer(engine: EngineName, over: Any) -> None:
    contract, wrong = made(engine), {}
    contracts: dict[str, Contract] = {}
    for title, case in usual():
        if "response" not in case or "known" in case:
            continue
        request, response = request_of(case), response_of(case)
        types = [value for name, value in response.headers if name.lower() == "content-type"]
        is_json = len(types) == 1 and "json" in types[0].lower()  # what is no JSON passes
        if request.method == "HEAD" or not is_json or not contract.check_request(request).ok:
            continue
        expected = judged(report(case, engine, contracts))
        found = judged(carry(contract, over, request, response))
        if found != expected:
            wrong[title] = found, expected
    assert wrong == {}


@pytest.mark.promise(7)
def test_undeclared_names_of_responses_are_reported_only_if_asked_for() -> None:
    page = b'{"resources": [], "offset": 0, "total": 1}'
    request = Request("GET", "/v2/deployments", "", [], b"")
    response = Response(200, [("content-type", "application/json")], page)
    for mode, rules in {"report-requests": [], "report": ["unknown-field"]}.items():
        contract = Contract(unknown_fields=mode)  # type: ignore[arg-type] # a text of the table
        report = contract.check_response(response, request)
        assert (report.verdict, [item.rule for item in report.violations]) == ("allow", rules)
