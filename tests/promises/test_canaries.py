"""No value gets out: a canary in every place that holds one, every way to fail, and every text about it."""

import asyncio
import copy
import json
import logging
import pickle
import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import AsyncMock
from urllib.parse import quote

import pytest
from deploy_contract_generated.names import EngineName
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.resources import Resource

from deploy_contract import (
    Contract,
    ContractError,
    DocumentError,
    Report,
    Request,
    Response,
)
from deploy_contract.answers import detail, problem
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.cli.command import main
from deploy_contract.cli.recordings import read_deployments
from deploy_contract.files.documents import UnreadableError
from deploy_contract.files.documents import document as document_of
from deploy_contract.knowledge import (
    LearnedDeployments,
    UpstreamDeployments,
)
from deploy_contract.metrics import observer
from deploy_contract.middleware.observation import Observation
from deploy_contract.report import with_changes
from deploy_contract.violations import Violation
from tests.support.applications import (
    ID,
    JSON,
    PATH,
    REFERENCES,
    App,
    Send,
    both,
    deployment,
    over_asgi,
    over_wsgi,
)
from tests.support.commands import keep_contracts, run_python
from tests.support.effort import effort
from tests.support.engines import made
from tests.support.envoy_module import CAN_RUN, REASON, SharedModule
from tests.support.gateways import answer as answered
from tests.support.names import named
from tests.support.suite import SuiteRow, cases
from tests.support.suite import report as report_of

# messages are made alike under every engine
pytestmark = pytest.mark.soak_engine("python")
MARK = "c4n4ry"  # none of it is escaped, encoded or folded by anything
NUMBER = 7391846205  # the same, as a number
SHAPES = {
    "plain": f"{MARK}-d0-not-l34k",
    "signs": f"first\n{MARK}\r\n\u2028\x85\x1b[31m{MARK}\x1b[0m\x07\u202e\\n\"'%s{{0}}{MARK}",
    "long": MARK * 1667,  # however it is cut, what is left of it shows
}
PATCH: Final = "DeploymentPatch"
ONE: Final = "Deployment"
LIST: Final = "DeploymentList"
REPOSITORIES: Final = "RepositoryList"
Tried = Callable[[int], None]
shapes = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)


@pytest.fixture(autouse=True)
def kept_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a contract of the command once for all tests."""
    keep_contracts(monkeypatch)


def found_in(text: str) -> bool:
    """Return True if a canary sings in a text."""
    return MARK in text.lower() or str(NUMBER) in text


def quiet(texts: Iterable[tuple[str, str]]) -> list[str]:
    """Require that no text has a canary."""
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
    try:
        report.raise_for_violations()
    except DocumentError as error:
        yield from said(error)
    else:
        try:
            report.model()
        except DocumentError as error:
            yield from said(error)


def one_line(violation: Violation) -> bool:
    """Return True if every part of a violation is one printable line."""
    parts = {**violation.to_dict(), "fix": json.dumps(violation.fix, ensure_ascii=False)}
    return all(part.isprintable() for part in (*parts.values(), str(violation)))


# Every rule


def everywhere(value: Any, shape: str) -> Any:
    """Return the value with a canary for each text and each number."""
    if isinstance(value, dict):
        return {key: everywhere(member, shape) for key, member in value.items()}
    if isinstance(value, list):
        return [everywhere(item, shape) for item in value]
    if isinstance(value, str):
        return shape
    return NUMBER if isinstance(value, int | float) and not isinstance(value, bool) else value


def beside(value: Any, shape: str) -> Any:
    """Return the value with canaries beside what it holds: it breaks the rules that it broke before."""
    if not isinstance(value, dict):
        return value
    free = {"zz_more": {"a": [shape, NUMBER], "b": {"c": shape}}}
    return {
        key: beside(member, shape) if key != "secrets" else member for key, member in value.items()
    } | free


def _texts(text: str, shape: str) -> str:
    """Return a text with a canary for every quoted value in it, whatever is wrong with it."""
    return re.sub(r'"[^"\\{}]*"(?!\s*:)', lambda _match: json.dumps(shape), text)


def planted(case: SuiteRow, shape: str, plant: Callable[[Any, str], Any]) -> SuiteRow:
    """Return a case of the suite with canaries in all its parts."""
    whole = dict(case)
    if "value" in case:
        whole["value"] = plant(case["value"], shape)
    if "text" in case:
        whole["text"] = _texts(case["text"], shape)
    if "yaml" in case:
        whole["yaml"] = f"{case['yaml']}\n# {json.dumps(shape)}"
    if "deployment" in case:
        stored = everywhere(case["deployment"], shape)
        whole["deployment"] = stored | {
            key: case["deployment"][key] for key in ("source",) if key in case["deployment"]
        }
    if "known" in case:
        whole["known"] = [everywhere(known, shape) | {"id": known["id"]} for known in case["known"]]
    for part in ("request", "response"):
        if part in case:
            message = dict(case[part])
            if "value" in message:
                message["value"] = plant(message["value"], shape)
            message["headers"] = [
                *message.get("headers", []),
                ["authorization", shape],
                [shape, shape],
                ["cookie", shape],
            ]
            if part == "request" and plant is beside and "#" not in message.get("query", ""):
                message["query"] = "&".join(
                    filter(None, [message.get("query", ""), f"zz_more={quote(shape)}"])
                )
            whole[part] = message
    return whole


# by an engine or a middleware: tested below
CARRIED = {"unjudged", "body-incomplete", "body-timeout", "buffer-full", "response-incomplete"}
NO_SUCH = {"parameter-required"}  # the interface has no such parameter


@pytest.mark.soak
@pytest.mark.promise(5, 25)
def test_every_rule_of_the_suite_broken_with_canaries_around(
    engine: EngineName, tried: Tried
) -> None:
    contracts: dict[str, Contract] = {}
    broken: set[str] = set()
    wrong: dict[str, list[str]] = {}
    count = 0
    for index, (title, case) in enumerate(cases()):
        shape = list(SHAPES.values())[index % len(SHAPES)]
        plants = (beside, everywhere) if index % effort(4, 1) == 0 else (beside,)
        for plant in plants:
            report = report_of(planted(case, shape, plant), engine, contracts)
            found = (*report.violations, *report.undecided)
            broken |= {violation.rule for violation in found} | set(report.revision_rules)
            singing = quiet(texts_of(report)) + [
                repr(violation) for violation in found if not one_line(violation)
            ]
            if singing:
                wrong[f"{title} ({plant.__name__})"] = singing
            count += 1
    tried(count)
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


@pytest.mark.promise(1, 5)
@shapes
def test_values_that_no_json_holds(shape: str, contract: Contract, tried: Tried) -> None:
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
    tried(len(values))


@pytest.mark.promise(5)
@shapes
def test_a_structure_that_is_only_reported_has_no_model(
    shape: str, engine: EngineName, tried: Tried
) -> None:
    keywords = {rule.rule: "report" for rule in Contract().rules if rule.shape == "keyword"}
    contract = Contract(engine=engine, modes=named(keywords))
    documents: list[tuple[str, Any]] = [
        (ONE, {**deployment(), "name": [shape]}),
        (ONE, {**deployment(), "source": shape}),
        (ONE, {**deployment(), "secrets": {shape: shape}}),
        (LIST, {"resources": [shape], "offset": 0}),
        (LIST, {"resources": [deployment(status=[shape])], "offset": 0}),
        (REPOSITORIES, [{"owner": [shape]}]),
        (REPOSITORIES, shape),
        (PATCH, {"secrets": shape}),
        (PATCH, {"source_config": {"resource_spec": {"cpu": shape}}}),
        (PATCH, {"source_config": [shape]}),
    ]
    for kind, document in documents:
        report = contract.check(
            json.dumps(document), named(kind), source="codehost" if kind == PATCH else None
        )
        assert report.violations
        assert quiet(texts_of(report)) == []
        with pytest.raises(DocumentError) as raised:
            report.model()
        assert raised.value.__context__ is None
        assert quiet(said(raised.value)) == []
    tried(len(documents))


@pytest.mark.promise(5)
def test_nothing_is_printed_where_nobody_catches() -> None:
    """Python's own print of an error, or of a thread, has more than the error shows."""
    code = f"""
import json, logging, threading
from deploy_contract import Contract
contract = Contract(modes={{rule.rule: "report" for rule in Contract().rules if rule.shape == "keyword"}})
report = contract.check(json.dumps({{"secrets": "{SHAPES["plain"]}"}}), "DeploymentPatch")
thread = threading.Thread(target=report.model)
thread.start()
thread.join()
try:
    report.model()
except Exception:
    logging.exception("refused")
report.model()
"""
    ran = run_python(code, PYTHONDEVMODE="1")
    assert ran.returncode == 1
    assert ran.stderr.count("deploy_contract.exceptions.DocumentError: /secrets") == 3
    assert quiet([("standard error", ran.stderr), ("standard output", ran.stdout)]) == []


# The caller's mistakes


def nonsense(shape: str) -> Iterator[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """Yield calls that make no sense, with canaries in what they are given: a method and its arguments."""
    good = {"method": "PATCH", "path": PATH, "content_type": "application/json", "body": b"{}"}
    parameters = SimpleNamespace(query={}, header={})
    for part, value in (
        ("path", Odd(shape)), ("path", [shape]), ("parameters", shape), ("parameters", SimpleNamespace(query=5, header=shape)),
        ("parameters", SimpleNamespace(query=[shape], header={})), ("parameters", SimpleNamespace(query={}, header=[(shape,)])), ("body", [shape]),
    ):  # fmt: skip
        given = SimpleNamespace(**{"parameters": parameters, **good, part: value})
        yield "check_request", (given,), {}
    kind = "application/json"
    for part, value in (
        ("status_code", shape),
        ("headers", shape),
        ("headers", [shape]),
        ("data", [shape]),
        ("status_code", Odd(shape)),
    ):
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


@pytest.mark.promise(1, 5)
@shapes
def test_what_makes_no_sense_is_not_repeated(shape: str, contract: Contract, tried: Tried) -> None:
    calls = list(nonsense(shape))
    for method, given, context in calls:
        with pytest.raises(ContractError) as raised:
            getattr(contract, method)(*given, **context)
        assert quiet(said(raised.value)) == []
        assert str(raised.value).isprintable()
    tried(len(calls))


@pytest.mark.promise(5, 25)
@shapes
def test_files_of_context_that_are_none(shape: str, tmp_path: Path) -> None:
    inner = json.dumps(shape)
    texts = [
        f"[{inner}",
        f"{{{inner}: 1, {inner}: 2}}",
        inner,
        f"[{inner}]",
        f"{{{inner}: {inner}}}",
        f'{{"{ID}": {{"source": {inner}}}}}',
        f'{{"{ID}": {inner}}}',
        f'{{"{ID}": [{inner}]}}',
        f'{{"{ID}": "codehost", "x": {inner}}}',
        f"[{inner}, NaN]",
    ]
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


@pytest.mark.promise(5)
@shapes
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
    """A gateway of which everything is watched that it tells: answers, observations, metrics, log records."""

    def __init__(self, over: Any, app: Any, **options: Any) -> None:
        self.seen: list[Observation] = []
        self._reader = InMemoryMetricReader()
        # an empty resource, because the default one starts threads that look for its attributes
        provider = MeterProvider([self._reader], resource=Resource.get_empty())
        observe = observer(provider.get_meter("test"))

        def both_of(seen: Observation) -> None:
            self.seen.append(seen)
            observe(seen)

        self._send: Send = over(
            app, **{"on_report": both_of, "contract": made("python"), **options}
        )
        self._wsgi = over is over_wsgi
        self._answers: list[str] = []

    def send(self, *arguments: Any, answered: bool = True, **more: Any) -> Any:
        """Return one request; what comes back is kept where it is an answer of the gateway's own."""
        method, path, *rest = arguments
        path = path.encode().decode("latin-1") if self._wsgi else path  # as PEP 3333 has it
        answer = self._send(method, path, *rest, **more)
        if answered:
            self._answers.append(f"{answer.status} {answer.headers} {answer.body.decode()}")
        return answer

    @property
    def rules(self) -> set[str]:
        """The rules of all observations."""
        return {
            violation.rule
            for seen in self.seen
            for violation in (*seen.violations, *seen.undecided)
        }

    def texts(self) -> Iterator[tuple[str, str]]:
        """Everything."""
        yield from (("answer", text) for text in self._answers)
        yield from (("observation", f"{seen!r} {pickle.dumps(seen)!r}") for seen in self.seen)
        data = self._reader.get_metrics_data()
        yield "metrics", data.to_json(indent=None) if data else ""


def logged(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    """Everything in the log since this was asked last: records with their arguments and what they say of exceptions."""
    records = [("record", f"{record.getMessage()} {vars(record)}") for record in caplog.records]
    records.append(("log", caplog.text))
    caplog.clear()
    return records


def faults(shape: str) -> dict[str, tuple[tuple[Any, ...], dict[str, Any]]]:
    """HTTP faults by rule: the request, and the options of the contract."""
    safe, header = quote(shape, safe=""), shape.encode("unicode_escape").decode()
    body = json.dumps({"secrets": [{"name": shape, "value": shape}]}).encode()
    reject = {"unknown_operations": "reject", "unknown_fields": "reject"}
    return {
        "path-ambiguous": (("PATCH", f"/v2/{shape}/../deployments/{shape}"), {}),
        "operation-unknown": (("GET", f"/v3/{header.replace(chr(92), '')}"), reject),
        "method-unknown": (("DELETE", PATH, body, {**JSON, "x": header}), reject),
        "query-size": (("GET", "/v2/deployments", b"", {}, f"name_contains={safe * (66_000 // len(safe) + 1)}"), {}),
        "parameter-repeated": (("GET", "/v2/deployments", b"", {}, f"status={safe}&status={safe}"), {}),
        "parameter-encoding": (("GET", "/v2/deployments", b"", {}, f"status={safe}%ff"), {}),
        "parameter-type": (("GET", "/v2/deployments", b"", {}, f"limit={safe}"), {}),
        "parameter-minimum": (("GET", "/v2/deployments", b"", {}, f"limit=-{NUMBER}"), {}),
        "parameter-maximum": (("GET", "/v2/deployments", b"", {}, f"limit={NUMBER}"), {}),
        "parameter-format": (("PATCH", f"/v2/deployments/{header.replace(chr(92), '')}", body), {}),
        "parameter-unknown": (("GET", "/v2/deployments", b"", {}, f"zz_more={safe}"), reject),
        "parameter-value": (("GET", "/v2/deployments", b"", {}, f"status={safe}&limit=0"), {}),
        "parameter-item": (("GET", "/v2/deployments", b"", {}, f"deployment_ids={safe},{safe}&limit=0"), {}),
        "content-type": (("PATCH", PATH, body, {"content-type": f"{header}/{header}"}), {}),
        "content-charset": (("PATCH", PATH, body, {"content-type": f"application/json;charset={MARK}"}), {}),
        "content-encoding": (("PATCH", PATH, body, {**JSON, "content-encoding": header}), {}),
        "content-decoding": (("PATCH", PATH, body, {**JSON, "content-encoding": "gzip"}), {}),
        "body-missing": (("PATCH", PATH, b"", {**JSON, "authorization": header, header: header}), {}),
        "schema-type": (("PATCH", PATH, json.dumps({"secrets": shape}).encode(), {**JSON, header: header}), {}),
        "confusable-field": (("PATCH", PATH, json.dumps({"Secrets": shape}).encode()), {}),
        "unknown-field": (("PATCH", PATH, json.dumps({"zz_more": shape}).encode()), reject),
        "immutable-field": (("PATCH", PATH, json.dumps({"source_config": {"repo_url": shape}}).encode()), {}),
    }  # fmt: skip


@pytest.mark.promise(5, 25)
@both
@shapes
def test_requests_that_a_gateway_refuses(
    over: Any, shape: str, engine: EngineName, caplog: pytest.LogCaptureFixture, tried: Tried
) -> None:
    stored = {
        "source": "codehost",
        "name": shape,
        "source_config": {"repo_url": f"{shape}2", "integration_id": shape},
    }
    made_of = faults(shape)
    for rule, (arguments, options) in made_of.items():
        for render in (problem, detail):
            app = App()
            contract = made(engine, **options)
            watched = Watched(over, app, contract=contract, deployments={ID: stored}, render=render)
            with caplog.at_level(logging.DEBUG):
                answer = watched.send(*arguments)
            assert (app.calls, answer.status < 500) == (0, True), rule
            assert rule in watched.rules, rule
            assert quiet([*watched.texts(), *logged(caplog)]) == []
    tried(2 * len(made_of))


def answers(shape: str) -> dict[str, tuple[Any, ...]]:
    """Responses that break a rule, or are none: what the application answers, and its headers."""
    header = shape.encode("unicode_escape").decode()[:1000]
    rows = {"resources": [deployment(name=shape[-300:])], "offset": 0}
    return {
        "schema-type": ({"resources": [], "offset": shape}, JSON),
        "schema-required": (
            {"resources": [{"name": shape}], "offset": 0},
            {**JSON, header: header, "set-cookie": header},
        ),
        "schema-enum": ({"resources": [deployment(source=shape)], "offset": 0}, JSON),
        "schema-format": (
            {"resources": [deployment(tenant_id=shape, created_at=shape)], "offset": 0},
            JSON,
        ),
        "json-syntax": (json.dumps(rows).encode()[:-1], JSON),
        "json-duplicate-key": (json.dumps({"a": shape}).encode()[:-1] + b', "a": 1}', JSON),
        "content-decoding": (json.dumps(rows).encode(), {**JSON, "content-encoding": "gzip"}),
        "content-charset": (rows, {"content-type": f"application/json; charset={MARK}"}),
        "deployment-name-kept": (rows, JSON),
        "list-within-limit": ({"resources": [deployment(name=shape)] * 3, "offset": 0}, JSON),
    }


@pytest.mark.promise(5, 25)
@both
@shapes
def test_responses_that_a_gateway_refuses_or_reports(
    over: Any, shape: str, caplog: pytest.LogCaptureFixture, tried: Tried
) -> None:
    made_of = answers(shape)
    for rule, (body, headers) in made_of.items():
        for mode in ("enforce", "report"):
            app = App({"resources": [deployment(name=f"{shape[-300:]}2")], "offset": 0})
            watched = Watched(over, app, responses=mode)
            watched.send("GET", "/v2/deployments", answered=False)
            app.body = body if isinstance(body, bytes) else json.dumps(body).encode()
            app.headers = headers
            # what was merely heard refuses nothing
            refused = mode == "enforce" and rule != "deployment-name-kept"
            with caplog.at_level(logging.DEBUG):
                answer = watched.send("GET", "/v2/deployments", query="limit=2", answered=refused)
            assert answer.status == (502 if refused else 200)
            assert rule in watched.rules, rule
            assert quiet([*watched.texts(), *logged(caplog)]) == []
    tried(2 * len(made_of))


@pytest.mark.promise(5, 25)
@pytest.mark.skipif(not CAN_RUN, reason=REASON)
@shapes
def test_messages_that_envoy_refuses_or_reports(
    shape: str, common_module: SharedModule, tried: Tried
) -> None:
    """Envoy refuses some requests before the contract is asked. It neither logs nor repeats them."""
    service, heard = common_module.service, list[tuple[str, str]]()

    def send(
        method: str, path: str, body: bytes = b"", headers: Any = None, query: str = ""
    ) -> int:
        headers = headers or {}
        pairs = {**(JSON if body else {}), **headers}.items()
        asked = Request(method, quote(path, safe="/"), query, [*pairs], body)
        status, *rest = common_module.send(asked)
        if status != 200:
            heard.append(("answer", repr(rest)))
        return status

    usual = [(rule, call) for rule, (call, options) in faults(shape).items() if not options]
    strict = [(rule, call) for rule, (call, options) in faults(shape).items() if options]
    contract = made("python", unknown_operations="reject", unknown_fields="reject")
    for calls, by in ((usual, None), (strict, contract)):
        envoy = common_module.set(by)
        for rule, call in calls:
            if rule != "immutable-field":  # what is stored is not known here
                assert 400 <= send(*call) < 500, rule
        heard += [("log", envoy.log()), ("counters", str(envoy.counters()))]
    assert service.got == []
    for mode in ("enforce", "report"):
        envoy = common_module.set(responses=mode)
        for rule, (given, headers) in answers(shape).items():
            body = given if isinstance(given, bytes) else json.dumps(given).encode()
            lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            whole = answered(body, headers=lines)
            service.reply = lambda *_, whole=whole: whole
            status = send("GET", "/v2/deployments", b"", {}, "limit=2")
            # what was learned refuses nothing; Envoy itself refuses odd names of headers
            is_refused = mode == "enforce" and rule != "deployment-name-kept"
            assert status in ((502,) if is_refused else (200, 502)), rule
        heard += [("log", envoy.log()), ("counters", str(envoy.counters()))]
    assert quiet(heard) == []
    tried(len(heard))


@pytest.mark.promise(5)
@shapes
def test_bodies_that_do_not_come(shape: str, caplog: pytest.LogCaptureFixture) -> None:
    part = {"type": "http.request", "body": shape.encode(), "more_body": True}
    for rule, message in (("body-timeout", part), ("body-incomplete", {"type": "http.disconnect"})):
        messages, seen, send = [message], list[Observation](), AsyncMock()

        async def receive(messages: list[Any] = messages) -> Any:
            if not messages:
                await asyncio.sleep(60)
            return messages.pop()

        middleware = ContractMiddleware(App().asgi, on_report=seen.append, body_seconds=0.01)
        scope = {"type": "http", "method": "PATCH", "path": PATH, "query_string": b""}
        scope["headers"] = [(b"x", shape.encode())]
        with caplog.at_level(logging.DEBUG):
            asyncio.run(middleware(scope, receive, send), debug=True)
        assert [violation.rule for violation in seen[0].violations] == [rule]
        assert send.called == (rule == "body-timeout")  # to nobody, if the client has left
        sent = ("sent", repr(send.call_args_list))
        assert quiet([sent, ("seen", repr(seen)), *logged(caplog)]) == []


def raiser(error: Exception) -> Callable[..., Any]:
    """Return a callable that raises."""

    def fails(*_arguments: Any) -> Any:
        raise error

    return fails


def failing(part: str, error: Exception) -> Any:
    """Return a lookup that fails in one of its parts, and says why."""

    async def later(*_arguments: Any) -> Any:
        raise error

    def idle(*_arguments: Any) -> None:
        return None

    lookup: dict[str, Any] = dict.fromkeys(("find", "learn", "invalidate"), idle)
    if part in lookup:
        lookup[part] = raiser(error)
    elif part == "await":
        lookup["find"] = later
    else:
        lookup["find"] = lambda *_arguments: {"source": error}
    return SimpleNamespace(**lookup)


@pytest.mark.promise(1, 5)
@both
@shapes
def test_what_the_operator_gave_fails(
    over: Any,
    shape: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    tried: Tried,
) -> None:
    """Each part fails before each application, in each shape; by another error in each run.

    So every part has failed by every error before every application when all have run.
    """
    errors = [
        ValueError(shape),
        KeyError(shape),
        OSError(5, shape, shape),
        TimeoutError(shape),
        ExceptionGroup(shape, [ValueError(shape)]),
    ]
    secrets = json.dumps({"secrets": [{"name": shape, "value": shape}]}).encode()
    refused = json.dumps({"secrets": shape}).encode()
    stored = {ID: {"source": "codehost", "name": shape}}
    lookups = ("find", "await", "nonsense", "learn", "invalidate")
    turn = 2 * list(SHAPES.values()).index(shape) + (over is over_wsgi)
    places = [
        ({}, 200, "enforce"),
        ({"name": shape}, 200, "enforce"),
        ({"x": shape}, 500, "report"),
    ]
    count = 0
    for part, what in enumerate([*lookups, "on_report", "chance", "render", "render nothing"]):
        for place, (body, status, responses) in enumerate(places):
            error = errors[(3 * part + place + turn) % len(errors)]
            given: dict[str, Any] = {
                "deployments": {ID: {"source": "codehost"}},
                "responses": responses,
            }
            if what in lookups:
                given["deployments"] = [failing(what, error), stored]
            elif what == "render nothing":
                given["render"] = lambda _report, _status: shape
            else:
                given |= {what: raiser(error), "sample": 0.5 if what == "chance" else 1.0}
            app = App(body or None, status)
            watched = Watched(over, app, **given)
            with caplog.at_level(logging.DEBUG):
                passed = watched.send("PATCH", PATH, secrets, answered=False)
                assert passed.status in (200, 500, 502), what
                assert watched.send("PATCH", PATH, refused).status == 422, what
                again = watched.send("PATCH", PATH, json.dumps(REFERENCES).encode())
            assert again.status == 422, what
            if passed.status == 502:
                assert not found_in(passed.body.decode())
            assert app.calls == 1, what
            printed = capfd.readouterr()
            texts = [*watched.texts(), *logged(caplog), ("printed", printed.out + printed.err)]
            assert quiet(texts) == [], what
            count += 1
    tried(count)


@pytest.mark.promise(1, 5)
@both
@shapes
@pytest.mark.parametrize("responses", ["enforce", "report"])
def test_an_application_that_fails(
    over: Any, shape: str, responses: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Its own error goes on to the server as it is, before ASGI; what the gateway tells has nothing of it."""
    error = RuntimeError(shape)

    async def asgi(_scope: Any, _receive: Any, _send: Any) -> None:
        raise error

    async def started(_scope: Any, _receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if responses == "report":
            await send({"type": "http.response.body", "body": shape.encode(), "more_body": True})
        raise error

    def wsgi(_environ: Any, _start: Any) -> Any:
        raise error

    def later(_environ: Any, start: Any) -> Iterator[bytes]:
        if responses == "enforce":
            start("200 OK", list(JSON.items()))
        yield from map(int, [shape])  # what it raises says its argument

    for app in (asgi, started) if over is over_asgi else (wsgi, later):
        watched = Watched(over, app, responses=responses)
        with caplog.at_level(logging.DEBUG):
            if over is over_asgi:
                with pytest.raises(RuntimeError) as raised:
                    watched.send("GET", "/v2/deployments", query=f"name_contains={quote(shape)}")
                assert raised.value is error
                assert raised.value.__context__ is None
                assert raised.value.__cause__ is None
            else:
                assert watched.send("GET", "/v2/deployments").status == 502
        assert quiet([*watched.texts(), *logged(caplog)]) == []


# The command

FILES: dict[str, str] = {  # what is in a file; @ is the canary as JSON text
    "right": '{"secrets": [{"name": @, "value": @}]}',
    "wrong type": '{"source_config": {"resource_spec": {"cpu": @}}}',
    "wrong type, many lines": '{\n  "secrets": [\n    {"name": "A",\n "value": [@]},\n @, @\n  ]\n}',
    "enumeration": '{"revision_source": @, "zz_more": {"a": @}}',
    "format": '{"source_config": {"integration_id": @}}',
    "source": '{"secret_references": [{"name": @, "secret_name": @, "secret_key": @}]}',
    "tag": '{"source_config": {"build_on_push": true, "install_command": @}, "source_revision_config": {"repo_ref": "refs/tags/c4n4ry"}}',
    "number": '{"zz_more": [7391846205999999999999, @]}',
    "names": '{"secrets": [{"name": @, "value": @}, {"name": @, "value": ""}, {"name": @}]}',
    "one line": '{"Secrets": @, "statuss": @, "name": @, "secrets": [@, {"name": @}, @], "zz": @}',
    "labels": '{"source_config": {"resource_spec": {"labels": {"a/b": [@]}, "env": [{"name": @, "value": @, "valueFrom": {"x": @}}]}}}',
    "volumes": '{"source_config": {"resource_spec": {"volumes": [{"name": "A"}], "volume_mounts": [{"name": @}]}}}',
    "cut off": '{"secrets": [{"name": @, "value": @}',
    "no colon": '{"secrets" @}',
    "text after the end": '{"secrets": []} @',
    "a key that comes twice": '{"a": @, "b": {"c": 1}, "a": @}',
    "a constant": '{"a": @, "b": NaN}',
    "a surrogate": '{"a": @, "b": "\\ud800"}',
    "depth": "[" * 40 + "@" + "]" * 40,
    "a list": "[@, @]",
    "a text": "@",
}
BLOCKS: dict[str, str] = {  # the same, that JSON has not
    "comments": "# @\nsecrets: @ # @\n",
    "anchors and tags": "zz: &@ !@ {a: 1}\nsecrets: [*@]\nsource_config: 5\n",
    "an anchor": "secrets: &c4n4ry @\nzz: *c4n4ry\n",
    "a tag": "secrets: !c4n4ry @\n",
    "an unknown anchor": "secrets: *c4n4ry\n",
    "a block": "source_config: |\n  c4n4ry\n  c4n4ry\nsecrets: >\n  c4n4ry\n",
    "plain": "secrets: c4n4ry and more\nrevision_source: c4n4ry\n",
    "two lines": "secrets: c4n4ry\n   c4n4ry\n",
    "no YAML": "secrets: [c4n4ry\n - : c4n4ry: @\n",
    "a tab": "secrets:\n\t- c4n4ry\n",
    "a directive": "%c4n4ry 1\n---\nsecrets: 5\n",
    "a merge": "zz: &a {source: c4n4ry, Secrets: c4n4ry}\nsource_config: {<<: *a, repo_url: 5}\n",
    "scalars that readers differ on": "zz: 1_000\nyes: c4n4ry\nsecrets: c4n4ry\n",
    "documents": "secrets: @\n---\nsecrets: [{name: @}]\n---\n@\n",
    "what it is for": "# deploy-contract: source=c4n4ry\nsecrets: []\n",
    "what it is for, with no key": "# deploy-contract: c4n4ry\nsecrets: []\n",
}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run the command, and return its status and all that it prints."""
    capsys.readouterr()
    try:
        status = main(list(arguments))
    except SystemExit as ended:
        status = int(str(ended.code))
    printed = capsys.readouterr()
    return status, printed.out + printed.err


@pytest.mark.promise(5, 25)
@shapes
@pytest.mark.parametrize("style", ["text", "json", "github", "sarif", "--no-source"])
def test_what_check_prints(
    style: str, shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], tried: Tried
) -> None:
    form = ["--no-source"] if style == "--no-source" else ["--format", style]
    written = {f"{name}.json": text for name, text in FILES.items()}
    written |= {f"{name}.yaml": text for name, text in FILES.items()}
    written |= {f"{name}.yml": text for name, text in BLOCKS.items()}
    stored = tmp_path / "stored.json"
    stored.write_text(
        json.dumps({"source": "codehost", "name": shape, "source_config": {"repo_url": shape}}),
        "utf-8",
    )
    names = []
    for name, text in written.items():
        path = tmp_path / name
        path.write_text(text.replace("@", json.dumps(shape)), "utf-8")
        names.append(str(path))
    for more in (
        [],
        ["--strict", "--deployment", str(stored), "--unknown-fields", "reject"],
        ["--as", ONE],
    ):
        status, printed = run(capsys, "check", *form, *more, *names)
        assert status == 2  # for the comments that make no sense
        printed = printed.replace(str(tmp_path), "")
        assert [line for line in printed.split("\n") if found_in(line)] == []
        assert all(line.isprintable() for line in printed.split("\n"))
        for name in ("cut off.json", "wrong type.yaml", "a block.yml"):
            assert (quote(name) if style == "sarif" else name) in printed
    tried(3 * len(written))


def recording(shape: str) -> list[Any]:
    """Entries of a recording with canaries in every part, right ones and odd ones."""
    safe = quote(shape, safe="")
    pair = {"name": shape, "value": shape}
    typed = {"name": "content-type", "value": "application/json"}

    def content(value: Any) -> dict[str, str]:
        text = value if isinstance(value, str) else json.dumps(value)
        return {"mimeType": "application/json", "text": text}

    def entry(
        method: str, path: str, body: Any = None, answer: Any = None, status: int = 200, **more: Any
    ) -> dict[str, Any]:
        posted = {} if body is None else {"postData": content(body)}
        held = content(answer)
        return {
            "startedDateTime": shape, "comment": shape, "_more": shape,
            "request": {
                "method": method, "url": f"https://{MARK}:{MARK}@{MARK}.example.com{path}", "headers": [typed, pair], "cookies": [pair],
                "queryString": [pair], **posted,
            },
            "response": {"status": status, "statusText": shape, "headers": [typed, pair], "content": held, "redirectURL": shape}, **more,
        }  # fmt: skip

    good = deployment(name=shape)
    return [
        entry("GET", f"/v2/deployments?name_contains={safe}", None, {"resources": [good], "offset": 0}),
        entry("GET", f"/v2/deployments?limit={safe}&status={safe}&deployment_ids={safe}", None, {"resources": shape, "offset": 0}),
        entry("GET", f"/v2/deployments?limit={NUMBER}&limit={NUMBER}", None, shape),
        entry("PATCH", PATH, {"secrets": shape}, good),
        entry("PATCH", PATH, {"secret_references": [pair], "source_config": {"repo_url": shape}}, {**good, "name": f"{shape}2"}),
        entry("PATCH", PATH, shape, shape, 422),
        entry("PATCH", f"/v2/deployments/{safe}", {"Secrets": shape}, shape),
        entry("PATCH", f"/v2/{safe}/../deployments", {}, {}),
        entry(shape, f"/{safe}", shape, shape),
        {"request": shape, "response": shape}, {"request": {"method": shape, "url": [shape]}}, {"request": {"method": "GET", "url": shape}}, shape, [shape],
        entry("GET", "/v2/deployments", None, None, response={"status": shape}),
        entry("GET", "/v2/deployments", None, None, response={"status": 200, "headers": shape}),
        entry("GET", "/v2/deployments", None, None, response={"status": 200, "headers": [shape], "content": {"text": shape}}),
        entry("GET", "/v2/deployments", None, None, response={"status": 200, "headers": [typed], "content": {"text": shape, "encoding": shape}}),
        entry("GET", "/v2/deployments", None, None, response={"status": 200, "headers": [typed], "content": {"text": shape, "encoding": "base64"}}),
        entry("GET", "/v2/deployments", None, None, response={"status": 200, "headers": [typed], "content": {"text": [shape]}}),
    ]  # fmt: skip


@pytest.mark.promise(5, 25)
@shapes
@pytest.mark.parametrize("style", ["text", "json"])
def test_what_replay_prints(
    style: str, shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], tried: Tried
) -> None:
    entries = recording(shape)
    whole = json.dumps({"log": {"version": shape, "creator": {"name": shape}, "entries": entries}})
    sources = tmp_path / "sources.json"
    known = {"source": "codehost", "name": shape, "source_config": {"repo_url": f"{shape}2"}}
    sources.write_text(json.dumps({ID: known}), "utf-8")
    texts = [whole, whole[:-1], shape]
    texts += map(json.dumps, [{"log": shape}, [shape], {"log": {"entries": shape}}])
    for index, text in enumerate(texts):
        path = tmp_path / f"{index}.har"
        path.write_text(text, "utf-8")
        for more in (
            [],
            ["--sources", str(sources), "--unknown-fields", "report"],
            ["--host", "other.example.com"],
        ):
            status, printed = run(capsys, "replay", "--format", style, *more, str(path))
            assert status == (2 if index else 0 if "--host" in more else 1)
            assert not found_in(printed), printed
            if not index and style == "json":
                assert len(printed.split("\n")) == len(entries) + 1
    tried(3 * (len(texts) + len(entries)))


def lines_of(shape: str) -> list[Any]:
    """Return lines of every form with a shape at every place."""
    typed = {"content-type": "application/json", shape: shape}
    safe = quote(shape, safe="")
    text = json.dumps({"secrets": [{"name": shape, "value": shape}], "zz": shape})
    answer = {"status": 200, "headers": typed, "body": json.dumps(deployment(name=shape))}
    tap = [
        {"key": ":method", "value": "PATCH"},
        {"key": ":path", "value": f"{PATH}?limit={safe}"},
        {"key": shape, "value": shape},
    ]
    return [
        {"time": shape, shape: shape, "request": {"method": "PATCH", "path": PATH, "headers": typed, "body": text}, "response": answer},
        {"request": {"method": "GET", "path": f"/v2/{safe}", "query": f"limit={safe}&{safe}={safe}", "headers": [[shape, shape]], "body": shape}, "response": {"status": shape}},
        {"request": {"method": shape, "path": shape, "headers": {shape: [shape, 7]}}}, {"request": {"method": "GET", "path": "/v2/deployments", "body_base64": shape}, "response": {"status": 200, "body": [shape]}},
        {"request_method": shape, "request_uri": f"/{safe}", "status": shape, f"http_{shape}": shape, "request_body": shape, "host": shape},
        {"request_method": "PATCH", "request_uri": PATH, "status": 200, "http_content_type": "application/json", "request_body": text, "response_body": shape},
        {"http_buffered_trace": {"request": {"headers": tap, "body": {"as_string": text}}, "response": {"headers": [{"key": ":status", "value": shape}]}}},
        {"http_buffered_trace": {"request": {"headers": [shape]}}}, {shape: shape}, [shape], shape,
    ]  # fmt: skip


@pytest.mark.promise(5, 25)
@shapes
@pytest.mark.parametrize("style", ["text", "json"])
def test_what_replay_prints_of_lines(
    style: str, shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], tried: Tried
) -> None:
    rows = [*lines_of(shape), *recording(shape)]
    path = tmp_path / "a.ndjson"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows) + f"{{{shape!r}", "utf-8")
    for more in ([], ["--unknown-fields", "report"], ["--host", "other.example.com"]):
        status, printed = run(capsys, "replay", "--format", style, *more, str(path))
        assert status == (0 if "--host" in more else 1)
        assert not found_in(printed), printed
        if style == "json":
            assert len(printed.split("\n")) == len(rows) + 2
    if style == "text":
        for form in ("text", "json", "html"):
            status, printed = run(capsys, "coverage", "--format", form, str(path))
            assert (status, found_in(printed)) == (0, False)
    tried(3 * len(rows))


@pytest.mark.promise(6)
def test_explain_repeats_no_name_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = run(capsys, "explain", "no\nsuch\x1b[31mrule")
    assert (status, text.count("\n")) == (2, 1)
    assert text.strip().isprintable()


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
        _printable(texts_of(report), key)


@pytest.mark.promise(6, 25)
@keys
def test_a_key_is_shown_the_same_by_the_command(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, list[str]] = {PATCH: [], LIST: []}
    plain: dict[str, list[str]] = {PATCH: [], LIST: []}  # one file for each document
    for number, (kind, document, _) in enumerate(documents_of(key)):
        texts = {"json": json.dumps(document), "yaml": json.dumps(document, ensure_ascii=False)}
        texts["lines.json"] = json.dumps(document, indent=1, ensure_ascii=False)
        for ending, text in texts.items():
            path = tmp_path / f"{number}.{ending}"
            path.write_text(text, "utf-8")
            names[kind].append(str(path))
        plain[kind].append(names[kind][-1 - number % 3])
    for kind, files in names.items():
        for form in (  # how a file is written shows where it is excerpted
            ["--no-source"],
            ["--format", "json"],
            ["--format", "github"],
            ["--format", "sarif"],
            [],
        ):
            chosen = plain[kind] if "--format" in form else files
            status, printed = run(
                capsys, "check", "--as", kind, "--unknown-fields", "reject", *form, *chosen
            )
            assert (status, found_in(printed)) == (1, False)
            _printable([(f"check {form}", line) for line in printed.split("\n")], key)
            if form == ["--no-source"]:
                lines = printed.split("\n")
                for number, (of, _, where) in enumerate(documents_of(key)):
                    heads = (f"{number}.json: denied", f"{number}.lines.json: denied")
                    shown_at = [n for n, line in enumerate(lines) if any(h in line for h in heads)]
                    assert len(shown_at) == (2 if of == kind else 0)
                    for index in shown_at:
                        assert f"{where}{shown(key)}: " in "\n".join(lines[index : index + 8])


def _printable(texts: Iterable[tuple[str, str]], key: str) -> None:
    """Check the texts, but for pickles and tracebacks, which have lines: one printable line each, and of a long key no more than 64 signs."""
    for where, text in texts:
        if "pickle" not in where and "log" not in where:
            assert text.isprintable(), (where, text)
        if key.endswith("end"):
            assert key[-70:] not in text, where


@pytest.mark.promise(6, 25)
@both
@keys
def test_a_name_of_a_parameter_or_field_is_shown_the_same_by_a_gateway(
    over: Any, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    wanted = shown(key)
    for render in (problem, detail):
        watched = Watched(
            over, App(), contract=made("python", unknown_fields="reject"), render=render
        )
        with caplog.at_level(logging.DEBUG):
            if key:
                answer = watched.send(
                    "GET", "/v2/deployments", query=f"{quote(key, safe='')}={MARK}"
                )
                assert answer.status == 400
                assert watched.seen[-1].violations[0].pointer == wanted
            answer = watched.send(
                "PATCH", PATH, json.dumps({"source_config": {key: MARK}}).encode()
            )
        assert answer.status == 422
        rows = json.loads(answer.body)
        if render is problem:
            assert rows["violations"][0]["pointer"] == f"/source_config/{wanted}"
        else:
            unescaped = wanted.replace("~1", "/").replace("~0", "~")
            assert "/".join(rows["detail"][0]["loc"]) == f"body/source_config/{unescaped}"
        assert quiet([*watched.texts(), *logged(caplog)]) == []
        _printable([(where, text) for where, text in watched.texts() if where == "answer"], key)


@pytest.mark.promise(6)
@keys
def test_a_recording_shows_names_the_same(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"https://example.com/v2/deployments?{quote(key, safe='') or 'zz'}=1"
    request = {"method": "GET", "url": url, "headers": []}
    path = tmp_path / "a.har"
    entries = [{"request": request, "response": None}]
    path.write_text(json.dumps({"log": {"entries": entries}}), "utf-8")
    options = ("--unknown-fields", "reject", "--format")
    for form in ("text", "json"):
        status, printed = run(capsys, "replay", *options, form, str(path))
        assert status == 1
        if form == "text":
            assert f"query {shown(key or 'zz')}: " in printed
        _printable([("replay", line) for line in printed.split("\n")], key)


@pytest.mark.promise(5)
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


def test_the_canaries_sing() -> None:
    """A check that cannot fail is none: what is looked for is found where it is let out."""
    for shape in SHAPES.values():
        assert found_in(repr(shape))
        assert found_in(json.dumps({"a": [shape]}))
        assert found_in(quote(shape))
        assert found_in(pickle.dumps({"a": shape}).decode("latin-1"))
        assert found_in(repr(shape.encode()))
        with pytest.raises(ValueError, match="invalid literal") as plain:
            int(shape)
        assert len(quiet(said(plain.value))) >= 2
        with pytest.raises(KeyError) as hidden:
            _hiding(shape)
        assert len(quiet(said(hidden.value))) >= 1
    assert all(found_in(SHAPES["long"][start : start + 11]) for start in range(100))
    assert quiet([("frame", f"{NUMBER}")])


def _hiding(shape: str) -> None:
    try:
        int(shape)
    except ValueError:
        raise KeyError("nothing") from None  # what came before is not printed, but still there
