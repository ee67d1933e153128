"""Envoy with the contract inside it: its library is built once, and Envoy run with the recipe of the guide."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract import Contract
from tests.support.fronts import ENVOY, LOOPBACK, envoy_recipe, free, running
from tests.support.gateways import Gateway, soon
from tests.support.made_once import made_once

CRATE = Path(__file__).parents[2] / "src" / "deploy_contract_native"
LIBRARY = "libdeploy_contract.so"
BUILT = CRATE / "target" / "release" / LIBRARY  # by `make envoy`
MODULE = "type.googleapis.com/envoy.extensions.filters.http.dynamic_modules.v3"
FAULT = "X-Fault"  # a header that makes the library of the tests panic
# not optimized: it is built in a few seconds, and checks what Rust only checks then
BUILD = [
    "cargo",
    "rustc",
    "--quiet",
    "--package",
    "deploy_contract_envoy",
    "--features",
    "faults",
    "--",
]
LINK = ["-C", "linker-flavor=gcc", "-C", f"linker={CRATE}/envoy/link.sh"]  # as the Makefile
SETTINGS = re.compile(r"(?m)^( +)value: \|\n(?: {24,}.*\n)+")  # of the module, in the recipe
CAN_RUN = ENVOY is not None and shutil.which("cargo") is not None
REASON = "Envoy or cargo is not installed"


class Module(NamedTuple):
    """A running Envoy with the contract inside it."""

    front: Gateway
    admin: int
    folder: Path

    def counters(self, name: str = "") -> dict[str, int]:
        """Return the counters of the module with sorted labels; only those that contain a text."""
        text = self.front.ask("GET", "/stats/prometheus", port=self.admin).body.decode()
        rows = re.findall(
            r"(?m)^envoy_dynamicmodulescustom_deploy_contract_(\w+)\{(.*)\} (\d+)$", text
        )
        sums = {
            f"{key}{{{','.join(sorted(labels.split(',')))}}}": int(value)
            for key, labels, value in rows
        }
        return {key: value for key, value in sums.items() if name in key and value}

    def log(self) -> str:
        """Return the log of Envoy and of the module."""
        return (self.folder / "envoy.out").read_text("utf-8")


def library() -> Path:
    """Return the folder of the library, which is built first if its sources have changed."""

    def build(folder: Path) -> None:
        subprocess.run([*BUILD, *LINK], cwd=CRATE, check=True)
        shutil.copy(CRATE / "target" / "debug" / LIBRARY, folder)

    names = ["core", "envoy"]
    sources = [
        CRATE / "Cargo.toml",
        *(path for name in names for path in (CRATE / name).rglob("*")),
    ]
    suffixes = (".rs", ".toml", ".sh")
    texts = [path.read_bytes() for path in sorted(sources) if path.suffix in suffixes]
    return made_once("envoy-module", build, texts)


def with_admin(text: str, port: int) -> str:
    """Return a recipe with an address for the metrics."""
    return f"admin: {{address: {{socket_address: {{address: {LOOPBACK}, port_value: {port}}}}}}}\n{text}"


def settings_line(settings: dict[str, Any]) -> str:
    """Return settings of the module as a line of a recipe."""
    return f"value: {json.dumps(json.dumps(settings))}"


def write_contract(contract: Contract, file: Path) -> Path:
    """Write a contract as `deploy-contract compile` does."""
    file.write_bytes(contract.effective.to_json())
    return file


def recipe(listen: int, service: int, settings: dict[str, Any]) -> str:
    """Return the recipe of the guide with other ports, and with settings of the module."""
    text = envoy_recipe("envoy-module.yaml", {"listen": listen, "service": service})
    line = settings_line(settings)
    text, count = SETTINGS.subn(lambda at: f"{at[1]}{line}\n", text)
    assert count == 1
    return text


@contextmanager
def enveloped(
    folder: Path,
    service: int,
    contract: Contract | None = None,
    *,
    concurrency: int = 1,
    changes: dict[str, str] | None = None,
    replaced: tuple[re.Pattern[str], str] | None = None,
    **settings: Any,
) -> Iterator[Module]:
    """Run Envoy with the contract inside it.

    Args:
        folder: for its files.
        service: the port of the service.
        contract: the contract.
        concurrency: the number of workers.
        changes: text of the recipe -> text in its place.
        replaced: a pattern of the recipe, and the text in its place.
        settings: those of the module, beside its contract.
    """
    assert ENVOY is not None
    port, admin = free(), free()
    file = write_contract(contract or Contract(), folder / "gateway.contract.json")
    text = recipe(port, service, {"contract": str(file), **settings})
    for old, new in (changes or {}).items():
        assert old in text, old
        text = text.replace(old, new)
    if replaced is not None:
        text, count = replaced[0].subn(lambda _: replaced[1], text)
        assert count == 1
    config = folder / "envoy.yaml"
    config.write_text(with_admin(text, admin), "utf-8")
    command = [
        ENVOY, "-c", str(config), "--use-dynamic-base-id", "--concurrency", str(concurrency), "-l", "info",
        "--service-node", "test", "--service-cluster", "test",  # for discovery
    ]  # fmt: skip
    environment = {"ENVOY_DYNAMIC_MODULES_SEARCH_PATH": str(library())}
    with running(command, port, folder / "envoy.log", environment) as front:
        assert soon(lambda: front.ask("GET", "/ready", port=admin).status == 200)
        yield Module(front, admin, folder)
