"""Compiled validators: fastjsonschema's code for every schema of the contract, reduced to a yes or no."""

import re
from collections.abc import Mapping
from typing import Any

import fastjsonschema

ALL_TYPES = [
    "array",
    "boolean",
    "null",
    "number",
    "object",
    "string",
]  # sorted, as free-form values have them
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
HEADER = '''"""Compiled by fastjsonschema from the schemas of spec/. Generated: edit spec/ and run `make generate`."""

# ruff: noqa
# mypy: ignore-errors
import re


class Invalid(Exception):
    """The document does not fit. It says nothing else, so that no value of the document can get out with it."""


'''
# fastjsonschema writes messages with the names and keys of the document into each exception, and computes the path of
# each value for them. Explanations are made from the schema elsewhere, so both go: it is faster, and leaks nothing. What is
# judged was parsed or inspected: it holds no tuples, no decimals, and no other subclasses.
_REDUCTIONS = (
    (re.compile(r"raise JsonSchemaValueException\(.*\)$", re.MULTILINE), "raise Invalid"),
    (
        re.compile(r"except \(JsonSchemaValueException, JsonSchemaValuesException\)"),
        "except Invalid",
    ),
    (
        re.compile(r"^(def \w+)\(data, custom_formats=\{\}, name_prefix=None\)", re.MULTILINE),
        r"\1(data)",
    ),
    (re.compile(r"\blist, tuple\b"), "list"),
    (re.compile(r", Decimal\b"), ""),
    (
        re.compile(
            r'^( *validate_\w+\(\w+), custom_formats, \(name_prefix or "data"\) \+ .*\)$',
            re.MULTILINE,
        ),
        r"\1)",
    ),
)


def source(schemas: Mapping[str, dict[str, Any]]) -> str:
    """The text of validators.py: a function for each named schema, and `VALIDATORS`, the table of them.

    References between the schemas are `#/$defs/<name>`.
    """
    names = {name: f"#/definitions/n{index}" for index, name in enumerate(schemas)}
    root = {
        "$schema": DRAFT_07,
        "definitions": {
            f"n{index}": _draft_07(schema, names) for index, schema in enumerate(schemas.values())
        },
        "properties": {
            f"p{index}": {"$ref": reference} for index, reference in enumerate(names.values())
        },
    }
    code = fastjsonschema.compile_to_code(root, use_default=False, use_formats=False)
    code = code[code.index("REGEX_PATTERNS") :]
    for pattern, replacement in _REDUCTIONS:
        code = pattern.sub(replacement, code)
    for left_over in ("JsonSchemaValue", "name_prefix", "custom_formats"):
        if left_over in code:
            raise RuntimeError(
                f"fastjsonschema writes code of another shape than expected: {left_over} is left in it"
            )
    functions = sorted(code[code.index("\ndef validate(") :].split("\ndef ")[2:])
    table = "".join(
        f'    "{name}": validate___definitions_n{index},\n' for index, name in enumerate(schemas)
    )
    body = code[: code.index("\ndef validate(")] + "".join(
        f"\ndef {function.rstrip()}\n\n" for function in functions
    )
    return f"{HEADER}{body}\nVALIDATORS = {{\n{table}}}\n"


def _draft_07(schema: Any, names: Mapping[str, str]) -> Any:
    if isinstance(schema, dict):
        if "$ref" in schema:
            return {"$ref": names[schema["$ref"].removeprefix("#/$defs/")]}
        if schema.get("additionalProperties") is False and schema.get("maxProperties", 0) >= len(
            schema.get("properties", ())
        ):
            schema = {
                key: value for key, value in schema.items() if key != "maxProperties"
            }  # there are no more to be had
        return {
            key: {name: _draft_07(member, names) for name, member in value.items()}
            if key == "properties"
            else _draft_07(value, names)
            for key, value in schema.items()
            if key != "title" and not key.startswith("x-") and (key, value) != ("type", ALL_TYPES)
        }
    return [_draft_07(item, names) for item in schema] if isinstance(schema, list) else schema
