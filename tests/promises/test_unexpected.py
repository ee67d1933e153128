"""The unexpected is denied and logged: by the exception's type and place, and without a value."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from deploy_contract_generated.names import EngineName, RuleMode

from deploy_contract import Contract, Report, Request, Response, logs
from deploy_contract.judge.python import documents, wire
from deploy_contract.judge.python import rules as judge_rules
from deploy_contract.judge.python.relations import RELATIONS
from deploy_contract.middleware.observation import Observation
from tests.support.applications import ID, JSON, PATH, REFERENCES, App, deployment
from tests.support.commands import run_python
from tests.support.document_doors import DOORS, LIST, PATCH, judge, refusing
from tests.support.suite import of_each_class, report_by

pytestmark = pytest.mark.promise(31)
Log = pytest.LogCaptureFixture
CANARY = "CANARY-7f3a"
SECRETS = json.dumps({"secrets": [{"name": CANARY, "value": CANARY}]}).encode()
PLACE = re.compile(
    r" failed: (\w+) at (deploy_contract\w*/(?:\w+/)*\w+\.py:\d+)(, in \w+\.py:\d+)?( \(\d+ more suppressed\))?$"
)


PARTS: dict[str, tuple[Any, str]] = {
    "parse": (wire, "_decode"),
    "compile": (documents, "prepare_all"),
    "structure": (documents.DocumentJudge, "_structure"),
}


class BoomError(Exception):
    """An error that nobody expects; its text holds a value."""


def boom(*_arguments: Any, **_options: Any) -> Any:
    raise BoomError(CANARY)


def rules(report: Report) -> list[str]:
    return [item.rule for item in report.violations]


@pytest.fixture
def logged(caplog: Log) -> Iterator[Log]:
    with caplog.at_level(logging.INFO):
        yield caplog


def unexpected(caplog: Log) -> list[str]:
    """Return the lines on what was unexpected, each of which has a type and a place; nothing that was logged has a value."""
    assert CANARY not in caplog.text
    assert CANARY not in "".join(repr(vars(record)) for record in caplog.records)
    lines = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert all(PLACE.search(line) for line in lines), lines
    assert all(record.exc_info is None for record in caplog.records)
    return lines


@pytest.mark.promise(1, 5, 29)
@pytest.mark.parametrize("part", ["structure", "compile", "parse"])
def test_a_judge_that_fails_denies_at_every_door(
    part: str, logged: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*PARTS[part], boom)
    contract = Contract(engine="python")
    for number, door in enumerate(DOORS):
        for kind, body in ((PATCH, SECRETS), (LIST, b'{"resources": [], "offset": 0}')):
            assert judge(contract, door, kind, body) == refusing("unjudged")
        lines = unexpected(logged)
        begins = "(judging|parsing) a document failed: BoomError at deploy_contract/"
        assert number or re.match(begins, lines[0])
        assert any("test_unexpected.py:" in line for line in lines)  # the code that was called
        logs.THROTTLE.clear()


def test_what_is_refused_is_expected_and_not_logged(engine: EngineName, logged: Log) -> None:
    contract = Contract(engine=engine)
    for _, case in of_each_class(2):
        report_by(contract, case)
    assert logged.records == []


@pytest.mark.promise(1, 5)
@pytest.mark.parametrize("kind", ["enforced", "advised"])
def test_a_rule_that_fails(kind: str, logged: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """An enforced rule denies; one that only reports changes nothing, and its report is without it."""
    broken = {name: replace(one, evaluator=lambda *_: boom) for name, one in RELATIONS.items()}
    monkeypatch.setattr(judge_rules, "RELATIONS", broken)
    mode: RuleMode = "enforce" if kind == "enforced" else "report"
    relations = [rule.rule for rule in Contract().rules if rule.shape in RELATIONS]
    contract = Contract(modes=dict.fromkeys(relations, mode), engine="python")
    tagged = {"source_revision_config": {"repo_ref": "refs/tags/v1"}, "x": CANARY}
    document = json.dumps({"source_config": {"build_on_push": True}, **tagged})
    expected = ("deny", ["unjudged"]) if kind == "enforced" else ("allow", [])
    for _ in range(3):
        report = contract.check(document, PATCH, source="codehost", deployment={"name": CANARY})
        assert (report.verdict, rules(report)) == expected
        assert not report.truncated
    lines = unexpected(logged)
    assert lines
    assert all("BoomError" in line for line in lines)


@pytest.mark.promise(1, 5)
@pytest.mark.parametrize("name", ["route", "request"])
def test_the_reading_of_a_request_that_fails(over: Any, name: str, logged: Log) -> None:
    app, contract = App(), Contract(engine="python", unknown_fields="allow")
    vars(contract.checker)[name] = boom
    answer = over(app, contract=contract)("PATCH", PATH, SECRETS)
    assert (answer.status, answer.rules, app.calls) == (400, ["unjudged"], 0)
    assert unexpected(logged)
    if name == "request":
        request = Request("PATCH", PATH, "", tuple(JSON.items()), SECRETS)
        assert contract.check_request(request).verdict == "deny"


@pytest.mark.promise(1, 5)
@pytest.mark.parametrize("mode", ["enforce", "report"])
def test_the_judging_of_a_response_that_fails(over: Any, mode: str, logged: Log) -> None:
    app = App({"resources": [deployment(name=CANARY)], "offset": 0})
    contract = Contract(engine="python", unknown_fields="allow")
    vars(contract.checker)["response"] = boom
    answer = over(app, contract=contract, responses=mode)("GET", "/v2/deployments")
    assert answer.status == (502 if mode == "enforce" else 200)
    assert (mode == "report") == (answer.body == app.body)
    assert [line.partition(":")[0] for line in unexpected(logged)] == ["judging a response failed"]
    report = contract.check_response(Response(200, (), b""), operation="list_deployments")
    assert report.verdict == "deny"


def test_lines_of_one_kind_are_limited_and_counted(
    logged: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*PARTS["structure"], boom)
    contract = Contract(engine="python")
    for _ in range(logs.BURST + 7):
        contract.check(SECRETS, PATCH, source="codehost")
    assert len(unexpected(logged)) == logs.BURST
    times = iter([0.0, 0.0, 0.0, 0.0, 5.0, 10.5])
    throttle = logs.Throttle(burst=2, seconds=10.0, most=2, clock=lambda: next(times))
    assert [throttle.admit("a") for _ in range(6)] == [0, 0, None, None, None, 3]


def test_what_the_limit_remembers_is_bounded() -> None:
    throttle = logs.Throttle(most=50)
    for number in range(1000):
        assert throttle.admit(number) == 0
    assert len(throttle) == 50


@pytest.mark.promise(1)
def test_a_log_that_fails_undoes_no_denial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*PARTS["structure"], boom)
    logger = logging.getLogger("deploy_contract")
    logger.addFilter(boom)
    try:
        report = Contract(engine="python").check(SECRETS, PATCH, source="codehost")
    finally:
        logger.removeFilter(boom)
    assert rules(report) == ["unjudged"]


# Without on_report


NO_IMPORTS = """
import sys
from deploy_contract import Contract
contract = Contract()
sys.meta_path.clear()  # as if no file descriptor is left: no module can be imported
print([contract.check(one, "DeploymentPatch").verdict for one in ({1: 2}, "{", b"{}", {})])
"""


def test_a_contract_judges_without_an_import() -> None:
    """Odd values and refusals, too, which the core leaves to the Python judge."""
    done = run_python(NO_IMPORTS)
    assert (done.stdout, done.stderr) == ("['deny', 'deny', 'allow', 'allow']\n", "")


@pytest.mark.promise(5)
def test_without_on_report_refusals_are_warnings_and_reports_are_information(
    over: Any, logged: Log
) -> None:
    known, body = {ID: {"source": "codehost"}}, json.dumps(REFERENCES).encode()
    assert over(App(), deployments=known)("PATCH", PATH, body).status == 422
    send = over(App(), deployments=known, requests="report")
    assert send("PATCH", PATH, body).status == 200
    twice = json.dumps({"secrets": [{"name": CANARY, "value": CANARY}] * 2}).encode()
    assert over(App(), deployments=known)("PATCH", PATH, twice).status == 200
    over(App({"resources": [], "offset": CANARY}), responses="enforce")("GET", "/v2/deployments")
    lines = [f"{record.levelname} {record.getMessage()}" for record in logged.records]
    assert [line for line in lines if "lookup-" not in line] == [
        "WARNING refused request patch_deployment with 422: secret-references-source at /secret_references",
        "INFO reported request patch_deployment: secret-references-source at /secret_references",
        "INFO reported request patch_deployment: secret-names-unique at /secrets/1/name",
        "WARNING refused response list_deployments with 502: schema-type at /offset",
    ]
    assert {record.name for record in logged.records} == {"deploy_contract"}
    assert unexpected(logged) == []


def test_with_on_report_the_callback_is_in_charge(over: Any, logged: Log) -> None:
    seen: list[Observation] = []
    over(App(), on_report=seen.append)("PATCH", PATH, b"{")
    assert [(item.refused, item.status) for item in seen] == [(True, 400)]
    assert logged.records == []
