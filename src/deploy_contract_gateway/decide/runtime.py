"""The decision server's runtime: it answers what a gateway asks about a request."""

from typing import TYPE_CHECKING, Any

from deploy_contract.asgi import ContractMiddleware, send_answer
from deploy_contract.http.headers import is_override
from deploy_contract.http.servers import request_of_scope
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway import problems
from deploy_contract_gateway.decide import answers, body_not_shown
from deploy_contract_gateway.decide.dialects import (
    DIALECTS,
    Original,
    original_scope,
    read_envoy,
    read_question,
)
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.exchange import Exchange, Receive, Scope, send_problem
from deploy_contract_gateway.headers import shown_id
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_gateway.validation import Contracts
from deploy_contract_serving.problems import Problem

if TYPE_CHECKING:
    from deploy_contract_gateway.decide.streams import Stream


class DecideRuntime(Runtime):
    """The objects of the decision server that answer questions until the next reload."""

    def __init__(
        self,
        settings: DecideSettings,
        contracts: Contracts,
        learned: LearnedDeployments,
        coverage: LiveCoverage,
    ) -> None:
        """Create a runtime, as `Runtime` does."""
        super().__init__(settings, contracts, learned, coverage)
        self._dialect = DIALECTS[settings.dialect]
        self._prefix = settings.path_prefix.encode("ascii")
        self._allows_open = settings.when_indeterminate == "allow"
        self.buffer_bytes = self._budget.most
        contract, options = self._contract, self._options
        if settings.grpc_listen is not None:
            self._of_streams = ContractMiddleware(answers.allow, contract, **options).enforcer
            observing = options | {
                name: _only_observing(options[name]) for name in ("requests", "responses")
            }
            self._observing = ContractMiddleware(answers.allow, contract, **observing).enforcer
        options["responses"] = "off"
        if self._dialect.answers_403:
            options["render"] = answers.only_403
        self._judge = ContractMiddleware(answers.allow, contract, **options)

    async def serve(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        """Answer one question."""
        self.enter()
        try:
            original = self._read(scope)
            if isinstance(original, Problem):
                await send_problem(original, exchange, exchange.send)
            else:
                await self._answer(original, scope, receive, exchange)
        finally:
            self.leave()

    def open_stream(self, exchange: Exchange) -> "Stream":
        """Return the conversation about one request. Call `leave` when it has ended."""
        from deploy_contract_gateway.decide.streams import Stream  # needs the extra ext-proc

        self.enter()
        return Stream(
            self._of_streams,
            self._observing,
            exchange,
            allows_open=self._allows_open,
        )

    def _read(self, scope: Scope) -> Original | Problem:
        """Return the original request of a question."""
        headers, dialect = scope["headers"], self._dialect
        if dialect.target:
            return read_question(dialect, headers)
        return read_envoy(scope["method"], scope["state"]["target"], headers, self._prefix)

    async def _answer(
        self, original: Original, scope: Scope, receive: Receive, exchange: Exchange
    ) -> None:
        """Judge the original request, and answer with 200 or with what the client is to get."""
        scope = self._begin(original, scope, exchange)
        has_override = any(is_override(name) for name, _ in scope["headers"])
        if has_override or not self._dialect.sends_body:
            is_answered = await self._judge_head(scope, exchange)
            if is_answered:
                return
        await self._judge(scope, receive, exchange.send)

    def _begin(self, original: Original, scope: Scope, exchange: Exchange) -> Scope:
        """Return the scope of the original request, and tell the exchange about it."""
        headers = scope["headers"]
        exchange.method = original.method
        exchange.client_id = shown_id([value for name, value in headers if name == b"x-request-id"])
        scope["state"]["exchange"] = exchange
        if self._dialect.target or self._prefix:
            scope = {**scope, **original_scope(original, headers)}
        if self._dialect.target and original.method == "HEAD":
            # it is judged as GET, and the question is none of HEAD: its answer has the body
            scope["method"] = "GET"
        return scope

    async def _judge_head(self, scope: Scope, exchange: Exchange) -> bool:
        """Judge all but the body if that is not left to the middleware; return True if answered.

        The middleware drops headers that override the method, but the gateway forwards them.
        """
        enforcer = self._judge.enforcer
        try:
            request = request_of_scope(scope, enforcer.base_path)
            _, route, mode, reads_body = enforcer.arrive(request)
        except Exception:  # the middleware meets it again, and refuses the request
            return False
        if mode == "off":
            return False
        body_follows = not reads_body or self._dialect.sends_body
        settled, answer = body_not_shown.judge(enforcer, route, request, body_follows=body_follows)
        if settled == "follows":
            return False
        if answer is not None:
            await send_answer(answer, exchange.send)
        elif settled == "denied" or self._allows_open or mode != "enforce":  # or only reported
            await answers.allow(scope, None, exchange.send)
        else:
            await send_problem(problems.BODY_UNSEEN, exchange, exchange.send)
        return True


def _only_observing(modes: Any) -> Any:
    """Return modes of operations in which nothing is refused."""
    if isinstance(modes, str):
        return "report" if modes == "enforce" else modes
    return {name: _only_observing(mode) for name, mode in modes.items()}
