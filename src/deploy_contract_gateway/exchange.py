"""One request and its response on their way through the gateway: the facts that are logged."""

import os
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from email.utils import formatdate
from functools import lru_cache
from time import perf_counter
from typing import Any

from deploy_contract.middleware.observation import Observation

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

CLIENT_GONE = 499  # in logs and metrics, as in nginx: the client left before a status was sent


class Exchange:
    """A request under way. It holds no value of a message.

    Attributes:
        request_id: 32 hexadecimal digits, made here; the `id` of the log.
        client_id: the client's own X-Request-ID if the log may show it, else empty.
        status: status of the response, None until it starts.
        relayed: whether upstream's response has started to pass, even if the middleware withholds
            it.
        complete: whether the whole response was sent.
        reason: why the gateway answered itself or what broke off; empty if nothing did.
        observations: one for each message that was judged.
    """

    __slots__ = (
        "_send",
        "client_id",
        "complete",
        "method",
        "observations",
        "reason",
        "relayed",
        "request_id",
        "started",
        "status",
    )

    def __init__(self, method: str, send: Send) -> None:
        self.method = method
        self.request_id = os.urandom(16).hex()
        self.client_id = ""
        self.started = perf_counter()
        self.status: int | None = None
        self.reason = ""
        self.relayed = self.complete = False
        self.observations: list[Observation] = []
        self._send = send

    async def send(self, message: Message) -> None:
        """Send an ASGI message to the client, and note the status and the end of the response.

        Adds Date (RFC 9110, section 6.6.1) and X-Request-ID if they are missing.
        """
        if message["type"] == "http.response.start":
            names = {name for name, _ in message["headers"]}
            added = [] if b"date" in names else [(b"date", _date(int(time.time())))]
            if b"x-request-id" not in names:
                added += [(b"x-request-id", self.request_id.encode("ascii"))]
            if added:
                message = {**message, "headers": [*message["headers"], *added]}
        await self._send(message)
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif not message.get("more_body", False):
            self.complete = True

    def is_refused(self) -> bool:
        """Return True if the middleware refused the request or the response."""
        return any(observation.refused for observation in self.observations)

    @property
    def operation(self) -> str | None:
        """The operation of the contract, None if the request belongs to none."""
        for observation in self.observations:
            if observation.operation:
                return observation.operation
        return None


# The exchange of the current task: an observation does not name its request.
CURRENT_EXCHANGE: ContextVar[Exchange] = ContextVar("exchange")


def record_observation(observation: Observation) -> None:
    """Add an observation to the exchange of the current task."""
    CURRENT_EXCHANGE.get().observations.append(observation)


@lru_cache(1)  # formatted once a second, not for each response
def _date(second: int) -> bytes:
    return formatdate(second, usegmt=True).encode("ascii")
