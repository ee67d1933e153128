"""Serve one peer over uvicorn: python -m tests.bench.compare.servers PEER with|without PORT FOLDER.

A peer is a function of this module, or one of `VARIANTS`. It imports its own packages alone. The handler takes the parsed
patch from the peer, if the peer hands it over, and otherwise parses the body.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import uvicorn

PATH = "/v2/deployments/{deployment_id%s}"


def starlette(folder: Path, patch_of: Callable[[Any], Any] | None = None) -> Any:
    """Return an application that reads a patch, and answers with a deployment.

    `patch_of` returns the parsed patch of a request. With None, the application parses the body.
    """
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    answer = (folder / "answer.json").read_bytes()

    async def patch(request: Request) -> Response:
        if patch_of is None:
            await request.json()
        else:
            patch_of(request)
        return Response(answer, media_type="application/json")

    return Starlette(routes=[Route(PATH % "", patch, methods=["PATCH"])])


def deploy_contract_app(
    folder: Path, *, validate: bool, parses: bool = False, **options: Any
) -> Any:
    """Return Starlette with the ASGI middleware, which knows the deployments of the proofs.

    If `parses` is True, the handler parses the body again, although it could use the report.
    """
    from deploy_contract.asgi import ContractMiddleware
    from deploy_contract.middleware import report_of

    if not validate:
        return starlette(folder)
    app = starlette(folder, None if parses else lambda request: report_of(request).value)
    stored = json.loads((folder / "stored.json").read_bytes())
    return ContractMiddleware(app, **{"deployments": stored, **options})


def openapi_core_app(folder: Path, *, validate: bool) -> Any:
    """Return Starlette with the middleware of openapi-core, for requests only."""
    from openapi_core import OpenAPI
    from openapi_core.contrib.starlette.middlewares import StarletteOpenAPIMiddleware

    if not validate:
        return starlette(folder)
    app = starlette(folder, lambda request: request.scope["openapi"].body)
    openapi = OpenAPI.from_dict(json.loads((folder / "openapi.json").read_bytes()))
    # without a class of responses it validates none, though its types do not say so
    return StarletteOpenAPIMiddleware(app, openapi, response_cls=None)  # type: ignore[arg-type]


def connexion_app(folder: Path, *, validate: bool) -> Any:
    """Return connexion's application, which takes its routes from the OpenAPI document."""
    import connexion
    from connexion.middleware import ConnexionMiddleware
    from connexion.middleware.request_validation import RequestValidationMiddleware

    answer = (folder / "answer.json").read_text("utf-8")

    async def patch_deployment(deployment_id: str, body: Any) -> Any:  # noqa: ARG001
        return answer, 200, {"Content-Type": "application/json"}

    stack = [
        middleware
        for middleware in ConnexionMiddleware.default_middlewares
        if validate or middleware is not RequestValidationMiddleware
    ]
    app = connexion.AsyncApp("compare", middlewares=stack)
    document = json.loads((folder / "openapi-3.0.json").read_bytes())
    document["paths"] = {PATH % "": document["paths"][PATH % ""]}
    app.add_api(document, resolver=connexion.Resolver(lambda _name: patch_deployment))
    return app


def fastapi_app(folder: Path, *, validate: bool, responses: bool = False) -> Any:
    """Return FastAPI with pydantic models of the OpenAPI document.

    If `responses` is True, it writes each response, and validates it before.
    """
    from fastapi import FastAPI, Request, Response
    from fastapi.responses import JSONResponse
    from pydantic_models import Deployment, DeploymentPatch

    answer = (folder / "answer.json").read_bytes()
    value, ready = json.loads(answer), Response(answer, media_type="application/json")
    app = FastAPI()

    async def validated(deployment_id: UUID, patch: DeploymentPatch) -> Any:  # noqa: ARG001
        return value if responses else ready

    async def parsed(deployment_id: str, request: Request) -> Response:  # noqa: ARG001
        await request.json()
        return JSONResponse(value) if responses else ready

    model = Deployment if validate and responses else None
    handler = validated if validate else parsed
    app.add_api_route(PATH % "", handler, methods=["PATCH"], response_model=model)
    return app


def litestar_app(folder: Path, *, validate: bool) -> Any:
    """Return Litestar with msgspec structs of the OpenAPI document."""
    import litestar
    from msgspec_models import DeploymentPatch

    answer = (folder / "answer.json").read_bytes()

    async def validated(deployment_id: UUID, data: DeploymentPatch) -> litestar.Response[bytes]:  # noqa: ARG001
        return litestar.Response(answer, media_type="application/json")

    async def parsed(deployment_id: str, request: litestar.Request) -> litestar.Response[bytes]:  # type: ignore[type-arg, unused-ignore] # noqa: ARG001
        await request.json()
        return litestar.Response(answer, media_type="application/json")

    handler = litestar.patch(PATH % ":uuid")(validated)
    if not validate:
        handler = litestar.patch(PATH % ":str")(parsed)
    return litestar.Litestar([handler], openapi_config=None)


# peers that are others with options
VARIANTS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "deploy_contract_requests_app": (deploy_contract_app, {"responses": "off"}),
    "deploy_contract_parsed_app": (deploy_contract_app, {"parses": True}),
    "deploy_contract_requests_parsed_app": (
        deploy_contract_app,
        {"parses": True, "responses": "off"},
    ),
    "deploy_contract_learned_app": (deploy_contract_app, {"deployments": None}),
    "fastapi_responses_app": (fastapi_app, {"responses": True}),
}


if __name__ == "__main__":
    peer, validation, port, folder = sys.argv[1:]
    make, options = VARIANTS.get(peer) or (globals()[peer], {})
    uvicorn.run(
        make(Path(folder), validate=validation == "with", **options),
        host="127.0.0.1",
        port=int(port),
        log_level="critical",
        access_log=False,
        loop="asyncio",
        http="httptools",
    )
