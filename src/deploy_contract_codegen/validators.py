"""Validators of structure: fastjsonschema's code for every kind, reduced to valid or not valid."""

import re
from collections.abc import Mapping
from typing import Any

import fastjsonschema

from deploy_contract_format.bundle_format import DRAFT_07

# sorted, as in the schemas of free-form values
ALL_TYPES = ["array", "boolean", "null", "number", "object", "string"]
HEADER = '''"""Compiled by fastjsonschema from the schemas of spec/.

Generated: edit spec/ and run `make generate`.
"""

# ruff: noqa
# mypy: ignore-errors
import re


class Invalid(Exception):
    """The instance is not valid. There is no message, so that no value of it can leak."""


'''
TABLE = """# by kind and variant: "open", or "closed" to refuse undeclared members. They judge structure alone
"""
# fastjsonschema puts names and keys of the document into the message of each exception, and
# computes the path of each value for them. The walker explains violations from the schema, so both
# are removed: this is faster, and leaks nothing. Instances were parsed or inspected before: they
# hold no tuples, no decimals, and no other subclasses.
_REDUCTIONS = (
    (r"raise JsonSchemaValueException\(.*\)$", "raise Invalid"),
    (r"except \(JsonSchemaValueException, JsonSchemaValuesException\)", "except Invalid"),
    (r"^(def \w+)\(data, custom_formats=\{\}, name_prefix=None\)", r"\1(data)"),
    (r"\blist, tuple\b", "list"),
    (r", Decimal\b", ""),
    (r'^( *validate_\w+\(\w+), custom_formats, \(name_prefix or "data"\) \+ .*\)$', r"\1)"),
)


def source(schemas: Mapping[tuple[str, str], Mapping[str, Any]]) -> str:
    """Return the text of validators.py: a function for each schema, and the table `VALIDATORS`.

    Raises:
        RuntimeError: fastjsonschema writes code of another shape than expected.
    """
    numbers: dict[tuple[str, str], int] = {}
    definitions, properties = {}, {}
    for (_, variant), schema in schemas.items():
        for name in schema["$defs"]:
            numbers.setdefault((variant, name), len(numbers))
        names = {name: f"#/definitions/n{numbers[variant, name]}" for name in schema["$defs"]}
        for name, definition in schema["$defs"].items():
            number = numbers[variant, name]
            definitions[f"n{number}"] = _draft_07(definition, names)
            properties[f"p{number}"] = {"$ref": names[name]}
    root = {"$schema": DRAFT_07, "definitions": definitions, "properties": properties}
    code = fastjsonschema.compile_to_code(root, use_default=False, use_formats=False)
    code = code[code.index("REGEX_PATTERNS") :]
    for pattern, replacement in _REDUCTIONS:
        code = re.sub(pattern, replacement, code, flags=re.MULTILINE)
    for left_over in ("JsonSchemaValue", "name_prefix", "custom_formats"):
        if left_over in code:
            message = "fastjsonschema writes code of another shape than expected: it still contains"
            raise RuntimeError(f"{message} {left_over}")
    body, _, rest = code.partition("\ndef validate(")
    for function in sorted(rest.split("\ndef ")[1:]):
        body += f"\ndef {function.rstrip()}\n\n"
    table = ""
    for kind, variant in schemas:
        function = f"validate___definitions_n{numbers[variant, kind]}"
        table += f'    ("{kind}", "{variant}"): {function},\n'
    return f"{HEADER}{body}\n{TABLE}VALIDATORS = {{\n{table}}}\n"


def _draft_07(schema: Any, names: Mapping[str, str]) -> Any:
    """Return a schema in the dialect of fastjsonschema, with references to `definitions`."""
    if isinstance(schema, list):
        return [_draft_07(item, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": names[schema["$ref"].removeprefix("#/$defs/")]}
    found = {}
    for key, value in schema.items():
        if key == "title" or key.startswith("x-") or (key, value) == ("type", ALL_TYPES):
            continue
        if key == "maxProperties" and _closed_below(schema, value):
            continue
        if key == "properties":
            found[key] = {name: _draft_07(member, names) for name, member in value.items()}
        else:
            found[key] = _draft_07(value, names)
    return found


def _closed_below(schema: Mapping[str, Any], most: int) -> bool:
    """Return True if a closed schema declares at most `most` properties: no instance has more."""
    closed = schema.get("additionalProperties") is False
    return closed and len(schema.get("properties", ())) <= most
