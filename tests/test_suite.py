"""The conformance suite under every engine of Python; `make conformance` adds ajv."""

from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from deploy_contract import Contract
from deploy_contract.engines import Engine
from deploy_contract_codegen.reference import validator
from deploy_contract_format.text import yaml_documents
from tests.conformance.reference import reference
from tests.conformance.suite import SUITE, cases, difference, report

CASES = list(cases())
CONTRACTS: dict[str, Contract] = {}
ENGINES: dict[str, str | Engine] = {"python": "python", "rust": "rust", "reference": reference()}


@cache
def suite_schema() -> Any:
    return validator(next(yaml_documents((SUITE / "schema.yaml").read_text("utf-8"))).value)


@pytest.mark.parametrize("path", sorted(SUITE.glob("*.yaml")), ids=lambda path: path.stem)
def test_files_have_the_format_that_they_declare(path: Any) -> None:
    if path.name == "schema.yaml":
        suite_schema().check_schema(suite_schema().schema)
        return
    suite = next(yaml_documents(path.read_text("utf-8"))).value
    suite_schema().validate(suite)
    names = [case["name"] for case in suite["cases"]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", ENGINES)
def test_every_case_gets_its_answer(name: str) -> None:
    wrong = {}
    for title, case in CASES:
        if name == "reference" and "items" in case.get("limits", {}):
            continue  # the reference reads the schemas with the limits that stand in them
        differing = difference(case, report(case, ENGINES[name], CONTRACTS))
        if differing:
            wrong[title] = differing
    assert wrong == {}


@pytest.mark.parametrize("name", ["python", "rust"])
def test_bytes_that_come_again_get_the_same_answer_on_the_quick_path(name: str) -> None:
    import json

    wrong = {}
    for title, case in CASES:
        if "value" in case:
            again = {**{key: value for key, value in case.items() if key != "value"}, "text": json.dumps(case["value"])}
            for _ in range(3):
                differing = difference(again, report(again, ENGINES[name], CONTRACTS))
            if differing:
                wrong[title] = differing
    assert wrong == {}


def test_every_rule_has_a_case_that_breaks_it_and_one_that_does_not() -> None:
    broken: set[str] = set()
    judged: dict[str, set[str]] = defaultdict(set)  # rule -> answers of cases whose kind it is on
    contract = Contract()
    for _, case in CASES:
        named = {rule for key in ("violations", "undecided") for rule, _ in case.get(key, [])} | set(
            case.get("revision_rules", [])
        )
        broken |= named
        kind = case.get("document") or ("Deployment" if "response" in case else "DeploymentPatch")
        for rule in contract.rules:
            if not rule.on or kind in rule.on:
                judged[rule.rule].add("broken" if rule.rule in named else "kept")
    # no document sets these off: test_bodies does, and the tests of the middleware, which carries messages
    apart = {"unjudged", "body-incomplete", "body-timeout", "response-incomplete"}
    apart |= {"parameter-required"}  # the interface has no such parameter yet; test_generation adds one
    expected = {rule.rule for rule in contract.rules} - apart
    assert expected - broken == set()
    assert {rule for rule in expected if judged[rule] != {"broken", "kept"}} == set()
