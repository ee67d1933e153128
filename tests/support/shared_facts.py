"""A deployment that processes share, as it is said and asked for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from deploy_contract import Report, Request, notes
from deploy_contract.knowledge import SharedDeployments
from tests.support.applications import ID, deployment
from tests.support.gateways import soon

Share: TypeAlias = Callable[..., SharedDeployments]
CANARY = "CANARY-7f3a"
ASKS = Request("PATCH", f"/v2/deployments/{ID}")
LASTING = {"name": "checkout", "source": "codehost"}
CHANGING: dict[str, Any] = {
    "source_config": {"build_on_push": True},
    "source_revision_config": {"repo_ref": "main"},
}
WHOLE = {**LASTING, **CHANGING}


def said(identity: str = ID, **more: Any) -> Report:
    """Return a report on a response with one deployment."""
    return Report(
        "allow", document="Deployment", value=deployment(identity, **{**CHANGING, **more})
    )


def asked(shared: SharedDeployments, identity: str = ID) -> Any:
    """Return the answer to a request, as under WSGI, and its notes."""
    noted = notes.collect()
    return shared.find(identity, ASKS), noted


def known(shared: SharedDeployments, identity: str = ID) -> Any:
    """Return the facts in memory."""
    return shared.find(identity)


def teach(one: SharedDeployments, *others: SharedDeployments) -> None:
    """Let a lookup learn a deployment until all know it."""

    def taught() -> bool:
        one.learn(said(), one.clock())
        return all(asked(other)[0] == WHOLE for other in (one, *others))

    assert soon(taught)


@contextmanager
def lookups() -> Iterator[Share]:
    """Make a function that makes a lookup, as another process would, and waits until it is connected."""
    made: list[SharedDeployments] = []

    def begin(url: str, namespace: str = "default", **options: Any) -> SharedDeployments:
        made.append(SharedDeployments(url, namespace, **{"timeout": 5, **options}))
        made[-1].start()
        assert soon(lambda: made[-1]._fresh_until > 0)
        return made[-1]

    yield begin
    for one in made:
        one.close()
