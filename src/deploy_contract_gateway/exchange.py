"""A request and its response: the facts that the log and the metrics show."""

import os
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import perf_counter
from typing import TypeAlias

from deploy_contract.answers import Answer, failure, unchanged
from deploy_contract.asgi import Message, Send, send_answer
from deploy_contract.middleware.observation import Observation
from deploy_contract_gateway import problems
from deploy_contract_serving.problems import Problem

HeaderPairs: TypeAlias = list[tuple[bytes, bytes]]  # names in lower case, values as received
CLIENT_GONE = 499  # the client left before a status was sent; nginx uses this number, too


@dataclass(slots=True, eq=False)
class Exchange:
    """A request under way. It holds no value of a message.

    Attributes:
        deliver: sends an ASGI message to the client.
        request_id: the `id` in the log, 32 hexadecimal digits.
        client_id: the client's own X-Request-ID; empty if the log must not show it.
        trace_id: the id of the trace, 32 hexadecimal digits; empty without traces.
        status: status of the response, None until it starts.
        relayed: whether upstream's response has started to pass, even if the middleware withholds
            it.
        complete: whether the whole response was sent.
        reason: the reason why the gateway itself answered, or the exchange broke off; or empty.
        observations: one for each message that was judged.
        join: joins the trace of the caller, if the headers of a request arrive in a message of a
            stream; otherwise None.
        observe: called with each observation; None without traces.
        adapt: returns an answer in the form that the client needs. For `decide`, the client is another
            gateway, such as nginx.
    """

    method: str
    deliver: Send
    request_id: str = field(default_factory=lambda: os.urandom(16).hex())
    client_id: str = ""
    trace_id: str = ""
    join: Callable[[HeaderPairs], None] | None = None
    observe: Callable[[Observation], object] | None = None
    adapt: Callable[[Answer], Answer] = unchanged
    started: float = field(default_factory=perf_counter)
    status: int | None = None
    reason: str = ""
    relayed: bool = False
    complete: bool = False
    observations: list[Observation] = field(default_factory=list)

    async def send(self, message: Message) -> None:
        """Send an ASGI message to the client, and note the status and the end of the response.

        If the response has no X-Request-ID, add `request_id`.
        """
        if message["type"] == "http.response.start":
            headers = message["headers"]
            if not any(name == b"x-request-id" for name, _ in headers):
                added = (b"x-request-id", self.request_id.encode("ascii"))
                message = {**message, "headers": [*headers, added]}
        await self.deliver(message)
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif not message.get("more_body", False):
            self.complete = True

    def is_notable(self) -> bool:
        """Return True if the exchange was refused or failed, or a candidate's verdict differs."""
        return bool(self.reason) or any(one.refused or one.candidate for one in self.observations)

    @property
    def operation(self) -> str | None:
        """The operation of the contract, or None if the request belongs to no operation."""
        return next((seen.operation for seen in self.observations if seen.operation), None)


class UpstreamError(ConnectionError):
    """Upstream broke the connection, or sent no valid response.

    `problem` is the answer to the client.
    """

    def __init__(self, problem: Problem = problems.BROKEN) -> None:
        super().__init__()
        self.problem = problem


async def send_problem(problem: Problem, exchange: Exchange, send: Send) -> None:
    """Answer with a problem, and note its reason."""
    exchange.reason = problem.reason
    await send_answer(exchange.adapt(failure(problem.status, problem.detail)), send)


# The exchange of the current task. It is needed because an observation does not name its request.
CURRENT_EXCHANGE: ContextVar[Exchange] = ContextVar("exchange")


def record_observation(observation: Observation) -> None:
    """Add an observation to the exchange of the current task."""
    exchange = CURRENT_EXCHANGE.get()
    exchange.observations.append(observation)
    if exchange.observe is not None:
        exchange.observe(observation)


def now() -> str:
    """Return the time in UTC as RFC 3339 writes it, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
