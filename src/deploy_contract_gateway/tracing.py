"""Traces of the programs: a span for each exchange, and in it a span for each judged message.

The variables OTEL_* of the OpenTelemetry SDK say where spans go.
"""

import os
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from deploy_contract import ContractError
from deploy_contract_gateway.exchange import Exchange, HeaderPairs

_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}
_GROUP = "opentelemetry_traces_exporter"
_PROTOCOLS = {"http/protobuf": "otlp_proto_http", "grpc": "otlp_proto_grpc"}
_MAX_SHOWN = 64  # characters of a variable's value that a message repeats
_FLUSH_MILLISECONDS = 1000  # time limit for the last spans


def validate_traces() -> None:
    """Check that the packages for traces are installed.

    Raises:
        ContractError: the SDK or an exporter is missing.
    """
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise ContractError(
            "traces need the OpenTelemetry SDK: "
            "pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http"
        )
    _exporters()


def _exporters() -> list[Callable[[], Any]]:
    """Return the classes of the exporters that OTEL_TRACES_EXPORTER names."""
    from importlib.metadata import entry_points  # a slow import that only traces need

    names = os.environ.get("OTEL_TRACES_EXPORTER", "").strip() or "otlp"
    found: list[Callable[[], Any]] = []
    for name in [part.strip() for part in names.split(",")]:
        if name == "none":
            continue
        if name == "console":
            raise ContractError("OTEL_TRACES_EXPORTER: console would write into the log")
        known = list(entry_points(group=_GROUP, name=_entry(name)))
        if not known:
            raise ContractError(
                f"OTEL_TRACES_EXPORTER: there is no exporter {name[:_MAX_SHOWN]!a}; "
                "otlp is in opentelemetry-exporter-otlp-proto-http"
            )
        found.append(known[0].load())
    return found


def _entry(name: str) -> str:
    """Return the name of the entry point of an exporter."""
    if name != "otlp":
        return name
    protocol = os.environ.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "")
    protocol = protocol or os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL", "") or "http/protobuf"
    return _PROTOCOLS.get(protocol.strip(), "otlp")


class Tracing:
    """The tracer of a worker, set up by the variables OTEL_*.

    Args:
        service: `service.name` if no variable states it.

    Raises:
        ContractError: an exporter is missing.
    """

    def __init__(self, service: str) -> None:
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        from deploy_contract import traces

        is_named = "OTEL_SERVICE_NAME" in os.environ
        is_named = is_named or "service.name=" in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", "")
        resource = Resource.create({} if is_named else {"service.name": service})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        for make_exporter in _exporters():
            self._provider.add_span_processor(BatchSpanProcessor(make_exporter()))
        self._tracer = self._provider.get_tracer("deploy_contract")
        self.observe = traces.observer(self._tracer)
        self._caller_context = traces.caller_context

    @contextmanager
    def span(self, scope: MutableMapping[str, Any], exchange: Exchange) -> Iterator[None]:
        """Serve a request within a span. The span continues the trace of the caller.

        The headers in the scope get the span, so that upstream continues the trace. At the end, the
        span gets the outcome of the exchange.
        """
        from opentelemetry import propagate, trace

        method = scope["method"] if scope["method"] in _METHODS else "_OTHER"
        caller = self._caller_context(scope["headers"])
        with self._tracer.start_as_current_span(
            f"deploy-contract {method}",
            context=caller,
            kind=trace.SpanKind.SERVER,
            attributes={"http.request.method": method},
            record_exception=False,  # its text may hold values
            set_status_on_exception=False,
        ) as span:
            carrier: dict[str, str] = {}
            propagate.inject(carrier)
            ours = {name.lower().encode("latin-1") for name in carrier}
            kept = [pair for pair in scope["headers"] if pair[0] not in ours]
            added = [(name.lower().encode(), text.encode()) for name, text in carrier.items()]
            scope["headers"] = kept + added
            exchange.observe = self.observe
            found = span.get_span_context()
            if found.is_valid:
                exchange.trace_id = trace.format_trace_id(found.trace_id)
            try:
                yield
            finally:
                span.set_attribute("deploy_contract.operation", exchange.operation or "none")
                if exchange.status is not None:
                    span.set_attribute("http.response.status_code", exchange.status)
                if exchange.reason:
                    span.set_attribute("deploy_contract.reason", exchange.reason)

    def join(self, exchange: Exchange, headers: HeaderPairs) -> None:
        """Continue the trace of the caller in the current task, until the task ends."""
        from opentelemetry import context, trace

        caller = self._caller_context(headers)
        if caller is not None:
            context.attach(caller)
            found = trace.get_current_span(caller).get_span_context()
            exchange.trace_id = trace.format_trace_id(found.trace_id)

    def flush(self) -> None:
        """Send the last spans. This takes at most about a second."""
        self._provider.force_flush(_FLUSH_MILLISECONDS)
