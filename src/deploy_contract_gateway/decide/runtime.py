"""The decision server's runtime: it answers what a gateway asks about a request."""

from functools import partial
from typing import Any

from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.decide import answers
from deploy_contract_gateway.decide.dialects import (
    DIALECTS,
    original_scope,
    read_envoy,
    read_question,
)
from deploy_contract_gateway.decide.judging import Judge, begin
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.exchange import Exchange, Receive, Scope, send_problem
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_gateway.validation import Contracts
from deploy_contract_serving.problems import Problem


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
        self.buffer_bytes = self._budget.most
        make = partial(Judge, allows_open=settings.when_indeterminate == "allow")
        contract, options = self._contract, self._options
        if settings.grpc_listen is not None:
            from deploy_contract_gateway.decide import streams  # needs the extra ext-proc

            observing = {name: _only_observing(options[name]) for name in ("requests", "responses")}
            self._converse = partial(
                streams.converse,
                enforcing=make(streams.service, contract, options),
                observing=make(streams.service, contract, options | observing),
            )
        of_questions = options | {"responses": "off"}
        if self._dialect.answers_403:
            of_questions["render"] = answers.only_403
        self._of_questions = make(answers.allow, contract, of_questions)

    async def serve(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        """Answer one question, or converse about one request."""
        if "stream" in scope["state"]:
            await self._converse(scope["state"]["stream"], scope, exchange)
        else:
            await self._answer(scope, receive, exchange)

    async def _answer(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        """Judge the original request, and answer with 200 or with what the client is to get."""
        headers, dialect = scope["headers"], self._dialect
        if dialect.target:
            original = read_question(dialect, headers)
        else:
            original = read_envoy(scope["method"], scope["state"]["target"], headers, self._prefix)
        if isinstance(original, Problem):
            await send_problem(original, exchange, exchange.send)
            return
        begin(exchange, original, headers)
        scope["state"]["exchange"] = exchange
        if dialect.target or self._prefix:
            scope = {**scope, **original_scope(original, headers)}
        if dialect.target and original.method == "HEAD":
            # it is judged as GET, and the question is none of HEAD: its answer has the body
            scope["method"] = "GET"
        await self._of_questions.serve(scope, receive, exchange, shows_body=dialect.sends_body)


def _only_observing(modes: Any) -> Any:
    """Return modes of operations in which nothing is refused."""
    if isinstance(modes, str):
        return "report" if modes == "enforce" else modes
    return {name: _only_observing(mode) for name, mode in modes.items()}
