"""The contract of the deployment management service: one verdict on its documents."""

from typing import TYPE_CHECKING

from deploy_contract.bundle import Bundle
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError, DocumentError
from deploy_contract.late_names import late_names
from deploy_contract.limits import Limits
from deploy_contract.report import Report
from deploy_contract.violations import Violation

if TYPE_CHECKING:
    from deploy_contract_generated.models import Hosting, Source

    from deploy_contract.http.messages import Request, Response
else:  # the dataclasses cost more to import than the rest, and few callers need them
    __getattr__, __dir__ = late_names(
        __name__,
        {
            "Hosting": "deploy_contract_generated.models",
            "Source": "deploy_contract_generated.models",
            "Request": ".http.messages",
            "Response": ".http.messages",
        },
    )

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
