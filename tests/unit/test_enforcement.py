"""The middleware of ASGI and WSGI, message by message: what passes, what is answered, what is observed."""

import asyncio
import gzip
import inspect
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError
from functools import wraps
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from unittest.mock import create_autospec

import pytest

from deploy_contract import Contract, ContractError, notes
from deploy_contract.answers import detail, failure, phrase
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.knowledge.protocol import MappingLookup
from deploy_contract.middleware.observation import Observation
from deploy_contract.middleware.options import OPTIONS, MiddlewareOptions
from deploy_contract.models import from_value
from deploy_contract.traffic import Coverage
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from tests.support.applications import (
    ID,
    JSON,
    OTHER,
    PATH,
    REFERENCES,
    App,
    deployment,
    exchange,
    messages,
    over_asgi,
    over_wsgi,
    scope_of,
)

SOURCES = ", ".join(Contract().bundle.book.sources)
OPERATIONS = ", ".join(row["operation"] for row in Contract().operations)


def test_what_is_no_operation_passes_untouched_unless_it_is_said_otherwise(over: Any) -> None:
    for method, path in (
        ("GET", "/health"),
        ("OPTIONS", PATH),
        ("HEAD", "/v2/deployments"),
        ("DELETE", PATH),
    ):
        app = App(b"anything", 200, {"content-type": "text/plain"})
        assert over(app, responses="enforce")(method, path, b"no json").body == b"anything"
        assert app.given == [b"no json"]
    strict = over(App(), contract=Contract(unknown_operations="reject"))
    assert strict("GET", "/health").status == 404
    refused = strict("DELETE", PATH)
    found = (refused.status, refused.headers["allow"], refused.rules)
    assert found == (405, "PATCH", ["method-unknown"])


def test_an_undecided_request_is_refused_where_the_operator_says_so(over: Any) -> None:
    answer = over(App(), when_indeterminate="deny")("PATCH", PATH, json.dumps(REFERENCES).encode())
    assert (answer.status, answer.rules) == (422, ["secret-references-source"])


def test_requests_may_be_only_reported(over: Any) -> None:
    seen: list[Observation] = []
    app = App()
    send = over(app, requests={"patch_deployment": "report"}, on_report=seen.append)
    for body in (b"{", b" " * 1_048_577, b""):
        assert send("PATCH", PATH, body).status == 200
        assert app.given.pop() == body
    requests = [item for item in seen if item.direction == "request"]
    assert [(item.verdict, item.refused) for item in requests] == [("deny", False)] * 3
    # the other operations keep the default
    assert send("GET", "/v2/deployments", query="limit=0").status == 400


def test_another_renderer_and_any_callable(over: Any) -> None:
    answer = over(App(), render=detail)("PATCH", PATH, b'{"secrets": [{"name": "A"}]}')
    message = 'a secret needs a name and a value; write {"name": ..., "value": ...}'
    row = {"loc": ["body", "secrets", 0], "msg": message, "type": "secret-complete"}
    assert json.loads(answer.body) == {"detail": [row]}


def test_a_share_of_the_responses_is_judged(over: Any) -> None:
    seen: list[Observation] = []
    app, chance = App({"resources": [], "offset": 0}), iter([0.1, 0.9, 0.2, 0.8]).__next__
    send = over(app, sample={"list_deployments": 0.5}, chance=chance, on_report=seen.append)
    for _ in range(4):
        send("GET", "/v2/deployments")
    assert [item.direction for item in seen].count("response") == 2


def test_a_failure_is_a_problem_of_the_contract_and_says_when_to_try_again() -> None:
    answer = failure(503, "Too many requests are under way.")
    assert json.loads(answer.body) == {
        "type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": "Too many requests are under way.", "violations": []
    }  # fmt: skip
    assert dict(answer.headers)["retry-after"] == "1"
    assert "retry-after" not in dict(failure(502, "It is not there.").headers)


def test_advice_is_worked_out_for_a_share_of_what_is_observed(over: Any) -> None:
    seen: list[Observation] = []
    chance = iter([0.1, 0.9, 0.2, 0.8]).__next__
    send = over(App(), advice=0.5, responses="off", chance=chance, on_report=seen.append)
    body = json.dumps({"secrets": [{"name": "TOKEN", "value": "a"}] * 2}).encode()
    for _ in range(4):
        assert send("PATCH", PATH, body).status == 200
    assert [len(item.violations) for item in seen] == [1, 0, 1, 0]
    assert {item.verdict for item in seen} == {"allow"}


def test_blanks_around_a_stated_length_are_none_of_it() -> None:
    """RFC 9110, section 5.5; not every server takes them away."""
    known = {ID: {"source": "codehost"}}
    send = over_asgi(App(deployment()), deployments=known, responses="enforce")
    assert send("PATCH", PATH, b"{}", {**JSON, "content-length": "2 \t"}).status == 200
    app = App(deployment())
    app.headers = {**JSON, "content-length": f" {len(app.body)} "}
    assert over_asgi(app, responses="enforce")("PATCH", PATH, b"{}").status == 200


def test_a_stated_length_is_looked_at_before_a_body_is_read() -> None:
    arabic = "\u0663".encode().decode("latin-1")
    lengths = [("1048577", 413), ("9" * 5000, 413), ("-1", 400), ("1_0", 400), (arabic, 400)]
    send = over_asgi(App())
    for length, status in lengths:
        answer = send("PATCH", PATH, b"{}", {"content-length": length})
        assert (answer.status, answer.taken) == (status, 0)


@pytest.mark.parametrize(
    ("length", "rule"),
    [("5", "body-incomplete"), ("x", "body-incomplete"), ("1048577", "json-size")],
)
def test_a_wsgi_body_that_is_not_as_long_as_stated(length: str, rule: str) -> None:
    app = App()
    assert over_wsgi(app)("PATCH", PATH, b"{}", CONTENT_LENGTH=length).rules == [rule]
    assert app.calls == 0


def test_a_wsgi_body_without_a_length_is_read_where_the_stream_ends_with_it() -> None:
    app = App()
    send = over_wsgi(app)
    terminated: Any = {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}
    assert send("PATCH", PATH, b"{}", **terminated).status == 200
    assert app.given == [b"{}"]
    assert send("PATCH", PATH, b"{}", CONTENT_LENGTH="").rules == ["body-missing"]


def test_no_more_of_a_wsgi_stream_is_read_than_its_length() -> None:
    """At some servers, such as that of `wsgiref`, reading more waits for the client."""
    body, given = b"x" * 300_000, []

    class Stream(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            assert size is not None
            assert 0 <= size <= len(body) - self.tell()
            return super().read(size)

    def app(environ: Any, start: Any) -> list[bytes]:
        given.append(environ["wsgi.input"].read(len(body)))
        start("204 No Content", [])
        return []

    send = over_wsgi(app, requests="report", buffer_bytes=1000)
    send("PATCH", PATH, body, **{"wsgi.input": Stream(body)})
    assert given == [body]


def test_a_wsgi_application_may_begin_an_error_in_place_of_a_withheld_response() -> None:
    def app(_environ: Any, start: Any) -> Iterator[bytes]:
        start("200 OK", list(JSON.items()))
        yield b'{"resources": ['
        try:
            raise ValueError
        except ValueError:
            start("500 Error", [("content-type", "text/plain")], sys.exc_info())
        yield b"out of "
        yield b"order"

    answer = over_wsgi(app, responses="enforce")("GET", "/v2/deployments")
    assert (answer.status, answer.body) == (500, b"out of order")


LISTED = json.dumps({"resources": [], "offset": 0}).encode()
HTML = {"content-type": "text/html"}
ZIPPED = App(gzip.compress(LISTED), headers={**JSON, "content-encoding": "gzip"})


@pytest.mark.parametrize(
    ("app", "reported", "enforced"),
    [
        (App(LISTED), 200, 200), (ZIPPED, 200, 200), (App(b"<p>", headers=HTML), 200, 200), (App(b"no", 500), 500, 500),
        (App(b'{"resources": 5, "offset": 0}'), 200, 502),
        (App(LISTED, headers={**JSON, "content-length": "100"}), 200, 502),
    ],
)  # fmt: skip
def test_a_response_is_enforced_or_reported(
    over: Any, app: App, reported: int, enforced: int
) -> None:
    """What is no JSON, or has a status that the interface does not describe, passes."""
    for mode, status in (("report", reported), ("enforce", enforced)):
        answer = over(app, responses=mode)("GET", "/v2/deployments")
        assert answer.status == status
        assert (answer.body == app.body) == (status != 502)


@pytest.mark.parametrize("responses", ["enforce", "report"])
def test_a_response_that_never_begins_is_answered(responses: str) -> None:
    async def nothing(_scope: Any, _receive: Any, _send: Any) -> None:
        pass

    wsgi = over_wsgi(lambda *_: [], responses=responses)
    for send in (over_asgi(nothing, responses=responses), wsgi):
        answer = send("GET", "/v2/deployments")
        assert (answer.status, answer.rules) == (502, ["response-incomplete"])


@pytest.mark.parametrize("responses", ["report", "off", "enforce"])
def test_a_response_passes_in_pieces_unless_it_is_enforced(responses: Any) -> None:
    sent: list[Any] = []
    passed: list[int] = []  # messages, and bytes of the first piece

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": LISTED[:9], "more_body": True})
        passed.append(len(sent))
        await send({"type": "http.response.body", "body": LISTED[9:]})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    scope = scope_of("GET", "/v2/deployments")
    asyncio.run(AsgiMiddleware(app, responses=responses)(scope, receive, send))
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/v2/deployments", "wsgi.input": BytesIO()}
    middleware = WsgiMiddleware(App(LISTED, piece=9).wsgi, responses=responses)
    passed.append(len(next(iter(middleware(environ, lambda *_: lambda _chunk: None)))))
    assert passed == ([0, len(LISTED)] if responses == "enforce" else [2, 9])


@pytest.mark.parametrize(("requests", "status"), [("enforce", 408), ("report", 200)])
def test_a_slow_body_is_refused_unless_requests_are_only_reported(
    requests: Any, status: int
) -> None:
    app, seen = App(), list[Observation]()
    middleware = AsgiMiddleware(
        app.asgi, requests=requests, on_report=seen.append, body_seconds=0.01
    )
    begin, end = messages("http.request", [b"{", b"}"])
    incoming = iter([begin, app.called, end])  # the rest comes if the time limit let it pass
    sent = asyncio.run(exchange(middleware, scope_of("PATCH", PATH), incoming))
    assert sent[0]["status"] == status
    assert app.given == ([b"{}"] if requests == "report" else [])
    assert [violation.rule for violation in seen[0].violations] == ["body-timeout"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"responses": "repport"}, "responses must be one of enforce, report, off; did you mean report?"),
        ({"requests": {"patch_deployment": "enforced"}}, "requests must be one of enforce, report, off; did you mean enforce?"),
        ({"requests": {"patch_deploymnet": "off"}}, f"an operation of requests must be one of {OPERATIONS}; did you mean patch_deployment?"),
        ({"respones": "off"}, f"an option must be one of {', '.join(OPTIONS)}; did you mean responses?"),
        ({"when_indeterminate": "denny"}, "when_indeterminate must be one of allow, deny; did you mean deny?"),
        ({"sample": 2}, "sample must be a number from 0 to 1"),
        ({"render": 5}, "render must be a function"),
        ({"lookup_seconds": 0}, "lookup_seconds must be a number of seconds above 0"),
        ({"buffer_bytes": -1}, "buffer_bytes must be an integer of at least 0"),
        ({"sample": True}, "sample must be a number"), ({"advice": -1}, "advice must be a number"),
        ({"deployments": 5}, "deployments"), ({"deployments": ["codehost"]}, "deployments"),
        ({"deployments": {ID: "codehost"}}, 'deployments: value 1: deployment must be a mapping with the known fields, such as {"source": "codehost"}'),
        ({"deployments": {ID: {"source": "codhost"}}}, f"deployments: value 1: the source of deployment must be one of {SOURCES}; did you mean codehost?"),
        ({"deployments": {ID: {"source": []}}}, "deployments: value 1: the source of deployment must be one of "),
        ({"deployments": {"checkout": {"source": "codehost"}}}, "deployments: key 1 is not the id of a deployment, as a string"),
        ({"deployments": SimpleNamespace(find=lambda _identity: None)}, "deployments is a mapping from id, a lookup with find(id, request)"),
        ({"on_report": 3}, "on_report must be a function"),
        ({"contract": "a/path"}, "contract must be a Contract"), ({"contract": Contract}, "contract must be a Contract"),
        ({"candidate": "a/path"}, "candidate must be a Contract"),
        ({"coverage": Coverage()}, "coverage must be a LiveCoverage"),
        ({"app": Contract()}, "app must be an application"), ({"app": None}, "app must be an application"),
    ],
)  # fmt: skip
def test_a_wrong_option_is_one_line_with_what_is_allowed_and_the_nearest(
    options: dict[str, Any], text: str
) -> None:
    made: list[Any] = [AsgiMiddleware, WsgiMiddleware]
    texts = set()
    for middleware in made:
        with pytest.raises(ContractError) as refused:
            middleware(**{"app": print, **options})
        texts.add(str(refused.value))
    (said,) = texts
    assert said.startswith(text)
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("name", ["body_seconds", "lookup_seconds"])
def test_an_option_that_does_nothing_under_wsgi_is_refused_there(name: str) -> None:
    app: Any = print
    options: dict[str, Any] = {name: 5.0}
    AsgiMiddleware(app, **options)
    with pytest.raises(ContractError, match=f"{name} has no use under WSGI: "):
        WsgiMiddleware(app, **options)
    WsgiMiddleware(app, body_seconds=30, lookup_seconds=1)  # the defaults


def test_a_framework_that_calls_the_wsgi_middleware_with_its_request_is_refused() -> None:
    given: Any = print
    with pytest.raises(ContractError, match="wraps a WSGI application, as in wsgi"):
        WsgiMiddleware(given)(given)


def test_the_options_are_explicit_and_the_same_at_both_doors() -> None:
    asgi, wsgi = inspect.signature(AsgiMiddleware), inspect.signature(WsgiMiddleware)
    assert [*asgi.parameters] == [*wsgi.parameters] == ["app", "contract", *OPTIONS]
    for name in OPTIONS:
        assert asgi.parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert asgi.parameters[name].default is not inspect.Parameter.empty
        assert f"\n    {name}: " in (inspect.getdoc(MiddlewareOptions) or "")


@pytest.mark.parametrize("middleware", [AsgiMiddleware, WsgiMiddleware])
def test_the_options_of_a_middleware_never_change(middleware: Any) -> None:
    made = middleware(print)
    for name in (*OPTIONS, "app"):
        with pytest.raises(FrozenInstanceError):
            setattr(made, name, None)


def test_phrases_of_statuses_are_those_of_the_standard_under_every_python() -> None:
    told = {413: "Content Too Large", 414: "URI Too Long", 422: "Unprocessable Content"}
    assert {status: phrase(status) for status in told} == told
    assert (phrase(400), phrase(502)) == ("Bad Request", "Bad Gateway")


def test_lookups_are_asked_in_turn_until_one_settles_it(over: Any) -> None:
    asked: list[str] = []

    class Knows:
        def __init__(self, name: str, known: Any) -> None:
            self.name, self.known = name, known

        def find(self, _identity: str, _request: Any) -> Any:
            asked.append(self.name)
            return self.known

    pushed = {"source_config": {"build_on_push": True}}
    tagged = {**pushed, "source_revision_config": {"repo_ref": "refs/tags/v1"}}
    lookups = [
        Knows("source", {"source": "codehost", "source_config": {}}),
        Knows("nothing", None),
        Knows("branch", tagged),
        Knows("never asked", {}),
    ]
    send = over(App(), deployments=lookups)
    assert send("PATCH", PATH, json.dumps(pushed).encode()).rules == ["tag-never-moves"]
    assert asked == ["source", "nothing", "branch"]
    asked.clear()
    assert send("PATCH", PATH, b"{}").status == 200
    assert asked == ["source"]
    # a stored null is a known value
    body = json.dumps({"source_config": {"repo_url": "https://example.com/a"}}).encode()
    contract = Contract(modes={"immutable-field": "report"})
    for config, names in (({}, ["source", "later"]), (None, ["source"])):
        asked.clear()
        known = Knows("source", {"source": "codehost", "source_config": config})
        send = over(App(), contract=contract, deployments=[known, Knows("later", None)])
        assert send("PATCH", PATH, body).status == 200
        assert asked == names


def test_a_decorator_may_give_find_the_request(over: Any) -> None:
    @wraps(lambda _identity: None)
    def find(*given: Any) -> Any:
        return {"source": "codehost"} if given[1].method == "PATCH" else None

    send = over(App(), deployments=SimpleNamespace(find=find))
    assert send("PATCH", PATH, json.dumps(REFERENCES).encode()).status == 422


def test_lookups_made_for_asgi_are_refused_before_wsgi() -> None:
    class Late:
        async def find(self, *_given: Any) -> Any:
            return {"source": "codehost"}

    class Called:
        async def __call__(self, *_given: Any) -> Any:
            return {"source": "codehost"}

    spec = create_autospec(Late, instance=True)
    for lookups in ([{}, Late()], spec, SimpleNamespace(find=Called())):
        with pytest.raises(ContractError, match="a lookup whose find is async"):
            over_wsgi(App(), deployments=lookups)
    over_wsgi(App(), deployments=create_autospec(MappingLookup, instance=True))
    body, late = json.dumps(REFERENCES).encode(), Late()
    assert over_asgi(App(), deployments=late)("PATCH", PATH, body).status == 422
    seen: list[Observation] = []
    # nothing shows before the first call that this lookup has to be awaited
    hidden = SimpleNamespace(find=lambda *_given: late.find())
    send = over_wsgi(App(), deployments=[hidden, hidden], on_report=seen.append)
    assert send("PATCH", PATH, body).status == 200
    assert seen[0].notes == ("lookup-failed", "lookup-failed")


class LazyDeployments(Mapping[str, Any]):
    """Stored deployments that are loaded when they are asked for."""

    def __getitem__(self, identity: str) -> Any:
        return {"source": "codehost"}

    def __iter__(self) -> Iterator[str]:
        yield "not read"

    def __len__(self) -> int:
        return 1


class NotingDeployments(LazyDeployments):
    """Stored deployments of which none can be loaded."""

    def __getitem__(self, identity: str) -> Any:
        notes.add("db")
        raise KeyError(identity)


def test_a_mapping_that_loads_on_demand_may_add_notes(over: Any) -> None:
    seen: list[Observation] = []
    over(App(), deployments=NotingDeployments(), on_report=seen.append)("PATCH", PATH, b"{}")
    assert seen[0].notes == ("db",)


def test_facts_are_those_from_before_the_application_changed_them(over: Any) -> None:
    stored = {**deployment(), "id": ID}
    renamed = {**stored, "name": "other"}
    options = {"responses": "enforce", "on_report": lambda _seen: stored.update(renamed)}
    send = over(App(renamed), deployments={ID: stored}, **options)
    assert send("PATCH", PATH, b"{}").status == 502


@pytest.mark.parametrize(
    "deployments",
    [
        {ID: {"source": "codehost", "url": "https://checkout.example.com", "createdAt": "x"}},
        {ID: {"source": "codehost"}, OTHER: {"nam": "checkout"}},
        {ID.upper(): from_value("Deployment", deployment())},
        {ID: {"source": "codehost"}, OTHER: None},
        LazyDeployments(),
    ],
)
def test_deployments_may_have_more_than_the_contract_declares(over: Any, deployments: Any) -> None:
    send = over(App(), deployments=deployments)
    assert send("PATCH", PATH, json.dumps(REFERENCES).encode()).status == 422
