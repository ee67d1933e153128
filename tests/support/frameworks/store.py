"""Data that the examples serve: one deployment from a code host, one of an external image, and a repository; all in memory."""

import hashlib
from typing import Any
from uuid import UUID


def _deployment(identity: str, name: str, source: str) -> dict[str, Any]:
    return {
        "id": identity, "tenant_id": "0b1f9d0c-3c52-4e0f-8f2b-6a1f0d9c1e11", "name": name, "source": source, "source_config": {},
        "source_revision_config": {}, "secrets": [], "status": "READY", "created_at": "2026-01-31T12:00:00Z",
        "updated_at": "2026-01-31T12:00:00Z", "latest_revision_id": None, "active_revision_id": None,
    }  # fmt: skip


_DEPLOYMENTS = [
    _deployment("5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001", "checkout", "codehost"),
    _deployment("5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7002", "billing", "external_container"),
]


def repositories(integration_id: object) -> list[dict[str, Any]]:
    where = {
        "name": "checkout",
        "owner": "payments",
        "url": "https://code.example.com/payments/checkout",
    }
    return [
        {"host_integration_id": str(integration_id), "id": 4711, "default_branch": "main", **where}
    ]


def deployments(limit: int = 20, offset: int = 0) -> dict[str, Any]:
    page = _DEPLOYMENTS[offset : offset + limit]
    return {"resources": page, "offset": offset + len(page)}


def patch(deployment_id: str | UUID, body: bytes) -> tuple[dict[str, Any], int]:
    """Return a deployment and a status. All that a patch changes is `received`, the digest of the body: it shows what got through."""
    for deployment in _DEPLOYMENTS:
        if deployment["id"] == str(deployment_id).lower():
            deployment["received"] = hashlib.sha256(body).hexdigest()
            return deployment, 200
    return {"detail": "no such deployment"}, 404
