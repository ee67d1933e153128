"""The contract in front of a Starlette application, on uvicorn."""

import store
from serve import start
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from deploy_contract import Contract
from deploy_contract.asgi import ContractMiddleware


async def repositories(request: Request) -> JSONResponse:
    return JSONResponse(store.repositories(request.path_params["integration_id"]))


async def deployments(request: Request) -> JSONResponse:
    query = request.query_params
    return JSONResponse(store.deployments(int(query.get("limit", 20)), int(query.get("offset", 0))))


async def patch(request: Request) -> JSONResponse:
    return JSONResponse(*store.patch(request.path_params["deployment_id"], await request.body()))


app = Starlette(
    routes=[
        Route("/v1/integrations/forge/codehost/{integration_id}/repos", repositories),
        Route("/v2/deployments", deployments),
        Route("/v2/deployments/{deployment_id}", patch, methods=["PATCH"]),
    ]
)
app.add_middleware(ContractMiddleware, contract=Contract())

if __name__ == "__main__":
    start("uvicorn", "starlette_app:app")
