"""The conformance suite under every engine of Python; `make conformance` adds ajv. That it is sound, test_hooks shows."""

import pytest

from deploy_contract import Contract
from deploy_contract.document.engines import Engine
from tests.conformance import __main__ as table
from tests.support.engines import ENGINES as NAMES
from tests.support.names import named
from tests.support.reference import reference
from tests.support.suite import cases, difference, report

CASES = list(cases())
CONTRACTS: dict[str, Contract] = {}
ENGINES: dict[str, str | Engine] = {
    **dict(zip(NAMES, NAMES, strict=True)),
    "reference": reference(),
}


@pytest.mark.parametrize("name", ENGINES)
def test_every_case_gets_its_answer(name: str) -> None:
    wrong = {}
    for title, case in CASES:
        if name == "reference" and "items" in case.get("limits", {}):
            continue  # the reference reads the schemas with the limits that stand in them
        differing = difference(case, report(case, named(ENGINES[name]), CONTRACTS))
        if differing:
            wrong[title] = differing
    assert wrong == {}


@pytest.mark.parametrize("name", NAMES)
def test_bytes_that_come_again_get_the_same_answer_on_the_quick_path(name: str) -> None:
    import json

    wrong = {}
    for title, case in CASES:
        again = case
        if "value" in case:
            again = {key: value for key, value in case.items() if key != "value"}
            again["text"] = json.dumps(case["value"])
        if "request" in again or "text" in again:
            for _ in range(3):
                differing = difference(again, report(again, named(ENGINES[name]), CONTRACTS))
            if differing:
                wrong[title] = differing
    assert wrong == {}


def test_the_table_says_why_cases_are_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    limited = [(title, case) for title, case in cases() if "items" in case.get("limits", {})]
    monkeypatch.setattr(table, "cases", lambda: limited)
    results = table.python("jsonschema", reference())
    assert results == {"skipped": len(limited)}
    reason = "another limit of items: the reference reads the schemas as they are, with the limits in them"
    assert capsys.readouterr().err == f"jsonschema: {len(limited)} skipped: {reason}\n"
