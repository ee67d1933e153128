"""The readiness of upstream, for the supervisor."""

import asyncio
from contextlib import suppress

from deploy_contract_gateway.client import Client
from deploy_contract_gateway.settings import Settings

_SECONDS = 2.0


async def upstream_is_ready(settings: Settings) -> bool:
    """Return True if upstream answers a GET of `ready_path` with a status below 400.

    Without a path, upstream only has to accept a connection.
    """
    upstream = settings.upstream
    assert upstream is not None
    if settings.ready_path is None:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_SECONDS):
                _, writer = await asyncio.open_connection(upstream.host, upstream.port)
                writer.close()
                return True
        return False
    client = Client(settings)
    try:
        return await client.is_ready(settings.ready_path, _SECONDS)
    finally:
        client.close()
