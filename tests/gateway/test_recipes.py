"""The recipes: nginx and Caddy are run in front of the gateway, the container as a process.

tests/unit/test_dist.py builds the container if it can get the base image. The tests here start a plain process with
the command, environment, health check and stop signal of the image, and with the settings of the compose file.
"""

import http.client
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import yaml

from tests.support.certificates import Authority
from tests.support.fronts import RECIPES, caddy, nginx
from tests.support.gateways import PATCH, PATH, PATIENCE, Shared, Upstream, head, running, statuses
from tests.support.http2 import http2_client


def test_behind_nginx(common: Shared, upstream: Upstream, tmp_path: Path) -> None:
    gateway = common.set(trust_forwarded=["127.0.0.1"])
    with nginx(tmp_path, {"gateway": gateway.address[1]}) as front:
        target = f"{PATH}?a=%7e%20b"
        claimed = {"Host": "api.example.com", "X-Forwarded-For": "6.6.6.6", "X-Twice": "1"}
        assert front.patch(PATCH, target, **claimed).status == 200
        [sent] = upstream.got
        assert (sent.line, sent.body) == (f"PATCH {target} HTTP/1.1".encode(), PATCH)
        # the client that nginx saw, and nginx
        assert sent.values("x-forwarded-for") == [b"127.0.0.1, 127.0.0.1"]
        assert sent.values("x-forwarded-host") == sent.values("host") == [b"api.example.com"]
        refused = front.patch(b'{"secrets": 1}')
        assert (refused.status, refused.header("content-type")) == (422, "application/problem+json")
        # the gateway's answer, not nginx's
        assert front.patch(b"[" + b" " * (1 << 20) + b"]").status == 413
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


def test_caddy_takes_tls_and_http2_in_front_of_the_gateway(
    common: Shared, upstream: Upstream, tmp_path: Path
) -> None:
    gateway = common.set(trust_forwarded=["127.0.0.1"])
    authority = Authority(tmp_path)
    pair = " ".join(authority.issue("caddy"))
    claimed = {"x-forwarded-for": "6.6.6.6", "x-original-url": "/x", "x-real-ip": "6.6.6.6"}
    line = {":scheme": "https", ":authority": "api.example.com", ":path": PATH, **claimed}
    json_body = {"content-type": "application/json"}
    with caddy(tmp_path, certificate=pair, gateway=gateway.address[1]) as front:
        with http2_client(front.address, authority.client()) as client:
            for body in (PATCH, b'{"secrets": 1}'):
                stream = client.begin({":method": "PATCH", **line, **json_body})
                client.send(stream, body, end=True)
            while len(client.answered) < 2:  # or the connection closes, and the log has no line
                before = client.received
                client.read(1.0)
                assert client.received != before
        [sent] = upstream.got  # the second was refused
        assert (sent.line, sent.body) == (f"PATCH {PATH} HTTP/1.1".encode(), PATCH)
        assert sent.values("x-forwarded-for") == [b"127.0.0.1, 127.0.0.1"]
        assert sent.values("x-forwarded-proto") == [b"https"]
        assert sent.values("x-original-url") == sent.values("x-real-ip") == []
    rows = gateway.requests(2)
    assert sorted(row["status"] for row in rows) == [200, 422]


def test_a_container_is_started_healthy_and_stopped_as_the_recipe_says(
    upstream: Upstream, tmp_path: Path
) -> None:
    text = (RECIPES / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    said = {name: rest.strip() for name, _, rest in (line.partition(" ") for line in lines)}
    compose = yaml.safe_load((RECIPES / "compose.yaml").read_text("utf-8"))["services"]["gateway"]
    assert yaml.safe_load(said["ENTRYPOINT"]) == ["deploy-contract", "gateway"]
    environment = dict(pair.split("=", 1) for pair in said["ENV"].split()) | compose["environment"]
    assert environment["DEPLOY_CONTRACT_GATEWAY_LISTEN"].endswith(f":{said['EXPOSE'].split()[0]}")
    here = {**environment, "DEPLOY_CONTRACT_GATEWAY_UPSTREAM": upstream.url}
    with running(tmp_path, *compose["command"], environment=here) as gateway:
        assert len(gateway.workers()) == 2
        assert gateway.patch(b'{"secrets": 1}').status == 422
        here["DEPLOY_CONTRACT_GATEWAY_ADMIN"] = f"127.0.0.1:{gateway.admin}"
        check = yaml.safe_load(said["HEALTHCHECK"].partition("CMD ")[2])
        check = [sys.executable, *check[1:]]
        assert subprocess.run(check, env=here, check=False, timeout=PATIENCE).returncode == 0
        drain = int(environment["DEPLOY_CONTRACT_GATEWAY_DRAIN_SECONDS"])
        assert int(compose["stop_grace_period"].rstrip("s")) > drain
        assert gateway.stop(signal.Signals[said["STOPSIGNAL"]]) == 0
        ended = subprocess.run(check, env=here, check=False, timeout=PATIENCE, stderr=subprocess.DEVNULL)  # fmt: skip
        assert ended.returncode != 0
