"""Enforcement of a contract on responses, for any framework."""

from collections.abc import Iterable, Iterator, MutableMapping
from http import HTTPStatus
from time import perf_counter
from typing import Any, TypeAlias

from deploy_contract.answers import Answer
from deploy_contract.candidate import SAME
from deploy_contract.http.headers import age_of, header_values
from deploy_contract.http.messages import Response, made
from deploy_contract.judge import Outcome
from deploy_contract.middleware.buffers import Buffer, Overflow, is_short
from deploy_contract.middleware.enforcement import Arrival, Enforcer, Judged
from deploy_contract.report import to_report

Message: TypeAlias = MutableMapping[str, Any]  # of ASGI
Pairs: TypeAlias = Iterable[tuple[Any, Any]]  # of names and values, as text or bytes


class PendingResponse:
    """The response to a request that was passed on, from its beginning until it is judged.

    The response may be withheld until it is judged, or judged after it was sent on. This object
    does no input or output. `take` and `leave` return messages of ASGI, and the caller sends each
    message before it asks for the next.

    Attributes:
        status: the HTTP status, None until the response begins.
        collected: whether the body is collected, to be judged.
        withheld: whether nothing is sent on until the response is judged.
        sent: whether the server has the beginning of the response, or of an answer in its place.
        settled: whether nothing is left to judge.
        done: whether the end of the response, or an answer in its place, was sent.
        replaced: whether an answer was sent in its place.
        overflow: the rule that the collected bytes break. After that, nothing more is collected.
        outcome: the outcome for the response, None until it is judged.
    """

    status: int | None = None
    collected = withheld = settled = False
    overflow: Overflow | None = None
    outcome: Outcome | None = None
    _headers: Pairs = ()
    _start: Message  # the first message of a withheld response; the application may change its own
    _begun: float | None = None  # when the request was passed on; None if no lookup needs it

    def __init__(self, enforcer: Enforcer, arrival: Arrival, judged: Judged | None = None) -> None:
        """Begin to wait for the response to a request for an operation, which `enforcer` judged."""
        self.sent = self.done = self.replaced = False
        self._buffer: Buffer | None = None  # of a body that is long, or comes in several messages
        self._enforcer, self._judged = enforcer, judged
        self._arrival, self._route = arrival, arrival.route
        self._operation: Any = self._route.operation  # the request has led to one
        if enforcer.knowledge.clock is not None:
            self._begun = enforcer.knowledge.clock()

    @property
    def changes(self) -> bool:
        """True if the operation may change a deployment: it takes a body."""
        return self._operation.request is not None

    def take(self, message: Message) -> Iterable[Message]:
        """Take a message of the application, and return the messages to send on."""
        if self.replaced:
            return ()
        kind = message["type"]
        if kind == "http.response.start":
            return self._begin(message)
        if kind == "http.response.body":
            return self._take_body(message)
        if self.collected and kind != "http.response.trailers":
            return self._take_unjudged(message)
        return (message,)

    def _begin(self, message: Message) -> tuple[Message, ...]:
        """Begin the response, or replace it by another one."""
        status, given = message["status"], message.get("headers", ())
        headers = tuple(given)
        if given.__class__ not in (list, tuple):  # an iterator is read once
            message = {**message, "headers": list(headers)}
        if self._buffer is not None:  # of a response that this one replaces
            self.close()
        self.overflow, self.status, self._headers = None, status, headers
        enforcer, name = self._enforcer, self._operation.name
        is_json = enforcer.judge.has_json(status, headers, name)
        self.collected = is_json is True
        self.withheld = self.collected and not self.sent and enforcer.responses[name] == "enforce"
        if self.withheld:
            self._start = {**message, "headers": list(headers)}
            return ()
        if is_json is False:  # by its headers alone
            self._judge(b"")
        self.sent = True
        return (message,)

    def _take_unjudged(self, message: Message) -> Iterator[Message]:
        """Take a file, or another message that the server sends in its own way."""
        content = b"" if self._buffer is None else self._buffer.content
        withheld = self.withheld
        self.pass_unjudged()
        if withheld:
            yield from self._released(content, more=True)
        self.close()
        yield message

    def _take_body(self, message: Message) -> Iterator[Message]:
        collected, withheld, content = self.collected, self.withheld, None
        more = message.get("more_body", False)
        if collected:
            content = self._collect(message, more=more)
        if not withheld:
            yield message
        if content is not None:
            answer = self._judge(content)
            if answer is not None:
                self.close()
                yield from self._replaced(answer)
            elif withheld:
                yield from self._released(content, more=more)
            self.close()
        if not more:
            self.done = True
            if not collected:  # nothing was learned from its end
                self.invalidate()

    def _released(self, content: bytes, *, more: bool) -> Iterator[Message]:
        self.sent = True
        yield self._start
        if content or not more:
            yield {"type": "http.response.body", "body": content, "more_body": more}

    def _replaced(self, answer: Answer) -> Iterator[Message]:
        self.sent = self.done = self.replaced = True
        yield from messages_of(answer)

    def leave(self) -> Iterator[Message]:
        """End a response whose application failed, or returned before the response was complete.

        Yield the answer in its place, unless a part was sent on already.
        """
        answer = None
        if self.done or self.settled:
            self.invalidate()
        elif self.withheld or self.status is None:
            answer = self.break_off()
        else:
            self.pass_unjudged()
        self.done = True
        self.close()
        if answer is not None:
            yield from self._replaced(answer)

    def close(self) -> None:
        """Drop the part of the body that was collected."""
        if self._buffer is not None:
            self._buffer.close()
            self._buffer = None

    def _collect(self, message: Message, *, more: bool) -> bytes | None:
        """Collect a chunk. Return the body if nothing more is to be collected, otherwise None."""
        buffer, enforcer, chunk = self._buffer, self._enforcer, message.get("body", b"")
        if buffer is None:
            limit = enforcer.limits.response_body
            if not more and is_short(chunk, limit):
                return bytes(chunk)
            buffer = self._buffer = Buffer(enforcer.budget, limit, "response")
        if not self.withheld:  # one byte beyond the limit is enough to see that it is exceeded
            chunk = chunk[: buffer.limit + 1 - buffer.size]
        self.overflow = buffer.add(chunk)
        if self.overflow == "buffer-full" and not self.withheld:
            self.close()
        return buffer.content if self.overflow is not None or not more else None

    def _judge(self, body: bytes) -> Answer | None:
        """Judge the response with its body. If it passes, lookups learn from it.

        Return the answer to send instead; None if the response passes or was sent on already.
        """
        withheld = self.withheld
        self._settle()
        if self.overflow == "buffer-full":
            if withheld:
                return self.break_off("buffer-full")
            self.pass_unjudged("not-judged: buffer-full")
            return None
        start, enforcer, headers = perf_counter(), self._enforcer, self._headers
        knowledge, route = enforcer.knowledge, self._route
        response = made(Response, (self.status or 0, headers, body))
        if withheld and not _is_whole(body, headers, enforcer.limits.response_body):
            return self.break_off()
        parameters = known = None
        if self._judged is not None:
            request, known, _ = self._judged
            parameters = request.parameters
        addressed = route.changed
        given, learned = knowledge.before(known, addressed)
        name = self._operation.name
        try:
            outcome = enforcer.judge.response(response, name, parameters, given, None, learned)
        except Exception as error:
            outcome = enforcer.unjudged("judging a response", error, route)
        self.outcome = outcome
        seconds = perf_counter() - start
        refused = withheld and outcome.verdict == "deny"
        answer = enforcer.render(outcome, HTTPStatus.BAD_GATEWAY) if refused else None
        difference, noted = SAME
        if enforcer.candidate is not None:  # before lookups learn from the response
            difference, noted = enforcer.candidate.of_response(
                outcome, response, parameters, given, learned
            )
        if knowledge.learns:
            since = None if self._begun is None else self._begun - age_of(headers)
            noted = enforcer.learn(to_report(outcome), since, addressed) + noted
        if answer is not None or noted or enforcer.observes_all():
            enforcer.observe(
                "response", outcome, seconds, noted, answer, difference,
                size=len(body), known=known, arrival=self._arrival,
            )  # fmt: skip
        return answer

    def _settle(self) -> None:
        """Stop collecting, since nothing is left to judge."""
        self.settled = True
        self.collected = self.withheld = False

    def break_off(self, rule: str = "response-incomplete") -> Answer:
        """Return the answer that replaces an incomplete or missing response, and observe it."""
        self._settle()
        self.invalidate()
        self.outcome = outcome = self._enforcer.judge.fault(rule, self._operation.name)
        status = HTTPStatus.BAD_GATEWAY
        if rule == "buffer-full" and not self.changes:  # such a request may be repeated
            status = HTTPStatus.SERVICE_UNAVAILABLE
        answer = self._enforcer.render(outcome, status)
        self._enforcer.observe("response", outcome, 0.0, (), answer, arrival=self._arrival)
        return answer

    def pass_unjudged(self, note: str = "not-judged") -> None:
        """Observe that the response passes without being judged, and invalidate its deployment."""
        self._settle()
        outcome = Outcome("allow", operation=self._operation.name)
        observe = self._enforcer.observe
        observe("response", outcome, 0.0, (note,), judged=False, arrival=self._arrival)
        self.invalidate()

    def invalidate(self) -> None:
        """Tell lookups that the application may have changed the deployment."""
        self._enforcer.invalidate(self._route)


def messages_of(
    answer: Answer, *, close: bool = False, head: bool = False
) -> tuple[Message, Message]:
    """Return an answer as messages of ASGI.

    `close` adds the header `connection: close`. `head` leaves out the body, for a HEAD request.
    """
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    if close:
        headers.append((b"connection", b"close"))
    body = b"" if head else answer.body
    return (
        {"type": "http.response.start", "status": answer.status, "headers": headers},
        {"type": "http.response.body", "body": body},
    )


def _is_whole(body: bytes, headers: Pairs, limit: int) -> bool:
    """Return False if Content-Length is not the length of a body of at most `limit` bytes."""
    size = len(body)
    stated = header_values(headers, "content-length")
    return size > limit or all(value.strip() == str(size) for value in stated)
