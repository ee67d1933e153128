"""What the module in Envoy knows of deployments: from responses, and from the service itself."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from deploy_contract_generated.names import HostingName

from deploy_contract import Contract
from tests.support.applications import OTHER, deployment
from tests.support.envoy_module import (
    TYPED,
    Module,
    SharedModule,
    discovered,
    enveloped,
    write_contract,
)
from tests.support.gateways import ID, JSON, PATH, Upstream, answer, head, listed, soon, statuses
from tests.support.http2 import http2_client

LISTS = "/v2/deployments"
# right for external_container alone
REFERENCES = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'

TYPED_LENGTH = ("Content-Type: application/json", f"Content-Length: {len(REFERENCES)}")
# sent in one piece, it reaches the module as soon as Envoy counts it
WHOLE = head("PATCH", PATH, *TYPED_LENGTH, "Connection: close") + REFERENCES


def path(identity: str) -> str:
    return f"{LISTS}/{identity}"


def answers(module: SharedModule, *deployments: object) -> None:
    """Let a service list deployments."""
    module.service.to_lists(listed(*deployments))


def holding(module: SharedModule, source: str = "external_container") -> threading.Event:
    """Let a service list a deployment as soon as the returned event is set."""
    return module.service.hold(b"GET", listed(deployment(source=source)))


@pytest.mark.promise(30, 36)
def test_sources_are_learned_and_contradictions_forgotten(module: SharedModule) -> None:
    one, other = str(uuid4()), str(uuid4())
    envoy = module.set()
    front = envoy.front
    assert front.patch(REFERENCES, path(one)).status == 200  # nothing is known
    answers(module, deployment(one), deployment(other, "external_container"))
    assert front.ask("GET", LISTS).status == 200
    for _ in range(8):  # by either worker
        assert front.patch(REFERENCES, path(one.upper())).status == 422
        assert front.patch(REFERENCES, path(other)).status == 200
    answers(module, deployment(one, "external_container"))
    assert front.ask("GET", LISTS).status == 200
    assert envoy.counters("notes") == {'notes{note="contradiction",reason="none"}': 1}
    assert front.patch(REFERENCES, path(one)).status == 200
    assert front.ask("GET", LISTS).status == 200  # begun after the contradiction
    answers(module, deployment(one))
    assert front.ask("GET", LISTS).status == 200
    assert envoy.counters("notes") == {'notes{note="contradiction",reason="none"}': 2}


@pytest.mark.promise(30)
def test_a_wrong_deployment_stops_no_other_from_being_learned(module: SharedModule) -> None:
    one, wrong = str(uuid4()), str(uuid4())
    envoy = module.set()
    answers(module, {**deployment(wrong), "name": 1}, deployment(one))
    assert envoy.front.ask("GET", LISTS).status == 200
    assert envoy.front.patch(REFERENCES, path(one)).status == 422
    assert envoy.front.patch(REFERENCES, path(wrong)).status == 200


def test_learned_sources_are_bounded_in_number(module: SharedModule) -> None:
    known = [str(uuid4()) for _ in range(300)]
    envoy = module.set(learned_deployments=64)
    for start in range(0, 300, 100):
        answers(module, *map(deployment, known[start : start + 100]))
        assert envoy.front.ask("GET", f"{LISTS}?limit=100").status == 200
    found = [envoy.front.patch(REFERENCES, path(one)).status for one in known]
    assert 10 < found.count(422) <= 64


def test_learned_sources_are_believed_for_some_time(module: SharedModule) -> None:
    envoy = module.set(learned_seconds=1)
    answers(module, deployment())

    def is_known() -> bool:
        return envoy.front.patch(REFERENCES).status == 422

    assert soon(lambda: envoy.front.ask("GET", LISTS).status == 200 and is_known())
    assert soon(lambda: not is_known())


def asking(module: SharedModule, contract: Contract | None = None, **settings: object) -> Module:
    """Return an Envoy that asks the service about each deployment that matters."""
    upstream = {"cluster": "service", "milliseconds": 20_000, **settings}
    return module.set(contract, upstream=upstream, when_indeterminate="deny", learn=False)


def asked(module: SharedModule) -> list[bytes]:
    return [got.line for got in module.service.got if got.line.startswith(b"GET")]


@pytest.mark.promise(30)
def test_the_service_is_asked_about_an_unknown_deployment(module: SharedModule) -> None:
    envoy = asking(module)
    answers(module, deployment(source="external_container"))
    headers = {"Authorization": "Bearer x", "X-Other": "y", "Cookie": "z"}
    assert envoy.front.patch(REFERENCES, **headers).status == 200
    query = f"{LISTS}?deployment_ids={ID}&limit=1"
    assert asked(module) == [f"GET {query} HTTP/1.1".encode()]
    question, patch = module.service.got
    assert patch.body == REFERENCES
    sent = [question.values(name) for name in ("authorization", "cookie", "x-other")]
    assert sent == [[b"Bearer x"], [b"z"], []]
    assert question.values("cache-control") == [b"no-cache"]
    answers(module, deployment())
    assert envoy.front.patch(REFERENCES).status == 422
    assert envoy.front.patch(b'{"secrets": 1}').status == 422  # wrong whatever is stored
    assert envoy.front.patch(b'{"secrets": []}').status == 200  # right whatever is stored
    assert len(asked(module)) == 2
    for wrong in (answer(b"{", "500 Oops"), listed(deployment(str(uuid4()))), listed(), None):
        module.service.to_lists(wrong)
        assert envoy.front.patch(REFERENCES).status == 422
    failed = 'notes{note="lookup-failed",reason="%s"}'
    counts = {"status-500": 1, "unknown": 2, "status-503": 1}
    assert envoy.counters("notes") == {failed % reason: counts[reason] for reason in counts}


def test_stored_values_are_compared(module: SharedModule) -> None:
    stored = {**deployment(), "source_config": {"repo_url": "https://example.com/a/b"}}
    same = b'{"source_config": {"repo_url": "https://example.com/a/b"}}'
    envoy = asking(module)
    answers(module, stored)
    assert envoy.front.patch(same).status == 200
    assert envoy.front.patch(same.replace(b"a/b", b"a/c")).status == 422
    # allowed for every source while the stored value is unknown
    assert envoy.front.patch(json.dumps({"name": stored["name"]}).encode()).status == 200
    assert envoy.front.patch(b'{"name": "other"}').status == 422
    envoy = module.set(upstream={"cluster": "service"})
    assert envoy.front.ask("GET", LISTS).status == 200  # teaches the source
    for other in (b'{"name": "other"}', b'{"source": "codehost", "name": "other"}'):
        assert envoy.front.patch(other).status == 422
    module.service.got.clear()
    assert envoy.front.patch(b'{"secrets": []}').status == 200
    assert asked(module) == []


@pytest.mark.promise(36)
@pytest.mark.parametrize("ages", [(), ("0",), ("1",), ("x",), ("4000", "0"), ("0", "4000")])
def test_an_answer_from_a_cache_tells_only_what_cannot_change(
    module: SharedModule, ages: tuple[str, ...]
) -> None:
    tag = b'{"source_revision_config": {"repo_ref": "refs/tags/v1"}}'
    stored = deployment(source_config={"build_on_push": True})
    body = json.dumps({"resources": [stored], "offset": 0}).encode()
    headers = "".join(f"Age: {age}\r\n" for age in ages)
    module.service.to_lists(answer(body, "200 OK", f"{JSON}{headers}"))
    envoy = module.set(upstream={"cluster": "service"}, learn=False)
    is_old = ages not in {(), ("0",)}
    assert envoy.front.patch(tag).status == (200 if is_old else 422)
    for certain in (REFERENCES, b'{"name": "other"}'):
        assert envoy.front.patch(certain).status == 422
    notes = {'notes{note="lookup-failed",reason="stale"}': 3}
    assert envoy.counters("notes") == (notes if is_old else {})


def test_a_question_takes_no_turn_of_advice(module: SharedModule) -> None:
    config = {"listener_id": OTHER, "install_command": "make"}
    upstream = {"cluster": "service"}
    envoy = module.set(upstream=upstream, advice=0.5, learn=False, responses="off")
    answers(module, deployment(source="external_container", source_config=config))
    for _ in range(8):
        assert envoy.front.patch(json.dumps({"source_config": config}).encode()).status == 200
    assert len(asked(module)) == 8
    # half of the requests of each of the two workers
    assert 3 <= sum(envoy.counters("install-command-source").values()) <= 4


@pytest.mark.promise(30)
def test_a_service_that_is_late_or_away_settles_nothing(module: SharedModule) -> None:
    envoy = asking(module, milliseconds=200)
    may_answer = holding(module)
    assert envoy.front.patch(REFERENCES).status == 422  # before the service may answer
    assert envoy.counters("notes") == {'notes{note="lookup-failed",reason="status-504"}': 1}
    may_answer.set()
    module.service.got.clear()
    envoy = module.set(upstream={"cluster": "nobody"})
    module.service.to_lists(None)
    assert envoy.front.patch(REFERENCES).status == 200
    assert envoy.counters("notes") == {'notes{note="lookup-failed",reason="unreachable"}': 1}
    assert "deploy_contract: upstream: the cluster nobody cannot be asked" in envoy.log()
    assert asked(module) == []


@pytest.mark.promise(30)
def test_those_who_wait_share_an_answer(each_module: SharedModule) -> None:
    """The first question is under way while the others come: one of them asks for all of them."""
    may_answer = holding(each_module)
    envoy = asking(each_module)
    with ThreadPoolExecutor(9) as pool:
        found = [pool.submit(envoy.front.raw, WHOLE)]
        assert soon(lambda: len(asked(each_module)) == 1)
        found += [pool.submit(envoy.front.raw, WHOLE) for _ in range(8)]
        assert soon(lambda: envoy.under_way() == 9)
        assert len(asked(each_module)) == 1
        may_answer.set()
    assert [statuses(one.result()) for one in found] == [[200]] * 9
    assert len(asked(each_module)) == 2


@pytest.mark.promise(30)
def test_each_that_waits_for_a_failing_lookup_is_noted_with_the_reason(
    module: SharedModule,
) -> None:
    may_answer = module.service.hold(b"GET", answer(b"{}", "418 I'm a Teapot"))
    envoy = asking(module)
    with ThreadPoolExecutor(9) as pool:
        found = [pool.submit(envoy.front.raw, WHOLE) for _ in range(9)]
        assert soon(lambda: envoy.under_way() == 9)
        may_answer.set()
    assert [statuses(one.result()) for one in found] == [[422]] * 9
    assert envoy.counters("notes") == {'notes{note="lookup-failed",reason="status-418"}': 9}
    assert envoy.log().count("deploy_contract: note=lookup-failed reason=status-418\n") == 1


@pytest.mark.promise(36)
def test_filters_of_different_contracts_share_no_answer(upstream: Upstream, tmp_path: Path) -> None:
    """The new contract refuses an answer that the old one reads. It asks last."""
    may_answer = upstream.hold(b"GET", listed(deployment()))
    limits = Contract().limits._replace(response_body=50)
    strict = Contract(limits=limits, unknown_operations="reject")
    new = write_contract(strict, tmp_path / "new.json")
    old = write_contract(Contract(), tmp_path / "old.json")
    settings = {"upstream": {"cluster": "service", "milliseconds": 20_000}, "learn": False}
    by_discovery = (TYPED, discovered(tmp_path, {"contract": str(old), **settings}))
    with (
        enveloped(tmp_path, upstream.port, replaced=by_discovery) as envoy,
        ThreadPoolExecutor(3) as pool,
    ):
        under_old = [pool.submit(envoy.front.raw, WHOLE)]
        assert soon(lambda: envoy.under_way() == 1)
        under_old.append(pool.submit(envoy.front.raw, WHOLE))
        assert soon(lambda: envoy.under_way() == 2)
        discovered(tmp_path, {"contract": str(new), **settings})
        assert soon(lambda: envoy.front.ask("PUT", "/other").status == 404)
        under_new = pool.submit(envoy.front.raw, WHOLE)
        assert soon(lambda: envoy.under_way() == 3)
        may_answer.set()
        assert [statuses(one.result()) for one in under_old] == [[422], [422]]
        assert statuses(under_new.result()) == [200]  # with the answer, the patch is refused


@pytest.mark.promise(35)
def test_no_more_wait_for_an_answer_than_may(module: SharedModule) -> None:
    may_answer = holding(module, "codehost")
    envoy = asking(module)
    patch = {":method": "PATCH", ":scheme": "http", ":authority": "x", ":path": PATH}
    patch |= {"content-type": "application/json"}
    with ExitStack() as stack:
        clients = [stack.enter_context(http2_client(envoy.front.address)) for _ in range(11)]
        for client in clients:
            for _ in range(100):
                client.send(client.begin(patch), REFERENCES, end=True)
        # one asks, 1024 wait for its answer, and the others are judged without one
        assert soon(
            lambda: envoy.counters("notes") == {'notes{note="lookup-full",reason="none"}': 75}
        )
        assert soon(lambda: envoy.under_way() == 1025)
        may_answer.set()
        assert soon(lambda: envoy.under_way() == 0)
    labels = 'direction="request",operation="patch_deployment",refused="yes"'
    verdicts = {"deny": 1025, "indeterminate": 75}
    assert envoy.counters("verdicts") == {
        f'verdicts{{{labels},verdict="{verdict}"}}': count for verdict, count in verdicts.items()
    }
    assert {got.line[:3] for got in module.service.got} == {b"GET"}


@pytest.mark.promise(35)
def test_others_ask_if_the_one_that_asks_leaves(module: SharedModule) -> None:
    may_answer = holding(module)
    envoy = asking(module)
    with ThreadPoolExecutor(3) as pool:
        with envoy.front.connected() as first:
            first.sendall(WHOLE)
            assert soon(lambda: len(asked(module)) == 1)
            found = [pool.submit(envoy.front.raw, WHOLE) for _ in range(3)]
            assert soon(lambda: envoy.under_way() == 4)
        assert soon(lambda: len(asked(module)) == 2)
        may_answer.set()
    assert [statuses(one.result()) for one in found] == [[200]] * 3
    assert statuses(envoy.front.raw(WHOLE)) == [200]


@pytest.mark.parametrize("hosting", ["cloud", "self_hosted"])
def test_a_source_of_another_hosting_is_asked_for(
    module: SharedModule, hosting: HostingName
) -> None:
    contract = Contract(hosting=hosting, modes={"source-hosting": "report"})
    answers(module, deployment(source="external_container"))
    envoy = asking(module, contract)
    assert envoy.front.patch(REFERENCES).status == 200
    assert len(asked(module)) == (1 if hosting == "cloud" else 0)
