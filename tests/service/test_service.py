"""The operations of the service, on every database; `Client` holds each answer to the contract."""

import gzip
import json
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from deploy_contract import Request
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Deployment, Store
from tests.support.client import JSON, Client, rules
from tests.support.console import (
    CHECKOUT,
    FRAUD,
    NOBODY,
    PAYMENTS,
    REFUNDS,
    REPORTS,
    SUMMARIES,
    TEMPLATE,
    revisions,
    stored,
)


def changed(
    store: Store, client: Client, identity: str, body: Any
) -> tuple[Deployment, Deployment]:
    """Return a deployment before and after a patch that must succeed."""
    before = stored(store, identity)
    answer = client.patch(identity, body)
    assert answer.status_code == 200, answer.json()
    assert answer.headers["cache-control"] == "no-store", "it has secrets"
    assert answer.json() == stored(store, identity)
    return before, answer.json()


def differing(before: Deployment, after: Deployment) -> set[str]:
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def test_repositories_are_those_of_the_integration(client: Client) -> None:
    answer = client.get(f"/v1/integrations/forge/codehost/{PAYMENTS}/repos")
    assert [(one["id"], one["name"], one["default_branch"]) for one in answer.json()] == [
        (1001, "checkout", "main"), (1002, "refunds", "main"), (1003, "ledger", "trunk"),
    ]  # fmt: skip
    upper = client.get(f"/v1/integrations/forge/codehost/{PAYMENTS.upper()}/repos")
    assert upper.json() == answer.json(), "ids name the same in either letter case"


def test_what_is_not_there_is_not_found(client: Client) -> None:
    assert client.get(f"/v1/integrations/forge/codehost/{NOBODY}/repos").status_code == 404
    assert client.patch(NOBODY, {}).status_code == 404
    answer = client.get("/v3/deployments")
    assert (answer.status_code, rules(answer)) == (404, ["operation-unknown"])


def test_a_method_that_a_path_does_not_have(client: Client) -> None:
    answer = client.call(Request("DELETE", f"/v2/deployments/{CHECKOUT}"))
    assert (answer.status_code, rules(answer)) == (405, ["method-unknown"])
    assert answer.headers["allow"] == "PATCH"


@pytest.mark.parametrize("database_kind", ["memory"], indirect=True)  # none is asked
@pytest.mark.parametrize(
    ("request_", "status", "rule"),
    [
        (Request("GET", "/v2/deployments", "limit=101"), 400, "parameter-maximum"),
        (Request("PATCH", f"/v2/deployments/{CHECKOUT}", "", JSON, b"{"), 400, "json-syntax"),
        (Request("PATCH", f"/v2/deployments/{CHECKOUT}", "", (("content-type", "text/plain"),), b"{}"), 415, "content-type"),
        (Request("PATCH", f"/v2/deployments/{CHECKOUT}", "", JSON, b" " * (1 << 20) + b"{}"), 413, "json-size"),
    ],
)  # fmt: skip
def test_what_the_contract_refuses_is_a_problem(
    client: Client, request_: Request, status: int, rule: str
) -> None:
    answer = client.call(request_)
    assert answer.status_code == status
    assert rule in rules(answer)


def test_a_compressed_patch(store: Store, client: Client) -> None:
    body = gzip.compress(b'{"source_config": {"build_command": "make"}}')
    request = Request(
        "PATCH", f"/v2/deployments/{CHECKOUT}", "", (*JSON, ("content-encoding", "gzip")), body
    )
    assert client.call(request).status_code == 200
    assert stored(store, CHECKOUT)["source_config"]["build_command"] == "make"


FIELDS = ("secrets", "secret_references", "source_config", "source_revision_config")
READ_ONLY = {"name": "checkout", "source": "codehost", "id": NOBODY, "status": "UNUSED"}
SETS_NOTHING: list[dict[str, Any]] = [
    {},
    {"secrets": []},
    dict.fromkeys([*FIELDS, "revision_source"]),
    {"source_config": {"install_command": None, "custom_url": None}},
    {"source_revision_config": {"repo_ref": None}},
    {**READ_ONLY, "latest_revision_id": None},
    {"source_config": {"integration_id": PAYMENTS.upper()}},
    {"packages": ["a"], "source_config": {"later": 1}},
]


def test_what_sets_nothing_changes_nothing(store: Store, client: Client) -> None:
    for body in SETS_NOTHING:
        before, after = changed(store, client, CHECKOUT, body)
        assert after == before, body
        assert len(revisions(store, CHECKOUT)) == 3, body


REVISED = {"latest_revision_id", "updated_at"}
REFERENCES = [{"name": "A", "secret_name": "b", "secret_key": "c"}]
SPEC = {"cpu": 0.25, "labels": {"any": [1, None, {"b": "\0"}]}, "queue_cpu": None}
CHANGES: list[tuple[str, dict[str, Any], set[str]]] = [
    (CHECKOUT, {"source_config": {"build_on_push": False}}, {"source_config", "updated_at"}),
    (CHECKOUT, {"source_config": {"resource_spec": SPEC}}, {"source_config", "updated_at"}),
    (CHECKOUT, {"source_config": {"resource_spec": {}}}, {"source_config", "updated_at"}),
    (CHECKOUT, {"secrets": [{"name": "B", "value": "\u2603 \U0001f600"}]}, {"secrets"} | REVISED),
    (FRAUD, {"secret_references": REFERENCES}, {"secret_references"} | REVISED),
    (FRAUD, {"secret_references": []}, {"secret_references"} | REVISED),
    (REFUNDS, {"source_revision_config": {"graph_config_path": "graph.json"}}, REVISED),
]


def test_a_patch_replaces_what_it_sets_and_creates_a_revision_if_need_be(
    store: Store, client: Client
) -> None:
    for identity, body, fields in CHANGES:
        before, after = changed(store, client, identity, body)
        assert differing(before, after) == fields, body
        then, now = (datetime.fromisoformat(one["updated_at"]) for one in (before, after))
        assert now > then
        for name, sent in body.items():
            assert after[name] == ({**before[name], **sent} if isinstance(sent, dict) else sent)
    assert len(revisions(store, CHECKOUT)) == 4, "settings create none"


def test_what_the_contract_does_not_declare_is_not_stored(store: Store, client: Client) -> None:
    body = {"source_config": {"resource_spec": {"cpu": 0.25, "undeclared": 1}}}
    _, after = changed(store, client, CHECKOUT, body)
    assert after["source_config"]["resource_spec"] == {"cpu": 0.25}


def test_a_new_revision_is_the_latest_at_once_and_the_active_one_later(
    store: Store, client: Client
) -> None:
    before, after = changed(
        store, client, REFUNDS, {"source_revision_config": {"repo_ref": "main"}}
    )
    assert after["source_revision_config"] == {
        **before["source_revision_config"], "repo_ref": "main", "repo_commit_sha": None,
    }, "the commit was that of the other revision"  # fmt: skip
    assert (
        after["active_revision_id"] == before["active_revision_id"] != after["latest_revision_id"]
    )
    newest, oldest = revisions(store, REFUNDS)
    assert (newest.id, oldest.id) == (after["latest_revision_id"], before["latest_revision_id"])
    assert newest.source == "codehost"
    assert newest.source_revision_config == after["source_revision_config"]
    assert newest.created_at == after["updated_at"]
    assert newest.rolled_out_at is None

    store.clock = lambda: datetime.now(UTC) + timedelta(hours=2)
    rolled_out = stored(store, REFUNDS)
    assert differing(after, rolled_out) == {"active_revision_id", "updated_at"}
    assert rolled_out["active_revision_id"] == after["latest_revision_id"]
    assert revisions(store, REFUNDS)[0].rolled_out_at == rolled_out["updated_at"]
    (listed,) = client.deployments(deployment_ids=REFUNDS).json()["resources"]
    assert listed == rolled_out


def test_a_revision_has_the_source_that_the_patch_gives_it(store: Store, client: Client) -> None:
    body = {
        "revision_source": "internal_source",
        "source_revision_config": {"source_tarball_path": "a.tar.gz"},
    }
    _, after = changed(store, client, CHECKOUT, body)
    assert after["source"] == "codehost"
    assert revisions(store, CHECKOUT)[0].source == "internal_source"
    assert revisions(store, CHECKOUT)[0].source_revision_config["source_tarball_path"] == "a.tar.gz"


FORBIDDEN: list[tuple[str, dict[str, Any], str]] = [
    (SUMMARIES, {"source_config": {"listener_id": PAYMENTS}}, "immutable-field"),
    (CHECKOUT, {"source_revision_config": {"repo_ref": "refs/tags/v1"}}, "tag-never-moves"),
    (FRAUD, {"source_revision_config": {"repo_ref": "main"}}, "repo-ref-source"),
    (FRAUD, {"revision_source": "codehost"}, "revision-source-hosting"),
    (CHECKOUT, {"secrets": [{"name": "A"}]}, "secret-complete"),
]


def test_a_patch_that_the_stored_deployment_forbids(store: Store, client: Client) -> None:
    for identity, body, rule in FORBIDDEN:
        before = stored(store, identity)
        answer = client.patch(identity, body)
        assert (answer.status_code, rules(answer)[0]) == (422, rule), body
        assert stored(store, identity) == before, body


def test_an_id_that_is_no_uuid_is_looked_up_nowhere(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """PostgreSQL fails on a NUL, and a log of such failures hides others."""
    answer = client.call(Request("PATCH", "/v2/deployments/x%00", "", JSON, b"{}"))
    assert (answer.status_code, rules(answer)) == (400, ["parameter-format"])
    assert caplog.records == []


def test_only_a_patch_that_every_deployment_forbids_is_judged_before_its_transaction(
    store: Store, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def noted(name: str, *given: Any) -> Any:
        asked.append(name)
        return getattr(Store, name)(store, *given)

    for name in ("deployment", "patch"):
        monkeypatch.setattr(store, name, partial(noted, name))
    assert client.patch(CHECKOUT, {"source_config": {"build_command": "make"}}).status_code == 200
    assert asked == ["patch"]
    answer = client.patch(CHECKOUT, {"secrets": 1, "secret_references": REFERENCES})
    assert rules(answer) == ["schema-type", "secret-references-source"]
    assert asked == ["patch", "deployment"]


def test_what_real_clients_send_to_every_source(store: Store, client: Client) -> None:
    body = {
        "source_config": {"build_on_push": False, "repo_url": None},
        "source_revision_config": {"repo_ref": None},
        "display_name": "a",
    }
    for identity in (CHECKOUT, REFUNDS, FRAUD, REPORTS, SUMMARIES, TEMPLATE):
        before, after = changed(store, client, identity, body)
        assert differing(before, after) <= {"source_config", "updated_at"}, identity


def test_values_of_secrets_are_in_answers_and_nowhere_else(
    store: Store, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    value = "hunter2-never-seen"
    bad = client.patch(
        CHECKOUT,
        {"secrets": [{"name": "A", "value": value}], "source_revision_config": {"repo_ref": 1}},
    )
    assert bad.status_code == 422
    changed(store, client, CHECKOUT, {"secrets": [{"name": "A", "value": value}]})
    shown = json.dumps(bad.json()) + caplog.text + repr(store) + repr(Settings(key=value))
    assert value not in shown
    with store.database.reading() as connection:
        raw = connection.exec_driver_sql("SELECT secrets, document FROM deployments").all()
    assert sum(row[0] is not None for row in raw) == 3
    assert value not in str(raw)
