"""The programs of this package as values: all that the supervisor and the workers do not share."""

from collections.abc import Mapping
from dataclasses import dataclass

from deploy_contract_gateway import problems
from deploy_contract_gateway.decide.settings import TRIALS as DECIDE_TRIALS
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.settings import GatewaySettings, Settings
from deploy_contract_gateway.validation import TRIALS, Trial, faults
from deploy_contract_serving.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program.

    Attributes:
        name: the subcommand.
        purpose: the first sentences of its help.
        settings: the class of its settings.
        required: the setting that an operator must give, and its name in a sentence.
        shown: the settings that the line at the start shows besides the addresses.
        trials: those of the settings, besides the contract's.
        refused_upgrades: protocols that no request may offer to upgrade to, in lower case and
            without a version, and the answer to the offer.
    """

    name: str
    purpose: str
    settings: type[Settings]
    required: tuple[str, str]
    shown: tuple[str, ...]
    trials: tuple[Trial, ...]
    refused_upgrades: Mapping[bytes, Problem]

    @property
    def prefix(self) -> str:
        """The prefix of environment variables."""
        return f"DEPLOY_CONTRACT_{self.name.upper()}_"

    @property
    def metrics_prefix(self) -> str:
        """The prefix of the names of metrics."""
        return f"deploy_contract_{self.name}_"

    def validate(self, settings: Settings) -> None:
        """Raise ContractError if a setting is wrong, or a file that one names."""
        for fault in faults(settings, self.trials):
            raise fault


GATEWAY = Program(
    name="gateway",
    purpose="Forward HTTP/1.1 requests to the service at --upstream, refuse those that the contract "
    "denies, and judge the responses.",
    settings=GatewaySettings,
    required=("upstream", "the URL of the service"),
    shown=("upstream",),
    trials=TRIALS,
    refused_upgrades={b"websocket": problems.UPGRADE},
)
DECIDE = Program(
    name="decide",
    purpose="Answer the questions of a gateway that asks before it forwards a request: Envoy, "
    "Traefik, APISIX, Caddy or nginx. The answer is 200 if the request may pass, else the status "
    "and the problem details for the client.",
    settings=DecideSettings,
    required=("dialect", "the dialect of the gateway that asks"),
    shown=("dialect", "grpc_listen"),
    trials=DECIDE_TRIALS,
    # The gateway that asks would tunnel further requests past the decision server. WebSocket carries
    # none. A refusal of the class 5xx might let the request pass.
    refused_upgrades=dict.fromkeys((b"h2c", b"h2", b"http", b"tls"), problems.UPGRADE_HTTP),
)
