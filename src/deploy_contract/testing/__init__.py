"""Help for the tests of services and clients: assertions, judged test clients, documents, a mock.

Nothing here is imported until it is used, so that importing the library costs no more.
"""

from typing import TYPE_CHECKING

from deploy_contract.late_names import late_names

if TYPE_CHECKING:
    from deploy_contract.testing.clients import judged
    from deploy_contract.testing.failures import ConformanceError
    from deploy_contract.testing.faults import InvalidDocument, invalid_documents
    from deploy_contract.testing.judge import Judge, assert_conforms, assert_request_conforms
    from deploy_contract.testing.mock import service
    from deploy_contract.testing.strategies import documents
else:
    __getattr__, __dir__ = late_names(
        __name__,
        {
            "ConformanceError": ".failures",
            "InvalidDocument": ".faults",
            "Judge": ".judge",
            "assert_conforms": ".judge",
            "assert_request_conforms": ".judge",
            "documents": ".strategies",
            "invalid_documents": ".faults",
            "judged": ".clients",
            "service": ".mock",
        },
    )

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
