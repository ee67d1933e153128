"""An upstream on FastAPI."""

import json
from typing import Annotated, Any

from fastapi import Body, FastAPI, Request
from fastapi.responses import JSONResponse

app = FastAPI()


def answer(
    operation: str, identity: str | None, request: Request, body: Any = None, **typed: Any
) -> JSONResponse:
    given = {name: value for name, value in typed.items() if name in request.query_params}
    read = {"operation": operation, "id": identity, "query": {**request.query_params, **given}}
    return JSONResponse(body, headers={"X-Read": json.dumps(read)})


@app.get("/v1/integrations/forge/codehost/{integration_id}/repos")
async def repositories(request: Request, integration_id: str) -> JSONResponse:
    return answer("list_repositories", integration_id, request)


@app.get("/v2/deployments")
async def deployments(
    request: Request, limit: int = 20, offset: int = 0, remote_reconciled: bool | None = None
) -> JSONResponse:
    typed = {"limit": limit, "offset": offset, "remote_reconciled": remote_reconciled}
    return answer("list_deployments", None, request, **typed)


@app.patch("/v2/deployments/{deployment_id}")
async def patch(
    request: Request, deployment_id: str, body: Annotated[dict[str, Any], Body()]
) -> JSONResponse:
    return answer("patch_deployment", deployment_id, request, body)
