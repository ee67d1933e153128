"""The reference validator: jsonschema, with patterns as the contract reads them."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import jsonschema_rs
from jsonschema.validators import extend


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

    It takes a small part of the validator's time. It is false for values that it cannot read, which
    the validator has to judge.
    """
    check = jsonschema_rs.validator_for(schema)

    def accepts(value: Any) -> bool:
        try:
            return check.is_valid(value)
        except ValueError:  # such as half of a surrogate pair
            return False

    return accepts
