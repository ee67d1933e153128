"""The settings of the decision server."""

import dataclasses
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Annotated, ClassVar

from deploy_contract_gateway import problems
from deploy_contract_gateway import setting_types as types
from deploy_contract_gateway.decide.dialects import DIALECTS
from deploy_contract_gateway.settings import (
    Count,
    Listen,
    Lookups,
    Settings,
    is_shared,
    knowledge_row,
    process_row,
    service_row,
)
from deploy_contract_serving.addresses import Address, AnyAddress, UnixAddress


@dataclasses.dataclass(frozen=True, kw_only=True)
class DecideSettings(Settings):
    """The operator's settings of the decision server."""

    # ruff: noqa: RUF009 - setting returns a field

    program = "decide"
    purpose = (
        "Answer the questions of a gateway that asks before it forwards a request: Envoy, Traefik, "
        "APISIX, Caddy or nginx. The answer is 200 if the request may pass, else the status and the "
        "problem details for the client."
    )
    required = ("dialect", "the dialect of the gateway that asks")
    shown = ("dialect", "grpc_listen")
    # After an upgrade to one of these protocols, the gateway would forward requests that the
    # decision server does not see. WebSocket carries no requests. The status is not 5xx, because a
    # gateway may then fail open.
    refused_upgrades: ClassVar = dict.fromkeys(
        (b"h2c", b"h2", b"http", b"tls"), problems.UPGRADE_HTTP
    )

    dialect: Annotated[str, types.choice(*DIALECTS)] = process_row(
        "gateway that asks, and so the form of its requests (required)", ""
    )
    path_prefix: Annotated[str, types.PATH] = process_row(
        "path that Envoy puts before the original one (path_prefix)", ""
    )
    listen: Listen = process_row(
        "address for the gateway's questions", Address("127.0.0.1", 9001), restart=True
    )
    admin: Listen = process_row(
        "address for /-/healthy, /-/ready, /-/metrics, /-/coverage and /-/refusals",
        Address("127.0.0.1", 9181),
        restart=True,
    )
    grpc_listen: Annotated[AnyAddress | None, types.ADDRESS] = process_row(
        "address for Envoy over gRPC: external authorization (ext_authz), external processing "
        "(ext_proc), which shows responses too, and health checks",
        restart=True,
    )
    lookups: Lookups = knowledge_row(
        "origin of facts about stored deployments: learned from responses (with --grpc-listen), "
        "shared with other processes, requested from upstream",
        (),
    )
    pool: Count = service_row("greatest number of lookups under way at upstream", 100)

    def conflicts(self) -> Iterator[str]:
        """Yield a sentence about each conflict, as `Settings.conflicts` does."""
        yield from super().conflicts()
        if self.grpc_listen is None:
            if "learned" in self.lookups:
                yield "learned needs grpc_listen: no other question shows a response"
            modes = self.responses if isinstance(self.responses, Mapping) else {"": self.responses}
            if "enforce" in modes.values():
                yield "responses = enforce needs grpc_listen: no other question shows a response"
        elif not (_is_installed("grpc") and _is_installed("google.protobuf")):
            yield "grpc_listen needs grpcio: pip install 'deploy-contract[ext-proc]'"
        elif is_shared(self.grpc_listen, self.listen) or is_shared(self.grpc_listen, self.admin):
            yield "grpc_listen needs another address than listen and admin"
        elif isinstance(self.grpc_listen, UnixAddress) and self.workers > 1:
            yield (
                "grpc_listen on a Unix socket needs workers = 1: workers cannot share such an address"
            )
        if self.path_prefix and DIALECTS[self.dialect].target:
            yield "path_prefix is a setting of the dialect envoy alone"
        if self.upstream is None:
            names = ("ready_path", "ca_file", "upstream_cert_file")
            needy = ["lookups"] if "upstream" in self.lookups else []
            needy += [name for name in names if getattr(self, name)]
            if needy:
                yield f"{needy[0]} needs upstream, the URL of the service"


def _is_installed(module: str) -> bool:
    """Return True if a module can be imported. An import of grpc would delay the start."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package is missing, too
        return False
