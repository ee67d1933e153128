"""Parts of which tests make policies and the documents for them."""

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
