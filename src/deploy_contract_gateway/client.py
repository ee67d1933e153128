"""The HTTP client for one upstream: requests, lookups and readiness, over pooled connections."""

import asyncio
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from deploy_contract import Contract, Request, Response
from deploy_contract.middleware.buffers import Budget, Buffer
from deploy_contract_gateway.connection import (
    Address,
    Body,
    OutgoingRequest,
    Pool,
    Times,
    UpstreamError,
)
from deploy_contract_gateway.connection import Response as UpstreamResponse
from deploy_contract_gateway.headers import HOP_BY_HOP, HeaderList
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import tls_context

if TYPE_CHECKING:
    from deploy_contract.knowledge import AsyncUpstreamDeployments


class Client:
    """Requests to one upstream. Create it within an event loop, and close it."""

    def __init__(self, settings: Settings, budget: Budget | None = None) -> None:
        upstream = settings.upstream
        assert upstream is not None
        self._budget = budget or Budget()
        self._max_response = settings.response_bytes
        # Lookups have places of their own: a request that waits for its lookup has none yet.
        self._lookups = asyncio.Semaphore(settings.pool)
        self._prefix = upstream.prefix.encode("ascii")
        self._authority = upstream.authority.encode("ascii")
        tls = tls_context(settings) if upstream.scheme == "https" else None
        times = Times(settings.connect_seconds, settings.upstream_seconds, settings.idle_seconds)
        self._pool = Pool(Address(upstream.host, upstream.port, tls), times)

    async def send(
        self,
        method: str,
        target: bytes,
        headers: HeaderList,
        body: Body = None,
        length: int | None = None,
    ) -> UpstreamResponse:
        """Send a request, and return the response with its body unread.

        Args:
            method: method of the request.
            target: request target as in the request line, without upstream's path prefix.
            headers: headers, sent as they are.
            body: bytes, or an iterator of parts.
            length: length of a streamed body in bytes, None if unknown.

        Raises:
            UpstreamError: upstream cannot be reached, or does not send a valid response.
            TimeoutError: upstream does not respond in time.
        """
        full_target = target if target == b"*" else self._prefix + target
        outgoing = OutgoingRequest(method, full_target, headers, body, length)
        return await self._pool.send(outgoing)

    async def fetch(self, request: Request) -> Response:
        """Return the whole response to a lookup's request.

        Raises:
            UpstreamError: as `send`; also if the body is longer than `response_bytes`, or the
                budget has no room for it.
        """
        target = request.path
        if request.query:
            target += f"?{request.query}"
        headers = [(b"host", self._authority)]
        for name, value in request.headers:
            pair = (str(name).encode("latin-1"), str(value).encode("latin-1"))
            if pair[0].lower() not in HOP_BY_HOP and pair[0].lower() != b"host":
                headers.append(pair)
        async with self._lookups:
            response = await self.send(request.method, target.encode("ascii"), headers)
            try:
                with closing(Buffer(self._budget, self._max_response, request=False)) as buffer:
                    while part := await response.read():
                        if buffer.add(part) is not None:
                            raise UpstreamError
                    return Response(response.status, response.headers, buffer.content)
            finally:
                response.close()

    async def is_ready(self, path: str, seconds: float) -> bool:
        """Return True if upstream answers a GET of `path` in time with a status below 400."""
        with suppress(UpstreamError, TimeoutError):
            async with asyncio.timeout(seconds):
                headers = [(b"host", self._authority), (b"accept", b"*/*")]
                response = await self.send("GET", path.encode("ascii"), headers)
                response.close()
                return response.status < 400
        return False

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


def upstream_lookup(
    client: Client, settings: Settings, contract: Contract
) -> "AsyncUpstreamDeployments":
    """Return the lookup that requests the facts about deployments from upstream."""
    from deploy_contract.knowledge import AsyncUpstreamDeployments  # few gateways use it

    async def fetch(request: Request) -> Response:
        """Return the response to a lookup's request. Raises OSError without a response."""
        try:
            return await client.fetch(request)
        except UpstreamError as error:
            raise ConnectionError from error

    return AsyncUpstreamDeployments(
        fetch, contract, settings.lookup_seconds, headers=settings.lookup_headers
    )
