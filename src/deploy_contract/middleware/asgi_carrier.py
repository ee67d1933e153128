"""The fast path of ordinary exchanges over ASGI, or shown by a stream of Envoy, in Rust.

It carries a request that comes whole in one small message and passes, and a response that comes in
two messages and breaks no rule. If responses are enforced, it withholds that until it is judged.
It skips coroutines, buffers, and the reports that nobody reads.
All else is left to the library, at any point: it gets the messages that were taken already, and the
response as far as it came.
"""

import logging
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, NamedTuple

from deploy_contract import logs
from deploy_contract.http.routing import Route
from deploy_contract.knowledge.lookups import NOTHING
from deploy_contract.middleware.asgi_requests import Message, Receive, Started
from deploy_contract.middleware.asgi_responses import Send, Sender
from deploy_contract.middleware.buffers import FREE
from deploy_contract.middleware.enforcement import Enforcer, Parameters
from deploy_contract.middleware.observation import Observation
from deploy_contract.middleware.responses import PendingResponse


class Carrier:
    """The carrier of ordinary exchanges for one enforcer.

    Attributes:
        enforcer: the enforcer.
        begin: takes `scope`, `receive` and `send` of a connection; returns `receive` and `send` for
            the application, and the exchange. If that is None, the connection is to be carried in
            another way, with that `receive`. None if the engine has no fast path.
        request: takes the scope and the whole body of a request; returns the exchange, or None as
            `begin` does. It judges no response. None if the engine has no fast path.
        shown: returns the carrier of one exchange that a stream of Envoy shows. Its `take` takes
            the messages as Envoy encodes them, and returns None as soon as the exchange is not
            ordinary. None if the engine has no fast path, or no request is judged.
    """

    def __init__(self, enforcer: Enforcer) -> None:
        self.enforcer = enforcer
        self.begin: Callable[[Any, Receive, Send], tuple[Receive, Send, Any]] | None = None
        self.request: Callable[[Any, bytes], Any] | None = None
        self.shown: Callable[[], Any] | None = None
        ordinary = enforcer.contract.checker.ordinary
        if enforcer.candidate is not None:
            return  # both judge in Python, one after the other
        if ordinary is not None and ordinary.native is not None:
            native = ordinary.module.Carrier(_parts(enforcer))
            self.begin, self.request = native.begin, native.request
            if any(mode != "off" for mode in enforcer.requests.values()):
                self.shown = native.shown


class _Treatment(NamedTuple):
    """The treatment of an operation.

    Attributes:
        request_mode, response_mode: the modes of its messages.
        share: the fraction of responses that are judged.
        identity: the parameter that is the id of the deployment that it changes, if it does.
        responses: the judges of its ordinary responses, by status.
    """

    request_mode: str
    response_mode: str
    share: float
    identity: str | None
    responses: dict[int, Any]


class _Parts(NamedTuple):
    """The parts of a middleware that the carrier in Rust needs.

    Attributes:
        requests: the judge of ordinary requests.
        longest_request: bytes of the longest body, as headers state it.
        longest_message, longest_response_message: bytes of a body without a buffer.
        operations: the treatment of each operation.
        stored, find: the only lookup; both None if it does not answer at once.
        hears: True if it learns.
        agrees: returns True if a response contradicts no fact; None if there are no facts.
        learns: True if `learn` is to be called.
        forgets: True if a deployment has to be invalidated.
        invalidate: invalidates it.
        denies_open: True if a request with an open verdict is refused.
        is_observed: True if `observe` is to be called for each message.
        is_enabled: returns True for a level of the log that somebody reads.
        level: that of violations that refuse nothing.
        clock: returns the time from which on a response says something new.
        is_sampled: returns True if the next response of an operation is to be judged.
        observe, tell, rests, learn: of the enforcer.
        advice, chance: its options. They decide whether advisory rules are evaluated.
        observation: the class of observations.
        learn_at_once: does the same as `learn` with a response that breaks no rule and may hold
            deployments; None if nothing else does.
        has_places: returns True if the document of a report may hold deployments.
        repeat: returns a `receive` that gives a message again.
        resume: returns a `receive` that goes on with one that waits.
        leave: returns the sender of a response that is not ordinary.
    """

    requests: Any
    longest_request: int
    longest_message: int
    longest_response_message: int
    operations: dict[str, _Treatment]
    stored: Any
    find: Any
    hears: bool
    agrees: Any
    learns: bool
    forgets: bool
    invalidate: Any
    denies_open: bool
    is_observed: bool
    is_enabled: Any
    level: int
    clock: Any
    is_sampled: Any
    observe: Any
    observation: Any
    tell: Any
    rests: Any
    advice: float
    chance: Any
    learn: Any
    learn_at_once: Any
    has_places: Any
    repeat: Any
    resume: Any
    leave: Any


def _parts(enforcer: Enforcer) -> _Parts:
    checker, knowledge = enforcer.contract.checker, enforcer.knowledge
    assert checker.ordinary is not None
    assert checker.ordinary_responses is not None
    limits = enforcer.limits
    operations: dict[str, _Treatment] = {}
    for name in checker.operations:
        operations[name] = _Treatment(
            request_mode=enforcer.requests[name],
            response_mode=enforcer.responses[name],
            share=enforcer.sample[name],
            identity=checker.changed.get(name),
            responses=checker.ordinary_responses.judges[name],
        )
    return _Parts(
        requests=checker.ordinary.native,
        longest_request=checker.ordinary.longest_body,
        longest_message=min(FREE, limits.request_body),
        longest_response_message=min(FREE, limits.response_body),
        operations=operations,
        stored=knowledge.stored,
        find=knowledge.find_at_once,
        hears=knowledge.hears,
        agrees=knowledge.agrees,
        learns=knowledge.learns,
        forgets=knowledge.forgets,
        invalidate=knowledge.invalidate,
        denies_open=enforcer.options.when_indeterminate == "deny",
        is_observed=enforcer.is_observed,
        is_enabled=logging.getLogger(logs.NAME).isEnabledFor,
        level=logging.INFO,
        clock=knowledge.clock,
        is_sampled=enforcer.is_sampled,
        observe=enforcer.observe,
        observation=Observation,
        tell=enforcer.tell,
        rests=enforcer.rests,
        advice=enforcer.options.advice,
        chance=enforcer.options.chance,
        learn=enforcer.learn,
        learn_at_once=None if knowledge.alone is None else knowledge.alone.learn,
        has_places=knowledge.has_places,
        repeat=_repeating,
        resume=_resuming,
        leave=partial(_sender, enforcer),
    )


class _First:
    """A `receive` whose first message was asked for already.

    Args:
        first: returns an awaitable of that message.
        receive: the `receive` of the server.
    """

    def __init__(self, first: Callable[[], Awaitable[Message]], receive: Receive) -> None:
        self._first: Callable[[], Awaitable[Message]] | None = first
        self._receive = receive

    def __call__(self) -> Awaitable[Message]:
        first, self._first = self._first, None
        return self._receive() if first is None else first()


def _repeating(receive: Receive, message: Message) -> Receive:
    """Return a `receive` that gives a message again."""

    async def first() -> Message:
        return message

    return _First(first, receive)


def _resuming(receive: Receive, steps: Any, waiting: Any) -> Receive:
    """Return a `receive` that goes on with one whose awaitable was started.

    Args:
        receive: the `receive` of the server.
        steps: the awaitable, or its iterator.
        waiting: what it yielded.
    """
    iterator: Generator[Any, Any, Message] = steps
    if hasattr(steps, "__await__"):
        iterator = steps.__await__()
    return _First(lambda: Started(iterator, waiting), receive)


def _sender(
    enforcer: Enforcer,
    route: Route,
    parameters: Parameters,
    found: Any,
    begun: tuple[bool, float | None],
    send: Send,
    came: tuple[tuple[Message, Message] | None, bool, bool],
) -> Sender:
    """Return the sender of a response as far as it came.

    came: its first message and a copy; whether it was judged; whether all of it was sent on.
    """
    start, settled, done = came
    said = NOTHING if found is None else enforcer.knowledge.said(found)
    sender = Sender(PendingResponse(enforcer, route, parameters, said, begun), send)
    if start is not None:
        sender.resume(*start, settled=settled, done=done)
    return sender
