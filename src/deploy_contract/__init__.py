"""The contract of the deployment management service: one verdict on its documents."""

from typing import TYPE_CHECKING, Any

from deploy_contract.bundle import Bundle
from deploy_contract.contract import Contract
from deploy_contract.document.wire import Limits
from deploy_contract.exceptions import ContractError, DocumentError
from deploy_contract.report import Report
from deploy_contract.violations import Violation

if TYPE_CHECKING:
    from deploy_contract_generated.models import Hosting, Source

    from deploy_contract.http.messages import Request, Response

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


def __getattr__(name: str) -> Any:
    # the dataclasses cost more to import than the rest, and few callers need them
    if name in ("Hosting", "Source"):
        from deploy_contract_generated import models

        return getattr(models, name)
    if name in ("Request", "Response"):
        from deploy_contract.http import messages

        return getattr(messages, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
