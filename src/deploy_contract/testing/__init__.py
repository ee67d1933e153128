"""Help for the tests of services and clients: assertions, judged test clients, documents, a mock."""

from typing import TYPE_CHECKING, Any

from deploy_contract.testing.clients import judged
from deploy_contract.testing.failures import ConformanceError
from deploy_contract.testing.judge import Judge, assert_conforms, assert_request_conforms
from deploy_contract.testing.mock import service

if TYPE_CHECKING:
    from deploy_contract.testing.strategies import (
        InvalidDocument,
        documents,
        invalid_documents,
        valid_requests,
    )
else:

    def __getattr__(name: str) -> Any:
        """Return a name of `strategies`, which alone needs Hypothesis."""
        if name not in ("InvalidDocument", "documents", "invalid_documents", "valid_requests"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from deploy_contract.testing import strategies

        return getattr(strategies, name)


__all__ = [
    "ConformanceError",
    "InvalidDocument",
    "Judge",
    "assert_conforms",
    "assert_request_conforms",
    "documents",
    "invalid_documents",
    "judged",
    "service",
    "valid_requests",
]
