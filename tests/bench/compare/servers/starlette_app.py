"""An application on Starlette, as deploy-contract and openapi-core find it."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


def bare(folder: Path) -> Starlette:
    """Return an application that parses a patch, and answers a deployment."""
    answer = (folder / "answer.json").read_bytes()

    async def patch(request: Request) -> Response:
        await request.json()
        return Response(answer, media_type="application/json")

    return Starlette(routes=[Route("/v2/deployments/{deployment_id}", patch, methods=["PATCH"])])
