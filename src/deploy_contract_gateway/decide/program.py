"""The decision server as a program of this package, and its options."""

from typing import TYPE_CHECKING, Any

from deploy_contract_gateway import problems
from deploy_contract_gateway.decide.settings import TRIALS, DecideSettings, reserve_address
from deploy_contract_gateway.programs import Program

if TYPE_CHECKING:
    import argparse


def _make_runtime(*arguments: Any) -> Any:
    from deploy_contract_gateway.decide.runtime import DecideRuntime  # only workers need it

    return DecideRuntime(*arguments)


def _make_grpc_server(settings: DecideSettings, app: Any, report: Any) -> Any | None:
    if settings.grpc_listen is None:
        return None
    from deploy_contract_gateway.decide.grpc_server import GrpcServer  # needs the extra

    return GrpcServer(settings, app, report)


DECIDE = Program(
    name="decide",
    purpose="Answer the questions of a gateway that asks before it forwards a request: Envoy, "
    "Traefik, APISIX, Caddy or nginx. The answer is 200 if the request may pass, else the status "
    "and the problem details for the client.",
    settings=DecideSettings,
    required=("dialect", "the dialect of the gateway that asks"),
    make_runtime=_make_runtime,
    shown=("dialect", "grpc_listen"),
    trials=TRIALS,
    reserve=reserve_address,
    make_second=_make_grpc_server,
    # The gateway that asks would tunnel further requests past the decision server. WebSocket carries
    # none. A refusal of the class 5xx might let the request pass.
    refused_upgrades=dict.fromkeys((b"h2c", b"h2", b"http", b"tls"), problems.UPGRADE_HTTP),
)


def register(parser: "argparse.ArgumentParser") -> None:
    """Add the decision server's options to the parser."""
    from deploy_contract_gateway import configuration  # workers need no options

    configuration.register(parser, DECIDE)
