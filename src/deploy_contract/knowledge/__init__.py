"""Lookups: sources of facts about stored deployments.

A lookup is given to a middleware as `deployments`. It may be a plain mapping from id to deployment,
`LearnedDeployments`, `SharedDeployments` (several processes), `UpstreamDeployments` (WSGI),
`AsyncUpstreamDeployments` (ASGI), or an object of your own that has the methods of `Lookup`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.protocol import Lookup

if TYPE_CHECKING:
    from deploy_contract.knowledge.shared import SharedDeployments
    from deploy_contract.knowledge.upstream import AsyncUpstreamDeployments, UpstreamDeployments
else:

    def __getattr__(name: str) -> Any:
        """Return a lookup class whose import is deferred, since it takes 40 ms."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = "shared" if name == "SharedDeployments" else "upstream"
        return getattr(import_module(f"{__name__}.{module}"), name)


__all__ = [
    "AsyncUpstreamDeployments",
    "Facts",
    "LearnedDeployments",
    "Lookup",
    "SharedDeployments",
    "UpstreamDeployments",
]
