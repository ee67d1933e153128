"""`deploy-contract serve` as its users start, use and stop it."""

import signal
import socket
import sqlite3
from pathlib import Path

import deploy_contract_generated
import psycopg
import pytest
from cryptography.fernet import Fernet

from deploy_contract import bundle_files
from deploy_contract.cli.command import main
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from deploy_contract_serving.addresses import Address, open_listener
from tests.support.client import EXAMPLE
from tests.support.commands import ended
from tests.support.console import FRAUD
from tests.support.effort import first
from tests.support.gateways import soon
from tests.support.policies import rule, written
from tests.support.postgres import Cluster
from tests.support.processes import running

STOPPED = "deploy-contract: stopped\n"


@pytest.mark.parametrize("number", first([signal.SIGTERM, signal.SIGINT], 1))
def test_it_serves_rolls_out_and_stops_cleanly(tmp_path: Path, number: int) -> None:
    options = ("--data", str(EXAMPLE), "--rollout-seconds", "0", "--base-path", "/api-host")
    with running(tmp_path, *options) as service:
        assert [line.split(":")[1].split(",")[0].strip() for line in service.said[:2]] == [
            "made a key for secrets",
            "6 of 6 deployments added to .deploy-contract/deployments.db",
        ]
        assert service.call("GET", "/openapi.json")[0] == 200, "the console is there"
        status, page = service.call("GET", "/api-host/v2/deployments?limit=1")
        assert (status, page["offset"]) == (200, 1)
        patch = {"source_revision_config": {"image_uri": "a"}}
        status, after = service.call("PATCH", f"/api-host/v2/deployments/{FRAUD}", patch)
        assert (status, after["source_revision_config"]["image_uri"]) == (200, "a")
        asked = f"/api-host/v2/deployments?deployment_ids={FRAUD}"
        wanted = after["latest_revision_id"]

        def is_active() -> bool:
            (found,) = service.call("GET", asked)[1]["resources"]
            return bool(found["active_revision_id"] == wanted)

        assert soon(is_active)
        assert service.send(number) == (0, STOPPED)
    with running(tmp_path, *options) as again:
        assert "0 of 6 deployments added" in "".join(again.said)


def test_it_judges_by_a_compiled_contract(tmp_path: Path) -> None:
    own = rule(each=["/source_revision_config/image_uri"], schema={"minLength": 5})
    policy, compiled = written(tmp_path, own), tmp_path / "gateway.contract.json"
    options = ["--policy", str(policy), "--base-path", "/api-host", "-o", str(compiled)]
    options += ["--unknown-fields", "reject", "--mode", "method-unknown=report"]
    assert main(["compile", *options]) == 0
    path = f"/api-host/v2/deployments/{FRAUD}"
    options = ["--data", str(EXAMPLE), "--contract", str(compiled), "--no-console"]
    with running(tmp_path, *options) as service:
        assert service.call("GET", "/openapi.json")[0] == 404
        for image, expected in (("a", 422), ("registry.example/a", 200)):
            body = {"source_revision_config": {"image_uri": image}}
            assert service.call("PATCH", path, body)[0] == expected
        assert service.call("PATCH", path, {"secret_refs": []})[0] == 422
        assert service.call("PUT", path, {})[0] == 404


def test_what_keeps_it_from_starting_is_one_line_without_values(
    here: Path,
    cluster: Cluster,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (here / "no.db").write_text("this is no database, and that is hunter2, " * 100)
    (here / "bad.key").write_text("hunter2")
    (here / "empty.key").write_text("# none yet\n")
    (here / "data.yaml").write_text("deployments: [{name: hunter2}]\n")
    (here / "good.key").write_text(Fernet.generate_key().decode())
    (here / "worse.key").write_text(f"{Fernet.generate_key().decode()} # the first\nhunter2\n")
    for name in ("ours.db", "newer.db"):
        Store(Settings(name)).close()
    capfd.readouterr()
    with sqlite3.connect(here / "newer.db") as connection:
        connection.execute("UPDATE service SET version = 9999")
    connection.close()
    address, taken = cluster.database(), socket.create_server(("127.0.0.1", 0))
    port = str(taken.getsockname()[1])
    tables = bundle_files.read_folder(Path(deploy_contract_generated.__path__[0]))
    package = here / "deploy_contract_generated"
    for name, table in tables.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_bytes(table.replace(b"/v2/deployments", b"/v3/deployments"))
    for options, message in (
        (("--contract", "bad.key"), "bad.key: neither a folder, a wheel nor a compiled contract"),
        (("--contract", "deploy_contract_generated"), "deploy_contract_generated: operations.json is not that of the installed contract, which the service stores; install the deploy-contract of this contract"),
        (("--database", "no.db"), "no.db: cannot be used: file is not a database"),
        (("--database", "none/here.db"), "none/here.db: cannot be used: unable to open database file"),
        (("--database", "postgresql://u:hunter2@[/a"), "PostgreSQL a at [:5432: cannot be used: no connection"),
        (("--database", "mysql://hunter2@localhost/a"), "--database: give the name of a SQLite file, :memory:, or an address postgresql://USER@HOST/NAME"),
        (("--database", address), "a key for secrets is needed: --key-file FILE, or DEPLOY_CONTRACT_KEY in the environment"),
        (("--database", "postgresql://a:hunter2@127.0.0.1:1/b"), "PostgreSQL b at 127.0.0.1:1: cannot be used: no connection"),
        (("--database", "postgresql://a:hunter2@[::1]:1/b"), "PostgreSQL b at [::1]:1: cannot be used: no connection"),
        *[(("--database", f"postgresql://a:hunter2@/b?{option}"), "PostgreSQL b: cannot be used: an option of its address is unknown or has a bad value")
          for option in ("hunter2=1", "sslmode=hunter2", "connect_timeout=hunter2", "port=99999&host=127.0.0.1", "target_session_attrs=hunter2", "host=a:1&host=b:hunter2")],
        (("--database", ""), "--database: give the name of a SQLite file, :memory:, or an address postgresql://USER@HOST/NAME"),
        (("--database", "newer.db"), "newer.db: was made by another version of deploy-contract; use that version"),
        (("--database", "ours.db", "--key-file", "good.key"), "the secrets in the database are encrypted with another key"),
        (("--key-file", "bad.key"), "bad.key: its text is not a key; a key is 32 bytes in URL-safe base64, as `deploy-contract serve --make-key` prints"),
        (("--key-file", "worse.key"), "worse.key: its text is not a key; a key is 32 bytes in URL-safe base64, as `deploy-contract serve --make-key` prints"),
        (("--key-file", "empty.key"), "empty.key: there is no key in the file"),
        (("--key-file", "missing.key"), "missing.key: the key of the secrets cannot be read: No such file or directory; give it with --key-file"),
        (("--database", ":memory:", "--data", "missing.yaml"), "missing.yaml: cannot be read: No such file or directory"),
        (("--port", port), f"cannot listen on 127.0.0.1:{port}: Address already in use"),
        (("--host", "192.0.2.1"), "cannot listen on 192.0.2.1:0: Cannot assign requested address"),
        (("--base-path", "x"), '--base-path must be empty, or begin with "/" and not end with it, such as "/api-host"; without blanks, dot segments, and % ; ? #'),
    ):  # fmt: skip
        assert main(["serve", "--port", "0", *options]) == 2
        said = capfd.readouterr().err
        assert said.count("\n") == 1, said
        assert "hunter2" not in said
        assert said == f"deploy-contract: {message}\n"
    taken.close()
    assert not (here / ".deploy-contract").exists(), "nothing is made before"


def test_a_broken_data_file_is_shown_as_check_shows_documents(
    here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (here / "data.yaml").write_text(
        EXAMPLE.read_text().replace("status: UNUSED", "status: hunter2")
    )
    options = ("--port", "0", "--database", ":memory:", "--data", "data.yaml")
    assert main(["serve", *options]) == 2
    said = capfd.readouterr().err
    number = EXAMPLE.read_text().split("status: UNUSED")[0].count("\n") + 1
    assert (
        f"data.yaml:{number}:5: error: /deployments/3/status: must be one of AWAITING_DATABASE"
        in said
    )
    assert (
        said.splitlines()[-1]
        == "deploy-contract: data.yaml: the service cannot start with this file"
    )
    assert "hunter2" not in said


def test_a_new_key() -> None:
    Fernet(ended(0, "serve", "--make-key").out.strip())  # refuses what is no key


def test_it_runs_on_postgresql_which_may_go_away_and_come_back(
    tmp_path: Path, cluster: Cluster
) -> None:
    address = cluster.database()
    options = ("--database", address, "--data", str(EXAMPLE))
    with running(tmp_path, *options, DEPLOY_CONTRACT_KEY=Fernet.generate_key().decode()) as service:
        _, found = service.call("GET", "/v2/deployments?name_contains=FRAUD")
        assert [one["id"] for one in found["resources"]] == [FRAUD]
        with psycopg.connect(address, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        status, page = service.call("GET", "/v2/deployments")
        assert (status, len(page["resources"])) == (200, 6), "what is found broken is made anew"
        assert service.send() == (0, STOPPED)


def test_answers_do_not_wait_for_what_came_before() -> None:
    """The loop turns Nagle's algorithm (RFC 9293, 3.7.4) off only where a socket says that it is TCP's; those it accepts are as it is."""
    with open_listener(Address("127.0.0.1", 0)) as listening:
        assert listening.proto == socket.IPPROTO_TCP
