"""connexion's ASGI application, which takes its routes from the OpenAPI document."""

import json
from pathlib import Path
from typing import Any

import connexion
from connexion.middleware import ConnexionMiddleware
from connexion.middleware.request_validation import RequestValidationMiddleware


def application(folder: Path, *, validate: bool) -> Any:
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
    patching = ("/v2/deployments/{deployment_id}",)
    document["paths"] = {path: document["paths"][path] for path in patching}
    app.add_api(document, resolver=connexion.Resolver(lambda _name: patch_deployment))
    return app
