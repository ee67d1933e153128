"""Knowledge of a gateway about a deployment: lookups, and what is learned from responses."""

import gc
import json
import random
import uuid
from collections.abc import Iterator
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind

from deploy_contract import Contract, ContractError, Report, Request, Response
from deploy_contract.bundle import Bundle
from deploy_contract.http.exchange import LearnedFacts
from deploy_contract.judge.outcome import changed
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.knowledge.protocol import lookups_of
from deploy_contract.report import to_report, with_changes
from tests.support import applications
from tests.support.applications import ID, OTHER
from tests.support.calls import traced
from tests.support.effort import effort
from tests.support.engines import ENGINES, made

CANARY = "CANARY-7f3a"
ASKS = Request("PATCH", f"/v2/deployments/{ID}")
WHOLE = {
    "name": "checkout", "source": "codehost", "source_config": {"build_on_push": True}, "source_revision_config": {"repo_ref": "main"},
}  # fmt: skip
LASTING = {"name": "checkout", "source": "codehost"}


# as the service answers, with a canary in each place that must not be kept
deployment = partial(
    applications.deployment,
    source_config={"build_on_push": True, "repo_url": f"https://{CANARY}.example", "custom_url": f"https://{CANARY}.example"},
    source_revision_config={"repo_ref": "main", "image_uri": CANARY, "repo_commit_sha": CANARY},
    secrets=[{"name": f"NAME-{CANARY}", "value": CANARY}],
    display_name=CANARY,
)  # fmt: skip


def judged(contract: Contract, *found: dict[str, Any]) -> Report:
    """Return the report on a list of deployments."""
    body = json.dumps({"resources": found, "offset": len(found)}).encode()
    return contract.check(body, "DeploymentList")


def of(value: Any, kind: DocumentKind = "Deployment") -> Report:
    """Return a report that lets a value pass without looking at it."""
    return Report("allow", kind=kind, value=value)


# --- lookups


@pytest.mark.parametrize("spelt", [ID, ID.upper(), ID[:18].upper() + ID[18:]])
def test_a_mapping_is_a_lookup_in_either_letter_case(spelt: str) -> None:
    (lookup,) = lookups_of({spelt: {"source": "codehost"}}, Bundle.installed())
    for asked in (ID, ID.upper(), ID.title()):
        assert lookup.find(asked, ASKS) == {"source": "codehost"}
    assert lookup.find(OTHER, ASKS) is None


def test_a_mapping_may_change_later() -> None:
    known: dict[str, Any] = {}
    (lookup,) = lookups_of(known, Bundle.installed())
    assert lookup.find(ID, ASKS) is None
    known[ID] = {"source": "codehost"}
    assert lookup.find(ID.upper(), ASKS) == {"source": "codehost"}


# --- learning


def test_deployments_are_learned_from_each_kind_of_document_that_holds_them(
    contract: Contract,
) -> None:
    learned = LearnedDeployments(learn_mutable=True)
    learned.learn(judged(contract, deployment(), deployment(OTHER, source="internal_source")))
    assert len(learned) == 2
    assert learned.find(ID) == WHOLE
    assert learned.find(OTHER, ASKS) == {**WHOLE, "source": "internal_source"}
    branch = {"repo_ref": "develop"}
    body = json.dumps(deployment(source_revision_config=branch)).encode()
    learned.learn(contract.check(body, "Deployment"))
    assert learned.find(ID) == {**WHOLE, "source_revision_config": branch}
    assert len(learned) == 2


def test_it_keeps_what_the_contract_lets_it_and_nothing_else(contract: Contract) -> None:
    (learnable,) = [kind.learned for kind in Bundle.installed().book.kinds.values() if kind.learned]
    learned = LearnedDeployments(learn_mutable=True)
    learned.learn(judged(contract, deployment()))
    assert {
        f"/{key}" if isinstance(value, str) else f"/{key}/{next(iter(value))}"
        for key, value in found(learned, ID).items()
    } == set(learnable)
    assert not [text for text in texts_within(learned) if CANARY in text]
    assert "checkout" in set(texts_within(learned))  # the walk finds what is kept


def found(learned: LearnedDeployments, identity: str) -> dict[str, Any]:
    known = learned.find(identity)
    assert known is not None
    return dict(known)


def texts_within(root: object) -> Iterator[str]:
    """Yield every text that an object leads to."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        item = waiting.pop()
        if id(item) in seen or isinstance(item, ModuleType):
            continue
        seen.add(id(item))
        if isinstance(item, str):
            yield item
        elif not isinstance(item, type):
            waiting += gc.get_referents(item)


@pytest.mark.parametrize("learn_mutable", [False, True])
def test_lists_are_compared_as_their_deployments_are_one_by_one(learn_mutable: bool) -> None:
    contracts = [made(engine) for engine in ENGINES]
    stores = [LearnedDeployments(learn_mutable=learn_mutable) for _ in contracts]
    r, found, of_denied = random.Random(2), set(), set()
    ids = [ID, ID.upper(), OTHER, "no uuid", ""]
    names = ["checkout", "caf\u00e9", "caf\\u00e9", "n" * 513, "", True, None]
    for _ in range(400):
        page = [
            deployment(
                r.choice(ids), name=r.choice(names[: r.choice([1, 7])]),
                source=r.choice(["codehost", "internal_source"][: r.choice([1, 1, 2])]),
                source_revision_config=r.choice([None, {}, {"repo_ref": r.choice("ab")}]),
            )
            for _ in range(r.randrange(3))
        ]  # fmt: skip
        body = json.dumps({"resources": page, "offset": 0}, ensure_ascii=r.random() < 0.5)
        response = Response(200, {"content-type": "application/json"}, body.encode())
        asked, outcomes = ("list_deployments", r.choice([{}, {"limit": 1}])), []
        for contract, store in zip(contracts, stores, strict=True):
            facts = LearnedFacts(store.find)
            for learned in (facts, facts._replace(lookup=store)):
                outcome = contract.judge.response(response, *asked, learned=learned)
                outcomes.append(changed(outcome))
            store.learn(to_report(outcome))
        assert all(outcome == outcomes[0] for outcome in outcomes)
        rules = {violation.rule for violation in outcomes[0].violations}
        found |= rules
        of_denied |= rules if "list-within-limit" in rules else set()
        for identity in ids:
            assert all(store.find(identity) == stores[0].find(identity) for store in stores)
    assert found >= {"deployment-name-kept", "deployment-source-kept"}
    assert "deployment-name-kept" in of_denied


def test_what_is_given_out_is_the_callers_own() -> None:
    learned = LearnedDeployments(learn_mutable=True)
    learned.learn(of(deployment()))
    known = found(learned, ID)
    known["source_config"]["build_on_push"] = False
    known["name"] = "changed"
    assert learned.find(ID) == WHOLE


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("x" * 512, True),
        ("x" * 513, False),
        (None, True),
        (True, True),
        (7, False),
        (1.5, False),
        ([], False),
        ({"a": "b"}, False),
    ],
)
def test_only_scalars_of_some_length_are_kept(value: Any, kept: bool) -> None:
    learned = LearnedDeployments(learn_mutable=True)
    learned.learn(of(deployment(source_revision_config={"repo_ref": value})))
    assert ("source_revision_config" in found(learned, ID)) is kept
    if kept:
        assert found(learned, ID)["source_revision_config"] == {"repo_ref": value}


@pytest.mark.parametrize(
    "report",
    [
        with_changes(of(deployment()), verdict="deny"), of(deployment(), "DeploymentPatch"), of(None), of([]), of("text"), of({}), of({"id": 5}), of({"id": None}),
        of({"id": "x" * 600}), of({"resources": 5}, "DeploymentList"), of({"resources": [None, [], {"id": []}]}, "DeploymentList"),
        of([deployment()], "RepositoryList"), with_changes(of(deployment()), kind="NoSuchKind"), Report("allow", value=deployment()),
    ],
)  # fmt: skip
def test_nothing_is_learned_from_anything_else(report: Report) -> None:
    learned = LearnedDeployments()
    learned.learn(report)
    assert len(learned) == 0


@pytest.mark.parametrize(
    "odd", [None, b"x", "\ud800", "x" * 10_000, ID.replace("-", ""), f"{ID}\n"]
)
def test_odd_ids_are_not_known(odd: Any) -> None:
    learned = LearnedDeployments(learn_mutable=True)
    learned.learn(of(deployment()))
    assert learned.find(odd) is None
    learned.invalidate(odd)
    assert lookups_of({ID: WHOLE}, Bundle.installed())[0].find(odd, ASKS) is None
    assert learned.find(ID) == WHOLE


# --- how long, and how many


def test_what_may_change_is_known_for_a_short_time_and_the_rest_for_a_long_one() -> None:
    now = 0.0
    learned = LearnedDeployments(
        seconds=100, fresh_seconds=10, clock=lambda: 1000 + now, learn_mutable=True
    )
    learned.learn(of(deployment()))
    for now, known in ((9.9, WHOLE), (10, LASTING), (99.9, LASTING), (100, None)):  # noqa: B007 - the clock
        assert learned.find(ID) == known
    assert len(learned) == 0
    learned.learn(of(deployment()))
    now += 95
    learned.learn(of(deployment()))  # the time begins again
    now += 9
    assert learned.find(ID) == WHOLE


def test_what_has_expired_takes_no_room() -> None:
    clock = SimpleNamespace(now=1000.0)
    learned = LearnedDeployments(seconds=100, clock=partial(getattr, clock, "now"))
    learned.learn(of(deployment(name=CANARY)))
    clock.now += 100
    learned.learn(of(deployment(OTHER)))
    assert CANARY not in set(texts_within(learned))


def test_a_clock_that_goes_back_does_no_harm() -> None:
    now = 1000.0
    learned = LearnedDeployments(seconds=100, fresh_seconds=10, clock=lambda: now)
    learned.learn(of(deployment(OTHER)))
    now -= 50
    learned.learn(of(deployment()))
    now += 120
    assert learned.find(ID) is None
    assert learned.find(OTHER) == LASTING


def test_the_oldest_goes_first() -> None:
    learned = LearnedDeployments(capacity=3)
    names = [str(uuid.UUID(int=number)) for number in range(5)]
    for name in (*names[:3], names[0], names[3], names[4]):
        learned.learn(of(deployment(name)))
    assert [name for name in names if learned.find(name)] == [names[0], names[3], names[4]]
    assert len(learned) == 3
    learned.learn(of({"resources": [deployment(name) for name in names]}, "DeploymentList"))
    assert [name for name in names if learned.find(name)] == names[2:]


@pytest.mark.parametrize(
    "options",
    [{"capacity": 0}, {"capacity": -1}, {"seconds": 0}, {"seconds": -1.0}, {"fresh_seconds": -0.1}],
)
def test_bounds_that_make_no_sense_are_refused_at_once(options: dict[str, Any]) -> None:
    with pytest.raises(ContractError, match="above 0"):
        LearnedDeployments(**options)


@pytest.mark.soak
def test_a_hundred_thousand_deployments_would_stay_below_64_megabytes() -> None:
    count, chance = effort(5_000, 100_000), random.Random(7)
    line = '{"id": "%s", "name": "deployment-%019d", "source": "codehost", "source_config": {"build_on_push": true}, "source_revision_config": {"repo_ref": "%s"}}'

    def response(number: int) -> Report:
        ref = "main" if number % 2 else f"refs/tags/v{number}.0.1"
        # no text shared with another one
        value = json.loads(line % (uuid.UUID(int=chance.getrandbits(128)), number, ref))
        assert len(value["name"]) == 30
        return of(value)

    learned = LearnedDeployments()
    gc.collect()
    _, peak = traced(lambda: [learned.learn(response(number)) for number in range(count)])
    assert len(learned) == count
    assert 100 * count < peak < 640 * count  # it was measured
