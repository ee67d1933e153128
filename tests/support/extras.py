"""Processes that see only the packages that an extra installs, and the list of those packages."""

import os
import re
import subprocess
import tomllib
from collections.abc import Sequence
from importlib.metadata import requires
from pathlib import Path

ROOT = Path(__file__).parents[2]
GATEWAY_ONLY = frozenset({"prometheus_client"})
SERVICE_ONLY = frozenset({"sqlalchemy", "jinja2", "psycopg", "psycopg_binary", "cryptography"})
_BLOCKER = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
"""


def without(folder: Path, packages: frozenset[str]) -> dict[str, str]:
    """Environment variables by which Python processes cannot import some packages."""
    (folder / "sitecustomize.py").write_text(_BLOCKER.format(blocked=set(packages)), "utf-8")
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}


def refusal_without(folder: Path, packages: frozenset[str], command: Sequence[str]) -> str:
    """Return what a program says that must refuse to start without some packages."""
    done = subprocess.run(
        command, env=without(folder, packages), cwd=folder,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


def installed_by(extra: str) -> set[str]:
    """Return the packages that an extra brings, with those that they bring: names as they are imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    waiting = [*project["dependencies"], *extras[extra]]
    found: set[str] = set()
    while waiting:
        requirement = waiting.pop()
        if "extra ==" in requirement:
            continue
        name, own_extras = _parts(requirement)
        if name == "deploy_contract":
            waiting += [dependency for own in own_extras for dependency in extras[own]]
        elif name not in found:
            found.add(name)
            waiting += requires(name) or [] if _applies(requirement) else []
    return found


def _parts(requirement: str) -> tuple[str, list[str]]:
    matched = re.match(r"([A-Za-z0-9._-]+)(?:\[([^\]]*)\])?", requirement)
    assert matched
    names = (matched[2] or "").split(",")
    name = re.sub(r"[-_.]+", "_", matched[1]).lower()
    return name, [extra.strip() for extra in names if extra.strip()]


def _applies(requirement: str) -> bool:
    return ";" not in requirement  # what a marker may leave out need not be installed here
