"""The contract of the deployment management service: one verdict on its documents."""

from typing import TYPE_CHECKING, Any

from deploy_contract.bundle import Bundle
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError, DocumentError
from deploy_contract.http.messages import Request, Response
from deploy_contract.limits import Limits
from deploy_contract.report import Report
from deploy_contract.violations import Violation

if TYPE_CHECKING:
    from deploy_contract_generated.models import Hosting, Source
else:

    def __getattr__(name: str) -> Any:
        """Return an enum, which is imported when it is first used, with all dataclasses."""
        if name not in ("Hosting", "Source"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from deploy_contract_generated import models

        return getattr(models, name)


__all__ = [
    "Bundle",
    "Contract",
    "ContractError",
    "DocumentError",
    "Hosting",
    "Limits",
    "Report",
    "Request",
    "Response",
    "Source",
    "Violation",
]
