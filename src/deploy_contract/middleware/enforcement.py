"""Enforcement of a contract on requests, for any framework."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import KW_ONLY, InitVar, dataclass, field
from functools import partial
from http import HTTPStatus
from inspect import isawaitable, iscoroutine
from time import perf_counter
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from deploy_contract_generated.names import RuleMode

from deploy_contract import logs, notes
from deploy_contract.answers import RETRY, Answer, problem
from deploy_contract.candidate import Difference, ShadowContract
from deploy_contract.choices import require_choice, require_share
from deploy_contract.contract import Contract, for_middleware
from deploy_contract.deployments import read_facts
from deploy_contract.exceptions import ContractError
from deploy_contract.http.headers import header_values, is_override, shown_id
from deploy_contract.http.messages import Request, made
from deploy_contract.http.routing import Route
from deploy_contract.judge import Outcome
from deploy_contract.judge.python.relations import read_fields
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.lookups import NO_FACTS, Knowledge, LookupInTurn, LookupResult
from deploy_contract.knowledge.protocol import Lookup, is_async, lookups_of
from deploy_contract.middleware.buffers import Budget, Use, budget_of
from deploy_contract.middleware.observation import Observation, log
from deploy_contract.middleware.options import (
    REQUESTS,
    RESPONSES,
    SAMPLE,
    MiddlewareOptions,
    by_operation,
    check_options,
    refuse_unknown,
)
from deploy_contract.report import Report, to_report
from deploy_contract_format.pointer import first_names, split
from deploy_contract_format.rules import source_member

App = TypeVar("App")
Parameters: TypeAlias = Mapping[str, Any] | None


class Arrival(NamedTuple):
    """A request whose body was not read yet."""

    # the request to pass on: the object that was given, or a copy without the headers that override
    # the method, if a request on a path of the contract has such headers
    request: Request
    route: Route
    mode: RuleMode  # of the operation
    # the body is read for the candidate alone; whatever is wrong with it, the request passes
    shows_candidate: bool

    @property
    def use(self) -> Use:
        """The use of the body."""
        return "candidate" if self.shows_candidate else "request"


# the outcome for a request, the facts by which it was judged (None if its body cannot be read), and
# the answer if it is refused
Judged: TypeAlias = tuple[Outcome, LookupResult | None, Answer | None]
# awaits what a lookup returned, for some seconds at most
Wait: TypeAlias = Callable[[Awaitable[Any], float], Awaitable[Any]]
_logs_all: Callable[[], bool] = partial(logging.getLogger(logs.NAME).isEnabledFor, logs.INFO)
_PLAIN = (dict, type(None))  # the usual types that lookups return; they are not awaitable
_INVALID = notes.note(notes.FAILED, "invalid")


def _always() -> bool:
    return True


def _members_read(contracts: Iterable[Contract]) -> frozenset[str] | None:
    """Return the members of a stored deployment that contracts read, or None for all members."""
    places: list[tuple[str, ...]] = []
    for contract in contracts:
        kinds = contract.bundle.book.kinds
        places.append((source_member(kinds),))
        places += [split(kind.identity) for kind in kinds.values() if kind.identity]
        places += read_fields(contract.rules)
    return first_names(places)


async def _refuse_awaitable(found: Awaitable[Any], _seconds: float) -> Any:
    """Raise TypeError, since nothing can await the result of a lookup here."""
    if iscoroutine(found):
        found.close()
    raise TypeError


class Enforcer:
    """A judge that decides which requests pass, by a contract and the options of a middleware.

    `deploy_contract.middleware.responses` does the same for responses. An enforcer that replaces
    another one, `before`, takes over its lookups and budget.

    Attributes:
        judge, checker, limits, base_path: attributes of the contract.
        options: the options of the middleware.
        requests, responses: the mode of each operation.
        sample: the fraction of responses that are judged, for each operation.
        candidate: compares each verdict with the candidate's; None if there is no candidate.
        budget: the budget of all bodies that are kept in memory.
        observes_all: returns True if `observe` also has a use for messages that pass without notes.
        drops_overrides: whether headers that override the method are dropped, and so not judged.

    Raises:
        ContractError: an option is wrong.
    """

    drops_overrides = True
    budget: Budget
    lookups: tuple[Lookup, ...]

    def __init__(
        self, contract: Contract, options: MiddlewareOptions, before: "Enforcer | None" = None
    ) -> None:
        check_options(options)
        names = [row["operation"] for row in contract.operations]
        self.judge, self.checker = contract.judge, contract.checker
        self.limits, self.base_path = contract.limits, contract.base_path
        require_mode = partial(require_choice, allowed=get_args(RuleMode))
        self.requests: dict[str, RuleMode] = by_operation(
            "requests", options.requests, names, REQUESTS, require_mode
        )
        self.responses: dict[str, RuleMode] = by_operation(
            "responses", options.responses, names, RESPONSES, require_mode
        )
        self.sample: dict[str, float] = by_operation(
            "sample", options.sample, names, SAMPLE, require_share
        )
        if before is not None:
            self.budget, self.lookups = before.budget, before.lookups
        else:
            given = options.deployments
            if given is None:
                given = LearnedDeployments(bundle=contract.bundle)
            self.budget = budget_of(options.buffer_bytes, contract.limits)
            self.lookups = lookups_of(given, contract.bundle)
        self.knowledge = Knowledge(contract, self.lookups)
        self._book = book = contract.bundle.book
        member, admitted = source_member(book.kinds), book.admitted(contract.hosting)
        others = book.sources if member else ()
        # facts for each source that cannot run on the hosting of the contract
        self._of_other_hosting = [{member: name} for name in others if name not in admitted]
        coverage = options.coverage
        self._count = None if coverage is None else coverage.counter(contract)
        self.options = options
        self.candidate = None if options.candidate is None else ShadowContract(options.candidate)
        judges = [contract] if options.candidate is None else [contract, options.candidate]
        self._reads = _members_read(judges)
        observers = (options.on_report, coverage, options.candidate)
        has_observer = any(one is not None for one in observers)
        self.observes_all: Callable[[], bool] = _always if has_observer else _logs_all

    def using(self, contract: Contract) -> "Enforcer":
        """Return an enforcer of another contract, with the same options, lookups and budget."""
        return Enforcer(contract, self.options, self)

    def arrive(self, request: Request) -> Arrival:
        """Route a request without its body.

        Headers that override the method are dropped, unless `drops_overrides` is False. Dropped
        headers are not judged, since the application does not get them.
        """
        route = self.judge.route(request)
        if route.overrides and self.drops_overrides:
            kept = [pair for pair in request.headers if not is_override(pair[0])]
            request = request._replace(headers=kept)
            route = self.judge.route(request)
        mode, shows_candidate = self.mode_of(route), False
        if self.candidate is not None and not route.reads_body and mode != "off":
            shows_candidate = self.candidate.reads_body(request)
        return made(Arrival, (request, route, mode, shows_candidate))

    def mode_of(self, route: Route) -> RuleMode:
        """Return the mode of requests that take a route."""
        return REQUESTS if route.operation is None else self.requests[route.operation.name]

    async def judged(
        self, arrival: Arrival, body: bytes, wait: Wait, fault: str | None = None
    ) -> Judged:
        """Judge a request, and observe it.

        Args:
            arrival: the request.
            body: its body, empty if it is not read.
            wait: awaits the result of a lookup if it is awaitable.
            fault: the rule that the body breaks, so that it cannot be read.
        """
        request, route, _, shows_candidate = arrival
        shown = None
        if shows_candidate:
            shown, body, fault = body if fault is None else None, b"", None
        if fault is not None:
            return self.reject(arrival, fault)
        start, known, difference, answer = perf_counter(), NO_FACTS, None, None
        noted: list[str] = []
        try:
            if route.changed is None or not self.lookups:
                outcome = self.judge.request(route, body)
            else:
                outcome, known = await self._judged_by_facts(request, route, body, wait, noted)
        except Exception as error:
            noted = []
            outcome = self.unjudged("judging a request", error, route)
        seconds = perf_counter() - start
        if self.candidate is not None:
            whole = route.reads_body or shown is not None
            request = request._replace(body=body if shown is None else shown)
            facts = known.merged
            difference, more = self.candidate.of_request(outcome, request, facts, whole=whole)
            noted += more
        if outcome.verdict != "allow":
            answer = self._answer(arrival, outcome)
        if answer is not None or noted or self.observes_all():
            self.observe(
                "request", outcome, seconds, tuple(noted), answer, difference,
                size=len(body), known=known, arrival=arrival,
            )  # fmt: skip
        return outcome, known, answer

    def judged_at_once(self, arrival: Arrival, body: bytes, fault: str | None = None) -> Judged:
        """Judge a request where nothing can be awaited. A lookup that must be awaited fails."""
        try:
            self.judged(arrival, body, _refuse_awaitable, fault).send(None)
        except StopIteration as ended:
            judged: Judged = ended.value
            return judged
        raise AssertionError("a judgement has waited")

    async def _judged_by_facts(
        self, request: Request, route: Route, body: bytes, wait: Wait, noted: list[str]
    ) -> tuple[Outcome, LookupResult]:
        """Judge a request by the facts of lookups. Ask them in turn until one settles the verdict.

        If an allowed patch sets a field that cannot change, the verdict is not settled until the
        stored value of this field is known.

        The facts of each lookup are added to the facts of the lookups before it. If a lookup
        raises, is late, or returns no deployment, it gives no facts, and the request is not to
        blame. If only learned facts deny the request, the later lookups that do not learn are asked
        too. If they contradict learned facts, the learned facts are discarded.

        If a request is denied for all possible facts, a lookup that may have to ask the service is
        not called. Otherwise a client could flood the service with invalid requests.

        Return the outcome and the facts. `noted` gets notes on lookups that did not help.
        """
        known, judge, is_hopeless = NO_FACTS, self.judge.request, False
        identity: str = route.changed or ""
        outcome: Outcome | None = None
        without_facts: Outcome | None = None
        if self.knowledge.asks_others:
            notes.NOTED.set(noted)
            request = made(Request, (*request[:-1], body))
        for lookup in self.knowledge.lookups:
            if lookup.may_ask is not None and outcome is None and lookup.may_ask(identity):
                if without_facts is None:
                    without_facts = judge(route, body)
                    is_hopeless = self._is_hopeless(without_facts, route, body)
                if is_hopeless:
                    continue
            try:
                found: Any = lookup.find(identity, request)
                if found.__class__ not in _PLAIN and isawaitable(found):
                    found = await wait(found, self.options.lookup_seconds)
            except TimeoutError:
                noted.append(notes.TIMEOUT)
                continue
            except Exception as error:  # a lookup may raise anything
                noted.append(notes.FAILED)
                logs.unexpected("a deployment lookup", error)
                continue
            if found is None:
                continue
            known, judged = self._judged_by(known, found, lookup, noted, route, body)
            if judged is None:
                continue
            outcome = judged
            if outcome.verdict == "allow" and (
                lookup.is_last_word or not self.knowledge.lacks_stored(outcome.value, known)
            ):
                break
            if outcome.verdict != "deny":
                continue
            if known.given is not None or lookup.is_last_word:
                break
            if without_facts is None:
                without_facts = judge(route, body)
            if without_facts.verdict == "deny":
                break
        return outcome or without_facts or judge(route, body), known

    def _judged_by(
        self,
        known: LookupResult,
        found: Any,
        lookup: LookupInTurn,
        noted: list[str],
        route: Route,
        body: bytes,
    ) -> tuple[LookupResult, Outcome | None]:
        """Add the facts of one more lookup. Return all facts, and the outcome by them.

        If the outcome is None, the facts of that lookup are not used, and a note says why.
        """
        try:
            facts: Any = found
            if not lookup.is_own:  # a copy, since the application may change its own deployment
                facts = read_facts(self._book, found, self._reads)
            more = made(LookupResult, (None, facts) if lookup.learns else (facts, None))
            if known is not NO_FACTS:
                differs = self.knowledge.contradiction(known, facts, learned=lookup.learns)
                if differs is not None:
                    noted.append(differs)
                    self.knowledge.discard(route.changed or "")
                    if lookup.learns:
                        return known, None
                    known = LookupResult(known.given)
                more = known.add(facts, learned=lookup.learns)
                facts = more.merged
            outcome = self.judge.request(route, body, None, facts)
        except ContractError:  # a value that no deployment has
            noted.append(_INVALID)
            return known, None
        except Exception as error:  # a mapping of the operator may raise anything
            noted.append(_INVALID)
            logs.unexpected("judging by a deployment lookup", error)
            return known, None
        return more, outcome

    def _is_hopeless(self, without_facts: Outcome, route: Route, body: bytes) -> bool:
        """Return True if a request is denied for all possible facts.

        Facts can only rule out sources and hostings. So a request that is denied without facts is
        denied with facts, too. The exception is facts of another hosting, which are tried here.
        """
        if without_facts.verdict != "deny":
            return False
        judge = self.judge.request
        return all(
            judge(route, body, None, facts).verdict == "deny" for facts in self._of_other_hosting
        )

    def reject(self, arrival: Arrival, rule: str) -> Judged:
        """Judge a request whose body cannot be read, by the rule that the body breaks."""
        operation = arrival.route.operation
        outcome = self.judge.fault(rule, operation.name if operation is not None else None)
        answer = self._answer(arrival, outcome)
        self.observe("request", outcome, 0.0, (), answer, arrival=arrival)
        return outcome, None, answer

    def _answer(self, arrival: Arrival, outcome: Outcome) -> Answer | None:
        is_open = outcome.verdict == "indeterminate" and self.options.when_indeterminate == "allow"
        if outcome.verdict == "allow" or is_open or arrival.mode != "enforce":
            return None
        answer = self.render(outcome, outcome.status)
        if answer.status == HTTPStatus.METHOD_NOT_ALLOWED:
            allow = ("allow", ", ".join(arrival.route.methods))  # RFC 9110, section 15.5.6
            return answer._replace(headers=(*answer.headers, allow))
        return answer

    def observe(
        self,
        direction: Literal["request", "response"],
        outcome: Outcome,
        seconds: float,
        noted: tuple[str, ...] = (),
        answer: Answer | None = None,
        difference: Difference | None = None,
        *,
        size: int = 0,
        known: LookupResult | None = None,
        judged: bool = True,
        arrival: Arrival | None = None,
    ) -> None:
        """Call `on_report`, or log. Exceptions are logged, and never raised to the caller.

        `Observation` explains most arguments. `answer` replaces the message, and `size` is the
        number of judged bytes. `arrival` is None if the request could not be routed.
        """
        if self._count is not None and judged:
            try:
                facts = None if known is None else known.merged
                self._count(direction, to_report(outcome), size, facts)
            except Exception as error:
                logs.unexpected("counting coverage", error)
        if noted:
            logs.notes(direction, outcome.operation, noted)
        options, callback, refused = self.options, self.options.on_report or log, answer is not None
        if callback is log and not (refused or difference or _logs_all()):
            return
        try:
            wanted = options.advice >= 1 or options.chance() < options.advice
            found = outcome.violations if wanted else outcome.without_advice
            status = None if answer is None else answer.status or None
            undecided = outcome.undecided if outcome.verdict == "indeterminate" else ()
            path = deployment = None
            ids: list[str] = []
            if arrival is not None:
                ids = header_values(arrival.request.headers, "x-request-id")
                operation = arrival.route.operation
                if operation is not None:
                    path, deployment = operation.path, arrival.route.valid_id
                    if deployment is None and operation.is_of_one:
                        found_id = (outcome.parameters or {}).get(operation.identity or "")
                        deployment = found_id.lower() if isinstance(found_id, str) else None
            observation = Observation(
                direction, outcome.operation, outcome.verdict, refused, found,
                undecided, outcome.needs, outcome.truncated, seconds, noted, status, difference,
                deployment, path, (shown_id(ids) or None) if ids else None,
            )  # fmt: skip
            callback(observation)
        except Exception as error:
            logs.unexpected("on_report", error)

    def unreadable(self, error: Exception) -> Answer:
        """Return the answer to a request whose path or headers raised an unexpected exception."""
        outcome = self.unjudged("reading a request", error)
        answer = self.render(outcome, outcome.status)
        self.observe("request", outcome, 0.0, (), answer)
        return answer

    def unjudged(self, action: str, error: Exception, route: Route | None = None) -> Outcome:
        """Log an unexpected exception, and return an outcome that denies."""
        logs.unexpected(action, error)
        operation = route.operation if route is not None else None
        return self.judge.fault("unjudged", operation.name if operation else None)

    def judges_response(self, route: Route) -> bool:
        """Return True if the response to a request that was passed on is to be judged."""
        if route.operation is None:
            return False
        name = route.operation.name
        if self.responses[name] == "off" or route.is_head:  # a response to HEAD has no body
            return False
        share = self.sample[name]
        try:
            return share >= 1 or self.options.chance() < share
        except Exception as error:
            logs.unexpected("chance", error)
            return True

    def invalidate(self, route: Route) -> None:
        """Tell lookups that the application may have changed the deployment of a request."""
        if self.knowledge.forgets and route.changed:
            self.knowledge.invalidate(route.changed)

    def render(self, outcome: Outcome, status: int) -> Answer:
        """Return the operator's answer, or problem details if `render` fails."""
        report = to_report(outcome)
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
    ) -> tuple[str, ...]:
        """Let lookups learn from the report on a response, and return notes. It raises nothing."""
        try:
            return self.knowledge.learn(report, since, addressed)
        except Exception as error:
            logs.unexpected("learning from a response", error)
            if addressed:
                self.knowledge.invalidate(addressed)
            return (notes.note(notes.FAILED, "learn"),)


@dataclass(frozen=True, eq=False, repr=False)
class Middleware(MiddlewareOptions, Generic[App]):
    """An application behind a contract.

    Attributes:
        app: the application.
        contract: the contract, by default `Contract()`. If it does not choose `unknown_fields`,
            undeclared names of requests are reported.
        enforcer: decides which messages pass.

    Raises:
        ContractError: the application or an option is wrong, or an option is unknown.
    """

    # name of the method that handles a message, here and in the application
    calls: ClassVar[str] = "__call__"
    unused: ClassVar[Mapping[str, str]] = {}  # option that does nothing here -> the reason
    app: App
    contract: InitVar[Contract | None] = None
    _: KW_ONLY
    enforcer: Enforcer = field(init=False)

    def __post_init__(self, contract: Contract | None) -> None:
        if not callable(getattr(self.app, self.calls, None)):
            raise ContractError(
                f"app must be an application or transport, with the method {self.calls}"
            )
        enforcer = Enforcer(for_middleware(Contract() if contract is None else contract), self)
        awaits = is_async(getattr(self, self.calls))
        if not awaits and any(is_async(item.find) for item in enforcer.lookups):
            raise ContractError(
                "deployments has a lookup whose find is async; nothing awaits it here"
            )
        for name, reason in self.unused.items():
            if getattr(self, name) != getattr(MiddlewareOptions, name):
                raise ContractError(f"{name} has no use {reason}")
        vars(self).update(enforcer=enforcer)

    def use(self, contract: Contract) -> None:
        """Judge by another contract from now on.

        The old contract still judges the requests that began under it. Lookups and budget stay.
        """
        vars(self).update(enforcer=self.enforcer.using(for_middleware(contract)))


Middleware.__init__ = refuse_unknown(Middleware.__init__)  # type: ignore[method-assign]
