"""Enforcement of a contract on responses, for any framework."""

import math
from collections.abc import Iterable
from http import HTTPStatus
from time import perf_counter
from typing import Any, TypeAlias

from deploy_contract.answers import Answer
from deploy_contract.candidate import SAME
from deploy_contract.http.messages import Response, new_response
from deploy_contract.judge import Outcome
from deploy_contract.knowledge.lookups import LookupResult
from deploy_contract.middleware.buffers import Buffer, Overflow
from deploy_contract.middleware.enforcement import Arrival, Enforcer, Judged, Parameters
from deploy_contract.report import to_report

Pairs: TypeAlias = Iterable[tuple[Any, Any]]  # of names and values, as text or bytes
_JSON: dict[str | bytes, Any] = {"content-type": "json", b"content-type": b"json"}
_TYPE_LENGTH = len("content-type")


class PendingResponse(Buffer):
    """The response to a request that was passed on, from its beginning until it is judged.

    The response may be withheld until it is judged, or judged after it was sent on. An adapter
    calls `begin`, then `judge_headers` or `collect` with each chunk, then `judge`, and `close`.

    Attributes:
        status: the HTTP status, None until the response begins.
        collected: whether the body is collected, to be judged.
        withheld: whether nothing is sent on until the response is judged.
        settled: whether nothing is left to judge.
        overflow: the rule that the collected bytes break. After that, nothing more is collected.
        outcome: the outcome for the response, None until it is judged.
    """

    status: int | None = None
    collected = withheld = settled = False
    overflow: Overflow | None = None
    outcome: Outcome | None = None
    _headers: Pairs = ()
    _keeps = False  # whether the bytes of the response are kept
    _described = False  # whether the contract describes its status
    _lost = False  # whether a chunk was dropped
    _parameters: Parameters = None
    _known: LookupResult | None = None
    _begun: float | None = None  # when the request was passed on; None if no lookup needs it

    def __init__(
        self,
        enforcer: Enforcer,
        arrival: Arrival,
        judged: Judged | None = None,
    ) -> None:
        """Begin to wait for a response.

        Args:
            enforcer: judged the request, and judges the response.
            arrival: the request, which is for an operation.
            judged: the outcome for the request, and the facts that it was judged by. None: the
                request was not judged.
        """
        route = arrival.route
        assert route.operation is not None
        limit = enforcer.limits.response_body
        super().__init__(enforcer.budget, limit, request=False)
        self._enforcer = enforcer
        self._route = route
        self._operation = route.operation
        self._asked = arrival.request.headers
        if judged is not None:
            self._parameters, self._known = judged[0].parameters, judged[1]
        clock = enforcer.knowledge.clock
        if clock is not None:
            self._begun = clock()

    @property
    def changes(self) -> bool:
        """True if the operation may change a deployment: it takes a body."""
        return self._operation.request is not None

    def begin(self, status: int, headers: Pairs, *, sent: bool = False) -> None:
        """Begin the response, or replace it by another one.

        Args:
            status: the HTTP status.
            headers: pairs of name and value, as text or bytes.
            sent: whether a response was sent on already, so that this one cannot be withheld.
        """
        if self.status is not None:
            self.close()
            self.overflow, self._lost = None, False
        self.status, self._headers = status, headers
        self._described = str(status) in self._operation.responses
        self._keeps = self.collected = self._described and _is_json(headers)
        modes = self._enforcer.responses
        self.withheld = self.collected and not sent and modes[self._operation.name] == "enforce"

    def judge_headers(self) -> None:
        """Judge a response by its headers alone if it is described and not JSON."""
        if self._described and not self.collected:
            self.judge()

    def collect(self, chunk: bytes) -> None:
        """Collect a chunk, unless enough was collected already."""
        if self.overflow is not None or not self._keeps:
            self._lost = True
            return
        if not self.withheld:  # one byte beyond the limit is enough to see that it is exceeded
            chunk = chunk[: self.limit + 1 - self.size]
        self.overflow = self.add(chunk)
        if self.overflow == "buffer-full" and not self.withheld:
            self.close()

    def judge(self, *, whole: bool = True) -> Answer | None:
        """Judge the response that was collected. If it passes, lookups learn from it.

        Args:
            whole: whether the response is complete.

        Returns:
            The answer to send instead; None if the response passes or was sent on already.
        """
        withheld = self.withheld
        self.settle()
        if self.overflow == "buffer-full":
            if withheld:
                return self.break_off("buffer-full")
            self.pass_unjudged("not-judged: buffer-full")
            return None
        if withheld and self._lost:
            return self.break_off("json-size")
        if not whole:
            self.pass_unjudged()
            return None
        start, enforcer, headers = perf_counter(), self._enforcer, self._headers
        knowledge, route = enforcer.knowledge, self._route
        body = self.content
        if not withheld:
            self.close()
        response = new_response(Response, (self.status or 0, headers, body))
        if withheld and not _is_whole(body, headers, enforcer.limits.response_body):
            return self.break_off()
        addressed = route.changed
        given, learned = knowledge.before(self._known, addressed)
        name, parameters = self._operation.name, self._parameters
        try:
            outcome = enforcer.judge.response(response, name, parameters, given, learned=learned)
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
            since = None if self._begun is None else self._begun - _age(headers)
            noted = enforcer.learn(to_report(outcome), since, addressed) + noted
        enforcer.observe(
            "response", outcome, seconds, noted, answer, difference,
            size=len(body), known=self._known, headers=self._asked, route=route,
        )  # fmt: skip
        return answer

    def settle(self) -> None:
        """Stop collecting, since nothing is left to judge."""
        self.settled = True
        self.collected = self.withheld = False

    def break_off(self, rule: str = "response-incomplete") -> Answer:
        """Return the answer that replaces an incomplete or missing response, and observe it."""
        self.settle()
        self.invalidate()
        self.outcome = outcome = self._enforcer.judge.fault(rule, self._operation.name)
        status = HTTPStatus.BAD_GATEWAY
        if rule == "buffer-full" and not self.changes:  # such a request may be repeated
            status = HTTPStatus.SERVICE_UNAVAILABLE
        answer = self._enforcer.render(outcome, status)
        self._observe(outcome, (), answer)
        return answer

    def pass_unjudged(self, note: str = "not-judged") -> None:
        """Observe that the response passes without being judged, and invalidate its deployment."""
        self.settle()
        outcome = Outcome("allow", operation=self._operation.name)
        self._observe(outcome, (note,), judged=False)
        self.invalidate()

    def _observe(
        self,
        outcome: Outcome,
        noted: tuple[str, ...],
        answer: Answer | None = None,
        *,
        judged: bool = True,
    ) -> None:
        """Observe a response whose body was not judged."""
        self._enforcer.observe(
            "response", outcome, 0.0, noted, answer,
            judged=judged, headers=self._asked, route=self._route,
        )  # fmt: skip

    def abandon(self) -> Answer | None:
        """End a response whose application failed, or returned before the response was complete.

        Returns:
            The answer to send instead; None if a part was sent on already.
        """
        if self.withheld or self.status is None:
            return self.break_off()
        if self.settled:
            self.invalidate()
        else:
            self.pass_unjudged()
        return None

    def invalidate(self) -> None:
        """Tell lookups that the application may have changed the deployment."""
        self._enforcer.invalidate(self._route)


def _is_json(headers: Pairs) -> bool:
    for name, value in headers:
        if len(name) == _TYPE_LENGTH:
            word = _JSON.get(name.lower())
            if word is not None and word in value.lower():
                return True
    return False


def _is_whole(body: bytes, headers: Pairs, limit: int) -> bool:
    """Return False if Content-Length is not the length of a body of at most `limit` bytes."""
    size = len(body)
    if size > limit:
        return True
    length = str(size)
    for name, value in headers:
        is_length = name.lower() in ("content-length", b"content-length")
        if is_length and value.strip() not in (length, length.encode()):
            return False
    return True


def _age(headers: Pairs) -> float:
    """Return the seconds for which a cache has kept a response (RFC 9111, section 5.1)."""
    for name, value in headers:
        if len(name) == len("age") and name.lower() in ("age", b"age"):
            text = value if isinstance(value, str) else value.decode("latin-1")
            text = text.strip()
            return float(text[:10]) if text.isascii() and text.isdigit() else math.inf
    return 0.0
