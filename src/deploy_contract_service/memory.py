"""The service in memory, as an ASGI application without a port, for the tests of clients."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeAlias, cast

from deploy_contract_generated.names import HostingName
from starlette.types import Receive, Scope, Send

from deploy_contract import Contract, ContractError
from deploy_contract.files.documents import Source
from deploy_contract_service import data_file, seeding
from deploy_contract_service.app import application
from deploy_contract_service.errors import ServiceError
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store

_EXAMPLES = (  # in a wheel, and in a checkout
    Path(__file__).with_name("service.yaml"),
    Path(__file__).parents[2] / "spec" / "examples" / "service.yaml",
)
Given: TypeAlias = Mapping[str, Any] | str | PathLike[str]  # data, or the name of a file


class InMemoryService(AbstractContextManager["InMemoryService"]):
    """The service behind `deploy_contract.testing.service`, which describes the arguments."""

    def __init__(self, data: Given | None, hosting: str | None, base_path: str) -> None:
        contract = Contract(hosting=cast("HostingName | None", hosting), base_path=base_path)
        example = next(filter(Path.is_file, _EXAMPLES))
        given = _load(example if data is None else data, hosting)
        settings = Settings(
            database=":memory:",
            hosting=hosting,
            base_path=contract.base_path,
            rollout_seconds=0,  # tests need not wait
        )
        self._store = Store(settings)
        try:
            seeding.seed(self._store, given, settings.rollout_seconds)
        except ServiceError as error:
            self._store.close()
            raise ContractError(f"data: {error}") from None
        self._app = application(self._store, settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        await self._app(scope, receive, send)

    def close(self) -> None:
        """Drop the data."""
        self._store.close()

    def __exit__(self, *_error: object) -> None:
        self.close()


def _load(data: Given, hosting: str | None) -> data_file.Data:
    """Return the content of data or of a data file. Raises ContractError if it is wrong."""
    if not isinstance(data, Mapping | str | PathLike):
        raise ContractError("data must be a mapping, or the name of a file")
    try:
        if isinstance(data, Mapping):
            return data_file.read(dict(data), "data", hosting, Source(b""))
        return data_file.load(fspath(data), hosting)
    except data_file.DataFileError as error:
        found = error.checked.report.violations
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        raise ContractError(f"{error.checked.name}: {found[0]}{more}") from None
