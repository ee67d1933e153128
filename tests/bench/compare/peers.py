"""The peers: each with the module that serves it, the packages that it needs, and its data."""

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from tests.bench.compare.proofs import proofs
from tests.bench.load import ID
from tests.support import npm, usual_documents
from tests.support.made_once import made_once, run
from tests.support.tables import table

FOLDER = Path(__file__).parent
# module -> the class that its models extend
MODELS = {"pydantic_models": "pydantic_v2.BaseModel", "msgspec_models": "msgspec.Struct"}
PINNED = {"python": "requirements.txt", "node": "package.json"}


class Peer(NamedTuple):
    """A way to validate a request. The first of the packages is its own."""

    name: str
    module: str
    packages: tuple[str, ...]
    language: Literal["python", "node"] = "python"


PEERS = (
    Peer("deploy-contract, requests only", "deploy_contract_requests_app", ("starlette",)),
    Peer("deploy-contract, default", "deploy_contract_app", ("starlette",)),
    Peer("the same, parsed again", "deploy_contract_parsed_app", ("starlette",)),
    Peer("FastAPI, pydantic models, requests only", "fastapi_app", ("fastapi", "pydantic")),
    Peer("FastAPI, pydantic models", "fastapi_responses_app", ("fastapi", "pydantic")),
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


def pinned_versions() -> dict[str, str]:
    requirements = (FOLDER / PINNED["python"]).read_text("utf-8")
    found = re.findall(r"^([\w-]+)==(\S+)$", requirements, re.MULTILINE)
    node: dict[str, str] = json.loads((FOLDER / PINNED["node"]).read_bytes())["dependencies"]
    return dict(found) | node


@cache
def installed(language: Literal["python", "node"]) -> Path:
    """Return the folder with the pinned packages of a language, which are installed once.

    Raises RuntimeError if they cannot be installed.
    """
    make = {"python": _make_environment, "node": _make_modules}[language]
    return made_once(f"compare-{language}", make, [(FOLDER / PINNED[language]).read_bytes()])


def _make_environment(folder: Path) -> None:
    python = folder / "venv" / "bin" / "python"
    run(sys.executable, "-m", "venv", "--clear", str(folder / "venv"), folder=folder)
    requirements = str(FOLDER / PINNED["python"])
    install = ("-m", "pip", "install", "--quiet", "--requirement", requirements)
    run(str(python), *install, folder=folder)


def _make_modules(folder: Path) -> None:
    for name in (PINNED["node"], ".npmrc"):
        shutil.copy(FOLDER / name, folder)
    run(*npm.INSTALL, folder=folder)


def write_messages(folder: Path) -> None:
    """Write the patch, its answer, and the stored deployments."""
    stored = {proof.identity: proof.stored for proof in proofs()}
    stored[ID] = {"id": ID, "source": "codehost"}
    (folder / "body.json").write_bytes(usual_documents.patch())
    answer = usual_documents.deployment(0) | {"id": ID}
    (folder / "answer.json").write_text(json.dumps(answer), "utf-8")
    (folder / "stored.json").write_text(json.dumps(stored), "utf-8")


def write_document(folder: Path) -> None:
    """Write the OpenAPI document and its models."""
    document = table("openapi.json")
    # peers look for the path below the server's address, which is not that of this machine
    document = simple({**document, "servers": [{"url": "/"}]})
    text = json.dumps(document)
    (folder / "openapi.json").write_text(text, "utf-8")
    older = json.loads(text, object_hook=_older) | {
        "openapi": "3.0.3",
        "info": {"title": "compare", "version": "1"},
    }
    older.pop("jsonSchemaDialect", None)
    (folder / "openapi-3.0.json").write_text(json.dumps(older), "utf-8")
    _write_models(folder / "openapi.json", folder)


def simple(document: Any) -> Any:
    """Return the document with parameters of one type: openapi-core reads no others."""

    def with_one_type(value: dict[str, Any]) -> dict[str, Any]:
        if value.get("in") == "query" and isinstance(value["schema"].get("type"), list):
            value["schema"] |= {"type": value["schema"]["type"][0]}
        return value

    return json.loads(json.dumps(document), object_hook=with_one_type)


def _older(value: dict[str, Any]) -> dict[str, Any]:
    """Return an object of the document in the words of OpenAPI 3.0: connexion reads no later version."""
    value.pop("examples", None)
    if value.get("type") == "null":
        return {"enum": [None], "nullable": True}
    if isinstance(value.get("type"), list):
        (kind,) = [name for name in value["type"] if name != "null"]
        value |= {"type": kind, "nullable": True}
    return value


def _write_models(document: Path, folder: Path) -> None:
    """Generate modules of models from an OpenAPI document, by the field's usual tool."""
    for name, kind in MODELS.items():
        command = [sys.executable, "-m", "datamodel_code_generator", "--input-file-type", "openapi"]
        command += ["--input", str(document), "--output", str(folder / f"{name}.py")]
        command += ["--output-model-type", kind, "--target-python-version", "3.11"]
        command += ["--use-annotated", "--disable-timestamp"]
        subprocess.run(command, check=True, capture_output=True)
