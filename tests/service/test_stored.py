"""Data that must not get lost: patches at the same time, several processes, restarts, keys, migrations."""

import json
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from cryptography.fernet import Fernet
from sqlalchemy import insert, make_url, select, update

from deploy_contract import Contract, Report, Request
from deploy_contract_service import connecting, database, keys, operations, seeding, tables
from deploy_contract_service.app import application
from deploy_contract_service.data_file import load
from deploy_contract_service.database import Database
from deploy_contract_service.errors import ServiceError, UnavailableError
from deploy_contract_service.rollouts import PAUSE, RolloutWorker, roll_out
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.client import EXAMPLE, Client, patch
from tests.support.postgres import Cluster
from tests.support.servers import KEY, LATER

REFUNDS = "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7002"
REPORTS = "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7004"


def filled(opened: Callable[..., Store], address: str, **settings: Any) -> Store:
    store = opened(address, **settings)
    seed(store, load(str(EXAMPLE)), LATER)
    return store


def together(tasks: list[Callable[[], Any]]) -> list[Any]:
    """Return the results of tasks in threads that begin together; none may raise."""
    gate, raised, given = threading.Barrier(len(tasks)), list[Exception](), list[Any]()

    def run(task: Callable[[], Any]) -> None:
        gate.wait()
        try:
            given.append(task())
        except Exception as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not raised
    return given


def test_patches_of_one_deployment_at_the_same_time_lose_nothing(
    store: Store, client: Client
) -> None:
    before = store.revisions(REFUNDS)
    bodies: list[dict[str, Any]] = [
        {"source_config": {"install_command": "pip install ."}},
        {"source_config": {"resource_spec": {"cpu": 3}}},
        {"source_revision_config": {"graph_config_path": "other.json"}},
        {"secrets": [{"name": "A", "value": "b"}]},
        *[{"source_revision_config": {"repo_ref": f"branch-{number}"}} for number in range(20)],
    ]
    answers = client.call(*[patch(REFUNDS, body) for body in bodies])
    assert [answer.status for answer in answers] == [200] * len(bodies)
    after = store.deployment(REFUNDS)
    revisions = store.revisions(REFUNDS)
    assert after is not None
    assert before is not None
    assert revisions is not None
    assert after["source_config"]["install_command"] == "pip install ."
    assert after["source_config"]["resource_spec"] == {"cpu": 3}
    assert after["secrets"] == [{"name": "A", "value": "b"}]
    assert after["source_revision_config"]["graph_config_path"] == "other.json"
    created = [
        answer.value["latest_revision_id"]
        for answer, body in zip(answers, bodies, strict=True)
        if "resource_spec" not in str(body)
    ]
    assert len(set(created)) == len(created) == 23, "each but one has a revision of its own"
    assert {one.id for one in revisions} == {one.id for one in before} | set(created)
    assert revisions[0].id == after["latest_revision_id"]
    assert revisions[0].source_revision_config == after["source_revision_config"]


def test_a_rule_on_two_fields_holds_though_each_is_patched_by_someone_else(
    lasting: str, opened: Callable[..., Store]
) -> None:
    one, other = filled(opened, lasting), opened(lasting)
    with (
        Client(application(one, Settings())) as here,
        Client(application(other, Settings())) as there,
    ):
        for _ in range(10):
            here.patch(
                REFUNDS,
                {
                    "source_config": {"build_on_push": False},
                    "source_revision_config": {"repo_ref": "main"},
                },
            )
            statuses = together([
                lambda: here.patch(REFUNDS, {"source_config": {"build_on_push": True}}).status,
                lambda: there.patch(REFUNDS, {"source_revision_config": {"repo_ref": "refs/tags/v1"}}).status,
            ])  # fmt: skip
            assert sorted(statuses) == [200, 422], (
                "both together break the contract, so one must lose"
            )


def test_several_processes_serve_one_database(lasting: str, opened: Callable[..., Store]) -> None:
    stores = [filled(opened, lasting), opened(lasting), opened(lasting)]
    clients = [Client(application(store, Settings())) for store in stores]

    def sends(number: int, client: Client) -> Callable[[], list[int]]:
        def send() -> list[int]:
            statuses = []
            for turn in range(10):
                statuses.append(
                    client.patch(
                        REFUNDS, {"source_revision_config": {"repo_ref": f"{number}-{turn}"}}
                    ).status
                )
                roll_out(stores[number], datetime.now(UTC) + timedelta(days=1))
            return statuses

        return send

    statuses = together([sends(number, client) for number, client in enumerate(clients)])
    for client in clients:
        client.__exit__(None, None, None)
    assert statuses == [[200] * 10] * 3
    revisions, after = stores[0].revisions(REFUNDS), stores[0].deployment(REFUNDS)
    assert revisions is not None
    assert after is not None
    assert len(revisions) == 31
    assert all(one.rolled_out_at for one in revisions)
    assert after["active_revision_id"] == after["latest_revision_id"] == revisions[0].id


def test_an_earlier_revision_never_comes_back(lasting: str, opened: Callable[..., Store]) -> None:
    patient, hasty = filled(opened, lasting), opened(lasting, rollout_seconds=1)
    with (
        Client(application(patient, Settings())) as here,
        Client(application(hasty, Settings())) as there,
    ):
        here.patch(REFUNDS, {"source_revision_config": {"repo_ref": "first"}})
        second = there.patch(REFUNDS, {"source_revision_config": {"repo_ref": "second"}}).value[
            "latest_revision_id"
        ]
    for hours in (1 / 60, 5):
        roll_out(hasty, datetime.now(UTC) + timedelta(hours=hours))
        after = hasty.deployment(REFUNDS)
        assert after is not None
        assert after["active_revision_id"] == second


def test_a_restart_loses_no_rollout(lasting: str) -> None:
    settings = Settings(lasting, (KEY,), rollout_seconds=0.2)
    store = Store.open(settings)
    seed(store, load(str(EXAMPLE)), 0.2)
    with Client(application(store, settings)) as client:
        latest = client.patch(REFUNDS, {"source_revision_config": {"repo_ref": "main"}}).value[
            "latest_revision_id"
        ]
    store.close()

    store = Store.open(settings)
    worker = RolloutWorker(store)
    worker.start()
    try:
        seen = None
        for _ in range(100):
            seen = (store.deployment(REFUNDS) or {})["active_revision_id"]
            if seen == latest:
                break
            threading.Event().wait(PAUSE / 2)
        assert seen == latest
    finally:
        worker.stop()
        store.close()


def test_stores_that_start_at_once_make_the_tables_once(
    lasting: str, opened: Callable[..., Store]
) -> None:
    together([lambda: filled(opened, lasting)] * 6)
    store = opened(lasting)
    assert len(store.page({"limit": 100, "offset": 0}).resources) == 6


def test_migrations_make_the_tables_that_the_service_works_with(address: str) -> None:
    made = Database(address)
    with made.reading() as connection:
        parts = {
            f"{table}{part}"
            for table in ("names", "pairs")
            for part in ("", "_config", "_data", "_docsize", "_idx")
        }
        known = {*parts, "deployments_by_trigrams", "deployments_by_pairs"}
        context = MigrationContext.configure(
            connection,
            opts={"compare_type": True, "include_name": lambda name, *_: name not in known},
        )
        assert compare_metadata(context, tables.METADATA) == []
        assert context.get_current_revision() == tables.VERSION
    made.close()


def test_what_the_first_version_has_stored_is_found_by_short_texts(
    lasting: str, opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade = command.upgrade
    with monkeypatch.context() as first:
        first.setattr(command, "upgrade", lambda config, _: upgrade(config, "0001"))
        first.setattr(seeding, "index_names", lambda connection, rows: connection.execute(insert(tables.names), [
            {"rowid": number, "folded": name} for number, name in rows
        ]))  # fmt: skip
        filled(opened, lasting)
    with Client(application(opened(lasting), Settings())) as client:
        for text, names in (
            ("ck", ["checkout", "fraud-check"]),
            ("Y", ["summaries-prototype"]),
            ("zz", []),
        ):
            assert client.names(name_contains=text) == names
        assert len(client.names(name_contains="e")) == 6


def test_a_database_of_a_newer_version_is_refused(
    lasting: str, opened: Callable[..., Store]
) -> None:
    opened(lasting)
    connection: Any = (
        psycopg.connect(lasting, autocommit=True) if "://" in lasting else sqlite3.connect(lasting)
    )
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(ServiceError, match="newer version"):
        opened(lasting)


@pytest.mark.parametrize("versions", [(tables.VERSION, "first"), ("first", tables.VERSION)])
def test_a_database_with_two_versions_is_refused(tmp_path: Path, versions: tuple[str, str]) -> None:
    name = str(tmp_path / "two.db")
    Store.open(Settings(name)).close()
    connection = sqlite3.connect(name)
    with connection:
        connection.execute("DELETE FROM alembic_version")
        rows = [(version,) for version in versions]
        connection.executemany("INSERT INTO alembic_version VALUES (?)", rows)
    connection.close()
    with pytest.raises(ServiceError, match=r"two\.db: states 2 versions; restore it from a backup"):
        Store.open(Settings(name))


def test_what_is_seeded_already_stays_as_it_is(lasting: str, opened: Callable[..., Store]) -> None:
    store = filled(opened, lasting)
    with Client(application(store, Settings())) as client:
        changed = client.patch(REPORTS, {"source_config": {"resource_spec": {"cpu": 7}}}).value
    assert seed(store, load(str(EXAMPLE)), LATER) == (0, 6)
    assert store.deployment(REPORTS) == changed
    assert len(store.page({"limit": 100, "offset": 0}).resources) == 6


def test_keys_are_rotated_by_a_new_first_one(lasting: str, opened: Callable[..., Store]) -> None:
    new = Fernet.generate_key().decode()
    before = filled(opened, lasting).deployment(REFUNDS)
    rotated = opened(lasting, keys=(new, KEY))
    assert rotated.deployment(REFUNDS) == before
    alone = opened(lasting, keys=(new,))
    assert alone.deployment(REFUNDS) == before
    tokens = tokens_of(alone)
    assert len(tokens) == 3
    assert all(keys.Keyring((new,)).is_current(token) for token in tokens)
    with pytest.raises(ServiceError, match="encrypted with another key"):
        opened(lasting)


def test_a_key_is_rotated_while_processes_run_that_do_not_know(
    lasting: str, opened: Callable[..., Store]
) -> None:
    """The second of the three steps in the guide of the service."""
    new, sent = Fernet.generate_key().decode(), {"secrets": [{"name": "A", "value": "b"}]}
    late = filled(opened, lasting, keys=(KEY, new))
    opened(lasting, keys=(new, KEY))
    with pytest.raises(UnavailableError, match="another key first"):
        patched(late, REFUNDS, sent)
    assert (
        patched(late, REFUNDS, {"source_config": {"install_command": "make"}})["source_config"][
            "install_command"
        ]
        == "make"
    )
    with pytest.raises(UnavailableError, match="another key first"):
        seed(late, load(str(EXAMPLE)), LATER)
    restarted = opened(lasting, keys=(new, KEY))
    assert patched(restarted, REFUNDS, sent)["secrets"] == sent["secrets"]
    alone = opened(lasting, keys=(new,))
    assert len(alone.page({"limit": 100, "offset": 0}).resources) == 6


def test_what_is_left_by_an_older_key_is_found_whatever_the_database_says(
    lasting: str, opened: Callable[..., Store]
) -> None:
    new = Fernet.generate_key().decode()
    store = filled(opened, lasting)
    opened(lasting, keys=(new, KEY))
    table = tables.deployments
    with (
        store.database.writing() as connection
    ):  # as a process has done it that was interrupted, or knew nothing
        connection.execute(
            update(table)
            .where(table.c.id == REFUNDS)
            .values(secrets=store.encrypt([{"name": "A", "value": "b"}]))
        )
    with pytest.raises(ServiceError, match="secrets of 1 deployments need a dropped key"):
        opened(lasting, keys=(new,))
    opened(lasting, keys=(new, KEY))
    after = opened(lasting, keys=(new,)).deployment(REFUNDS)
    assert after is not None
    assert after["secrets"] == [{"name": "A", "value": "b"}]


def test_secrets_that_no_key_opens_are_told_of(
    store: Store, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    stranger = keys.Keyring((Fernet.generate_key().decode(),))
    table = tables.deployments
    with store.database.writing() as connection:
        connection.execute(
            update(table).where(table.c.id == REFUNDS).values(secrets=stranger.encrypt("[]"))
        )
    with pytest.raises(AssertionError, match="'status': 503"):
        client.deployments()
    assert f"no key that is given opens the secrets of deployment {REFUNDS}" in caplog.text
    assert client.names(deployment_ids=REPORTS) == ["report-writer"]


def test_the_embedded_default_makes_a_key_that_only_its_owner_reads(
    tmp_path: Path, opened: Callable[..., Store], capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.db"
    together([lambda: opened(str(file), keys=())] * 4)
    key = tmp_path / "a.db.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    said = capfd.readouterr().err
    assert said.count("made a key") == 1
    assert key.read_text().strip() not in said
    assert sorted(path.name for path in tmp_path.iterdir() if ".key" in path.name) == ["a.db.key"]
    key.unlink()
    with pytest.raises(ServiceError, match=r"a\.db\.key.*No such file"):
        opened(str(file), keys=())


@pytest.mark.parametrize(
    "name",
    ["mysql://localhost/a", "sqlite+pysqlcipher:///a", "postgresql://u:hunter2@[/a", "http://a"],
)
def test_a_name_that_is_no_database(name: str) -> None:
    with pytest.raises(ServiceError) as error:
        Database(name)
    assert "hunter2" not in str(error.value)
    assert "\n" not in str(error.value)


def test_messages_name_no_password() -> None:
    with pytest.raises(ServiceError) as error:
        Database("postgresql://someone:hunter2@127.0.0.1:1/deployments")
    assert "hunter2" not in str(error.value)
    assert str(error.value) == "PostgreSQL deployments: cannot be used: no connection"


def test_what_postgresql_refuses_is_told(cluster: Cluster) -> None:
    there = make_url(cluster.database())
    for changed, message in (
        (
            there.set(database="nowhere"),
            "PostgreSQL nowhere: cannot be used: there is no such database",
        ),
        (
            there.set(username="nobody"),
            f"PostgreSQL {there.database}: cannot be used: its user or password is refused",
        ),
    ):
        with pytest.raises(ServiceError) as error:
            Database(changed.render_as_string(hide_password=False))
        assert str(error.value) == message


def test_a_patch_is_all_or_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = store.deployment(REFUNDS), store.revisions(REFUNDS)

    def fails(*_arguments: object) -> str:
        raise RuntimeError("hunter2")

    monkeypatch.setattr(Store, "encrypt", fails)
    with Client(application(store, Settings())) as client, pytest.raises(AssertionError) as error:
        client.call(Request("PATCH", f"/v2/deployments/{REFUNDS}", "", (("content-type", "application/json"),), json.dumps(
            {"secrets": [{"name": "A", "value": "b"}], "source_revision_config": {"repo_ref": "c"}}).encode()))  # fmt: skip
    assert "'status': 500" in str(error.value)
    assert "hunter2" not in str(error.value)
    assert (store.deployment(REFUNDS), store.revisions(REFUNDS)) == before


def test_names_are_found_where_postgresql_has_no_trigrams(
    cluster: Cluster, opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        database, "TRIGRAM_INDEX", "CREATE INDEX that_cannot_be ON nothing (at_all)"
    )
    store = filled(opened, cluster.emptied())
    assert [one["name"] for one in store.page({"name_contains": "FUND"}).resources] == ["refunds"]
    with store.database.reading() as connection:
        assert (
            connection.exec_driver_sql(
                "SELECT count(*) FROM pg_indexes WHERE indexname LIKE '%trigrams'"
            ).scalar()
            == 0
        )


def test_a_second_key_is_for_reading_only(tmp_path: Path, opened: Callable[..., Store]) -> None:
    old = Fernet.generate_key().decode()
    store = filled(opened, str(tmp_path / "a.db"), keys=(KEY, old))
    assert all(keys.Keyring((KEY,)).is_current(token) for token in tokens_of(store))


def test_what_python_takes_for_equal_is_another_value(store: Store) -> None:
    for value in (1, True, 1.0, 0, False):
        patched(store, REPORTS, {"source_config": {"resource_spec": {"labels": {"a": value}}}})
        after = store.deployment(REPORTS)
        assert after is not None
        assert json.dumps(after["source_config"]["resource_spec"]["labels"]) == json.dumps(
            {"a": value}
        )


def test_a_lock_that_another_holds_keeps_patches_waiting_for_a_while_and_reads_not_at_all(
    lasting: str,
    opened: Callable[..., Store],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(connecting, "WAIT_SECONDS", 2)
    monkeypatch.setattr(operations, "QUEUE_SECONDS", 2)
    store = filled(opened, lasting)
    with Client(application(store, Settings())) as client, held(lasting):
        patches = [
            patch(REFUNDS, {"source_config": {"install_command": str(number)}})
            for number in range(60)
        ]
        reads = [Request("GET", "/v2/deployments")] * 5
        answers = client.timed(*patches, *reads)
        assert {status for status, _ in answers[:60]} == {503}
        assert max(seconds for _, seconds in answers[:60]) < 8, "waits do not add up"
        assert {status for status, _ in answers[60:]} == {200}
        assert max(seconds for _, seconds in answers[60:]) < 1.9, "reads do not wait"
    assert "too many patches wait" in caplog.text
    assert (
        patched(store, REFUNDS, {"source_config": {"install_command": "make"}})["source_config"][
            "install_command"
        ]
        == "make"
    )


@pytest.mark.parametrize("replaced", [True, False])
def test_a_file_that_is_removed_or_replaced_takes_no_patch(
    tmp_path: Path,
    opened: Callable[..., Store],
    caplog: pytest.LogCaptureFixture,
    *,
    replaced: bool,
) -> None:
    file, aside = tmp_path / "a.db", tmp_path / "aside.db"
    store = filled(opened, str(file))
    with Client(application(store, Settings())) as client:
        file.rename(aside)
        if replaced:
            file.write_bytes(aside.read_bytes())
        with pytest.raises(AssertionError, match="'status': 503"):
            client.deployments()
        with pytest.raises(AssertionError, match="'status': 503"):
            client.patch(REFUNDS, {"source_config": {"install_command": "make"}})
        store.database.close()  # connections that are made anew do not make the file anew
        with pytest.raises(AssertionError, match="'status': 503"):
            client.deployments()
        assert file.exists() == replaced
        assert "was removed or replaced; put it back, or restart" in caplog.text
        aside.rename(file)
        assert client.patch(REFUNDS, {"source_config": {"install_command": "make"}}).status == 200


def test_a_file_that_is_removed_during_a_patch_takes_it_not(
    tmp_path: Path, opened: Callable[..., Store]
) -> None:
    file = tmp_path / "a.db"
    store = filled(opened, str(file))

    def judge(stored: dict[str, Any]) -> Report:
        file.rename(tmp_path / "aside.db")
        return Contract().check(
            {"source_config": {"install_command": "make"}}, "DeploymentPatch", deployment=stored
        )

    with pytest.raises(UnavailableError, match="removed or replaced"):
        store.patch(REFUNDS, judge)


def test_a_key_without_its_database_is_not_given_another(
    tmp_path: Path, opened: Callable[..., Store]
) -> None:
    file = tmp_path / "a.db"
    opened(str(file), keys=()).close()
    file.unlink()
    for _ in range(2):
        with pytest.raises(
            ServiceError,
            match=r"a\.db\.key' is the key of another a\.db: .* remove the key to begin anew$",
        ):
            opened(str(file), keys=())


@contextmanager
def held(address: str) -> Iterator[None]:
    """Somebody else's lock on all deployments."""
    connection: Any = (
        psycopg.connect(address)
        if "://" in address
        else sqlite3.connect(address, isolation_level=None)
    )
    connection.execute(
        "SELECT * FROM deployments FOR UPDATE" if "://" in address else "BEGIN IMMEDIATE"
    )
    yield
    connection.rollback()
    connection.close()


def patched(store: Store, identity: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return a deployment after a patch, without HTTP."""
    contract = Contract()
    found = store.patch(
        identity, lambda stored: contract.check(body, "DeploymentPatch", deployment=stored)
    )
    assert found is not None
    assert found.report.ok
    return found.deployment


def tokens_of(store: Store) -> list[str]:
    table = tables.deployments
    with store.database.reading() as connection:
        return list(connection.scalars(select(table.c.secrets).where(table.c.secrets.is_not(None))))
