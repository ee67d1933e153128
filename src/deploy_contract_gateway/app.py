"""The outermost ASGI application of the gateway and of `decide`. It also records the outcomes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
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
        exchange = Exchange(scope["method"], send)
        with nullcontext() if self.tracing is None else self.tracing.span(scope, exchange):
            await self._serve(scope, receive, exchange)

    async def stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, whose headers arrive in a message of a stream."""
        exchange = Exchange(scope["method"], send)
        if self.tracing is not None:
            exchange.observe = self.tracing.observe
            exchange.join = partial(self.tracing.join, exchange)
        await self._serve(scope, receive, exchange)

    async def _serve(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        CURRENT_EXCHANGE.set(exchange)
        self.metrics.begin()
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
