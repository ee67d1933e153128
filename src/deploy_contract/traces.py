"""OpenTelemetry traces: a span for each judged message. Needs the extra [otel].

Pass `observer()` as `on_report`. Put `asgi` or `wsgi` around the middleware if nothing else joins
the trace of the caller.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from time import time_ns
from typing import Any, TypeAlias

from deploy_contract import logs
from deploy_contract.exceptions import importing
from deploy_contract.http.headers import as_texts
from deploy_contract.http.servers import headers_of_environ
from deploy_contract.logs import NAME
from deploy_contract.middleware.observation import Observation
from deploy_contract.notes import labels

with importing("otel", "traces need"):
    from opentelemetry import context, propagate, trace
    from opentelemetry.context import Context
    from opentelemetry.propagators.textmap import DefaultGetter

_NAMES = {"request": "deploy_contract.request", "response": "deploy_contract.response"}
Scope: TypeAlias = MutableMapping[str, Any]
AsgiApp: TypeAlias = Callable[[Scope, Any, Any], Awaitable[None]]
WsgiApp: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]


def observer(tracer: Any = None) -> Callable[[Observation], None]:
    """Return a callback for `on_report` that makes a span of each observation.

    A span is named `deploy_contract.request` or `deploy_contract.response`, and lasts as long as
    the judging took. Its parent is the current span. Every attribute is a word of the contract,
    never a value of a message:

    - `deploy_contract.operation`, `deploy_contract.verdict`, `deploy_contract.refused`;
    - `deploy_contract.rules`, `deploy_contract.undecided`: ids of rules;
    - `deploy_contract.notes`: notes without their details.

    Args:
        tracer: a tracer, by default that of the global provider.
    """
    tracer = tracer or trace.get_tracer(NAME)

    def observe(seen: Observation) -> None:
        end = time_ns()
        attributes: dict[str, Any] = {
            "deploy_contract.operation": seen.operation or "none",
            "deploy_contract.verdict": seen.verdict,
            "deploy_contract.refused": seen.refused,
        }
        if seen.violations:
            attributes["deploy_contract.rules"] = sorted({item.rule for item in seen.violations})
        if seen.undecided:
            rules = sorted({item.rule for item in seen.undecided})
            attributes["deploy_contract.undecided"] = rules
        if seen.notes:
            words = sorted({": ".join(labels(text)) for text in seen.notes})
            attributes["deploy_contract.notes"] = words
        name = _NAMES[seen.direction]
        begin = end - int(seen.seconds * 1e9)
        tracer.start_span(name, attributes=attributes, start_time=begin).end(end)

    return observe


def asgi(app: AsgiApp) -> AsgiApp:
    """Return an ASGI application whose spans join the trace of the caller.

    If a span is current already, such as an instrumentation's span, nothing changes.
    """

    async def joined(scope: Scope, receive: Any, send: Any) -> None:
        found = None
        if scope["type"] == "http":
            found = caller_context(scope["headers"])
        if found is None:
            await app(scope, receive, send)
            return
        token = context.attach(found)
        try:
            await app(scope, receive, send)
        finally:
            context.detach(token)

    return joined


def wsgi(app: WsgiApp) -> WsgiApp:
    """Return a WSGI application whose spans join the trace of the caller, as `asgi` does."""

    def joined(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        found = caller_context(headers_of_environ(environ))
        if found is None:
            return app(environ, start_response)
        return _within(found, app, environ, start_response)

    return joined


def caller_context(headers: Iterable[tuple[Any, Any]]) -> Context | None:
    """Return the context in headers; None without a valid trace, or if a span is current."""
    if trace.get_current_span().get_span_context().is_valid:
        return None
    try:
        carrier: dict[str, list[str]] = {}
        for name, value in as_texts(headers):
            carrier.setdefault(name.lower(), []).append(value)
        found = propagate.extract(carrier, getter=_HEADERS)
        return found if trace.get_current_span(found).get_span_context().is_valid else None
    except Exception as error:  # a propagator may fail on a client's header
        logs.unexpected("reading the trace of a caller", error)
        return None


class _Getter(DefaultGetter):
    """Access to headers by names in any letter case; propagators such as X-Ray's use capitals."""

    def get(self, carrier: Any, key: str) -> list[str] | None:
        return super().get(carrier, key.lower())


_HEADERS = _Getter()


def _within(
    found: Context, app: WsgiApp, environ: dict[str, Any], start_response: Any
) -> Iterator[bytes]:
    token = context.attach(found)
    try:
        chunks = app(environ, start_response)
        try:
            yield from chunks
        finally:  # the response may be judged here
            if hasattr(chunks, "close"):
                chunks.close()
    finally:
        context.detach(token)
