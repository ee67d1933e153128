"""The suite under every judge; `make conformance` adds the npm package and ajv. That it is sound, test_hooks shows."""

import json
from collections.abc import Callable, Iterable, Iterator

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract
from tests.support.suite import SuiteRow, cases, difference, report


def as_texts() -> Iterator[tuple[str, SuiteRow]]:
    """Yield the cases of parsed documents as texts."""
    for title, case in cases():
        if "value" in case:
            rest = {key: value for key, value in case.items() if key != "value"}
            yield title, {**rest, "text": json.dumps(case["value"])}


@pytest.mark.parametrize("rows", [cases, as_texts])
def test_every_case_gets_its_answer(
    engine: EngineName, rows: Callable[[], Iterable[tuple[str, SuiteRow]]]
) -> None:
    contracts: dict[str, Contract] = {}
    found = {title: difference(case, report(case, engine, contracts)) for title, case in rows()}
    assert {title: differing for title, differing in found.items() if differing} == {}
