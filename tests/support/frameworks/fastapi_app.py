"""The contract in front of a FastAPI application, on uvicorn."""

from typing import Any

import store
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from serve import start

from deploy_contract import Contract
from deploy_contract.asgi import ContractMiddleware

app = FastAPI()
app.add_middleware(ContractMiddleware, contract=Contract())


@app.get("/v1/integrations/forge/codehost/{integration_id}/repos")
async def repositories(integration_id: str) -> list[dict[str, Any]]:
    return store.repositories(integration_id)


@app.get("/v2/deployments")
async def deployments(limit: int = 20, offset: int = 0) -> dict[str, Any]:
    return store.deployments(limit, offset)


@app.patch("/v2/deployments/{deployment_id}")
async def patch(deployment_id: str, request: Request) -> JSONResponse:
    return JSONResponse(*store.patch(deployment_id, await request.body()))


if __name__ == "__main__":
    start("uvicorn", "fastapi_app:app")
