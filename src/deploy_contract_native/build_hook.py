"""The build hook of the native engine: it runs cargo if `DEPLOY_CONTRACT_NATIVE=1` asks for that.

Without the variable, the package is pure Python and is installed in seconds. With it, a crate that
cannot be built is an error.
"""

from __future__ import annotations  # an older Python shows which Python is needed

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags, sys_tags

CRATE = Path("src", "deploy_contract_native")
PACKAGE = "deploy_contract_native"  # of the workspace in that folder
VARIABLE = "DEPLOY_CONTRACT_NATIVE"
TAG = "cp311-abi3"  # as the feature abi3-py311 in python/Cargo.toml says
# of cargo's library, then of the Python module
NAMES = {
    "win32": ("deploy_contract_native.dll", "_native.pyd"),
    "darwin": ("libdeploy_contract_native.dylib", "_native.abi3.so"),
}
OTHERS = ("libdeploy_contract_native.so", "_native.abi3.so")
# macOS finds the functions of Python when it loads the module
MACOS = ["-C", "link-arg=-undefined", "-C", "link-arg=dynamic_lookup"]
MUSL = ["-C", "target-feature=-crt-static"]  # without it, no shared library can be made


class NativeBuildHook(BuildHookInterface[Any]):
    """Builds the crate for wheels and editable installs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the module, and mark the wheel as one for this platform.

        Only an editable install with the variable changes the module in the checkout: other
        editable installs of this checkout use it.
        """
        wish = os.environ.get(VARIABLE, "")
        if wish in {"", "0"}:
            return
        if wish != "1":
            self.app.abort(f"{VARIABLE} must be 1, 0 or unset")
        self.app.display_info("building the native core: about a minute")
        crate = Path(self.root) / CRATE
        problem = build(crate, crate / "target")
        if problem:
            self.app.abort(
                f"the native core is not built: {problem}; unset {VARIABLE} to do without"
            )
        library, module = NAMES.get(sys.platform, OTHERS)
        built = crate / "target" / "release" / library
        if version == "editable":
            replace(crate / module, built)
        else:
            build_data["force_include"][str(built)] = f"{CRATE.name}/{module}"
        build_data["pure_python"] = False
        build_data["tag"] = f"{TAG}-{platform_tag()}"


def replace(module: Path, built: Path) -> None:
    """Replace the module at once, so that no process reads, or has mapped, a half of it."""
    new = module.with_name(f"new{module.name}")
    shutil.copyfile(built, new)
    new.replace(module)


def build(crate: Path, target: Path) -> str:
    """Return the reason why the crate cannot be built; empty if it is built."""
    if not any(f"{tag.interpreter}-{tag.abi}" == TAG for tag in sys_tags()):
        return "this Python has no stable ABI, such as PyPy and free-threaded Python"
    if shutil.which("cargo") is None:
        return "cargo is not installed"
    command = ["cargo", "rustc", "--release", "--quiet", "--package", PACKAGE, "--lib"]
    command += ["--target-dir", str(target)]
    settings = {"PYO3_BUILD_EXTENSION_MODULE": "1", "PYO3_PYTHON": sys.executable}
    done = subprocess.run(  # noqa: S603
        [*command, "--", *linking()], cwd=crate, env={**os.environ, **settings}, check=False
    )
    if done.returncode:
        return f"cargo failed with status {done.returncode}"
    return ""


def linking() -> list[str]:
    """Return the options of rustc that a module of Python needs on this platform."""
    if sys.platform == "darwin":
        return MACOS
    return MUSL if any(tag.startswith("musllinux") for tag in platform_tags()) else []


def platform_tag() -> str:
    """Return the platform of a wheel that is built here.

    On Linux it promises no version of the C library: auditwheel does so, if it repairs the wheel.
    """
    oldest = os.environ.get("MACOSX_DEPLOYMENT_TARGET", "")
    if sys.platform == "darwin" and oldest:
        return f"macosx_{oldest.replace('.', '_')}_{platform.machine()}"
    promising = ("manylinux", "musllinux")
    return next(tag for tag in platform_tags() if not tag.startswith(promising))
