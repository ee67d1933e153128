"""A candidate judges the same messages: differences are observed, and no answer changes."""

import asyncio
import json
import logging
from functools import cache, partial
from typing import Any, NoReturn
from unittest.mock import Mock

import pytest

from deploy_contract import Bundle, Contract, Limits
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.candidate import Difference
from deploy_contract.middleware.buffers import Budget
from deploy_contract.middleware.observation import Observation
from tests.support import spec_change
from tests.support.applications import (
    ID,
    OTHER,
    PATH,
    REFERENCES,
    App,
    deployment,
    exchange,
    messages,
    over_asgi,
    scope_of,
)
from tests.support.engines import ENGINES, made
from tests.support.spec_change import METHOD, free

LIST = "/v2/deployments"
UNDECLARED = json.dumps({"CANARY-7f3a": 1}).encode()
REFERRING = json.dumps(REFERENCES).encode()
PATCHED = "patch_deployment"


# candidates: one that rejects undeclared fields, one that lets references to secrets pass
strict = partial(made, ENGINES[-1], unknown_fields="reject")
lenient = partial(Contract, modes={"secret-references-source": "off"})


def observed(over: Any, *sent: tuple[Any, ...], app: App | None = None, **options: Any) -> Any:
    """Return the answers to requests, and what was observed."""
    seen: list[Observation] = []
    send = over(app or App(), on_report=seen.append, **options)
    answers = [send(*request) for request in sent]
    return [(answer.status, answer.headers, answer.body) for answer in answers], seen


CREATED = free("create_deployment")
RIGHT = json.dumps({"name": "a", "source": "codehost"}).encode()
WRONG = json.dumps({"name": 5, "source": "codehost"}).encode()
KNOWN = {"deployments": {ID: {"source": "codehost"}}}
RULES = ("secret-references-source",)
LISTED = {"resources": [deployment()], "offset": 1}


# a candidate that reads only short responses
short = partial(made, ENGINES[-1], limits=Limits(response_body=50))


@cache
def later(**options: Any) -> Contract:
    """Return a contract with one more operation, which takes a body."""
    return Contract(bundle=Bundle.load(spec_change.checkout()), **options)


TEXT = {"content-type": "text/plain"}  # the contract reads forms and JSON for itself

Case = tuple[Any, Any, list[tuple[Any, ...]], dict[str, Any], Any, list[Any]]
# the contract, the candidate, requests, options, the application, and the candidate of each observation
CASES: dict[str, Case] = {
    "a request that it denies": (
        partial(Contract, unknown_fields="allow"), strict, [("PATCH", PATH, UNDECLARED)], {}, App,
        [Difference(PATCHED, "deny", ("unknown-field",)), None],
    ),
    "a request that it allows": (
        Contract, lenient, [("PATCH", PATH, REFERRING)], KNOWN, App, [Difference(PATCHED, "allow", RULES)],
    ),
    "a response that is reported": (
        Contract, short, [("GET", LIST)], {}, partial(App, LISTED),
        [None, Difference("list_deployments", "deny", ("json-size",))],
    ),
    "a response that is enforced": (
        Contract, short, [("GET", LIST)], {"responses": "enforce"}, partial(App, LISTED),
        [None, Difference("list_deployments", "deny", ("json-size",))],
    ),
    "an operation that it has alone": (
        Contract, later, [(METHOD, LIST, RIGHT), (METHOD, LIST, WRONG), ("GET", "/elsewhere")], {}, App,
        [Difference(CREATED, "allow", ()), Difference(CREATED, "deny", ("schema-type",)), None],
    ),
    "an operation that it lacks": (
        later, Contract, [(METHOD, LIST, RIGHT)], {}, partial(App, deployment(), 201),
        [Difference(None, "allow", ())] * 2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_differences_are_observed_and_no_answer_changes(over: Any, name: str, engine: str) -> None:
    contract, candidate, asked, options, app, expected = CASES[name]
    found = []
    for more in ({}, {"candidate": candidate()}):
        service = app()
        given = {"contract": contract(engine=engine), **more, **options}
        answers, seen = observed(over, *asked, app=service, **given)
        kept = [(one.direction, one.operation, one.verdict, one.refused, one.notes) for one in seen]
        found.append((answers, service.given, kept))
        differences = [one.candidate for one in seen]
        assert differences == (expected if more else [None] * len(expected))
        assert "CANARY" not in repr(seen)
    assert found[0] == found[1]


def test_the_candidate_judges_with_what_was_learned(over: Any) -> None:
    app = App({"resources": [deployment(), deployment(OTHER, "external_container")], "offset": 2})
    candidate = Contract(modes={"secret-references-source": "enforce"})
    contract = Contract(modes={"secret-references-source": "off"})
    requests = [
        ("PATCH", PATH, REFERRING),
        ("GET", LIST, b""),
        ("PATCH", PATH, REFERRING),
        ("PATCH", f"/v2/deployments/{OTHER}", REFERRING),
    ]
    _, seen = observed(over, *requests, app=app, contract=contract, candidate=candidate)
    found = [item.candidate for item in seen if item.direction == "request"]
    early, late = [Difference(PATCHED, verdict, RULES) for verdict in ("indeterminate", "deny")]
    assert found == [early, None, late, None]


def test_a_body_for_the_candidate_alone_passes_beyond_each_limit(over: Any) -> None:
    """It is not refused, and takes no memory that is reserved for requests that are enforced."""
    long = b'{"name": "' + b"x" * (1 << 17) + b'"}'
    short_limit = {"contract": Contract(limits=Limits(request_body=1 << 16))}
    for limited in (short_limit, {"buffer_bytes": 1 << 16}):
        app, budget = App(), Budget(1 << 16)
        options: Any = {"buffer_bytes": budget, "candidate": later()} | limited
        (answer,), (request,) = observed(over, (METHOD, LIST, long, TEXT), app=app, **options)
        assert (answer[0], app.given) == (200, [long])
        assert (request.candidate, request.notes) == (None, ("candidate-unread",))
        assert budget.taken == 0


def test_a_slow_body_for_the_candidate_alone_is_passed_on_as_it_comes() -> None:
    app, seen = App(), list[Observation]()
    middleware = ContractMiddleware(
        app.asgi, Contract(), candidate=later(), on_report=seen.append, body_seconds=0.01
    )
    begin, end = messages("http.request", [b"{", b"}"])
    incoming = iter([begin, app.called, end])  # the rest comes if the time limit let it pass
    sent = asyncio.run(exchange(middleware, scope_of(METHOD, LIST, TEXT), incoming))
    assert app.given == [b"{}"]
    assert (sent[0]["status"], seen[0].notes) == (200, ("candidate-unread",))


class Broken(Contract):
    """A contract that cannot judge."""

    @property
    def checker(self) -> NoReturn:
        raise RuntimeError("CANARY-7f3a")


def test_a_crash_of_the_candidate_is_a_note(over: Any, caplog: pytest.LogCaptureFixture) -> None:
    asked = [("PATCH", PATH, b"{}"), ("PATCH", PATH, b"{"), ("GET", LIST)]
    before, _ = observed(over, *asked)
    answers, seen = observed(over, *asked, candidate=Broken())
    assert answers == before
    assert [item.notes[-1] for item in seen] == ["candidate-failed"] * 5  # one request is refused
    assert "judging by the candidate failed: RuntimeError" in caplog.text
    assert "CANARY" not in caplog.text


def test_the_candidate_costs_one_verdict_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    candidate = Contract(engine="python")
    counting = Mock()
    for name in ("request", "response"):
        getattr(counting, name).side_effect = getattr(candidate.checker, name)
        monkeypatch.setattr(candidate.checker, name, getattr(counting, name))
    observed(over_asgi, ("PATCH", PATH, REFERRING), ("GET", LIST), candidate=candidate)
    assert [name for name, *_ in counting.mock_calls] == ["request", "response"] * 2


def test_without_on_report_differences_are_warnings(
    over: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "deploy_contract"):
        over(App(), candidate=strict())("PATCH", PATH, UNDECLARED)
    text = "request patch_deployment: allow, by the candidate deny: unknown-field"
    assert caplog.messages == [text]
