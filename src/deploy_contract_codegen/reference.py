"""The reference validator: jsonschema, with patterns as the contract reads them."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import fastjsonschema
import jsonschema
from jsonschema.validators import extend

# keywords that mean the same in draft 7 and 2020-12
_OF_SCHEMAS_BY_NAME = ("properties", "$defs")
_OF_A_SCHEMA = ("additionalProperties", "items")
_ALIKE = frozenset(
    {
        "$ref",
        "description",
        "enum",
        "maxItems",
        "minItems",
        "minLength",
        "required",
        "title",
        "type",
    }
)


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


def quick_check(schema: dict[str, Any]) -> Callable[[Any], bool]:
    """Return a predicate that is true only for values that a schema of 2020-12 accepts.

    It takes a small part of the validator's time. It is false for values that the validator has to
    judge: for each one if draft 7 reads the schema otherwise.
    """
    try:
        draft_07 = _draft_07(schema)
    except LookupError:
        return lambda _value: False
    check = fastjsonschema.compile(draft_07, use_default=False, use_formats=False)

    def accepts(value: Any) -> bool:
        try:
            check(value)
        except fastjsonschema.JsonSchemaValueException:
            return False
        return True

    return accepts


def _draft_07(schema: Any) -> Any:
    """Return the schema in draft 7. Raises LookupError for a keyword that may mean another thing."""
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema and not set(schema) <= {"$ref", "description"}:
        raise LookupError  # draft 7 reads nothing beside a reference
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _OF_SCHEMAS_BY_NAME:
            found[key] = {name: _draft_07(member) for name, member in value.items()}
        elif key in _OF_A_SCHEMA:
            found[key] = _draft_07(value)
        elif key == "oneOf":
            found[key] = list(map(_draft_07, value))
        elif key == "prefixItems" and "items" not in schema:
            found["items"] = list(map(_draft_07, value))
        elif key in _ALIKE:
            found[key] = value
        elif key != "$schema":
            raise LookupError
    return found
