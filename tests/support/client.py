"""A client that calls the service in process, and holds every answer to the contract."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

import httpx
import jsonschema
from starlette.types import ASGIApp

from deploy_contract import Contract, Request, Response
from tests.support.tables import table

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "spec" / "examples" / "service.yaml"
JSON = (("content-type", "application/json"),)
CONTRACT = Contract(base_path="")
LATER = 3600.0  # seconds until a rollout that no test waits for


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

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._runner = asyncio.Runner()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
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

    def raw(self, request: Request, chunks: list[bytes] | None = None) -> tuple[int, bytes]:
        """Return status and body of a request that is not of the contract."""
        content = request.body if chunks is None else _endless(chunks)
        response = self._runner.run(send(self.app, request, content))
        return response.status_code, response.content

    def timed(self, *requests: Request) -> list[tuple[int, float]]:
        """Statuses of answers to requests that are sent at once, and after how many seconds; they may be the service's faults."""

        async def one(request: Request) -> tuple[int, float]:
            begun = time.monotonic()
            response = await send(self.app, request, request.body)
            return response.status_code, time.monotonic() - begun

        async def all_of_them() -> list[tuple[int, float]]:
            return list(await asyncio.gather(*[one(request) for request in requests]))

        return self._runner.run(all_of_them())

    async def _one(self, request: Request) -> Answer:
        response = await send(self.app, request, request.body)
        headers = response.headers.multi_items()
        judge(CONTRACT, request, Response(response.status_code, headers, response.content))
        return Answer(response.status_code, dict(headers), response.json())


async def send(
    app: ASGIApp, request: Request, content: bytes | AsyncIterator[bytes]
) -> httpx.Response:
    """Send a request to an application, with a body all at once or in pieces."""
    url = f"{request.path}?{request.query}" if request.query else request.path
    headers = [(str(name), str(value)) for name, value in request.headers]
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await client.request(request.method, url, content=content, headers=headers)


async def _endless(chunks: list[bytes]) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk
    await asyncio.Event().wait()


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
    return jsonschema.Draft202012Validator(
        {"$ref": "#/components/schemas/Problem", **table("openapi.json")}
    )
