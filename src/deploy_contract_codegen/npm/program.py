"""The core as WebAssembly, in a module of JavaScript: `wasm.js`.

cargo makes this module from Rust sources, and the module has no contract in it. generated/ keeps the
module, so that nobody needs cargo to use the package or to generate its other files. The first line
of the module has a digest of the sources. If the sources have changed and cargo is installed,
`make generate` makes the module again.
"""

import os
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

FILE = "npm/wasm.js"  # in generated/
TARGET = "wasm32-unknown-unknown"
CHECKOUT = Path(__file__).parents[3]
CRATES = CHECKOUT / "src" / "deploy_contract_native"  # a wheel has no sources
PLACES = (CHECKOUT / "generated", Path(__file__).parents[2] / "deploy_contract_generated")
OPTIONS = (
    *("-Ctarget-feature=+simd128", "-Clink-arg=--stack-first"),
    "-Clink-arg=-zstack-size=4194304",  # the schemas of a contract nest
)
_LINE = (
    "// Generated from src/deploy_contract_native by `make generate`; never edited. Sources: {}\n"
)
_DIGEST = re.compile(r"Sources: ([0-9a-f]{64})$", re.MULTILINE)


def text() -> str:
    """Return the module that was made last, in a checkout or in a wheel.

    Raises:
        FileNotFoundError: there is no such module.
    """
    return _place().read_text("ascii")


def _place() -> Path:
    return next((place / FILE for place in PLACES if (place / FILE).is_file()), PLACES[0] / FILE)


def is_stale() -> bool:
    """Return True if the module was not made from the sources of this checkout."""
    if not (CRATES / "Cargo.toml").is_file():
        return False
    found = _DIGEST.search(text()) if _place().is_file() else None
    return found is None or found[1] != _digest()


def _digest() -> str:
    hashed = sha256(repr(OPTIONS).encode())
    files = [CRATES / "Cargo.toml"]
    for crate in ("core", "wasm"):
        files += [CRATES / crate / "Cargo.toml", *sorted((CRATES / crate / "src").rglob("*.rs"))]
    for path in files:
        body = path.read_bytes().replace(b"\r\n", b"\n")
        hashed.update(f"{path.relative_to(CRATES).as_posix()} {len(body)}\n".encode())
        hashed.update(body)
    return hashed.hexdigest()


def refresh() -> str:
    """Make the module again if it is stale. Return the reason why that failed, or ""."""
    if not is_stale():
        return ""
    if shutil.which("cargo") is None:
        return "cargo is not installed"
    command = ("rustc", "--print", "target-libdir", "--target", TARGET)
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if found.returncode or not Path(found.stdout.strip()).is_dir():
        return f"cargo cannot compile for it: run `rustup target add {TARGET}`"
    digest = _digest()
    if not (_cargo("fetch", "--target", TARGET) and _cargo(*_build())):
        return "cargo fails"
    built = CRATES / "target" / TARGET / "wasm" / "deploy_contract_wasm.wasm"
    encoded = b64encode(built.read_bytes()).decode("ascii")
    place = PLACES[0] / FILE
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f'{_LINE.format(digest)}export default "{encoded}";\n', "ascii")
    return ""


def _build() -> list[str]:
    """Return the arguments of cargo. No path of this machine comes into the module."""
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    registries = sorted((home / "registry" / "src").glob("*"))
    shown = [f"--remap-path-prefix={path}=crates" for path in registries]
    flags = ", ".join([f"'{flag}'" for flag in (*OPTIONS, *shown)])
    arguments = ["rustc", "--quiet", "--profile", "wasm", "--package", "deploy_contract_wasm"]
    arguments += ["--lib", "--target", TARGET, "--config", f"target.{TARGET}.rustflags=[{flags}]"]
    return arguments


def _cargo(*arguments: str) -> bool:
    done = subprocess.run(("cargo", *arguments), cwd=CRATES, check=False)  # noqa: S603, S607
    return done.returncode == 0
