"""Replay of recorded traffic: judge each entry with the facts of earlier ones, and count them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from deploy_contract.candidate import Difference, ShadowContract
from deploy_contract.contract import Contract
from deploy_contract.http.exchange import FindFacts, LearnedFacts
from deploy_contract.http.messages import Request, Response
from deploy_contract.knowledge.facts import Facts, merge_facts
from deploy_contract.knowledge.lookups import Knowledge
from deploy_contract.report import Report, outcome_of, report_of
from deploy_contract.traffic.exchanges import LogFormat, RecordedExchange
from deploy_contract.traffic.ledger import RecordedDeployments
from deploy_contract.traffic.recordings import Entry
from deploy_contract_format.pointer import find, split
from deploy_contract_format.printing import escape_name

PARTS = ("request", "response")
OTHER_HOST = "the request went to another host"
UNJUDGED = "unjudged"  # beside the verdicts
MAX_LABELS = 20  # entries that are named


class FirstReports(NamedTuple):
    """Reports on the messages of an entry without learned facts; None for one that has none."""

    request: Report | None = None
    response: Report | None = None


_NONE = FirstReports()


class JudgedEntry(NamedTuple):
    """An entry of a recording and the verdicts on its messages.

    Attributes:
        number: position in the file, from 1.
        operation: the operation that the request leads to, or None.
        request: report on the request, or None if it was not judged.
        response: report on the response, or None if it was not judged.
        not_judged: reason by part, for each message that should have been judged but could not.
        accepted: whether the service accepted the request (a status below 400); None if unknown.
        differences: by part, the verdict of a candidate that differs.
        source: of the deployment that the request addresses; None if unknown.
        first: reports that do not depend on learned facts.
    """

    number: int
    operation: str | None = None
    request: Report | None = None
    response: Report | None = None
    not_judged: Mapping[str, str] = {}
    accepted: bool | None = None
    differences: Mapping[str, Difference] = {}
    source: str | None = None
    first: FirstReports = _NONE

    @property
    def denied(self) -> bool:
        """Return True if the request or the response is denied."""
        return _is_denied(self.request) or _is_denied(self.response)

    @property
    def newly_refused(self) -> bool:
        """Return True if the contract denies a request that the service accepted."""
        return self.accepted is True and _is_denied(self.request)


class Session(NamedTuple):
    """The contract and the facts that recordings are judged by. It can be pickled.

    Attributes:
        contract: the contract.
        given: stored deployments known beforehand, by id in lower case.
        hosts: hosts to judge, with or without port. None given: all hosts.
        candidate: a contract whose verdicts are compared with those of `contract`.
        formats: forms of lines to try before those that are always known.
    """

    contract: Contract
    given: Mapping[str, Facts] = {}
    hosts: Sequence[str] = ()
    candidate: Contract | None = None
    formats: Sequence[LogFormat] = ()


class Replay:
    """A replay of recorded entries through a contract, in the order of their recording.

    Attributes:
        learned: the deployments that it has learned.
    """

    def __init__(self, session: Session) -> None:
        contract, candidate = session.contract, session.candidate
        self._contract = contract
        self._given = session.given
        self._hosts = frozenset(map(str.lower, session.hosts))
        self.learned = RecordedDeployments(contract.bundle, self._given)
        self._immutable = _immutable_members(contract)
        self._source = split(contract.bundle.book.carried or "")
        self._knowledge = Knowledge(contract, [self.learned])
        self._candidate = None if candidate is None else ShadowContract(candidate)

    def judge(self, entries: Iterable[Entry]) -> Iterator[JudgedEntry]:
        """Yield the verdict on each entry."""
        for entry in entries:
            yield self.judge_entry(entry)

    def judge_entry(self, entry: Entry, first: FirstReports = _NONE) -> JudgedEntry:
        """Return the verdict on an entry that comes after those before.

        Args:
            entry: the entry.
            first: its first reports, if another replay has made them.
        """
        number, started, exchange = entry
        self.learned.advance(started)
        if isinstance(exchange, str):
            return JudgedEntry(number, not_judged={"request": exchange})
        if not self._is_selected(exchange.host):
            return JudgedEntry(number, not_judged={"request": OTHER_HOST})
        route = self._contract.checker.route(exchange.request.method, exchange.request.path)
        identity = route.changed
        known = self._known(identity, exchange.request) if identity else None
        request = None if known else first.request
        if request is None:
            judge = self._contract.judge
            request = report_of(judge.request(exchange.request, deployment=known))
        first_request = None if known else request
        differences: dict[str, Difference] = {}
        if self._candidate is not None:
            whole, outcome = not exchange.request_gap, outcome_of(request)
            compared = self._candidate.of_request(outcome, exchange.request, known, whole=whole)
            if compared.difference is not None:
                differences["request"] = compared.difference
        accepted = None
        if exchange.response is not None:
            accepted = exchange.response.status < 400
        operation = route.operation
        name = None if operation is None else operation.name
        if operation is None or route.is_head:
            own = FirstReports(first_request)
            return JudgedEntry(number, name, request, None, {}, accepted, differences, first=own)
        gaps = {}
        if exchange.request_gap and operation.request:
            gaps["request"] = exchange.request_gap
            differences.clear()
        response = first_response = None
        if exchange.response is None or _lacks_body(exchange, operation.responses):
            gaps["response"] = exchange.response_gap
        else:
            first_response = first.response
            if first_response is None:
                first_response = self._check_response(exchange.response, request, None)
            response = first_response
            if response.ok and not self.learned.agrees(response):
                response = self._check_response(exchange.response, request, self.learned.find)
            if self._candidate is not None:
                compared = self._candidate.of_response(
                    outcome_of(response), exchange.response, request.parameters, None,
                    LearnedFacts(of_all=self.learned.find), self._given_facts,
                )  # fmt: skip
                if compared.difference is not None:
                    differences["response"] = compared.difference
            if first_response.kind is not None:
                self._knowledge.learn(first_response, addressed=identity)
        if identity and not _states_result(response) and not _was_rejected(exchange):
            self.learned.invalidate(identity)
        source = None if known is None else find(known, self._source)
        return JudgedEntry(
            number,
            name,
            None if "request" in gaps else request,
            response,
            gaps,
            accepted,
            differences,
            source if isinstance(source, str) else None,
            FirstReports(first_request, first_response),
        )

    def _check_response(
        self, response: Response, request: Report, heard: FindFacts | None
    ) -> Report:
        known = self._given_facts if self._given else None
        learned = None if heard is None else LearnedFacts(of_all=heard)
        name, arguments = request.operation, request.parameters
        judge = self._contract.judge
        return report_of(judge.response(response, name, arguments, known=known, learned=learned))

    def _is_selected(self, host: str) -> bool:
        if not self._hosts:
            return True
        return host in self._hosts or host.rpartition(":")[0] in self._hosts

    def _given_facts(self, identity: str) -> Facts | None:
        given = self._given.get(identity.lower())
        if given is not None and self.learned.is_outdated(identity):
            return {name: given[name] for name in self._immutable & given.keys()}
        return given

    def _known(self, identity: str, request: Request) -> Facts | None:
        given, learned = self._given_facts(identity), self.learned.find(identity, request)
        if given is None or learned is None:
            return given or learned
        return merge_facts(learned, given)


def _is_denied(report: Report | None) -> bool:
    return report is not None and report.verdict == "deny"


def _lacks_body(exchange: RecordedExchange, declared: Mapping[str, Any]) -> bool:
    response = exchange.response
    return bool(exchange.response_gap) and response is not None and str(response.status) in declared


def _states_result(response: Report | None) -> bool:
    return response is not None and response.ok and response.value is not None


def _was_rejected(exchange: RecordedExchange) -> bool:
    return exchange.response is not None and 400 <= exchange.response.status < 500


def _immutable_members(contract: Contract) -> set[str]:
    members: set[str] = set()
    for rule in contract.bundle.book.rules:
        if rule.shape == "equals_known":
            members.add(split(rule.parameters["field"])[0])
    return members


# --- totals


@dataclass
class Labels:
    """Labels of entries: their number, and the first of them."""

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, label: str) -> None:
        """Add a label."""
        self.count += 1
        if len(self.first) < MAX_LABELS:
            self.first.append(label)

    def merge(self, other: "Labels") -> None:
        """Add labels of later entries."""
        self.count += other.count
        self.first += other.first[: MAX_LABELS - len(self.first)]


class Tally:
    """Totals over judged entries. Entries are named by labels, such as their number.

    Attributes:
        entries: number of entries.
        denied: number of entries with a denied request or response.
        verdicts: number of messages by (operation, part, verdict or `UNJUDGED`). The operation is
            "" if the request leads to none.
        violations: number by (rule, mode); the mode is "undecided" for open ones.
        rules: entries with violations, by (rule, mode).
        gaps: entries with a message that was not judged, by (part, reason).
        denied_requests: entries by whether the service accepted the request (None: unknown).
        denied_responses: entries with a denied response.
        differences: messages that a candidate judges otherwise, by (operation, part, verdict,
            verdict of the candidate, rules that differ).
    """

    def __init__(self) -> None:
        self.entries = self.denied = 0
        self.verdicts: Counter[tuple[str, str, str]] = Counter()
        self.violations: Counter[tuple[str, str]] = Counter()
        self.rules: defaultdict[tuple[str, str], Labels] = defaultdict(Labels)
        self.gaps: defaultdict[tuple[str, str], Labels] = defaultdict(Labels)
        self.denied_requests: defaultdict[bool | None, Labels] = defaultdict(Labels)
        self.denied_responses = Labels()
        self.differences: defaultdict[tuple[str, ...], Labels] = defaultdict(Labels)

    def add(self, judged: JudgedEntry, label: str) -> None:
        """Count one entry."""
        self.entries += 1
        self.denied += judged.denied
        for part, report in zip(PARTS, (judged.request, judged.response), strict=True):
            gap = judged.not_judged.get(part)
            if gap is not None:
                self.gaps[part, gap].add(label)
            if report is not None:
                self._add_report(judged, part, report, label)
            elif gap is not None and judged.operation:
                self.verdicts[judged.operation, part, UNJUDGED] += 1
        if judged.request is not None and judged.request.verdict == "deny":
            self.denied_requests[judged.accepted].add(label)
        if judged.response is not None and judged.response.verdict == "deny":
            self.denied_responses.add(label)

    def _add_report(self, judged: JudgedEntry, part: str, report: Report, label: str) -> None:
        operation = judged.operation or ""
        self.verdicts[operation, part, report.verdict] += 1
        found = [(item.rule, str(item.mode)) for item in report.violations]
        found += [(item.rule, "undecided") for item in report.undecided]
        self.violations.update(found)
        for key in dict.fromkeys(found):
            self.rules[key].add(label)
        difference = judged.differences.get(part)
        if difference is not None:
            rules = ", ".join(difference.rules)
            way = (operation, part, report.verdict, difference.verdict, rules)
            self.differences[way].add(label)

    def merge(self, other: "Tally") -> None:
        """Add the totals over later entries."""
        self.entries += other.entries
        self.denied += other.denied
        self.verdicts.update(other.verdicts)
        self.violations.update(other.violations)
        for name in ("rules", "gaps", "denied_requests", "differences"):
            labels = getattr(self, name)
            for key, more in getattr(other, name).items():
                labels[key].merge(more)
        self.denied_responses.merge(other.denied_responses)


def entry_label(name: str, number: int) -> str:
    """Return the label of an entry among those of several files."""
    return f"{escape_name(name)}:{number}"
