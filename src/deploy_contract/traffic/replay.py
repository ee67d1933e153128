"""Replay of recorded traffic: judge each entry with the facts of earlier ones, and count them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from deploy_contract.candidate import Difference, ShadowContract
from deploy_contract.contract import Contract
from deploy_contract.http.exchange import FindFacts, LearnedFacts
from deploy_contract.http.messages import Request, Response
from deploy_contract.knowledge.facts import Facts, merge_facts
from deploy_contract.knowledge.lookups import Knowledge
from deploy_contract.report import Report, outcome_of, to_report
from deploy_contract.traffic.exchanges import LogFormat
from deploy_contract.traffic.ledger import RecordedDeployments
from deploy_contract.traffic.recordings import Entry
from deploy_contract_format.pointer import find, split
from deploy_contract_format.printing import escape_name

PARTS = ("request", "response")
OTHER_HOST = "the request went to another host"
UNJUDGED = "unjudged"  # beside the verdicts
MAX_LABELS = 20  # entries that are named
# reports on request and response without learned facts; None for one that has none
FirstReports: TypeAlias = tuple[Report | None, Report | None]


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
    first: FirstReports = (None, None)

    @property
    def denied(self) -> bool:
        """Return True if the request or the response is denied."""
        return any(report and report.verdict == "deny" for report in (self.request, self.response))

    @property
    def newly_refused(self) -> bool:
        """Return True if the contract denies a request that the service accepted."""
        return bool(self.accepted and self.request and self.request.verdict == "deny")


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
        book = contract.bundle.book
        self._contract = contract
        self._given = session.given
        self._hosts = frozenset(map(str.lower, session.hosts))
        self.learned = RecordedDeployments(contract.bundle, self._given)
        lasting = [rule for rule in book.rules if rule.shape == "equals_known"]
        self._immutable = {split(rule.parameters["field"])[0] for rule in lasting}
        self._source = split(book.carried or "")
        self._knowledge = Knowledge(contract, [self.learned])
        self._candidate = None if candidate is None else ShadowContract(candidate)

    def judge(self, entries: Iterable[Entry]) -> Iterator[JudgedEntry]:
        """Yield the verdict on each entry."""
        return map(self.judge_entry, entries)

    def judge_entry(self, entry: Entry, first: FirstReports = (None, None)) -> JudgedEntry:
        """Return the verdict on an entry that comes after those before.

        Args:
            entry: the entry.
            first: its first reports, if another replay has made them.
        """
        number, started, exchange = entry
        self.learned.advance(started)
        if not isinstance(exchange, str) and not self._is_selected(exchange.host):
            exchange = OTHER_HOST
        if isinstance(exchange, str):
            return JudgedEntry(number, not_judged={"request": exchange})
        sent, received = exchange.request, exchange.response
        judge = self._contract.judge
        route = judge.route(sent)
        identity, operation = route.changed, route.operation
        known = self._known(identity, sent) if identity else None
        request = None if known else first[0]
        if request is None:
            request = to_report(judge.request(route, sent.body, deployment=known))
        differences: dict[str, Difference] = {}
        if self._candidate is not None:
            whole, outcome = not exchange.request_gap, outcome_of(request)
            compared = self._candidate.of_request(outcome, sent, known, whole=whole)
            if compared.difference is not None:
                differences["request"] = compared.difference
        source = find(known, self._source) if known else None
        judged = JudgedEntry(
            number,
            None if operation is None else operation.name,
            request,
            accepted=None if received is None else received.status < 400,
            differences=differences,
            source=source if isinstance(source, str) else None,
            first=(None if known else request, None),
        )
        if operation is None or route.is_head:
            return judged
        gaps = {}
        if exchange.request_gap and operation.request:
            gaps["request"] = exchange.request_gap
            differences.clear()
        is_cut = bool(exchange.response_gap) and received is not None
        response = first_response = None
        if received is None or (is_cut and str(received.status) in operation.responses):
            gaps["response"] = exchange.response_gap
        else:
            response = first_response = first[1] or self._check_response(received, request)
            if response.ok and not self.learned.agrees(response):
                response = self._check_response(received, request, self.learned.find)
            if self._candidate is not None:
                compared = self._candidate.of_response(
                    outcome_of(response), received, request.parameters, None,
                    LearnedFacts(of_all=self.learned.find), self._given_facts,
                )  # fmt: skip
                if compared.difference is not None:
                    differences["response"] = compared.difference
            if first_response.kind is not None:
                self._knowledge.learn(first_response, addressed=identity)
        states_result = response is not None and response.ok and response.value is not None
        was_rejected = received is not None and 400 <= received.status < 500
        if identity and not states_result and not was_rejected:
            self.learned.invalidate(identity)
        return judged._replace(
            request=None if "request" in gaps else request,
            response=response,
            not_judged=gaps,
            first=(judged.first[0], first_response),
        )

    def _check_response(
        self, response: Response, request: Report, heard: FindFacts | None = None
    ) -> Report:
        known = self._given_facts if self._given else None
        learned = None if heard is None else LearnedFacts(of_all=heard)
        name, arguments = request.operation, request.parameters
        judge = self._contract.judge
        return to_report(judge.response(response, name, arguments, known=known, learned=learned))

    def _is_selected(self, host: str) -> bool:
        hosts = self._hosts
        return not hosts or host in hosts or host.rpartition(":")[0] in hosts

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


# --- totals


@dataclass
class Labels:
    """Labels of entries: their number, and the first of them."""

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, label: str) -> None:
        """Add a label."""
        self.merge(Labels(1, [label]))

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
        denials: entries with a denied message, by (part, whether the service accepted a request;
            None: unknown, or a response).
        differences: messages that a candidate judges otherwise, by (operation, part, verdict,
            verdict of the candidate, rules that differ).
    """

    def __init__(self) -> None:
        self.entries = self.denied = 0
        self.verdicts: Counter[tuple[str, str, str]] = Counter()
        self.violations: Counter[tuple[str, str]] = Counter()
        self.rules: defaultdict[tuple[str, str], Labels] = defaultdict(Labels)
        self.gaps: defaultdict[tuple[str, str], Labels] = defaultdict(Labels)
        self.denials: defaultdict[tuple[str, bool | None], Labels] = defaultdict(Labels)
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

    def _add_report(self, judged: JudgedEntry, part: str, report: Report, label: str) -> None:
        operation = judged.operation or ""
        self.verdicts[operation, part, report.verdict] += 1
        if report.verdict == "deny":
            accepted = judged.accepted if part == "request" else None
            self.denials[part, accepted].add(label)
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
        for name in ("rules", "gaps", "denials", "differences"):
            labels = getattr(self, name)
            for key, more in getattr(other, name).items():
                labels[key].merge(more)


def entry_label(name: str, number: int) -> str:
    """Return the label of an entry among those of several files."""
    return f"{escape_name(name)}:{number}"
