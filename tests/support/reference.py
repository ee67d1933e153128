"""The outside reading of schemas: jsonschema, slow and literal, instead of the judges."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import jsonschema
from jsonschema.validators import extend

from deploy_contract.bundle import Bundle
from deploy_contract_format.definitions import Schema


def _pattern(
    _validator: Any, pattern: str, instance: Any, _schema: Any
) -> Iterator[jsonschema.ValidationError]:
    # jsonschema's own keyword lets `$` match before a trailing newline
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield jsonschema.ValidationError("the text does not match the pattern")


ReferenceValidator: Any = extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator, {"pattern": _pattern}
)


def validator(schema: dict[str, Any]) -> Any:
    """Return the reference validator for a schema of 2020-12 with only local references."""
    return ReferenceValidator(schema)


def fits(schema: Schema, value: Any) -> bool:
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
    judge: Callable[[Any], bool] = validator(dict(bundle.schema(kind, variant))).is_valid
    return judge
