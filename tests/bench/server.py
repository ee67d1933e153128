"""The Starlette application of the throughput benchmarks: `python -m tests.bench.server PORT NAME`."""

import json
import sys
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from deploy_contract.asgi import ContractMiddleware
from tests.support import usual_documents

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
KNOWN = {ID: {"source": "codehost"}}
OPTIONS: dict[str, dict[str, Any]] = {
    "with": {"deployments": KNOWN},
    "requests only": {"deployments": KNOWN, "responses": "off"},
    "learned": {},
}


def application(name: str) -> Any:
    """Return an application that answers a PATCH of 2 KB with a deployment of 2 KB.

    name: a key of `OPTIONS`, or "without" the middleware.
    """
    answer = json.dumps(usual_documents.deployment(0) | {"id": ID}).encode()

    async def patch(request: Request) -> Response:
        json.loads(await request.body())
        return Response(answer, media_type="application/json")

    app = Starlette(routes=[Route("/v2/deployments/{deployment_id}", patch, methods=["PATCH"])])
    return ContractMiddleware(app, **OPTIONS[name]) if name in OPTIONS else app


if __name__ == "__main__":
    port, name = sys.argv[1:]
    uvicorn.run(
        application(name), host="127.0.0.1", port=int(port), log_level="error", access_log=False
    )
