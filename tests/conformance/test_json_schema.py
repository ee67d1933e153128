"""The official JSON Schema test suite: each schema of the declared subset means what the suite says."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract, Limits
from deploy_contract.judge.python.schema import fits, prepare
from deploy_contract_format.parameters import is_vacuous
from deploy_contract_format.patterns import PATTERNS
from deploy_contract_format.subset import RESOURCE_KEYWORDS, RULE_KEYWORDS, problems
from tests.support.names import named
from tests.support.policies import policy, rule
from tests.support.shared_data import needs, shared_data

FOLDER = shared_data("json-schema-test-suite") / "draft2020-12"
pytestmark = [pytest.mark.promise(9), needs(FOLDER)]
Group = dict[str, Any]
KEYWORDS = RESOURCE_KEYWORDS | RULE_KEYWORDS


def groups() -> Iterator[tuple[str, bool, Group]]:
    """Yield the name of a file, whether it is required, and each group of tests in it."""
    for path in sorted(FOLDER.rglob("*.json")):
        for group in json.loads(path.read_text("utf-8")):
            yield path.stem, "optional" not in path.parts, group


def refusal(name: str, required: bool, schema: Any) -> str | None:
    """Return the reason for which the subset does not have a schema; None if it has it."""
    for problem in problems(schema, KEYWORDS):
        if problem.message.startswith("a schema here is an object"):
            return "true or false as a schema"
        return str(problem.at[-1])
    if "$ref" in json.dumps(schema):
        return "$ref"  # the generator only leaves those to definitions of the contract
    if name == "format" and required:
        return "format"  # here it asserts nothing, which 2020-12 leaves to the reader
    return None


def lowered(schema: Any) -> Any:
    """Return a schema with patterns in the place of formats, as the generator writes it."""
    if "format" in schema:
        return {**schema, "pattern": PATTERNS[schema["format"]]}
    return schema


def test_each_schema_of_the_subset_means_what_the_suite_says() -> None:
    passed: Counter[bool] = Counter()
    wrong = []
    for name, required, group in groups():
        if refusal(name, required, group["schema"]):
            continue
        schema = prepare(lowered(group["schema"]))
        for row in group["tests"]:
            passed[required] += 1
            if fits(schema, row["data"]) is not row["valid"]:
                wrong.append(f"{name}: {group['description']}: {row['description']}")
    assert wrong == []
    assert passed == {True: 261, False: 71}


# keyword, or what else the subset does not have -> tests of such schemas
REFUSED = {
    "$comment": 22, "$defs": 78, "$id": 96, "$ref": 31, "additionalProperties": 17,
    "const": 56, "contains": 69, "contentEncoding": 3, "contentMediaType": 15, "dependencies": 36,
    "dependentRequired": 20, "dependentSchemas": 28, "enum": 40, "exclusiveMaximum": 1,
    "exclusiveMinimum": 1, "format": 836, "if": 2, "maxContains": 2, "maxItems": 2,
    "maxLength": 2, "maxProperties": 10, "maximum": 1, "minContains": 2, "minItems": 2,
    "minLength": 2, "minProperties": 10, "minimum": 1, "multipleOf": 31, "oneOf": 29,
    "pattern": 66, "patternProperties": 71, "prefixItems": 81, "propertyNames": 26,
    "true or false as a schema": 65, "unevaluatedItems": 22, "unevaluatedProperties": 66,
    "uniqueItems": 43, "unknown-keyword": 4, "unknown/keyword": 4,
}  # fmt: skip


def test_the_reasons_for_which_schemas_are_refused_are_known() -> None:
    found: Counter[str] = Counter()
    for name, required, group in groups():
        reason = refusal(name, required, group["schema"])
        if reason:
            found[reason] += len(group["tests"])
    assert found == REFUSED


# a place where a patch may hold any value; the tests of the suite put their values below it
PLACE = "/source_config/resource_spec/sidecars/*/resources/limits"
# tests of schemas that no rule of a policy can have, by what is against it
NOT_IN_RULES = {"refuse nothing": 7, "format": 61}


def bare(schema: Any) -> Any:
    """Return a schema without the keywords that assert nothing."""
    if isinstance(schema, list):
        return [bare(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: bare(part) for key, part in schema.items() if key not in ("$schema", "default")}


def patch_with(value: Any) -> dict[str, Any]:
    container = {"name": "a", "image": "b", "resources": {"limits": {"value": value}}}
    return {"source_config": {"resource_spec": {"sidecars": [container]}}}


def test_both_judges_read_the_schemas_as_rules_of_a_policy(engine: str, tmp_path: Path) -> None:
    left_out: Counter[str] = Counter()
    tests: dict[str, list[dict[str, Any]]] = {}
    rules: list[dict[str, Any]] = []
    for name, required, group in groups():
        if refusal(name, required, group["schema"]):
            continue
        schema = bare(lowered(group["schema"]))
        found = list(problems(schema, RULE_KEYWORDS))
        if found or is_vacuous({"properties": {"value": schema}}):
            left_out[str(found[0].at[-1]) if found else "refuse nothing"] += len(group["tests"])
            continue
        identity = f"own-{len(rules)}"
        rules.append(rule(identity, each=[PLACE], schema={"properties": {"value": schema}}))
        tests[identity] = group["tests"]
    assert left_out == NOT_IN_RULES
    path = tmp_path / "suite.yaml"
    path.write_text(json.dumps(policy(*rules)))
    contract = Contract(engine=named(engine), policies=[path], limits=Limits(violations=1000))
    passed = 0
    for identity, rows in tests.items():
        for row in rows:
            report = contract.check(json.dumps(patch_with(row["data"])), "DeploymentPatch")
            broken = {violation.rule for violation in report.violations}
            # the contract itself refuses numbers beyond what programs read alike
            is_valid = broken.isdisjoint({identity, "schema-maximum"})
            assert identity not in broken if row["valid"] else not is_valid, row
            passed += 1
    assert passed == 264
