"""Starlette with the ASGI middleware of deploy-contract, with its defaults."""

import json
from pathlib import Path
from typing import Literal

from starlette.types import ASGIApp

from deploy_contract.asgi import ContractMiddleware
from tests.bench.compare.servers.starlette_app import bare


def application(
    folder: Path, *, validate: bool, responses: Literal["report", "off"] = "report"
) -> ASGIApp:
    """Return the application; the stored deployments are those of the requests that prove a claim."""
    app = bare(folder)
    if not validate:
        return app
    stored = json.loads((folder / "stored.json").read_bytes())
    return ContractMiddleware(app, deployments=stored, responses=responses)
