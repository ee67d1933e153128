"""The outside reading of schemas: jsonschema, slow and literal, instead of the judges."""

from collections.abc import Callable
from functools import cache
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract_codegen.reference import validator
from deploy_contract_format.definitions import Schema


def fits(schema: Schema, value: Any) -> bool:
    """Return True if a value fits a schema."""
    return bool(validator(schema).is_valid(value))


@cache
def reading(kind: str, variant: str, bundle: Bundle | None = None) -> Callable[[Any], bool]:
    """Return a predicate of the documents that have the structure of a kind.

    Args:
        kind: the kind.
        variant: "open", or "closed" to refuse undeclared members.
        bundle: the contract; None for the installed one.
    """
    bundle = Bundle.installed() if bundle is None else bundle
    root = bundle.roots[kind][variant]
    schema = {"$ref": f"#/$defs/{root}", "$defs": bundle.definitions(kind)}
    return lambda value: fits(schema, value)
