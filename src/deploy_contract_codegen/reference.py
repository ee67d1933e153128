"""The reference validator: jsonschema, with patterns as the contract reads them."""

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
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
