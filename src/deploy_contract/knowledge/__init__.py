"""Lookups: sources of facts about stored deployments.

A lookup is given to a middleware as `deployments`. It may be a plain mapping from id to deployment,
`LearnedDeployments`, `SharedDeployments` (several processes), `UpstreamDeployments` (WSGI),
`AsyncUpstreamDeployments` (ASGI), or an object of your own that has the methods of `Lookup`.
"""

from typing import TYPE_CHECKING, Any

from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.protocol import Lookup

if TYPE_CHECKING:
    from deploy_contract.knowledge.shared import SharedDeployments
    from deploy_contract.knowledge.upstream import AsyncUpstreamDeployments, UpstreamDeployments
else:

    def __getattr__(name: str) -> Any:
        """Import a lookup that asks others when it is first used: it takes 40 ms."""
        if name == "SharedDeployments":
            from deploy_contract.knowledge import shared as module
        elif name in ("AsyncUpstreamDeployments", "UpstreamDeployments"):
            from deploy_contract.knowledge import upstream as module
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(module, name)


__all__ = [
    "AsyncUpstreamDeployments",
    "Facts",
    "LearnedDeployments",
    "Lookup",
    "SharedDeployments",
    "UpstreamDeployments",
]
