"""A GET shows every patch that the service answers with 200. The service refuses all it does not store."""

import json
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Source
from deploy_contract.testing import documents
from deploy_contract_service import fields
from deploy_contract_service.app import application
from deploy_contract_service.data_file import Data
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.applications import ID, deployment
from tests.support.client import Client, rules
from tests.support.console import stored
from tests.support.operations import after_patch
from tests.support.strategies import of_kind, patient

pytestmark = pytest.mark.promise(4)
PATCH_KIND: Final = "DeploymentPatch"
PATCH = fields.schema(PATCH_KIND)
NEVER_SHOWN = {"revision_source"}  # it belongs to the revision, and no response has it
NULLS: tuple[Any, ...] = (None, {"cluster_namespace": None}, {})


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    found = Store(Settings(database=":memory:", rollout_seconds=3600))
    yield found
    found.close()


@pytest.fixture(scope="module")
def client(store: Store) -> Iterator[Client]:
    with Client(application(store, Settings())) as found:
        yield found


def added(store: Store, source: str, **config: Any) -> dict[str, Any]:
    """Return a new deployment of the store, which sets nothing but what is given, as the service shows it."""
    identity = str(uuid.uuid4())
    seed(store, Data([], [], [deployment(identity, source, source_config=config)]), 3600.0)
    return stored(store, identity)


def shown(client: Client, identity: str) -> dict[str, Any]:
    (found,) = client.deployments(deployment_ids=identity).json()["resources"]
    return dict(found)


def bare(value: Any) -> Any:
    """Return a value without nulls of objects, and with every text in small letters: ids name the same in either letter case."""
    if isinstance(value, dict):
        return {key: bare(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [bare(item) for item in value]
    return value.lower() if isinstance(value, str) and len(value) == 36 else value


def holds(before: Mapping[str, Any], sent: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    for name, member in PATCH["properties"].items():
        if name not in NEVER_SHOWN:
            wanted = bare(after_patch(before[name], sent.get(name), member))
            got = bare(after[name])
            if name == "source_revision_config":  # what the service resolves itself
                for each in (wanted, got):
                    each.pop("repo_commit_sha", None)
            assert json.dumps(got, sort_keys=True) == json.dumps(wanted, sort_keys=True), name


@pytest.mark.soak
@pytest.mark.parametrize("source", Source)
def test_a_patch_that_is_answered_with_200_is_stored(
    store: Store, client: Client, source: Source
) -> None:
    """Most of the patches are allowed for the source, and some whatever it is."""
    statuses: Counter[int] = Counter()
    patches = documents(PATCH_KIND, source=source.value) | of_kind(PATCH_KIND)

    @patient(20, in_soak=100)
    @given(
        st.sampled_from(NULLS), st.sampled_from([None, ID]),
        st.lists(patches, min_size=1, max_size=6),
    )  # fmt: skip
    def trial(listener: Any, listener_id: str | None, sent_in_turn: list[dict[str, Any]]) -> None:
        before = added(
            store, source=source.value, listener_config=listener, listener_id=listener_id
        )
        for sent in sent_in_turn:
            answer = client.patch(before["id"], sent)
            after = shown(client, before["id"])
            statuses[answer.status_code] += 1
            if answer.status_code == 200:
                assert answer.json() == after
                holds(before, sent, after)
            else:
                assert after == before, "a refused patch changes nothing"
            before = after

    trial()
    if min(statuses[200], statuses[422]) <= 5:  # seldom, few of one kind are drawn
        trial()
    assert min(statuses[200], statuses[422]) > 5, statuses


@pytest.mark.parametrize("listener", NULLS)
@pytest.mark.parametrize("first", [{}, {"cluster_namespace": None}, {"undeclared": "x"}, None])
def test_an_immutable_value_that_is_stored_as_null_is_known(
    store: Store, client: Client, listener: Any, first: Any
) -> None:
    before = added(store, source="external_container", listener_config=listener)
    nothing = {"source_config": {"listener_config": first}}
    assert client.patch(before["id"], nothing).status_code == 200
    assert shown(client, before["id"]) == before, "an object that sets nothing leaves null as it is"
    for config in ({"listener_config": {"cluster_namespace": "agents"}}, {"listener_id": ID}):
        answer = client.patch(before["id"], {"source_config": config})
        assert (answer.status_code, rules(answer)) == (422, ["immutable-field"])
    assert shown(client, before["id"]) == before
    assert before["source_config"]["listener_config"] in (None, {"cluster_namespace": None})


@pytest.mark.parametrize("source", ["codehost", "external_container"])
def test_an_empty_object_leaves_a_null_of_any_field(
    store: Store, client: Client, source: str
) -> None:
    before = added(store, source=source)
    config = PATCH["properties"]["source_config"]["properties"]
    objects = {name: dict[str, Any]() for name, one in config.items() if "object" in one["type"]}
    assert sorted(objects) == ["listener_config", "resource_spec"]
    sent = {"source_config": objects, "source_revision_config": {}}
    answer = client.patch(before["id"], sent)
    assert answer.status_code == 200
    assert shown(client, before["id"]) == before
