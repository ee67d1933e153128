"""Lookups of the gateway: facts are learned from responses or requested, and failures are noted."""

import json
import os
import signal
import socket
import threading
from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support.applications import deployment
from tests.support.contracts import make
from tests.support.gateways import (
    CANARY,
    PATIENCE,
    Gateway,
    Got,
    Shared,
    Upstream,
    answer,
    head,
    listed,
    running,
    shared,
    soon,
)
from tests.support.redis_server import redis_server

pytestmark = pytest.mark.usefixtures("here")
WRONG = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'  # unless it is external_container


@pytest.fixture
def asking(common: Shared) -> Shared:
    """Return the gateway so that it requests facts from upstream, and keeps none."""
    return common.usually(lookups=["upstream"])


@pytest.mark.promise(30)  # in a process of its own, which has not said so before
def test_a_log_of_refusals_alone_says_that_lookups_fail(upstream: Upstream) -> None:
    upstream.to_lists(answer(b"{}", "500 Error"))
    options = ("--lookups", "upstream", "--lookup-seconds", "20", "--log", "refused")
    with running(Path(), "--upstream", upstream.url, *options) as gateway:
        for _ in range(5):
            assert gateway.patch(WRONG).status == 200
        assert soon(lambda: gateway.lines("log"))
        assert [line["message"] for line in gateway.lines("log")] == [
            "request patch_deployment: lookup-failed: status-500"
        ]


@pytest.mark.promise(30, 5)
def test_a_lookup_that_fails_is_in_the_line_of_the_request_and_in_the_metrics(
    asking: Shared, upstream: Upstream
) -> None:
    upstream.to_lists(answer(b"{}", "500 Error"))
    gateway = asking.set()
    labels = (
        'direction="request",note="lookup-failed",operation="patch_deployment",reason="status-500"'
    )
    name = f"notes_total{{{labels}}}"
    before = gateway.metrics().get(name, 0)
    assert gateway.patch(WRONG, Authorization=CANARY).status == 200
    (line,) = soon(lambda: gateway.lines("request"))
    assert line["request"]["notes"] == ["lookup-failed: status-500"]
    assert gateway.lines("log") == []
    assert gateway.metrics()[name] == before + 1
    assert CANARY not in json.dumps(gateway.lines())


@pytest.mark.promise(30)
def test_facts_that_a_reload_puts_aside_are_not_believed_after_the_next_one(
    upstream: Upstream,
) -> None:
    """Nobody would have dropped them when a patch passed meanwhile."""
    revision = {"repo_ref": "refs/tags/1"}

    def reply(got: Got, _connection: socket.socket) -> bytes:
        stored = deployment(source_revision_config=dict(revision))
        is_list = got.line.startswith(b"GET")
        return listed(stored) if is_list else answer(json.dumps(stored).encode())

    upstream.reply = reply
    pushes = b'{"source_config": {"build_on_push": true}}'
    with shared(Path(), upstream=upstream.url, learn_mutable="on") as own:
        gateway = own.set(lookups=["learned"])
        assert gateway.ask("GET", "/v2/deployments").status == 200
        assert gateway.patch(pushes).status == 422
        own.set(lookups=["learned"], items=9999)
        assert gateway.patch(pushes).status == 422  # they outlive a reload
        own.set(lookups=["upstream"])
        revision["repo_ref"] = "main"
        assert gateway.patch(b'{"source_revision_config": {"repo_ref": "main"}}').status == 200
        own.set(lookups=["learned"])
        assert gateway.patch(pushes).status == 200
        # a contract by which less is learned
        bundle = make(Path("next"), ("rules.yaml", "      - /source_config/build_on_push\n", ""))
        own.set(lookups=["learned"], contract=str(bundle))


def test_a_reload_that_lacks_what_only_a_restart_reads_says_so() -> None:
    config = Path("gateway.toml")
    config.write_text('upstream = "http://127.0.0.1:9"\n', "utf-8")
    with running(Path(), "--config", str(config)) as gateway:
        with config.open("a", encoding="utf-8") as file:
            file.write('lookups = ["shared"]\nshared_url = "redis://127.0.0.1:1"\n')
        os.kill(gateway.process.pid, signal.SIGHUP)
        [line] = soon(lambda: gateway.lines("reload-failed"))
    assert line["error"] == "shared needs shared_url, the URL of Redis; shared_url needs a restart"


# --- shared knowledge


def always(status: int, gateway: Gateway, body: bytes) -> bool:
    """Return True if ten patches in turn are answered with a status, by whichever worker."""
    return [gateway.patch(body).status for _ in range(10)] == [status] * 10


@pytest.mark.promise(30)
def test_programs_and_their_workers_know_as_one(upstream: Upstream) -> None:
    upstream.always(listed(deployment()))
    folders = [Path("one"), Path("other")]
    for folder in folders:
        folder.mkdir()
    with redis_server() as redis:
        lookups = ("--lookups", "learned,shared", "--redis-seconds", "0.5", "--workers", "2")
        options = ("--upstream", upstream.url, *lookups)
        urls = {f"DEPLOY_CONTRACT_{name}_SHARED_URL": redis.url for name in ("GATEWAY", "DECIDE")}
        decide = ("--dialect", "envoy", "--lookups", "shared", *lookups[2:])
        with (
            running(folders[0], *options, environment=urls) as one,
            running(folders[1], *decide, program="decide", environment=urls) as other,
        ):
            assert one.ask("GET", "/v2/deployments").status == 200
            for gateway in (one, other):
                assert soon(partial(always, 422, gateway, WRONG))
            redis.kill()
            # a copy of the worker that answered
            assert soon(lambda: other.patch(WRONG).status == 422)
            unknown = f"/v2/deployments/{uuid4()}"
            assert one.patch(WRONG, unknown).status == 200
            labels = 'direction="request",note="lookup-failed",operation="patch_deployment",reason="shared-down"'
            assert soon(lambda: one.metrics().get(f"notes_total{{{labels}}}"))
            for gateway in (one, other):
                assert not gateway.lines("failed")
                assert redis.url not in json.dumps(gateway.lines())


def test_what_is_shared_is_begun_anew_after_a_reload_without_it(upstream: Upstream) -> None:
    let_go = threading.Event()

    def reply(got: Got, _connection: object) -> bytes:
        if got.line.startswith(b"GET /slow"):
            let_go.wait(PATIENCE)
        return listed(deployment())

    upstream.reply = reply
    with (
        redis_server() as redis,
        shared(Path(), upstream=upstream.url, lookups=["shared"], shared_url=redis.url) as settable,
        settable.gateway.connected() as client,
    ):
        connections = redis.client.client_list  # one of them is that of the test
        gateway = settable.gateway
        assert gateway.ask("GET", "/v2/deployments").status == 200
        assert soon(partial(always, 422, gateway, WRONG))
        assert len(connections()) > 1
        client.sendall(head("GET", "/slow"))
        assert soon(lambda: any(got.line.startswith(b"GET /slow") for got in upstream.got))
        settable.set(lookups=["learned"])
        assert soon(lambda: len(connections()) == 1)
        let_go.set()
        assert client.recv(100).startswith(b"HTTP/1.1 200")
        settable.set()
        assert soon(partial(always, 422, gateway, WRONG))
        assert len(connections()) > 1
