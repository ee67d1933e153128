"""The doors for a request: the call, both middlewares, and decide."""

from collections.abc import Callable
from typing import Any

import pytest

from deploy_contract import Request
from deploy_contract.middleware.observation import Observation
from tests.support import decisions
from tests.support.applications import PATH, cut, over_asgi, over_wsgi
from tests.support.document_doors import Judged, carry, enforced, judged
from tests.support.engines import made
from tests.support.names import named

PATCH, LIST = PATH, "/v2/deployments"
JSON = (("content-type", "application/json"),)
Door = Callable[[str, Request], Judged]  # of the name of an engine and a request


def called(engine: str, request: Request) -> Judged:
    return judged(made(named(engine)).check_request(request))


def _sent(over: Any, engine: str, request: Request, size: int | None, *, raw: bool) -> Judged:
    """Return the result of a request at a middleware, which gets its body in pieces of a size, or whole."""
    seen: list[Observation] = []
    pieces = None if size is None else cut(request.body, size)
    answer = carry(
        made(named(engine)), over, request, pieces=pieces, raw=raw, on_report=seen.append
    )
    if answer.status == 299:
        return Judged(passed=True, body=request.body)
    assert 400 <= answer.status < 500
    refusing = enforced(seen[0])
    assert not answer.body or refusing == judged(answer).rules
    return Judged(passed=False, rules=refusing)


def asgi(engine: str, request: Request, *, chunk: int = 0, raw: bool = True) -> Judged:
    """Send a request whose body comes in some hundred pieces, or in pieces of `chunk` bytes."""
    return _sent(over_asgi, engine, request, chunk or max(7, len(request.body) // 200), raw=raw)


def wsgi(engine: str, request: Request, *, raw: bool = True) -> Judged:
    return _sent(over_wsgi, engine, request, None, raw=raw)


def decided(way: Any) -> Door:
    """Return the door of the decision server that is asked in a way."""

    def door(engine: str, request: Request) -> Judged:
        method, path, query, headers, body = request
        target = f"{path}?{query}" if query else path
        status, exchange, answer = way(engine, method, target, headers, body)
        if status == 200:
            assert answer == b""
            return Judged(passed=True, body=body)
        return Judged(passed=False, rules=decisions.refusing(exchange, answer))

    return door


DOORS: dict[str, Door] = {
    "call": called,
    "asgi": asgi,
    "wsgi": wsgi,
    "question": decided(decisions.ask),
    "check": decided(decisions.check),
    "stream": decided(decisions.show),
}
MIDDLEWARE: dict[str, Any] = {"asgi": asgi, "wsgi": wsgi}
passing_on = pytest.mark.parametrize("door", MIDDLEWARE.values(), ids=MIDDLEWARE)
