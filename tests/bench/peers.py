"""Cost of a verdict beside ajv, which reads the same bytes.

It checks the structure of a document alone, and no rule.
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from deploy_contract import Contract
from tests.bench.timing import Task, against, ratio
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
    with tempfile.TemporaryDirectory() as folder:
        if shutil.which("node") and shutil.which("npm"):
            _ajv(Path(folder), bodies, tasks)
        else:
            print("ajv: not measured: it needs node and npm")
        if shutil.which("node"):
            _package(Path(folder), bodies)


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
        package = GENERATED.parent / "npm"
        command = ["node", str(OURS), str(package), KINDS[name], str(folder / name)]
        ran = subprocess.run(command, check=True, capture_output=True, text=True)
        parse, verdict = json.loads(ran.stdout)
        told = f"npm package / JSON.parse, {SIZES[name]}"
        print(
            f"{told:58} {verdict:10.1f} us {parse:10.1f} us {verdict / parse:8.2f}"
            f"{against(verdict / parse, 0.5)}"
        )
