"""The gateway: it judges requests, forwards them to upstream, and streams the responses."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from deploy_contract.asgi import ContractMiddleware, Receive, Scope, Send
from deploy_contract_gateway import problems
from deploy_contract_gateway.client import Body, Connection
from deploy_contract_gateway.exchange import CURRENT_EXCHANGE, Exchange, UpstreamError, send_problem
from deploy_contract_gateway.headers import HeaderRewriter
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_gateway.settings import GatewaySettings


class Forwarder:
    """The gateway: it rewrites the headers of a request, and calls upstream behind the middleware."""

    def __init__(self, settings: GatewaySettings, runtime: Runtime) -> None:
        assert runtime.client is not None
        self._client = runtime.client
        self._pool = asyncio.Semaphore(settings.pool)
        self._pool_seconds = settings.pool_seconds
        self._app = ContractMiddleware(self._forward, runtime.contract, **runtime.options)
        self._headers = HeaderRewriter(settings)

    async def serve(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        """Serve one request."""
        rewritten = self._headers.rewrite(scope, exchange.request_id.encode("ascii"))
        scope["headers"] = rewritten.headers
        exchange.client_id = rewritten.client_id
        scope["state"]["rewritten"] = rewritten
        await self._app(scope, receive, exchange.send)

    async def _forward(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward one request, or answer with a problem if no response has started.

        This is the ASGI application behind the middleware.

        Raises:
            UpstreamError: upstream broke off; the client must see that too.
        """
        state, task = scope["state"], asyncio.current_task()
        assert task is not None
        # set before the wait for a place, because the client may leave during the wait
        state["client_gone"] = task.cancel
        try:
            await self._send_and_relay(scope, receive, send)
        except OSError as error:
            exchange = CURRENT_EXCHANGE.get()
            problem = problems.LATE if isinstance(error, TimeoutError) else problems.BROKEN
            problem = getattr(error, "problem", problem)
            if exchange.relayed:
                raise UpstreamError(problem) from None
            await send_problem(problem, exchange, send)
        finally:
            del state["client_gone"]

    async def _send_and_relay(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send one request to upstream, and its response to the client.

        Raises:
            UpstreamError, TimeoutError: upstream sends no valid response, or not in time.
        """
        state, exchange = scope["state"], CURRENT_EXCHANGE.get()
        rewritten, body = state["rewritten"], None
        if rewritten.chunked or rewritten.length:
            # read before a place is taken, so that a client that sends no body holds no place
            body = await _body(receive)
        if not await self._take_place():
            await send_problem(problems.BUSY, exchange, send)
            return
        response: Connection | None = None
        try:
            response = await self._client.send(
                scope["method"], state["target"], scope["headers"], body, rewritten.length
            )
            await _relay(response, exchange, send)
        finally:
            self._pool.release()
            if response is not None:
                self._client.release(response)

    async def _take_place(self) -> bool:
        """Take a place in the pool. Return False if no place becomes free in time."""
        if not self._pool.locked():
            return await self._pool.acquire()
        try:
            async with asyncio.timeout(self._pool_seconds):
                return await self._pool.acquire()
        except TimeoutError:
            return False


async def _relay(response: Connection, exchange: Exchange, send: Send) -> None:
    """Send upstream's response to the client as it arrives.

    If the client is slow, the server pauses this task. Then `response` reads no more from upstream.
    """
    exchange.relayed = True
    start = {"status": response.status, "headers": response.headers}
    await send({"type": "http.response.start", **start})
    more = True
    while more:
        chunk = await response.read()
        more = not response.at_end
        await send({"type": "http.response.body", "body": chunk, "more_body": more})


async def _body(receive: Receive) -> Body:
    """Return the request's body: bytes if it is complete already, else an iterator."""
    first, more = b"", True
    while more and not first:
        first, more = await _body_part(receive)
    return _body_parts(first, receive) if more else first


async def _body_part(receive: Receive) -> tuple[bytes, bool]:
    """Return the next part of a request's body, and whether more follows."""
    message: Any = await receive()  # the server limits the time
    if message["type"] != "http.request":
        raise asyncio.CancelledError  # the client has left
    return message.get("body", b""), message.get("more_body", False)


async def _body_parts(first: bytes, receive: Receive) -> AsyncIterator[bytes]:
    chunk, more = first, True
    while chunk or more:
        if chunk:
            yield chunk
        chunk, more = await _body_part(receive) if more else (b"", False)
