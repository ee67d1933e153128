"""Processes that cannot import some of the packages that are installed."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
_BLOCKER = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
"""


def without(folder: Path, packages: frozenset[str]) -> dict[str, str]:
    """Return the environment variables by which Python processes cannot import some packages."""
    (folder / "sitecustomize.py").write_text(_BLOCKER.format(blocked=set(packages)), "utf-8")
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
