"""An upstream on aiohttp: python -m tests.support.readers.aiohttp_app PORT."""

import json
import sys
from typing import Any

from aiohttp import web


def answer(operation: str, request: web.Request, body: Any = None) -> web.Response:
    query = {name: request.query[name] for name in request.query}
    read = {"operation": operation, "id": request.match_info.get("id"), "query": query}
    return web.json_response(body, headers={"X-Read": json.dumps(read)})


async def repositories(request: web.Request) -> web.Response:
    return answer("list_repositories", request)


async def deployments(request: web.Request) -> web.Response:
    return answer("list_deployments", request)


async def patch(request: web.Request) -> web.Response:
    try:
        body = await request.json()
    except ValueError:
        raise web.HTTPBadRequest from None
    return answer("patch_deployment", request, body)


def application() -> web.Application:
    app = web.Application()
    app.router.add_get("/v1/integrations/forge/codehost/{id}/repos", repositories)
    app.router.add_get("/v2/deployments", deployments)
    app.router.add_patch("/v2/deployments/{id}", patch)
    return app


if __name__ == "__main__":
    web.run_app(application(), host="127.0.0.1", port=int(sys.argv[1]), print=None)
