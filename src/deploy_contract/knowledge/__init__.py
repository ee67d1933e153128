"""Lookups: sources of facts about stored deployments.

A lookup is given to a middleware as `deployments`. It may be a plain mapping from id to deployment,
`LearnedDeployments`, `SharedDeployments` (several processes), `UpstreamDeployments` (WSGI),
`AsyncUpstreamDeployments` (ASGI), or an object of your own that has the methods of `Lookup`.
"""

from typing import TYPE_CHECKING

from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract.late_names import late_names

if TYPE_CHECKING:
    from deploy_contract.knowledge.shared import SharedDeployments
    from deploy_contract.knowledge.upstream import AsyncUpstreamDeployments, UpstreamDeployments
else:
    __getattr__, __dir__ = late_names(  # to import a lookup that asks others takes 40 ms
        __name__,
        {
            "AsyncUpstreamDeployments": ".upstream",
            "SharedDeployments": ".shared",
            "UpstreamDeployments": ".upstream",
        },
    )

__all__ = [
    "AsyncUpstreamDeployments",
    "Facts",
    "LearnedDeployments",
    "Lookup",
    "SharedDeployments",
    "UpstreamDeployments",
]
