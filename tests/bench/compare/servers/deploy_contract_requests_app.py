"""Starlette with the ASGI middleware of deploy-contract, which judges requests only, as its peers do."""

from pathlib import Path

from starlette.types import ASGIApp

from tests.bench.compare.servers import deploy_contract_app


def application(folder: Path, *, validate: bool) -> ASGIApp:
    return deploy_contract_app.application(folder, validate=validate, responses="off")
