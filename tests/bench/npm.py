"""Cost of a verdict of the npm package beside JSON.parse, both on Node.js."""

import json
import shutil
import tempfile
from pathlib import Path

from tests.bench.timing import row
from tests.support import usual_documents
from tests.support.commands import succeeded
from tests.support.tables import GENERATED

SCRIPT = Path(__file__).with_suffix(".mjs")
BODIES = {
    "DeploymentPatch": ("PATCH of 2 KB", usual_documents.patch),
    "DeploymentList": ("100 deployments", usual_documents.deployments),
}


def npm() -> None:
    """Print the ratios of verdicts to JSON.parse."""
    if not shutil.which("node"):
        print("\nnpm package: not measured, it needs node")
        return
    print("\nnpm package")
    package = GENERATED.parent / "npm"
    with tempfile.TemporaryDirectory() as folder:
        for kind, (size, body) in BODIES.items():
            file = Path(folder) / kind
            file.write_bytes(body())
            parse, verdict = json.loads(succeeded("node", SCRIPT, package, kind, file))
            row(f"npm package / JSON.parse, {size}", verdict, parse, 0.5)
