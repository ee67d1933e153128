"""Cost of a verdict beside the fastest validators of the field, which read the same bytes.

They check the structure of a document alone, and no rule.
"""

import importlib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from deploy_contract import Contract
from tests.bench.compare.peers import write_models
from tests.bench.timing import Task, against, line, ratio
from tests.support import npm, usual_documents
from tests.support.tables import GENERATED, table

SCRIPT = Path(__file__).with_name("ajv.mjs")
OURS = Path(__file__).with_name("npm.mjs")
PACKAGES = Path(__file__).parents[1] / "conformance" / "ajv"  # package.json names the version
KINDS = {"patch": "DeploymentPatch", "list": "DeploymentList"}
SIZES = {"patch": "PATCH of 2 KB", "list": "100 deployments"}


def peers() -> None:
    """Measure msgspec, which decodes into structs, and ajv after JSON.parse on Node.js."""
    contract = Contract()
    bodies = {"patch": usual_documents.patch(), "list": usual_documents.deployments()}
    tasks: dict[str, Task] = {
        "patch": lambda: contract.check(bodies["patch"], "DeploymentPatch", source="codehost"),
        "list": lambda: contract.check(bodies["list"], "DeploymentList"),
    }
    print(f"\nother validators, engine {contract.engine}")
    with tempfile.TemporaryDirectory() as folder:
        _msgspec(Path(folder), bodies, tasks)
        if shutil.which("node") and shutil.which("npm"):
            _ajv(Path(folder), bodies, tasks)
        else:
            print("ajv: not measured: it needs node and npm")
        if shutil.which("node"):
            _package(Path(folder), bodies)


def _msgspec(folder: Path, bodies: dict[str, bytes], tasks: dict[str, Task]) -> None:
    """Print the ratios of msgspec, with structs generated from the OpenAPI document."""
    try:
        json_of = importlib.import_module("msgspec.json")
    except ImportError:
        print("msgspec: not measured: it is in the extra `bench`, which `make bench` installs")
        return
    document = folder / "openapi.json"
    document.write_text(json.dumps(table("openapi.json")), "utf-8")
    write_models(document, folder, {"msgspec_models": "msgspec.Struct"})
    sys.path.insert(0, str(folder))
    try:
        models = importlib.import_module("msgspec_models")
    finally:
        sys.path.remove(str(folder))
    for name, model in (("patch", models.DeploymentPatch), ("list", models.DeploymentList)):
        decode, body = json_of.Decoder(model).decode, bodies[name]
        line(
            f"msgspec into structs / ours, {SIZES[name]}",
            lambda: decode(body),  # noqa: B023 - called before the next turn
            tasks[name],
            2,
            least=True,
        )


def _ajv(folder: Path, bodies: dict[str, bytes], tasks: dict[str, Task]) -> None:
    """Print the ratios of ajv after JSON.parse, both compiled by V8."""
    packages = npm.installed(PACKAGES)
    shutil.copy(SCRIPT, packages)
    for name, schema in (("patch", "DeploymentPatch.closed"), ("list", "DeploymentList.open")):
        (folder / name).write_bytes(bodies[name])
        files = [str(GENERATED / "schemas" / f"{schema}.json"), str(folder / name)]
        command = ["node", SCRIPT.name, *files]
        ran = subprocess.run(command, cwd=packages, check=True, capture_output=True, text=True)
        theirs = float(ran.stdout)
        ours, _, _ = ratio(tasks[name], lambda: None)
        times = theirs / ours
        told = f"JSON.parse and ajv / ours, {SIZES[name]}"
        print(
            f"{told:58} {theirs:10.1f} us {ours:10.1f} us {times:8.2f}{against(times, 1, least=True)}"
        )


def _package(folder: Path, bodies: dict[str, bytes]) -> None:
    """Print the ratios of a verdict of our npm package to JSON.parse, both on Node.js."""
    for name, body in bodies.items():
        (folder / name).write_bytes(body)
        command = [
            "node",
            str(OURS),
            str(GENERATED.parent / "npm"),
            KINDS[name],
            str(folder / name),
        ]
        ran = subprocess.run(command, check=True, capture_output=True, text=True)
        parse, verdict = json.loads(ran.stdout)
        told = f"npm package / JSON.parse, {SIZES[name]}"
        print(
            f"{told:58} {verdict:10.1f} us {parse:10.1f} us {verdict / parse:8.2f}"
            f"{against(verdict / parse, 0.5)}"
        )
