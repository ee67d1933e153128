"""The application that answers questions: with status 200 and the verdict, or with a problem."""

from functools import partial
from typing import Any

from deploy_contract.answers import problem
from deploy_contract.asgi import Receive, Scope, Send
from deploy_contract_gateway.decide.dialects import (
    DIALECTS,
    Original,
    original_scope,
    read_envoy,
    read_question,
)
from deploy_contract_gateway.decide.judging import Judge, identify
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.exchange import CURRENT_EXCHANGE, Exchange, send_problem
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_serving.problems import Problem

VERDICT = b"x-deploy-contract-verdict"
OPERATION = b"x-deploy-contract-operation"
_EMPTY = (b"content-length", b"0")


class Decider:
    """The decision server: it answers questions, and serves streams of Envoy."""

    def __init__(self, settings: DecideSettings, runtime: Runtime) -> None:
        self._dialect = DIALECTS[settings.dialect]
        self._prefix = settings.path_prefix
        contract, options = runtime.contract, runtime.options
        if settings.grpc_listen is not None:
            from deploy_contract_gateway.decide import streams  # needs the extra ext-proc

            observing = {name: _only_observing(options[name]) for name in ("requests", "responses")}
            judges = {
                False: Judge(streams.service, contract, options),
                True: Judge(streams.service, contract, options | observing),
            }
            self._converse = partial(streams.converse, judges=judges)
        adapted = {"render": lambda *refusal: CURRENT_EXCHANGE.get().adapt(problem(*refusal))}
        self._judge = Judge(allow, contract, options | {"responses": "off"} | adapted)

    async def serve(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        """Answer one question, or serve one stream."""
        state = scope["state"]
        if "stream" in state:
            await self._converse(scope, exchange)
            return
        is_check = "question" in state  # the question came over gRPC
        question = state["question"] if is_check else self._question(scope)
        dialect = DIALECTS["envoy"] if is_check else self._dialect
        exchange.adapt = dialect.adapt
        if isinstance(question, Problem):
            await send_problem(question, exchange, exchange.send)
            return
        headers = scope["headers"]
        identify(exchange, question, headers)
        if is_check or dialect.target or self._prefix:
            scope = {**scope, **original_scope(question, headers)}
        if dialect.target and question.method == "HEAD":
            # HEAD is judged as GET, and an answer to HEAD would lack the problem details
            scope["method"] = "GET"
        await self._judge.serve(scope, receive, exchange, shows_body=dialect.sends_body)

    def _question(self, scope: Scope) -> Original | Problem:
        if self._dialect.target:
            return read_question(self._dialect, scope["headers"])
        asked = Original(scope["method"], scope["state"]["target"].decode("latin-1"))
        return read_envoy(asked, scope["headers"], self._prefix)


def _only_observing(modes: Any) -> Any:
    """Return modes with "report" in place of "enforce", so that nothing is refused."""
    if isinstance(modes, str):
        return "report" if modes == "enforce" else modes
    return {name: _only_observing(mode) for name, mode in modes.items()}


async def allow(_scope: object, _receive: object, send: Send) -> None:
    """Answer that the request may pass. This is the ASGI application behind the middleware."""
    exchange = CURRENT_EXCHANGE.get()
    verdict = exchange.observations[-1].verdict if exchange.observations else "not-judged"
    headers = [_EMPTY, (VERDICT, verdict.encode("ascii"))]
    if exchange.operation is not None:
        headers.append((OPERATION, exchange.operation.encode("ascii")))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
