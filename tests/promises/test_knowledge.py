"""Enforcement never weakens silently: a fact that cannot be learned or looked up leaves a note, and a lie does not stay for long."""

import asyncio
import itertools
import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import pytest

from deploy_contract import Contract, ContractError, Limits, Report, Request, Response, notes
from deploy_contract.knowledge import (
    AsyncUpstreamDeployments,
    LearnedDeployments,
    UpstreamDeployments,
)
from deploy_contract.knowledge.callers import CREDENTIALS
from deploy_contract.knowledge.learning import ValidParts
from deploy_contract.middleware.observation import Observation
from tests.support.applications import (
    ID,
    JSON,
    OTHER,
    PATH,
    REFERENCES,
    App,
    deployment,
    over_asgi,
    over_wsgi,
    raising,
)
from tests.support.calls import count_calls
from tests.support.engines import made
from tests.support.gateways import PATIENCE
from tests.support.lookups import UPSTREAM
from tests.support.operations import free_method
from tests.support.policies import WHOLE, rule, written
from tests.support.shared_facts import said

pytestmark = pytest.mark.promise(30)
CANARY = "CANARY-7f3a"
CONTRADICTED = "lookup-contradiction: deployment-source-kept /source"
BODY = json.dumps(REFERENCES).encode()
TAG = json.dumps({"source_config": {"build_on_push": True}}).encode()
LIST = "/v2/deployments"
THIRD = "7c0c2b9e-8d1a-4c55-9a63-0e6f3f1d7003"


class Door:
    """A middleware before an application whose answers a test chooses, with all that it says."""

    def __init__(self, over: Any, **options: Any) -> None:
        self.app = App()
        self.seen: list[Observation] = []
        self._send = over(self.app, on_report=self.seen.append, **options)

    def listing(self, *found: Any, **more: Any) -> tuple[str, ...]:
        """Answer a list, and return the notes on it."""
        self.answer({"resources": list(found), "offset": len(found), **more})
        self._send("GET", LIST)
        return self.seen[-1].notes

    def answer(self, body: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.app.body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.app.status, self.app.headers = status, headers or JSON

    def patch(
        self,
        identity: str = ID,
        body: bytes = BODY,
        answer: Any = None,
        status: int = 200,
        headers: dict[str, str] | None = None,
    ) -> int:
        """Send a patch that only external_container deployments may get; return the status."""
        self.answer(answer or deployment(identity, "external_container"), status)
        headers = {**JSON, **(headers or {})}
        answered = self._send("PATCH", f"{LIST}/{identity}", body, headers)
        return int(answered.status)

    def noted(self) -> Counter[tuple[str, str]]:
        """Return the note and the reason of each note, which metrics count."""
        return Counter(notes.labels(text) for seen in self.seen for text in seen.notes)


def without(document: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != name}


# --- learning item by item

FLAWS: dict[str, tuple[dict[str, Any], str]] = {  # a list with one flaw, which holds ID soundly, and the note on it
    "no offset": ({"resources": [deployment()]}, "lookup-refused: schema-required /offset"),
    "a sixth status": ({"resources": [deployment(status="RESTING")], "offset": 1}, "lookup-refused: schema-enum /resources/0/status"),
    "an item that is no object": ({"resources": [5, deployment()], "offset": 1}, "lookup-refused: schema-type /resources/0"),
    "an item without id": ({"resources": [without(deployment(), "id"), deployment()], "offset": 1}, "lookup-refused: schema-required /resources/0/id"),
    "an item without source": ({"resources": [deployment(), without(deployment(OTHER), "source")], "offset": 1}, "lookup-refused: schema-required /resources/1/source"),
    "an unknown source": ({"resources": [deployment(OTHER, "newer_source"), deployment()], "offset": 1}, "lookup-refused: schema-enum /resources/0/source"),
    "an id that is no uuid": ({"resources": [deployment("5"), deployment()], "offset": 1}, "lookup-refused: schema-format /resources/0/id"),
    "wrong types all over": ({"resources": [deployment(secrets=5, tenant_id=[], status=CANARY, created_at=CANARY)], "offset": CANARY}, "lookup-refused: schema-type /resources/0/secrets"),
    "a config that is no object": ({"resources": [deployment(source_config=CANARY)], "offset": 1}, "lookup-refused: schema-type /resources/0/source_config"),
    "more than were asked for": ({"resources": [deployment(), *[deployment(OTHER)] * 25], "offset": 1}, "lookup-refused: list-within-limit /resources"),
    "a source that is no text": ({"resources": [{**deployment(OTHER, name=5), "source": ["codehost"]}, deployment()], "offset": 1}, "lookup-refused: schema-type /resources/0/name"),
    "a source that its own fields contradict": (
        {"resources": [deployment(OTHER, secret_references=REFERENCES["secret_references"]), deployment()], "offset": 1},
        "lookup-refused: deployment-secret-references-source /resources/0/secret_references",
    ),
}  # fmt: skip


@pytest.mark.parametrize("responses", ["report", "enforce"])
@pytest.mark.parametrize("flaw", FLAWS)
def test_a_list_with_one_flaw_teaches_the_rest_and_says_what_it_does_not(
    over: Any, flaw: str, responses: str, caplog: pytest.LogCaptureFixture
) -> None:
    body, note = FLAWS[flaw]
    door = Door(over, responses=responses)
    door.answer(body)
    door._send("GET", LIST)
    assert door.seen[-1].refused == (responses == "enforce")
    assert note in door.seen[-1].notes
    reason = note.split()[1]
    assert door.noted()["lookup-refused", reason] == 1
    assert f"list_deployments: {note}" in caplog.text
    assert CANARY not in caplog.text + repr(door.seen)
    assert door.patch() == 422  # it has learned that this one is of source codehost
    if flaw != "more than were asked for":  # those are sound
        assert door.patch(OTHER, status=500) == 500  # undecided, and so passed on


@pytest.mark.promise(36)
@pytest.mark.parametrize("limits", [Limits(violations=1), Limits(items=20)])
def test_what_a_report_does_not_show_is_not_learned(limits: Limits) -> None:
    """Each deployment breaks more rules than are shown, or the list has too many to look at."""
    contract = Contract(limits=limits)
    wrong = deployment(OTHER) | {"source": 5, "source_config": {"build_on_push": CANARY}}
    body = json.dumps({"resources": [wrong] * 21, "offset": 0}).encode()
    report = contract.check_response(Response(200, tuple(JSON.items()), body), Request("GET", LIST))
    part, noted = ValidParts(contract).of(report)
    assert noted
    assert CANARY not in repr(part and part.value)


@pytest.mark.parametrize(
    ("body", "headers", "note"),
    [
        (b"{", JSON, "lookup-refused: json-syntax"),
        (
            b'{"resources": [], "resources": [], "offset": 0}',
            JSON,
            "lookup-refused: json-duplicate-key",
        ),
        (b"<p>", {"content-type": "text/html"}, "lookup-refused: content-type"),
        (b"\x0b\x02\x80", {**JSON, "content-encoding": "br"}, "lookup-refused: content-unread"),
        (b"", JSON, "lookup-refused: body-missing"),
    ],
)
def test_a_response_that_cannot_be_read_says_so(
    over: Any, body: bytes, headers: dict[str, str], note: str
) -> None:
    door = Door(over)
    door.answer(body, headers=headers)
    door._send("GET", LIST)
    assert [text.rpartition(" /")[0] or text for text in door.seen[-1].notes] == [note]


def test_the_response_of_a_patch_teaches_its_sound_part(over: Any) -> None:
    door = Door(over)
    assert door.patch(answer=without(deployment(status="RESTING"), "tenant_id")) == 200
    assert set(door.seen[-1].notes) == {
        "lookup-refused: schema-required /tenant_id",
        "lookup-refused: schema-enum /status",
    }
    assert door.patch() == 422


def test_a_rule_of_the_operator_that_is_broken_elsewhere_leaves_the_source(
    over: Any, tmp_path: Any
) -> None:
    capitals, small = {"pattern": "^[A-Z]+$"}, {"pattern": "^[a-z]+$"}
    own = written(
        tmp_path,
        rule("our-names", WHOLE, each=["/secrets/*/name"], schema=capitals),
        rule("our-deployments", WHOLE, each=["/name"], schema=small),
    )
    learned = LearnedDeployments()
    door = Door(over, contract=Contract(policies=[own]), deployments=learned)
    noted = door.listing(
        deployment(secrets=[{"name": "small", "value": "x"}]), deployment(OTHER, name="CAPITALS")
    )
    assert set(noted) == {
        "lookup-refused: our-names /resources/0/secrets/0/name", "lookup-refused: our-deployments /resources/1/name",
    }  # fmt: skip
    assert learned.find(ID) == {"name": "checkout", "source": "codehost"}
    assert learned.find(OTHER) == {"source": "codehost"}  # its name breaks a rule


@pytest.mark.promise(15)
@pytest.mark.parametrize("source", ["newer_source", "codehost"])
def test_learning_from_a_flawed_list_takes_calls_in_proportion(source: str) -> None:
    contract = made("python")
    sound = ValidParts(contract)

    def calls(count: int) -> int:
        rows = [deployment(OTHER, source, status="RESTING") for _ in range(count)]
        report = contract.check({"resources": rows, "offset": 0}, "DeploymentList")

        def learn() -> None:
            assert sound.of(report)[0] is not None  # their names are sound

        return count_calls(learn)

    assert calls(1000) < calls(250) * 4.4


# --- lookups that fail


def answering(
    body: Any, status: int = 200, headers: tuple[tuple[str, str], ...] = tuple(JSON.items())
) -> Callable[..., Response]:
    return lambda _request: Response(
        status, headers, body if isinstance(body, bytes) else json.dumps(body).encode()
    )


GIVEN_UP = threading.Event()


def hanging(_request: Request) -> Response:
    GIVEN_UP.wait(PATIENCE)
    return Response(500)


SOUND = {"resources": [deployment()], "offset": 1}
FAILURES: dict[str, tuple[Any, str]] = {
    "a refused connection": ("http://127.0.0.1:1", "lookup-failed: unreachable ConnectionRefusedError"),
    "an exception": (raising(ValueError(CANARY)), "lookup-failed: exception ValueError"),
    "no response": (lambda _request: CANARY, "lookup-failed: exception ContractError"),
    "401": (answering(SOUND, 401), "lookup-failed: status-401"),
    "302": (answering(b"", 302, (("location", f"https://{CANARY}"),)), "lookup-failed: status-302"),
    "500": (answering(CANARY.encode(), 500), "lookup-failed: status-500"),
    "a status of its own": (answering(b"", 599), "lookup-failed: status-other"),
    "a list that breaks the contract": (answering({"resources": [deployment(source=CANARY, name=5)]}), "lookup-refused: schema-required /offset"),
    "half a list": (answering(json.dumps(SOUND).encode()[:-5]), "lookup-refused: json-syntax"),
    "a page": (answering(b"<p>", 200, (("content-type", "text/html"),)), "lookup-refused: content-type"),
    "an empty list": (answering({"resources": [], "offset": 0}), "lookup-unknown"),
    "a list of others": (answering({"resources": [deployment(OTHER)], "offset": 0}), "lookup-unknown"),
    "two sources": (answering({"resources": [deployment(), deployment(ID.upper(), "internal_source")], "offset": 0}), "lookup-contradiction: deployment-source-kept /source"),
    "a hang": (hanging, "lookup-timeout"),
}  # fmt: skip


@pytest.mark.promise(5)
@pytest.mark.parametrize("failure", FAILURES)
def test_a_lookup_that_fails_is_noted_logged_and_counted(
    over: Any, failure: str, caplog: pytest.LogCaptureFixture
) -> None:
    fetch, note = FAILURES[failure]
    lookup = UPSTREAM[over](fetch, seconds=0.1 if fetch is hanging else 5.0)
    options = {} if over is over_wsgi else {"lookup_seconds": 5.0}
    door = Door(over, deployments=lookup, **options)
    GIVEN_UP.clear()
    assert door.patch(headers={"authorization": CANARY}) == 200
    GIVEN_UP.set()
    request = door.seen[0]
    assert (request.direction, request.verdict) == ("request", "indeterminate")
    assert [text for text in request.notes if text.startswith(note)], request.notes
    word, _, rest = note.partition(": ")
    assert door.noted()[word, rest.split(" ")[0] or "none"] == 1
    assert f"patch_deployment: {note}" in caplog.text
    assert CANARY not in caplog.text + repr(door.seen)
    assert ID not in caplog.text
    # whole texts: the gateway program drops arguments
    assert not [record for record in caplog.records if record.args]


def test_a_lookup_of_the_operators_that_fails_is_noted_and_may_say_why(
    over: Any, caplog: pytest.LogCaptureFixture
) -> None:
    finds: list[Callable[..., Any]] = [
        raising(KeyError(CANARY)),
        lambda *_: CANARY,
        lambda *_: {"source": CANARY},
        lambda *_: notes.add(notes.note(notes.FAILED, "database-down")),
    ]
    door = Door(over, deployments=[*(SimpleNamespace(find=find) for find in finds), {}])
    assert door.patch() == 200
    assert door.seen[0].notes == (
        "lookup-failed", "lookup-failed: invalid", "lookup-failed: invalid", "lookup-failed: database-down",
    )  # fmt: skip
    failed = r"a deployment lookup failed: KeyError at deploy_contract/middleware/enforcement\.py:\d+, in applications\.py:"
    assert re.search(failed, caplog.text)
    assert CANARY not in caplog.text


def test_the_log_does_not_grow_with_the_failures(caplog: pytest.LogCaptureFixture) -> None:
    deployments = AsyncUpstreamDeployments(answering(b"", 500), seconds=30.0)
    door = Door(over_asgi, deployments=deployments)
    for _ in range(50):
        door.patch()
    assert len([record for record in caplog.records if "status-500" in record.getMessage()]) == 1
    assert door.noted()["lookup-failed", "status-500"] == 50


def test_a_learner_that_fails_is_noted(over: Any, caplog: pytest.LogCaptureFixture) -> None:
    failing = SimpleNamespace(find=lambda *_: None, learn=raising(OSError(CANARY)))
    door = Door(over, deployments=[failing, LearnedDeployments()])
    assert door.listing(deployment()) == ("lookup-failed: learn",)
    assert door.patch() == 422  # the other one has learned it
    assert CANARY not in caplog.text


def test_a_learner_of_ones_own_is_given_what_is_sound(over: Any) -> None:
    given: list[Any] = []

    class Own(LearnedDeployments):
        def learn(self, report: Any) -> tuple[str, ...]:  # type: ignore[override]  # as lookups are documented
            given.append(report.value)
            return super().learn(report)

    door = Door(over, deployments=Own())
    door.listing(deployment(), deployment(OTHER, "newer_source", status=CANARY), 5, {"id": CANARY})
    (value,) = given
    found = [(item["id"], item.get("source")) for item in value["resources"]]
    assert found == [(ID, "codehost"), (OTHER, None)]
    assert CANARY not in json.dumps(value)
    assert door.patch() == 422


def test_a_response_is_compared_with_what_a_learner_of_ones_own_finds(over: Any) -> None:
    class Own(LearnedDeployments):
        def find(self, _identity: str, _request: Any = None) -> dict[str, str]:
            return {"source": "internal_source"}

    door = Door(over, deployments=Own())
    door.listing(deployment())
    assert {violation.rule for violation in door.seen[-1].violations} == {"deployment-source-kept"}


# --- poisoning


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("spelt", [OTHER, OTHER.upper()])
def test_the_response_of_a_patch_teaches_nothing_of_another_deployment(
    over: Any, spelt: str, *, known: bool
) -> None:
    door = Door(over, responses="enforce")
    if known:
        door.listing(deployment(OTHER, "external_container"))
    assert door.patch(ID, answer=deployment(spelt, "codehost")) == 200
    assert "lookup-refused: patched-deployment /id" in door.seen[-1].notes
    assert door.patch(OTHER) == 200  # an honest patch of the other one
    assert door.listing(deployment(OTHER, "external_container")) == ()  # an honest list
    assert not door.seen[-1].refused
    assert door.patch(OTHER) == 200


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("order", [1, -1])
def test_a_list_that_contradicts_itself_teaches_neither(
    over: Any, order: int, *, known: bool
) -> None:
    door = Door(over, responses="enforce")
    if known:
        door.listing(deployment(OTHER, "external_container"))
    two = [deployment(OTHER, "external_container"), deployment(OTHER.upper(), "codehost")]
    assert door.listing(*[*two, deployment()][::order]) == (CONTRADICTED,)
    assert not door.seen[-1].refused
    assert door.patch(OTHER) == 200
    assert door.patch() == 422  # the others in the list were learned
    assert door.listing(deployment(OTHER, "external_container")) == ()
    wrong = json.dumps({"source_revision_config": {"source_tarball_path": "a"}}).encode()
    assert door.patch(OTHER, wrong) == 422  # and it can be learned again


def test_what_contradicts_known_facts_is_forgotten_on_both_sides(over: Any) -> None:
    door = Door(over, responses="enforce")
    door.listing(deployment(OTHER, "codehost"))
    assert door.patch(OTHER) == 422
    assert door.listing(deployment(OTHER, "external_container")) == (CONTRADICTED,)
    assert (door.seen[-1].verdict, door.seen[-1].refused) == ("allow", False)
    (found,) = door.seen[-1].violations
    assert (found.rule, found.mode) == ("deployment-source-kept", "report")
    assert door.noted()["lookup-contradiction", "deployment-source-kept"] == 1
    assert door.patch(OTHER) == 200


def test_a_lie_that_was_heard_denies_nothing_that_the_service_says_otherwise(over: Any) -> None:
    found = {"resources": [deployment(OTHER, "external_container")], "offset": 1}
    fetch = Mock(side_effect=answering(found))
    lookups = [LearnedDeployments(), UPSTREAM[over](fetch)]
    door = Door(over, deployments=lookups, responses="enforce")
    door.listing(deployment(OTHER, "codehost"))
    assert door.patch(OTHER) == 200
    assert door.seen[-2].notes == (CONTRADICTED,)
    assert fetch.call_count == 1
    assert door.patch(OTHER) == 200  # the response has taught it anew
    assert fetch.call_count == 1
    assert door.patch(OTHER, b'{"secrets": 5}') == 422  # wrong whatever is known: nobody is asked
    assert fetch.call_count == 1


@pytest.mark.promise(35)
def test_no_client_hides_a_change_by_a_list_that_states_the_source(over: Any) -> None:
    stored = deployment(OTHER, source_config={"repo_url": "https://example.com/a"})
    fetch = Mock(side_effect=answering({"resources": [stored], "offset": 1}))
    door = Door(over, deployments=[LearnedDeployments(), UPSTREAM[over](fetch)])
    door.listing(stored)
    for url, status in (("https://example.com/b", 422), ("https://example.com/a", 200)):
        body = json.dumps({"source_config": {"repo_url": url}}).encode()
        assert door.patch(OTHER, body, stored) == status
    assert door.patch(OTHER, b'{"source_config": {"repo_url": null}}', stored) == 200
    assert door.patch(OTHER, b'{"name": "checkout"}', stored) == 200  # the list has stated it
    assert fetch.call_count == 2


def test_what_the_operator_gave_outweighs_what_was_heard(over: Any) -> None:
    for order in (1, -1):
        learned = LearnedDeployments()
        lookups = [learned, {OTHER: {"source": "external_container"}}][::order]
        door = Door(over, deployments=lookups, responses={"patch_deployment": "enforce"})
        door.listing(deployment(OTHER, "codehost"))
        # against the word of the operator it is a violation
        assert door.patch(OTHER, answer=deployment(OTHER, "codehost")) == 502
        assert "source" not in (learned.find(OTHER) or {})
        assert door.patch(OTHER) == 200


@pytest.mark.parametrize("status", [201, 304, 404, 500])
def test_responses_of_other_statuses_teach_nothing(over: Any, status: int) -> None:
    door = Door(over)
    door.answer({"resources": [deployment()], "offset": 1}, status)
    door._send("GET", LIST)
    assert door.patch(answer=deployment(), status=status) == status
    assert door.patch() == 200


def test_what_is_not_judged_teaches_at_most_of_its_own_deployment(over: Any) -> None:
    door = Door(over)
    door.answer(deployment())
    for method, path in (("PUT", PATH), (free_method(LIST), LIST), ("GET", PATH)):
        door._send(method, path)  # of no operation
        assert door.patch() == 200
    door = Door(over, requests="off")
    door.patch(ID, answer=deployment(OTHER))
    assert "lookup-refused: patched-deployment /id" in door.seen[-1].notes
    door = Door(over, requests={"list_deployments": "off"})
    door.patch(ID, answer=deployment(OTHER))
    assert door.patch(OTHER) == 200


@pytest.mark.parametrize("patched", [200, 500])
def test_a_list_under_way_while_a_patch_passes_teaches_nothing_that_the_patch_may_have_changed(
    patched: int,
) -> None:
    """The list was read before the patch, and arrives after it."""
    old = deployment(source_revision_config={"repo_ref": "refs/tags/v1"})
    new = deployment(source_revision_config={"repo_ref": "main"})
    branch = json.dumps({"source_revision_config": {"repo_ref": "main"}}).encode()

    def app(environ: Any, start_response: Any) -> Any:
        if environ["REQUEST_METHOD"] == "PATCH":
            return App(new, patched).wsgi(environ, start_response)
        assert send("PATCH", PATH, branch).status == patched
        return App({"resources": [old], "offset": 1}).wsgi(environ, start_response)

    send = over_wsgi(app, deployments=LearnedDeployments(learn_mutable=True))
    assert send("GET", LIST).status == 200
    assert send("PATCH", PATH, TAG).status == patched  # honest: it is on a branch now
    assert send("PATCH", PATH, BODY).status == 422  # its source, which cannot change, was learned


@pytest.mark.parametrize("says", [True, False])
def test_a_list_that_was_begun_after_a_patch_and_read_before_it_is_not_believed(says: bool) -> None:
    """The answer to the patch arrives last, and was begun first."""
    learned = LearnedDeployments(clock=lambda: now, learn_mutable=True)
    contract, now = made("python"), 0.0
    facts: Any = {ref: {"source_revision_config": {"repo_ref": ref}} for ref in ("old", "new")}

    def report(reference: str) -> Any:
        return contract.check(deployment(**facts[reference]), "Deployment")

    patched, listed, now = 1.0, 2.0, 3.0
    learned.learn(report("old"), listed)
    assert learned.find(ID) == {"name": "checkout", "source": "codehost", **facts["old"]}
    if says:
        learned.learn(report("new"), patched, ID)
        assert learned.find(ID) == {"name": "checkout", "source": "codehost", **facts["new"]}
    else:
        learned.learn(contract.check(deployment(OTHER), "Deployment"), patched, ID)
        assert learned.find(ID) == {"name": "checkout", "source": "codehost"}


def test_a_response_from_a_cache_is_as_old_as_it_says(over: Any) -> None:
    tagged = deployment(source_revision_config={"repo_ref": "refs/tags/v1"})
    for age, status in (("0", 422), ("5", 422), ("31", 200), ("x", 200), ("9" * 400, 200)):
        door = Door(over, deployments=LearnedDeployments(learn_mutable=True))
        door.answer({"resources": [tagged], "offset": 1}, headers={**JSON, "age": age})
        door._send("GET", LIST)
        # undecided requests are passed on
        expected = 422 if status == 422 else 500
        assert door.patch(body=TAG, answer=tagged, status=500) == expected, age
        assert door.patch() == 422  # its source never changes


def test_room_that_others_take_is_noted(over: Any) -> None:
    door = Door(over, deployments=LearnedDeployments(capacity=2))
    assert door.listing(deployment(), deployment(OTHER)) == ()
    assert door.listing(deployment(THIRD)) == ("lookup-full",)
    assert door.patch() == 200


def test_what_has_expired_contradicts_nothing() -> None:
    now = 0.0
    learned = LearnedDeployments(seconds=100, clock=lambda: now)
    assert learned.learn(said(source="codehost")) == ()
    now = 100.0
    assert learned.learn(said(source="internal_source")) == ()
    assert (learned.find(ID) or {})["source"] == "internal_source"
    now = 150.0
    assert learned.learn(said(source="codehost")) == (CONTRADICTED,)
    assert learned.find(ID) is None


# --- a response to a request that was passed on before facts proved to be wrong


Drop = Callable[[LearnedDeployments], object]


def contradict(learned: LearnedDeployments) -> None:
    [noted] = learned.learn(said(source="internal_source"))
    assert notes.labels(noted)[0] == notes.CONTRADICTION


def contradict_at_once(learned: LearnedDeployments) -> None:
    items = [said().value, said(source="internal_source").value]
    value = {"resources": items, "offset": 0}
    [noted] = learned.learn(Report("allow", kind="DeploymentList", value=value))
    assert notes.labels(noted)[0] == notes.CONTRADICTION


DROPS: list[Drop] = [contradict, contradict_at_once, lambda learned: learned.discard(ID)]


@pytest.mark.parametrize("drop", DROPS, ids=["contradict", "contradict_at_once", "discard"])
@pytest.mark.parametrize("fresh", [0.0, 3.0, 30.0])
def test_only_what_was_asked_after_a_drop_teaches(drop: Drop, fresh: float) -> None:
    now = 1000.0
    learned = LearnedDeployments(clock=lambda: now, fresh_seconds=fresh)
    learned.learn(said())
    long_ago, begun, now = 1000.0, 1001.0, 1002.0
    drop(learned)
    assert learned.find(ID) is None
    for now in (1003.0, 1004.0, 1005.0):  # noqa: B007 - the clock of the lookup
        for since in ((long_ago,), (begun,), (begun, ID)):  # the last: to a patch
            assert learned.learn(said(), *since) == ()
            assert learned.find(ID) is None
    learned.learn(said(OTHER), begun)  # of the others nothing was wrong
    assert (learned.find(OTHER) or {}).get("source") == "codehost"
    learned.learn(said(source="internal_source"), 1002.0)
    assert (learned.find(ID) or {}).get("source") == "internal_source"


def test_a_drop_beyond_the_bound_holds_for_every_deployment() -> None:
    clock = itertools.count(1000.0)
    learned = LearnedDeployments(capacity=2, clock=clock.__next__)
    names = [str(UUID(int=number)) for number in range(4)]
    begun = next(clock)
    for name in names:
        learned.discard(name)
    for name in names:
        learned.learn(said(name), begun)
    assert not len(learned)
    for name in names[2:]:
        learned.learn(said(name), next(clock))
    assert len(learned) == 2


# --- who shares an answer


@pytest.mark.parametrize("header", ["authorization", "cookie", "x-api-key", "X-Tenant-Id"])
def test_callers_who_differ_in_a_header_that_is_passed_on_never_share(header: str) -> None:
    asked: list[str] = []

    async def fetch(request: Request) -> Response:
        asked.append(str(dict(request.headers)[header.lower()]))
        await asyncio.sleep(0.01)  # all of them ask meanwhile
        return answering(SOUND)(request)

    async def main() -> None:
        options: dict[str, Any] = (
            {} if header in CREDENTIALS else {"headers": ["authorization", header]}
        )
        lookup = AsyncUpstreamDeployments(fetch, **options)
        callers = [((header, f"caller-{number % 3}"),) for number in range(30)]
        finding = [lookup.find(ID, Request("PATCH", PATH, "", caller)) for caller in callers]
        assert all(await asyncio.gather(*finding))

    asyncio.run(main())
    assert sorted(asked) == ["caller-0", "caller-1", "caller-2"]


@pytest.mark.parametrize(
    "names",
    ["authorization", ["a b"], ["host"], ["HTTP2-Settings"], ["content-length"], ["x_tenant"], [5]],
)
def test_headers_that_cannot_be_passed_on_are_refused_at_once(names: Any) -> None:
    if names == "authorization":
        UpstreamDeployments(answering(SOUND), headers=names)
        return
    for kind in (UpstreamDeployments, AsyncUpstreamDeployments):
        with pytest.raises(ContractError, match="headers of lookups"):
            kind(answering(SOUND), headers=names)
