"""The decision server as a program of this package."""

from deploy_contract_gateway import problems
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.decide.validation import (
    TRIALS,
    reserve_address,
    validate_decide_settings,
)
from deploy_contract_gateway.programs import Program

DECIDE = Program(
    name="decide",
    purpose="Answer the questions of a gateway that asks before it forwards a request: Envoy, "
    "Traefik, APISIX, Caddy or nginx. The answer is 200 if the request may pass, else the status "
    "and the problem details for the client.",
    settings=DecideSettings,
    required=("dialect", "the dialect of the gateway that asks"),
    validate=validate_decide_settings,
    runtime="deploy_contract_gateway.decide.runtime",
    shown=("dialect", "grpc_listen"),
    trials=TRIALS,
    reserve=reserve_address,
    second=("deploy_contract_gateway.decide.processing", "grpc_listen"),
    # The gateway that asks would tunnel further requests past the decision server. WebSocket carries
    # none. A refusal of the class 5xx might let the request pass.
    refused_upgrades=dict.fromkeys((b"h2c", b"h2", b"http", b"tls"), problems.UPGRADE_HTTP),
)
