"""The build hook of the native engine: it runs cargo where that is installed.

Without cargo, or if the crate cannot be built, the package is pure Python and works all the same.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

CRATE = Path("src", "deploy_contract_native")
TAG = "cp311-abi3"  # as the feature abi3-py311 in Cargo.toml says
# of cargo's library, then of the Python module
NAMES = {
    "win32": ("deploy_contract_native.dll", "_native.pyd"),
    "darwin": ("libdeploy_contract_native.dylib", "_native.abi3.so"),
}
OTHERS = ("libdeploy_contract_native.so", "_native.abi3.so")
# macOS finds the functions of Python when it loads the module
LINKING = {"darwin": ["-C", "link-arg=-undefined", "-C", "link-arg=dynamic_lookup"]}


class NativeBuildHook(BuildHookInterface[Any]):
    """Builds the crate for wheels and editable installs."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Build the module into the package, and mark the wheel as one for this platform."""
        crate = Path(self.root) / CRATE
        library, module = NAMES.get(sys.platform, OTHERS)
        (crate / module).unlink(missing_ok=True)
        problem = build(crate, crate / "target")
        if problem:
            self.app.display_warning(f"the native engine is not built: {problem}")
            return
        shutil.copyfile(crate / "target" / "release" / library, crate / module)
        build_data["pure_python"] = False
        build_data["tag"] = f"{TAG}-{next(iter(platform_tags()))}"


def build(crate: Path, target: Path) -> str:
    """Return the reason why the crate cannot be built; empty if it is built."""
    if shutil.which("cargo") is None:
        return "cargo is not installed"
    command = ["cargo", "rustc", "--release", "--quiet", "--lib", "--crate-type", "cdylib"]
    command += ["--features", "python", "--target-dir", str(target)]
    linking = LINKING.get(sys.platform, [])
    settings = {"PYO3_BUILD_EXTENSION_MODULE": "1", "PYO3_PYTHON": sys.executable}
    done = subprocess.run(  # noqa: S603
        [*command, "--", *linking], cwd=crate, env={**os.environ, **settings}, check=False
    )
    if done.returncode:
        return f"cargo failed with status {done.returncode}"
    return ""
