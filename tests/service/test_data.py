"""Files that a service starts with: their faults are reported line by line, as in any document."""

import json
from pathlib import Path
from typing import Any

import pytest

from deploy_contract.cli.reports import report_lines
from deploy_contract.files.documents import UnreadableError
from deploy_contract_service.data_file import DataFileError, load
from deploy_contract_service.errors import ServiceError
from deploy_contract_service.seeding import seed
from deploy_contract_service.store import Store
from tests.support.client import EXAMPLE
from tests.support.console import CHECKOUT, revisions
from tests.support.servers import opened

pytestmark = pytest.mark.usefixtures("here")
TEXT = EXAMPLE.read_text()


def problems(text: str, hosting: str | None = None) -> list[tuple[int, str, str]]:
    """(line, rule, pointer) of what is wrong with the text of a file."""
    Path("data.yaml").write_text(text)
    try:
        load("data.yaml", hosting)
    except DataFileError as error:
        checked = error.checked
        assert list(report_lines(checked, values={}))
        return [
            (checked.place(one).line, one.rule, one.pointer) for one in checked.report.violations
        ]
    return []


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "rule", "pointer"),
    [
        ("min_scale: 1, max_scale: 4", "min_scale: one, max_scale: 4", "schema-type", "/deployments/0/source_config/resource_spec/min_scale"),
        ("status: UNUSED", "status: RETIRED", "schema-enum", "/deployments/3/status"),
        ('updated_at: "2026-03-02T09:00:00Z"', "updated_at: yesterday", "schema-format", "/deployments/5/updated_at"),
        ("secret_references: null", "secret_refs: null", "unknown-field", "/deployments/0/secret_refs"),
        ("id: 1003", 'id: "1003"', "schema-type", "/repositories/2/id"),
        ("id: 1003", "id: 1002", "serve --data", "/repositories/2/id"),
        ("host_integration_id: 1f0e6a52-7b3c-4d8e-9a41-c5d2e7f80913", "host_integration_id: 1f0e6a52-7b3c-4d8e-9a41-c5d2e7f80914", "serve --data", "/repositories/3/host_integration_id"),
        ("name: research}", "name: 7}", "serve --data", "/integrations/1/name"),
        ("deployment_type: prod", "deployment_type: big", "serve --data", "/deployments/0/deployment_type"),
        ("tag_value_ids: [team-payments, tier-1]", "tag_value_ids: [team-payments, 7]", "serve --data", "/deployments/0/tag_value_ids/1"),
        ("tag_value_ids: [team-payments, tier-1]", 'tag_value_ids: [team-payments, "a,b"]', "serve --data", "/deployments/0/tag_value_ids/1"),
        ("image_version: 2.4.0", 'image_version: "a\\0b"', "serve --data", "/deployments/1/image_version"),
        ("remote_reconciled: true", "remote_reconciled: perhaps", "serve --data", "/deployments/2/remote_reconciled"),
        ("name: report-writer", 'name: "a\\0b"', "serve --data", "/deployments/3/name"),
        ("source: internal_source                     #", "source: forge #", "schema-enum", "/deployments/0/revisions/1/source"),
        ("latest_revision_id: c1a4f0de-6b52-43d9-8a0e-5d2f7b9c8e51", "latest_revision_id: c1a4f0de-6b52-43d9-8a0e-5d2f7b9c8e50", "serve --data", "/deployments/2/latest_revision_id"),
        ("active_revision_id: c1a4f0de-6b52-43d9-8a0e-5d2f7b9c8e51", "active_revision_id: c1a4f0de-6b52-43d9-8a0e-5d2f7b9c8e59", "serve --data", "/deployments/2/active_revision_id"),
        ("- id: 5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7004", "- id: 5F0C2B9E-8D1A-4C55-9A63-0E6F3F1D7003", "serve --data", "/deployments/3/id"),
        ("- id: c1a4f0de-6b52-43d9-8a0e-5d2f7b9c8e50", "- id: c1a4f0de-6b52-43d9-8a0e-5d2f7b9c8e31", "serve --data", "/deployments/2/revisions/0/id"),
        ("latest_revision_id: c1a4f0de-6b52-43d9-8a0e-5d2f7b9c8e60", "latest_revision_id: c1a4f0de-6b52-43d9-8a0e-5d2f7b9c8e40", "serve --data", "/deployments/3/latest_revision_id"),
        ("deployments:\n", "deploymnts:\n", "serve --data", "/deploymnts"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, rule: str, pointer: str) -> None:
    assert old in TEXT
    assert problems(TEXT.replace(old, new, 1)) == [(line_of(TEXT, old), rule, pointer)]


def test_any_part_of_a_deployment_may_be_of_any_type() -> None:
    """No value at any place makes it fail in another way than by saying so."""
    good = load(str(EXAMPLE))
    for name in good.deployments[0]:
        for value in (
            None,
            7,
            "text",
            [],
            [None],
            {},
            {"id": 7},
            [{"id": 7, "created_at": 1, "source_revision_config": 2}],
        ):
            broken = {**good.deployments[0], name: value}
            whole = {"integrations": [], "repositories": [], "deployments": [broken]}
            for line, rule, pointer in problems(json.dumps(whole)):
                assert line == 1
                assert rule
                assert pointer.startswith("/deployments/0")


def test_json_is_told_by_its_lines_too() -> None:
    text = '{\n "integrations": [\n  {"id": "17", "name": "a"}\n ]\n}\n'
    assert problems(text) == [(3, "serve --data", "/integrations/0/id")]


def test_a_source_that_does_not_run_where_the_service_says() -> None:
    assert problems(TEXT) == []
    assert problems(TEXT, "cloud") == [
        (line_of(TEXT, "source: external_container"), "source-hosting", "/deployments/2/source")
    ]
    assert {rule for _, rule, _ in problems(TEXT, "self_hosted")} == {"source-hosting"}


@pytest.mark.parametrize("text", ["a: [", "a: 1\na: 2\n", "{}\n---\n{}\n"])
def test_what_is_no_document_is_one_line(text: str) -> None:
    with pytest.raises(UnreadableError) as error:
        problems(text)
    assert str(error.value).startswith("data.yaml")
    assert "\n" not in str(error.value)


def test_a_revision_that_another_deployment_has_already_is_one_line(store: Store) -> None:
    document: Any = load(str(EXAMPLE))._asdict()
    (old,) = [one for one in document["deployments"] if one["name"] == "refunds"]
    new = {
        **old,
        "id": "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7999",
        "latest_revision_id": old["latest_revision_id"].upper(),
    }
    document["deployments"] = [document["deployments"][0], new]
    Path("data.json").write_text(json.dumps(document))
    with pytest.raises(ServiceError) as error:
        seed(store, load("data.json"), 0)
    assert (
        str(error.value)
        == "data: /deployments/1: one of its revisions belongs to another deployment in the database"
    )
    assert store.deployment(new["id"]) is None


def test_what_a_listing_gives_can_be_put_into_another_service(store: Store) -> None:
    page = store.page({"limit": 100, "offset": 0})
    Path("page.json").write_text(json.dumps({"deployments": page}))
    other = opened(":memory:")
    assert seed(other, load("page.json"), 3600) == (6, 6)
    assert other.page({"limit": 100, "offset": 0}) == page
    assert [one.id for one in revisions(other, CHECKOUT)] == [
        page[0]["latest_revision_id"],
        page[0]["active_revision_id"],
    ]
