"""The facts about deployments that a worker keeps, or shares with other processes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract_gateway.settings import Settings

if TYPE_CHECKING:
    from deploy_contract.knowledge import SharedDeployments


class Memory:
    """The facts of a worker. They outlive a reload.

    A single worker keeps facts that may change. Several do not see each other's patches, and would
    refuse requests on the ground of old facts, unless they share what they know.
    """

    def __init__(self, settings: Settings) -> None:
        if settings.workers == 1:
            self._learned = LearnedDeployments()
        else:
            self._learned = LearnedDeployments(fresh_seconds=0)
        self._shared: SharedDeployments | None = None

    def of(self, settings: Settings) -> LearnedDeployments:
        """Return the facts that the lookups `learned` and `shared` of some settings know."""
        if "shared" not in settings.lookups:
            return self._learned
        if self._shared is None:
            from deploy_contract.knowledge import SharedDeployments  # few gateways share

            assert settings.shared_url is not None
            self._shared = SharedDeployments(settings.shared_url.text, settings.shared_namespace)
            self._shared.start()
        return self._shared


def chosen_lookups(settings: Settings, known: Mapping[str, Lookup]) -> list[Lookup]:
    """Return the lookups of the settings, each once: `learned` is a part of `shared`."""
    chosen: list[Lookup] = []
    for name in settings.lookups:
        lookup = known["learned" if name == "shared" else name]
        if lookup not in chosen:
            chosen.append(lookup)
    return chosen
