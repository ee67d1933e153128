"""Parts of which tests make policies and the documents for them."""

import json
from pathlib import Path
from typing import Any

PATCH, WHOLE, LIST, REPOSITORIES = (
    "DeploymentPatch",
    "Deployment",
    "DeploymentList",
    "RepositoryList",
)
TEXTS = {"basis": "practice", "message": "not so", "hint": "do it", "section": "our handbook"}


def rule(name: str = "own", on: str = PATCH, **keys: Any) -> dict[str, Any]:
    return {"rule": name, "on": [on], **TEXTS, **keys}


def policy(*rules: dict[str, Any], section: str = "rules") -> dict[str, Any]:
    return {section: list(rules)}


def many(number: int) -> list[dict[str, Any]]:
    """Return `number` rules, each with a pattern of its own."""
    places = ["custom_url", "install_command", "repo_url", "build_command"]
    return [
        rule(f"own-{index}", (PATCH, WHOLE)[index % 2], each=[f"/source_config/{places[index % 4]}"],
             schema={"not": {"type": "string", "pattern": f"^https://host{index}[.]example[.]com/"}})
        for index in range(number)
    ]  # fmt: skip


def written(folder: Path, *rows: dict[str, Any], name: str = "own.json") -> Path:
    """Return the path of a policy with these rules, of which some may be about fields."""
    fields = [row for row in rows if "field" in row]
    rules = [row for row in rows if "field" not in row]
    path = folder / name
    path.write_text(json.dumps(policy(*rules) | policy(*fields, section="fields")), "utf-8")
    return path


# a policy as the text of its file
NO_SECRETS = """rules:
  - rule: no-secrets
    on: [DeploymentPatch]
    message: secrets come from elsewhere
    hint: remove secrets
    basis: practice
    section: our handbook
    schema: {properties: {secrets: {maxItems: 0}}}
"""
