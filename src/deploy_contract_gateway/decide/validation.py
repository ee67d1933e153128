"""The trials of the decision server's settings, and the reservation of its second address."""

import dataclasses
import socket
from importlib.util import find_spec

from deploy_contract import ContractError
from deploy_contract_gateway import validation
from deploy_contract_gateway.decide.dialects import DIALECTS
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.validation import Trial, require_path
from deploy_contract_serving.addresses import bound_address, reserve_port


def _try_grpc(settings: DecideSettings) -> None:
    if settings.grpc_listen is None:
        if "learned" in settings.lookups:
            raise ContractError("learned needs grpc_listen: no other question shows a response")
    elif not (_is_installed("grpc") and _is_installed("google.protobuf")):
        raise ContractError("grpc_listen needs grpcio: pip install 'deploy-contract[ext-proc]'")


def _try_prefix(settings: DecideSettings) -> None:
    require_path("path_prefix", settings.path_prefix)
    if settings.path_prefix and DIALECTS[settings.dialect].target:
        raise ContractError("path_prefix is a setting of the dialect envoy alone")


def _try_upstream(settings: DecideSettings) -> None:
    if settings.upstream is None:
        needy = [name for name in ("ready_path", "ca_file") if getattr(settings, name)]
        if "upstream" in settings.lookups:
            needy.insert(0, "lookups")
        if needy:
            raise ContractError(f"{needy[0]} needs upstream, the URL of the service")


TRIALS = (
    *validation.TRIALS,
    Trial(("grpc_listen", "lookups"), _try_grpc),
    Trial(("path_prefix", "dialect"), _try_prefix),
    Trial(("upstream", "ready_path", "ca_file", "lookups"), _try_upstream),
)


def _is_installed(module: str) -> bool:
    """Return True if a module can be imported. Importing grpc here would take the start longer."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even its package
        return False


def reserve_address(
    settings: DecideSettings,
) -> tuple[DecideSettings, tuple[socket.socket, ...]]:
    """Bind the address for gRPC, without accepting connections: each worker listens on it too.

    Returns:
        The settings with the port that was chosen, and the socket that keeps it.

    Raises:
        ContractError: the address cannot be bound.
    """
    if settings.grpc_listen is None:
        return settings, ()
    kept = reserve_port(settings.grpc_listen)
    return dataclasses.replace(settings, grpc_listen=bound_address(kept)), (kept,)
