"""Text and JSON that nothing from outside can turn into a second line or a CI command."""

import json
from collections.abc import Iterable
from typing import Any

from deploy_contract_format.printing import as_line

__all__ = ["as_json", "as_line", "escape_cell", "markdown_row"]


def as_json(value: Any, indent: int | None = None) -> str:
    """Return a value as ASCII JSON in which no CI system finds a command such as `##[error]`."""
    return json.dumps(value, indent=indent).replace("##", "#\\u0023")


def markdown_row(cells: Iterable[str]) -> str:
    """Return a row of a Markdown table."""
    return f"| {' | '.join(map(escape_cell, cells))} |"


def escape_cell(text: str) -> str:
    """Return a text for a cell of a Markdown table."""
    return text.replace("|", "&#124;").replace("<", "&lt;")
