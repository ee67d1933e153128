"""The official JSON Schema test suite: each schema of the declared subset means what the suite says."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from deploy_contract.judge.python.schema import fits, prepare
from deploy_contract_format.patterns import PATTERNS
from deploy_contract_format.subset import RESOURCE_KEYWORDS, RULE_KEYWORDS, problems
from tests.support.shared_data import shared_data

FOLDER = shared_data("json-schema-test-suite") / "draft2020-12"
pytestmark = [
    pytest.mark.promise(9),
    pytest.mark.skipif(
        not FOLDER.is_dir(),
        reason="the test suite is not beside the project, in ../shared/data/json-schema-test-suite",
    ),
]
Group = dict[str, Any]
KEYWORDS = RESOURCE_KEYWORDS | RULE_KEYWORDS


def groups() -> Iterator[tuple[str, bool, Group]]:
    """Yield the name of a file, whether it is required, and each group of tests in it."""
    for path in sorted(FOLDER.rglob("*.json")):
        for group in json.loads(path.read_text("utf-8")):
            yield path.stem, "optional" not in path.parts, group


def is_outside(name: str, required: bool, schema: Any) -> bool:
    """Return True if the subset does not have a schema."""
    if any(problems(schema, KEYWORDS)):
        return True
    # the generator only leaves references to definitions of the contract; a required `format`
    # asserts nothing, which 2020-12 leaves to the reader
    return "$ref" in json.dumps(schema) or (name == "format" and required)


def lowered(schema: Any) -> Any:
    """Return a schema with patterns in the place of formats, as the generator writes it."""
    if "format" in schema:
        return {**schema, "pattern": PATTERNS[schema["format"]]}
    return schema


def test_each_schema_of_the_subset_means_what_the_suite_says() -> None:
    passed: Counter[bool] = Counter()
    wrong = []
    for name, required, group in groups():
        if is_outside(name, required, group["schema"]):
            continue
        schema = prepare(lowered(group["schema"]))
        for row in group["tests"]:
            passed[required] += 1
            if fits(schema, row["data"]) is not row["valid"]:
                wrong.append(f"{name}: {group['description']}: {row['description']}")
    assert wrong == []
    assert passed == {True: 261, False: 71}
