"""The judges of a contract. Nothing above knows which one it has."""

from collections.abc import Mapping
from typing import Any, Protocol

from deploy_contract.judge.outcome import Outcome

__all__ = ["Judge", "Outcome"]


class Judge(Protocol):
    """A judge of documents, requests and responses."""

    name: str

    def document(
        self, document: Any, kind: str, source: str | None, stored: Mapping[str, Any] | None
    ) -> Outcome:
        """Return the outcome for a document of a request or a file."""
