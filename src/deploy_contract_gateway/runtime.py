"""The parts of a worker that a reload replaces, for the gateway and for `decide`."""

from collections.abc import Callable
from typing import Any

from deploy_contract import knowledge
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract.middleware.buffers import budget_of
from deploy_contract.middleware.options import OPTIONS
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.client import Client
from deploy_contract_gateway.exchange import record_observation
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import watched
from deploy_contract_gateway.validation import Contracts


class Runtime:
    """The parts of a worker that are made from the settings. Create this within an event loop.

    A reload makes a new `Runtime`. The old one still serves the requests under way, and its idle
    connections expire. `learned` and `coverage` outlive a reload.

    Attributes:
        contract: the contract in force.
        options: the options of the middleware.
        budget: memory for all buffered bodies together.
        client: sends requests to the service; None if no service is set.
    """

    def __init__(
        self,
        settings: Settings,
        contracts: Contracts,
        learned: LearnedDeployments,
        coverage: LiveCoverage,
        report: Callable[..., None],
    ) -> None:
        contract, candidate = contracts
        self.contract = contract
        self.budget = budget_of(settings.buffer_bytes, contract.limits)
        self.client: Client | None = None
        if settings.upstream is not None:
            self.client = Client(settings, watched(settings, "upstream", report), self.budget)
        lookups: list[Lookup] = []
        wait, headers = settings.lookup_seconds, settings.lookup_headers
        for name in settings.lookups:
            if name == "upstream":
                assert self.client is not None
                fetch = self.client.fetch
                asks = knowledge.AsyncUpstreamDeployments(fetch, contract, wait, headers=headers)
                lookups.append(asks)
            elif learned not in lookups:  # `learned` is a part of `shared`
                lookups.append(learned)
        given = {name: getattr(settings, name) for name in OPTIONS if hasattr(settings, name)}
        self.options: dict[str, Any] = given | {
            "deployments": lookups,
            "on_report": record_observation,
            "buffer_bytes": self.budget,
            "candidate": candidate,
            "coverage": coverage,
        }
