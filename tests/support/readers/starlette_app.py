"""An upstream on Starlette: `app`, and the same behind the contract's middleware."""

import json
from json import JSONDecodeError
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from deploy_contract import Contract
from deploy_contract.asgi import ContractMiddleware


def answer(
    operation: str, identity: str | None, request: Request, body: Any = None
) -> JSONResponse:
    read = {"operation": operation, "id": identity, "query": dict(request.query_params)}
    return JSONResponse(body, headers={"X-Read": json.dumps(read)})


async def repositories(request: Request) -> JSONResponse:
    return answer("list_repositories", request.path_params["integration_id"], request)


async def deployments(request: Request) -> JSONResponse:
    return answer("list_deployments", None, request)


async def patch(request: Request) -> JSONResponse:
    try:
        body = await request.json()
    except (JSONDecodeError, UnicodeDecodeError):
        raise HTTPException(400) from None
    return answer("patch_deployment", request.path_params["deployment_id"], request, body)


app = Starlette(
    routes=[
        Route("/v1/integrations/forge/codehost/{integration_id}/repos", repositories),
        Route("/v2/deployments", deployments),
        Route("/v2/deployments/{deployment_id}", patch, methods=["PATCH"]),
    ]
)
judged = ContractMiddleware(app, Contract(), responses="off")
