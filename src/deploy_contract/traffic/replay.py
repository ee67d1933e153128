"""Replay of recorded traffic: judge each entry with the facts of earlier entries."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract.contract import Contract
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.lookups import Knowledge
from deploy_contract.report import Report
from deploy_contract.traffic import har
from deploy_contract.traffic.entries import EntryError, RecordedExchange, read_exchange
from deploy_contract.traffic.recording import Recording
from deploy_contract_format.pointer import split

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
    """

    number: int
    operation: str | None = None
    request: Report | None = None
    response: Report | None = None
    not_judged: Mapping[str, str] = {}
    accepted: bool | None = None

    @property
    def denied(self) -> bool:
        """Return True if the request or the response is denied."""
        return _is_denied(self.request) or _is_denied(self.response)

    @property
    def newly_refused(self) -> bool:
        """Return True if the contract denies a request that the service accepted."""
        return self.accepted is True and _is_denied(self.request)


class Replay:
    """A replay of the entries of HAR files through a contract, in the order of their recording.

    Args:
        contract: the contract to judge by.
        given: stored deployments known beforehand, by id in lower case.
        hosts: hosts to judge, with or without port. None given: all hosts.
    """

    def __init__(
        self,
        contract: Contract,
        given: Mapping[str, Facts] | None = None,
        hosts: Sequence[str] = (),
    ) -> None:
        self._contract = contract
        self._given = dict(given or {})
        self._hosts = frozenset(map(str.lower, hosts))
        self._now = 0.0
        # facts expire in recorded time
        self._learned = LearnedDeployments(clock=lambda: self._now, bundle=contract.bundle)
        self._immutable = _immutable_members(contract)
        self._knowledge = Knowledge(contract, [self._learned])

    def judge(self, entries: list[Any] | Recording) -> Iterator[JudgedEntry]:
        """Yield the verdict on each entry, oldest first. Empties a list, to free its memory."""
        for index, started in har.in_order(entries):
            entry = entries[index]
            if isinstance(entries, list):
                entries[index] = None
            if started is not None:
                self._now = started
            try:
                yield self._judge_exchange(index + 1, read_exchange(entry))
            except EntryError as error:
                yield JudgedEntry(index + 1, not_judged={"request": str(error)})

    def _judge_exchange(self, number: int, exchange: RecordedExchange) -> JudgedEntry:
        if not self._is_selected(exchange.host):
            return JudgedEntry(number, not_judged={"request": OTHER_HOST})
        checker = self._contract.checker
        route = checker.route(exchange.request.method, exchange.request.path)
        identity = checker.identity(route)
        known = self._known(identity, exchange.request) if identity else None
        request = checker.request(exchange.request, deployment=known, route=route)
        accepted = None
        if exchange.response is not None:
            accepted = exchange.response.status < 400
        operation = route.operation
        if operation is None:
            return JudgedEntry(number, None, request, accepted=accepted)
        if route.is_head:
            return JudgedEntry(number, operation.name, request, accepted=accepted)
        gaps = {}
        if exchange.request_gap and operation.request:
            gaps["request"] = exchange.request_gap
        response = None
        if exchange.response is None or _lacks_body(exchange, operation.responses):
            gaps["response"] = exchange.response_gap
        else:
            response = checker.response(
                exchange.response, request, known=self._known_before, heard=self._learned.find
            )
            if response.document is not None:
                self._knowledge.learn(response, addressed=identity)
        if identity and not _states_result(response) and not _was_rejected(exchange):
            self._forget(identity)
        judged_request = None if "request" in gaps else request
        return JudgedEntry(number, operation.name, judged_request, response, gaps, accepted)

    def _is_selected(self, host: str) -> bool:
        if not self._hosts:
            return True
        return host in self._hosts or host.rpartition(":")[0] in self._hosts

    def _known_before(self, identity: str) -> Facts | None:
        """Return the facts that were given for a deployment."""
        return self._given.get(identity.lower())

    def _known(self, identity: str, request: Request) -> Facts | None:
        """Return the given facts, updated by those learned, which are newer."""
        given, learned = self._given.get(identity), self._learned.find(identity, request)
        if given is None:
            return learned
        if learned is None:
            return given
        return _merge(given, learned)

    def _forget(self, identity: str) -> None:
        """Drop the facts that a patch with unknown result may have changed."""
        self._learned.invalidate(identity)
        given = self._given.get(identity)
        if given is not None:
            kept = self._immutable & given.keys()
            self._given[identity] = {name: given[name] for name in kept}


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
