"""Validators of structure: fastjsonschema's code for every kind, reduced to valid or not valid."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import fastjsonschema

from deploy_contract_format.bundle_format import DRAFT_07
from deploy_contract_format.definitions import Schema, parse_reference, with_members

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
    definitions, properties = {}, {}
    for (kind, variant), schema in schemas.items():
        for name, definition in schema["$defs"].items():
            definitions[f"{variant}_{name}"] = _draft_07(definition, variant)
        properties[kind + variant] = _draft_07({"$ref": schema["$ref"]}, variant)
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
        table += f'    ("{kind}", "{variant}"): validate___definitions_{variant}_{kind.lower()},\n'
    return f"{HEADER}{body}\n{TABLE}VALIDATORS = {{\n{table}}}\n"


def _draft_07(schema: Mapping[str, Any], variant: str) -> Schema:
    """Return a schema in the dialect of fastjsonschema, with references to `definitions`."""
    if "$ref" in schema:
        return {"$ref": f"#/definitions/{variant}_{parse_reference(schema['$ref'])}"}
    changed = with_members(schema, partial(_draft_07, variant=variant))
    found = {key: changed[key] for key in changed if key != "title" and not key.startswith("x-")}
    if isinstance(found.get("additionalProperties"), Mapping):
        found["additionalProperties"] = _draft_07(found["additionalProperties"], variant)
    return found
