"""The build hook of the native engine: it runs cargo where that is installed.

Without cargo, or if the crate cannot be built, the package is pure Python and works all the same.
Wheels for others are built by cibuildwheel. There, a crate that cannot be built is an error.
"""

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
VARIABLE = "DEPLOY_CONTRACT_BUILD_NATIVE"  # 0: do not build it, which takes a minute
TAG = "cp311-abi3"  # as the feature abi3-py311 in Cargo.toml says
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

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Build the module into the package, and mark the wheel as one for this platform."""
        crate = Path(self.root) / CRATE
        library, module = NAMES.get(sys.platform, OTHERS)
        (crate / module).unlink(missing_ok=True)
        problem = build(crate, crate / "target")
        if problem:
            told = f"the native engine is not built: {problem}"
            if os.environ.get("CIBUILDWHEEL") == "1":
                raise RuntimeError(told)
            self.app.display_warning(told)
            return
        shutil.copyfile(crate / "target" / "release" / library, crate / module)
        build_data["pure_python"] = False
        build_data["tag"] = f"{TAG}-{platform_tag()}"


def build(crate: Path, target: Path) -> str:
    """Return the reason why the crate cannot be built; empty if it is built."""
    if os.environ.get(VARIABLE) == "0":
        return f"{VARIABLE} is 0"
    if not any(f"{tag.interpreter}-{tag.abi}" == TAG for tag in sys_tags()):
        return "this Python has no stable ABI, such as PyPy and free-threaded Python"
    if shutil.which("cargo") is None:
        return "cargo is not installed"
    command = ["cargo", "rustc", "--release", "--quiet", "--lib", "--crate-type", "cdylib"]
    command += ["--features", "python", "--target-dir", str(target)]
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
