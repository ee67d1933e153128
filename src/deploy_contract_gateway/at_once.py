"""A protocol whose answers may need no task: the decision server's ordinary questions."""

from collections.abc import Callable
from typing import Any

from deploy_contract_gateway.exchange import Scope
from deploy_contract_gateway.protocol import StrictProtocol

# takes the scope of a request, its whole body, and what writes bytes to the client; returns True if
# the whole response was written
AnswerAtOnce = Callable[[Scope, bytes, Callable[[bytes], object]], bool]


class AtOnceProtocol(StrictProtocol):
    """One client connection, on which an application may answer without its coroutine.

    The fast path: a request that came whole, in bytes of its own, is shown to `answer_at_once`
    before its coroutine starts. If that answers, a task and a turn of the event loop are saved. If
    not, or if a problem waits or the connection ends, the coroutine starts as always.
    """

    # another gateway's client offers it, and a refusal of the class 5xx might let the request pass
    refuses_websockets = False
    answer_at_once: AnswerAtOnce
    _is_parsing = False
    _held: tuple[Any, Any] | None = None  # uvicorn's cycle and application, not started yet

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, and start the request that they complete or begin."""
        self._is_parsing = True
        try:
            super().data_received(data)
        finally:
            self._is_parsing = False
        held, self._held = self._held, None
        if held is not None:
            self._begin(*held)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        if self._is_parsing:
            self._running = cycle
            self._held = cycle, app
        else:
            super()._start_asgi_task(cycle, app)

    def _begin(self, cycle: Any, app: Any) -> None:
        if self._may_answer(cycle) and self.answer_at_once(
            cycle.scope, bytes(cycle.body), self.transport.write
        ):
            cycle.response_started = cycle.response_complete = True
            self.on_response_complete()
        else:
            super()._start_asgi_task(cycle, app)

    def _may_answer(self, cycle: Any) -> bool:
        """Return True if the request is whole, and the connection goes on after its answer."""
        if cycle.more_body or not cycle.keep_alive or self.pipeline:
            return False
        if self._refusing or self._problem is not None or self.flow.write_paused:
            return False
        return not self.transport.is_closing()
