"""A deployment that processes share, as it is said and asked for."""

from typing import Any

from deploy_contract import Report, Request, notes
from deploy_contract.knowledge import SharedDeployments
from tests.support.applications import ID, deployment

CANARY = "CANARY-7f3a"
ASKS = Request("PATCH", f"/v2/deployments/{ID}")
LASTING = {"name": "checkout", "source": "codehost"}
CHANGING: dict[str, Any] = {
    "source_config": {"build_on_push": True},
    "source_revision_config": {"repo_ref": "main"},
}
WHOLE = {**LASTING, **CHANGING}


def said(identity: str = ID, **more: Any) -> Report:
    """Return a report on a response with one deployment."""
    return Report(
        "allow", document="Deployment", value=deployment(identity, **{**CHANGING, **more})
    )


def asked(shared: SharedDeployments, identity: str = ID) -> Any:
    """Return the answer to a request, as under WSGI, and its notes."""
    noted = notes.collect()
    return shared.find(identity, ASKS), noted
