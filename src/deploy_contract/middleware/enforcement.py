"""Enforcement of a contract on requests, whatever framework carries them."""

from collections.abc import Awaitable, Generator, Mapping
from http import HTTPStatus
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from deploy_contract_generated.names import RuleMode

from deploy_contract import logs, notes
from deploy_contract.answers import RETRY, Answer, problem
from deploy_contract.candidate import SAME, Candidate, Compared
from deploy_contract.contract import Contract
from deploy_contract.http.messages import Request
from deploy_contract.http.method_overrides import screen_headers
from deploy_contract.http.routing import Route
from deploy_contract.http.servers import request_of_scope
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.lookups import NOTHING, Knowledge, Said
from deploy_contract.knowledge.protocol import lookups_of
from deploy_contract.middleware import options as checks
from deploy_contract.middleware.buffers import budget_of
from deploy_contract.middleware.observation import Observer
from deploy_contract.middleware.options import MiddlewareOptions
from deploy_contract.report import Report

Parameters: TypeAlias = Mapping[str, Any] | None
# a request without its body, its route and mode, whether its body is read before it is judged, and
# whether the length that its headers state is known to be within the limit
Arrival: TypeAlias = tuple[Request, Route, RuleMode, bool, bool]
# the parameters of a request, the facts about its deployment, and the answer if it is refused
Judged: TypeAlias = tuple[Parameters, Said | None, Answer | None]
Judging: TypeAlias = Generator[Awaitable[Any], Any, Judged]


class Weighed(NamedTuple):
    """A request that was judged.

    Attributes:
        report: the report.
        seconds: the time that judging took.
        notes: why a check was skipped or a fact was missing.
        said: what is known of the deployment.
        size: bytes of the body.
    """

    report: Report
    seconds: float
    notes: tuple[str, ...]
    said: Said
    size: int


class Enforcer:
    """The decision which requests pass, by a contract and the options of a middleware.

    `deploy_contract.middleware.responses` does the same for responses.

    Attributes:
        limits, base_path: those of the contract.
        options: those of the middleware.
        requests, responses: the mode of each operation.
        sample: the fraction of responses that are judged, of each operation.
        observe: tells the observer of a message.
        candidate: compares each verdict with that of another contract; None if there is none.
        budget: the budget of all bodies that are kept in memory.
        body_seconds, lookup_seconds: time limits under ASGI.

    Raises:
        ContractError: an option is wrong.
    """

    def __init__(self, contract: Contract, options: MiddlewareOptions) -> None:
        checks.check_options(options)
        names = [row["operation"] for row in contract.operations]
        self.contract = contract
        self.limits, self.base_path = contract.limits, contract.base_path
        self.requests = checks.modes("requests", options.requests, names, checks.REQUESTS)
        self.responses = checks.modes("responses", options.responses, names, checks.RESPONSES)
        self.sample = checks.shares("sample", options.sample, names, checks.SAMPLE)
        self.body_seconds = options.body_seconds
        self.lookup_seconds = options.lookup_seconds
        self.budget = budget_of(options.buffer_bytes, contract.limits)
        given = options.deployments
        if given is None:
            given = LearnedDeployments(bundle=contract.bundle)
        self.lookups = lookups_of(given)
        self.knowledge = Knowledge(contract, self.lookups)
        coverage = options.coverage
        count = None if coverage is None else coverage.counter(contract)
        self.observe = Observer(options.on_report, options.advice, options.chance, count).observe
        self.options = options
        self.candidate = None if options.candidate is None else Candidate(options.candidate)

    def using(self, contract: Contract) -> "Enforcer":
        """Return an enforcer of another contract, with the same options, lookups and budget."""
        kept = self.options._replace(deployments=self.lookups, buffer_bytes=self.budget)
        return Enforcer(contract, kept)

    def arrive_of_scope(self, scope: Mapping[str, Any]) -> Arrival:
        """Return the same as `arrive` for the request of an ASGI scope.

        Ordinary requests take a fast path: they are written so that nothing is left to screen.
        """
        ordinary = self.contract.checker.ordinary
        arrived = None if ordinary is None else ordinary.arrive(scope)
        if arrived is None:
            return self.arrive(request_of_scope(scope, self.base_path))
        request, route = arrived
        operation = route.operation
        assert operation is not None
        mode = self.requests[operation.name]
        return request, route, mode, operation.request is not None, True

    def arrive(self, request: Request) -> Arrival:
        """Return the route of a request, its mode, and whether its body is read first.

        Headers that override the method are gone from the request that is returned; if there were
        none, its headers are the same object as before.
        """
        method, headers = request.method, request.headers
        route = self.contract.checker.route(method, request.path)
        kept, reads_body = screen_headers(route, method, headers)
        if kept is not headers:
            request = request._replace(headers=kept)
        operation = route.operation
        mode = self.requests[operation.name] if operation is not None else checks.REQUESTS
        return request, route, mode, reads_body, False

    def judge_at_once(self, route: Route, request: Request) -> Judged | None:
        """Judge an ordinary request by facts in memory; return None if that is not enough.

        This is the fast path of `judging`, for a lookup that answers at once and is the only one.
        It returns only if the request breaks no rule.
        """
        start, checker = perf_counter(), self.contract.checker
        if checker.ordinary is None or self.candidate is not None:
            return None
        found, said = None, NOTHING
        try:
            identity = checker.identity(route)
            if identity is not None:
                find = self.knowledge.find_at_once
                if find is None:
                    return None
                found = find(identity)
                if found is not None:
                    said = self.knowledge.said(found)
            report = checker.ordinary.report(request, None, found)
        except Exception:  # whatever a mapping raises; `judging` meets it again
            return None
        if report is None:
            return None
        judged = Weighed(report, perf_counter() - start, (), said, len(request.body or b""))
        return report.parameters, said, self._decide(route, judged)

    def judging(self, route: Route, request: Request) -> Judging:
        """Judge a request.

        It yields the awaitables that lookups return, and is sent their results, or thrown their
        exceptions. Lookups are asked in turn until one settles the verdict.
        """
        start, checker = perf_counter(), self.contract.checker
        try:
            report, said, noted = yield from self.knowledge.ask(
                checker.identity(route),
                request,
                lambda known: checker.request(request, deployment=known, route=route),
            )
            if report is None:
                report = checker.request(request, route=route)
        except Exception as error:
            report, said, noted = self.unjudged("judging a request", error, route), NOTHING, ()
        seconds, compared = perf_counter() - start, SAME
        if self.candidate is not None:
            read = route.operation is not None and route.operation.request is not None
            compared = self.candidate.of_request(report, request, said.merged, whole=read)
        size = len(request.body or b"")
        answer = self._decide(route, Weighed(report, seconds, noted, said, size), compared)
        return report.parameters, said, answer

    def reject(self, route: Route, rule: str) -> Judged:
        """Decide about a request whose body breaks a rule before it can be judged."""
        name = route.operation.name if route.operation is not None else None
        report = self.contract.checker.fault(rule, name)
        return None, None, self._decide(route, Weighed(report, 0.0, (), NOTHING, 0))

    def _decide(self, route: Route, weighed: Weighed, compared: Compared = SAME) -> Answer | None:
        """Return the answer to a request that is refused, None if it passes; observe either."""
        mode = self.requests[route.operation.name] if route.operation else checks.REQUESTS
        report, seconds, noted, said, size = weighed
        difference, more = compared
        noted += more
        facts = said.merged
        denied = report.verdict == "deny"
        if report.verdict == "indeterminate":
            denied = self.options.when_indeterminate == "deny"
        if mode != "enforce" or not denied:
            self.observe(
                "request", report, seconds, noted, None, difference, size=size, facts=facts
            )
            return None
        answer = self.render(report, report.status)
        self.observe("request", report, seconds, noted, answer, difference, size=size, facts=facts)
        if answer.status == HTTPStatus.METHOD_NOT_ALLOWED:  # RFC 9110, section 15.5.6
            allow = ("allow", ", ".join(route.methods))
            return answer._replace(headers=(*answer.headers, allow))
        return answer

    def unreadable(self, error: Exception) -> Answer:
        """Return the answer to a request whose path or headers raised an unexpected exception."""
        report = self.unjudged("reading a request", error)
        answer = self.render(report, report.status)
        self.observe("request", report, 0.0, (), answer)
        return answer

    def unjudged(self, action: str, error: Exception, route: Route | None = None) -> Report:
        """Log an unexpected exception, and return a report that denies."""
        logs.unexpected(action, error)
        operation = route.operation if route is not None else None
        return self.contract.checker.fault("unjudged", operation.name if operation else None)

    def is_sampled(self, operation: str) -> bool:
        """Return True if the next response of an operation is to be judged (`sample`)."""
        share = self.sample[operation]
        try:
            return share >= 1 or self.options.chance() < share
        except Exception as error:
            logs.unexpected("chance", error)
            return True

    def render(self, report: Report, status: int) -> Answer:
        """Return the operator's answer, or problem details if `render` fails."""
        try:
            status, headers, body = self.options.render(report, status)
            pairs = tuple((str(name), str(value)) for name, value in headers)
            answer = Answer(int(status), pairs, bytes(body))
        except Exception as error:
            logs.unexpected("render", error)
            answer = problem(report, status)
        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE and RETRY not in answer.headers:
            answer = answer._replace(headers=(*answer.headers, RETRY))
        return answer

    def learn(
        self,
        report: Report,
        since: float | None = None,
        addressed: str | None = None,
        *,
        valid: bool = False,
    ) -> tuple[str, ...]:
        """Let lookups learn from the report on a response, and return notes.

        The arguments are those of `Knowledge.learn`. It raises nothing.
        """
        try:
            return self.knowledge.learn(report, since, addressed, valid=valid)
        except Exception as error:
            logs.unexpected("learning from a response", error)
            if addressed:
                self.knowledge.invalidate(addressed)
            return (notes.note(notes.FAILED, "learn"),)
