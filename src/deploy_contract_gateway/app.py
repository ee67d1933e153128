"""The gateway's outermost ASGI application: rewrites request headers, and records the outcome."""

from collections.abc import MutableMapping
from time import perf_counter
from typing import Any

from deploy_contract.logs import place_of
from deploy_contract_gateway import problems
from deploy_contract_gateway.access_log import AccessLog
from deploy_contract_gateway.exchange import CURRENT_EXCHANGE, Exchange, Receive, Send
from deploy_contract_gateway.metrics import WorkerMetrics
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_gateway.upstream import BrokenUpstreamError, ClientGoneError, send_problem


class GatewayApp:
    """An ASGI application for `StrictProtocol`, whose `scope["state"]["target"]` it needs.

    `runtime` serves the requests that start now; a reload replaces it.
    """

    def __init__(self, runtime: Runtime, log: AccessLog, metrics: WorkerMetrics) -> None:
        self.runtime = runtime
        self._log = log
        self._metrics = metrics

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Serve one request. It raises nothing.

        If a response has started and cannot be completed, the server closes the connection.
        """
        exchange = Exchange(scope["method"], send)
        CURRENT_EXCHANGE.set(exchange)
        self._metrics.begin()
        try:
            await self._serve(scope, receive, exchange)
        except ClientGoneError:
            if not exchange.relayed:
                _drop_response(exchange)
            exchange.reason = exchange.reason or "client-gone"
        except BrokenUpstreamError:
            exchange.reason = exchange.reason or problems.BROKEN.reason
        except Exception as error:  # a fault of the gateway; the text may hold values
            self._log.event(
                "failed", id=exchange.request_id, exception=type(error).__name__, at=place_of(error)
            )
            if exchange.status is None:
                await send_problem(problems.INTERNAL, exchange, exchange.send)
            exchange.reason = problems.INTERNAL.reason
        finally:
            seconds = perf_counter() - exchange.started
            self._metrics.end(exchange, seconds)
            self._log.request(exchange, seconds)

    async def _serve(
        self, scope: MutableMapping[str, Any], receive: Receive, exchange: Exchange
    ) -> None:
        state, runtime = scope["state"], self.runtime
        client = scope["client"]
        rewritten = runtime.headers.rewrite(
            scope["headers"],
            client[0] if client else "unknown",
            scope["scheme"].encode("ascii"),
            exchange.request_id.encode("ascii"),
        )
        scope["headers"] = rewritten.headers
        exchange.client_id = rewritten.client_id
        state["rewritten"], state["exchange"] = rewritten, exchange
        await runtime.serve(scope, receive, exchange.send)


def _drop_response(exchange: Exchange) -> None:
    """Forget the response of a client that left before upstream answered.

    The middleware then answered for upstream. Nobody received that answer, and upstream was not at
    fault.
    """
    exchange.status = None
    exchange.observations = [
        observation for observation in exchange.observations if observation.direction == "request"
    ]
