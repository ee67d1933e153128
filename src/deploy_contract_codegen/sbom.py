"""`python -m deploy_contract_codegen.sbom`: write the software bill of materials of the package.

It lists the distributions that the package with all its extras for users is installed with here,
and the crates that the native engine is compiled from, if cargo is installed. The same input gives
the same bytes. Needs the extra [dev].
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

try:
    from cyclonedx.contrib.license.factories import LicenseFactory
    from cyclonedx.model.bom import Bom
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output import make_outputter
    from cyclonedx.schema import OutputFormat, SchemaVersion
    from packageurl import PackageURL
except ModuleNotFoundError as missing:
    sys.exit(f"{missing.name} is not installed: pip install 'deploy-contract[dev]'")

PACKAGE = "deploy-contract"
EXTRAS = ("cli", "gateway", "ext-proc", "service", "otel", "redis", "dask", "openapi-core")
CRATE = Path("src", "deploy_contract_native", "python")
# of all files that hatchling writes, unless the variable says otherwise (reproducible-builds.org)
EPOCH, EPOCH_VARIABLE = 1580601600, "SOURCE_DATE_EPOCH"
_SPDX = re.compile(r"[A-Za-z0-9.+() -]+")


def main(arguments: list[str] | None = None) -> int:
    """Write the bill, and return the exit status: 1 if a dependency is not installed."""
    parser = argparse.ArgumentParser(prog="deploy_contract_codegen.sbom", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder to write the file into")
    folder: Path = parser.parse_args(arguments).folder
    try:
        text = bill(crates(CRATE))
    except PackageNotFoundError as missing:
        print(f"{missing.name} is not installed; run make in a fresh .venv", file=sys.stderr)
        return 1
    path = folder / f"{PACKAGE.replace('-', '_')}-{distribution(PACKAGE).version}.cdx.json"
    path.write_text(text, "utf-8")
    print(path)
    return 0


def bill(compiled: Iterable[Mapping[str, Any]]) -> str:
    """Return the bill in CycloneDX 1.6, as JSON.

    Args:
        compiled: the crates, as `crates` returns them.

    Raises:
        PackageNotFoundError: a dependency is not installed.
    """
    needed = dependencies(PACKAGE, EXTRAS)
    components = {name: _component(distribution(name)) for name in needed}
    linked = [_crate(row) for row in compiled]
    made = Bom(components=[*components.values(), *linked])
    root = components.pop(PACKAGE)
    made.components.discard(root)
    root.type = ComponentType.APPLICATION
    made.metadata.component = root
    made.metadata.timestamp = datetime.fromtimestamp(
        int(os.environ.get(EPOCH_VARIABLE, EPOCH)), UTC
    )
    for name, names in needed.items():
        target = components.get(name, root)
        made.register_dependency(target, [components[each] for each in names])
    made.register_dependency(root, linked)
    purls = sorted(str(component.purl) for component in made.components)
    made.serial_number = uuid5(NAMESPACE_URL, "\n".join([str(root.purl), *purls]))
    written: str = make_outputter(made, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(
        indent=1
    )
    return written + "\n"


def dependencies(name: str, extras: Iterable[str]) -> dict[str, list[str]]:
    """Return the distributions that one needs, itself first, each with those that it needs.

    Raises PackageNotFoundError if one is not installed.
    """
    found: dict[str, set[str]] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(name, extra) for extra in ("", *extras)]
    while waiting:
        asked = waiting.pop()
        if asked in seen:
            continue
        seen.add(asked)
        package, extra = asked
        needed = found.setdefault(package, set())
        for text in distribution(package).requires or ():
            requirement = Requirement(text)
            if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
                continue
            other = canonicalize_name(requirement.name)
            waiting += [(other, each) for each in ("", *sorted(requirement.extras))]
            if other != package:
                needed.add(other)
    return {package: sorted(names) for package, names in sorted(found.items())}


def crates(folder: Path) -> list[dict[str, Any]]:
    """Return the crates that are linked into the native engine; none if cargo is not installed."""
    if shutil.which("cargo") is None:
        print("cargo is not installed: the bill has no crates", file=sys.stderr)
        return []
    command = ["cargo", "metadata", "--format-version", "1"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        print("cargo cannot read the crates: the bill has none of them", file=sys.stderr)
        return []
    told = json.loads(done.stdout)
    packages = {row["id"]: row for row in told["packages"]}
    graph = {node["id"]: node["deps"] for node in told["resolve"]["nodes"]}
    root = told["resolve"]["root"]
    linked, waiting = set[str](), [root]
    while waiting:
        for dependency in graph[waiting.pop()]:
            is_linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_linked and dependency["pkg"] not in linked:
                linked.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    fetched = [packages[each] for each in linked if packages[each]["source"]]
    return sorted(fetched, key=lambda row: str(row["name"]))


def _component(found: Distribution) -> Component:
    name = canonicalize_name(found.metadata["Name"])
    spoken = _said(found, "License-Expression") or _said(found, "License")
    return _made("pypi", name, found.version, spoken)


def _said(found: Distribution, field: str) -> str:
    return str((found.metadata.get_all(field) or [""])[0])


def _crate(row: Mapping[str, Any]) -> Component:
    return _made("cargo", row["name"], row["version"], row.get("license") or "")


def _made(registry: str, name: str, version: str, spoken: str) -> Component:
    """Return a component; `spoken`: its licence, in SPDX or in other words."""
    licenses = []
    if spoken and _SPDX.fullmatch(spoken):
        licenses.append(LicenseFactory().make_from_string(spoken))
    purl = PackageURL(registry, None, name, version)
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        purl=purl,
        bom_ref=str(purl),
        licenses=licenses,
    )


if __name__ == "__main__":
    sys.exit(main())
