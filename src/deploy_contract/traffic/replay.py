"""Replay of recorded traffic: judge each entry with the facts of earlier entries."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract.candidate import Difference, ShadowContract
from deploy_contract.contract import Contract
from deploy_contract.http.exchange import FindFacts, LearnedFacts
from deploy_contract.http.messages import Request, Response
from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.learnable import key_of
from deploy_contract.knowledge.lookups import Knowledge
from deploy_contract.report import Report, outcome_of, report_of
from deploy_contract.traffic import har
from deploy_contract.traffic.entries import RecordedExchange
from deploy_contract.traffic.ledger import Change, Known, Lesson, RecordedDeployments
from deploy_contract.traffic.partitions import Entry, entry_of
from deploy_contract.traffic.recording import Recording
from deploy_contract_format.pointer import find, split

PARTS = ("request", "response")
OTHER_HOST = "the request went to another host"


class JudgedEntry(NamedTuple):
    """An entry of a HAR file and the verdicts on its messages.

    Attributes:
        number: position in the file, from 1.
        operation: the operation that the request leads to, or None.
        request: report on the request, or None if it was not judged.
        response: report on the response, or None if it was not judged.
        not_judged: reason by part, for each message that should have been judged but could not.
        accepted: whether the service accepted the request (a status below 400); None if unknown.
        differences: by part, the verdict of a candidate that differs.
        source: of the deployment that the request addresses; None if unknown.
    """

    number: int
    operation: str | None = None
    request: Report | None = None
    response: Report | None = None
    not_judged: Mapping[str, str] = {}
    accepted: bool | None = None
    differences: Mapping[str, Difference] = {}
    source: str | None = None

    @property
    def denied(self) -> bool:
        """Return True if the request or the response is denied."""
        return _is_denied(self.request) or _is_denied(self.response)

    @property
    def newly_refused(self) -> bool:
        """Return True if the contract denies a request that the service accepted."""
        return self.accepted is True and _is_denied(self.request)


class FirstReports(NamedTuple):
    """Reports on the messages of an entry by their own; None for one that was not judged so.

    `lessons` are what they say of deployments, if a `LessonRecorder` listened.
    """

    request: Report | None = None
    response: Report | None = None
    lessons: tuple[Lesson, ...] = ()


class Replay:
    """A replay of recorded entries through a contract, in the order of their recording.

    Args:
        contract: the contract to judge by.
        given: stored deployments known beforehand, by id in lower case.
        hosts: hosts to judge, with or without port. None given: all hosts.
        learned: where it learns deployments, by default a lookup of its own.
        candidate: a contract whose verdicts are compared.
    """

    def __init__(
        self,
        contract: Contract,
        given: Mapping[str, Facts] | None = None,
        hosts: Sequence[str] = (),
        learned: RecordedDeployments | None = None,
        candidate: Contract | None = None,
    ) -> None:
        self._contract = contract
        self._given = dict(given or {})
        self._hosts = frozenset(map(str.lower, hosts))
        self.learned = RecordedDeployments(contract.bundle) if learned is None else learned
        self._immutable = _immutable_members(contract)
        self._source = split(contract.bundle.book.carried or "")
        self._knowledge = Knowledge(contract, [self.learned])
        self._candidate = None if candidate is None else ShadowContract(candidate)

    def judge(self, entries: list[Any] | Recording) -> Iterator[JudgedEntry]:
        """Yield the verdict on each entry, oldest first. Empties a list, to free its memory."""
        for index, started in har.in_order(entries):
            value = entries[index]
            if isinstance(entries, list):
                entries[index] = None
            yield self.judge_entry(entry_of(index + 1, started, value))[0]

    def judge_entry(
        self, entry: Entry, first: FirstReports | None = None
    ) -> tuple[JudgedEntry, FirstReports]:
        """Return the verdict on an entry that comes after those before, and its first reports.

        Args:
            entry: the entry.
            first: its first reports, if another replay has made them.
        """
        number, started, exchange = entry
        self.learned.advance(started)
        if isinstance(exchange, str):
            return JudgedEntry(number, not_judged={"request": exchange}), FirstReports()
        if not self._is_selected(exchange.host):
            return JudgedEntry(number, not_judged={"request": OTHER_HOST}), FirstReports()
        checker = self._contract.checker
        route = checker.route(exchange.request.method, exchange.request.path)
        identity = checker.identity(route)
        known = self._known(identity, exchange.request) if identity else None
        request = None if first is None or known else first.request
        if request is None:
            judge = self._contract.judge
            request = report_of(judge.request(exchange.request, deployment=known, route=route))
        own_request = None if known else request
        differences: dict[str, Difference] = {}
        self._compare_request(differences, request, exchange, known)
        accepted = None
        if exchange.response is not None:
            accepted = exchange.response.status < 400
        operation = route.operation
        if operation is None or route.is_head:
            name = None if operation is None else operation.name
            judged = JudgedEntry(number, name, request, None, {}, accepted, differences)
            return judged, FirstReports(own_request)
        gaps = {}
        if exchange.request_gap and operation.request:
            gaps["request"] = exchange.request_gap
            differences.clear()
        response = own_response = None
        if exchange.response is None or _lacks_body(exchange, operation.responses):
            gaps["response"] = exchange.response_gap
        else:
            own_response = first.response if first else None
            if own_response is None:
                own_response = self._check_response(exchange.response, request, None)
            response = own_response
            if response.ok and not self.learned.agrees(response):
                response = self._check_response(exchange.response, request, self.learned.find)
            self._compare_response(differences, response, exchange.response, request)
            if first is None and own_response.document is not None:
                self._knowledge.learn(own_response, addressed=identity)
        if first is not None:
            for lesson in first.lessons:
                self.learned.apply(lesson)
                if isinstance(lesson, Change) and lesson.given:
                    self._forget_given(lesson.identity)
        elif identity and not _states_result(response) and not _was_rejected(exchange):
            self._forget(identity)
        judged_request = None if "request" in gaps else request
        source = None if known is None else find(known, self._source)
        judged = JudgedEntry(
            number,
            operation.name,
            judged_request,
            response,
            gaps,
            accepted,
            differences,
            source if isinstance(source, str) else None,
        )
        return judged, FirstReports(own_request, own_response, self.learned.take_lessons())

    def _check_response(
        self, response: Response, request: Report, heard: FindFacts | None
    ) -> Report:
        known = self._known_before if self._given else None
        learned = None if heard is None else LearnedFacts(of_all=heard)
        name, arguments = request.operation, request.parameters
        judge = self._contract.judge
        return report_of(judge.response(response, name, arguments, known=known, learned=learned))

    def _compare_request(
        self,
        differences: dict[str, Difference],
        report: Report,
        exchange: RecordedExchange,
        known: Facts | None,
    ) -> None:
        """Add the difference of a request, if there is a candidate that judges otherwise."""
        if self._candidate is not None:
            whole = not exchange.request_gap
            outcome = outcome_of(report)
            found = self._candidate.of_request(outcome, exchange.request, known, whole=whole)
            if found.difference is not None:
                differences["request"] = found.difference

    def _compare_response(
        self, differences: dict[str, Difference], report: Report, response: Response, asked: Report
    ) -> None:
        """Add the difference of a response, if there is a candidate that judges otherwise."""
        if self._candidate is not None:
            known = self._known_before if self._given else None
            learned = LearnedFacts(of_all=self.learned.find)
            outcome, parameters = outcome_of(report), asked.parameters
            found = self._candidate.of_response(outcome, response, parameters, None, learned, known)
            if found.difference is not None:
                differences["response"] = found.difference

    def _is_selected(self, host: str) -> bool:
        if not self._hosts:
            return True
        return host in self._hosts or host.rpartition(":")[0] in self._hosts

    def _known_before(self, identity: str) -> Facts | None:
        """Return the facts that were given for a deployment."""
        return self._given.get(identity.lower())

    def _known(self, identity: str, request: Request) -> Facts | None:
        """Return the given facts, updated by those learned, which are newer."""
        given, learned = self._given.get(identity), self.learned.find(identity, request)
        if given is None:
            return learned
        if learned is None:
            return given
        return _merge(given, learned)

    def _forget(self, identity: str) -> None:
        """Drop the facts that a patch with unknown result may have changed."""
        self.learned.forget(identity, given=identity in self._given)
        self._forget_given(identity)

    def _forget_given(self, identity: str) -> None:
        given = self._given.get(identity)
        if given is not None:
            kept = self._immutable & given.keys()
            self._given[identity] = {name: given[name] for name in kept}

    def take(self, known: Known) -> None:
        """Start from the knowledge before a partition."""
        self.learned.take(known)
        for identity in list(self._given) if known.forgotten else ():
            if key_of(identity) in known.forgotten:
                self._forget_given(identity)


def _is_denied(report: Report | None) -> bool:
    return report is not None and report.verdict == "deny"


def _lacks_body(exchange: RecordedExchange, declared: Mapping[str, Any]) -> bool:
    """Return True if the body of a response that the contract declares was not recorded."""
    response = exchange.response
    return bool(exchange.response_gap) and response is not None and str(response.status) in declared


def _states_result(response: Report | None) -> bool:
    return response is not None and response.ok and response.value is not None


def _was_rejected(exchange: RecordedExchange) -> bool:
    """Return True if the service changed nothing; after other failures that is unknown."""
    return exchange.response is not None and 400 <= exchange.response.status < 500


def _immutable_members(contract: Contract) -> set[str]:
    """Return the members of a stored deployment that never change, according to the rules."""
    members: set[str] = set()
    for rule in contract.bundle.book.rules:
        if rule.shape == "equals_known":
            members.add(split(rule.parameters["field"])[0])
    return members


def _merge(older: Facts, newer: Facts) -> dict[str, Any]:
    """Return `older` with the members of `newer` put over it, at every depth."""
    merged = dict(older)
    for name, value in newer.items():
        below = merged.get(name)
        if isinstance(below, dict) and isinstance(value, dict):
            merged[name] = _merge(below, value)
        else:
            merged[name] = value
    return merged
