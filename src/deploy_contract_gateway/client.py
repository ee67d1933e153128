"""The HTTP client for one upstream: requests, lookups and readiness, over pooled connections."""

import asyncio
import ssl
from collections import deque
from contextlib import closing, suppress
from functools import partial
from typing import TYPE_CHECKING

from deploy_contract import Contract, Request, Response
from deploy_contract.middleware.buffers import Budget, Buffer
from deploy_contract_gateway.connection import (
    Body,
    ConnectError,
    Connection,
    ConnectTimeoutError,
    ConnectTlsError,
    DisconnectedError,
    OutgoingRequest,
    UpstreamError,
)
from deploy_contract_gateway.headers import HOP_BY_HOP, HeaderList
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import WatchedTls

if TYPE_CHECKING:
    from deploy_contract.knowledge import AsyncUpstreamDeployments

_ATTEMPT_SECONDS = 0.25  # until the next address of upstream is tried too (RFC 8305)
_READY_SECONDS = 2.0


class Client:
    """Requests to one upstream. Create it within an event loop, and close it."""

    def __init__(
        self, settings: Settings, tls: WatchedTls | None = None, budget: Budget | None = None
    ) -> None:
        """Create a client.

        Args:
            settings: the settings.
            tls: the files for TLS; None without TLS.
            budget: for the bodies of lookups.
        """
        upstream = settings.upstream
        assert upstream is not None
        self._settings, self._upstream = settings, upstream
        self._budget = budget or Budget()
        # Lookups have places of their own: a request that waits for its lookup has none yet.
        self._lookups = asyncio.Semaphore(settings.pool)
        self._prefix = upstream.prefix.encode("ascii")
        self._authority = upstream.authority.encode("ascii")
        self._tls = tls
        self._idle: deque[Connection] = deque()  # the one that was used last at the end
        self._busy: set[Connection] = set()

    async def send(
        self,
        method: str,
        target: bytes,
        headers: HeaderList,
        body: Body = None,
        length: int | None = None,
    ) -> Connection:
        """Send a request, and return the response with its body unread. `release` it in any case.

        Callers limit how many requests are under way. A request of an idempotent method is sent once
        more if upstream had closed the connection.

        Args:
            method: method of the request.
            target: request target as in the request line, without upstream's path prefix.
            headers: headers, sent as they are.
            body: bytes, or an iterator of parts.
            length: length of a streamed body in bytes, None if unknown.

        Raises:
            ConnectError: upstream cannot be reached.
            UpstreamError: upstream does not send a valid response.
            TimeoutError: upstream does not respond in time.
        """
        full_target = target if target == b"*" else self._prefix + target
        outgoing = OutgoingRequest(method, full_target, headers, body, length)
        while True:
            connection = self._take()
            was_used = connection is not None
            if connection is None:
                connection = await self.connect()
            self._busy.add(connection)
            try:
                await connection.request(outgoing)
            except DisconnectedError:
                self.release(connection)
                if not was_used or not outgoing.is_repeatable:
                    raise
            except BaseException:
                connection.abort()
                self.release(connection)
                raise
            else:
                return connection

    def release(self, connection: Connection) -> None:
        """End a response. Its connection is closed unless the whole body was read."""
        if connection not in self._busy:
            return  # it may be released twice
        self._busy.remove(connection)
        if connection.is_reusable:
            connection.expire(self._settings.idle_seconds)
            self._idle.append(connection)
        else:
            connection.abort()

    def _take(self) -> Connection | None:
        """Return the idle connection that was used last, if any."""
        while self._idle:
            connection = self._idle.pop()
            if connection.is_open:
                return connection
        return None

    async def connect(self) -> Connection:
        """Return a new connection.

        Raises:
            ConnectError: upstream cannot be reached, or not in time.
        """
        settings, upstream = self._settings, self._upstream
        try:
            async with asyncio.timeout(settings.connect_seconds):
                loop = asyncio.get_running_loop()
                make = partial(Connection, settings.upstream_seconds)
                if upstream.scheme == "unix":
                    _, connection = await loop.create_unix_connection(make, upstream.host)
                else:
                    _, connection = await loop.create_connection(
                        make,
                        upstream.host,
                        upstream.port,
                        ssl=None if self._tls is None else self._tls.context(),
                        happy_eyeballs_delay=_ATTEMPT_SECONDS,
                    )
        except TimeoutError:
            raise ConnectTimeoutError from None
        except ssl.SSLError as error:
            raise ConnectTlsError from error
        except OSError as error:
            raise ConnectError from error
        return connection

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
                longest = self._settings.response_bytes
                with closing(Buffer(self._budget, longest, request=False)) as buffer:
                    while part := await response.read():
                        if buffer.add(part) is not None:
                            raise UpstreamError
                    return Response(response.status, response.headers, buffer.content)
            finally:
                self.release(response)

    def close(self) -> None:
        """Close all connections."""
        for connection in [*self._idle, *self._busy]:
            connection.abort()
        self._idle.clear()


async def upstream_is_ready(settings: Settings, tls: WatchedTls | None) -> bool:
    """Return True if upstream answers a GET of `ready_path` in time with a status below 400.

    Without a path, upstream only has to accept a connection. The arguments are those of `Client`.
    """
    path, upstream = settings.ready_path, settings.upstream
    assert upstream is not None
    with suppress(OSError):  # UpstreamError and TimeoutError are of it
        async with asyncio.timeout(_READY_SECONDS):
            with closing(Client(settings, tls)) as client:
                if path is None:
                    (await client.connect()).abort()
                    return True
                headers = [(b"host", upstream.authority.encode("ascii")), (b"accept", b"*/*")]
                response = await client.send("GET", path.encode("ascii"), headers)
                return response.status < 400
    return False


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
            raise ConnectionError from error  # notes name the class

    return AsyncUpstreamDeployments(
        fetch, contract, settings.lookup_seconds, headers=settings.lookup_headers
    )
