"""The objects that serve requests until the next reload, as far as the programs share them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract.middleware.buffers import budget_of
from deploy_contract.middleware.options import OPTIONS
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.client import Client, upstream_lookup
from deploy_contract_gateway.exchange import Exchange, Receive, Scope, record_observation
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import watched
from deploy_contract_gateway.validation import Contracts


class Runtime(ABC):
    """The contract, the options of the middleware, and the client of one reading of the settings.

    A reload replaces it. The requests under way end with it, and its idle connections expire.

    Attributes:
        buffer_bytes: memory for all buffered bodies together.
    """

    def __init__(
        self,
        settings: Settings,
        contracts: Contracts,
        learned: LearnedDeployments,
        coverage: LiveCoverage,
        report: Callable[..., None],
    ) -> None:
        """Create a runtime within an event loop.

        Args:
            settings: the settings.
            contracts: the contracts that `make_contracts` made from them.
            learned: facts about deployments, which outlive a reload.
            coverage: counts the parts of the contract that messages exercise, and outlives it too.
            report: takes events of the log.
        """
        self._contract = contracts.in_force
        self._budget = budget_of(settings.buffer_bytes, self._contract.limits)
        self.buffer_bytes = self._budget.most
        self._client = None
        if settings.upstream is not None:
            tls = watched(settings, "upstream", report)
            self._client = Client(settings, tls, self._budget)
        lookups: list[Lookup] = []
        for name in settings.lookups:
            if name == "upstream":
                assert self._client is not None
                lookups.append(upstream_lookup(self._client, settings, self._contract))
            elif learned not in lookups:  # `learned` is a part of `shared`
                lookups.append(learned)
        given = {name: getattr(settings, name) for name in OPTIONS if hasattr(settings, name)}
        self._options: dict[str, Any] = given | {
            "deployments": lookups,
            "on_report": record_observation,
            "buffer_bytes": self._budget,
            "candidate": contracts.candidate,
            "coverage": coverage,
        }

    @abstractmethod
    async def serve(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        """Serve one request. The response goes to `exchange.send`."""
