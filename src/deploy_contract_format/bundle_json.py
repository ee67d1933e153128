"""The tables of a bundle as JSON, and the error for a table that is not valid."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from deploy_contract_format.bundle_format import RULES
from deploy_contract_format.printing import shown
from deploy_contract_format.reading import FileError

ADVICE = "run `make generate` where the bundle comes from"


def refuse(file: str, reason: str) -> NoReturn:
    """Raise FileError with a file, the reason and advice."""
    raise FileError(f"{file}: {shown(reason)}; {ADVICE}")


def parse_table(files: Mapping[str, bytes], name: str) -> Any:
    """Return the JSON value of a table.

    Raises:
        FileError: it is not JSON, repeats a key, has NaN or infinities, or is nested too deep.
    """
    content = files[name]
    try:
        return json.loads(
            content, object_pairs_hook=_without_repeated, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError):
        refuse(name, "is not JSON, or is nested too deep")


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(constant)


def _without_repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is repeated")
    return found


def require_object(name: str, value: Any) -> dict[str, Any]:
    """Return the value of a table if it is an object; raise FileError if it is not."""
    if not isinstance(value, dict):
        refuse(name, "is not an object")
    return value


def require_member(tables: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a member of the rule table; raise FileError if it is empty or not of a type."""
    value = tables.get(key)
    if not isinstance(value, kind) or not value:
        refuse(RULES, f"{key} is missing, empty, or of another type")
    return value
