"""The files of JSONTestSuite: what is no JSON is refused, what is JSON is read, and the rest is decided file by file.

`tests/support/json_test_suite.yaml` has the decisions.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract
from tests.support.document_doors import DOORS, LIST, PATCH, judge, refusing
from tests.support.engines import made
from tests.support.generator import parsed
from tests.support.names import named
from tests.support.shared_data import needs, shared_data

FOLDER = shared_data("json-test-suite")
pytestmark = [pytest.mark.promise(1, 2, 3, 10, 11, 12, 26), needs(FOLDER)]
DECISIONS = Path(__file__).parents[1] / "support" / "json_test_suite.yaml"
DECIDED: dict[str, Any] = parsed(DECISIONS.read_text("utf-8"))[0].value
# the rule that refuses a file, or ""
RULES = {name: rule for rule, names in DECIDED["refused"].items() for name in names}
RULES |= dict.fromkeys(DECIDED["read"], "")
BOUNDS = {"schema-maximum", "schema-minimum"}
COUNTS = {"n_": 188, "y_": 95, "i_": 35, "transform": 22}  # a file more or less is to be looked at


def files(begin: str) -> dict[str, bytes]:
    """Return the files of one of `COUNTS`: their names without the ending, and what they hold."""
    pattern = "test_transform/*" if begin == "transform" else f"test_parsing/{begin}*"
    return {path.stem: path.read_bytes() for path in sorted(FOLDER.glob(f"{pattern}.json"))}


def unlike(contract: Contract, body: bytes, rule: str) -> list[Any]:
    """Return the doors, and what they say of a file, that do not judge it as decided."""
    if rule.startswith("json-"):
        found = [(door, judge(contract, door, PATCH, body)) for door in DOORS if body]
        found += [(kind, judge(contract, "check", kind, body)) for kind in contract.kinds]
        return [row for row in found if row[-1] != refusing(rule)]
    # an opinion of its own: that of the standard library, on what it is known to read well
    value = repr(json.loads(body))
    reports = [contract.check(body, named(kind)) for kind in contract.kinds]
    wrong: list[Any] = [report for report in reports if repr(report.value) != value]
    for place in (b'{"x": @}', b'{"source_config": {"resource_spec": {"labels": {"x": @}}}}'):
        patch = place.replace(b"@", body)
        page = b'{"resources": [], "offset": 1, "x": %s}' % patch
        for kind, inner in ((PATCH, patch), (LIST, page)):
            answer = judge(contract, "check", kind, inner)
            is_like = answer == refusing() if not rule else rule in answer.rules <= BOUNDS
            wrong += [] if is_like else [(place, kind, answer)]
            assert value in repr(contract.check(inner, named(kind)).value)
    return wrong


@pytest.mark.parametrize("group", COUNTS)
def test_files_are_refused_or_read_as_decided(engine: EngineName, group: str) -> None:
    contract, found = made(engine), files(group)
    usual = {"n_": "json-syntax", "y_": ""}.get(group)
    wrong = {}
    for name, body in found.items():
        rule = RULES.get(name, usual)
        assert rule is not None, f"{name} is not decided"
        wrong[name] = unlike(contract, body, rule)
    assert {name: differences for name, differences in wrong.items() if differences} == {}


def test_every_file_is_known_and_every_decision_is_about_one() -> None:
    assert {begin: len(files(begin)) for begin in COUNTS} == COUNTS
    # none of another name, or in another folder
    assert len(list(FOLDER.rglob("*.json"))) == sum(COUNTS.values())
    assert RULES.keys() <= {name for begin in COUNTS for name in files(begin)}
