"""The reference service in memory, which replaces the real service in the tests of a client."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from importlib import import_module
from os import PathLike
from typing import Any, Protocol, cast

from deploy_contract_generated.names import HostingName

from deploy_contract.exceptions import needing

# imported by name, since the library imports no program
_MODULE = "deploy_contract_service.memory"


class Service(AbstractContextManager["Service"], Protocol):
    """An ASGI application over data in memory, and a context manager that drops the data."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection."""

    def close(self) -> None:
        """Drop the data."""


def service(
    data: Mapping[str, Any] | str | PathLike[str] | None = None,
    *,
    hosting: HostingName | None = None,
    base_path: str = "",
) -> Service:
    """Return the reference service in memory, an ASGI application without a port.

    It keeps the contract, applies patches, and rolls revisions out at once.

    Args:
        data: integrations, repositories and deployments, as `deploy-contract serve --data` takes
            them, parsed or as the name of a file. None: example data, with a deployment of each
            source. `{}`: nothing.
        hosting: the hosting of all deployments. None: the hosting of each source.
        base_path: prefix of all paths of the API, such as "/api-host".

    Raises:
        ContractError: an argument is wrong, or the packages of the extra `service` are missing.
    """
    with needing("service", "service() needs"):
        memory = import_module(_MODULE)
    return cast("Service", memory.InMemoryService(data, hosting=hosting, base_path=base_path))
