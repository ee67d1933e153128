"""Cost of knowledge that processes share: a hit in memory, and a PATCH that is judged by it."""

from collections.abc import Callable

from deploy_contract import Contract, Report, Request
from deploy_contract.asgi import ContractMiddleware, within
from deploy_contract.knowledge import LearnedDeployments, SharedDeployments
from tests.bench.load import ID
from tests.bench.timing import Task, line
from tests.support import usual_documents
from tests.support.applications import App
from tests.support.redis_server import missing, redis_server


def shared() -> None:
    """Print the cost of shared knowledge, as a ratio to that of learned knowledge."""
    if missing() is not None:
        print(f"\nshared knowledge: not measured, {missing()}")
        return
    print("\nshared knowledge")
    with redis_server() as redis:
        ours, theirs = SharedDeployments(redis.url), LearnedDeployments()
        known = {"id": ID, "source": "codehost", "name": "checkout"}
        for lookup in (ours, theirs):
            lookup.learn(Report("allow", kind="Deployment", value=known))
        assert ours.find(ID) == theirs.find(ID)
        line("hit, shared / learned", _hit(ours.find), _hit(theirs.find), 1.1)
        line("PATCH of 2 KB judged, shared / learned", _judged(ours), _judged(theirs), 1.1)
        ours.close()


def _hit(find: Callable[[str], object]) -> Task:
    return lambda: find(ID)


def _judged(lookup: LearnedDeployments) -> Task:
    """Return a task that judges a patch as the middleware does."""
    enforcer = ContractMiddleware(App().asgi, Contract(), deployments=lookup).enforcer
    headers = {"content-type": "application/json"}
    request = Request("PATCH", f"/v2/deployments/{ID}", "", headers, usual_documents.patch())
    arrival = enforcer.arrive(request)

    def judged() -> object:
        try:
            enforcer.judged(arrival, request.body, within).send(None)
        except StopIteration as ended:
            return ended.value
        raise AssertionError

    assert judged()
    return judged
