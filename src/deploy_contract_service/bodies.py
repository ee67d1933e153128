"""Request bodies, within bounds of size and time."""

import asyncio

from starlette.requests import Request

BODY_SECONDS = 30.0  # for a whole body to arrive


async def read_body(request: Request, limit: int, drain_limit: int = 0) -> bytes | None:
    """Return the body of a request, or None if it has more than `limit` bytes.

    Browsers send a whole form before they read the response. So a body over `limit` is read up
    to `drain_limit` bytes, and dropped. Raises TimeoutError if the body did not arrive in
    BODY_SECONDS, and ClientDisconnect if the client closed the connection.
    """
    chunks: list[bytes] = []
    size = 0
    async with asyncio.timeout(BODY_SECONDS):
        async for chunk in request.stream():
            size += len(chunk)
            if size <= limit:
                chunks.append(chunk)
            elif size > drain_limit:
                return None
    return b"".join(chunks) if size <= limit else None
