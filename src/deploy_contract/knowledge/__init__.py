"""Lookups: sources of facts about stored deployments.

A lookup is given to a middleware as `deployments`. It may be a plain mapping from id to deployment,
`LearnedDeployments`, `SharedDeployments` (several processes), `UpstreamDeployments` (WSGI),
`AsyncUpstreamDeployments` (ASGI), or an object of your own that has the methods of `Lookup`.
"""

from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract.knowledge.shared import SharedDeployments
from deploy_contract.knowledge.upstream import AsyncUpstreamDeployments, UpstreamDeployments

__all__ = [
    "AsyncUpstreamDeployments",
    "Facts",
    "LearnedDeployments",
    "Lookup",
    "SharedDeployments",
    "UpstreamDeployments",
]
