"""The settings of the decision server, and their trials."""

import dataclasses
import socket
from importlib.util import find_spec
from typing import Self

from deploy_contract import ContractError
from deploy_contract_gateway import setting_types as types
from deploy_contract_gateway import validation
from deploy_contract_gateway.decide.dialects import DIALECTS
from deploy_contract_gateway.setting_types import UpstreamUrl
from deploy_contract_gateway.settings import Settings, knowledge_row, process_row, service_row
from deploy_contract_gateway.validation import require_path
from deploy_contract_serving.addresses import (
    Address,
    AnyAddress,
    UnixAddress,
    bound_address,
    reserve_port,
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class DecideSettings(Settings):
    """The operator's settings of the decision server."""

    # ruff: noqa: RUF009 - setting returns a field

    dialect: str = process_row(
        "", types.choice(*DIALECTS), "gateway that asks, and so the form of its requests (required)"
    )
    path_prefix: str = process_row(
        "", types.text("PATH"), "path that Envoy puts before the original one (path_prefix)"
    )
    upstream: UpstreamUrl | None = process_row(
        None, types.UPSTREAM, "URL of the service, for lookups and readiness"
    )
    listen: AnyAddress = process_row(
        Address("127.0.0.1", 9001),
        types.ADDRESS,
        "address for the gateway's questions",
        restart=True,
    )
    admin: AnyAddress = process_row(
        Address("127.0.0.1", 9181),
        types.ADDRESS,
        "address for /-/healthy, /-/ready, /-/metrics, /-/coverage and /-/refusals",
        restart=True,
    )
    grpc_listen: AnyAddress | None = process_row(
        None,
        types.ADDRESS,
        "address for Envoy over gRPC: external authorization (ext_authz), external processing "
        "(ext_proc), which shows responses too, and health checks",
        restart=True,
    )
    lookups: tuple[str, ...] = knowledge_row(
        (),
        types.list_of("learned|shared|upstream"),
        "origin of facts about stored deployments: learned from responses (with --grpc-listen), "
        "shared with other processes, requested from upstream",
    )
    pool: int = service_row(100, types.count(), "most lookups under way at upstream")

    def reserve(self) -> tuple[Self, tuple[socket.socket, ...]]:
        """Bind the address for gRPC, as `Settings.reserve` does."""
        if self.grpc_listen is None or isinstance(self.grpc_listen, UnixAddress):
            return self, ()
        kept = reserve_port(self.grpc_listen)
        return dataclasses.replace(self, grpc_listen=bound_address(kept)), (kept,)


def _try_grpc(settings: DecideSettings) -> None:
    if settings.grpc_listen is None:
        if "learned" in settings.lookups:
            raise ContractError("learned needs grpc_listen: no other question shows a response")
    elif not (_is_installed("grpc") and _is_installed("google.protobuf")):
        raise ContractError("grpc_listen needs grpcio: pip install 'deploy-contract[ext-proc]'")
    elif isinstance(settings.grpc_listen, UnixAddress) and settings.workers > 1:
        raise ContractError(
            "grpc_listen on a Unix socket needs workers = 1: workers cannot share such an address"
        )


def _try_prefix(settings: DecideSettings) -> None:
    require_path("path_prefix", settings.path_prefix)
    if settings.path_prefix and DIALECTS[settings.dialect].target:
        raise ContractError("path_prefix is a setting of the dialect envoy alone")


def _try_upstream(settings: DecideSettings) -> None:
    if settings.upstream is None:
        needy = [
            name
            for name in ("ready_path", "ca_file", "upstream_cert_file")
            if getattr(settings, name)
        ]
        if "upstream" in settings.lookups:
            needy.insert(0, "lookups")
        if needy:
            raise ContractError(f"{needy[0]} needs upstream, the URL of the service")


TRIALS = (
    *validation.TRIALS,
    _try_grpc,
    _try_prefix,
    _try_upstream,
)


def _is_installed(module: str) -> bool:
    """Return True if a module can be imported. Importing grpc here would take the start longer."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even its package
        return False
