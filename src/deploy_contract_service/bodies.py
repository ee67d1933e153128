"""Bodies of requests to the service, within bounds of size and time."""

import asyncio

from starlette.requests import Request

SECONDS = 30.0  # that a body may take to arrive


async def body(request: Request, most: int, drained: int = 0) -> bytes | None:
    """The body of a request; None where it is longer than `most` bytes.

    Of one that is too long the rest is read up to `drained` bytes, and dropped: browsers send all before they look at an
    answer. TimeoutError where it does not come in time, ClientDisconnect where its client goes.
    """
    chunks: list[bytes] = []
    size = 0
    async with asyncio.timeout(SECONDS):
        async for chunk in request.stream():
            size += len(chunk)
            if size <= most:
                chunks.append(chunk)
            elif size > drained:
                return None
    return b"".join(chunks) if size <= most else None
