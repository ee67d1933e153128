"""The service is killed while it is patched: what it has acknowledged is there after a restart, and nothing is there by halves."""

import http.client
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.client import EXAMPLE
from tests.support.processes import Running, call, running

DEPLOYMENTS = [f"5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d700{number}" for number in (1, 2)]
CLIENTS, SECONDS, KILLS = 3, 0.7, 8


class Load:
    """Patches one deployment, one after the other, each with a mark of its own in three places, until nobody answers."""

    def __init__(self, service: Running, identity: str, name: str) -> None:
        self._connection = service.connection()
        self._identity = identity
        self._name = name
        self.sent: list[str] = []
        self.acknowledged: dict[str, str] = {}  # mark -> revision
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        while True:
            mark = f"{self._name}-{len(self.sent)}"
            self.sent.append(mark)
            body = {
                "source_config": {"install_command": mark},
                "source_revision_config": {"graph_config_path": mark},
                "secrets": [{"name": "MARK", "value": mark}],
            }
            try:
                status, after = call(
                    self._connection, "PATCH", f"/v2/deployments/{self._identity}", body
                )
            except (OSError, http.client.HTTPException, ValueError):
                return
            assert status == 200
            self.acknowledged[mark] = after["latest_revision_id"]


@pytest.mark.soak_only
def test_what_is_acknowledged_outlives_the_process(lasting: str, tmp_path: Path) -> None:
    key = Fernet.generate_key().decode()
    options = ("--database", lasting, "--data", str(EXAMPLE), "--rollout-seconds", "0.1")
    acknowledged: dict[str, dict[str, str]] = {identity: {} for identity in DEPLOYMENTS}
    sent: dict[str, set[str]] = {identity: set() for identity in DEPLOYMENTS}
    for round_ in range(KILLS):
        with running(tmp_path, *options, DEPLOY_CONTRACT_KEY=key) as service:
            loads = [
                (one, Load(service, one, f"{round_}-{client}"))
                for one in DEPLOYMENTS
                for client in range(CLIENTS)
            ]
            for _, load in loads:
                load.thread.start()
            time.sleep(SECONDS)
            assert service.send(signal.SIGKILL).status == -signal.SIGKILL
            for identity, load in loads:
                load.thread.join()
                acknowledged[identity] |= load.acknowledged
                sent[identity] |= set(load.sent)
    assert all(len(marks) > KILLS * CLIENTS for marks in acknowledged.values()), (
        "there was no load to speak of"
    )

    store = Store.open(Settings(lasting, key))
    try:
        for identity in DEPLOYMENTS:
            assert_whole(store, identity, acknowledged[identity], sent[identity])
    finally:
        store.close()
    with running(tmp_path, *options, DEPLOY_CONTRACT_KEY=key) as service:
        connection = service.connection()
        for identity in DEPLOYMENTS:
            wait_until_rolled_out(connection, identity)


def assert_whole(store: Store, identity: str, acknowledged: dict[str, str], sent: set[str]) -> None:
    after, revisions = store.deployment(identity), store.revisions(identity, limit=100_000)
    assert after is not None
    assert revisions is not None
    marks = {one.id: one.source_revision_config["graph_config_path"] for one in revisions}
    assert all(marks.get(revision) == mark for mark, revision in acknowledged.items()), (
        "an acknowledged patch is lost"
    )
    ours = [mark for mark in marks.values() if mark != "graph.json"]
    assert len(ours) == len(set(ours))
    assert set(ours) <= sent
    last = marks[after["latest_revision_id"]]
    assert after["latest_revision_id"] == revisions[0].id
    assert (
        after["source_config"]["install_command"]
        == after["source_revision_config"]["graph_config_path"]
        == last
    )
    assert after["secrets"] == [{"name": "MARK", "value": last}], "a patch is there by halves"


def wait_until_rolled_out(connection: http.client.HTTPConnection, identity: str) -> None:
    found: Any = {}
    for _ in range(200):
        found = call(connection, "GET", f"/v2/deployments?deployment_ids={identity}")[1][
            "resources"
        ][0]
        if found["active_revision_id"] == found["latest_revision_id"]:
            break
        time.sleep(0.02)
    assert found["active_revision_id"] == found["latest_revision_id"]
