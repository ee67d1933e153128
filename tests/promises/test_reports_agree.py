"""The native judge and the python judge give the same report, whole and in order, on random documents."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from deploy_contract.report import Report, outcome_of, report_of
from tests.support.effort import effort
from tests.support.names import named
from tests.support.random_calls import Call, calls, contracts

pytest.importorskip("deploy_contract_native")

RUNS, SETS, CALLS = effort(4, 100), effort(20, 200), 50  # a million calls in `make soak`


def all_of(report: Report) -> dict[str, Any]:
    """Return the parts of a report that are compared."""
    outcome = outcome_of(report)
    return report.to_dict() | {
        "status": report.status,
        "advice": outcome.advice,
        "kind": outcome.kind,
        "creates": outcome.creates_revision,
        "without_advice": outcome.without_advice,
        "value": repr(report.value),
    }


def judged(contract: Any, call: Call) -> Report:
    if call.is_answer:
        return report_of(contract.judge.answer(call.document, call.kind))
    kind, source = named(call.kind), named(call.source)
    report: Report = contract.check(call.document, kind, source=source, deployment=call.stored)
    return report


@pytest.mark.soak
@pytest.mark.promise(1, 9, 26, 29, 37)
@pytest.mark.parametrize("run", range(RUNS))
def test_random_documents(run: int, tmp_path: Path, tried: Callable[[int], None]) -> None:
    count = 0
    for number in range(SETS):
        chance = Random(f"{run} {number}")
        pair = contracts(chance, tmp_path)
        if pair is None:
            continue
        for place, call in enumerate(calls(chance, CALLS)):
            where = f"run {run}, contract {number}, call {place}: {call}"
            report, same = [judged(contract, call) for contract in pair]
            assert all_of(same) == all_of(report), where
            assert "unjudged" not in {found.rule for found in report.violations}, where
            modes = {found.mode for found in report.violations}
            assert report.verdict != "deny" or "enforce" in modes, where
            count += 1
    tried(count)
