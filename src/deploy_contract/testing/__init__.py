"""Help for the tests of services and clients: assertions, judged test clients, documents, a mock.

Nothing here is imported until it is used, so that importing the library costs no more.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deploy_contract.testing.clients import judged
    from deploy_contract.testing.failures import ConformanceError
    from deploy_contract.testing.faults import InvalidDocument, invalid_documents
    from deploy_contract.testing.judge import Judge, assert_conforms, assert_request_conforms
    from deploy_contract.testing.mock import service
    from deploy_contract.testing.strategies import documents

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
]

_MODULES = {  # name -> the module that has it
    "ConformanceError": "failures",
    "InvalidDocument": "faults",
    "Judge": "judge",
    "assert_conforms": "judge",
    "assert_request_conforms": "judge",
    "documents": "strategies",
    "invalid_documents": "faults",
    "judged": "clients",
    "service": "mock",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
