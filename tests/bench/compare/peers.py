"""The peers: each with the module that serves it and the packages whose versions are shown."""

import json
import re
from pathlib import Path
from typing import Literal, NamedTuple

FOLDER = Path(__file__).parent
SERVERS = FOLDER / "servers"


class Peer(NamedTuple):
    """A way to validate a request. The first of the packages is its own."""

    name: str
    module: str
    packages: tuple[str, ...]
    language: Literal["python", "node"] = "python"


PEERS = (
    Peer("deploy-contract, requests only", "deploy_contract_requests_app", ("starlette",)),
    Peer("deploy-contract, default", "deploy_contract_app", ("starlette",)),
    Peer("FastAPI, pydantic models", "fastapi_app", ("fastapi", "pydantic")),
    Peer("Litestar, msgspec structs", "litestar_app", ("litestar", "msgspec")),
    Peer("openapi-core, Starlette middleware", "openapi_core_app", ("openapi-core", "starlette")),
    Peer("connexion", "connexion_app", ("connexion",)),
    Peer(
        "express-openapi-validator",
        "express_app",
        ("express-openapi-validator", "express"),
        "node",
    ),
    Peer("fastify, JSON Schema", "fastify_app", ("fastify",), "node"),
)


def pinned() -> dict[str, str]:
    """Return the version of each pinned package."""
    requirements = (FOLDER / "requirements.txt").read_text("utf-8")
    found = re.findall(r"^([\w-]+)==(\S+)$", requirements, re.MULTILINE)
    node: dict[str, str] = json.loads((FOLDER / "package.json").read_bytes())["dependencies"]
    return dict(found) | node
