"""Requests of ASGI servers: bodies read to the end, and verdicts that wait for lookups."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from functools import partial
from typing import Any, TypeAlias

from deploy_contract.middleware.buffers import FREE, Buffer
from deploy_contract.middleware.enforcement import Enforcer, Judged, Judging

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]


class RequestBody:
    """The body of a request, read to its end or its limit, and passed on as it came.

    The fast path: a body in one small message gets no buffer. That skips the budget and the
    limit, and is safe, since such a body takes nothing of the one and is within the other.

    Attributes:
        disconnected: whether the client left before the end.
        ended: whether the end was read.
    """

    disconnected = False
    ended = False
    _given = False
    _started: "Started | None" = None  # the first message, if it was not there at once
    _waiting: Message | None = None  # a message that is not of the body
    _small = b""  # a body without a buffer
    _buffer: Buffer | None = None

    def __init__(self, receive: Receive, enforcer: Enforcer) -> None:
        self._receive = receive
        self._enforcer = enforcer
        self._limit = enforcer.limits.request_body

    @property
    def content(self) -> bytes:
        """The bytes that were read."""
        return self._small if self._buffer is None else self._buffer.content

    def close(self) -> None:
        """Drop the bytes."""
        self._small = b""
        if self._buffer is not None:
            self._buffer.close()

    def begin(self, headers: Any) -> str | None:
        """Read what is there at once; return the rule that the body breaks if it is wrong.

        A small body comes with its headers. A coroutine and a timer would cost more than reading
        it.

        headers: of the request; None if the length that they state is within the limit.
        """
        fault = None if headers is None else stated_fault(headers, self._limit)
        if fault is not None:
            return fault
        steps = self._receive().__await__()
        try:
            self._started = Started(steps, next(steps))
        except StopIteration as message:
            return self._take(message.value)
        return None

    async def read_rest(self) -> str | None:
        """Read to the end; return the rule that the body breaks if it is late or wrong."""
        return await self._rest(self._started or self._receive())

    async def _rest(self, coming: Awaitable[Message]) -> str | None:
        """Read the rest within the time limit; return the rule that is broken."""
        task, late = asyncio.current_task(), []

        def expire() -> None:
            late.append(True)
            if task is not None:
                task.cancel()

        # a third of the cost of asyncio.timeout
        timer = asyncio.get_running_loop().call_later(self._enforcer.body_seconds, expire)
        try:
            while True:
                fault = self._take(await coming)
                if fault or self.ended:
                    return fault
                coming = self._receive()
        except asyncio.CancelledError:
            if not late or task is None or task.uncancel() > 0:
                raise  # the task was cancelled from elsewhere
            return "body-timeout"
        finally:
            timer.cancel()

    def _take(self, message: Message) -> str | None:
        """Keep a message; return the rule that the body breaks with it."""
        if message["type"] != "http.request":
            self._waiting = message
            self.disconnected = True
            return "body-incomplete"
        self.ended = not message.get("more_body", False)
        chunk = message.get("body", b"")
        if self._buffer is None:
            if self.ended and len(chunk) <= FREE and len(chunk) <= self._limit:
                self._small = bytes(chunk)
                return None
            self._buffer = Buffer(self._enforcer.budget, self._limit, request=True)
        return self._buffer.add(chunk)

    async def again(self) -> Message:
        """Return the messages once more: one with all that was read, then those that follow."""
        if not self._given:
            self._given = True
            return {"type": "http.request", "body": self.content, "more_body": not self.ended}
        waiting, self._waiting = self._waiting, None
        return await self._receive() if waiting is None else waiting


def stated_fault(headers: Any, limit: int) -> str | None:
    """Return the rule that the length in the headers of a request breaks.

    Args:
        headers: of ASGI, with names in lower case.
        limit: the greatest number of bytes of a body.
    """
    for name, value in headers:
        if name == b"content-length":
            stated = value.strip(b" \t")  # RFC 9110, section 5.5; some servers leave them
            if not stated.isdigit():
                return "body-incomplete"
            if int(stated[:20]) > limit:
                return "json-size"
    return None


class Started:
    """An awaitable that was started, and goes on when it is awaited.

    Args:
        steps: its iterator.
        waiting: the first item of that.
    """

    def __init__(self, steps: Generator[Any, Any, Message], waiting: Any) -> None:
        self._steps = steps
        self._waiting = waiting

    def __await__(self) -> Generator[Any, Any, Message]:
        while True:
            step: Callable[[], Any] = partial(next, self._steps)
            try:
                yield self._waiting
            except BaseException as error:  # a cancellation, which is for the awaitable to see
                step = partial(self._steps.throw, error)
            try:
                self._waiting = step()
            except StopIteration as ended:
                message: Message = ended.value
                return message


async def judge_awaiting(judging: Judging, seconds: float) -> Judged:
    """Judge a request, and await each awaitable of a lookup for some seconds at most."""
    try:
        awaited = next(judging)  # most lookups answer at once
        while True:
            try:
                async with asyncio.timeout(seconds):
                    found = await awaited
            except Exception as error:  # whatever a lookup raises
                awaited = judging.throw(error)
            else:
                awaited = judging.send(found)
    except StopIteration as ended:
        judged: Judged = ended.value
        return judged
