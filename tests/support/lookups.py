"""Lookups that ask the service, looked at from outside of their public methods."""

import threading
from typing import Any

from deploy_contract import notes
from deploy_contract.knowledge import AsyncUpstreamDeployments, UpstreamDeployments
from tests.support.applications import over_asgi, over_wsgi

# by the function that sends requests through a middleware: the lookups that it takes
UPSTREAM: dict[Any, Any] = {over_asgi: AsyncUpstreamDeployments, over_wsgi: UpstreamDeployments}


def threads_of(kind: str) -> int:
    """Return how many threads of this process ask a service ("lookup") or Redis ("redis")."""
    return sum(thread.name == f"deploy-contract {kind}" for thread in threading.enumerate())


def collected_notes() -> list[str]:
    """Return a list that gets the notes that lookups add from now on in this context."""
    found: list[str] = []
    notes.NOTED.set(found)
    return found
