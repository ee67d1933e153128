"""The order of the messages in a stream of Envoy, and how it sends bodies."""

from typing import Any

from deploy_contract_gateway import problems
from deploy_contract_gateway.decide import messages
from deploy_contract_serving.problems import Problem

_PLACES = {part: number for number, part in enumerate(messages.PARTS)}
_BODIES = ("request_body", "response_body")
_FIRST = ("request_headers", "response_headers")


class StreamError(Exception):
    """A stream that is not as Envoy sends it, or not as it must be configured."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


class MessageOrder:
    """The order of the messages in one stream.

    Attributes:
        observes: whether Envoy only lets us observe, and waits for no answer.
        modes: how it sends the body of the request and of the response, a BodySendMode each; None
            if it does not say.
        is_of_envoy: whether Envoy says that the response is its own, and not of the service.
    """

    def __init__(self) -> None:
        self.observes = self.is_of_envoy = False
        self.modes: dict[str, int | None] = dict.fromkeys(_BODIES)
        self._place = -1  # of the last message

    def take(self, data: bytes) -> tuple[str, Any]:
        """Take the next message. Return the part that it is about, and its content.

        Raises:
            StreamError: it is malformed or out of order, or says that bodies could not be withheld.
        """
        try:
            message = messages.ProcessingRequest.FromString(data)
        except Exception:  # protobuf's DecodeError; its text may hold values
            raise StreamError(problems.MALFORMED_MESSAGE) from None
        part = message.WhichOneof("request")
        if part is None:
            raise StreamError(problems.MALFORMED_MESSAGE)
        place = _PLACES[part]
        if self._place < 0:
            if part not in _FIRST:
                raise StreamError(problems.OUT_OF_ORDER)
            self.observes = message.observability_mode
            if message.HasField("protocol_config"):
                self._read_modes(message.protocol_config)
            elif self.observes:  # of an older Envoy, which observes bodies in this mode alone
                self.modes = dict.fromkeys(_BODIES, messages.STREAMED)
        elif place < self._place or (place == self._place and part not in _BODIES):
            raise StreamError(problems.OUT_OF_ORDER)
        self._place = place
        if part == "response_headers":
            self.is_of_envoy = messages.is_of_envoy(message)
        return part, getattr(message, part)

    def is_whole(self, part: str) -> bool:
        """Return True if a body without an end mark is complete.

        A buffered body before trailers has no mark. Chunks have none but the last.
        """
        return self.modes[part] is not None

    def _read_modes(self, config: Any) -> None:
        for part in _BODIES:
            mode = self.modes[part] = getattr(config, f"{part}_mode")
            is_known = mode in (0, messages.BUFFERED) or (
                self.observes and mode == messages.STREAMED
            )
            if not is_known:
                raise StreamError(problems.BODY_MODE)
