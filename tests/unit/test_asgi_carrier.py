"""Ordinary exchanges over ASGI are carried in Rust exactly as they are in Python."""

import asyncio
import collections.abc
import gc
import inspect
import itertools
import json
import logging
import threading
import traceback
import weakref
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deploy_contract import Contract, ContractError
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.middleware.observation import Observer
from deploy_contract.traffic import LiveCoverage
from tests.support.applications import ID, OTHER, PATH, REFERENCES, deployment
from tests.support.engines import made
from tests.support.exchanges import (
    JSON,
    PAUSE,
    RECEIVE,
    FailedError,
    Play,
    Recorder,
    Stage,
    body,
    request,
    start,
    without_carrier,
)

pytest.importorskip("deploy_contract_native")

DEPLOYMENT = json.dumps(deployment()).encode()
LISTED = json.dumps({"resources": [deployment()], "offset": 0}).encode()
PATCH = json.dumps({"secrets": [{"name": "A", "value": "b"}]}).encode()
OPEN = json.dumps(REFERENCES).encode()  # depends on the source
LARGE = b" " * (1 << 16) + b"{}"
ANSWER = [start(), body(DEPLOYMENT)]
WHOLE = Play([RECEIVE, *ANSWER], [request(PATCH)])
AGED = [*JSON, (b"age", b"7")]
Options = Callable[[Recorder], dict[str, Any]]


class ExitError(BaseException):
    """An exception that is no Exception."""


def native() -> Contract:
    return made("native").prepare()


def app_plays(*steps: Any) -> Play:
    return Play(steps, [request(PATCH)])


PLAYS = {
    "one chunk": WHOLE,
    "two chunks": Play(WHOLE.app, [request(PATCH[:9], more=True), request(PATCH[9:])]),
    "an empty last chunk": Play(
        [RECEIVE, RECEIVE, *ANSWER], [request(PATCH, more=True), request(b"")]
    ),
    "a late chunk": Play([RECEIVE, *ANSWER], [PAUSE, PAUSE, request(PATCH)]),
    "no body": Play([RECEIVE, *ANSWER], [request(b"")]),
    "a message without members": Play([RECEIVE, *ANSWER], [{"type": "http.request"}]),
    "a body of another class": Play([RECEIVE, *ANSWER], [request(bytearray(PATCH))]),  # type: ignore[arg-type] # on purpose
    "a long body": Play([RECEIVE, *ANSWER], [request(LARGE)]),
    "no JSON": Play([RECEIVE, *ANSWER], [request(b"{")]),
    "an open verdict": Play([RECEIVE, *ANSWER], [request(OPEN)]),
    "the client leaves before": Play([RECEIVE, *ANSWER], []),
    "the client leaves in the body": Play([RECEIVE, *ANSWER], [request(b"{", more=True)]),
    "the client leaves after": Play([RECEIVE, RECEIVE, RECEIVE, *ANSWER], [request(PATCH)]),
    "the server fails to receive": Play([RECEIVE, *ANSWER], [FailedError("receive")]),
    "the server fails to receive later": Play(
        [RECEIVE, RECEIVE], [request(PATCH), PAUSE, FailedError("receive")]
    ),
    "the server fails to start": Play(WHOLE.app, WHOLE.incoming, [FailedError("send")]),
    "the server fails to send": Play(WHOLE.app, WHOLE.incoming, [None, FailedError("send")]),
    "the server is slow": Play(WHOLE.app, WHOLE.incoming, [PAUSE, PAUSE]),
    "the application never reads": app_plays(*ANSWER),
    "it never answers": app_plays(RECEIVE),
    "it only starts": app_plays(RECEIVE, start()),
    "it fails before": app_plays(FailedError("app")),
    "it fails after it read": app_plays(RECEIVE, FailedError("app")),
    "it fails after its start": app_plays(RECEIVE, start(), FailedError("app")),
    "it fails in its body": app_plays(start(), body(b"{", more_body=True), FailedError("app")),
    "it fails after its end": app_plays(*ANSWER, FailedError("app")),
    "it exits after its start": app_plays(start(), ExitError("app")),
    "it exits after its end": app_plays(*ANSWER, asyncio.CancelledError("app")),
    "it starts twice": app_plays(start(), *ANSWER),
    "it starts another response": app_plays(start(500), start(200), body(DEPLOYMENT)),
    "it answers twice": app_plays(*ANSWER, *ANSWER),
    "it goes on after its end": app_plays(*ANSWER, body(b"more")),
    "it has no start": app_plays(body(DEPLOYMENT)),
    "it sends chunks": app_plays(
        start(), body(DEPLOYMENT[:9], more_body=True), body(DEPLOYMENT[9:])
    ),
    "it sends an empty last chunk": app_plays(
        start(), body(DEPLOYMENT, more_body=True), body(b"", more_body=False)
    ),
    "it sends trailers": app_plays(
        start(trailers=True), body(DEPLOYMENT), {"type": "http.response.trailers", "headers": []}
    ),
    "it sends a file": app_plays(start(), {"type": "http.response.pathsend", "path": "/none"}),
    "it sends an unknown message": app_plays({"type": "http.other"}, *ANSWER),
    "it sends no type": app_plays({}),
    "no content": app_plays(start(204, []), body(b"")),
    "an error that is described": app_plays(start(404), body(b'{"detail": "none"}')),
    "an undeclared status": app_plays(start(418), body(DEPLOYMENT)),
    "a status that is no number": app_plays(start("200"), body(DEPLOYMENT)),  # type: ignore[arg-type] # on purpose
    "no headers": app_plays({"type": "http.response.start", "status": 200}, body(DEPLOYMENT)),
    "no JSON type": app_plays(start(200, [(b"content-type", b"text/plain")]), body(DEPLOYMENT)),
    "an aged response": app_plays(start(200, AGED), body(DEPLOYMENT)),
    "a response with an encoding": app_plays(
        start(200, [*JSON, (b"content-encoding", b"gzip")]), body(DEPLOYMENT)
    ),
    "a response without a body": app_plays(start(), {"type": "http.response.body"}),
    "a wrong response": app_plays(start(), body(b'{"name": 1}')),
    "a response that is no JSON": app_plays(start(), body(b"<html>")),
    "another deployment": app_plays(start(), body(json.dumps(deployment(OTHER)).encode())),
    "another source": app_plays(start(), body(json.dumps(deployment(source="image")).encode())),
    "a length that is right": app_plays(
        start(200, [*JSON, (b"Content-Length", b"%d" % len(DEPLOYMENT))]), body(DEPLOYMENT)
    ),
    "a length that is wrong": app_plays(
        start(200, [*JSON, (b"content-length", b"9")]), body(DEPLOYMENT)
    ),
    "a length in other digits": app_plays(
        start(200, [*JSON, (b"content-length", b"0%d" % len(DEPLOYMENT))]), body(DEPLOYMENT)
    ),
    "two lengths": app_plays(
        start(200, [*JSON, *2 * [(b"content-length", b"%d" % len(DEPLOYMENT))]]), body(DEPLOYMENT)
    ),
    "two lengths that differ": app_plays(
        start(200, [*JSON, (b"content-length", b"1"), (b"content-length", b"2")]), body(b"{")
    ),
    "headers in a tuple": app_plays(start(200, tuple(JSON)), body(DEPLOYMENT)),
    "other members": app_plays(start(trailers=False), body(DEPLOYMENT, more_body=False, other=1)),
    "a long response": app_plays(start(), body(b" " * (1 << 16) + DEPLOYMENT)),
    "cancelled at once": Play(WHOLE.app, WHOLE.incoming, cancel=0),
    "cancelled in the application": Play([RECEIVE, PAUSE, PAUSE], WHOLE.incoming, cancel=1),
    "cancelled while it starts": Play(WHOLE.app, WHOLE.incoming, [PAUSE], cancel=1),
    "cancelled while it sends": Play(WHOLE.app, WHOLE.incoming, [None, PAUSE], cancel=1),
    "cancelled while it sends the end": Play(WHOLE.app, WHOLE.incoming, [None, PAUSE], cancel=2),
    "the server is slow to end": Play(WHOLE.app, WHOLE.incoming, [None, PAUSE, PAUSE]),
    "it goes on after the server failed": Play(
        [RECEIVE, *ANSWER], WHOLE.incoming, [FailedError("send"), FailedError("send")]
    ),
    "cancelled after its end": Play([*ANSWER, PAUSE], WHOLE.incoming, cancel=1),
    "cancelled while the body comes": Play(WHOLE.app, [PAUSE, request(PATCH)], cancel=1),
    "cancelled while it waits": Play([RECEIVE, RECEIVE], [request(PATCH), PAUSE], cancel=1),
    "a list": Play(
        [start(), body(LISTED)], [], scope={"method": "GET", "path": "/v2/deployments"}
    ),
    "a list with a query": Play(
        [RECEIVE, start(), body(LISTED)],
        [request(b"")],
        scope={"method": "GET", "path": "/v2/deployments", "query_string": b"limit=5"},
    ),
    "a wrong query": Play(
        ANSWER, [], scope={"method": "GET", "path": "/v2/deployments", "query_string": b"limit=0"}
    ),
    "a head": Play(
        [start(), body(b"")], [], scope={"method": "HEAD", "path": "/v2/deployments"}
    ),
    "letters of the other case": Play(WHOLE.app, WHOLE.incoming, scope={"path": PATH.upper()}),
    "capital letters in the id": Play(
        WHOLE.app, WHOLE.incoming, scope={"path": f"/v2/deployments/{ID.upper()}"}
    ),
    "another path": Play(WHOLE.app, WHOLE.incoming, scope={"path": "/health"}),
    "another type": Play(WHOLE.app, WHOLE.incoming, scope={"headers": []}),
    "an override": Play(
        WHOLE.app, WHOLE.incoming, scope={"headers": [*JSON, (b"x-http-method", b"GET")]}
    ),
    "a websocket": Play([RECEIVE], [{"type": "websocket.connect"}], scope={"type": "websocket"}),
}  # fmt: skip


class Failing(dict[str, Any]):
    """A mapping that raises."""

    def get(self, *_arguments: object) -> Any:
        raise FailedError("get")


class Asynchronous:
    """A lookup that has to be awaited."""

    async def find(self, _identity: str, _request: Any) -> Any:
        await asyncio.sleep(0)
        return {"source": "codehost"}


class Forgetful:
    """A lookup in memory that records what it is told."""

    answers_at_once = True

    def __init__(self, recorder: Recorder) -> None:
        self.invalidate = lambda identity: recorder.events.append(("invalidated", identity))
        self.learn = lambda report: recorder.events.append(("learned", report.value))

    def find(self, _identity: str, _request: Any = None) -> Any:
        return {"source": "codehost"}


def _learned() -> LearnedDeployments:
    return LearnedDeployments(clock=lambda: 1000.0)


def _mapped(**others: Any) -> Options:
    return lambda recorder: {
        "deployments": {ID: {"source": "codehost"}}, "on_report": recorder.observe, **others,
    }  # fmt: skip


def _sampled(recorder: Recorder) -> dict[str, Any]:
    chance = itertools.cycle([0.9, 0.2, 0.6, 0.4, 0.7]).__next__
    return _mapped(sample=0.5, advice=0.5, chance=chance)(recorder)


OPTIONS: dict[str, Options] = {
    "a mapping": _mapped(),
    "a log": lambda _: {"deployments": {ID: {"source": "codehost"}}},
    "no facts": _mapped(deployments={}),
    "facts that are null": _mapped(deployments={ID: {"source": None}}),
    "an id in capital letters": _mapped(deployments={ID.upper(): {"source": "codehost"}}),
    "a mapping that raises": _mapped(deployments=Failing({ID: {}})),
    "facts of another class": _mapped(deployments={ID: Failing({"source": "codehost"})}),
    "a source that does not exist": _mapped(deployments={ID: {"source": "none"}}),
    "learned": lambda recorder: {"deployments": _learned(), "on_report": recorder.observe},
    "learned, unobserved": lambda _: {"deployments": _learned()},
    "learned, then a mapping": lambda recorder: {
        "deployments": [_learned(), {ID: {"source": "codehost"}}], "on_report": recorder.observe,
    },
    "a lookup that is told": lambda recorder: {
        "deployments": Forgetful(recorder), "on_report": recorder.observe,
    },
    "the same, requests alone": lambda recorder: {
        "deployments": Forgetful(recorder), "responses": "off",
    },
    "an asynchronous lookup": _mapped(deployments=Asynchronous()),
    "no lookup": _mapped(deployments=[]),
    "requests alone": _mapped(responses="off"),
    "responses enforced": _mapped(responses="enforce"),
    "responses enforced, learned": lambda recorder: {
        "deployments": _learned(), "on_report": recorder.observe, "responses": "enforce",
    },
    "requests reported": _mapped(requests="report"),
    "responses alone": _mapped(requests="off"),
    "open verdicts denied": _mapped(deployments={}, when_indeterminate="deny"),
    "a sample": _sampled,
    "no advice": _mapped(advice=0),
    "a chance that fails": _mapped(advice=0.5, chance=Failing().get),
    "a callback that fails": lambda _: {
        "deployments": {ID: {"source": "codehost"}}, "on_report": Failing().get,
    },
    "no memory": _mapped(buffer_bytes=0),
}  # fmt: skip


@cache
def _stages(name: str) -> tuple[Stage, Stage]:
    """Return the stage that carries exchanges in Rust if it can, and one that never does."""

    def options(recorder: Recorder) -> dict[str, Any]:
        return {"contract": native(), **OPTIONS[name](recorder)}

    return Stage(options), Stage(options, carried=False)


def _compare(plays: list[Play], name: str) -> list[Any]:
    """Return the events of exchanges that are the same in Rust and in Python."""
    carried, expected = [stage.play(plays) for stage in _stages(name)]
    assert carried == expected
    return expected[0]


@pytest.fixture(autouse=True, params=[logging.INFO, logging.WARNING], ids=["info", "warning"])
def _level(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(request.param, "deploy_contract")


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    """Answer once, so that the judges of responses exist."""
    Stage(lambda _: {"contract": native()}).play([WHOLE, PLAYS["a list"]])


@pytest.mark.parametrize(
    "_level",
    [logging.INFO, pytest.param(logging.WARNING, marks=pytest.mark.soak_only)],
    ids=["info", "warning"],
    indirect=True,
)
@pytest.mark.parametrize("name", OPTIONS)
def test_each_exchange_has_the_same_events(name: str) -> None:
    for title, play in PLAYS.items():
        for stage in _stages(name):
            stage.forget()
        events = _compare([play, WHOLE, play], name)
        assert [event[0] for event in events].count("ended") == 3, title


messages = st.sampled_from(
    [
        RECEIVE, PAUSE, start(), start(404), start(200, AGED), start(418), body(DEPLOYMENT), body(DEPLOYMENT, more_body=True),
        body(b"", more_body=False), body(b"{"), {"type": "http.response.trailers", "headers": []}, FailedError("app"),
    ]
)  # fmt: skip
plays = st.builds(
    Play,
    st.lists(messages, max_size=6).map(lambda steps: [RECEIVE, *steps]) | st.just(WHOLE.app),
    st.lists(
        st.sampled_from([
            PAUSE, request(PATCH), request(b"{}"), request(OPEN), request(b"{", more=True),
            request(b"}"), request(b""), request(b"", more=True), FailedError("receive"),
        ]),
        max_size=4,
    ) | st.just(WHOLE.incoming),
    st.lists(st.sampled_from([None, None, PAUSE, FailedError("send")]), max_size=4),
    st.just({}),
    st.none() | st.none() | st.integers(0, 4),
)  # fmt: skip


@settings(deadline=None)  # the first example of an option makes its middleware
@given(st.lists(plays, min_size=1, max_size=4), st.sampled_from(sorted(OPTIONS)))
def test_any_exchanges_have_the_same_events(several: list[Play], name: str) -> None:
    for stage in _stages(name):
        stage.forget()
    events = _compare(several, name)
    assert [event[0] for event in events].count("ended") == len(several)


@pytest.mark.parametrize(
    "name",
    [
        "a mapping",
        "a log",
        "learned",
        "requests alone",
        "responses enforced",
        "responses enforced, learned",
    ],
)
@pytest.mark.parametrize("play", ["one chunk", "the server is slow", "a list"])
def test_ordinary_exchanges_take_no_python(
    name: str, play: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ContractMiddleware, "_carry", None)
    monkeypatch.setattr("deploy_contract.middleware.asgi_carrier.Sender", None)
    events, _ = _stages(name)[0].play([PLAYS[play]])
    assert events[-1] == ("ended", "None")
    assert [event[0] for event in events].count("sent") == 2


def _middleware(app: Any, **options: Any) -> ContractMiddleware:
    return ContractMiddleware(app, native(), deployments={ID: {"source": "codehost"}}, **options)


SCOPE = {"type": "http", "method": "PATCH", "path": PATH, "query_string": b"", "headers": JSON}


async def _receive() -> Any:
    return request(PATCH)


async def _send(_message: Any) -> None:
    """Take a message."""


@pytest.mark.parametrize("name", ["a mapping", "learned", "responses enforced, learned"])
def test_messages_that_break_no_rule_are_observed_without_python(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(lambda recorder: {"contract": native(), **OPTIONS[name](recorder)})
    stage.play([WHOLE])  # facts are learned, so that the next verdict is not open
    monkeypatch.setattr(Observer, "observe", None)
    stage.middleware.enforcer.observe = None  # type: ignore[assignment] # nobody may call it
    stage.middleware._carrier = None
    events, _ = stage.play([WHOLE, PLAYS["a list"]])
    seen = [event[1].direction for event in events if event[0] == "observed"]
    assert seen == 2 * ["request", "response"]


def test_messages_are_observed_without_python_while_coverage_rests() -> None:
    times = [0.0]
    live = LiveCoverage(0.5, clock=lambda: times[-1])

    def options(recorder: Recorder) -> dict[str, Any]:
        return {"contract": native(), "coverage": live, **OPTIONS["a mapping"](recorder)}

    stage = Stage(options)
    events, _ = stage.play([WHOLE])
    assert [event[0] for event in events].count("observed") == 2
    before = live.to_dict()
    live._rests_until = 1.0
    enforcer = stage.middleware.enforcer
    observe, called = enforcer.observe, []

    def observed(*given: Any, **named: Any) -> None:
        called.append(given[0])
        observe(*given, **named)

    enforcer.observe = observed  # to see who calls it
    stage.middleware._carrier = None
    for time, calls in ((0.5, []), (1.5, ["request", "response"])):
        times.append(time)
        events, _ = stage.play([WHOLE])
        seen = [event[1].direction for event in events if event[0] == "observed"]
        assert seen == ["request", "response"]
        assert called == calls
        assert (live.to_dict() == before) is (not calls)


def test_frameworks_see_coroutines() -> None:
    seen: list[Any] = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        seen.append(await asyncio.create_task(receive()))
        for message in ANSWER:
            step = send(message)
            assert isinstance(step, collections.abc.Coroutine)
            await asyncio.wait_for(step, 1)
        with pytest.raises(RuntimeError, match="already awaited"):
            await step
        unused = send(body(b""))
        unused.close()
        with pytest.raises(RuntimeError, match="already awaited"):
            unused.send(None)
        with pytest.raises(FailedError):
            receive().throw(FailedError("thrown"))
        with pytest.raises(FailedError):
            receive().throw(FailedError, FailedError("thrown"), None)
        with pytest.raises(StopIteration) as ended:
            receive().send(None)
        seen.append(ended.value.value)

    middleware = _middleware(app)
    assert inspect.iscoroutinefunction(middleware.__call__)
    assert inspect.iscoroutinefunction(ContractMiddleware.__call__)
    asyncio.run(middleware(dict(SCOPE), _receive, _send))
    assert seen == [request(PATCH)] * 2


def test_exceptions_lead_through_the_application() -> None:
    async def failing(_scope: Any, _receive: Any, _send: Any) -> None:
        raise FailedError("app")

    with pytest.raises(FailedError) as caught:
        asyncio.run(_middleware(failing)(dict(SCOPE), _receive, _send))
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-2:] == ["__call__", "failing"]
    assert caught.value.__cause__ is caught.value.__context__ is None


def test_another_contract_is_used_from_the_next_request_on() -> None:
    statuses: list[int] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        for message in ANSWER:
            await send(message)

    async def send(message: Any) -> None:
        if "status" in message:
            statuses.append(message["status"])

    middleware = _middleware(app)
    strict = made("native", unknown_fields="reject").prepare()

    async def receive() -> Any:
        return request(b'{"undeclared": 1}')

    for contract in (None, strict, native()):
        if contract is not None:
            middleware.use(contract)
        asyncio.run(middleware(dict(SCOPE), receive, send))
    assert statuses == [200, 422, 200]


def _played(play: Any, *, carried: bool, **options: Any) -> tuple[list[Any], list[Any]]:
    """Return what an exchange with an application sends, and what is observed."""
    sent: list[Any] = []
    seen: list[Any] = []

    async def send(message: Any) -> None:
        sent.append({**message, "headers": list(message.get("headers", ()))})
        if "body" in message:  # as compression does, with the headers that it kept
            kept[0].append((b"content-encoding", b"gzip"))
        else:
            kept.append(message["headers"])

    kept: list[Any] = []
    middleware = _middleware(play, on_report=seen.append, **options)
    if not carried:
        without_carrier(middleware)
    scope = {**SCOPE, "headers": iter(JSON)}
    asyncio.run(middleware(scope if not carried else dict(SCOPE), _receive, send))
    return sent, [(one.direction, one.verdict) for one in seen]


@pytest.mark.parametrize("responses", ["report", "enforce"])
@pytest.mark.parametrize("carried", [True, False])
@pytest.mark.parametrize("valid", [True, False])
@pytest.mark.parametrize("kind", [list, iter])
def test_headers_are_those_of_the_first_message(
    kind: Any, valid: bool, carried: bool, responses: str
) -> None:
    pairs = [*JSON, (b"x-more", b"1")]

    async def app(scope: Any, _receive: Any, send: Any) -> None:
        assert list(scope["headers"]) == JSON
        headers = kind(pairs)
        message = start(200, headers)
        await send(message)
        if kind is list and responses == "enforce":
            headers.clear()
        message.clear()
        await send(body(DEPLOYMENT if valid else b"{}"))

    sent, seen = _played(app, carried=carried, responses=responses)
    assert seen == [("request", "allow"), ("response", "allow" if valid else "deny")]
    replaced = not valid and responses == "enforce"
    assert [one.get("status") for one in sent] == [502 if replaced else 200, None]
    assert replaced or sent[0]["headers"] == pairs


def test_another_event_loop_is_refused_before_anything_is_received() -> None:
    async def unused(*_arguments: Any) -> Any:
        raise AssertionError

    for scope in (SCOPE, {"type": "lifespan"}):
        with pytest.raises(ContractError, match="asyncio"):
            _middleware(unused)(dict(scope), unused, unused).send(None)


def test_event_loops_of_several_threads_share_a_middleware() -> None:
    lookup, count = LearnedDeployments(), 200
    seen: list[Any] = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        assert await receive() == request(PATCH)
        await asyncio.sleep(0)
        for message in ANSWER:
            await send(message)

    middleware = ContractMiddleware(app, native(), deployments=lookup, on_report=seen.append)

    async def run() -> None:
        exchanges = [middleware(dict(SCOPE), _receive, _send) for _ in range(count)]
        await asyncio.gather(*exchanges)

    threads = [threading.Thread(target=asyncio.run, args=(run(),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 4 * 2 * count
    assert {observation.verdict for observation in seen} == {"allow"}
    assert lookup.find(ID) is not None


def test_exchanges_in_cycles_are_collected() -> None:
    class Kept:
        """An object that the application keeps its callables in."""

    kept: list[weakref.ref[Kept]] = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        for message in ANSWER:
            await send(message)
        scope_object = _scope["kept"]
        scope_object.callables = receive, send, receive()

    async def run() -> None:
        holder = Kept()
        kept.append(weakref.ref(holder))

        async def receive() -> Any:
            return request(PATCH) if holder else None

        await _middleware(app)({**SCOPE, "kept": holder}, receive, _send)

    asyncio.run(run())
    gc.collect()
    assert kept[0]() is None
