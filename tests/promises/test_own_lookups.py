"""No caller makes its own lookup fail, and no patch that is denied anyway causes one."""

import json
import random
from typing import Any
from unittest.mock import Mock

import pytest

from deploy_contract import Bundle, Request, Response
from tests.support.applications import (
    ID,
    JSON,
    OTHER,
    PATH,
    REFERENCES,
    App,
    Send,
    deployment,
    over_wsgi,
)
from tests.support.effort import effort
from tests.support.engines import made
from tests.support.lookups import UPSTREAM
from tests.support.own_lookups import HOSTILE, is_strict_about

pytestmark = pytest.mark.promise(35)

SOURCES = tuple(Bundle.installed().book.sources)
WRONG = json.dumps(REFERENCES).encode()  # unless the deployment is external_container


def listed(request: Request) -> Response:
    """List a deployment of codehost, unless a header is none of a lookup's own."""
    if is_strict_about(request.headers):
        return Response(503, (), b"")
    body = json.dumps({"resources": [deployment()], "offset": 1})
    return Response(200, tuple(JSON.items()), body.encode())


def sender(over: Any, app: App, service: Mock, engine: Any, **options: Any) -> Send:
    """Return a function that sends requests through a middleware that asks a service."""
    contract = made(engine)
    lookup = UPSTREAM[over](service, contract)
    send: Send = over(app, contract=contract, deployments=lookup, **options)
    return send


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda pair: pair[0])
def test_no_header_makes_the_callers_own_lookup_fail(
    over: Any, engine: Any, hostile: tuple[str, str]
) -> None:
    app, service = App(), Mock(side_effect=listed)
    send = sender(over, app, service, engine)
    headers = {**JSON, "authorization": "Bearer a", hostile[0]: hostile[1]}
    answered = send("PATCH", PATH, WRONG, headers)
    assert (answered.status, answered.rules) == (422, ["secret-references-source"])
    assert app.calls == 0
    [asked] = service.call_args.args
    assert dict(asked.headers) == {
        "authorization": "Bearer a",
        "accept": "application/json",
        "cache-control": "no-cache",
    }
    assert ID in asked.query


def test_a_patch_that_a_fact_may_change_the_verdict_of_asks(over: Any, engine: Any) -> None:
    """One that is allowed too: the service may say that the source or the hosting is another."""
    for body, status in ((WRONG, 422), (b"{}", 200), (b'{"secrets": []}', 200)):
        service = Mock(side_effect=listed)
        assert sender(over, App(), service, engine)("PATCH", PATH, body).status == status
        assert service.call_count == 1


def test_lookups_in_memory_are_asked_all_the_same(over: Any) -> None:
    """They cost nobody anything, and a response may contradict them."""
    known = {ID: {"source": "codehost"}}
    lookup, app, seen = Mock(spec=["find"]), App(), list[Any]()
    lookup.find.return_value = None
    options = {"deployments": [lookup, known], "requests": "report", "responses": "enforce"}
    send = over(app, on_report=seen.append, **options)
    app.body = json.dumps(deployment(source="external_container")).encode()
    assert send("PATCH", PATH, b'{"secrets": 5}').status == 502
    assert seen[0].verdict == "deny"
    assert lookup.find.call_count == 0
    assert send("PATCH", PATH, b"{}").status == 502
    assert lookup.find.call_count == 1


def some(fields: dict[str, list[Any]], chance: random.Random) -> dict[str, Any]:
    return {name: chance.choice(of) for name, of in fields.items() if chance.random() < 0.3}


TOP: dict[str, list[Any]] = {
    "revision_source": [None, *SOURCES], "secrets": [None, [], 5],
    "secret_references": [None, [], REFERENCES["secret_references"]],
}  # fmt: skip
CONFIG: dict[str, list[Any]] = {
    "build_on_push": [None, True], "integration_id": [None, ID, OTHER], "custom_url": [None, "https://a.example"],
    "install_command": [None, "make"], "listener_config": [None, {"cluster_namespace": "a"}],
}  # fmt: skip
REVISION: dict[str, list[Any]] = {
    "repo_ref": [None, "main", "refs/tags/v1"], "image_uri": [None, "a/b:c"], "graph_config_path": [None, "a.json"],
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("hosting", [None, "cloud", "self_hosted"])
def test_a_lookup_that_is_not_asked_would_not_have_changed_the_verdict(
    hosting: Any, engine: Any
) -> None:
    """Compare with the same facts in memory, even if they contradict the hosting."""
    chance, contract = random.Random(str(hosting)), made(engine, hosting=hosting)
    memory, spared, count = dict[str, Any](), 0, effort(150, 5000)
    lookup = Mock(spec=["find"])
    asking = over_wsgi(App(), contract=contract, deployments=lookup)
    known = over_wsgi(App(), contract=contract, deployments=memory)
    for _ in range(count):
        patch = some(TOP, chance)
        stored: dict[str, Any] = {"source": chance.choice(SOURCES)}
        for document in (patch, stored):
            document["source_config"] = some(CONFIG, chance)
            document["source_revision_config"] = some(REVISION, chance)
        body, before = json.dumps(patch).encode(), lookup.find.call_count
        lookup.find.return_value = memory[ID] = stored
        assert asking("PATCH", PATH, body).status == known("PATCH", PATH, body).status, patch
        spared += lookup.find.call_count == before
    assert 0 < spared < count
