"""The tables of the installed contract as they are written, which tests may change."""

import json
from pathlib import Path
from typing import Any

GENERATED = Path(__file__).parents[2] / "generated" / "deploy_contract_generated"


def table(name: str) -> Any:
    """Return a table by its path in the package, such as "openapi.json"."""
    return json.loads((GENERATED / name).read_text("utf-8"))
