"""One exchange of ASGI that ends in any way: the client leaves or hangs, or the application fails."""

import asyncio
from typing import Any

from tests.support.applications import JSON, PATH


async def exchange(
    middleware: Any, method: str, events: list[Any], *, sends: bool = True, patience: float = 0.2
) -> list[Any]:
    """Return the messages that a middleware sends for a request of ASGI.

    Args:
        middleware: the middleware.
        method: PATCH, of a deployment, or GET, of the list.
        events: what comes of the body: bytes, `gone` if the client leaves, or `hangs`.
        sends: False if the client has gone when the response comes.
        patience: seconds after which the server cancels the exchange.
    """
    sent: list[Any] = []
    more = list(events)

    async def receive() -> Any:
        if not more:
            return {"type": "http.request", "body": b"", "more_body": False}
        event = more.pop(0)
        if event == "hangs":
            await asyncio.sleep(60)
        if event == "gone":
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": event, "more_body": True}

    async def send(message: Any) -> None:
        if not sends:
            raise OSError
        sent.append(message)

    headers = [(name.encode(), value.encode()) for name, value in JSON.items()]
    path = PATH if method == "PATCH" else "/v2/deployments"
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": headers,
    }
    try:
        async with asyncio.timeout(patience):
            await middleware(scope, receive, send)
    except (TimeoutError, ValueError, OSError, GeneratorExit):
        pass
    return sent
