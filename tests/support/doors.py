"""The doors for a request: the call, the protocol of openapi-core, and both middlewares."""

import asyncio
import io
import json
from collections import deque
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import unquote, unquote_to_bytes

import pytest

from deploy_contract import Request
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.middleware.observation import Observation
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from tests.support import decisions
from tests.support.engines import made

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


def _answered(status: int, answer: bytes, given: list[bytes], seen: list[Observation]) -> Sent:
    if status == 299:
        assert len(given) == 1
        return Sent(frozenset(), True, given[0])  # noqa: FBT003 - see the field
    assert given == []
    assert 400 <= status < 500
    refusing = frozenset(item.rule for item in seen[0].violations if item.mode == "enforce")
    if answer:  # as all but those to HEAD
        assert refusing == {
            row["rule"] for row in json.loads(answer)["violations"] if row["mode"] == "enforce"
        }
    return Sent(refusing, passed=False)


def asgi(
    engine: str,
    method: str,
    path: str,
    query: str,
    headers: Pairs,
    body: bytes,
    chunk: int = 7,
    *,
    raw: bool = True,
) -> Sent:
    given: list[bytes] = []
    sent: list[Any] = []
    seen: list[Observation] = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        got, more = bytearray(), True
        while more:
            message = await receive()
            got += message.get("body", b"")
            more = message.get("more_body", False)
        given.append(bytes(got))
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    parts = [body[index : index + chunk] for index in range(0, len(body), chunk)] or [b""]
    messages = deque(
        {"type": "http.request", "body": part, "more_body": n < len(parts)}
        for n, part in enumerate(parts, 1)
    )

    async def receive() -> Any:
        return messages.popleft()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": method, "path": unquote(path, errors="surrogateescape"), "query_string": query.encode(),
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        **({"raw_path": path.encode()} if raw else {}),
    }  # fmt: skip
    middleware = AsgiMiddleware(app, made(engine), on_report=seen.append)
    asyncio.run(middleware(scope, receive, send))
    return _answered(
        sent[0]["status"], b"".join(message["body"] for message in sent[1:]), given, seen
    )


def wsgi(
    engine: str,
    method: str,
    path: str,
    query: str,
    headers: Pairs,
    body: bytes,
    *,
    raw: bool = True,
) -> Sent:
    given: list[bytes] = []
    statuses: list[int] = []
    seen: list[Observation] = []

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        given.append(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
        start_response("299 Passed", [])
        return []

    def start(status: str, _headers: Any) -> Callable[[bytes], object]:
        statuses.append(int(status[:3]))
        return given.append

    environ = {
        "REQUEST_METHOD": method, "PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": query,
        "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body), **({"RAW_URI": path} if raw else {}),
    }  # fmt: skip
    for name, value in headers:  # servers put what comes several times into one
        key = name.upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    answer = b"".join(WsgiMiddleware(app, made(engine), on_report=seen.append)(environ, start))
    return _answered(statuses[0], answer, given, seen)


PASSES = Sent(frozenset(), passed=True)


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
    "stream": decided(decisions.show),
}
MIDDLEWARE: dict[str, Any] = {"asgi": asgi, "wsgi": wsgi}
doors = pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
