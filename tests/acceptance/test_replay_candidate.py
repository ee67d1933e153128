"""`replay --candidate PATH`: recorded traffic by two contracts, and the entries that differ."""

import json
from pathlib import Path

import pytest

from deploy_contract import Contract
from deploy_contract.candidate import Difference
from tests.support.commands import ROOT, ended, outcome
from tests.support.har_lines import judged_file
from tests.support.spec_change import free

EXAMPLE = str(ROOT / "spec" / "examples" / "exchange.har")
FIELD, RULE = free("health_path"), free("health-path-source")
CANARY = "hunter2-canary"
PATH = "/v2/deployments/5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"


@pytest.fixture
def recorded(tmp_path: Path) -> str:
    """Return a file with patches of the new field, and of none."""
    rows = []
    for body in ({"source_config": {FIELD: f"/{CANARY}"}}, {}) * 20:
        headers = [["Content-Type", "application/json"]]
        sent = {"method": "PATCH", "path": PATH, "headers": headers, "body": json.dumps(body)}
        rows.append({"request": sent})
    file = tmp_path / "traffic.ndjson"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(file)


def test_entries_that_differ_are_shown_and_summed_up(recorded: str, later: str) -> None:
    command = ["replay", "--unknown-fields", "reject", "--candidate", later, recorded]
    printed = ended(1, *command).out
    assert printed.count(f"by the candidate undecided: {RULE}, unknown-field\n") == 20
    [row] = [line for line in printed.splitlines() if "  denied  " in line and RULE in line]
    assert row.split() == [
        "patch_deployment", "requests", "denied", "undecided", f"{RULE},", "unknown-field", "20", "1",
    ]  # fmt: skip
    assert CANARY not in printed


def test_the_status_is_that_of_the_contract_in_force(recorded: str, later: str) -> None:
    undecided = ended(0, "replay", "--candidate", later, recorded).out
    assert "by the candidate undecided" in undecided
    said = ended(0, "replay", "--contract", later, "--candidate", later, recorded).out
    assert "by the candidate" not in said


def test_json_has_the_differences_of_an_entry(recorded: str, later: str) -> None:
    command = ["replay", "--format", "json", "--unknown-fields", "reject", "--jobs", "2"]
    rows = ended(1, *command, "--candidate", later, recorded).rows
    difference = {
        "operation": "patch_deployment", "verdict": "indeterminate", "rules": [RULE, "unknown-field"],
    }  # fmt: skip
    assert [row.get("candidate") for row in rows] == [{"request": difference}, None] * 20


def test_the_same_contract_differs_nowhere() -> None:
    command = ("replay", EXAMPLE, "--candidate", str(ROOT / "generated"))
    assert outcome(*command) == outcome("replay", EXAMPLE)


def test_responses_differ_too() -> None:
    candidate = Contract(modes={"list-within-limit": "off"})
    judged = judged_file(Path(EXAMPLE), candidate=candidate)
    assert {entry.number: entry.differences for entry in judged if entry.differences} == {
        6: {"response": Difference("list_deployments", "allow", ("list-within-limit",))}
    }


def test_a_body_that_was_not_recorded_is_not_compared(tmp_path: Path, later: str) -> None:
    file = tmp_path / "traffic.ndjson"
    file.write_text(json.dumps({"request": {"method": "PATCH", "path": PATH}}) + "\n")
    command = ["replay", "--format", "json", "--candidate", later, str(file)]
    assert "candidate" not in json.loads(ended(0, *command).out)
