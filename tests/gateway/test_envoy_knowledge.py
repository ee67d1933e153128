"""What the module in Envoy knows of deployments: from responses, and from the service itself."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from uuid import uuid4

import pytest
from deploy_contract_generated.names import HostingName

from deploy_contract import Contract
from tests.support.envoy_module import CAN_RUN, REASON, Module, enveloped
from tests.support.fronts import free
from tests.support.gateways import DEPLOYMENT, ID, PATH, Got, Upstream, answer, head, soon, statuses

pytestmark = pytest.mark.skipif(not CAN_RUN, reason=REASON)
LISTS = "/v2/deployments"
# right for external_container alone
REFERENCES = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'


def deployment(identity: str = ID, source: str = "codehost") -> dict[str, object]:
    config = {"listener_id": ID} if source == "external_container" else {}
    return {**json.loads(DEPLOYMENT), "id": identity, "source": source, "source_config": config}


def listed(*deployments: object) -> bytes:
    return answer(json.dumps({"resources": deployments, "offset": 0}).encode())


def path(identity: str) -> str:
    return f"{LISTS}/{identity}"


@pytest.fixture
def service() -> Iterator[Upstream]:
    """Yield a service that answers with a deployment."""
    found = Upstream()
    yield found
    found.close()


def answers(service: Upstream, *deployments: object) -> None:
    """Let a service list deployments."""

    def reply(got: Got, _connection: socket.socket) -> bytes:
        return listed(*deployments) if got.line.startswith(b"GET") else answer()

    service.reply = reply


def test_sources_are_learned_and_contradictions_forgotten(
    service: Upstream, tmp_path: Path
) -> None:
    one, other = str(uuid4()), str(uuid4())
    with enveloped(tmp_path, service.port, concurrency=2) as envoy:
        front = envoy.front
        assert front.patch(REFERENCES, path(one)).status == 200  # nothing is known
        answers(service, deployment(one), deployment(other, "external_container"))
        assert front.ask("GET", LISTS).status == 200
        for _ in range(8):  # by either worker
            assert front.patch(REFERENCES, path(one.upper())).status == 422
            assert front.patch(REFERENCES, path(other)).status == 200
        answers(service, deployment(one, "external_container"))
        assert front.ask("GET", LISTS).status == 200
        assert envoy.counters("notes") == {'notes{note="contradiction"}': 1}
        assert front.patch(REFERENCES, path(one)).status == 200
        assert front.ask("GET", LISTS).status == 200  # begun after the contradiction
        answers(service, deployment(one))
        assert front.ask("GET", LISTS).status == 200
        assert envoy.counters("notes") == {'notes{note="contradiction"}': 2}


def test_a_wrong_deployment_stops_no_other_from_being_learned(
    service: Upstream, tmp_path: Path
) -> None:
    one, wrong = str(uuid4()), str(uuid4())
    with enveloped(tmp_path, service.port) as envoy:
        answers(service, {**deployment(wrong), "name": 1}, deployment(one))
        assert envoy.front.ask("GET", LISTS).status == 200
        assert envoy.front.patch(REFERENCES, path(one)).status == 422
        assert envoy.front.patch(REFERENCES, path(wrong)).status == 200


def test_learned_sources_are_bounded_in_number(service: Upstream, tmp_path: Path) -> None:
    known = [str(uuid4()) for _ in range(300)]
    with enveloped(tmp_path, service.port, learned_deployments=64) as envoy:
        for start in range(0, 300, 100):
            answers(service, *map(deployment, known[start : start + 100]))
            assert envoy.front.ask("GET", f"{LISTS}?limit=100").status == 200
        found = [envoy.front.patch(REFERENCES, path(one)).status for one in known]
        assert 10 < found.count(422) <= 64


def test_learned_sources_are_believed_for_some_time(service: Upstream, tmp_path: Path) -> None:
    with enveloped(tmp_path, service.port, learned_seconds=2) as envoy:
        answers(service, deployment())

        def is_known() -> bool:
            return envoy.front.patch(REFERENCES).status == 422

        assert soon(lambda: envoy.front.ask("GET", LISTS).status == 200 and is_known())
        assert soon(lambda: not is_known())


def test_nothing_is_learned_if_it_is_not_wanted(service: Upstream, tmp_path: Path) -> None:
    with enveloped(tmp_path, service.port, learn=False) as envoy:
        answers(service, deployment())
        assert envoy.front.ask("GET", LISTS).status == 200
        assert envoy.front.patch(REFERENCES).status == 200


def to_questions(found: bytes | None) -> Callable[[Got, socket.socket], bytes | None]:
    return lambda got, _connection: found if got.line.startswith(b"GET") else answer()


def asking(
    folder: Path, service: Upstream, contract: Contract | None = None, **settings: object
) -> AbstractContextManager[Module]:
    """Run an Envoy that asks the service about each deployment that matters."""
    upstream = {"cluster": "service", "milliseconds": 1500, **settings}
    return enveloped(
        folder, service.port, contract, upstream=upstream, when_indeterminate="deny", learn=False
    )


def asked(service: Upstream) -> list[bytes]:
    return [got.line for got in service.got if got.line.startswith(b"GET")]


def test_the_service_is_asked_about_an_unknown_deployment(
    service: Upstream, tmp_path: Path
) -> None:
    with asking(tmp_path, service) as envoy:
        answers(service, deployment(source="external_container"))
        headers = {"Authorization": "Bearer x", "X-Other": "y", "Cookie": "z"}
        assert envoy.front.patch(REFERENCES, **headers).status == 200
        query = f"{LISTS}?deployment_ids={ID}&limit=1"
        assert asked(service) == [f"GET {query} HTTP/1.1".encode()]
        question, patch = service.got
        assert patch.body == REFERENCES
        sent = [question.values(name) for name in ("authorization", "cookie", "x-other")]
        assert sent == [[b"Bearer x"], [b"z"], []]
        answers(service, deployment())
        assert envoy.front.patch(REFERENCES).status == 422
        assert envoy.front.patch(b'{"secrets": 1}').status == 422  # wrong whatever is stored
        assert envoy.front.patch(b'{"secrets": []}').status == 200  # right whatever is stored
        assert len(asked(service)) == 2
        for wrong in (answer(b"{", "500 Oops"), listed(deployment(str(uuid4()))), listed(), None):
            service.reply = to_questions(wrong)
            assert envoy.front.patch(REFERENCES).status == 422
        assert envoy.counters("notes") == {'notes{note="lookup-failed"}': 4}


def test_stored_values_are_compared(service: Upstream, tmp_path: Path) -> None:
    stored = {**deployment(), "source_config": {"repo_url": "https://example.com/a/b"}}
    same = b'{"source_config": {"repo_url": "https://example.com/a/b"}}'
    with asking(tmp_path, service) as envoy:
        answers(service, stored)
        assert envoy.front.patch(same).status == 200
        assert envoy.front.patch(same.replace(b"a/b", b"a/c")).status == 422


def test_a_service_that_is_late_or_away_settles_nothing(service: Upstream, tmp_path: Path) -> None:
    with asking(tmp_path, service, milliseconds=200) as envoy:

        def late(got: Got, _connection: socket.socket) -> bytes:
            time.sleep(1 if got.line.startswith(b"GET") else 0)
            return listed(deployment(source="external_container"))

        service.reply = late
        start = time.monotonic()
        assert envoy.front.patch(REFERENCES).status == 422
        assert time.monotonic() - start < 1
    (tmp_path / "away").mkdir()
    upstream = {"cluster": "nobody"}
    with enveloped(tmp_path / "away", free(), upstream=upstream) as envoy:
        assert envoy.front.patch(REFERENCES).status == 503  # passed on to a service that is away
        assert envoy.counters("notes") == {'notes{note="lookup-failed"}': 1}


def test_those_who_wait_share_an_answer(service: Upstream, tmp_path: Path) -> None:
    """The first question is under way while the others come: one of them asks for all of them."""
    may_answer = threading.Event()

    def reply(got: Got, _connection: socket.socket) -> bytes:
        if got.line.startswith(b"GET"):
            may_answer.wait(10)
            return listed(deployment(source="external_container"))
        return answer(json.dumps(deployment(source="external_container")).encode())

    service.reply = reply
    with asking(tmp_path, service, milliseconds=8000) as envoy:
        found: list[int] = []
        threads = [
            threading.Thread(target=lambda: found.append(envoy.front.patch(REFERENCES).status))
            for _ in range(9)
        ]
        threads[0].start()
        assert soon(lambda: len(asked(service)) == 1)
        for thread in threads[1:]:
            thread.start()
        time.sleep(0.5)
        assert len(asked(service)) == 1
        may_answer.set()
        for thread in threads:
            thread.join()
        assert found == [200] * 9
        assert len(asked(service)) == 2


def test_others_ask_if_the_one_that_asks_leaves(service: Upstream, tmp_path: Path) -> None:
    may_answer = threading.Event()

    def reply(got: Got, _connection: socket.socket) -> bytes:
        if got.line.startswith(b"GET"):
            may_answer.wait(2)
            return listed(deployment(source="external_container"))
        return answer()

    service.reply = reply
    start = head(
        "PATCH", PATH, "Content-Type: application/json", f"Content-Length: {len(REFERENCES)}"
    )
    with asking(tmp_path, service, milliseconds=8000) as envoy:
        with envoy.front.connected() as first:
            first.sendall(start + REFERENCES)
            assert soon(lambda: len(asked(service)) == 1)
            found: list[int] = []
            threads = [
                threading.Thread(target=lambda: found.append(envoy.front.patch(REFERENCES).status))
                for _ in range(3)
            ]
            for thread in threads:
                thread.start()
            time.sleep(0.3)
        assert soon(lambda: len(asked(service)) == 2)
        may_answer.set()
        for thread in threads:
            thread.join()
        assert found == [200] * 3
        assert statuses(envoy.front.raw(start, REFERENCES)) == [200]


@pytest.mark.parametrize("hosting", ["cloud", "self_hosted"])
def test_a_source_of_another_hosting_is_asked_for(
    service: Upstream, tmp_path: Path, hosting: HostingName
) -> None:
    contract = Contract(hosting=hosting, modes={"source-hosting": "report"})
    answers(service, deployment(source="external_container"))
    with asking(tmp_path, service, contract) as envoy:
        assert envoy.front.patch(REFERENCES).status == 200
        assert len(asked(service)) == (1 if hosting == "cloud" else 0)
