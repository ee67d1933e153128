"""Data that must not get lost: patches at the same time, several processes, restarts, keys."""

import json
import sqlite3
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cryptography.fernet import Fernet
from sqlalchemy import make_url, update

from deploy_contract import Contract, Request
from deploy_contract_service import database, operations, tables
from deploy_contract_service.app import application
from deploy_contract_service.data_file import load
from deploy_contract_service.errors import ServiceError
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.applications import raising
from tests.support.client import EXAMPLE, LATER, Client, patch
from tests.support.console import REFUNDS, REPORTS, revisions, stored
from tests.support.gateways import least
from tests.support.postgres import Cluster
from tests.support.servers import opened
from tests.support.threads import at_once


def filled(address: str, **settings: Any) -> Store:
    store = opened(address, **settings)
    seed(store, load(str(EXAMPLE)), LATER)
    return store


def after_hours(store: Store, hours: float) -> None:
    """Let a store take the time for later by some hours."""
    store.clock = lambda: datetime.now(UTC) + timedelta(hours=hours)


def together(tasks: Sequence[Callable[[], Any]]) -> list[Any]:
    """Return the results of tasks in threads that begin together; none may raise."""
    given: list[Any] = []
    at_once(lambda number: given.append(tasks[number]()), len(tasks))
    return given


def test_a_rule_on_two_fields_holds_though_each_is_patched_by_someone_else(lasting: str) -> None:
    one, other = filled(lasting), opened(lasting)
    with (
        Client(application(one, Settings())) as here,
        Client(application(other, Settings())) as there,
    ):
        revision = {"source_revision_config": {"repo_ref": "main"}}
        for _ in range(10):
            here.patch(REFUNDS, {"source_config": {"build_on_push": False}, **revision})
            statuses = together([
                lambda: here.patch(REFUNDS, {"source_config": {"build_on_push": True}}).status_code,
                lambda: there.patch(REFUNDS, {"source_revision_config": {"repo_ref": "refs/tags/v1"}}).status_code,
            ])  # fmt: skip
            assert sorted(statuses) == [200, 422], "both together break the contract"


def test_patches_at_the_same_time_lose_nothing(lasting: str) -> None:
    """They come from several processes, which have a store each."""
    stores = [filled(lasting), opened(lasting), opened(lasting)]
    before = revisions(stores[0], REFUNDS)
    bodies: list[dict[str, Any]] = [
        {"source_config": {"install_command": "pip install ."}},
        {"source_config": {"resource_spec": {"cpu": 3}}},
        {"source_revision_config": {"graph_config_path": "other.json"}},
        {"secrets": [{"name": "A", "value": "b"}]},
        *[{"source_revision_config": {"repo_ref": f"branch-{number}"}} for number in range(20)],
    ]
    tasks = [
        partial(patched, store, REFUNDS, body)
        for store, body in zip(cycle(stores), bodies, strict=False)
    ]
    created = {after["latest_revision_id"] for after in together(tasks)}
    after_hours(stores[0], 24)
    after, found = stored(stores[0], REFUNDS), revisions(stores[0], REFUNDS)
    assert after["source_config"]["install_command"] == "pip install ."
    assert after["source_config"]["resource_spec"] == {"cpu": 3}
    assert after["secrets"] == [{"name": "A", "value": "b"}]
    assert after["source_revision_config"]["graph_config_path"] == "other.json"
    known = {one.id for one in before}
    assert {one.id for one in found} == known | created
    assert len(created - known) == 23, "each but one has a revision of its own"
    assert all(one.rolled_out_at for one in found)
    assert after["active_revision_id"] == after["latest_revision_id"] == found[0].id
    assert found[0].source_revision_config == after["source_revision_config"]


def test_an_earlier_revision_never_comes_back(lasting: str) -> None:
    patient, hasty = filled(lasting), opened(lasting, rollout_seconds=1)
    patched(patient, REFUNDS, {"source_revision_config": {"repo_ref": "first"}})
    second = patched(hasty, REFUNDS, {"source_revision_config": {"repo_ref": "second"}})
    for hours in (1 / 60, 5):
        after_hours(hasty, hours)
        assert stored(hasty, REFUNDS)["active_revision_id"] == second["latest_revision_id"]


def test_stores_that_start_at_once_make_the_tables_once(lasting: str) -> None:
    together([lambda: filled(lasting)] * 6)
    store = opened(lasting)
    assert len(store.page({"limit": 100, "offset": 0})) == 6


@pytest.mark.parametrize(
    "statement", ["UPDATE service SET version = 9999", "DELETE FROM service", "DROP TABLE service"]
)
def test_a_database_of_another_version_is_refused(lasting: str, statement: str) -> None:
    opened(lasting).close()
    with closing(connected(lasting)) as connection:
        connection.execute(statement)
    with pytest.raises(ServiceError, match="was made by another version"):
        opened(lasting)


def test_a_restart_loses_no_rollout(lasting: str) -> None:
    patch = {"source_revision_config": {"repo_ref": "main"}}
    latest = patched(filled(lasting), REFUNDS, patch)["latest_revision_id"]
    again = opened(lasting, rollout_seconds=1)
    after_hours(again, 2)
    assert stored(again, REFUNDS)["active_revision_id"] == latest


def test_what_is_seeded_already_stays_as_it_is(lasting: str) -> None:
    store = filled(lasting)
    changed = patched(store, REPORTS, {"source_config": {"resource_spec": {"cpu": 7}}})
    assert seed(store, load(str(EXAMPLE)), LATER) == (0, 6)
    assert store.deployment(REPORTS) == changed
    assert len(store.page({"limit": 100, "offset": 0})) == 6


def test_secrets_that_no_key_opens_are_told_of(
    store: Store, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    stranger = Fernet(Fernet.generate_key())
    table = tables.deployments
    with store.database.writing() as connection:
        secrets = stranger.encrypt(b"[]").decode()
        connection.execute(update(table).where(table.c.id == REFUNDS).values(secrets=secrets))
    with pytest.raises(AssertionError, match="'status': 503"):
        client.deployments()
    assert f"the key does not open the secrets of deployment {REFUNDS}" in caplog.text
    assert client.names(deployment_ids=REPORTS) == ["report-writer"]


def test_the_embedded_default_makes_a_key_that_only_its_owner_reads(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.db"
    together([lambda: opened(str(file), key=None)] * 4)
    key = tmp_path / "a.db.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    said = capfd.readouterr().err
    assert said.count("made a key") == 1
    assert key.read_text().strip() not in said
    assert sorted(path.name for path in tmp_path.iterdir() if ".key" in path.name) == ["a.db.key"]
    key.unlink()
    with pytest.raises(ServiceError, match=r"a\.db\.key.*No such file"):
        opened(str(file), key=None)


def test_what_postgresql_refuses_is_told(cluster: Cluster) -> None:
    there, key = make_url(cluster.database()), Fernet.generate_key().decode()
    plain, latin = [make_url(cluster.database(name)) for name in ("SQL_ASCII", "LATIN1")]
    no_schema = there.update_query_dict({"options": "-csearch_path=nope"})
    encoding = "its encoding is {}; create it with ENCODING 'UTF8'"
    for changed, name, reason in (
        (plain, plain.database, encoding.format("SQL_ASCII")),
        (latin, latin.database, encoding.format("LATIN1")),
        (no_schema, there.database, "its search_path names no schema that exists"),
        (there.set(database="nowhere"), "nowhere", "there is no such database"),
        (there.set(username="nobody"), there.database, "its user or password is refused"),
    ):
        with pytest.raises(ServiceError) as error:
            Store(Settings(changed.render_as_string(hide_password=False), key))
        assert str(error.value) == f"PostgreSQL {name}: cannot be used: {reason}"


def test_a_patch_is_all_or_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = store.deployment(REFUNDS), store.revisions(REFUNDS)
    monkeypatch.setattr(Store, "encrypt", raising(RuntimeError("hunter2")))
    secrets = [{"name": "A", "value": "b"}]
    body = {"secrets": secrets, "source_revision_config": {"repo_ref": "c"}}
    with Client(application(store, Settings())) as client, pytest.raises(AssertionError) as error:
        client.patch(REFUNDS, body)
    assert "'status': 500" in str(error.value)
    assert "hunter2" not in str(error.value)
    assert (store.deployment(REFUNDS), store.revisions(REFUNDS)) == before


def test_what_python_takes_for_equal_is_another_value(store: Store) -> None:
    for value in (1, True, 1.0, 0, False):
        patched(store, REPORTS, {"source_config": {"resource_spec": {"labels": {"a": value}}}})
        labels = stored(store, REPORTS)["source_config"]["resource_spec"]["labels"]
        assert json.dumps(labels) == json.dumps({"a": value})


def test_a_lock_that_another_holds_keeps_patches_waiting_for_a_while_and_reads_not_at_all(
    lasting: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "WAIT_SECONDS", 2)
    monkeypatch.setattr(operations, "QUEUE_SECONDS", 2)
    store = filled(lasting)
    with Client(application(store, Settings())) as client, held(lasting):
        patches = [
            patch(REFUNDS, {"source_config": {"install_command": str(number)}})
            for number in range(60)
        ]
        reads = [Request("GET", "/v2/deployments")] * 5

        def longest() -> float:
            """Return the longest time of all, as a part of what it may be."""
            answers = client.raw(*patches, *reads)
            assert {answer.status_code for answer in answers[:60]} == {503}
            assert {answer.status_code for answer in answers[60:]} == {200}
            times = [answer.elapsed.total_seconds() for answer in answers]
            # waits do not add up, and reads do not wait
            return max(max(times[:60]) / 8, max(times[60:]) / 1.9)

        assert least(longest, 1) < 1
    assert "too many patches wait" in caplog.text
    after = patched(store, REFUNDS, {"source_config": {"install_command": "make"}})
    assert after["source_config"]["install_command"] == "make"


def test_a_key_without_its_database_is_not_given_another(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    opened(str(file), key=None).close()
    file.unlink()
    for _ in range(2):
        with pytest.raises(
            ServiceError,
            match=r"a\.db\.key' is the key of another a\.db: .* remove the key to begin anew$",
        ):
            opened(str(file), key=None)


def connected(address: str) -> Any:
    """Return a connection of somebody else, which commits each statement."""
    if "://" in address:
        return psycopg.connect(address, autocommit=True)
    return sqlite3.connect(address, isolation_level=None)


@contextmanager
def held(address: str) -> Iterator[None]:
    """Hold somebody else's lock on all deployments."""
    locking = ("BEGIN IMMEDIATE", "BEGIN; SELECT * FROM deployments FOR UPDATE")["://" in address]
    with closing(connected(address)) as connection:
        connection.execute(locking)
        yield
        connection.rollback()


def patched(store: Store, identity: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return a deployment after a patch, without HTTP."""
    contract = Contract()
    found = store.patch(
        identity, lambda stored: contract.check(body, "DeploymentPatch", deployment=stored)
    )
    assert found is not None
    report, after = found
    assert report.ok
    return after
