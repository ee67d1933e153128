"""Starlette with the middleware of openapi-core, for requests only."""

import json
from pathlib import Path

from openapi_core import OpenAPI
from openapi_core.contrib.starlette.middlewares import StarletteOpenAPIMiddleware
from starlette.types import ASGIApp

from tests.bench.compare.servers.starlette_app import bare


def application(folder: Path, *, validate: bool) -> ASGIApp:
    app = bare(folder)
    if not validate:
        return app
    openapi = OpenAPI.from_dict(json.loads((folder / "openapi.json").read_bytes()))
    # without a class of responses it validates none, though its types do not say so
    return StarletteOpenAPIMiddleware(app, openapi, response_cls=None)  # type: ignore[arg-type]
