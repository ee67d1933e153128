"""Parts of which tests make policies and the documents for them."""

from typing import Any

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
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


def deployment(**fields: Any) -> dict[str, Any]:
    return {
        "name": "checkout", "source": "codehost", "source_config": {}, "source_revision_config": {}, "secrets": [], "id": ID,
        "tenant_id": ID, "created_at": "2026-01-31T12:00:00Z", "updated_at": "2026-01-31T12:00:00Z", "status": "READY",
        "latest_revision_id": None, "active_revision_id": None, **fields,
    }  # fmt: skip


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
