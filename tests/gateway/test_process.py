"""The processes of the gateway: workers, reloads, stop, health, metrics and log."""

import http.client
import itertools
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.effort import first
from tests.support.gateways import (
    CANARY,
    DEPLOYMENT,
    ID,
    JSON,
    PATH,
    PATIENCE,
    Gateway,
    Shared,
    Upstream,
    answer,
    head,
    least,
    running,
    soon,
    statuses,
)
from tests.support.policies import many, rule, written
from tests.support.threads import again_and_again

pytestmark = pytest.mark.usefixtures("here")
NO_PUSH = rule("own-no-push", each=["/source_config/build_on_push"], schema={"type": "null"})
PUSH = b'{"source_config": {"build_on_push": true}}'


@pytest.fixture
def gateway(common: Shared) -> Gateway:
    """Return that gateway with default settings, without its history."""
    return common.set()


ENDS = """
import os, signal, sys, threading, time
if "deploy_contract_gateway.worker" in sys.orig_argv:
    def end():
        while not os.path.exists(f"{folder}/{{os.getpid()}}"):
            time.sleep(0.05)
        os.write(0, b'{{"counts": [')  # and the rest is never written
        os.kill(os.getpid(), signal.SIGKILL)
    threading.Thread(target=end, daemon=True).start()
"""


def test_workers_share_a_socket_and_their_counts_and_are_replaced(upstream: Upstream) -> None:
    Path("sitecustomize.py").write_text(ENDS.format(folder=Path.cwd()), "utf-8")
    environment = {"PYTHONPATH": str(Path.cwd())}
    options = ("--upstream", upstream.url, "--workers", "3", "--engine", "python")
    with running(Path(), *options, environment=environment) as gateway:
        (line,) = soon(partial(gateway.lines, "listening"))
        assert line["engine"] == "python"
        for _ in range(60):
            assert gateway.patch(b"{}").status == 200
            assert gateway.patch(b'{"secrets": 1}').status == 422
        assert soon(lambda: len({line["id"] for line in gateway.lines("request")}) == 120)
        metrics = gateway.metrics()
        assert metrics['requests_total{operation="patch_deployment",status="200"}'] == 60
        assert metrics['requests_total{operation="patch_deployment",status="422"}'] == 60
        labels = (
            'direction="request",mode="enforce",operation="patch_deployment",rule="schema-type"'
        )
        assert metrics[f"violations_total{{{labels}}}"] == 60
        assert metrics['request_seconds_bucket{le="+Inf",operation="patch_deployment"}'] == 120
        assert metrics['request_seconds_count{operation="patch_deployment"}'] == 120
        assert metrics["workers"] == 3
        first = gateway.workers()
        os.kill(first[0], signal.SIGKILL)
        Path(str(first[1])).touch()  # this one ends while it sends its figures
        assert soon(lambda: len(set(gateway.workers()) - {*first[:2]}) == 3)
        assert soon(lambda: gateway.metrics()["workers"] == 3)
        assert gateway.patch(b"{}").status == 200
        # nothing that was counted before they ended is lost, for they were asked since
        after = gateway.metrics()
        assert after['requests_total{operation="patch_deployment",status="200"}'] == 61
        assert gateway.stop() == 0
    events = [line["event"] for line in gateway.lines() if line["event"] != "request"]
    assert (events[0], events[-2:]) == ("listening", ["stopping", "stopped"])
    assert events[1:-2] == ["worker-ended", "worker-ended"]


def test_metrics_are_in_the_text_format_and_free_of_values(gateway: Gateway) -> None:
    from prometheus_client.parser import text_string_to_metric_families

    gateway.patch(
        json.dumps({CANARY: CANARY, "secrets": CANARY}).encode(),
        f"{PATH}?{CANARY}={CANARY}",
        **{f"X-{CANARY}": CANARY, "X-Request-Id": f"{CANARY}, {CANARY}"},
    )
    gateway.ask("GET", f"/{CANARY}")
    answered = gateway.watch("/-/metrics")
    assert (answered.header("content-type") or "").startswith("text/plain")
    families = {
        family.name: family for family in text_string_to_metric_families(answered.body.decode())
    }
    assert families["deploy_contract_gateway_requests"].type == "counter"
    assert families["deploy_contract_gateway_request_seconds"].type == "histogram"
    assert soon(lambda: len(gateway.lines("request")) == 2)
    log = json.dumps(gateway.lines())
    assert CANARY.lower() not in (log + answered.body.decode()).lower()
    assert ID not in log


def test_own_paths_never_shadow_those_of_the_service(gateway: Gateway) -> None:
    for path in ("/-/healthy", "/-/ready", "/-/metrics"):
        assert gateway.watch(path).status == 200
        assert gateway.ask("GET", path).body == DEPLOYMENT
    assert gateway.watch("/-/healthy/").status == 200
    assert gateway.watch("/v2/deployments").status == 404
    refused = gateway.ask("POST", "/-/ready", port=gateway.admin)
    assert (refused.status, refused.header("allow")) == (405, "GET, HEAD")
    asked = gateway.ask("HEAD", "/-/ready", port=gateway.admin)
    assert (asked.status, asked.body) == (200, b"")
    paths = [got.line.split()[1] for got in gateway.upstream.got]
    assert paths == [b"/-/healthy", b"/-/ready", b"/-/metrics"]


def test_readiness_may_ask_a_path_of_upstream(common: Shared) -> None:
    gateway = common.set(ready_path="/health?x")
    assert gateway.watch("/-/ready").status == 200
    assert gateway.upstream.got[-1].line == b"GET /health?x HTTP/1.1"
    gateway.upstream.always(answer(status="500 Oops"))
    assert gateway.watch("/-/ready").status == 503


def test_paths_of_no_operation_are_refused_where_that_is_asked_for(common: Shared) -> None:
    gateway = common.set(unknown_operations="reject", base_path="/api-host", hosting="cloud")
    assert gateway.ask("GET", "/other").status == 404
    assert gateway.ask("DELETE", f"/api-host{PATH}").status == 405
    assert gateway.patch(b"{}", f"/api-host{PATH}").status == 200
    assert gateway.patch(b"{}").status == 404
    assert len(gateway.upstream.got) == 1


def _reload(gateway: Gateway, event: str) -> None:
    before = len(gateway.lines(event))
    gateway.process.send_signal(signal.SIGHUP)
    assert soon(lambda: len(gateway.lines(event)) > before, 6 * PATIENCE)


def test_a_reload_takes_up_policies_and_drops_no_request(upstream: Upstream) -> None:
    policy, config = written(Path()), Path("gateway.toml")
    config.write_text(
        f'upstream = "{upstream.url}"\npolicies = ["{policy}"]\nlookups = []\n', "utf-8"
    )
    options = ("--config", str(config), "--workers", "2")
    with running(Path(), *options) as gateway, ExitStack() as opened:
        assert gateway.patch(PUSH).status == 200
        clients = [opened.enter_context(asking(gateway)) for _ in range(4)]
        written(Path(), NO_PUSH)
        _reload(gateway, "reloaded")
        assert soon(lambda: len(gateway.lines("reloaded")) == 2)  # by both workers
        assert [gateway.patch(PUSH).status for _ in range(10)] == [422] * 10
        policy.write_text("{broken", "utf-8")
        _reload(gateway, "reload-failed")
        assert [gateway.patch(PUSH).status for _ in range(10)] == [422] * 10
        [line] = gateway.lines("reload-failed")
        assert line["error"].startswith("policy own.json:1:")
        config.write_text(
            f'upstream = "{upstream.url}"\nrequests = "off"\nworkers = 5\nbacklog = 7\n', "utf-8"
        )
        _reload(gateway, "reload-partial")
        # of workers the option says more
        assert gateway.lines("reload-partial")[0]["needs_restart"] == ["backlog"]
        assert soon(lambda: len(gateway.lines("reloaded")) == 4)
        assert gateway.patch(b'{"secrets": 1}').status == 200
        assert soon(lambda: sum(map(len, clients)) > 20)
        opened.close()
        assert {status for answered in clients for status, _ in answered} == {200}
        assert len(gateway.workers()) == 2
        metrics = gateway.metrics()
        assert metrics['reloads_total{result="applied"}'] == 4
        assert metrics['reloads_total{result="failed"}'] == 1


def test_an_operator_may_have_many_rules(common: Shared) -> None:
    rows = [
        {**NO_PUSH, "rule": f"own-rule-{'x' * 60}-{number}", "basis": "advice"}
        for number in range(500)
    ]
    policy = written(Path(), *rows)
    gateway = common.set(policies=[str(policy.absolute())], violations=1000, advice=1)
    assert gateway.patch(PUSH).status == 200
    counted = [name for name in gateway.metrics() if "own-rule-" in name]
    assert len([name for name in counted if name.startswith("violations_total")]) == 500


def test_statuses_of_no_meaning_are_counted_by_their_class(gateway: Gateway) -> None:
    gateway.upstream.reply = lambda got, _connection: answer(
        status=f"{got.line.split()[1][1:].decode()} Odd"
    )

    def counted() -> Counter[str]:
        rows = gateway.metrics().items()
        return Counter(dict(row for row in rows if row[0].startswith("requests_total")))

    before = counted()
    for status in (200, 234, 299, 456, 599):
        assert gateway.ask("GET", f"/{status}").status == status
    name = 'requests_total{operation="none",status="%s"}'
    wanted = {name % "200": 1, name % "2xx": 2, name % "4xx": 1, name % "5xx": 1}
    assert counted() - before == wanted


@pytest.mark.parametrize("number", first([signal.SIGTERM, signal.SIGINT], 1))
def test_a_stop_lets_requests_under_way_end(upstream: Upstream, number: int) -> None:
    let_go = upstream.hold()
    with (
        running(Path(), "--upstream", upstream.url, "--workers", "2") as gateway,
        gateway.connected() as client,
        gateway.connected() as idle,
    ):
        client.sendall(head("PATCH", PATH, JSON.strip(), "Content-Length: 2") + b"{}")
        assert soon(lambda: upstream.got)
        # as systemd and terminals do: to every process of it
        os.killpg(gateway.process.pid, number)
        assert idle.recv(1) == b""  # asked nothing, waits for nothing
        assert gateway.watch("/-/ready").status == 503
        assert gateway.watch("/-/healthy").status == 200
        assert gateway.watch("/-/metrics").status == 200
        let_go.set()
        received = client.recv(1 << 16)
        while chunk := client.recv(1 << 16):
            received += chunk
        assert statuses(received) == [200]
        assert b"connection: close" in received.lower()
        assert gateway.process.wait(PATIENCE) == 0
        assert not gateway.lines("failed")


def test_a_stop_does_not_wait_for_ever(upstream: Upstream) -> None:
    upstream.reply = lambda _got, _connection: time.sleep(PATIENCE)
    with (
        running(Path(), "--upstream", upstream.url, "--drain-seconds", "0.5") as gateway,
        gateway.connected() as client,
    ):
        client.sendall(head("PATCH", PATH, JSON.strip(), "Content-Length: 2") + b"{}")
        assert soon(lambda: upstream.got)
        start = time.monotonic()
        assert gateway.stop() == 0
        assert time.monotonic() - start < 5


def test_workers_end_with_their_supervisor(upstream: Upstream) -> None:
    with running(Path(), "--upstream", upstream.url, "--workers", "2") as gateway:
        workers = gateway.workers()
        assert len(workers) == 2
        gateway.process.kill()
        assert soon(lambda: not any(_runs(pid) for pid in workers))


def _runs(pid: int) -> bool:
    try:
        return "deploy_contract_gateway" in Path(f"/proc/{pid}/cmdline").read_text("ascii")
    except OSError:
        return False


# --- reloads: new settings are compiled while requests continue


@contextmanager
def asking(gateway: Gateway) -> Iterator[list[tuple[int, float]]]:
    """Send valid requests over a connection until the end; yield the status and the seconds of each."""
    answered: list[tuple[int, float]] = []
    connection = http.client.HTTPConnection(*gateway.address, timeout=3 * PATIENCE)

    def ask() -> None:
        begun = time.perf_counter()
        connection.request("PATCH", PATH, b"{}", {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        answered.append((response.status, time.perf_counter() - begun))
        time.sleep(0.005)

    with closing(connection), again_and_again(ask):
        yield answered


@pytest.mark.soak_only
def test_many_rules_are_compiled_while_requests_go_on(engine: str, upstream: Upstream) -> None:
    policy = written(Path())
    options = ("--upstream", upstream.url, "--policy", str(policy), "--engine", engine)
    with running(Path(), *options) as gateway:
        first = NO_PUSH

        def longest_pause() -> float:
            """Return the longest pause of requests during a reload, as a part of what it may be."""
            nonlocal first
            first = {**first, "rule": f"{first['rule']}-again"}  # so that it is compiled anew
            written(Path(), first, *many(2_900))
            with asking(gateway) as answered:
                begun = time.perf_counter()
                _reload(gateway, "reloaded")
                took = time.perf_counter() - begun
            assert gateway.patch(PUSH).status == 422
            assert len(answered) > 20
            assert {status for status, _ in answered} == {200}
            return max(seconds for _, seconds in answered) / max(0.25, took / 4)

        # requests went on all the time: the longest pause is a small part of the compilation,
        # however slow the machine is
        assert least(longest_pause, 1) < 1


def test_signals_during_a_reload_are_one_more_reload_or_the_end(upstream: Upstream) -> None:
    policy = written(Path())
    with running(Path(), "--upstream", upstream.url, "--policy", str(policy)) as gateway:
        numbers = itertools.count(1_500)
        done: list[Any] = []

        def replace(*rows: Any) -> None:
            """Replace the policy at once, since a reload may read it at any time."""
            written(Path(), *rows, name="next.json").replace(policy)

        def is_under_way() -> bool:
            """Begin a reload; return True if it is not done a moment later."""
            done.extend(gateway.lines("reloaded")[len(done) :])
            replace(*many(next(numbers)))
            gateway.process.send_signal(signal.SIGHUP)
            time.sleep(0.1)
            replace(NO_PUSH)
            return soon(lambda: len(gateway.lines("reloaded")) > len(done), 0.1) is False

        assert soon(is_under_way)
        for _ in range(5):
            gateway.process.send_signal(signal.SIGHUP)
            time.sleep(0.01)
        assert soon(lambda: gateway.patch(PUSH).status == 422, 6 * PATIENCE)
        assert soon(lambda: len(gateway.lines("reloaded")) > len(done))  # logged by another process
        assert 1 <= len(gateway.lines("reloaded")) - len(done) <= 6
        assert gateway.lines("reload-failed") == []
        assert gateway.watch("/-/ready").status == 200
        replace(*many(2_900))
        gateway.process.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        assert gateway.stop() == 0
