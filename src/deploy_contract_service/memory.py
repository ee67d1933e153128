"""The service in memory, as an ASGI application without a port, for the tests of clients."""

from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Self, cast

from cryptography.fernet import Fernet
from deploy_contract_generated.names import HostingName
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from deploy_contract import Contract, ContractError
from deploy_contract.files.documents import UnreadableError
from deploy_contract.options import validate_base_path
from deploy_contract_service import data_file, seeding
from deploy_contract_service.app import application
from deploy_contract_service.errors import ServiceError
from deploy_contract_service.rollouts import roll_out
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store

_FOLDERS = (  # of the example data: in a wheel, and in a checkout
    Path(__file__).parent,
    Path(__file__).parents[2] / "spec" / "examples",
)
_EXAMPLE = "service.yaml"


class InMemoryService:
    """The service over data in memory: an ASGI application, and a context manager that closes it.

    A new revision becomes active when the response to its patch is complete, so tests need not
    wait.

    Args:
        data: integrations, repositories and deployments, as a data file has them, or the name of
            such a file. None: example data, with a deployment of each source.
        hosting: the hosting of all deployments. None: that of each source.
        base_path: prefix of all paths of the API.

    Raises:
        ContractError: an argument is wrong; the text shows no value.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | str | PathLike[str] | None = None,
        *,
        hosting: str | None = None,
        base_path: str = "",
    ) -> None:
        Contract(hosting=cast("HostingName | None", hosting), base_path=base_path)
        given = _load(_example() if data is None else data, hosting)
        settings = Settings(
            database=":memory:",
            keys=(Fernet.generate_key().decode("ascii"),),
            hosting=hosting,
            base_path=validate_base_path(base_path, "base_path"),
            rollout_seconds=0,
        )
        self._store = Store.open(settings)
        try:
            seeding.seed(self._store, given, settings.rollout_seconds)
            roll_out(self._store)
        except ServiceError as error:
            self._store.close()
            raise ContractError(f"data: {error}") from None
        self._app = application(self._store, settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        await self._app(scope, receive, send)
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            await run_in_threadpool(roll_out, self._store)

    def close(self) -> None:
        """Drop the data."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def _example() -> Path:
    return next(folder / _EXAMPLE for folder in _FOLDERS if (folder / _EXAMPLE).is_file())


def _load(data: Mapping[str, Any] | str | PathLike[str], hosting: str | None) -> data_file.Data:
    """Return the content of data or of a data file. Raises ContractError if it is wrong."""
    if isinstance(data, Mapping):
        found = data_file.violations(dict(data), data_file.contract_of(hosting))
        name = "data"
        if not found:
            return data_file.sections(data)
    else:
        try:
            return data_file.load(fspath(data), hosting)
        except UnreadableError as error:
            raise ContractError(str(error)) from None
        except data_file.DataFileError as error:
            found, name = error.checked.report.violations, error.checked.name
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    raise ContractError(f"{name}: {found[0]}{more}")
