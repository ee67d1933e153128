"""Pages of deployments: each parameter, parameters together, order, and what no database may trip over."""

import uuid
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from deploy_contract import Contract
from deploy_contract_service import tables
from deploy_contract_service.app import application
from deploy_contract_service.data_file import Data, load
from deploy_contract_service.fields import filters
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.client import EXAMPLE, LATER, Client
from tests.support.effort import first
from tests.support.postgres import Cluster
from tests.support.servers import KEY, opened

ALL = [one["name"] for one in load(str(EXAMPLE)).deployments]
MODEL = load(str(EXAMPLE)).deployments[1]


@pytest.fixture(scope="module", params=first(["memory", "postgresql", "file"], 2))
def listed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Client]:
    """Return a client of a service with the example, on a database of each kind in turn.

    The tests of this module only read from it, so they share it.
    """
    address = ":memory:"
    if request.param == "file":
        address = str(tmp_path_factory.mktemp("listed") / "service.db")
    elif request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        address = cluster.database()
    with closing(Store(Settings(address, KEY, rollout_seconds=LATER))) as store:
        seed(store, load(str(EXAMPLE)), LATER)
        with Client(application(store, Settings())) as client:
            yield client


def test_pages_follow_each_other_to_the_end(address: str) -> None:
    store, bare = opened(address), {"latest_revision_id": None, "active_revision_id": None}
    items = [
        {**MODEL, **bare, "id": str(uuid.UUID(int=number)), "name": f"agent-{number}"}
        for number in range(240)
    ]
    seed(store, Data([], [], items), 0)
    with Client(application(store, Settings())) as client:
        seen: list[str] = []
        offset = 0
        while True:
            answer = client.deployments(limit=100, offset=offset)
            if not answer.json()["resources"]:
                break
            seen += [one["name"] for one in answer.json()["resources"]]
            offset = answer.json()["offset"]
        assert seen == [item["name"] for item in items]
        assert answer.json()["offset"] == offset == 240
        assert len(client.names()) == 20, "the default of the contract"


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({}, ALL),
        ({"limit": 2}, ALL[:2]),
        ({"limit": 2, "offset": 3}, ALL[3:5]),
        ({"offset": 9007199254740991}, []),
        ({"name_contains": "CHECK"}, ["checkout", "fraud-check"]),
        ({"name_contains": "t"}, ["checkout", "report-writer", "summaries-prototype", "chat-template"]),
        ({"name_contains": ""}, ALL),
        ({"name_contains": "%"}, []),
        ({"name_contains": "_"}, []),
        ({"name_contains": "che_k"}, []),
        ({"name_contains": 'a"b" OR "c'}, []),
        ({"name_contains": "chec\0"}, []),
        ({"name_contains": "\\"}, []),
        ({"status": "READY"}, ALL[:3]),
        ({"status": ""}, ALL),
        ({"remote_reconciled": "True"}, ["fraud-check"]),
        ({"remote_reconciled": "false"}, ["checkout", "refunds", "report-writer", "chat-template"]),
        ({"tag_value_ids": "tier-1"}, ["checkout", "fraud-check"]),
        ({"tag_value_ids": "team-research,tier-1"}, ["checkout", "fraud-check", "report-writer", "summaries-prototype"]),
        ({"tag_value_ids": "tier-1,tier-1"}, ["checkout", "fraud-check"]),
        ({"tag_value_ids": "tier"}, []),
        ({"tag_value_ids": ","}, []),
        ({"tag_value_ids": "\0"}, []),
        ({"tag_value_ids": "tier-1", "limit": 1, "offset": 1}, ["fraud-check"]),
        ({"image_version": "12"}, ["report-writer"]),
        ({"image_version": "7"}, []),
        ({"deployment_type": "dev_free"}, ["report-writer", "chat-template"]),
        ({"deployment_ids": MODEL["id"].upper()}, ["refunds"]),
        ({"deployment_ids": f"{MODEL['id']},{MODEL['id']}"}, ["refunds"]),
        ({"deployment_ids": MODEL["id"], "status": "UNUSED"}, []),
        ({"status": "READY", "remote_reconciled": "false", "name_contains": "e", "limit": 1, "offset": 1}, ["refunds"]),
        ({"status": "READY", "image_version": "12", "tag_value_ids": "tier-1"}, []),
        ({"name_contains": "check", "deployment_type": "prod", "tag_value_ids": "region-eu"}, ["fraud-check"]),
        ({"status": "SOMETHING_NEWER"}, []),  # the contract only advises against it, and the next two
        ({"deployment_ids": "17"}, []),
        ({"deployment_ids": f"17,{MODEL['id']}"}, ["refunds"]),
        ({"tag_value_ids": ",".join(["tier-1", *map(str, range(700))])}, ["checkout", "fraud-check"]),
        ({"name_contains": "check" * 10_000}, []),
    ],
)  # fmt: skip
def test_a_parameter(listed: Client, query: dict[str, Any], names: list[str]) -> None:
    assert listed.names(**query) == names


OF_ANY_LETTERS = {  # name -> a text in it, with other letters
    "Straße": "STRASSE",
    "ΣΊΣΥΦΟΣ": "σίσυφος",
    "\U0001f600\U0001f600 face": "\U0001f600 F",
    'say "a*b"': 'Y "A*B"',
    "100%_\\": "%_\\",
}


def test_names_of_any_letters(address: str) -> None:
    store = opened(address)
    plain = {**MODEL, "latest_revision_id": None, "active_revision_id": None}
    items = [
        {**plain, "id": str(uuid.UUID(int=number)), "name": name}
        for number, name in enumerate(OF_ANY_LETTERS)
    ]
    seed(store, Data([], [], items), 0)
    with Client(application(store, Settings())) as client:
        for name, text in OF_ANY_LETTERS.items():
            assert client.names(name_contains=text) == [name]
            for part in (text, text[:2], text[-1], text + "x"):
                found = client.names(name_contains=part)
                assert found == [one for one in OF_ANY_LETTERS if part.casefold() in one.casefold()]


def test_the_listing_filters_by_every_parameter_of_the_contract() -> None:
    (row,) = (row for row in Contract().operations if row["operation"] == "list_deployments")
    assert {found.parameter for found in filters()} | {"limit", "offset"} == {
        one["name"] for one in row["parameters"]
    }
    assert all(
        found.field in tables.deployments.c or found.field == "tag_value_ids" for found in filters()
    )
    (found,) = [found for found in filters() if found.parameter == "name_contains"]
    assert (found.comparison, found.field) == ("contains", "name")
