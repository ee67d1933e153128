"""Exchanges over ASGI, event for event: what a middleware lets pass, observes and learns."""

import asyncio
import contextvars
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from deploy_contract import logs
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.middleware.asgi_carrier import Carrier
from deploy_contract.middleware.observation import Observation
from tests.support.applications import PATH

JSON = [(b"content-type", b"application/json")]
PAUSE = "pause"  # a turn of the event loop
RECEIVE = "receive"
MARK = contextvars.ContextVar("mark", default="none")

Script = Sequence[Any]


class FailedError(Exception):
    """One of the application or the server."""


class Play(NamedTuple):
    """An exchange.

    Attributes:
        app: steps of the application: a message to send, RECEIVE, PAUSE or an exception to raise.
        incoming: what the server's `receive` does in turn; at its end the client has left.
        outgoing: what the server's `send` does with each message, if it does more than take it.
        scope: members of the scope.
        cancel: turns of the event loop until the server cancels the exchange.
    """

    app: Script
    incoming: Script
    outgoing: Script = ()
    scope: dict[str, Any] = {}  # noqa: RUF012 - never changed
    cancel: int | None = None


def request(body: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def start(status: int = 200, headers: Any = JSON, **others: Any) -> dict[str, Any]:
    return {"type": "http.response.start", "status": status, "headers": headers, **others}


def body(content: bytes, **others: Any) -> dict[str, Any]:
    return {"type": "http.response.body", "body": content, **others}


class Recorder(logging.Handler):
    """Everything that is seen of an exchange, in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Any] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.events.append(("logged", record.levelname, record.getMessage()))

    def observe(self, seen: Observation) -> None:
        self.events.append(("observed", seen._replace(seconds=0.0)))


def without_carrier(middleware: ContractMiddleware) -> ContractMiddleware:
    """Make a middleware carry every exchange in Python."""
    carrier = Carrier(middleware.enforcer)
    carrier.begin = None
    middleware._carrier = carrier
    return middleware


class Stage:
    """A middleware before an application that acts as an exchange says.

    Args:
        options: returns the options of the middleware, given the recorder.
        carried: False if every exchange is to be carried in Python.
    """

    def __init__(
        self, options: Callable[[Recorder], dict[str, Any]], *, carried: bool = True
    ) -> None:
        self._recorder = Recorder()
        self._steps: Script = ()
        self.middleware = ContractMiddleware(self._app, **options(self._recorder))
        if not carried:
            without_carrier(self.middleware)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        self._recorder.events.append(("called", scope["type"], MARK.get()))
        await _act(self._steps, receive, send, self._recorder)

    def forget(self) -> None:
        """Begin anew with what is learned."""
        for lookup in _learned(self.middleware):
            lookup.__init__(clock=lookup.clock)  # type: ignore[misc] # as if it were new

    def play(self, plays: Sequence[Play]) -> tuple[list[Any], Any]:
        """Return the events of exchanges one after another, and what is known at their end."""
        self._recorder.events = []
        logger = logging.getLogger(logs.NAME)
        for throttle in (logs._THROTTLE, logs._NOTES):
            throttle._kinds.clear()
        logger.addHandler(self._recorder)
        try:
            with asyncio.Runner() as runner:
                for play in plays:
                    self._steps = play.app
                    served = _serve(self.middleware, play, self._recorder)
                    runner.run(served, context=contextvars.copy_context())
        finally:
            logger.removeHandler(self._recorder)
        rows = [
            (dict(one._kept), dict(one._changes.times), dict(one._drops.times))
            for one in _learned(self.middleware)
        ]
        return self._recorder.events, (rows, self.middleware.enforcer.budget.taken)


def _learned(middleware: ContractMiddleware) -> list[LearnedDeployments]:
    return [one for one in middleware.enforcer.lookups if isinstance(one, LearnedDeployments)]


async def _act(steps: Script, receive: Any, send: Any, recorder: Recorder) -> None:
    for step in steps:
        if step == RECEIVE:
            recorder.events.append(("received", await receive()))
        elif step == PAUSE:
            await asyncio.sleep(0)
        elif isinstance(step, dict):
            try:
                await send(step)
            except FailedError as error:
                recorder.events.append(("failed", repr(error)))
                raise
        else:
            raise step


async def _serve(middleware: Any, play: Play, recorder: Recorder) -> None:
    incoming, outgoing = list(play.incoming), list(play.outgoing)

    async def receive() -> Any:
        while incoming:
            step = incoming.pop(0)
            if isinstance(step, dict):
                return step
            if step != PAUSE:
                raise step
            await asyncio.sleep(0)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        step = outgoing.pop(0) if outgoing else None
        if step == PAUSE:
            await asyncio.sleep(0)
        elif step is not None:
            raise step
        recorder.events.append(("sent", message))

    scope = {
        "type": "http", "method": "PATCH", "path": PATH, "query_string": b"", "headers": JSON,
        **play.scope,
    }  # fmt: skip
    MARK.set("server")
    task = asyncio.ensure_future(middleware(scope, receive, send))
    if play.cancel is not None:
        for _ in range(play.cancel):
            await asyncio.sleep(0)
        task.cancel()
    with suppress(BaseException):
        await task
    ended = "cancelled" if task.cancelled() else repr(task.exception())
    recorder.events.append(("ended", ended))
