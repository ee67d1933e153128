"""The application behind the contract: hands a request to upstream and its response to the client, bit by bit."""

import asyncio
from collections.abc import AsyncIterator, MutableMapping
from contextlib import closing
from typing import Any

from aiohttp import ClientConnectorError, ClientError, ClientPayloadError, ConnectionTimeoutError

from deploy_contract.middleware.buffers import Budget, Buffer
from deploy_contract_gateway import forwarding, problems
from deploy_contract_gateway.client import Answered, Body, Client
from deploy_contract_gateway.exchange import Exchange, Receive, Send
from deploy_contract_gateway.problems import Problem
from deploy_contract_gateway.settings import Settings


class GoneError(Exception):
    """The client has gone, or sent only half of what it said."""


class FullError(ClientError):
    """There is no room for a body that is to be held."""


class BrokenError(Exception):
    """Upstream broke off, after the response had begun."""


class Upstream:
    """An ASGI application. It takes from a request's state what `Entrance` put there: `exchange`, `asked`, `target`."""

    def __init__(self, client: Client, settings: Settings, budget: Budget) -> None:
        self._client = client
        self._budget = budget
        self._pool = asyncio.Semaphore(settings.pool)
        self._most = settings.response_bytes
        self._pool_seconds = settings.pool_seconds

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Hands on one request. Problems are answered here, as long as nothing was sent."""
        state, exchange = scope["state"], scope["state"]["exchange"]
        task = asyncio.current_task()
        assert task is not None

        def gone() -> None:
            state["left"] = True
            task.cancel()

        state["gone"] = gone  # from now on, for who waits for a place may leave too
        placed, response = False, None
        try:
            asked: forwarding.Asked = state[
                "asked"
            ]  # the body comes first: a client that sends none takes no place
            body = await self._body(receive) if asked.chunked or asked.length else None
            placed = await self._place()
            if not placed:
                await answer(problems.BUSY, exchange, send)
                return
            response = await self._client.send(
                scope["method"], state["target"], scope["headers"], body, asked.length
            )
            await self._hand_on(response, exchange, send, whole=scope["http_version"] == "1.0")
        except asyncio.CancelledError:
            if not state.get("left") or task.uncancel() > 0:
                raise
            raise GoneError from None
        except (ClientError, TimeoutError, OSError, forwarding.UnsoundError) as error:
            problem = _problem(error)
            if exchange.begun:
                exchange.reason = problem.reason
                raise BrokenError from None
            await answer(problem, exchange, send)
        finally:
            del state["gone"]
            if placed:
                self._pool.release()
            if response is not None:
                response.close()

    async def _place(self) -> bool:
        """Takes a place among the requests under way; False where none was free in time."""
        if not self._pool.locked():
            return await self._pool.acquire()
        try:
            async with asyncio.timeout(self._pool_seconds):
                return await self._pool.acquire()
        except TimeoutError:
            return False

    async def _body(self, receive: Receive) -> Body:
        """The body of a request: bytes where it is here to its end, else bit by bit."""
        first, more = b"", True
        while more and not first:
            first, more = await self._part(receive)
        return self._rest(first, receive) if more else first

    async def _rest(self, first: bytes, receive: Receive) -> AsyncIterator[bytes]:
        chunk, more = first, True
        while True:
            if chunk:
                yield chunk
            if not more:
                return
            chunk, more = await self._part(receive)

    async def _part(self, receive: Receive) -> tuple[bytes, bool]:
        message = await receive()  # the server sees to it that this ends
        if message["type"] != "http.request":
            raise GoneError
        return message.get("body", b""), message.get("more_body", False)

    async def _hand_on(
        self, response: Answered, exchange: Exchange, send: Send, *, whole: bool
    ) -> None:
        """Hands on a response as it comes; the server waits where the client is slow, and aiohttp where the server does.

        `whole`: for a client of HTTP/1.0, which knows no chunks. Where upstream does not state a length, the body is read to
        its end first, if it is not too long.
        """
        status, content, more = response.status, response.content, True
        try:
            headers = forwarding.answered(response.raw_headers, status)
        except forwarding.UnsoundError:
            response.cut()
            raise
        chunk = b""
        if (
            whole
            and exchange.method != "HEAD"
            and not any(name == b"content-length" for name, _ in headers)
        ):
            with closing(Buffer(self._budget, b"", request=False)) as buffer:
                while part := await content.readany():
                    if not buffer.add(part):
                        raise FullError
                    if buffer.size > self._most:
                        raise ClientPayloadError
                if status not in (204, 304):
                    headers.append((b"content-length", b"%d" % buffer.size))
                exchange.begun = True
                await send({"type": "http.response.start", "status": status, "headers": headers})
                await send(
                    {"type": "http.response.body", "body": buffer.content, "more_body": False}
                )
            return
        exchange.begun = True
        await send({"type": "http.response.start", "status": status, "headers": headers})
        while more:
            chunk = await content.readany()
            more = not content.at_eof()
            if more:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": chunk, "more_body": False})


async def answer(problem: Problem, exchange: Exchange, send: Send) -> None:
    """Answers with a problem."""
    exchange.reason = problem.reason
    headers, body = problems.written(problem)
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _problem(error: Exception) -> Problem:
    if isinstance(error, FullError):
        return problems.FULL
    if isinstance(error, ConnectionTimeoutError):
        return problems.CONNECT_LATE
    if isinstance(error, ClientConnectorError):
        return problems.UNREACHABLE
    return problems.LATE if isinstance(error, TimeoutError) else problems.BROKEN
