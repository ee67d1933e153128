"""HTTP messages around the examples of documents."""

import re

from deploy_contract.bundle import Bundle
from deploy_contract_service.fields import PATCH_DEPLOYMENT, operation, uuid_pattern

_PARAMETER = re.compile(r"\{\w+\}")
_NOBODY = "00000000-0000-4000-8000-000000000000"


def example_request(text: str) -> str | None:
    """Return a request with a patch as its body, or None if the patch is not JSON."""
    if not text.startswith("{"):
        return None
    patch = operation(PATCH_DEPLOYMENT)
    path = _PARAMETER.sub(_NOBODY, patch["path"])
    return f"{patch['method']} {path} HTTP/1.1\nContent-Type: application/json\n\n{text}"


def example_response(kind: str, text: str) -> str | None:
    """Return a response with a document as its body, below its request.

    Args:
        kind: kind of the document.
        text: the document. The first id in it is taken as the one that was asked for.

    Returns:
        The text, or None if no operation answers with such a document.
    """
    for row in Bundle.installed().operations:
        for status, document in row["responses"].items():
            if document == kind:
                found = re.search(uuid_pattern().strip("^$"), text)
                path = _PARAMETER.sub(found[0] if found else _NOBODY, row["path"])
                head = f"{row['method']} {path} HTTP/1.1\n\nHTTP/1.1 {status} OK"
                return f"{head}\nContent-Type: application/json\n\n{text}"
    return None
