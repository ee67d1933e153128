"""The outermost ASGI application of a program. It serves requests, and records the outcomes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from time import perf_counter

from deploy_contract.asgi import Receive, Scope, Send
from deploy_contract_gateway.access_log import AccessLog
from deploy_contract_gateway.exchange import CURRENT_EXCHANGE, Exchange, UpstreamError, send_problem
from deploy_contract_gateway.metrics import WorkerMetrics
from deploy_contract_gateway.tracing import Tracing
from deploy_contract_serving.problems import INTERNAL


@dataclass(eq=False, slots=True)
class ServingApp:
    """An ASGI application for `HttpProtocol`, which sets `scope["state"]["target"]`.

    The function `answer` answers new requests. A reload replaces `answer`.
    """

    answer: Callable[[Scope, Receive, Exchange], Awaitable[None]]
    log: AccessLog
    metrics: WorkerMetrics
    tracing: Tracing | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request. This method never raises.

        If a response has started and cannot be completed, the server closes the connection.
        """
        with nullcontext() if self.tracing is None else self.tracing.span(scope):
            await self.serve(scope, receive, send)

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request within the span of the current task, if there is one."""
        exchange = Exchange(scope["method"], send)
        CURRENT_EXCHANGE.set(exchange)
        self.metrics.begin()
        if self.tracing is not None:
            self.tracing.begin(exchange)
        try:
            await self.answer(scope, receive, exchange)
        except asyncio.CancelledError:
            if scope["state"].get("disconnected", False):
                exchange.reason = exchange.reason or "client-gone"
            raise
        except UpstreamError as error:
            exchange.reason = error.problem.reason
        except Exception as error:  # a fault of the program; the text may hold values
            if exchange.status is None:
                await send_problem(INTERNAL, exchange, exchange.send)
            exchange.reason = INTERNAL.reason
            self.log.fault("failed", error, id=exchange.request_id)
        finally:
            seconds = perf_counter() - exchange.started
            self.metrics.end(exchange, seconds)
            self.log.request(exchange, seconds)
            if self.tracing is not None:
                self.tracing.end(exchange)
