"""Litestar, with msgspec structs of the OpenAPI document."""

from pathlib import Path
from typing import Any
from uuid import UUID

import litestar
from msgspec_models import DeploymentPatch

PATH = "/v2/deployments/{deployment_id:%s}"


def application(folder: Path, *, validate: bool) -> Any:
    answer = (folder / "answer.json").read_bytes()

    async def validated(deployment_id: UUID, data: DeploymentPatch) -> litestar.Response[bytes]:  # noqa: ARG001
        return litestar.Response(answer, media_type="application/json")

    async def parsed(deployment_id: str, request: litestar.Request) -> litestar.Response[bytes]:  # type: ignore[type-arg, unused-ignore] # noqa: ARG001
        await request.json()
        return litestar.Response(answer, media_type="application/json")

    handler = litestar.patch(PATH % "uuid")(validated)
    if not validate:
        handler = litestar.patch(PATH % "str")(parsed)
    return litestar.Litestar([handler], openapi_config=None)
