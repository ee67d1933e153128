"""What every gateway does with a contract, whatever carries its messages: the part that ASGI and WSGI share."""

import logging
import math
import random
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from http import HTTPStatus
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias, TypedDict

from deploy_contract import logs
from deploy_contract.answers import RETRY, Answer, Renderer, problem, refusing, status_of
from deploy_contract.contract import Contract
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.routing import Route
from deploy_contract.knowledge.learned import Known, LearnedDeployments, Lookup, lookup_of
from deploy_contract.knowledge.lookups import Knowledge, Said
from deploy_contract.knowledge.notes import FAILED, note
from deploy_contract.middleware.buffers import Budget, budget_of
from deploy_contract.options import by_operation, is_mode, is_share
from deploy_contract.report import ContractError, Report
from deploy_contract.violations import Violation

LOG = logging.getLogger(logs.NAME)
Modes: TypeAlias = str | Mapping[str, str]
Lookups: TypeAlias = Lookup | Mapping[str, Known] | Sequence[Lookup | Mapping[str, Known]]
Parameters: TypeAlias = Mapping[str, Any] | None


class Observation(NamedTuple):
    """What a gateway saw and did: no value of the message is in it.

    `direction`: "request" or "response". `refused`: whether it answered itself instead of passing the message on. `seconds`:
    what judging took. `notes`: what went otherwise than it should: "not-judged", "not-judged: buffer-full", or a note of
    `deploy_contract.knowledge.notes`. `status`: that of the answer to what was refused.
    """

    direction: str
    operation: str | None
    verdict: str
    refused: bool
    violations: tuple[Violation, ...]
    undecided: tuple[Violation, ...]
    needs: tuple[str, ...]
    truncated: bool
    seconds: float
    notes: tuple[str, ...] = ()
    status: int | None = None


class Options(TypedDict, total=False):
    """What an operator chooses; every middleware takes these names as keywords.

    `requests` ("enforce"), `responses` ("report"): "enforce" (refuse what is denied), "report" (only observe it) or "off", for
    every operation or by operation id; an operation that is not named has the default. `sample` (1): the share of responses
    that is judged, 0 to 1, likewise. `deployments`: what is known of deployments: a lookup, a mapping from id, or several that
    are asked in turn; those that learn do so from the responses that pass, as does the one that there is by default.
    `when_indeterminate` ("allow"): or "deny". `render` (answers.problem): makes the answer to what is refused of the report and
    the status. `on_report`: called with each Observation; without it, refusals are logged as warnings and other violations
    as information, by the logger "deploy_contract". `advice` (1): the share of these whose advice is worked out, which
    costs about as much as a verdict and changes none. `body_seconds` (30), `lookup_seconds` (1): how long a request's body and
    a lookup may take, before ASGI. `buffer_bytes` (128 MiB, or twice the limit of a body): how much of bodies is kept in memory
    at once, or a `Budget` that several middlewares share; a request beyond it is refused with 503, a response passes unjudged,
    or is refused if responses are enforced. `chance`: gives the numbers from 0 to 1 that decide what is in a share.
    """

    requests: Modes
    responses: Modes
    sample: float | Mapping[str, float]
    deployments: Lookups
    when_indeterminate: str
    render: Renderer
    on_report: Callable[[Observation], object]
    advice: float
    body_seconds: float
    lookup_seconds: float
    buffer_bytes: int | Budget
    chance: Callable[[], float]


class Passage(NamedTuple):
    """A request of an operation on its way: what its response is to be judged with."""

    route: Route
    parameters: Parameters  # all that is needed of its report: what it holds is not kept while the application works
    judge: bool  # whether its response is judged
    known: Said | None = None  # of its deployment
    begun: float | None = None  # when it was passed on, by the clock of what learns


Judged: TypeAlias = tuple[
    Parameters, Said | None, Answer | None
]  # of a request; what was known; the answer where it is refused


class Gateway:
    """Decides about messages by a contract and the operator's options. ContractError where the options make no sense."""

    def __init__(self, contract: Contract | None, options: Options) -> None:
        unknown = set(options) - set(Options.__annotations__)
        if unknown:
            raise ContractError(
                f"unknown option {min(unknown)}; there are {', '.join(Options.__annotations__)}"
            )
        self._options = options
        self.contract = contract or Contract()
        names = [row["operation"] for row in self.contract.operations]
        self.requests = by_operation(
            "requests", options.get("requests", "enforce"), names, "enforce", is_mode
        )
        self.responses = by_operation(
            "responses", options.get("responses", "report"), names, "report", is_mode
        )
        self._sample = by_operation("sample", options.get("sample", 1.0), names, 1.0, is_share)
        self._chance = options.get("chance", random.random)
        self._denies_undecided = options.get("when_indeterminate", "allow") == "deny"
        if options.get("when_indeterminate", "allow") not in ("allow", "deny"):
            raise ContractError('when_indeterminate is "allow" or "deny"')
        self._render = options.get("render", problem)
        self._on_report = options.get("on_report")
        for name, function in (
            ("render", self._render),
            ("on_report", self._on_report),
            ("chance", self._chance),
        ):
            if not (callable(function) or (function is None and name == "on_report")):
                raise ContractError(f"{name} is a function")
        self._advice = options.get("advice", 1.0)
        if not is_share(self._advice):
            raise ContractError("advice is a number from 0 to 1")
        self.body_seconds = options.get("body_seconds", 30.0)
        self.lookup_seconds = options.get("lookup_seconds", 1.0)
        self.budget = budget_of(options.get("buffer_bytes"), self.contract.limits)
        self._advised = logs.Throttle(
            burst=100, seconds=0.01
        )  # how often advice is worked out for the log alone
        self.lookups = _lookups(options.get("deployments"))
        self._rules = self.contract.rules
        self.knowledge = Knowledge(self.contract, self.lookups)

    def using(self, contract: Contract) -> "Gateway":
        """The same with another contract; what lookups have learned stays."""
        return Gateway(
            contract, {**self._options, "deployments": self.lookups, "buffer_bytes": self.budget}
        )

    def route(self, method: str, path: str) -> Route:
        """Where a request leads to; its path still percent-encoded."""
        return self.contract.checker.route(method, path)

    def judging(self, route: Route, request: Request) -> Generator[Awaitable[Any], Any, Judged]:
        """Judges a request. It yields what lookups give that is to be awaited, and is sent what comes of it, or thrown it.

        Lookups are asked in turn, until one settles the verdict (`deploy_contract.knowledge.lookups`).
        """
        start, checker = perf_counter(), self.contract.checker
        identity = checker.identity(route)
        try:
            report, said, notes = yield from self.knowledge.ask(
                identity,
                request,
                lambda known: checker.request(request, deployment=known, route=route),
            )
            if report is None:
                report = checker.request(request, route=route)
        except Exception as error:
            report, said, notes = self._unjudged("judging a request", error, route), Said(), ()
        return report.parameters, said, self.decide(route, report, perf_counter() - start, notes)

    def decide(
        self, route: Route, report: Report, seconds: float, notes: tuple[str, ...] = ()
    ) -> Answer | None:
        """The answer to a request that is refused, None for one that passes; observed either way."""
        mode = self.requests[route.operation.name] if route.operation else "enforce"
        undecided = report.verdict == "indeterminate" and self._denies_undecided
        refused = mode == "enforce" and (report.verdict == "deny" or undecided)
        answer = self._rendered(report, status_of(report, self._rules)) if refused else None
        self.observe("request", report, seconds, notes, answer)
        if answer is not None and answer.status == HTTPStatus.METHOD_NOT_ALLOWED:
            answer = answer._replace(
                headers=(*answer.headers, ("allow", ", ".join(route.methods)))
            )  # RFC 9110, 15.5.6
        return answer

    def unreadable(self, error: Exception) -> Answer:
        """Return the answer to a request of which not even the path could be read, for a reason that nobody expected."""
        report = self._unjudged("reading a request", error)
        answer = self._rendered(report, status_of(report, self._rules))
        self.observe("request", report, 0.0, (), answer)
        return answer

    def _unjudged(self, action: str, error: Exception, route: Route | None = None) -> Report:
        logs.unexpected(action, error)
        operation = route.operation if route else None
        return self.contract.checker.fault("unjudged", operation.name if operation else None)

    def passage(self, route: Route, parameters: Parameters, known: Said | None) -> Passage:
        """What to do with the response to a request that is passed on."""
        operation = route.operation
        assert operation is not None
        name = operation.name
        judge = (
            not route.is_head and self.responses[name] != "off" and self._chosen(self._sample[name])
        )
        return Passage(route, parameters, judge, known, self.knowledge.begin())

    def _chosen(self, share: float) -> bool:
        try:
            return share >= 1 or self._chance() < share
        except Exception as error:
            logs.unexpected("chance", error)
            return True

    def enforces(self, passage: Passage) -> bool:
        """Whether the response of a passage is withheld until it is judged."""
        operation = passage.route.operation
        return (
            passage.judge and operation is not None and self.responses[operation.name] == "enforce"
        )

    def speaks_of(self, passage: Passage, status: int) -> bool:
        """Whether the contract describes the responses of a status."""
        operation = passage.route.operation
        return operation is not None and str(status) in operation.responses

    def judge_response(
        self, passage: Passage, response: Response, *, final: bool = True
    ) -> Answer | None:
        """The answer in place of a response that is refused, None for one that passes; learned from where it holds.

        `final`: whether it can still be refused; where it was sent on already, it is only observed.
        """
        start = perf_counter()
        operation = passage.route.operation
        assert operation is not None
        withheld = final and self.enforces(passage)
        if withheld and not _is_whole(response, self.contract.limits.response_body):
            return self.broken(passage)
        checker = self.contract.checker
        addressed = checker.identity(passage.route)
        given, heard = self.knowledge.before(passage.known, addressed)
        try:
            report = checker.answered(response, operation, passage.parameters, given, heard=heard)
        except Exception as error:
            report = self._unjudged("judging a response", error, passage.route)
        seconds = perf_counter() - start
        refused = withheld and report.verdict == "deny"
        answer = self._rendered(report, HTTPStatus.BAD_GATEWAY) if refused else None
        since = None if passage.begun is None else passage.begun - _age(response)
        notes = self.learn(report, since, addressed)
        self.observe("response", report, seconds, notes, answer)
        return answer

    def broken(self, passage: Passage, rule: str = "response-incomplete") -> Answer:
        """The answer where the application gives no response; observed."""
        self.changed(passage)
        operation = passage.route.operation
        report = self.contract.checker.fault(rule, operation.name if operation else None)
        again = (
            rule == "buffer-full" and operation is not None and operation.request is None
        )  # what changes nothing
        answer = self._rendered(
            report, HTTPStatus.SERVICE_UNAVAILABLE if again else HTTPStatus.BAD_GATEWAY
        )
        self.observe("response", report, 0.0, (), answer)
        return answer

    def overflowing(self, passage: Passage, *, withheld: bool) -> Answer | None:
        """Return the answer in place of a response that the budget has no room for, None if it is passed on unjudged."""
        if withheld:
            return self.broken(passage, "buffer-full")
        self.not_judged(passage, "not-judged: buffer-full")
        self.changed(passage)
        return None

    def _rendered(self, report: Report, status: int) -> Answer:
        """The operator's answer, or problem details where that fails: what is refused stays refused."""
        try:
            status, headers, body = self._render(report, status)
            answer = Answer(
                int(status), tuple((str(name), str(value)) for name, value in headers), bytes(body)
            )
        except Exception as error:
            logs.unexpected("render", error)
            answer = problem(report, status)
        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE and RETRY not in answer.headers:
            answer = answer._replace(headers=(*answer.headers, RETRY))
        return answer

    def not_judged(self, passage: Passage, text: str = "not-judged") -> None:
        """Observes that a response passed without being judged."""
        operation = passage.route.operation
        report = Report("allow", (), None, operation=operation.name if operation else None)
        self.observe("response", report, 0.0, (text,))

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Let lookups learn from the report on a response; return notes on what they could not (`Knowledge.learn`)."""
        try:
            return self.knowledge.learn(report, since, addressed)
        except Exception as error:
            logs.unexpected("learning from a response", error)
            if addressed:
                self.knowledge.forget(addressed)
            return (note(FAILED, "learn"),)

    def changed(self, passage: Passage) -> None:
        """Tells the lookups that what may change of a deployment may have changed: a patch passed, its result is not known."""
        identity = self.contract.checker.identity(passage.route)
        if identity:
            self.knowledge.forget(identity)

    def observe(
        self,
        direction: str,
        report: Report,
        seconds: float,
        notes: tuple[str, ...] = (),
        answer: Answer | None = None,
    ) -> None:
        """Calls `on_report`, or logs. What it raises is logged by its type and place, and goes no further."""
        if notes:
            logs.notes(direction, report.operation, notes)
        callback, refused = self._on_report, answer is not None
        if (
            callback is None
            and not (refused or report.found)
            and not LOG.isEnabledFor(logging.INFO)
        ):
            return
        try:
            wanted = callback is not None or self._advised.admit(None) is not None
            if wanted and (self._advice >= 1 or self._chance() < self._advice):
                report = report.settled()
            if callback is None:
                status = answer.status if answer is not None else None
                against = refusing(report) if refused else ()
                others = [item for item in report.found if item not in against]
                logs.violations(direction, report.operation, status, against, others)
                return
            callback(
                Observation(
                    direction, report.operation, report.verdict, refused, report.found, report.undecided, report.needs,
                    report.more, seconds, notes, answer.status if answer is not None else None,
                )
            )  # fmt: skip
        except Exception as error:
            logs.unexpected("on_report", error)


def _is_whole(response: Response, most: int) -> bool:
    """Whether a response is as long as it says; of one beyond the limit not all was read."""
    length = str(len(response.body))
    stated = [
        value.strip()
        for name, value in response.headers
        if name.lower() in ("content-length", b"content-length")
    ]
    return len(response.body) > most or all(value in (length, length.encode()) for value in stated)


def _age(response: Response) -> float:
    """Return the seconds that a response was kept in a cache on its way (RFC 9111, section 5.1)."""
    for name, value in response.headers:
        if len(name) == len("age") and name.lower() in ("age", b"age"):
            text = value if isinstance(value, str) else value.decode("latin-1")
            text = text.strip()
            return float(text[:10]) if text.isascii() and text.isdigit() else math.inf
    return 0.0


def _lookups(given: Lookups | None) -> tuple[Lookup, ...]:
    if given is None:
        return (LearnedDeployments(),)
    if isinstance(given, Sequence):
        return tuple(lookup_of(item) for item in given)
    return (lookup_of(given),)
