"""A client that calls the service in process, and holds every answer to the contract."""

import asyncio
import json
import time
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import quote, urlencode

import jsonschema
from starlette.types import ASGIApp

from deploy_contract import Contract, Request, Response
from tests.support.tables import table

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "spec" / "examples" / "service.yaml"
JSON = (("content-type", "application/json"),)
CONTRACT = Contract(base_path="")


class Answer(NamedTuple):
    """An answer; `rules`: those that a problem names."""

    status: int
    headers: dict[str, str]
    value: Any

    @property
    def rules(self) -> list[str]:
        return [violation["rule"] for violation in self.value["violations"]]


class Client:
    """A client of an application. Answers that break the contract, by advice alone even, fail the test."""

    def __init__(self, app: ASGIApp, contract: Contract = CONTRACT) -> None:
        self.app = app
        self.contract = contract
        self._runner = asyncio.Runner()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._runner.close()

    def call(self, *requests: Request) -> list[Answer]:
        """Return the answers to requests that are sent at once."""

        async def all_of_them() -> list[Answer]:
            return list(await asyncio.gather(*[self._one(request) for request in requests]))

        return self._runner.run(all_of_them())

    def get(self, path: str, **query: Any) -> Answer:
        return self.call(Request("GET", path, urlencode(query)))[0]

    def deployments(self, **query: Any) -> Answer:
        return self.get("/v2/deployments", **query)

    def names(self, **query: Any) -> list[str]:
        answer = self.deployments(**query)
        assert answer.status == 200, answer.value
        return [one["name"] for one in answer.value["resources"]]

    def patch(self, identity: str, body: Any) -> Answer:
        return self.call(patch(identity, body))[0]

    def stream(self, request: Request, chunks: list[bytes]) -> Answer:
        """Return the answer to a request whose body begins with the chunks and never ends."""
        return self._answer(request, *self._runner.run(self._send(request, chunks)))

    def raw(self, path: str) -> tuple[int, bytes]:
        """Return status and body of a request that is not of the contract."""
        status, _, body = self._runner.run(self._send(Request("GET", path), []))
        return status, body

    def timed(self, *requests: Request) -> list[tuple[int, float]]:
        """Statuses of answers to requests that are sent at once, and after how many seconds; they may be the service's faults."""

        async def one(request: Request) -> tuple[int, float]:
            begun = time.monotonic()
            status, _, _ = await self._send(request, None)
            return status, time.monotonic() - begun

        async def all_of_them() -> list[tuple[int, float]]:
            return list(await asyncio.gather(*[one(request) for request in requests]))

        return self._runner.run(all_of_them())

    async def _one(self, request: Request) -> Answer:
        return self._answer(request, *await self._send(request, None))

    def _answer(
        self, request: Request, status: int, headers: list[tuple[str, str]], body: bytes
    ) -> Answer:
        judge(self.contract, request, Response(status, headers, body))
        return Answer(status, dict(headers), json.loads(body))

    async def _send(
        self, request: Request, chunks: list[bytes] | None
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        sent: list[Any] = []
        whole = {"type": "http.request", "body": request.body, "more_body": False}
        parts = [
            {"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks or []
        ]
        waiting = iter([whole] if chunks is None else parts)

        async def receive() -> Any:
            return next(waiting, None) or await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": request.method, "scheme": "http",
            "path": request.path, "raw_path": quote(request.path).encode(), "query_string": request.query.encode(), "root_path": "",
            "headers": [(str(name).encode(), str(value).encode()) for name, value in request.headers],
        }  # fmt: skip
        await self.app(scope, receive, send)
        start, *rest = sent
        headers = [(name.decode(), value.decode()) for name, value in start["headers"]]
        return start["status"], headers, b"".join(message.get("body", b"") for message in rest)


def patch(identity: str, body: Any) -> Request:
    """Return the request for a patch; bytes are sent as they are."""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Request("PATCH", f"/v2/deployments/{identity}", "", JSON, text)


def judge(contract: Contract, request: Request, response: Response) -> None:
    """Hold a response to the contract: one of success by the library, any other by the schema of problems."""
    if response.status == 200:
        report = contract.check_response(response, request)
        assert report.operation is not None
        assert report.verdict == "allow", report.violations
        assert not report.violations
        return
    assert dict(response.headers)["content-type"] == "application/problem+json"
    value = json.loads(response.body)
    problems().validate(value)
    assert value["status"] == response.status
    assert response.status < 500, value


@cache
def problems() -> jsonschema.Draft202012Validator:
    """Return the validator of problem documents."""
    return jsonschema.Draft202012Validator(
        {"$ref": "#/components/schemas/Problem", **table("openapi.json")}
    )
