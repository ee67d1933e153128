"""The contract of the deployment management service: one verdict on its documents."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deploy_contract_generated.models import Hosting, Source

    from deploy_contract.bundle import Bundle
    from deploy_contract.contract import Contract
    from deploy_contract.exceptions import ContractError, DocumentError
    from deploy_contract.http.messages import Request, Response
    from deploy_contract.limits import Limits
    from deploy_contract.report import Report
    from deploy_contract.violations import Violation
else:
    # a name is imported when it is first used: `deploy_contract.patches` does not need them
    _MODULES = {
        "Bundle": "deploy_contract.bundle",
        "Contract": "deploy_contract.contract",
        "ContractError": "deploy_contract.exceptions",
        "DocumentError": "deploy_contract.exceptions",
        "Hosting": "deploy_contract_generated.models",
        "Limits": "deploy_contract.limits",
        "Report": "deploy_contract.report",
        "Request": "deploy_contract.http.messages",
        "Response": "deploy_contract.http.messages",
        "Source": "deploy_contract_generated.models",
        "Violation": "deploy_contract.violations",
    }

    def __getattr__(name: str) -> Any:
        """Return a public name, from its module."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found = getattr(import_module(_MODULES[name]), name)
        globals()[name] = found
        return found


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
