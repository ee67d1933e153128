"""The judge of requests about which a gateway asks `decide`. Some questions lack the body.

Without the body, a request is judged by its method, path, query and headers. The headers include
the media type, charset and coding of the body. If none of these breaks the contract, the verdict
is `indeterminate`, with a note.
"""

from contextlib import suppress
from time import perf_counter
from typing import Any

from deploy_contract import Contract
from deploy_contract.asgi import App, ContractMiddleware, Message, Receive, Scope, send_answer
from deploy_contract.http.headers import header_values, shown_id
from deploy_contract.http.servers import request_of_scope
from deploy_contract.judge import Outcome
from deploy_contract.middleware.enforcement import Arrival, Parameters
from deploy_contract_gateway import problems
from deploy_contract_gateway.decide.dialects import Original
from deploy_contract_gateway.exchange import Exchange, HeaderPairs, send_problem

NOT_JUDGED_NOTE = "not-judged: body"  # for a request whose body is not shown
_MOSTLY_WITHOUT_BODY = frozenset({"GET", "HEAD", "DELETE"})


class StreamEnded(BaseException):
    """The request or its response will not be shown to its end.

    It is not an Exception, so the middleware treats it as a cancellation.

    `is_unjudged` is True if the service has responded before the verdict.
    """

    def __init__(self, *, is_unjudged: bool = False) -> None:
        super().__init__()
        self.is_unjudged = is_unjudged


def identify(exchange: Exchange, original: Original, headers: HeaderPairs) -> None:
    """Set the method and the client's id of an exchange."""
    exchange.method = original.method
    exchange.client_id = shown_id(header_values(headers, "x-request-id"))


class Judge:
    """An ASGI application behind a contract.

    `when_indeterminate` also decides about requests whose verdict depends on a body that is not
    shown.
    """

    def __init__(self, app: App, contract: Contract, options: dict[str, Any]) -> None:
        self._app = app
        self._whole = ContractMiddleware(app, contract, **options)
        self._responses = ContractMiddleware(app, contract, **options | {"requests": "off"})
        self._enforcer = self._whole.enforcer
        self._enforcer.drops_overrides = False  # the gateway forwards these headers

    async def serve(
        self, scope: Scope, receive: Receive, exchange: Exchange, *, shows_body: bool = True
    ) -> None:
        """Judge a request, and answer it or call the application."""
        lacks_body = scope["state"].get("lacks_body", False)
        arrival = None
        if not shows_body or lacks_body or self._enforcer.candidate is not None:
            with suppress(Exception):  # the middleware meets the same exception, and refuses
                arrival = self._arrive(scope)
        if arrival is None or arrival.mode == "off":
            await self._whole(scope, receive, exchange.send)
        elif lacks_body and arrival.mode == "enforce" and arrival.route.reads_body:
            # a refusal for a missing body would blame the client
            await send_problem(problems.BODY_NOT_SENT, exchange, exchange.send)
        elif not shows_body and _needs_body(arrival):
            await self._judge_head(arrival, scope, receive, exchange)
        else:
            if arrival.shows_candidate:
                receive = _without_exceptions(receive, shows_body=shows_body)
            await self._whole(scope, receive, exchange.send)

    def note_unjudged(self, scope: Scope | None) -> None:
        """Observe that a request reached the service unjudged.

        `scope` is the scope of the request; None if no part of the request was shown.
        """
        arrival = None if scope is None else self._arrive(scope)
        self._observe_indeterminate(arrival)
        if arrival is not None:
            self._enforcer.invalidate(arrival.route)

    def _arrive(self, scope: Scope) -> Arrival:
        """Route a request without reading its body. Return the request, its route and its mode."""
        return self._enforcer.arrive(request_of_scope(scope, self._enforcer.base_path))

    async def _judge_head(
        self, arrival: Arrival, scope: Scope, receive: Receive, exchange: Exchange
    ) -> None:
        """Judge a request whose body is not shown, and answer it or call the application."""
        enforcer, route, started = self._enforcer, arrival.route, perf_counter()
        try:
            outcome = enforcer.judge.request(route, None)
        except Exception as error:
            outcome = enforcer.unjudged("judging a request", error, route)
        seconds, answer = perf_counter() - started, None
        if outcome.verdict != "deny":
            self._observe_indeterminate(arrival, outcome.parameters, seconds)
            allows_indeterminate = enforcer.options.when_indeterminate == "allow"
            if arrival.mode == "enforce" and not allows_indeterminate:
                await send_problem(problems.BODY_UNSEEN, exchange, exchange.send)
                return
        else:
            if arrival.mode == "enforce":
                answer = enforcer.render(outcome, outcome.status)
            enforcer.observe("request", outcome, seconds, (), answer, arrival=arrival)
        if answer is not None:
            await send_answer(answer, exchange.send)
        else:
            app = self._app if route.operation is None else self._responses
            await app(scope, receive, exchange.send)

    def _observe_indeterminate(
        self, arrival: Arrival | None, parameters: Parameters = None, seconds: float = 0.0
    ) -> None:
        """Observe that the verdict on a request depends on its body."""
        operation = None if arrival is None else arrival.route.operation
        name = None if operation is None else operation.name
        outcome = Outcome("indeterminate", operation=name, parameters=parameters)
        self._enforcer.observe("request", outcome, seconds, (NOT_JUDGED_NOTE,), arrival=arrival)


def _needs_body(arrival: Arrival) -> bool:
    """Return True if the verdict on a request needs its body, and the request may have one.

    Many clients state a type of JSON in every request, also in those without a body. So such a type
    does not show that a request has a body.
    """
    request, route = arrival.request, arrival.route
    if not route.reads_body or route.fault is not None:
        return False
    takes_body = route.operation is not None and route.operation.request is not None
    if takes_body or request.method.upper() not in _MOSTLY_WITHOUT_BODY:
        return True
    named = " ".join(header_values(request.headers, "content-type")).lower()
    return "urlencoded" in named or "multipart" in named


def _without_exceptions(receive: Receive, *, shows_body: bool) -> Receive:
    """Return a `receive` that reports the end of the body instead of an exception.

    Only the candidate needs the body, and a candidate must not change the answer.
    """

    async def received() -> Message:
        if shows_body:
            with suppress(StreamEnded):
                return await receive()
        return {"type": "http.disconnect"}

    return received
