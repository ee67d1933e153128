"""The doors for a request: the call, the protocol of openapi-core, both middlewares, decide, and Envoy."""

import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest

from deploy_contract import Request
from deploy_contract.middleware.observation import Observation
from tests.support import decisions
from tests.support.applications import App, cut, deliver, over_asgi, over_wsgi
from tests.support.engines import made
from tests.support.envoy_module import CAN_RUN, REASON, SharedModule
from tests.support.names import named

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
PATCH, LIST, REPOSITORIES = (
    f"/v2/deployments/{ID}",
    "/v2/deployments",
    f"/v1/integrations/forge/codehost/{ID}/repos",
)
OPERATIONS = {
    PATCH: ("PATCH", "patch_deployment"),
    LIST: ("GET", "list_deployments"),
    REPOSITORIES: ("GET", "list_repositories"),
}
Pairs = Sequence[tuple[str, str]]
JSON: Pairs = (("content-type", "application/json"),)


class Sent(NamedTuple):
    """The result of a request at a door.

    `rules`: the rules that refused it. `body`: the body that was passed on, if the door passes any.
    """

    rules: frozenset[str]
    passed: bool
    body: bytes | None = None


# doors: each is given the engine, method, path and query as they are written, headers, body
Door = Callable[[str, str, str, str, Pairs, bytes], Sent]


def called(engine: str, method: str, path: str, query: str, headers: Pairs, body: bytes) -> Sent:
    report = made(engine).check_request(Request(method, path, query, headers, body))
    return Sent(frozenset(v.rule for v in report.violations if v.mode == "enforce"), report.ok)


def protocol(engine: str, method: str, path: str, query: str, headers: Pairs, body: bytes) -> Sent:
    """Check a request as openapi-core's adapters present it: path and parameters decoded."""
    pairs = [
        tuple(unquote(part.replace("+", " ")) for part in pair.partition("=")[::2])
        for pair in query.split("&")
        if pair
    ]
    given = SimpleNamespace(
        host_url="http://127.0.0.1", path=unquote(path), method=method.lower(), body=body, content_type="",
        parameters=SimpleNamespace(query=pairs, header=list(headers), cookie={}, path={}),
    )  # fmt: skip
    report = made(engine).check_request(given)
    return Sent(frozenset(v.rule for v in report.violations if v.mode == "enforce"), report.ok)


def _sent(over: Any, engine: str, request: Request, size: int | None, *, raw: bool) -> Sent:
    """Return the result of a request at a middleware, which gets its body in pieces of a size, or whole."""
    app, seen = App(b"", 299, {}), list[Observation]()
    pieces = None if size is None else cut(request.body, size)
    answer = deliver(
        over,
        app,
        request,
        pieces,
        raw=raw,
        contract=made(named(engine)),
        on_report=seen.append,
    )
    if answer.status == 299:
        assert len(app.given) == 1
        return Sent(frozenset(), True, app.given[0])  # noqa: FBT003 - see the field
    assert app.given == []
    assert 400 <= answer.status < 500
    refusing = frozenset(item.rule for item in seen[0].violations if item.mode == "enforce")
    if answer.body:  # as all but those to HEAD
        rows = json.loads(answer.body)["violations"]
        assert refusing == {row["rule"] for row in rows if row["mode"] == "enforce"}
    return Sent(refusing, passed=False)


def asgi(engine: str, *request: Any, chunk: int = 0, raw: bool = True) -> Sent:
    """Send a request whose body comes in some hundred pieces, or in pieces of `chunk` bytes."""
    whole = Request(*request)
    return _sent(over_asgi, engine, whole, chunk or max(7, len(whole.body) // 200), raw=raw)


def wsgi(engine: str, *request: Any, raw: bool = True) -> Sent:
    return _sent(over_wsgi, engine, Request(*request), None, raw=raw)


def refused(*rules: str) -> Sent:
    """Return the outcome of a request that these rules refuse."""
    return Sent(frozenset(rules), passed=False)


def ask(
    door: Door,
    engine: str,
    method: str,
    path: str,
    query: str = "",
    headers: Pairs = (),
    body: bytes = b"",
) -> Sent:
    """Return the outcome of a request at a door, without the body that was passed on."""
    return door(engine, method, path, query, headers, body)._replace(body=None)


def decided(way: Any) -> Door:
    """Return the door of the decision server that is asked in a way."""

    def door(engine: str, method: str, path: str, query: str, headers: Pairs, body: bytes) -> Sent:
        target = f"{path}?{query}" if query else path
        status, exchange, answer = way(engine, method, target, headers, body)
        if status == 200:
            assert answer == b""
            return Sent(frozenset(), True, body)  # noqa: FBT003 - see the field
        return Sent(decisions.refusing(exchange, answer), passed=False)

    return door


def decoded(door: Any) -> Door:
    """Return the door of a server that does not tell how the path was written."""
    return lambda *request: door(*request, raw=False)


DOORS: dict[str, Door] = {
    "call": called,
    "protocol": protocol,
    "asgi": asgi,
    "wsgi": wsgi,
    "question": decided(decisions.ask),
    "check": decided(decisions.check),
    "stream": decided(decisions.show),
}
MIDDLEWARE: dict[str, Any] = {"asgi": asgi, "wsgi": wsgi}
ENVOY = "envoy"  # refuses some requests before the contract is asked


def inside(module: SharedModule) -> Door:
    """Return the door of an Envoy with the contract inside it, which no engine has a part in."""
    envoy = module.set()

    def door(_: str, method: str, path: str, query: str, headers: Pairs, body: bytes) -> Sent:
        module.service.got.clear()
        status, pairs, answered = module.send(Request(method, path, query, headers, body))
        if module.service.got:
            assert status == 200
            [got] = module.service.got
            return Sent(frozenset(), True, got.body)  # noqa: FBT003 - see the field
        assert 400 <= status < 500
        if pairs.get("content-type") != "application/problem+json":
            return Sent(frozenset({ENVOY}), passed=False)
        line = envoy.log().splitlines()[-1]
        rules = frozenset(line.partition(" rules=")[2].split(","))
        if answered:  # as all but those to HEAD
            rows = json.loads(answered)["violations"]
            assert rules == {row["rule"] for row in rows if row["mode"] == "enforce"}
        return Sent(rules, passed=False)

    return door


INSIDE = pytest.param(
    "inside",
    # the engine "native" shows the same in `make test`
    marks=[pytest.mark.skipif(not CAN_RUN, reason=REASON), pytest.mark.soak_engine("python")],
)
# the fixture `door` returns them
passing_on = pytest.mark.parametrize("door", [*MIDDLEWARE, INSIDE], indirect=True)
