"""The recipes: nginx is run in front of the gateway; container and manifests are run as processes.

No container is built here, because that needs images from a registry. The tests start a plain process with the
command, environment, health check and stop signal of the image, and with the settings of the compose file.
"""

import http.client
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.gateways import (
    PATCH,
    PATH,
    PATIENCE,
    Gateway,
    Got,
    Upstream,
    answer,
    command,
    head,
    running,
    soon,
    statuses,
)

RECIPES = Path(__file__).parent / "recipes"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def free() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def nginx(folder: Path, gateway: int) -> Iterator[Gateway]:
    """Run nginx with the recipe, in which the `site:` lines are replaced."""
    assert NGINX is not None
    port = free()
    sites = {
        "error log": f"error_log {folder}/nginx.log warn;", "pid": f"pid {folder}/nginx.pid;",
        "gateway": f"server 127.0.0.1:{gateway};", "listen": f"listen 127.0.0.1:{port};",
    }  # fmt: skip
    text = (RECIPES / "nginx.conf").read_text("utf-8")
    for site, line in sites.items():
        text, count = re.subn(rf"(?m)^( *)\S.*# site: {site}$", rf"\g<1>{line}", text)
        assert count == 1, site
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    (folder / "nginx.conf").write_text(text.replace("http {\n", f"http {{\n{temporary}"), "utf-8")
    process = subprocess.Popen(
        [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        found = Gateway(process, ("127.0.0.1", port), 0, folder / "nginx.log")
        assert soon(lambda: process.poll() is not None or _listens(port))
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        yield found
    finally:
        process.terminate()
        process.wait(PATIENCE)
        if process.stderr:
            process.stderr.close()


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_behind_nginx(upstream: Upstream, tmp_path: Path) -> None:
    with (
        running(tmp_path, "--upstream", upstream.url, "--trust-forwarded", "127.0.0.1") as gateway,
        nginx(tmp_path, gateway.address[1]) as front,
    ):
        target = f"{PATH}?a=%7e%20b"
        assert (
            front.patch(
                PATCH,
                target,
                Host="api.example.com",
                **{"X-Forwarded-For": "6.6.6.6", "X-Twice": "1"},
            ).status
            == 200
        )
        [sent] = upstream.got
        assert (sent.line, sent.body) == (f"PATCH {target} HTTP/1.1".encode(), PATCH)
        assert sent.values("x-forwarded-for") == [
            b"127.0.0.1, 127.0.0.1"
        ]  # the client that nginx saw, and nginx
        assert sent.values("x-forwarded-host") == sent.values("host") == [b"api.example.com"]
        refused = front.patch(b'{"secrets": 1}')
        assert (refused.status, refused.header("content-type")) == (422, "application/problem+json")
        assert (
            front.patch(b"[" + b" " * (1 << 20) + b"]").status == 413
        )  # the gateway's answer, not nginx's
        assert front.ask("GET", "/other?x=%2Fy").status == 200
        assert upstream.got[-1].line == b"GET /other?x=%2Fy HTTP/1.1"
        with closing(http.client.HTTPConnection(*front.address, timeout=PATIENCE)) as connection:
            for _ in range(20):
                connection.request("PATCH", PATH, b"{}", {"Content-Type": "application/json"})
                assert connection.getresponse().read()
        assert len(upstream.got) == 22
        smuggled = (
            head("POST", "/o", "Content-Length: 5", "Transfer-Encoding: chunked") + b"0\r\n\r\nG"
        )
        assert statuses(front.raw(smuggled)) == [400]
        assert len(upstream.got) == 22


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_behind_nginx_what_breaks_off_is_not_taken_for_whole(
    upstream: Upstream, tmp_path: Path
) -> None:
    def reply(_got: Got, connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        time.sleep(0.1)

    upstream.reply = reply
    with (
        running(tmp_path, "--upstream", upstream.url) as gateway,
        nginx(tmp_path, gateway.address[1]) as front,
    ):
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            front.ask("GET", "/other")
        upstream.reply = lambda _got, _connection: answer()
        assert front.ask("GET", "/other").status == 200


def _instructions() -> list[tuple[str, str]]:
    text = (RECIPES / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [
        line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")
    ]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def test_a_container_is_started_healthy_and_stopped_as_the_recipe_says(
    upstream: Upstream, tmp_path: Path
) -> None:
    said = dict(_instructions())
    compose = yaml.safe_load((RECIPES / "compose.yaml").read_text("utf-8"))["services"]["gateway"]
    assert yaml.safe_load(said["ENTRYPOINT"]) == ["deploy-contract", "gateway"]
    environment = dict(pair.split("=", 1) for pair in said["ENV"].split()) | compose["environment"]
    assert environment["DEPLOY_CONTRACT_GATEWAY_LISTEN"].endswith(f":{said['EXPOSE'].split()[0]}")
    listen, admin = free(), free()
    here = {
        **environment,
        "DEPLOY_CONTRACT_GATEWAY_LISTEN": f"127.0.0.1:{listen}",
        "DEPLOY_CONTRACT_GATEWAY_ADMIN": f"127.0.0.1:{admin}",
        "DEPLOY_CONTRACT_GATEWAY_UPSTREAM": upstream.url,
    }
    process = subprocess.Popen(
        command(*compose["command"]),
        env={**os.environ, **here},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr
    try:
        assert select.select([process.stderr], [], [], 3 * PATIENCE)[0]
        assert f"http://127.0.0.1:{listen}" in process.stderr.readline().decode()
        gateway = Gateway(process, ("127.0.0.1", listen), admin, tmp_path / "log")
        assert len(gateway.workers()) == 2
        assert gateway.patch(b'{"secrets": 1}').status == 422
        check = yaml.safe_load(said["HEALTHCHECK"].partition("CMD ")[2])
        check = [sys.executable, *(part.replace(":9180", f":{admin}") for part in check[1:])]
        assert subprocess.run(check, check=False, timeout=PATIENCE).returncode == 0
        assert int(compose["stop_grace_period"].rstrip("s")) > int(
            environment["DEPLOY_CONTRACT_GATEWAY_DRAIN_SECONDS"]
        )
        assert gateway.stop(signal.Signals[said["STOPSIGNAL"]]) == 0
        assert (
            subprocess.run(
                check, check=False, timeout=PATIENCE, stderr=subprocess.DEVNULL
            ).returncode
            != 0
        )
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stderr.close()


def test_the_file_of_settings_is_taken(upstream: Upstream, tmp_path: Path) -> None:
    options = ("--config", str(RECIPES / "gateway.toml"), "--upstream", upstream.url)
    with running(tmp_path, *options) as gateway:
        assert len(gateway.workers()) == 2
        assert gateway.patch(b'{"secrets": 1}').status == 422


KUBERNETES = ("kubernetes.yaml", "kubernetes-sidecar.yaml")


def pods_gateway(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the pod of a manifest, and the gateway's container in it."""
    deployment, service = yaml.safe_load_all((RECIPES / name).read_text("utf-8"))
    assert (deployment["kind"], service["kind"]) == ("Deployment", "Service")
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert service["spec"]["selector"] == deployment["spec"]["selector"]["matchLabels"] == labels
    pod = deployment["spec"]["template"]["spec"]
    # else a Service named deploy-contract-gateway becomes variables that are unknown settings
    assert pod["enableServiceLinks"] is False
    containers = [*pod.get("initContainers", ()), *pod["containers"]]
    (container,) = (one for one in containers if one["name"] == "gateway")
    (port,) = service["spec"]["ports"]
    assert port["targetPort"] in {one["name"] for one in container["ports"]}
    return pod, container


@pytest.mark.parametrize("name", KUBERNETES)
def test_a_manifest_starts_the_gateway_and_its_probes_pass(
    name: str, upstream: Upstream, tmp_path: Path
) -> None:
    pod, container = pods_gateway(name)
    environment = {one["name"]: one["value"] for one in container["env"]}
    ports = {one["name"]: one["containerPort"] for one in container["ports"]}
    for variable, port in (("LISTEN", "http"), ("ADMIN", "admin")):
        # the kubelet and other pods are not on loopback
        assert environment.pop(f"DEPLOY_CONTRACT_GATEWAY_{variable}") == f"0.0.0.0:{ports[port]}"
    drain = float(environment["DEPLOY_CONTRACT_GATEWAY_DRAIN_SECONDS"])
    command = container.get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command", [])
    assert pod["terminationGracePeriodSeconds"] > drain + float((command or [0])[-1])
    environment["DEPLOY_CONTRACT_GATEWAY_UPSTREAM"] = upstream.url
    with running(tmp_path, environment=environment) as gateway:
        probes = {key: probe["httpGet"] for key, probe in container.items() if "Probe" in key}
        assert probes.keys() >= {"startupProbe", "readinessProbe"}
        for probe in probes.values():
            assert probe["port"] == "admin"
            assert gateway.watch(probe["path"]).status == 200
        assert gateway.patch(b'{"secrets": 1}').status == 422
        upstream.close()  # a service that is down ends no gateway
        assert gateway.watch(probes["startupProbe"]["path"]).status == 200
        assert "livenessProbe" not in probes or probes["livenessProbe"]["path"] == "/-/healthy"
