"""The programs of this package as values: all that the supervisor and the workers do not share.

The decision server is in `deploy_contract_gateway.decide.program`.
"""

import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_gateway import problems
from deploy_contract_gateway.settings import GatewaySettings, Settings
from deploy_contract_gateway.validation import TRIALS, Trial, faults
from deploy_contract_serving.problems import Problem

_NO_WEBSOCKETS: Mapping[bytes, Problem] = {b"websocket": problems.UPGRADE}


def _reserve_nothing(settings: Settings) -> tuple[Settings, Sequence[socket.socket]]:
    return settings, ()


def _make_nothing(_settings: Settings, _app: object, _report: object) -> None:
    """Return no second server."""


def _make_runtime(*arguments: Any) -> Any:
    from deploy_contract_gateway.upstream import GatewayRuntime  # only workers need its modules

    return GatewayRuntime(*arguments)


class Program(NamedTuple):
    """A program.

    Attributes:
        name: the subcommand.
        purpose: the first sentences of its help.
        settings: the class of its settings.
        required: the setting that an operator must give, and its name in a sentence.
        trials: those of the settings, besides the contract's.
        make_runtime: makes the objects that serve requests. It imports their modules, which only
            workers need.
        shown: the settings that the line at the start shows besides the addresses.
        reserve: binds further addresses for the workers; returns the settings with the bound
            addresses, and the sockets that keep them.
        make_second: makes a second server of each worker of the settings, the application, and
            what takes events of the log; None if the settings ask for none.
        refused_upgrades: protocols that no request may offer to upgrade to, in lower case and
            without a version, and the answer to the offer.
    """

    name: str
    purpose: str
    settings: type[Settings]
    required: tuple[str, str]
    make_runtime: Callable[..., Any]
    shown: tuple[str, ...]
    trials: tuple[Trial, ...] = TRIALS
    reserve: Callable[[Any], tuple[Settings, Sequence[socket.socket]]] = _reserve_nothing
    make_second: Callable[[Any, Any, Any], Any | None] = _make_nothing
    refused_upgrades: Mapping[bytes, Problem] = _NO_WEBSOCKETS

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
    make_runtime=_make_runtime,
    shown=("upstream",),
)
