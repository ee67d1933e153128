"""Reloads: new settings are compiled while requests continue, and wrong ones change nothing."""

import asyncio
import gc
import http.client
import json
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Self

import pytest

from deploy_contract_gateway.background import run_in_background
from tests.support.engines import ENGINES
from tests.support.gateways import (
    PATH,
    PATIENCE,
    Gateway,
    Upstream,
    running,
    soon,
)

TEXTS = {"basis": "practice", "message": "not so", "hint": "do it", "section": "our handbook"}
PUSH = b'{"source_config": {"build_on_push": true}}'
NO_PUSH = {
    "rule": "no-push",
    "on": ["DeploymentPatch"],
    "each": ["/source_config/build_on_push"],
    "schema": {"type": "null"},
    **TEXTS,
}


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    server = Upstream()
    yield server
    server.close()


def many(number: int) -> list[dict[str, Any]]:
    """Return a number of rules, each with a pattern of its own."""
    places = [
        "/source_config/custom_url",
        "/source_config/install_command",
        "/source_config/repo_url",
        "/source_config/build_command",
    ]
    kinds = ["DeploymentPatch", "Deployment"]
    return [
        {"rule": f"own-{index}", "on": [kinds[index % 2]], "each": [places[index % 4]], **TEXTS,
         "schema": {"not": {"type": "string", "pattern": f"^https://host{index}[.]example[.]com/"}}}
        for index in range(number)
    ]  # fmt: skip


def write(path: Path, *rules: dict[str, Any]) -> None:
    path.write_text(json.dumps({"rules": rules}), "utf-8")


def hang_up(gateway: Gateway, event: str) -> dict[str, Any]:
    """Send SIGHUP, and return the line of the event that follows."""
    before = len(gateway.lines(event))
    gateway.process.send_signal(signal.SIGHUP)
    assert soon(lambda: len(gateway.lines(event)) > before, 6 * PATIENCE)
    return gateway.lines(event)[before]


class Asking:
    """Valid requests, one after the other, and the duration of each."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self.statuses: list[int] = []
        self.seconds: list[float] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _ask(self) -> None:
        with closing(
            http.client.HTTPConnection(*self._gateway.address, timeout=3 * PATIENCE)
        ) as connection:
            while not self._stop.is_set():
                begun = time.perf_counter()
                connection.request("PATCH", PATH, b"{}", {"Content-Type": "application/json"})
                response = connection.getresponse()
                response.read()
                self.seconds.append(time.perf_counter() - begun)
                self.statuses.append(response.status)
                self._stop.wait(0.005)


@pytest.mark.soak_only
@pytest.mark.parametrize("engine", ENGINES)
def test_many_rules_are_compiled_while_requests_go_on(
    engine: str, upstream: Upstream, tmp_path: Path
) -> None:
    policy = tmp_path / "own.json"
    write(policy)
    options = ("--upstream", upstream.url, "--policy", str(policy), "--engine", engine)
    with running(tmp_path, *options) as gateway:
        write(policy, NO_PUSH, *many(2_900))
        with Asking(gateway) as asking:
            begun = time.perf_counter()
            hang_up(gateway, "reloaded")
            took = time.perf_counter() - begun
        assert gateway.patch(PUSH).status == 422
        assert set(asking.statuses) == {200}
        # requests went on all the time: the longest pause is a small part of the compilation, however slow the machine is
        assert max(asking.seconds) < max(0.25, took / 4), (max(asking.seconds), took)
        assert len(asking.seconds) > 20


def test_signals_during_a_reload_are_one_more_reload(upstream: Upstream, tmp_path: Path) -> None:
    policy = tmp_path / "own.json"
    write(policy)
    with running(tmp_path, "--upstream", upstream.url, "--policy", str(policy)) as gateway:
        write(policy, *many(1_500))
        gateway.process.send_signal(signal.SIGHUP)
        time.sleep(0.1)
        write(policy, NO_PUSH)
        assert gateway.lines("reloaded") == []  # the first is under way
        for _ in range(5):
            gateway.process.send_signal(signal.SIGHUP)
            time.sleep(0.01)
        assert soon(lambda: gateway.patch(PUSH).status == 422, 6 * PATIENCE)
        assert 1 <= len(soon(lambda: gateway.lines("reloaded"))) <= 6  # logged by another process
        assert gateway.lines("reload-failed") == []
        assert gateway.watch("/-/ready").status == 200


def test_a_gateway_stops_during_a_reload(upstream: Upstream, tmp_path: Path) -> None:
    policy = tmp_path / "own.json"
    write(policy)
    with running(
        tmp_path, "--upstream", upstream.url, "--policy", str(policy), "--engine", "python"
    ) as gateway:
        write(policy, *many(2_900))
        gateway.process.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        assert gateway.stop() == 0


# -- beside an event loop


def test_work_in_the_background_gives_its_result_or_error() -> None:
    async def run() -> None:
        interval = sys.getswitchinterval()

        def work() -> bool:
            assert not gc.isenabled()
            assert sys.getswitchinterval() < interval
            return threading.current_thread().daemon

        assert await run_in_background(work)
        with pytest.raises(LookupError):
            await run_in_background(partial({"a": 1}.pop, "x"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(run_in_background(lambda: time.sleep(0.2)), 0.01)
        await asyncio.sleep(0.3)
        assert (gc.isenabled(), sys.getswitchinterval()) == (True, interval)

    asyncio.run(run())
