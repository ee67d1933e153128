"""One request and its response on their way through the gateway: what is logged and counted of them, and no value."""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from time import perf_counter
from typing import Any

from deploy_contract.gateway import Observation

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

CLIENT_GONE = 499  # in logs and metrics, as nginx has it: no status was sent


class Exchange:
    """A request under way. `status`: that of the answer, None until it begins. `reason`: why the gateway answered itself."""

    __slots__ = ("_send", "ended", "identity", "method", "observations", "reason", "start", "status")

    def __init__(self, method: str, send: Send) -> None:
        self.method = method
        self.identity = os.urandom(16).hex()
        self.start = perf_counter()
        self.status: int | None = None
        self.reason = ""
        self.ended = False
        self.observations: list[Observation] = []
        self._send = send

    async def send(self, message: Message) -> None:
        """Hands on what is sent to the client, and takes down what was."""
        kind = message["type"]
        if kind == "http.response.start":
            self.status = message["status"]
        await self._send(message)
        if kind == "http.response.body" and not message.get("more_body", False):
            self.ended = True

    def observe(self, observation: Observation) -> None:
        """Takes down a verdict."""
        self.observations.append(observation)

    @property
    def operation(self) -> str | None:
        """The operation that it was judged as."""
        return next((seen.operation for seen in self.observations if seen.operation), None)


CURRENT: ContextVar[Exchange] = ContextVar("exchange")


def observe(observation: Observation) -> None:
    """Takes down a verdict with the exchange of this task: what a middleware calls knows of no request."""
    exchange = CURRENT.get(None)
    if exchange is not None:
        exchange.observe(observation)
