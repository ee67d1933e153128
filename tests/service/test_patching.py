"""Merging as pure functions, and that the contract alone says how."""

from typing import Any

import pytest

from deploy_contract import Contract
from deploy_contract_service import fields
from deploy_contract_service.patching import apply_patch, complete, merge, same, without_undeclared

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


def test_what_is_not_declared_is_left_out_at_any_depth() -> None:
    schema = fields.schema("ResourceSpec")
    spec = {
        "cpu": 1,
        "volumes": [{"name": "a", "nfs": {"free": 1}, "odd": 2}],
        "odd": 3,
        "labels": {"odd": 4},
    }
    assert without_undeclared(spec, schema) == {
        "cpu": 1,
        "volumes": [{"name": "a", "nfs": {"free": 1}}],
        "labels": {"odd": 4},
    }


def test_what_is_completed_is_known_whole() -> None:
    deployment = {
        "source": "codehost",
        "source_config": {"listener_config": {}},
        "source_revision_config": {},
    }
    body = {
        "source_config": {
            "listener_id": "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21",
            "listener_config": {"cluster_namespace": "a"},
        }
    }
    contract = Contract(modes={"listener-id-source": "off", "listener-config-source": "off"})
    before, after = (
        contract.check(body, "DeploymentPatch", deployment=one)
        for one in (deployment, complete(deployment))
    )
    assert before.verdict == "allow", "nothing is known to differ"
    assert [one.pointer for one in after.violations] == [
        "/source_config/listener_id",
        "/source_config/listener_config/cluster_namespace",
    ]


def test_the_contract_says_how_each_field_is_patched() -> None:
    said: dict[str, str] = {}

    def walk(schema: dict[str, Any], at: str) -> None:
        for name, member in schema.get("properties", {}).items():
            if "x-patch" in member:
                said[f"{at}/{name}"] = member["x-patch"]
            walk(member, f"{at}/{name}")

    walk(fields.schema("DeploymentPatch"), "")
    assert said == {
        "/source_config": "merged",
        "/source_config/listener_config": "merged",
        "/source_revision_config": "merged",
        "/secrets": "replaced_unless_empty",
    }
    assert fields.resolved_by_service() == {"repo_commit_sha"}
    assert ("source_config", "repo_url") in fields.immutable()
    assert fields.defaults() == {"limit": 20, "offset": 0}
    assert {source: fields.hosting_of(source) for source in ("codehost", "external_container")} == {
        "codehost": "cloud",
        "external_container": "self_hosted",
    }


def test_what_is_the_same_as_json() -> None:
    assert same({"a": 1, "b": [None]}, {"b": [None], "a": 1})
    assert not same({"a": [1]}, {"a": [True]})
    assert not same([0], [False])


def test_a_configuration_that_python_takes_for_equal_is_not_the_one_that_was_resolved() -> None:
    stored = {
        "source": "codehost",
        "source_revision_config": {"repo_ref": 1, "repo_commit_sha": "a"},
    }
    after = apply_patch(
        stored, {"source_revision_config": {"repo_ref": True}}, creates_revision=True
    ).deployment
    assert after["source_revision_config"]["repo_commit_sha"] is None
