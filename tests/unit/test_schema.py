"""The walk as a table: schema and instance -> the keywords that fail, each with its place."""

from typing import Any

import pytest

from deploy_contract.judge.python.schema import Reading, fits, prepare, prepare_all, walk
from deploy_contract_format.pointer import join

OBJECT = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string"},
        "cpu": {"type": ["number", "null"], "minimum": 0, "maximum": 8},
        "count": {"type": "integer"},
        "inner": {"type": "object", "properties": {"flag": {"type": "boolean"}}},
    },
    "additionalProperties": False,
}


# (schema, instance, "keyword pointer" of each finding in document order)
FINDINGS: list[tuple[dict[str, Any], Any, list[str]]] = [
    (OBJECT, {"name": "a"}, []),
    (OBJECT, [], ["type "]),
    (OBJECT, {}, ["required "]),
    (OBJECT, {"name": 1}, ["type /name"]),
    (OBJECT, {"name": "a", "cpu": None}, []),
    (OBJECT, {"name": "a", "cpu": 9}, ["maximum /cpu"]),
    (OBJECT, {"name": "a", "cpu": True}, ["type /cpu"]),
    (OBJECT, {"name": "a", "count": 2.0}, []),
    (OBJECT, {"name": "a", "count": 2.5}, ["type /count"]),
    (OBJECT, {"name": "a", "other": 1}, ["additionalProperties /other"]),
    (OBJECT, {"count": "x", "name": None}, ["type /count", "type /name"]),
    (OBJECT, {"name": "a", "inner": {"flag": 0}}, ["type /inner/flag"]),
    ({"type": "array", "items": {"type": "string"}}, ["a", 1, "b", 2], ["type /1", "type /3"]),
    ({"type": "array", "maxItems": 1, "items": OBJECT}, [{}, {}],
     ["maxItems ", "required /0", "required /1"]),
    ({"properties": {"a/b": {"type": "null"}}}, {"a/b": 1}, ["type /a~1b"]),
    ({"additionalProperties": {"type": "string"}}, {"a": "x", "b": 1}, ["type /b"]),
    ({"additionalProperties": {}}, {"a": "x", "b": 1}, []),
    ({"allOf": [{"minimum": 1}, {"maximum": 1}]}, 0, ["minimum "]),
    ({"anyOf": [{"type": "null"}, {"minimum": 3}]}, 3, []),
    ({"anyOf": [{"type": "null"}, {"minimum": 3}]}, 2, ["type "]),
    ({"not": {"type": "string"}}, "a", ["not "]),
    ({"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}, "a",
     ["minLength "]),
    ({"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}, 1,
     ["minimum "]),
    ({"if": {"type": "string"}, "then": {"minLength": 2}}, 1, []),
]  # fmt: skip


def found_by_walk(schema: Any, value: Any, **reading: bool) -> list[str]:
    """Return "keyword pointer" of each finding of a walk."""
    found = walk(schema, value, (), Reading(**reading))
    return [f"{keyword} {join(at)}" for keyword, at, *_ in found]


@pytest.mark.parametrize(("schema", "value", "expected"), FINDINGS)
def test_the_walk_finds_each_keyword_that_fails_in_document_order(
    schema: dict[str, Any], value: Any, expected: list[str]
) -> None:
    assert found_by_walk(prepare(schema), value) == expected
    assert fits(schema, value) is (not expected)


def test_the_members_of_an_oversized_array_can_be_skipped() -> None:
    schema = prepare({"type": "array", "maxItems": 1, "items": {"type": "string"}})
    assert found_by_walk(schema, [1, 2]) == ["maxItems ", "type /0", "type /1"]
    assert found_by_walk(schema, [1, 2], skips_oversized=True) == ["maxItems "]


def test_a_definition_may_refer_to_itself() -> None:
    tree = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "below": {"$ref": "#/$defs/Tree"}},
    }
    schema = prepare_all({"Tree": tree})({"$ref": "#/$defs/Tree"})
    assert found_by_walk(schema, {"below": {"below": {"name": 1}}}) == ["type /below/below/name"]
