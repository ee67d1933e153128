"""Text and JSON that nothing from outside can turn into a second line or a CI command."""

import json
from typing import Any

from deploy_contract_format.printing import as_line

__all__ = ["as_json", "as_line"]


def as_json(value: Any, indent: int | None = None) -> str:
    """Return a value as ASCII JSON in which no CI system finds a command such as `##[error]`."""
    return json.dumps(value, indent=indent).replace("##", "#\\u0023")
