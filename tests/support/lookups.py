"""Lookups that ask the service, looked at from outside of their public methods."""

import threading
from typing import Any

from deploy_contract import notes
from deploy_contract.knowledge import AsyncUpstreamDeployments, UpstreamDeployments
from tests.support.applications import over_asgi, over_wsgi

# by the function that sends requests through a middleware: the lookups that it takes
UPSTREAM: dict[Any, Any] = {over_asgi: AsyncUpstreamDeployments, over_wsgi: UpstreamDeployments}


def are_threads_idle() -> bool:
    """Return True if no thread of this process asks a service."""
    return all(thread.name != "deploy-contract lookup" for thread in threading.enumerate())


def collected_notes() -> list[str]:
    """Return a list that gets the notes that lookups add from now on in this context."""
    found: list[str] = []
    notes.NOTED.set(found)
    return found
