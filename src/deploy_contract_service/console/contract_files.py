"""Files of the contract that the reference page offers: the OpenAPI document and the schemas."""

import hashlib
from importlib import resources

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from deploy_contract_format.bundle_format import OPENAPI, PACKAGE
from deploy_contract_service.console import layout


def routes() -> list[Route]:
    """Return a route for each file, at the path to which the reference page links."""
    folder = resources.files(PACKAGE)
    found = {OPENAPI: folder.joinpath(OPENAPI).read_bytes()}
    for file in sorted(folder.joinpath("schemas").iterdir(), key=str):
        if file.name.endswith(".json"):
            found[f"schemas/{file.name}"] = file.read_bytes()
    listed = [_route(f"/{PACKAGE}/{name}", body) for name, body in found.items()]
    return [*listed, _route(f"/{OPENAPI}", found[OPENAPI])]  # where people look for it


def _route(path: str, body: bytes) -> Route:
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = layout.HEADERS | {"etag": tag, "cache-control": "no-cache"}

    async def endpoint(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type="application/json")

    return Route(path, endpoint)
