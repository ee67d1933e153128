"""The ASGI application behind the middleware: forwards requests and streams responses."""

import asyncio
from collections.abc import AsyncIterator, MutableMapping
from contextlib import closing
from typing import Any

from deploy_contract.asgi import ContractMiddleware
from deploy_contract.middleware.buffers import Budget, Buffer
from deploy_contract_gateway import problems
from deploy_contract_gateway.client import Client
from deploy_contract_gateway.connection import Body, Connection, UpstreamError
from deploy_contract_gateway.exchange import (
    BrokenUpstreamError,
    ClientGoneError,
    Exchange,
    Receive,
    Scope,
    Send,
    send_problem,
)
from deploy_contract_gateway.headers import (
    HeaderList,
    HeaderRewriter,
    InvalidResponseError,
    UpstreamHeaders,
    has_length,
    response_headers,
)
from deploy_contract_gateway.runtime import Runtime
from deploy_contract_gateway.settings import GatewaySettings


class BudgetError(UpstreamError):
    """The budget has no room for a response that must be buffered."""

    problem = problems.FULL


class UpstreamApp:
    """An ASGI application that forwards each request to upstream.

    It needs the state that `Forwarder` adds to a request: `exchange`, `rewritten` and `target`.
    """

    def __init__(self, client: Client, settings: GatewaySettings, budget: Budget) -> None:
        self._client = client
        self._budget = budget
        self._pool = asyncio.Semaphore(settings.pool)
        self._pool_seconds = settings.pool_seconds
        self._max_buffered = settings.response_bytes

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Forward one request, or answer with a problem if no response has started.

        Raises:
            ClientGoneError: the client has left.
            BrokenUpstreamError: upstream broke off; the client must see that too.
        """
        state, exchange = scope["state"], scope["state"]["exchange"]
        task = asyncio.current_task()
        assert task is not None

        def client_gone() -> None:
            state["cancelled"] = True
            task.cancel()

        # set before a place is free, for a client that waits for one may leave too
        state["client_gone"] = client_gone
        has_place, response = False, None
        try:
            rewritten: UpstreamHeaders = state["rewritten"]
            body: Body = None
            if rewritten.chunked or rewritten.length:
                # before a place is taken: a client that sends no body must not hold one
                body = await self._body(receive)
            has_place = await self._take_place()
            if not has_place:
                await send_problem(problems.BUSY, exchange, send)
                return
            response = await self._client.send(
                scope["method"], state["target"], scope["headers"], body, rewritten.length
            )
            await self._relay(response, exchange, send, version=scope["http_version"])
        except asyncio.CancelledError:
            if not state.get("cancelled") or task.uncancel() > 0:
                raise
            raise ClientGoneError from None
        except (OSError, InvalidResponseError) as error:
            problem = problems.LATE if isinstance(error, TimeoutError) else problems.BROKEN
            problem = getattr(error, "problem", problem)
            if exchange.relayed:
                exchange.reason = problem.reason
                raise BrokenUpstreamError from None
            await send_problem(problem, exchange, send)
        finally:
            del state["client_gone"]
            if has_place:
                self._pool.release()
            if response is not None:
                self._client.release(response)

    async def _take_place(self) -> bool:
        """Take a place among the requests under way. Return False if none becomes free in time."""
        if not self._pool.locked():
            return await self._pool.acquire()
        try:
            async with asyncio.timeout(self._pool_seconds):
                return await self._pool.acquire()
        except TimeoutError:
            return False

    async def _body(self, receive: Receive) -> Body:
        """Return the request's body: bytes if it is complete already, else an iterator."""
        first, more = b"", True
        while more and not first:
            first, more = await _body_part(receive)
        if not more:
            return first
        return _body_parts(first, receive)

    async def _relay(
        self, response: Connection, exchange: Exchange, send: Send, *, version: str
    ) -> None:
        """Send upstream's response to the client as it arrives.

        The server pauses this task while the client is slow, and the connection then stops reading.
        """
        try:
            headers = response_headers(response.headers, response.status)
        except InvalidResponseError:
            response.abort()
            raise
        if version == "1.0" and exchange.method != "HEAD" and not has_length(headers):
            await self._relay_buffered(response, headers, exchange, send)
            return
        exchange.relayed = True
        await send({"type": "http.response.start", "status": response.status, "headers": headers})
        chunk, more = b"", True
        while more:
            chunk = await response.read()
            more = not response.at_end
            if more:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": chunk, "more_body": False})

    async def _relay_buffered(
        self, response: Connection, headers: HeaderList, exchange: Exchange, send: Send
    ) -> None:
        """Send a response of unknown length to a client of HTTP/1.0, which knows no chunks."""
        with closing(Buffer(self._budget, self._max_buffered, request=False)) as buffer:
            while part := await response.read():
                fault = buffer.add(part)
                if fault is not None:
                    raise BudgetError if fault == "buffer-full" else UpstreamError
            if response.status not in (204, 304):
                headers.append((b"content-length", b"%d" % buffer.size))
            exchange.relayed = True
            start = {"type": "http.response.start", "status": response.status, "headers": headers}
            await send(start)
            await send({"type": "http.response.body", "body": buffer.content, "more_body": False})


class Forwarder:
    """The gateway: it rewrites the headers of a request, and calls upstream behind the middleware."""

    def __init__(self, settings: GatewaySettings, runtime: Runtime) -> None:
        assert runtime.client is not None
        upstream = UpstreamApp(runtime.client, settings, runtime.budget)
        self._app = ContractMiddleware(upstream, runtime.contract, **runtime.options)
        self._headers = HeaderRewriter(settings)

    async def serve(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        """Serve one request."""
        state, client = scope["state"], scope["client"]
        rewritten = self._headers.rewrite(
            scope["headers"],
            client[0] if client else "unknown",
            scope["scheme"].encode("ascii"),
            exchange.request_id.encode("ascii"),
        )
        scope["headers"] = rewritten.headers
        exchange.client_id = rewritten.client_id
        state["rewritten"], state["exchange"] = rewritten, exchange
        await self._app(scope, receive, exchange.send)


async def _body_part(receive: Receive) -> tuple[bytes, bool]:
    """Return the next part of a request's body, and whether more follows."""
    message = await receive()  # the server limits the time
    if message["type"] != "http.request":
        raise ClientGoneError
    return message.get("body", b""), message.get("more_body", False)


async def _body_parts(first: bytes, receive: Receive) -> AsyncIterator[bytes]:
    chunk, more = first, True
    while True:
        if chunk:
            yield chunk
        if not more:
            return
        chunk, more = await _body_part(receive)
