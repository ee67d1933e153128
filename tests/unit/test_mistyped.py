"""Hints for values of a wrong type fit the form of the value, and hold no part of it."""

from typing import Any

import pytest

from deploy_contract.files.hints import mistyped_hint

MEMORY = "Memory, in megabytes. Example: `1`."
SWITCH = "write true or false: yes, no, on and off are texts in YAML 1.2 and in JSON"
PLAIN = "write true or false without quotes"
NUMBER = "write the number without quotes"
WHOLE = "write a whole number, without a fraction"
QUOTES = "put the value in quotes: it must be a text"
LIST = "write a list: [...], or in YAML a line with `- ` for each item"
OBJECT = "write an object: {...}, or in YAML a line `key: value` for each member"


@pytest.mark.parametrize(
    ("types", "value", "hint"),
    [
        ({"boolean", "null"}, "yes", SWITCH),
        ({"boolean"}, "Off", SWITCH),
        ({"boolean"}, "True", PLAIN),
        ({"boolean"}, "maybe", None),
        ({"boolean"}, 1, None),
        ({"number", "null"}, "0.5", NUMBER),
        ({"integer"}, " 12 ", NUMBER),
        ({"integer"}, "-.5e3", NUMBER),
        ({"number"}, "500m", "write a number without a unit (500m is 0.5); the field: Memory, in megabytes"),
        ({"integer"}, "512Mi", "write a number without a unit; the field: Memory, in megabytes"),
        ({"integer"}, "500m", "write a number without a unit; the field: Memory, in megabytes"),
        ({"integer"}, "1 GB", "write a number without a unit; the field: Memory, in megabytes"),
        ({"number"}, "50%", "write a number without a unit; the field: Memory, in megabytes"),
        ({"number"}, "many", None),
        ({"integer"}, 1.5, WHOLE),
        ({"number"}, True, None),
        ({"string", "null"}, 1.10, QUOTES),
        ({"string"}, False, QUOTES),
        ({"string"}, [], None),
        ({"string"}, None, None),
        ({"array"}, {}, LIST),
        ({"array", "null"}, "hunter2", LIST),
        ({"array"}, None, None),
        ({"object"}, [], OBJECT),
        ({"object"}, "hunter2", None),
        ({"array", "object"}, "hunter2", None),
        (set(), "yes", None),
    ],
)  # fmt: skip
def test_the_hint_fits_types_and_form(types: set[str], value: Any, hint: str | None) -> None:
    assert mistyped_hint(types, value, MEMORY) == hint


def test_a_field_without_a_description_is_not_described() -> None:
    assert mistyped_hint({"integer"}, "512Mi") == "write a number without a unit"
