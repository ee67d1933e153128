"""`explain` describes a rule in sentences, with a sample that fails and one that passes."""

import json
import re
from pathlib import Path

import pytest

from deploy_contract import Bundle, Contract, ContractError
from deploy_contract.cli.command import main
from deploy_contract_codegen.cases import APART
from deploy_contract_format.bundle_format import SAMPLES

GENERATED = Path(__file__).parents[2] / "generated"
Output = pytest.CaptureFixture[str]
RULES = [rule.rule for rule in Contract().rules]
RARE = {"parameter-required"}  # no operation has such a parameter
TABLE = json.loads((GENERATED / "deploy_contract_generated" / SAMPLES).read_text("utf-8"))


def explained(rule: str, capsys: Output, *options: str) -> str:
    assert main(["explain", rule, *options]) == 0
    return capsys.readouterr().out


def test_every_rule_that_a_message_can_break_has_both_samples(capsys: Output) -> None:
    lacking = set()
    for rule in RULES:
        text = explained(rule, capsys)
        if "\n  fails" not in text or "\n  passes" not in text:
            lacking.add(rule)
    assert lacking <= {*APART, *RARE}


def test_no_rule_is_explained_by_raw_json(capsys: Output) -> None:
    for rule in RULES:
        text, _, _ = explained(rule, capsys).partition("\n  fails")
        prose = text.split("\n\n", 2)[2]  # behind message and hint
        assert "{" not in prose, rule
        assert "[" not in prose.replace("[0-9", ""), rule


SOURCES = {f"source {name}": name for name in Bundle.installed().book.sources} | {"": None}


@pytest.mark.parametrize("part", ["broken", "kept"])
def test_the_samples_of_documents_break_and_keep_their_rule(part: str) -> None:
    contract, tried = Contract(), 0
    for rule, samples in TABLE.items():
        sample = samples.get(part, {})
        if sample.get("language") != "json" or sample["known"] not in SOURCES:
            continue
        source = SOURCES[sample["known"]]
        on = next(row.on for row in contract.rules if row.rule == rule)
        if "DeploymentPatch" not in on or rule.startswith("revision-"):
            continue
        report = contract.check(sample["text"], "DeploymentPatch", source=source)  # type: ignore[arg-type]
        found = {violation.rule for violation in (*report.violations, *report.undecided)}
        assert (rule in found) == (part == "broken"), rule
        tried += 1
    assert tried > 15


def test_a_rule_of_a_policy_has_no_samples(tmp_path: Path, capsys: Output) -> None:
    policy = tmp_path / "own.yaml"
    policy.write_text(
        "rules:\n- {rule: own, on: [DeploymentPatch], each: [/secrets/*/name], schema: {type: string,"
        " pattern: '^[A-Z]+$'}, basis: practice, message: m, hint: h, section: our handbook}\n"
    )
    text = explained("own", capsys, "--policy", str(policy))
    assert "each value at /secrets/*/name" in text
    assert "string, matching" in text
    assert "fails" not in text


def files() -> dict[str, bytes]:
    folder = GENERATED / "deploy_contract_generated"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.json")
    }


def test_a_contract_without_samples_is_explained_without() -> None:
    tables = files()
    assert Bundle.from_files(tables, "new").samples.keys() == TABLE.keys()
    del tables[SAMPLES]
    assert Bundle.from_files(tables, "old").samples == {}


@pytest.mark.parametrize(
    "text", ["[]", '{"a": 1}', '{"a": {"kept": 1}}', '{"a": {"kept": {}}}', "{"]
)
def test_a_table_of_samples_that_is_malformed_is_refused(text: str) -> None:
    with pytest.raises(ContractError, match=re.escape(SAMPLES)):
        Bundle.from_files(files() | {SAMPLES: text.encode()}, "wrong")
