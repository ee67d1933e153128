"""A client that calls the service in process, and holds every answer to the contract."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any, Self
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


def rules(answer: httpx.Response) -> list[str]:
    """Return the rules that a problem names."""
    return [violation["rule"] for violation in answer.json()["violations"]]


class Client:
    """A client of an application. Answers that break the contract, by advice alone even, fail the test."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._runner = asyncio.Runner()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._runner.close()

    def call(self, request: Request) -> httpx.Response:
        (answer,) = self.raw(request)
        judge(request, answer)
        return answer

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.call(Request("GET", path, urlencode(query)))

    def deployments(self, **query: Any) -> httpx.Response:
        return self.get("/v2/deployments", **query)

    def names(self, **query: Any) -> list[str]:
        answer = self.deployments(**query)
        assert answer.status_code == 200, answer.text
        return [one["name"] for one in answer.json()["resources"]]

    def patch(self, identity: str, body: Any) -> httpx.Response:
        return self.call(patch(identity, body))

    def raw(self, *requests: Request) -> list[httpx.Response]:
        """Return the answers to requests that are sent at once. They may break the contract."""

        async def all_of_them() -> list[httpx.Response]:
            return await asyncio.gather(*[send(self.app, one, one.body) for one in requests])

        return self._runner.run(all_of_them())


async def send(
    app: ASGIApp, request: Request, content: bytes | AsyncIterator[bytes]
) -> httpx.Response:
    """Send a request to an application, with a body all at once or in pieces."""
    url = f"{request.path}?{request.query}" if request.query else request.path
    headers = [(str(name), str(value)) for name, value in request.headers]
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await client.request(request.method, url, content=content, headers=headers)


def patch(identity: str, body: Any) -> Request:
    """Return the request for a patch; bytes are sent as they are."""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Request("PATCH", f"/v2/deployments/{identity}", "", JSON, text)


def judge(request: Request, answer: httpx.Response) -> None:
    """Hold an answer to the contract: a success by the library, others by the schema of problems."""
    if answer.status_code == 200:
        headers = answer.headers.multi_items()
        report = CONTRACT.check_response(Response(200, headers, answer.content), request)
        assert report.operation is not None
        assert report.verdict == "allow", report.violations
        assert not report.violations
        return
    assert answer.headers["content-type"] == "application/problem+json"
    value = answer.json()
    problems().validate(value)
    assert value["status"] == answer.status_code
    assert answer.status_code < 500, value


@cache
def problems() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(
        {"$ref": "#/components/schemas/Problem", **table("openapi.json")}
    )
