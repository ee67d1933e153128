"""Envoy's external processing (ext_proc) over gRPC: requests and responses as streams of messages.

In the middleware, a stream plays two parts: the client, and the service behind the middleware. The
messages come in this order: headers, body and trailers of the request, then of the response. Some
messages may be missing. Each message gets an answer, unless `observability_mode` is on.

If the service responds before its request was judged, the response is refused. This happens to
requests with trailers and no body if Envoy sends no trailers. Answers of Envoy itself pass.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NoReturn

from deploy_contract.asgi import Message, Receive, Scope, Send
from deploy_contract.http.headers import header_values
from deploy_contract_gateway import problems
from deploy_contract_gateway.decide import messages
from deploy_contract_gateway.decide.dialects import STREAM, original_scope, read_question
from deploy_contract_gateway.decide.judging import Judge, StreamEnded, identify
from deploy_contract_gateway.exchange import CURRENT_EXCHANGE, Exchange, HeaderPairs, send_problem
from deploy_contract_serving.problems import Problem

_PLACES = {part: number for number, part in enumerate(messages.PARTS)}
_BODIES = ("request_body", "response_body")
_FIRST = ("request_headers", "response_headers")
UNKNOWN_METHOD = "-"  # of a request that Envoy has not shown
_OF_SERVICE = "of_service"  # marks the start of a response that Envoy has shown
# a message of an unknown type; after it, the middleware passes the response unjudged
_REST_NOT_SHOWN = {"type": "http.response.not_shown"}
_END = {"type": "http.response.body", "body": b"", "more_body": False}


class StreamError(BaseException):
    """A stream with wrong messages, or with a configuration that `decide` cannot use."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem


class Stream:
    """The stream of one request.

    `next` first answers the last message, unless the message was refused.

    Args:
        read: returns the next message of Envoy, None at the end.
        write: sends an answer.

    Attributes:
        part: the field that the last message has, one of `messages.PARTS`; empty at the end.
        content: the value of that field.
        observes: whether Envoy expects no answers (`observability_mode`).
        is_of_envoy: whether Envoy itself made the response, and not the service.
        refused: whether the client gets an answer of `decide`.
    """

    def __init__(
        self,
        read: Callable[[], Awaitable[bytes | None]],
        write: Callable[[bytes], Awaitable[object]],
    ) -> None:
        self.part = ""
        self.content: Any = None
        self.observes = self.is_of_envoy = self.refused = False
        self._read, self._write = read, write
        self._modes: dict[str, int] = {}  # how Envoy sends the bodies
        self._place = -1  # the place of the last message in the order
        self._unanswered = ""
        self._has_body = False
        self._reading: asyncio.Task[None] | None = None
        self._answer: Message | None = None  # the start of an answer of the middleware

    async def next(self) -> str:
        """Answer the last message, and read the next one. Return the part; empty at the end.

        Raises:
            StreamError: the message is malformed or out of order, or Envoy sends bodies in a mode
                in which they cannot be withheld.
        """
        reading, self._reading = self._reading, None
        await (reading or self._next())
        return self.part

    async def _next(self) -> None:
        if self._unanswered and not self.observes:
            await self._write(messages.CONTINUE[self._unanswered])
        # free the last message: it may be large, and the next one may take long
        self._unanswered, self.part, self.content = "", "", None
        data = await self._read()
        if data is not None:
            self._parse(data)
        self._unanswered = self.part

    def _parse(self, data: bytes) -> None:
        try:
            message = messages.ProcessingRequest.FromString(data)
        except Exception:  # protobuf's DecodeError; its text may hold values
            raise StreamError(problems.MALFORMED_MESSAGE) from None
        parts = [field.name for field, _ in message.ListFields() if field.name in _PLACES]
        if len(parts) != 1:
            raise StreamError(problems.MALFORMED_MESSAGE)
        (part,) = parts
        place = _PLACES[part]
        if self._place < 0:
            if part not in _FIRST:
                raise StreamError(problems.OUT_OF_ORDER)
            self._read_modes(message)
        elif place < self._place or (place == self._place and part not in _BODIES):
            raise StreamError(problems.OUT_OF_ORDER)
        self._place = place
        self.part, self.content = part, getattr(message, part)
        if part == "response_headers":
            self.is_of_envoy = messages.is_of_envoy(message)

    def _read_modes(self, message: Any) -> None:
        self.observes = message.observability_mode
        if not message.HasField("protocol_config"):
            if not self.observes:  # an Envoy before 1.34
                raise StreamError(problems.BODY_MODE)
            # with `observability_mode`, Envoy sends bodies only in this mode
            self._modes = dict.fromkeys(_BODIES, messages.STREAMED)
            return
        for part in _BODIES:
            mode = self._modes[part] = getattr(message.protocol_config, f"{part}_mode")
            is_seen = self.observes and mode == messages.STREAMED
            if mode not in (0, messages.BUFFERED) and not is_seen:
                raise StreamError(problems.BODY_MODE)

    # --- the connection of ASGI

    async def read_headers(self) -> messages.SplitHeaders:
        """Return the pseudo-headers and the other headers of the request.

        Raises:
            StreamEnded: Envoy does not show the headers.
        """
        if await self.next() != "request_headers":
            self._raise_end()
        self._has_body = not self.content.end_of_stream
        return messages.split_headers(self.content.headers.headers)

    @property
    def shows_body(self) -> bool:
        """False if Envoy does not show the body that the request has."""
        return not self._has_body or self._modes["request_body"] != 0

    async def receive(self) -> Message:
        """Return the next part of the request's body.

        Raises:
            StreamEnded: Envoy does not show the rest.
        """
        body = b""
        if self._has_body:
            await self._next_of_body()
            if self.part == "request_body":
                body = self.content.body
                self._has_body = not self._is_end()
            elif self.part == "request_trailers":  # the last chunk was not marked
                self._has_body = False
            else:
                self._raise_end()
        return {"type": "http.request", "body": body, "more_body": self._has_body}

    async def _next_of_body(self) -> None:
        """Read the next message. The read outlives a time limit, since gRPC cannot cancel it."""
        self._reading = reading = self._reading or asyncio.create_task(self._next())
        try:
            await asyncio.shield(reading)
        finally:
            if reading.done():
                self._reading = None

    async def send(self, message: Message) -> None:
        """Take a message of the middleware. Send the middleware's own answers to the client."""
        if self.observes or self.refused:
            return
        if message["type"] == "http.response.start":
            self._answer = None if message.get(_OF_SERVICE) else message
        elif self._answer is not None:
            self.refused, self._unanswered = True, ""
            status, headers = self._answer["status"], self._answer["headers"]
            await self._write(messages.immediate(status, headers, message["body"]))

    async def pass_on(self, exchange: Exchange) -> None:
        """Let the last message pass, and all further messages up to the headers of the response."""
        while self.part.startswith("request"):
            await self.next()
        if self.part == "response_headers":
            exchange.status = self._status()[0]
        if self.part:
            exchange.relayed = exchange.complete = True

    def close(self) -> None:
        """Cancel the read that is under way."""
        if self._reading is not None:
            self._reading.cancel()

    def _raise_end(self) -> NoReturn:
        """Raise StreamEnded for a request whose rest Envoy does not show."""
        is_of_service = self.part.startswith("response") and not self.is_of_envoy
        raise StreamEnded(is_unjudged=is_of_service)

    def _is_end(self) -> bool:
        """Return True if a body ends. A buffered body has no mark of its end before trailers."""
        return self.content.end_of_stream or self._modes[self.part] == messages.BUFFERED

    def _status(self) -> tuple[int, HeaderPairs]:
        pseudo, headers = messages.split_headers(self.content.headers.headers)
        given = header_values(pseudo, ":status")
        if len(given) != 1 or len(given[0]) != 3 or not given[0].isdecimal():
            raise StreamError(problems.MALFORMED_MESSAGE)
        return int(given[0]), headers

    async def respond(self, exchange: Exchange, send: Send) -> None:
        """Send the response of the service, as Envoy shows it.

        Raises:
            StreamEnded: Envoy shows no response.
        """
        # skip the rest of the request: the candidate may have waited for a body that did not come
        while not self.part.startswith("response") and (await self.next()).startswith("request"):
            pass
        if self.part != "response_headers":
            raise StreamEnded
        status, headers = self._status()
        exchange.relayed = True
        start = {"type": "http.response.start", "status": status, "headers": headers}
        await send(start | {_OF_SERVICE: True})
        is_whole = self.content.end_of_stream
        while not is_whole and self._modes["response_body"] != 0:
            part = await self.next()
            is_body = part == "response_body"
            is_whole = self._is_end() if is_body else part == "response_trailers"
            if is_body:
                await send({**_END, "body": self.content.body, "more_body": True})
            elif not is_whole:
                break
        if not is_whole:
            await send(_REST_NOT_SHOWN)
        await send(_END)


async def service(scope: Scope, _receive: Receive, send: Send) -> None:
    """Send the response that Envoy shows. This is the ASGI application behind the middleware."""
    await scope["state"]["stream"].respond(CURRENT_EXCHANGE.get(), send)


async def converse(scope: Scope, exchange: Exchange, judges: Mapping[bool, Judge]) -> None:
    """Judge the request and the response that Envoy shows in a stream.

    The request is added to the scope. `judges` has a judge for each value of `Stream.observes`. The
    judge for True refuses nothing.

    Raises:
        StreamError: the stream is malformed or out of order.
    """
    stream: Stream = scope["state"]["stream"]
    try:
        await _judge(stream, scope, exchange, judges)
        if not stream.refused and not exchange.relayed:
            await stream.pass_on(exchange)
    except StreamError as error:
        exchange.reason, exchange.status = error.problem.reason, error.problem.status
        raise
    except asyncio.CancelledError:
        if stream.refused or exchange.complete:
            # Envoy may end the stream before the write of the last answer returns
            exchange.complete = True
        elif exchange.method != UNKNOWN_METHOD or exchange.status is not None:
            exchange.reason = exchange.reason or "client-gone"
        else:
            exchange.reason, exchange.status = problems.NOT_SHOWN.reason, problems.NOT_SHOWN.status
        raise


async def _judge(
    stream: Stream, scope: Scope, exchange: Exchange, judges: Mapping[bool, Judge]
) -> None:
    try:
        pseudo, headers = await stream.read_headers()
        original = read_question(STREAM, pseudo)
        if isinstance(original, Problem):
            await send_problem(original, exchange, exchange.send)
            return
        identify(exchange, original, headers)
        if exchange.join is not None:
            exchange.join(headers)
        scope.update(original_scope(original, headers))
        judge = judges[stream.observes]
        await judge.serve(scope, stream.receive, exchange, shows_body=stream.shows_body)
    except StreamEnded as ended:
        if ended.is_unjudged:
            judges[stream.observes].note_unjudged(scope if "path" in scope else None)
            if not stream.observes:
                await send_problem(problems.UNJUDGED, exchange, exchange.send)
