"""The facts about deployments that a worker keeps, or shares with other processes."""

from typing import TYPE_CHECKING

from deploy_contract.knowledge import LearnedDeployments
from deploy_contract_gateway.background import run_in_background
from deploy_contract_gateway.settings import Settings

if TYPE_CHECKING:
    from deploy_contract.knowledge import SharedDeployments


_KINDS = ("shared", "learned")  # kinds of memory; `shared` wins, since it includes what is learned


class Memory:
    """The facts of a worker. They outlive a reload, unless it changes the kind of memory.

    Attributes:
        facts: the facts that the lookups `learned` and `shared` know.
    """

    facts: LearnedDeployments
    _shared: "SharedDeployments | None" = None

    def __init__(self, settings: Settings) -> None:
        """Create the memory of some settings. It connects to nothing before the first request."""
        self._kind = _kind_of(settings)
        learns_mutable = settings.learn_mutable == "on"  # needs a restart
        if self._kind != "shared":
            self.facts = LearnedDeployments(learn_mutable=learns_mutable)
            return
        from deploy_contract.knowledge import SharedDeployments  # few gateways share

        assert settings.shared_url is not None
        self._shared = SharedDeployments(
            settings.shared_url.text,
            settings.shared_namespace,
            timeout=settings.redis_seconds,
            learn_mutable=learns_mutable,
        )
        self.facts = self._shared

    def of(self, settings: Settings) -> "Memory":
        """Return this memory if it is of the kind that some settings want, else a new one."""
        # the facts of before would have heard of no patch meanwhile
        return self if _kind_of(settings) == self._kind else Memory(settings)

    async def close(self) -> None:
        """Wait until the last facts are shared, for a second at most; close the connections."""
        if self._shared is not None:
            await run_in_background(self._shared.close)


def _kind_of(settings: Settings) -> str:
    return next((name for name in _KINDS if name in settings.lookups), "")
