"""FastAPI, with pydantic models of the OpenAPI document."""

from pathlib import Path
from uuid import UUID

from fastapi import FastAPI, Request, Response
from pydantic_models import DeploymentPatch

PATH = "/v2/deployments/{deployment_id}"


def application(folder: Path, *, validate: bool) -> FastAPI:
    answer = Response((folder / "answer.json").read_bytes(), media_type="application/json")
    app = FastAPI()

    async def validated(deployment_id: UUID, patch: DeploymentPatch) -> Response:  # noqa: ARG001
        return answer

    async def parsed(deployment_id: str, request: Request) -> Response:  # noqa: ARG001
        await request.json()
        return answer

    app.add_api_route(PATH, validated if validate else parsed, methods=["PATCH"])
    return app
