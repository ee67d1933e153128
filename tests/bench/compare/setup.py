"""Everything that the peers need, in `.compare` of the checkout: packages, models and data."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.bench.compare.peers import FOLDER, PEERS
from tests.bench.compare.proofs import proofs
from tests.support import usual_documents
from tests.support.tables import table

ROOT = FOLDER.parents[2]
READY = ROOT / ".compare"
PYTHON = READY / "venv" / "bin" / "python"
NODE = READY / "node"
ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
MODELS = {"pydantic_models": "pydantic_v2.BaseModel", "msgspec_models": "msgspec.Struct"}


def prepare() -> dict[str, str]:
    """Install the peers. Return the reason for each peer that cannot run, by its module."""
    READY.mkdir(exist_ok=True)
    write_data(READY)
    write_models(READY / "openapi.json", READY / "models", MODELS)
    absent = _python_packages()
    reason = _node_packages()
    problems = {}
    for peer in PEERS:
        if peer.language == "node" and reason:
            problems[peer.module] = reason
        missing = [absent[package] for package in peer.packages if package in absent]
        if missing:
            problems[peer.module] = missing[0]
    return problems


def write_data(folder: Path) -> None:
    """Write the patch, its answer, the stored deployments and the OpenAPI document."""
    stored = {proof.identity: proof.stored for proof in proofs()}
    stored[ID] = {"id": ID, "source": "codehost"}
    document = table("openapi.json")
    # peers look for the path below the server's address, which is not that of this machine
    document = _simple({**document, "servers": [{"url": "/"}]})
    (folder / "body.json").write_bytes(usual_documents.patch())
    (folder / "answer.json").write_bytes(
        json.dumps(usual_documents.deployment(0) | {"id": ID}).encode()
    )
    (folder / "stored.json").write_text(json.dumps(stored), "utf-8")
    (folder / "openapi.json").write_text(json.dumps(document), "utf-8")
    older = _older(document) | {"openapi": "3.0.3", "info": {"title": "compare", "version": "1"}}
    older.pop("jsonSchemaDialect", None)
    (folder / "openapi-3.0.json").write_text(json.dumps(older), "utf-8")


def _simple(value: Any) -> Any:
    """Return the document with parameters of one type: openapi-core reads no others."""
    if isinstance(value, list):
        return [_simple(item) for item in value]
    if not isinstance(value, dict):
        return value
    value = {key: _simple(member) for key, member in value.items()}
    if value.get("in") == "query" and isinstance(value["schema"].get("type"), list):
        value["schema"] |= {"type": value["schema"]["type"][0]}
    return value


def _older(value: Any) -> Any:
    """Return the document in the words of OpenAPI 3.0: connexion reads no later version."""
    if isinstance(value, list):
        return [_older(item) for item in value]
    if not isinstance(value, dict):
        return value
    value = {key: _older(member) for key, member in value.items() if key != "examples"}
    if value.get("type") == "null":
        return {"enum": [None], "nullable": True}
    if isinstance(value.get("type"), list):
        (kind,) = [name for name in value["type"] if name != "null"]
        value |= {"type": kind, "nullable": True}
    return value


def write_models(document: Path, folder: Path, models: dict[str, str]) -> None:
    """Generate modules of models from an OpenAPI document, by the field's usual tool.

    Args:
        document: the OpenAPI document.
        folder: of the modules.
        models: the class that the models of each module extend.
    """
    folder.mkdir(exist_ok=True)
    for name, kind in models.items():
        command = [sys.executable, "-m", "datamodel_code_generator", "--input-file-type", "openapi"]
        command += ["--input", str(document), "--output", str(folder / f"{name}.py")]
        command += ["--output-model-type", kind, "--target-python-version", "3.11"]
        command += ["--use-annotated", "--disable-timestamp"]
        subprocess.run(command, check=True, capture_output=True)


def _python_packages() -> dict[str, str]:
    """Install the packages from PyPI. Return the reason for each that cannot be installed."""
    requirements = FOLDER / "requirements.txt"
    if _is_made("venv", requirements):
        return {}
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(READY / "venv")], check=True)
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if not _problem([*install, "--requirement", str(requirements)], READY):
        _note("venv", requirements)
        return {}
    absent: dict[str, str] = {}
    for line in requirements.read_text("utf-8").splitlines():
        package, pinned, _ = line.partition("==")
        reason = _problem([*install, line], READY) if pinned else ""
        if reason:
            absent[package] = f"not installed: {reason}"
    return absent


def _node_packages() -> str:
    """Install the packages from npm. Return the reason if they cannot be installed."""
    absent = [program for program in ("node", "npm") if shutil.which(program) is None]
    if absent:
        return f"not on this machine: {', '.join(absent)}"
    source = FOLDER / "package.json"
    if _is_made("node", source):
        return ""
    NODE.mkdir(exist_ok=True)
    for name in ("package.json", ".npmrc"):
        shutil.copy(FOLDER / name, NODE / name)
    reason = _problem(["npm", "install", "--silent", "--no-audit", "--no-fund"], NODE)
    if reason:
        return f"not installed: {reason}"
    _note("node", source)
    return ""


def _is_made(name: str, source: Path) -> bool:
    """Return True if packages were installed from a file as it is now."""
    stamp = READY / f"{name}.stamp"
    return stamp.exists() and stamp.read_text("ascii") == _state(source)


def _note(name: str, source: Path) -> None:
    """Note that packages were installed from a file as it is now."""
    (READY / f"{name}.stamp").write_text(_state(source), "ascii")


def _state(source: Path) -> str:
    return hashlib.sha256(source.read_bytes()).hexdigest()


def _problem(command: list[str], folder: Path) -> str:
    """Run a command. Return the last line of its output if it fails."""
    done = subprocess.run(
        command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    return ((done.stdout + done.stderr).strip().splitlines() or [str(done.returncode)])[-1][:200]
