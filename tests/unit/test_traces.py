"""OpenTelemetry traces: a span for each judged message, in the trace of the caller, without values."""

import importlib
import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry import propagate
from opentelemetry.propagators.textmap import default_getter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from deploy_contract import traces
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from tests.support.applications import ID, JSON, PATH, REFERENCES, App, over_asgi, over_wsgi

CANARY = "CANARY-7f3a"
TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
PARENT = f"00-{TRACE}-{SPAN}-01"
BODY = json.dumps(REFERENCES).encode()


class Spans(InMemorySpanExporter):
    """The spans of a test."""

    def __init__(self) -> None:
        super().__init__()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self))
        self.tracer = self.provider.get_tracer("test")


@pytest.fixture
def spans() -> Iterator[Spans]:
    made = Spans()
    yield made
    made.provider.shutdown()


def door(over: Any, spans: Spans, app: App, **options: Any) -> Any:
    """Return a function that sends requests through the middleware, within the caller's trace."""
    observe = traces.observer(spans.tracer)
    options = {"deployments": {ID: {"source": "codehost"}}, "on_report": observe, **options}

    # the middleware around it, which judges nothing, is that of the tests' own sender
    off = {"requests": "off", "responses": "off", "deployments": ()}
    if over is over_asgi:
        return over_asgi(traces.asgi(AsgiMiddleware(app.asgi, **options)), **off)
    return over_wsgi(traces.wsgi(WsgiMiddleware(app.wsgi, **options)), **off)


@pytest.mark.parametrize("responses", ["report", "enforce"])
def test_judgements_join_the_trace_of_the_caller(over: Any, spans: Spans, responses: str) -> None:
    send = door(over, spans, App({"resources": [], "offset": CANARY}), responses=responses)
    headers = {**JSON, "traceparent": PARENT}
    assert send("PATCH", PATH, BODY, headers).status == 422
    send("GET", "/v2/deployments", b"", headers)
    refused, listed, response = spans.get_finished_spans()
    for span in (refused, listed, response):
        row = json.loads(span.to_json())
        assert (row["context"]["trace_id"], row["parent_id"]) == (f"0x{TRACE}", f"0x{SPAN}")
        assert row["end_time"] >= row["start_time"]
    assert dict(refused.attributes or {}) == {
        "deploy_contract.operation": "patch_deployment", "deploy_contract.verdict": "deny", "deploy_contract.refused": True,
        "deploy_contract.rules": ("secret-references-source",),
    }  # fmt: skip
    assert (refused.name, listed.name, response.name) == (
        "deploy_contract.request", "deploy_contract.request", "deploy_contract.response",
    )  # fmt: skip
    assert dict(response.attributes or {})["deploy_contract.verdict"] == "deny"
    assert CANARY not in "".join(span.to_json() for span in spans.get_finished_spans())


INVALID = ["", CANARY, f"00-{'0' * 32}-{SPAN}-01", f"ff-{TRACE}-{SPAN}-01", PARENT[:-4], "x" * 70_000, "00-" + "\xff" * 32]  # fmt: skip


def test_without_a_valid_trace_each_judgement_is_a_trace_of_its_own(
    over: Any, spans: Spans
) -> None:
    send = door(over, spans, App())
    sent = [dict(JSON), *[{**JSON, "traceparent": parent} for parent in INVALID]]
    for headers in sent:
        assert send("PATCH", PATH, b"{}", headers).status == 200
    assert [span.parent for span in spans.get_finished_spans()] == [None] * 2 * len(sent)
    assert CANARY not in "".join(span.to_json() for span in spans.get_finished_spans())


def test_a_trace_that_the_caller_does_not_record_is_not_recorded(over: Any, spans: Spans) -> None:
    headers = {**JSON, "traceparent": PARENT[:-1] + "0"}
    assert door(over, spans, App())("PATCH", PATH, b"{}", headers).status == 200
    assert spans.get_finished_spans() == ()


class Capitals(TraceContextTextMapPropagator):
    """A propagator that asks for its header in capitals, as that of X-Ray does."""

    def extract(self, carrier: Any, context: Any = None, getter: Any = default_getter) -> Any:
        named = {"traceparent": getter.get(carrier, "TraceParent")}
        return super().extract(named, context)


def test_a_propagator_may_name_its_header_in_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(propagate, "_HTTP_TEXT_FORMAT", Capitals())
    assert traces.caller_context([("TRACEPARENT", PARENT)]) is not None


def test_a_span_that_is_current_already_is_the_parent(over: Any, spans: Spans) -> None:
    send = door(over, spans, App())
    with spans.tracer.start_as_current_span("of an instrumentation") as outer:
        send("PATCH", PATH, b"{}", {**JSON, "traceparent": PARENT})
    for span in spans.get_finished_spans()[:2]:
        assert span.parent is not None
        assert span.parent.span_id == outer.get_span_context().span_id


def test_undecided_rules_and_notes_are_attributes(spans: Spans) -> None:
    def fail(_identity: str, _request: Any) -> None:
        raise OSError(CANARY)

    lookup: Any = type("Failing", (), {"find": staticmethod(fail)})()
    send = door(over_asgi, spans, App(), deployments=lookup)
    assert send("PATCH", PATH, BODY, JSON).status == 200
    attributes = dict(spans.get_finished_spans()[0].attributes or {})
    assert attributes["deploy_contract.verdict"] == "indeterminate"
    assert attributes["deploy_contract.undecided"] == ("secret-references-source",)
    assert attributes["deploy_contract.notes"] == ("lookup-failed: none",)


@pytest.mark.parametrize("name", ["deploy_contract.metrics", "deploy_contract.traces"])
def test_without_the_extra_it_says_which(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("opentelemetry", "opentelemetry.metrics"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(ImportError, match=r"pip install 'deploy-contract\[otel\]'"):
        importlib.import_module(name)
