"""No value gets out: a canary in every place that holds one, every way to fail, and every text about it."""

import asyncio
import copy
import json
import logging
import pickle
import re
import traceback
from collections.abc import Iterable, Iterator
from itertools import chain, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, ContractError, DocumentError, Report, Request, Response, logs
from deploy_contract.answers import detail, problem
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.cli.recordings import read_deployments
from deploy_contract.files.documents import UnreadableError
from deploy_contract.files.documents import document as document_of
from deploy_contract.knowledge import LearnedDeployments, UpstreamDeployments
from deploy_contract.middleware.observation import Observation
from deploy_contract.report import with_changes
from deploy_contract.violations import Violation
from tests.support.applications import (
    GONE,
    ID,
    JSON,
    PATH,
    REFERENCES,
    App,
    Send,
    deployment,
    exchange,
    over_asgi,
    over_wsgi,
    raising,
    scope_of,
)
from tests.support.canaries import (
    MARK,
    NUMBER,
    beside,
    everywhere,
    exchanges,
    filled,
    hidden,
    line,
    planted,
)
from tests.support.commands import ended
from tests.support.document_doors import LIST, ONE, PATCH
from tests.support.effort import effort, tried
from tests.support.engines import ENGINES, made
from tests.support.envoy_module import SharedModule
from tests.support.gateways import answer as answered
from tests.support.names import named
from tests.support.suite import body_of, cases, of_each_class, report_by
from tests.support.suite import report as report_of

# messages are made alike under every engine
kept = pytest.mark.usefixtures("kept_contracts")
pytestmark = [pytest.mark.soak_engine("python"), pytest.mark.promise(5), kept]
SHAPES = {
    "plain": f"{MARK}-d0-not-l34k",
    "signs": f"first\n{MARK}\r\n\u2028\x85\x1b[31m{MARK}\x1b[0m\x07\u202e\\n\"'%s{{0}}{MARK}",
    "long": MARK * 1667,  # however it is cut, what is left of it shows
}


@pytest.fixture(params=[*SHAPES.values()], ids=[*SHAPES])
def shape(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def found_in(text: str) -> bool:
    """Return True if a canary sings in a text."""
    return MARK in text.lower() or str(NUMBER) in text


def quiet(texts: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{where}: {text[:300]}" for where, text in texts if found_in(text)]


def said(error: BaseException) -> Iterator[tuple[str, str]]:
    """Yield all that an exception tells, and those that it came from."""
    waiting: list[BaseException | None] = [error]
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        waiting += [one.__cause__, one.__context__]
        name = type(one).__name__
        yield name, f"{one} {one!r} {one.args!r} {vars(one)!r} {getattr(one, '__notes__', '')}"
        yield f"{name}, as a log has it", "".join(traceback.format_exception(one))
    yield "its pickle", pickle.dumps(error).decode("latin-1")


def texts_of(report: Report) -> Iterator[tuple[str, str]]:
    """Yield all that a report tells, but for the value and the parameters, which are what it is asked for."""
    yield (
        "its text",
        f"{report!r} {report} {report.verdict} {report.sources} {report.needs} {report.revision_rules}",
    )
    yield "its object", json.dumps(report.to_dict())
    for violation in (*report.violations, *report.undecided):
        yield "a violation", f"{violation!r} {violation} {violation.to_dict()}"
    violations = (report.violations, report.undecided)
    yield "violations pickled", pickle.dumps(violations).decode("latin-1")
    yield "its pickle", pickle.dumps(report).decode("latin-1")
    for render in (problem, detail):
        yield render.__name__, f"{render(report, 422)} {render(report, 502)}"
    for fails in (report.raise_for_violations, report.model):
        try:
            fails()
        except DocumentError as error:
            yield from said(error)


def one_line(violation: Violation) -> bool:
    """Return True if every part of a violation is one printable line."""
    parts = {**violation.to_dict(), "fix": json.dumps(violation.fix, ensure_ascii=False)}
    return all(part.isprintable() for part in (*parts.values(), str(violation)))


# Every rule


# by an engine or a middleware: tested below
CARRIED = {"unjudged", "body-incomplete", "body-timeout", "buffer-full", "response-incomplete"}
REPORTED = {rule.rule: "report" for rule in Contract().rules if rule.shape == "keyword"}
NO_SUCH = {"parameter-required"}  # the interface has no such parameter


@pytest.mark.soak
@pytest.mark.promise(25)
def test_every_rule_of_the_suite_broken_with_canaries_around(engine: EngineName) -> None:
    contracts: dict[str, Contract] = {}
    lenient = Contract(engine=engine, modes=named(REPORTED))
    broken: set[str] = set()
    wrong: dict[str, list[str]] = {}
    for index, (title, case) in enumerate(of_each_class(3)):
        shape = list(SHAPES.values())[index % len(SHAPES)]
        for plant in (beside, everywhere) if index % 3 == 0 else (beside,):
            whole = planted(case, shape, plant)
            report = report_of(whole, engine, contracts)
            found = (*report.violations, *report.undecided)
            broken |= {violation.rule for violation in found} | set(report.revision_rules)
            # a document whose structure is only reported has no model, and says why
            texts = chain(texts_of(report), texts_of(report_by(lenient, whole)))
            singing = quiet(texts) + [
                repr(violation) for violation in found if not one_line(violation)
            ]
            if singing:
                wrong[f"{title} ({plant.__name__})"] = singing
    assert wrong == {}
    assert {rule.rule for rule in Contract().rules} - broken == CARRIED | NO_SUCH


# Documents that are none


class Odd:
    """A value that shows a canary wherever it can."""

    def __init__(self, shape: str) -> None:
        self._shape = shape

    def __repr__(self) -> str:
        return self._shape

    def __hash__(self) -> int:
        raise ValueError(self._shape)

    def __eq__(self, _other: object) -> bool:
        raise ValueError(self._shape)


@pytest.mark.promise(1)
def test_values_that_no_json_holds(shape: str, contract: Contract) -> None:
    text = type(shape, (str,), {"__repr__": lambda _self: shape})(shape)
    values: list[Any] = [
        Odd(shape),
        [Odd(shape)],
        {"secrets": [{"name": text, "value": shape}]},
        {"x": {shape}},
        {"x": (shape,)},
        {text: 1},
        {Exception(shape): 1},
        {"x": shape.encode()},
        {"x": complex(NUMBER, 1)},
        {"x": [shape, float("nan")]},
        {5: shape},
    ]
    for value in values:
        report = contract.check(value, PATCH)
        assert report.verdict == "deny"
        assert quiet(texts_of(with_changes(report, value=None))) == []


# The caller's mistakes


def nonsense(shape: str) -> Iterator[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """Yield calls that make no sense, with canaries in what they are given: a method and its arguments."""
    good = {"method": "PATCH", "path": PATH, "content_type": "application/json", "body": b"{}"}
    parameters = SimpleNamespace(query={}, header={})
    odd_query, odd_header = (
        SimpleNamespace(query=[shape], header={}), SimpleNamespace(query={}, header=[(shape,)]),
    )  # fmt: skip
    for part, value in (
        ("path", Odd(shape)), ("parameters", odd_query), ("parameters", odd_header), ("body", [shape]),
    ):  # fmt: skip
        given = SimpleNamespace(**{"parameters": parameters, **good, part: value})
        yield "check_request", (given,), {}
    kind = "application/json"
    for part, value in (("status_code", Odd(shape)), ("headers", [shape]), ("data", [shape])):
        answer = {"status_code": 200, "headers": {}, "content_type": kind, "data": b"", part: value}
        yield "check_response", (SimpleNamespace(**answer),), {}
    pairs = tuple(JSON.items())
    for odd in ([(shape,)], [shape], [("content-type", object())], shape, 5):
        yield "check_request", (Request("PATCH", PATH, "", named(odd), b"{}"),), {}
    yield "check_request", (Request("PATCH", PATH, "", pairs, named(shape)),), {}
    yield "check_request", (Request("GET", shape, named(5)),), {}
    yield "check_request", (Request("GET", "/"),), {"source": shape}
    response = Response(200, pairs, named(shape))
    yield "check_response", (response,), {"operation": "list_deployments"}
    yield "check_response", (Response(200),), {"operation": shape}
    yield "check_response", (Response(200),), {"deployment": {"source": shape}}
    yield "check", (b"{}", shape), {}
    yield "check", (b"{}", [shape]), {}
    yield "check", (b"{}", PATCH), {"source": shape}
    for stored in ({"source": shape, "name": shape}, {"source": [shape]}, shape):
        yield "check", (b"{}", PATCH), {"deployment": stored}
    other = {"source": "internal_source", "name": shape}
    yield "check", (b"{}", PATCH), {"source": "codehost", "deployment": other}


@pytest.mark.promise(1)
def test_what_makes_no_sense_is_not_repeated(shape: str, contract: Contract) -> None:
    calls = list(nonsense(shape))
    for method, given, context in calls:
        with pytest.raises(ContractError) as raised:
            getattr(contract, method)(*given, **context)
        assert quiet(said(raised.value)) == []
        assert str(raised.value).isprintable()


@pytest.mark.promise(25)
def test_files_of_context_that_are_none(shape: str, tmp_path: Path) -> None:
    texts = [text.replace("@", json.dumps(shape)) for text in hidden()["context"]]
    for index, text in enumerate(texts):
        for name in (f"{index}.json", f"{index}.yaml"):
            path = tmp_path / name
            path.write_text(text, "utf-8")
            with pytest.raises(ContractError) as raised:
                read_deployments(str(path), Contract())
            assert quiet(said(raised.value)) == []
            assert str(raised.value).isprintable()
            # the others are documents, if not the right ones
            if index in (0, 1) or name == "9.json":
                with pytest.raises(UnreadableError) as unread:
                    document_of(str(path), 1 << 20)
                assert quiet(said(unread.value)) == []
            with pytest.raises(ContractError) as refused:
                Contract(policies=[path])
            if index in (0, 1, 9):  # a policy that is read gives its own texts
                assert quiet(said(refused.value)) == []


def test_messages_do_not_show_themselves(shape: str) -> None:
    request = Request("PATCH", f"/{shape}", shape, ((shape, shape),), shape.encode())
    response = Response(200, ((shape, shape),), shape.encode())
    learned = LearnedDeployments()
    value = deployment(name=shape, id=shape[:100])
    learned.learn(Report("allow", kind="Deployment", value=value))
    things: list[object] = [request, response, learned, Contract(), over_asgi(App())]
    things.append(UpstreamDeployments(lambda _request: response))
    assert quiet((type(thing).__name__, f"{thing!r} {thing} {[thing]}") for thing in things) == []


# The gateway


class Watched:
    """A gateway of which everything is watched that it tells: answers and observations.

    Metrics and spans are made of observations alone.
    """

    def __init__(self, over: Any, app: Any, **options: Any) -> None:
        self.seen: list[Observation] = []
        self._send: Send = over(
            app, **{"on_report": self.seen.append, "contract": made("python"), **options}
        )
        self._wsgi = over is over_wsgi
        self._answers: list[str] = []
        self._app = app

    def send(self, *arguments: Any, **more: Any) -> Any:
        """Send one request; what comes back is kept if it is not the application's own."""
        method, path, *rest = arguments
        path = path.encode().decode("latin-1") if self._wsgi else path  # as PEP 3333 has it
        answer = self._send(method, path, *rest, **more)
        if answer.body != getattr(self._app, "body", None):
            self._answers.append(f"{answer.status} {answer.headers} {answer.body.decode()}")
        return answer

    @property
    def rules(self) -> set[str]:
        return {
            violation.rule
            for seen in self.seen
            for violation in (*seen.violations, *seen.undecided)
        }

    def texts(self) -> Iterator[tuple[str, str]]:
        yield from (("answer", text) for text in self._answers)
        yield from (("observation", f"{seen!r} {pickle.dumps(seen)!r}") for seen in self.seen)


def logged(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    """Everything in the log since this was asked last: records with their arguments and what they say of exceptions."""
    lines = [record.getMessage() for record in caplog.records]
    assert all(line.isprintable() and len(line) < 400 for line in lines), lines
    records = [("record", f"{record.getMessage()} {vars(record)}") for record in caplog.records]
    records.append(("log", caplog.text))
    caplog.clear()
    return records


STRICT = {"unknown_operations": "reject", "unknown_fields": "reject"}


@pytest.mark.promise(25)
@pytest.mark.parametrize("render", [problem, detail])
def test_messages_at_a_gateway(
    over: Any, shape: str, render: Any, engine: EngineName, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    """Those that it refuses, and those that it only reports on."""
    stored: dict[str, Any] = {"source": "codehost", "name": shape}
    stored["source_config"] = {"repo_url": f"{shape}2", "integration_id": shape}
    app = App()
    options = {"contract": made(engine, **STRICT), "deployments": {ID: stored}, "render": render}
    options |= {"responses": "enforce" if render is problem else "report"}
    watched = Watched(over, app, **options)
    caplog.set_level(logging.DEBUG)
    messages = list(exchanges(shape))
    for request, response in messages:
        method, path, query, headers, body = request
        status, pairs, app.body = response or Response(299, (), b"")
        app.status, app.headers = status, dict(pairs)  # type: ignore[arg-type]
        logs.THROTTLE.clear()
        watched.send(method, unquote_to_bytes(path).decode("latin-1"), body, headers, query)
        assert quiet(logged(caplog)) == [], request[:3]
    assert quiet(watched.texts()) == []
    assert {"path-ambiguous", "query-size", "content-charset", "schema-type"} <= watched.rules


PASSED = ("GET", "PATCH", "POST")  # methods that are sent through Envoy


@pytest.mark.promise(25)
@pytest.mark.parametrize("mode", ["enforce", "report"])
def test_messages_at_envoy(shape: str, mode: str, module: SharedModule) -> None:
    """Envoy refuses some requests before the contract is asked. It neither logs nor repeats them."""
    service, seen = module.service, list[tuple[str, str]]()
    envoy = module.set(made("python", **STRICT), responses=mode)
    for request, response in exchanges(shape):
        path = quote(request.path, safe="/%;")
        status, pairs, body = response or Response(200, (), b"")
        lines = "".join(f"{name!s}: {value!s}\r\n" for name, value in pairs)
        whole = answered(body, headers=lines)
        service.always(whole)
        names = {name.lower() for name, _ in request.headers}
        if len(names) < len(list(request.headers)) or request.method not in PASSED:
            continue
        status, *rest = module.send(request._replace(path=path))
        if status != 200:
            seen.append(("answer", repr(rest)))
    seen += [("log", envoy.log()), ("counters", str(envoy.counters()))]
    assert quiet(seen) == []
    assert len(seen) > 20
    tried(len(seen))


def test_bodies_that_do_not_come(shape: str, caplog: pytest.LogCaptureFixture) -> None:
    part = {"type": "http.request", "body": shape.encode(), "more_body": True}
    for rule, message, limit in (("body-timeout", part, 0.1), ("body-incomplete", GONE, 30.0)):
        seen: list[Observation] = []
        middleware = ContractMiddleware(App().asgi, on_report=seen.append, body_seconds=limit)
        scope = scope_of("PATCH", PATH, {"x": shape.encode().decode("latin-1")})
        incoming = iter([message, asyncio.Event()])
        with caplog.at_level(logging.DEBUG):
            answer = asyncio.run(exchange(middleware, scope, incoming), debug=True)
        assert [violation.rule for violation in seen[0].violations] == [rule]
        assert bool(answer) == (rule == "body-timeout")  # to nobody, if the client has left
        sent = ("sent", repr(answer))
        assert quiet([sent, ("seen", repr(seen)), *logged(caplog)]) == []


def failing(part: str, error: Exception) -> Any:
    """Return a lookup that fails in one of its parts, with an error that holds a value."""

    async def later() -> Any:
        raise error

    parts: dict[str, Any] = dict.fromkeys(("find", "learn", "invalidate"), lambda *_: None)
    odd: dict[str, Any] = {"await": lambda *_: later(), "nonsense": lambda *_: {"source": error}}
    parts["find" if part in odd else part] = odd.get(part, raising(error))
    return SimpleNamespace(**parts)


@pytest.mark.promise(1, 31)
def test_callbacks_of_the_operator_that_fail(
    over: Any,
    shape: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Each fails before each application, by one error after another."""
    errors = [
        ValueError(shape), KeyError(shape), OSError(5, shape, shape), TimeoutError(shape),
        ExceptionGroup(shape, [ValueError(shape)]),
    ]  # fmt: skip
    secrets = json.dumps({"secrets": [{"name": shape, "value": shape}]}).encode()
    refused = json.dumps({"secrets": shape}).encode()
    stored = {ID: {"source": "codehost", "name": shape}}
    lookups = ("find", "await", "nonsense", "learn", "invalidate")
    callbacks = ("on_report", "chance", "render", "render nothing")
    applications = [({}, 200, "enforce"), ({"name": shape}, 200, "enforce"), ({"x": shape}, 500, "report")]  # fmt: skip
    cases = list(product((*lookups, *callbacks), applications))
    for number, (part, (body, status, responses)) in enumerate(cases):
        error = errors[number % len(errors)]
        logs.THROTTLE.clear()
        given: dict[str, Any] = {"deployments": {ID: {"source": "codehost"}}}
        given["contract"] = made("python" if number % 2 else ENGINES[-1])
        if part in lookups:
            given["deployments"] = [failing(part, error), stored]
        elif part == "render nothing":
            given["render"] = lambda _report, _status: shape
        else:
            given |= {part: raising(error), "sample": 0.5 if part == "chance" else 1.0}
        app = App(body or None, status)
        watched = Watched(over, app, responses=responses, **given)
        with caplog.at_level(logging.DEBUG):
            passed = watched.send("PATCH", PATH, secrets)
            assert passed.status in (200, 500, 502), part
            for denied in (refused, json.dumps(REFERENCES).encode()):
                assert watched.send("PATCH", PATH, denied).status == 422, part
        assert app.calls == 1, part
        if part in ("find", "on_report", "chance", "render"):
            action = "a deployment lookup" if part == "find" else part
            place = r" at deploy_contract/[\w/]+\.py:\d+, in (?:applications|test_canaries)\.py:\d+"
            assert re.search(f"{action} failed: {type(error).__name__}{place}", caplog.text), part
        printed = capfd.readouterr()
        shown = f"{printed.out} {printed.err} {app.kept}"
        assert quiet([*watched.texts(), *logged(caplog), ("shown", shown)]) == [], part


@pytest.mark.promise(1, 31)
@pytest.mark.parametrize("responses", ["enforce", "report"])
def test_an_application_that_fails(
    shape: str, responses: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A server of ASGI gets its error as it is; what is logged before WSGI has nothing of it."""
    error = RuntimeError(shape)

    async def started(_scope: Any, _receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if responses == "report":
            await send({"type": "http.response.body", "body": shape.encode(), "more_body": True})
        raise error

    def later(_environ: Any, start: Any) -> Iterator[bytes]:
        if responses == "enforce":
            start("200 OK", list(JSON.items()))
        yield from map(int, [shape])  # what it raises says its argument

    caplog.set_level(logging.DEBUG)
    for app in (raising(error), started):
        watched = Watched(over_asgi, app, responses=responses)
        with pytest.raises(RuntimeError) as raised:
            watched.send("GET", "/v2/deployments", query=f"name_contains={quote(shape)}")
        assert (raised.value, error.__context__, error.__cause__) == (error, None, None)
        assert quiet([*watched.texts(), *logged(caplog)]) == []
    for app in (raising(RuntimeError(shape)), later):
        watched = Watched(over_wsgi, app, responses=responses)
        assert watched.send("GET", "/v2/deployments").status == 502
        assert re.search(r"the application failed: \w+ at deploy_contract/wsgi\.py:", caplog.text)
        assert quiet([*watched.texts(), *logged(caplog)]) == []


# The command


def printed_by(status: int, *arguments: str) -> str:
    """Run the command, check its exit status, and return all that it prints."""
    return "".join(ended(status, *arguments))


@pytest.mark.soak
@pytest.mark.promise(25)
@pytest.mark.parametrize("style", ["text", "json", "github", "sarif", "--no-source"])
def test_what_check_prints(style: str, shape: str, tmp_path: Path) -> None:
    form = ["--no-source"] if style == "--no-source" else ["--format", style]
    files = hidden()["files"]
    written = {name: text.replace("@", json.dumps(shape)) for name, text in files.items()}
    for number, (_, case) in enumerate(cases()):
        if "request" not in case and number % effort(37, 1) == 0:
            whole = planted(case, shape, (beside, everywhere)[number % 2])
            ending = "yaml" if "yaml" in case or number % 3 == 0 else "json"
            text = whole.get("yaml") or body_of(whole).decode("latin-1")
            written[f"{number}.{ending}"] = text
    stored = tmp_path / "stored.json"
    known = {"source": "codehost", "name": shape, "source_config": {"repo_url": shape}}
    stored.write_text(json.dumps(known), "utf-8")
    for name, text in written.items():
        (tmp_path / name).write_text(text, "utf-8")
    names = [str(tmp_path / name) for name in written]
    strict = ["--strict", "--deployment", str(stored), "--unknown-fields", "reject"]
    # the formats write the same reports
    for more in ([], strict, ["--as", ONE]) if style == "text" else (strict,):
        # 2: for the comments that make no sense
        printed = printed_by(2, "check", *form, *more, *names)
        lines = printed.replace(str(tmp_path), "").split("\n")
        assert [line for line in lines if found_in(line) or not line.isprintable()] == []
        for name in ("cut off.json", "a block.yml"):
            assert (quote(name) if style == "sarif" else name) in printed


@pytest.mark.soak
@pytest.mark.promise(25)
@pytest.mark.parametrize("style", ["text", "json"])
def test_what_replay_prints(style: str, shape: str, tmp_path: Path) -> None:
    sent = list(exchanges(shape, effort(11, 1)))
    entries = filled(hidden()["entries"], shape)
    rows = [*(line(*one, shape) for one in sent), *filled(hidden()["lines"], shape), *entries]
    whole = json.dumps({"log": {"version": shape, "creator": {"name": shape}, "entries": entries}})
    sources = tmp_path / "sources.json"
    known = {"source": "codehost", "name": shape, "source_config": {"repo_url": f"{shape}2"}}
    sources.write_text(json.dumps({ID: known}), "utf-8")
    lines = "".join(f"{json.dumps(row)}\n" for row in rows) + f"{{{shape!r}"
    files = {"a.har": whole, "a.ndjson": lines, "cut.har": whole[:-1], "text.har": shape}
    files |= {
        f"{number}.har": json.dumps(value)
        for number, value in enumerate([{"log": shape}, [shape], {"log": {"entries": shape}}])
    }
    counts = {"a.har": len(entries) + 1, "a.ndjson": len(rows) + 2}  # printed lines
    options: tuple[list[str], ...] = (
        [], ["--sources", str(sources), "--unknown-fields", "report"], ["--host", "other.example.com"],
    )  # fmt: skip
    for (name, text), more in product(files.items(), options):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        status = (0 if "--host" in more else 1) if name in counts else 2
        printed = printed_by(status, "replay", "--format", style, *more, str(path))
        assert not found_in(printed), printed
        if name in counts and style == "json":
            assert len(printed.split("\n")) == counts[name]
    for form in ("text", "json", "html") if style == "text" else ():
        lines_of = ("coverage", "--format", form, str(tmp_path / "a.ndjson"))
        assert not found_in(printed_by(0, *lines_of))


# Undeclared keys

KEYS = {
    "lines": "k3y\nk3y\r\u2028k3y",
    "escapes": "\x1b[31mk3y\x07",
    "directions": "\u202ek3y\u200f\ufeff",
    "NULs": "k3y\0\0",
    "signs of a pointer": "k3y/~/~1",
    "other letters": "k3y\u00e9\U0001f600",
    "quotes": "k3y\"'\\`$(x)%s{0}{rule}",
    "long": "k3y" + "k" * 9_994 + "end",
    "long and escaped": "\x07" * 5_000 + "end",
    "long and of other letters": "\u00e9" * 5_000 + "end",
    "signs of a pointer, long": "~/" * 5_000 + "end",
    "workflow commands": "k3y::error::%0A,:",
    "nothing": "",
    "65": "k" * 65,
    "64": "k" * 64,
}
keys = pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)


def shown(key: str) -> str:
    """Return a key as promise 6 has it, by another way than the library's: sign by sign, as Python writes it in ASCII."""
    signs = [ascii(sign)[1:-1] if sign not in "'\"\\" else sign for sign in key]
    plain = key.isascii() and key.isprintable()
    text = key if plain else "".join("\\\\" if sign == "\\" else sign for sign in signs)
    text = text.replace("~", "~0").replace("/", "~1")
    if len(text) <= 64:
        return text
    cut = text[:61]
    return (cut[:-1] if cut.endswith("~") else cut) + "..."


def documents_of(key: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Documents with a key in every place where one may be undeclared or free: kind, document, and where it stands."""
    yield PATCH, {key: 1}, "/"
    yield PATCH, {"source_config": {key: MARK}}, "/source_config/"
    yield (
        PATCH,
        {"source_config": {"resource_spec": {key: {"a": MARK}}}},
        "/source_config/resource_spec/",
    )
    yield PATCH, {"secrets": [{"name": "A", "value": MARK, key: MARK}]}, "/secrets/0/"
    yield (
        PATCH,
        {"source_config": {"resource_spec": {"labels": {key: 2**60}}}},
        "/source_config/resource_spec/labels/",
    )
    yield PATCH, {"zz_more": {key: 2**60}}, "/zz_more/"
    yield PATCH, {"zz_more": [{key: 2**60}]}, "/zz_more/0/"
    yield LIST, {"resources": [{**deployment(), key: MARK}], "offset": 0}, "/resources/0/"


@pytest.mark.promise(6, 25)
@keys
def test_a_key_is_shown_escaped_on_one_line_and_cut(key: str, engine: EngineName) -> None:
    contract = made(engine, unknown_fields="reject")
    wanted = shown(key)
    for kind, document, where in documents_of(key):
        report = contract.check(
            json.dumps(document), named(kind), source="codehost" if kind == PATCH else None
        )
        pointers = {violation.pointer for violation in report.violations}
        assert where + wanted in pointers, pointers
        for violation in report.violations:
            assert one_line(violation)
            assert all(
                len(token) <= 64 and token.isascii() for token in violation.pointer.split("/")
            )
            assert re.fullmatch(r"(?:[^~]|~[01])*", violation.pointer)
        assert quiet(texts_of(report)) == []
        for name, text in texts_of(report):
            has_lines = "pickle" in name or "log" in name  # so have tracebacks
            assert has_lines or text.isprintable(), (name, text)
            assert not key.endswith("end") or key[-70:] not in text, name
    asked = Request("GET", "/v2/deployments", f"{quote(key, safe='') or 'zz'}={MARK}")
    report = contract.check_request(asked)
    assert [violation.pointer for violation in report.violations] == [shown(key or "zz")]
    assert quiet(texts_of(report)) == []


def test_a_report_is_made_to_carry_its_value_and_nothing_else_of_it_does(
    contract: Contract,
) -> None:
    """The one exception: `value` and `parameters` are the document, in a copy as well."""
    shape = SHAPES["plain"]
    report = contract.check(
        json.dumps({"secrets": [{"name": shape, "value": shape}], "x": [shape]}),
        PATCH,
        source="codehost",
    )
    assert report.value["x"] == [shape]
    assert copy.deepcopy(report).value == report.value
    assert quiet(texts_of(report)) == []
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        pickled = pickle.dumps(report, protocol)
        assert quiet([("its pickle", pickled.decode("latin-1"))]) == []
        assert pickle.loads(pickled).value is None  # noqa: S301 - our own
    listed = contract.check_request(Request("GET", "/v2/deployments", f"name_contains={shape}"))
    assert listed.parameters is not None
    assert listed.parameters["name_contains"] == shape
    assert quiet(texts_of(listed)) == []
