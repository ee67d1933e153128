"""Merging as pure functions, and that the contract alone says how."""

from typing import Any

import pytest

from deploy_contract_service.patching import apply_patch, merge

OBJECT = {
    "x-patch": "merged",
    "properties": {"a": {"type": "string"}, "b": {"type": "object", "properties": {"c": {}}}},
}


@pytest.mark.parametrize(
    ("stored", "sent", "schema", "after"),
    [
        (1, None, {}, 1),
        (1, 2, {}, 2),
        (True, False, {}, False),
        ([1], [], {}, []),
        ([1], [], {"x-patch": "replaced_unless_empty"}, [1]),
        ([1], [2], {"x-patch": "replaced_unless_empty"}, [2]),
        ({"a": "x", "z": 1}, {"b": {"c": 1, "d": 2}}, OBJECT, {"a": "x", "z": 1, "b": {"c": 1}}),
        ({"a": "x"}, {"a": None, "e": 1}, OBJECT, {"a": "x"}),
        (None, {"a": "y"}, OBJECT, {"a": "y"}),
        ({"b": {"c": 1}}, {"b": {}}, OBJECT, {"b": {}}),
        ({"k": 1}, {"m": {"any": None}}, {"additionalProperties": True}, {"m": {"any": None}}),
    ],
)
def test_merged(stored: Any, sent: Any, schema: dict[str, Any], after: Any) -> None:
    assert merge(stored, sent, schema) == after


def test_a_configuration_that_python_takes_for_equal_is_not_the_one_that_was_resolved() -> None:
    stored = {
        "source": "codehost",
        "source_revision_config": {"repo_ref": 1, "repo_commit_sha": "a"},
    }
    after = apply_patch(
        stored, {"source_revision_config": {"repo_ref": True}}, creates_revision=True
    ).deployment
    assert after["source_revision_config"]["repo_commit_sha"] is None
