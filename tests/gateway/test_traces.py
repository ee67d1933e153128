"""Traces of the gateway: spans in the trace of the caller, which upstream joins; the log has the trace id."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import ContractError
from deploy_contract_gateway.tracing import validate_traces
from tests.support.fronts import envoy
from tests.support.gateways import CANARY, PATH, Gateway, Shared, Upstream, grpc_port, running, soon

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
PARENT = f"00-{TRACE}-{SPAN}-01"
WRONG = b'{"secrets": "CANARY-7f3a"}'
pytest.importorskip(
    "opentelemetry.exporter.otlp.proto.http", reason="the exporter of OTLP is not installed"
)


class Collector(Upstream):
    """A receiver of spans over OTLP."""

    def exports(self) -> list[Any]:
        """Return the exports so far: resources with their spans."""
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
            ExportTraceServiceRequest,
        )

        found = [ExportTraceServiceRequest.FromString(got.body) for got in self.got]
        return [resource for one in found for resource in one.resource_spans]

    def of(self, trace: str) -> list[Any]:
        """Return the spans of a trace that have come so far."""
        scopes = [scope for resource in self.exports() for scope in resource.scope_spans]
        spans = [span for scope in scopes for span in scope.spans]
        return [span for span in spans if span.trace_id.hex() == trace]

    def named(self, name: str) -> Any:
        """Return the first span of a name in the caller's trace, as soon as it is there."""
        return soon(lambda: next((span for span in self.of(TRACE) if span.name == name), None))

    def services(self) -> set[str]:
        attributes = [one for export in self.exports() for one in export.resource.attributes]
        return {one.value.string_value for one in attributes if one.key == "service.name"}


def environment(received: Collector, **more: str) -> dict[str, str]:
    return {"OTEL_EXPORTER_OTLP_ENDPOINT": received.url, "OTEL_BSP_SCHEDULE_DELAY": "50", **more}


@pytest.fixture(scope="module")
def traced(
    origin: Upstream, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Gateway, Collector]]:
    """Start a gateway that sends spans, and their collector."""
    options = ("--upstream", origin.url, "--traces", "on")
    folder = tmp_path_factory.mktemp("gateway")
    with (
        closing(Collector()) as received,
        running(folder, *options, environment=environment(received)) as gateway,
    ):
        yield gateway, received


def test_judgements_are_spans_between_caller_and_upstream(
    traced: tuple[Gateway, Collector], upstream: Upstream
) -> None:
    gateway, received = traced
    gateway.forget()
    headers = {"traceparent": PARENT, "tracestate": "vendor=1"}
    assert gateway.patch(b"{}", PATH, **headers).status == 200
    whole = received.named("deploy-contract PATCH")
    request = received.named("deploy_contract.request")
    response = received.named("deploy_contract.response")
    assert whole.parent_span_id.hex() == SPAN
    assert request.parent_span_id == response.parent_span_id == whole.span_id
    (got,) = upstream.got
    assert got.values("traceparent") == [f"00-{TRACE}-{whole.span_id.hex()}-01".encode()]
    assert got.values("tracestate") == [b"vendor=1"]
    (line,) = soon(lambda: gateway.lines("request"))
    assert line["trace_id"] == TRACE
    shown = {item.key: item.value for item in whole.attributes}
    assert shown["http.response.status_code"].int_value == 200
    assert shown["deploy_contract.operation"].string_value == "patch_deployment"
    assert received.services() == {"deploy-contract-gateway"}
    assert gateway.patch(WRONG, f"{PATH}?x={CANARY}").status == 422
    (_, refused) = soon(lambda: len(gateway.lines("request")) > 1 and gateway.lines("request"))
    assert refused["trace_id"] not in ("", TRACE)
    assert soon(lambda: received.of(refused["trace_id"]))
    assert CANARY.encode() not in b"".join([got.body for got in received.got])
    assert not gateway.lines("failed")


def test_a_collector_that_is_down_stops_nothing(traced: tuple[Gateway, Collector]) -> None:
    gateway, received = traced
    gateway.forget()
    received.always(None)
    assert [gateway.patch(b"{}").status for _ in range(5)] == [200] * 5
    assert not gateway.lines("failed")
    received.reset()


def test_without_the_setting_headers_pass_and_no_line_has_a_trace(common: Shared) -> None:
    gateway = common.set()
    assert gateway.patch(b"{}", PATH, traceparent=PARENT).status == 200
    assert gateway.upstream.got[0].values("traceparent") == [PARENT.encode()]
    (line,) = soon(lambda: gateway.lines("request"))
    assert "trace_id" not in line


@pytest.mark.parametrize(
    ("exporter", "said"),
    [("console", "console would write into the log"), ("otlb", "there is no exporter 'otlb'"), ("otlp,x\n", "there is no exporter 'x'")],
)  # fmt: skip
def test_a_wrong_exporter_is_refused_in_one_line(
    exporter: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", exporter)
    with pytest.raises(ContractError) as caught:
        validate_traces()
    assert str(caught.value).startswith(f"OTEL_TRACES_EXPORTER: {said}")
    assert "\n" not in str(caught.value)
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "none")
    validate_traces()
    monkeypatch.delenv("OTEL_TRACES_EXPORTER")
    validate_traces()


def test_what_envoy_shows_over_grpc_joins_the_trace(upstream: Upstream, tmp_path: Path) -> None:
    options = ("--dialect", "envoy", "--grpc-listen", "127.0.0.1:0", "--traces", "on")
    with (
        closing(Collector()) as received,
        running(tmp_path, *options, program="decide", environment=environment(received)) as decide,
    ):
        recipe = "envoy-processing.yaml"
        with envoy(tmp_path, recipe, decide=grpc_port(decide), service=upstream.port) as front:
            assert front.patch(b"{}", PATH, traceparent=PARENT).status == 200
            for name in ("deploy_contract.request", "deploy_contract.response"):
                span = received.named(name)
                assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, SPAN)
            (line,) = soon(lambda: decide.lines("request"))
            assert line["trace_id"] == TRACE
            received.reset()
            # a request without a body, which is judged by its first message
            headers = {"traceparent": PARENT}
            assert front.ask("GET", "/v2/deployments?limit=5", headers=headers).status == 200
            span = received.named("deploy_contract.request")
            assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, SPAN)
            assert front.patch(b"{}", PATH).status == 200  # a caller without a trace
            rows = soon(lambda: len(decide.lines("request")) > 2 and decide.lines("request"))
            assert [row.get("trace_id") for row in rows] == [TRACE, TRACE, None]
            assert not decide.lines("failed")
