"""The tables of a bundle as JSON, and the error for a table that is not valid."""

import json
import math
import re
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from deploy_contract_format.errors import STRICT
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError

MAX_DEPTH = 100  # levels of arrays and objects in a table
LONGEST = 300  # characters of a reason
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class TableError(FileError):
    """A table that is not valid. The text of the error has the table and the reason, no advice."""


def refuse(table: str, reason: str) -> NoReturn:
    """Raise TableError with the name of a table, or "" for the whole file, and the reason."""
    reason = escape_name(reason)
    if len(reason) > LONGEST:
        reason = f"{reason[:LONGEST]}..."
    raise TableError(f"{table}: {reason}" if table else reason)


def parse_table(name: str, content: bytes, depth: int = MAX_DEPTH) -> Any:
    """Return the JSON value of a table.

    Raises:
        TableError: the table is not JSON in UTF-8, repeats a key, has a lone surrogate, NaN or an
            infinity, a fraction whose nearest double is an integer, or is nested too deep.
    """
    try:
        text = content.decode()
        value = json.loads(text, **STRICT, parse_float=_number)
    except (ValueError, RecursionError):
        refuse(name, "is not JSON, or is nested too deep")
    try:
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        refuse(name, "has a lone surrogate, which is no character")
    if _nests_deeper(value, depth):
        refuse(name, f"is nested deeper than {depth} levels")
    return value


def _number(text: str) -> float:
    """Return the nearest double. Raises ValueError if only rounding makes it infinite or whole."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("too large for a number")
    try:
        is_rounded = number.is_integer() and Decimal(text) != number
    except InvalidOperation:  # an exponent with very many digits
        is_rounded = True
    if is_rounded:
        raise ValueError("an integer only by rounding")
    return number


def _nests_deeper(value: Any, limit: int) -> bool:
    members = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list):
        return False
    return limit == 0 or any(_nests_deeper(member, limit - 1) for member in members)


def require_object(name: str, value: Any) -> dict[str, Any]:
    """Return the value of a table if it is an object; raise TableError if it is not."""
    if not isinstance(value, dict):
        refuse(name, "is not an object")
    return value
