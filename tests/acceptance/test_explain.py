"""`explain` describes a rule in sentences, with a sample that fails and one that passes."""

import json
import re
from pathlib import Path

import pytest

from deploy_contract import Bundle, Contract, ContractError
from deploy_contract.bundle_files import read_folder
from deploy_contract_codegen.cases import APART
from deploy_contract_format.bundle_format import SAMPLES
from tests.support.commands import ended, keep_contracts
from tests.support.policies import policy
from tests.support.policies import rule as own_rule
from tests.support.tables import GENERATED, table

RARE = {"parameter-required"}  # no operation has such a parameter
TABLE = table(SAMPLES)


def explained(rule: str, *options: str) -> str:
    return ended(0, "explain", rule, *options).out


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Return the explanation of each rule."""
    found = {}
    with pytest.MonkeyPatch.context() as monkeypatch:
        keep_contracts(monkeypatch)
        for rule in Contract().rules:
            found[rule.rule] = explained(rule.rule)
    return found


def test_rules_and_explain_say_all_that_the_contract_says(texts: dict[str, str]) -> None:
    listed = {}
    for style in ("json", "text"):
        listed[style] = ended(0, "rules", "--format", style).out
    rows = json.loads(listed["json"])
    assert [row["rule"] for row in rows] == list(texts)
    for row in rows:
        assert row["rule"] in listed["text"]
        printed = " ".join(texts[row["rule"]].split())
        for key in ("message", "hint", "basis", "mode", "section"):
            assert re.sub(r"\{(\w+)\}", r"<\1>", row[key]) in printed
        has_parts = re.search(r"\{\w+\}", row["message"] + row["hint"]) is not None
        assert ("A part in < > is" in printed) == has_parts


def test_every_rule_that_a_message_can_break_has_both_samples(texts: dict[str, str]) -> None:
    both = re.compile("(?s)\n  fails.*\n  passes")
    lacking = {rule for rule, text in texts.items() if not both.search(text)}
    assert lacking <= {*APART, *RARE}


def test_a_passing_sample_shows_a_correct_value(texts: dict[str, str]) -> None:
    _, passes = texts["tag-never-moves"].split("\n  passes")
    assert '"repo_ref": "main"' in passes
    for rule in ("yaml-scalar", "json-value"):
        assert texts[rule].rstrip().endswith("  x: 1"), "it has no explicit key"


def test_no_rule_is_explained_by_raw_json(texts: dict[str, str]) -> None:
    for rule, text in texts.items():
        prose = text.partition("\n  fails")[0].split("\n\n", 2)[2]  # behind message and hint
        assert "{" not in prose, rule
        assert "[" not in prose.replace("[0-9", ""), rule


PROSE = {
    '{"properties": {"source_config": {"properties": {"resource_spec": {"properties": {"memory_mb": {"minimum": 12, "maximum": 4096}}}}}}}': "A value that keeps it has this form: /source_config/resource_spec/memory_mb: at least 12, at most 4096.",
    '{"properties": {"secrets": {"type": ["array", "null"], "minItems": 1}, "packages": {"maxItems": 2}}}': "A value that keeps it has this form: /secrets: an array or null, with at least 1 item; /packages: with at most 2 items.",
    '{"required": ["secrets"], "properties": {"secrets": {}}}': "A value that keeps it has this form: with the members secrets; /secrets: any value.",
}  # fmt: skip


@pytest.mark.parametrize("schema", PROSE)
def test_a_schema_of_a_policy_is_shown_in_words(schema: str, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(policy(own_rule("own-rule", schema=json.loads(schema)))))
    text = explained("own-rule", "--policy", str(path))
    assert PROSE[schema] in " ".join(text.split())


OWN = """
rules:
- {rule: own, on: [DeploymentPatch], each: [/secrets/*/name], schema: {type: string,
   pattern: '^[A-Z]+$'}, basis: practice, message: m, hint: h, section: our handbook}
- {rule: own-memory, on: [DeploymentPatch], each: [/source_config/resource_spec/memory_mb],
   schema: {maximum: 4096}, sources: [codehost], basis: practice, message: m, hint: h, section: s}
- {rule: own-count, on: [DeploymentPatch], schema: {properties: {secrets: {maxItems: 2}}},
   sources: [codehost, internal_source], basis: advice, message: m, hint: h, section: s}
- {rule: own-stored, on: [DeploymentPatch], relation: equals_stored,
   fields: [/source_config/custom_url], basis: practice, message: m, hint: h, section: s}
fields:
- {rule: own-field, on: [DeploymentPatch], field: /source_config/resource_spec/cpu_limit,
   sources: [codehost], basis: practice, message: m, hint: h, section: s}
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    """Return the path of a policy."""
    policy = tmp_path / "own.yaml"
    policy.write_text(OWN)
    return str(policy)


def test_a_rule_of_a_policy_is_explained_truly(own: str) -> None:
    text = explained("own", "--policy", own)
    assert "each value at /secrets/*/name" in text
    assert "string, matching" in text
    text = " ".join(explained("own-memory", "--policy", own).split())
    assert "It applies to deployments with source codehost. It is about each value at" in text
    assert "may be set only" not in text
    text = " ".join(explained("own-count", "--policy", own).split())
    assert "deployments with source codehost or source internal_source. A value that" in text
    text = " ".join(explained("own-field", "--policy", own).split())
    assert "The field may be set only for source codehost." in text


def test_explain_says_if_no_sample_was_found(own: str) -> None:
    text = explained("own-stored", "--policy", own)
    assert "No sample that fails by this rule alone was found." in text


def test_a_bundle_without_samples_loads() -> None:
    tables = read_folder(GENERATED)
    assert Bundle.from_files(tables, "new").samples.keys() == TABLE.keys()
    del tables[SAMPLES]
    assert Bundle.from_files(tables, "old").samples == {}


@pytest.mark.parametrize(
    "text", ["[]", '{"a": 1}', '{"a": {"kept": 1}}', '{"a": {"kept": {}}}', "{"]
)
def test_a_table_of_samples_that_is_malformed_is_refused(text: str) -> None:
    with pytest.raises(ContractError, match=re.escape(SAMPLES)):
        Bundle.from_files(read_folder(GENERATED) | {SAMPLES: text.encode()}, "wrong")
