"""Cost of a verdict beside ajv, which reads the same bytes.

It checks the structure of a document alone, and no rule.
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from deploy_contract import Contract
from tests.bench.timing import Task, ratio, row
from tests.support import npm, usual_documents
from tests.support.tables import GENERATED

SCRIPT = Path(__file__).with_name("ajv.mjs")
OURS = Path(__file__).with_name("npm.mjs")
PACKAGES = Path(__file__).parents[1] / "conformance" / "ajv"  # package.json names the version
KINDS = {"patch": "DeploymentPatch", "list": "DeploymentList"}
SIZES = {"patch": "PATCH of 2 KB", "list": "100 deployments"}


def peers() -> None:
    """Measure ajv after JSON.parse on Node.js, and our npm package beside JSON.parse."""
    contract = Contract()
    bodies = {"patch": usual_documents.patch(), "list": usual_documents.deployments()}
    tasks: dict[str, Task] = {
        "patch": lambda: contract.check(bodies["patch"], "DeploymentPatch", source="codehost"),
        "list": lambda: contract.check(bodies["list"], "DeploymentList"),
    }
    print(f"\nother validators, engine {contract.engine}")
    if not shutil.which("node"):
        print("ajv, npm package: not measured: they need node")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, body in bodies.items():
            (Path(folder) / name).write_bytes(body)
        if shutil.which("npm"):
            _ajv(Path(folder), tasks)
        else:
            print("ajv: not measured: it needs npm")
        _package(Path(folder))


def _measured(folder: Path, *command: str) -> Any:
    """Run a program on Node.js, and return the microseconds that it prints as JSON."""
    ran = subprocess.run(["node", *command], cwd=folder, check=True, capture_output=True, text=True)
    return json.loads(ran.stdout)


def _ajv(folder: Path, tasks: dict[str, Task]) -> None:
    """Print the ratios of ajv after JSON.parse, both compiled by V8."""
    packages = npm.installed(PACKAGES)
    shutil.copy(SCRIPT, packages)
    for name, schema in (("patch", "DeploymentPatch.closed"), ("list", "DeploymentList.open")):
        file = GENERATED / "schemas" / f"{schema}.json"
        theirs = _measured(packages, SCRIPT.name, str(file), str(folder / name))
        ours, _, _ = ratio(tasks[name], lambda: None)
        row(f"JSON.parse and ajv / ours, {SIZES[name]}", theirs, ours, 1, least=True)


def _package(folder: Path) -> None:
    """Print the ratios of a verdict of our npm package to JSON.parse, both on Node.js."""
    package = str(GENERATED.parent / "npm")
    for name, size in SIZES.items():
        parse, verdict = _measured(folder, str(OURS), package, KINDS[name], name)
        row(f"npm package / JSON.parse, {size}", verdict, parse, 0.5)
