"""One request and its response on their way through the gateway: what is logged and counted of them, and no value."""

import os
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from email.utils import formatdate
from functools import lru_cache
from time import perf_counter
from typing import Any

from deploy_contract.middleware.enforcement import Observation

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

CLIENT_GONE = 499  # in logs and metrics, as nginx has it: no status was sent


class Exchange:
    """A request under way.

    `status`: that of the answer, None until it begins. `begun`: whether upstream's response was handed on, be it to whoever
    withholds it. `reason`: why the gateway answered itself, or what broke off.
    """

    __slots__ = (
        "_send",
        "begun",
        "ended",
        "identity",
        "method",
        "reason",
        "seen",
        "start",
        "status",
    )

    def __init__(self, method: str, send: Send) -> None:
        self.method = method
        self.identity = os.urandom(16).hex()
        self.start = perf_counter()
        self.status: int | None = None
        self.reason = ""
        self.begun = self.ended = False
        self.seen: list[Observation] = []
        self._send = send

    async def send(self, message: Message) -> None:
        """Hands on what is sent to the client, and takes down what was. A response without Date gets one (RFC 9110, 6.6.1).

        An answer that is not upstream's says by which id the log has it.
        """
        if message["type"] == "http.response.start":
            names = {name for name, _ in message["headers"]}
            added = [] if b"date" in names else [(b"date", _date(int(time.time())))]
            if not self.begun or any(seen.refused for seen in self.seen):
                added += [(b"x-request-id", self.identity.encode("ascii"))]
            if added:
                message = {**message, "headers": [*message["headers"], *added]}
        await self._send(message)
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif not message.get("more_body", False):
            self.ended = True

    @property
    def operation(self) -> str | None:
        """The operation that it was judged as."""
        for seen in self.seen:
            if seen.operation:
                return seen.operation
        return None


CURRENT: ContextVar[Exchange] = ContextVar(
    "exchange"
)  # of this task: what a middleware tells of a verdict names no request


def note(seen: Observation) -> None:
    """Takes a verdict down in the exchange that it is about."""
    CURRENT.get().seen.append(seen)


@lru_cache(1)  # it is written once a second, not for each response
def _date(second: int) -> bytes:
    return formatdate(second, usegmt=True).encode("ascii")
