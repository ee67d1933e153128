"""Texts of others in the output of a program: nothing in them begins a line, or is a command to a CI system."""

import json
from typing import Any

from deploy_contract_format.faults import as_line

__all__ = ["as_json", "as_line"]


def as_json(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON of ASCII characters, in which no CI system finds a command (`##[error]`)."""
    return json.dumps(value, indent=indent).replace("##", "#\\u0023")
