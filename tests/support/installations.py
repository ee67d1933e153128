"""Virtual environments with the project and what one extra brings, made of what is installed here.

Nothing is fetched: the packages are links to those of the tests' own environment.
"""

import sys
import tomllib
import venv
from functools import cache
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path, PurePosixPath

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
OURS = "deploy-contract"
_owners = cache(packages_distributions)  # the distributions that have a package


def installation(folder: Path, *extras: str) -> str:
    """Make an environment with the project and the packages of some extras.

    Returns:
        The path of its Python.

    Raises:
        PackageNotFoundError: a package of an extra is not installed here.
    """
    venv.create(folder, symlinks=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = folder / "lib" / version / "site-packages"
    for path in _project():
        (packages / path.name).symlink_to(path)
    for name in closure(extras) - {OURS}:
        _link(distribution(name), packages)
    return str(folder / "bin" / "python")


def closure(extras: tuple[str, ...]) -> set[str]:
    """Return the names of the distributions that extras of the project bring, with their own."""
    waiting, found = [(OURS, extra) for extra in ("", *extras)], set()
    while waiting:
        wanted = waiting.pop()
        if wanted in found:
            continue
        found.add(wanted)
        name, extra = wanted
        for text in distribution(name).requires or ():
            requirement = Requirement(text)
            marker = requirement.marker
            if marker is not None and not marker.evaluate({"extra": extra}):
                continue
            needed = canonicalize_name(requirement.name)
            waiting += [(needed, more) for more in ("", *requirement.extras)]
    return {name for name, _ in found}


def _project() -> list[Path]:
    """Return the packages of a wheel of the project, and its metadata."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    metadata = {
        Path(str(path.locate())).parent
        for path in distribution(OURS).files or ()
        if path.parts[0].endswith(".dist-info") and path.name == "METADATA"
    }
    return [*(ROOT / path for path in wheel["packages"]), *metadata]


def _link(installed: Distribution, packages: Path) -> None:
    """Link the files of a distribution. A folder that it shares with others is linked by its files."""
    owners = _owners()
    for path in installed.files or ():
        top = path.parts[0]
        if top in ("..", "__pycache__"):
            continue
        is_whole = len(path.parts) > 1 and len(owners.get(top, [])) < 2
        linked = PurePosixPath(top) if is_whole else path
        target = packages / linked
        if target.exists() or (not is_whole and path.suffix == ".pyc"):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(Path(str(installed.locate_file(linked))).resolve())
