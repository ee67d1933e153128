"""The native engine with AddressSanitizer and coverage, for the fuzzer.

The sanitizer is part of every Rust toolchain for Linux. rustc takes the option on a stable toolchain
if RUSTC_BOOTSTRAP is set, and the libraries of Rust need not be built again. The sanitizer's own
library is that of atheris, which counts coverage too. It must be loaded before Python starts.
"""

import importlib.util
import os
import platform
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from tests.support.commands import ran

CRATE = Path(__file__).parents[2] / "src" / "deploy_contract_native"
TARGET = CRATE / "target" / "sanitized"
TRIPLE = f"{platform.machine()}-unknown-linux-gnu"
NAME = "deploy_contract_native._native"
COVERAGE = (
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
)


class Sanitized(NamedTuple):
    """The module, and the library that must be loaded before it; or the reason why it is not there."""

    module: Path | None = None
    library: Path | None = None
    missing: str = ""

    def environment(self) -> dict[str, str]:
        """Return the environment of a process that loads the module."""
        if self.library is None:
            return {}
        return {
            "LD_PRELOAD": str(self.library),
            "ASAN_OPTIONS": "detect_leaks=0",  # Python leaves objects behind when it ends
            "PYTHONMALLOC": "malloc",  # so that the sanitizer sees the memory of each object
        }


def build() -> Sanitized:
    """Build the module, where the tools for it are."""
    if sys.platform != "linux" or shutil.which("cargo") is None:
        return Sanitized(missing="cargo is not installed")
    found = importlib.util.find_spec("atheris")
    if found is None or found.origin is None:
        return Sanitized(missing="atheris is not installed")
    library = Path(found.origin).parents[1] / "asan_with_fuzzer.so"
    if not library.exists():
        return Sanitized(missing=f"atheris has no {library.name}")
    command = ["cargo", "rustc", "--quiet", "--package", "deploy_contract_native", "--lib"]
    command += ["--target", TRIPLE, "--target-dir", str(TARGET)]
    settings = {
        "RUSTC_BOOTSTRAP": "1",
        "RUSTFLAGS": "-Zsanitizer=address",
        "CARGO_PROFILE_DEV_OPT_LEVEL": "1",
        "CARGO_PROFILE_DEV_DEBUG": "line-tables-only",
        "PYO3_BUILD_EXTENSION_MODULE": "1",
        "PYO3_PYTHON": sys.executable,
    }
    environment = {**os.environ, **settings}
    done = ran(*command, "--", *COVERAGE, folder=CRATE, seconds=None, env=environment)
    if done.returncode:
        told = [line for line in done.stderr.splitlines() if line.startswith("error")]
        return Sanitized(missing=f"cargo failed: {told[0] if told else done.returncode}")
    return Sanitized(TARGET / TRIPLE / "debug" / "libdeploy_contract_native.so", library)


def load(module: Path) -> None:
    """Load the module in place of the installed one."""
    spec = importlib.util.spec_from_file_location(NAME, module)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    sys.modules[NAME] = loaded
